/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of each edge: each is found once, from its vertex of least degree.
 */
#include "algorithms/truss/truss.h"
#include "spmv/cpu_backend.h"

/* Vertices that a thread takes at a time. */
#define TRUSS_COUNT_CHUNK 64

typedef struct counting {
    const tp_truss *t;
    tropic_offset **mark; /* of each thread, by vertex: an edge to it, and one more; 0: none */
    tp_chunks_left left;
} counting;

/* Does u come before v, by degree? */
static bool is_before(const tp_truss *t, tropic_index u, tropic_index v)
{
    const tropic_offset a = t->offsets[u + 1] - t->offsets[u], b = t->offsets[v + 1] - t->offsets[v];
    return a != b ? a < b : u < v;
}

static void add(const tp_truss *t, tropic_offset e, int32_t triangles)
{
    __atomic_fetch_add(&t->support[e], triangles, __ATOMIC_RELAXED);
}

/* Triangles u v w in this order, by the marks of u's neighbours. */
static void count_from(const tp_truss *t, tropic_index u, tropic_offset *mark)
{
    const tropic_offset begin = t->offsets[u], end = t->offsets[u + 1];
    for (tropic_offset a = begin; a < end; a++)
        if (is_before(t, u, t->ids[a])) mark[t->ids[a]] = t->edge[a] + 1;
    for (tropic_offset a = begin; a < end; a++) {
        const tropic_index v = t->ids[a];
        int32_t found = 0;
        if (mark[v] == 0) continue;
        for (tropic_offset b = t->offsets[v]; b < t->offsets[v + 1]; b++) {
            const tropic_index w = t->ids[b];
            if (mark[w] == 0 || !is_before(t, v, w)) continue;
            add(t, mark[w] - 1, 1);
            add(t, t->edge[b], 1);
            found++;
        }
        if (found > 0) add(t, t->edge[a], found);
    }
    for (tropic_offset a = begin; a < end; a++) mark[t->ids[a]] = 0;
}

static void count_region(tp_worker *worker, void *of)
{
    counting *c = of;
    int64_t begin, end;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t u = begin; u < end; u++) count_from(c->t, (tropic_index)u, c->mark[worker->number]);
}

tropic_status tp_truss_count(tp_run *run, const tp_truss *t)
{
    const int first = run->arena.count;
    counting c = {.t = t};
    tp_team team = tp_team_for(run->context, t->n + 8 * t->count);
    team = tp_chunks_begin(&c.left, team, t->n, TRUSS_COUNT_CHUNK);
    c.mark = tp_arena_array(&run->arena, team.threads, sizeof *c.mark);
    TP_TRY(tp_arena_check(&run->arena, "triangles of edges"));
    c.mark[0] = tp_arena_array(&run->arena, (int64_t)team.threads * t->n, sizeof **c.mark);
    TP_TRY(tp_arena_check(&run->arena, "triangles of edges"));
    for (int64_t k = 0; k < (int64_t)team.threads * t->n; k++) c.mark[0][k] = 0;
    for (int thread = 1; thread < team.threads; thread++) c.mark[thread] = c.mark[0] + (int64_t)thread * t->n;
    for (tropic_offset e = 0; e < t->count; e++) t->support[e] = 0;
    tp_parallel(team, count_region, &c);
    tp_arena_release_since(&run->arena, first);
    return TROPIC_OK;
}

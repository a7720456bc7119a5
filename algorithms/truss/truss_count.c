/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of each edge: each is found once, from its vertex of least degree. A list has the later neighbours of a
 * vertex alone, by degree: none is long.
 */
#include "algorithms/truss/truss.h"
#include "spmv/cpu_backend.h"

#include <string.h>

/* Vertices that a thread takes at a time. */
#define TRUSS_COUNT_CHUNK 64

/* Of a thread. */
typedef struct marks {
    tropic_index *mark; /* by vertex: its place in the list at hand, and one more; 0: it is not there */
    int32_t *found;     /* by place: triangles of the edge to that vertex */
} marks;

typedef struct counting {
    const tp_truss *t;
    tropic_offset *offsets, *edge; /* the later neighbours of each vertex, and the edges to them */
    tropic_index *ids;
    marks *own; /* of each thread */
    tp_chunks_left left;
} counting;

/* Does u come before v, by degree? */
static bool is_before(const tp_truss *t, tropic_index u, tropic_index v)
{
    const tropic_offset a = t->offsets[u + 1] - t->offsets[u], b = t->offsets[v + 1] - t->offsets[v];
    return a != b ? a < b : u < v;
}

static void count_later(const void *of, int64_t begin, int64_t end)
{
    const counting *c = of;
    for (int64_t u = begin; u < end; u++) {
        tropic_offset count = 0;
        for (tropic_offset a = c->t->offsets[u]; a < c->t->offsets[u + 1]; a++)
            count += is_before(c->t, (tropic_index)u, c->t->ids[a]);
        c->offsets[u + 1] = count;
    }
}

static void fill_later(const void *of, int64_t begin, int64_t end)
{
    const counting *c = of;
    for (int64_t u = begin; u < end; u++) {
        tropic_offset to = c->offsets[u];
        for (tropic_offset a = c->t->offsets[u]; a < c->t->offsets[u + 1]; a++) {
            if (!is_before(c->t, (tropic_index)u, c->t->ids[a])) continue;
            c->ids[to] = c->t->ids[a];
            c->edge[to++] = c->t->edge[a];
        }
    }
}

static void add(const tp_truss *t, tropic_offset e, int32_t triangles)
{
    if (triangles > 0) __atomic_fetch_add(&t->support[e], triangles, __ATOMIC_RELAXED);
}

/* Triangles u v w in this order, by the marks of u's neighbours. */
static void count_from(const counting *c, int64_t u, const marks *own)
{
    const tropic_offset begin = c->offsets[u], end = c->offsets[u + 1];
    if (end - begin < 2) return;
    for (tropic_offset a = begin; a < end; a++) {
        own->mark[c->ids[a]] = (tropic_index)(a - begin) + 1;
        own->found[a - begin] = 0;
    }
    for (tropic_offset a = begin; a < end; a++) {
        const tropic_index v = c->ids[a];
        int32_t found = 0;
        for (tropic_offset b = c->offsets[v]; b < c->offsets[v + 1]; b++) {
            const tropic_index place = own->mark[c->ids[b]];
            if (place == 0) continue;
            own->found[place - 1]++;
            add(c->t, c->edge[b], 1);
            found++;
        }
        own->found[a - begin] += found;
    }
    for (tropic_offset a = begin; a < end; a++) {
        own->mark[c->ids[a]] = 0;
        add(c->t, c->edge[a], own->found[a - begin]);
    }
}

static void count_region(tp_worker *worker, void *of)
{
    counting *c = of;
    int64_t begin, end;
    while (tp_take(worker, &c->left, &begin, &end))
        for (int64_t u = begin; u < end; u++) count_from(c, u, &c->own[worker->number]);
}

static tropic_status list_later(tp_run *run, counting *c, tp_team team, tropic_index *longest)
{
    const tp_truss *t = c->t;
    c->offsets = tp_arena_zeros(&run->arena, (int64_t)t->n + 1, sizeof *c->offsets);
    c->ids = tp_arena_array(&run->arena, t->count, sizeof *c->ids);
    c->edge = tp_arena_array(&run->arena, t->count, sizeof *c->edge);
    TP_TRY(tp_arena_check(&run->arena, "triangles of edges"));
    tp_for(team, t->n, TRUSS_COUNT_CHUNK, count_later, c);
    *longest = 0;
    for (tropic_index u = 0; u < t->n; u++) {
        if (c->offsets[u + 1] > *longest) *longest = (tropic_index)c->offsets[u + 1];
        c->offsets[u + 1] += c->offsets[u];
    }
    tp_for(team, t->n, TRUSS_COUNT_CHUNK, fill_later, c);
    return TROPIC_OK;
}

tropic_status tp_truss_count(tp_run *run, const tp_truss *t)
{
    const int first = run->arena.count;
    const tp_team team = tp_team_for(run->context, t->n + 8 * t->count);
    counting c = {.t = t};
    tropic_index longest, *mark;
    int32_t *found;
    TP_TRY(list_later(run, &c, team, &longest));
    c.own = tp_arena_array(&run->arena, team.threads, sizeof *c.own);
    mark = tp_arena_zeros(&run->arena, (int64_t)team.threads * t->n, sizeof *mark);
    found = tp_arena_array(&run->arena, (int64_t)team.threads * longest, sizeof *found);
    TP_TRY(tp_arena_check(&run->arena, "triangles of edges"));
    for (int64_t thread = 0; thread < team.threads; thread++)
        c.own[thread] = (marks){mark + thread * t->n, found + thread * longest};
    memset(t->support, 0, (size_t)t->count * sizeof *t->support);
    tp_parallel(tp_chunks_begin(&c.left, team, t->n, TRUSS_COUNT_CHUNK), count_region, &c);
    tp_arena_release_since(&run->arena, first);
    return TROPIC_OK;
}

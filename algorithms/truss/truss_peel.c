/* SPDX-License-Identifier: Apache-2.0
 *
 * Removes edges, layer by layer: those in k triangles of what is left, or less. All edges stand in one list in the
 * order in which they are removed, so that a layer is a part of it, to which the next one is appended.
 *
 * A triangle that loses two edges in one layer takes 1 from the third once, by the edge with the smaller number.
 */
#include "algorithms/truss/truss.h"
#include "algorithms/tuning.h"
#include "spmv/cpu_backend.h"
#include "formats/matrix/list_at.h"

/* Edges of a layer that a thread takes at a time. */
#define TRUSS_CHUNK 64
/* Edges between two calls of tp_progress. */
#define TRUSS_PROGRESS (1 << 15)

enum { LEFT, GOING, GONE };

typedef struct peeling {
    tp_truss *t;
    uint8_t *state;       /* of each edge */
    tropic_offset *taken; /* edges in their order; the last part is going */
    int64_t count;        /* of taken */
    tropic_offset *left;  /* edges that are left, and some that are gone */
    int64_t left_count;
    int32_t k;
    int64_t begin;
    tp_chunks_left chunks;
} peeling;

static void lower(peeling *p, tropic_offset e)
{
    if (__atomic_load_n(&p->t->support[e], __ATOMIC_RELAXED) <= p->k) return;
    const int32_t before = __atomic_fetch_sub(&p->t->support[e], 1, __ATOMIC_RELAXED);
    if (before == p->k + 1) p->taken[__atomic_fetch_add(&p->count, 1, __ATOMIC_RELAXED)] = e;
}

/* e goes; f and g are the other edges of a triangle. */
static void break_triangle(peeling *p, tropic_offset e, tropic_offset f, tropic_offset g)
{
    const uint8_t of_f = p->state[f], of_g = p->state[g];
    if (of_f == GONE || of_g == GONE) return;
    if (of_g == LEFT && (of_f == LEFT || e < f)) lower(p, g);
    if (of_f == LEFT && (of_g == LEFT || e < g)) lower(p, f);
}

/* All triangles of e: the shorter list's vertices are looked up in the longer one, both ascending. */
static void remove_edge(peeling *p, tropic_offset e)
{
    const tp_truss *t = p->t;
    tropic_index u = t->from[e], v = t->to[e];
    tropic_offset a, b, end, last;
    if (t->offsets[u + 1] - t->offsets[u] > t->offsets[v + 1] - t->offsets[v]) {
        const tropic_index other = u;
        u = v;
        v = other;
    }
    a = t->offsets[u], end = t->offsets[u + 1], b = t->offsets[v], last = t->offsets[v + 1];
    for (; a < end && b < last; a++) {
        tropic_offset step = 1;
        /* In steps that double, to where the next one is. */
        while (b + step < last && t->ids[b + step] < t->ids[a]) step *= 2;
        b = tp_find_id(t->ids, b + step / 2, b + step < last ? b + step + 1 : last, t->ids[a]);
        if (b < last && t->ids[b] == t->ids[a]) break_triangle(p, e, t->edge[a], t->edge[b]);
    }
}

static void remove_region(tp_worker *worker, void *of)
{
    peeling *p = of;
    int64_t begin, end;
    while (tp_take(worker, &p->chunks, &begin, &end))
        for (int64_t i = p->begin + begin; i < p->begin + end; i++) remove_edge(p, p->taken[i]);
}

/* Removes what is taken from `begin` on, and what follows from that. */
static tropic_status remove_level(tp_run *run, peeling *p, int64_t begin, int64_t *done)
{
    for (int64_t end; begin < p->count; begin = end) {
        tp_team team;
        end = p->count;
        for (int64_t i = begin; i < end; i++) p->state[p->taken[i]] = GOING;
        team = tp_team_for(run->context, end - begin < TP_TRUSS_SHARED ? 0 : (end - begin) * TP_TRUSS_WORK);
        p->begin = begin;
        team = tp_chunks_begin(&p->chunks, team, end - begin, TRUSS_CHUNK);
        if (p->k > 0) tp_parallel(team, remove_region, p); /* else none of these is in a triangle */
        for (int64_t i = begin; i < end; i++) {
            p->state[p->taken[i]] = GONE;
            p->t->support[p->taken[i]] = p->k;
        }
        *done += end - begin;
        if (*done < TRUSS_PROGRESS) continue;
        *done = 0;
        TP_TRY(tp_progress(run->context, (double)end / (double)p->t->count));
    }
    return TROPIC_OK;
}

/* Takes the edges of k triangles or less that are left. Returns the least number of the others. */
static int32_t take_edges(peeling *p)
{
    int32_t least = INT32_MAX;
    int64_t kept = 0;
    for (int64_t i = 0; i < p->left_count; i++) {
        const tropic_offset e = p->left[i];
        const int32_t support = p->t->support[e];
        if (p->state[e] != LEFT) continue;
        if (support <= p->k) {
            p->taken[p->count++] = e;
            continue;
        }
        p->left[kept++] = e;
        if (support < least) least = support;
    }
    p->left_count = kept;
    return least;
}

/* Lists lose arcs whose edges are gone. */
static void shorten(peeling *p)
{
    tp_truss *t = p->t;
    tropic_offset kept = 0, begin = 0;
    for (tropic_index u = 0; u < t->n; u++) {
        const tropic_offset end = t->offsets[u + 1];
        for (tropic_offset a = begin; a < end; a++) {
            if (p->state[t->edge[a]] != LEFT) continue;
            t->ids[kept] = t->ids[a];
            t->edge[kept++] = t->edge[a];
        }
        t->offsets[u + 1] = kept;
        begin = end;
    }
}

tropic_status tp_truss_peel(tp_run *run, tp_truss *t, int64_t *levels)
{
    int64_t done = 0, listed = t->count;
    peeling p = {.t = t, .left_count = t->count};
    p.state = tp_arena_array(&run->arena, t->count, sizeof *p.state);
    p.taken = tp_arena_array(&run->arena, t->count, sizeof *p.taken);
    p.left = tp_arena_array(&run->arena, t->count, sizeof *p.left);
    TP_TRY(tp_arena_check(&run->arena, "edges to be removed"));
    for (tropic_offset e = 0; e < t->count; e++) p.left[e] = e, p.state[e] = LEFT;
    *levels = 0;
    while (p.count < t->count) {
        const int64_t before = p.count;
        if (before > 0 && t->count - before <= TP_TRUSS_SHORTEN * (double)listed) {
            shorten(&p);
            listed = t->count - before;
        }
        const int32_t least = take_edges(&p);
        if (p.count == before) {
            p.k = least;
            continue;
        }
        TP_TRY(remove_level(run, &p, before, &done));
        (*levels)++;
        p.k++;
    }
    return TROPIC_OK;
}

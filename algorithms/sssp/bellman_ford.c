/* SPDX-License-Identifier: Apache-2.0
 *
 * Bellman-Ford-Moore: one queue, on one host thread.
 *
 * A cycle of parents proves a negative cycle, and every reachable negative cycle makes one appear. The search for it is
 * made after each n vertices from the queue: so it costs no more than a pass over the vertices, and a negative cycle
 * cannot keep the queue going. (Cherkassky and Goldberg 1999.)
 */
#include "algorithms/sssp/bellman_ford.h"

#include <math.h>
#include <string.h>

/* A vertex on a cycle of parents, or -1. Each walk from child to parent marks the vertices that it passes with its own
 * number and ends at a mark, so that all walks together cost O(n). */
static tropic_index cycle_of_parents(const tp_bellman_ford *s)
{
    for (tropic_index v = 0; v < s->n; v++) s->mark[v] = -1;
    for (tropic_index start = 0; start < s->n; start++) {
        tropic_index v = start;
        while (v >= 0 && s->mark[v] < 0) {
            s->mark[v] = start;
            v = v == s->source ? -1 : s->parent[v];
        }
        if (v >= 0 && s->mark[v] == start) return v;
    }
    return -1;
}

tropic_status tp_bellman_ford_cycle(const tp_bellman_ford *s, tropic_index v)
{
    return tp_fail(s->run->context, TROPIC_NEGATIVE_CYCLE,
                   "a negative cycle through vertex %lld is reachable from the source",
                   (long long)tropic_matrix_label(s->run->A, v));
}

static tropic_status look_for_cycle(const tp_bellman_ford *s)
{
    const tropic_index v = cycle_of_parents(s);
    return v < 0 ? tp_progress(s->run->context, 0) : tp_bellman_ford_cycle(s, v);
}

/* *sum = a + b, or infinity if that is too large for the type. Returns whether it is too small. */
static bool add_int64(int64_t a, int64_t b, int64_t *sum)
{
    if (!__builtin_add_overflow(a, b, sum)) return false;
    *sum = INT64_MAX;
    return b < 0;
}
static bool add_fp32(float a, float b, float *sum)
{
    *sum = a + b;
    return *sum == -HUGE_VALF;
}
static bool add_fp64(double a, double b, double *sum)
{
    *sum = a + b;
    return *sum == -HUGE_VAL;
}

/* parent(j) = i, and j is queued. */
static void improve(tp_bellman_ford *s, tropic_index i, tropic_index j)
{
    const int64_t end = (int64_t)s->head + s->count;
    s->parent[j] = i;
    if (s->queued[j]) return;
    s->queue[end < s->n ? end : end - s->n] = j;
    s->queued[j] = 1;
    s->count++;
}

/* If the source itself comes nearer, it lies on a negative cycle. */
#define RELAX(T, name)                                                                                                 \
    static tropic_status relax_##name(tp_bellman_ford *s, tropic_index i, tropic_offset from, tropic_offset to)        \
    {                                                                                                                  \
        T *d = s->distance, sum;                                                                                       \
        for (tropic_offset k = from; k < to; k++) {                                                                    \
            const tropic_index j = s->ids[k];                                                                          \
            if (add_##name(d[i], tp_weight_##name(s->weights, s->values, k), &sum))                                    \
                return tp_sssp_overflow(s->run, s->type, j);                                                           \
            if (!(sum < d[j])) continue;                                                                               \
            d[j] = sum;                                                                                                \
            if (j == s->source) return tp_bellman_ford_cycle(s, j);                                                    \
            improve(s, i, j);                                                                                          \
        }                                                                                                              \
        return TROPIC_OK;                                                                                              \
    }
RELAX(int64_t, int64)
RELAX(float, fp32)
RELAX(double, fp64)

tropic_status tp_bellman_ford_relax(tp_bellman_ford *s, tropic_index i, tropic_offset from, tropic_offset to)
{
    return s->type == TROPIC_FP32   ? relax_fp32(s, i, from, to)
           : s->type == TROPIC_FP64 ? relax_fp64(s, i, from, to)
                                    : relax_int64(s, i, from, to);
}

void tp_bellman_ford_queue(tp_bellman_ford *s, const tropic_index *heads, tropic_index count)
{
    memset(s->parent, 0xff, (size_t)s->n * sizeof *s->parent);
    for (tropic_index c = 0; c < count; c++) {
        s->queue[c] = heads[c];
        s->queued[heads[c]] = 1;
    }
    s->head = 0;
    s->count = count;
}

tropic_index tp_bellman_ford_take(tp_bellman_ford *s, tropic_index *heads)
{
    const tropic_index count = s->count;
    for (tropic_index c = 0; c < count; c++) {
        const int64_t at = (int64_t)s->head + c;
        heads[c] = s->queue[at < s->n ? at : at - s->n];
        s->queued[heads[c]] = 0;
    }
    s->head = s->count = 0;
    return count;
}

tropic_status tp_bellman_ford_run(tp_bellman_ford *s, int64_t arcs)
{
    tropic_index taken = 0;
    for (int64_t looked = 0; s->count > 0 && looked < arcs;) {
        const tropic_index i = s->queue[s->head];
        s->head = s->head + 1 < s->n ? s->head + 1 : 0;
        s->count--;
        s->queued[i] = 0;
        TP_TRY(tp_bellman_ford_relax(s, i, s->offsets[i], s->offsets[i + 1]));
        looked += s->offsets[i + 1] - s->offsets[i] + 1;
        if (++taken < s->n) continue;
        taken = 0;
        TP_TRY(look_for_cycle(s));
    }
    /* Rounding can end the search before a cycle of n vertices was looked for. */
    return look_for_cycle(s);
}

bool tp_bellman_ford_is_tree(tp_bellman_ford *s, const tropic_index *parent)
{
    memcpy(s->parent, parent, (size_t)s->n * sizeof *parent);
    return cycle_of_parents(s) < 0;
}

tropic_status tp_bellman_ford_open(tp_bellman_ford *s, tp_run *run, tropic_type type, tropic_index source,
                                   void *distance)
{
    tp_arena *arena = &run->arena;
    *s = (tp_bellman_ford){.run = run, .n = run->n, .weights = run->A->type, .type = type, .source = source};
    TP_TRY(tropic_matrix_csr(run->A, run->context, &s->offsets, &s->ids, &s->values));
    s->distance = distance ? distance : tp_arena_array(arena, run->n, tropic_type_size(type));
    s->parent = tp_arena_array(arena, run->n, sizeof *s->parent);
    s->queue = tp_arena_array(arena, run->n, sizeof *s->queue);
    s->mark = tp_arena_array(arena, run->n, sizeof *s->mark);
    s->queued = tp_arena_zeros(arena, run->n, 1);
    return tp_arena_check(arena, "Bellman-Ford");
}

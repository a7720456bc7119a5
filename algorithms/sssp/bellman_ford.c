/* SPDX-License-Identifier: Apache-2.0
 *
 * Bellman-Ford-Moore: one queue, on one host thread, for graphs with negative weights.
 *
 * A cycle of parents proves a negative cycle, and every reachable negative cycle makes one appear. The search for it is
 * made after each n vertices from the queue: so it costs no more than a pass over the vertices, and a negative cycle
 * cannot keep the queue going. (Cherkassky and Goldberg 1999.)
 */
#include "algorithms/sssp/sssp.h"

#include <math.h>
#include <string.h>

typedef struct search {
    tp_run *run;
    tropic_index n;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_type weights; /* the type of values */
    tropic_index source;
    void *distance; /* of the type of distances, in host memory */
    tropic_index *parent;
    tropic_index *queue; /* a ring of n elements: `count` vertices from `head` on */
    tropic_index head, count;
    uint8_t *queued;    /* is a vertex in the queue? */
    tropic_index *mark; /* cycle_of_parents(): the walk that passed a vertex */
} search;

/* A vertex on a cycle of parents, or -1. Each walk from child to parent marks the vertices that it passes with its own
 * number and ends at a mark, so that all walks together cost O(n). */
static tropic_index cycle_of_parents(const search *s)
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

static tropic_status negative_cycle(const search *s, tropic_index v)
{
    return tp_fail(s->run->context, TROPIC_NEGATIVE_CYCLE,
                   "a negative cycle through vertex %lld is reachable from the source",
                   (long long)tropic_matrix_label(s->run->A, v));
}

static tropic_status look_for_cycle(const search *s)
{
    const tropic_index v = cycle_of_parents(s);
    return v < 0 ? tp_progress(s->run->context, 0) : negative_cycle(s, v);
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
static void improve(search *s, tropic_index i, tropic_index j)
{
    const int64_t end = (int64_t)s->head + s->count;
    s->parent[j] = i;
    if (s->queued[j]) return;
    s->queue[end < s->n ? end : end - s->n] = j;
    s->queued[j] = 1;
    s->count++;
}

/* d(j) = min(d(j), d(i) + A(i,j)) for all arcs of i. If the source itself comes nearer, it lies on a negative cycle. */
#define RELAX(T, type)                                                                                                 \
    static tropic_status relax_##type(search *s, tropic_index i)                                                       \
    {                                                                                                                  \
        T *d = s->distance, sum;                                                                                       \
        for (tropic_offset k = s->offsets[i]; k < s->offsets[i + 1]; k++) {                                            \
            const tropic_index j = s->ids[k];                                                                          \
            if (add_##type(d[i], tp_weight_##type(s->weights, s->values, k), &sum))                                    \
                return tp_sssp_overflow(s->run, j);                                                                    \
            if (!(sum < d[j])) continue;                                                                               \
            d[j] = sum;                                                                                                \
            if (j == s->source) return negative_cycle(s, j);                                                           \
            improve(s, i, j);                                                                                          \
        }                                                                                                              \
        return TROPIC_OK;                                                                                              \
    }
RELAX(int64_t, int64)
RELAX(float, fp32)
RELAX(double, fp64)

/* distance = infinity;  distance(source) = 0;  queue = {source} */
static void begin(search *s, tropic_type type)
{
    const size_t size = tropic_type_size(type);
    const tp_value infinity = tp_sssp_infinity(type), zero = {.int64 = 0};
    for (tropic_index v = 0; v < s->n; v++) memcpy((char *)s->distance + (size_t)v * size, &infinity, size);
    memcpy((char *)s->distance + (size_t)s->source * size, &zero, size);
    memset(s->parent, 0xff, (size_t)s->n * sizeof *s->parent);
    improve(s, s->source, s->source);
}

static tropic_status run_queue(search *s, tropic_type type)
{
    tropic_status (*const relax)(search *, tropic_index) = type == TROPIC_FP32   ? relax_fp32
                                                           : type == TROPIC_FP64 ? relax_fp64
                                                                                 : relax_int64;
    tropic_index taken = 0;
    begin(s, type);
    while (s->count > 0) {
        const tropic_index i = s->queue[s->head];
        s->head = s->head + 1 < s->n ? s->head + 1 : 0;
        s->count--;
        s->queued[i] = 0;
        TP_TRY(relax(s, i));
        if (++taken < s->n) continue;
        taken = 0;
        TP_TRY(look_for_cycle(s));
    }
    /* Rounding can end the search before a cycle of n vertices was looked for. */
    return look_for_cycle(s);
}

static void count_reached(search *s, tropic_run_report *report)
{
    report->levels = 0; /* there are no rounds */
    for (tropic_index v = 0; v < s->n; v++) {
        if (s->parent[v] < 0) continue;
        report->reached++;
        report->reached_arcs += s->offsets[v + 1] - s->offsets[v];
    }
    report->settled = report->reached;
}

tropic_status tp_bellman_ford(tp_run *run, const tp_sssp_arrays *arrays, tropic_index source)
{
    tropic_context *context = run->context;
    tp_arena *arena = &run->arena;
    const int before = arena->count;
    const size_t size = tropic_type_size(arrays->type), n = (size_t)run->n;
    search s = {.run = run, .n = run->n, .source = source, .weights = run->A->type};

    TP_TRY(tropic_matrix_csr(run->A, context, &s.offsets, &s.ids, &s.values));
    s.distance = tp_arena_array(arena, run->n, size);
    s.parent = tp_arena_array(arena, run->n, sizeof *s.parent);
    s.queue = tp_arena_array(arena, run->n, sizeof *s.queue);
    s.mark = tp_arena_array(arena, run->n, sizeof *s.mark);
    s.queued = tp_arena_zeros(arena, run->n, 1);
    TP_TRY(tp_arena_check(arena, "Bellman-Ford"));
    TP_TRY(run_queue(&s, arrays->type));
    run->report.phase[0].name = "bellman-ford";
    count_reached(&s, &run->report);
    TP_TRY(run->backend->upload(context, arrays->distance, s.distance, n * size));
    if (arrays->parent) TP_TRY(run->backend->upload(context, arrays->parent, s.parent, n * sizeof *s.parent));
    /* The copies have been made before what they read is released. */
    TP_TRY(run->backend->wait(context));
    tp_arena_release_since(arena, before);
    return TROPIC_OK;
}

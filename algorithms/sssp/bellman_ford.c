/* SPDX-License-Identifier: Apache-2.0
 *
 * Bellman-Ford-Moore: one queue, on one host thread, for graphs with negative weights.
 *
 * A cycle of parents proves a negative cycle, and one appears if there is any; it is looked for each
 * time that n vertices have been taken from the queue, so that the search costs as little as a pass
 * over the vertices and a negative cycle cannot keep the queue going. (Cherkassky and Goldberg 1999.)
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
    tropic_type weights; /* of what values are */
    void *distance;      /* of the run's type, in host memory */
    tropic_index *parent;
    tropic_index *queue; /* a ring of n places */
    uint8_t *queued;
    tropic_index *mark; /* of the search for a cycle */
} search;

/* A vertex on a cycle of parents, or -1. Each walk marks what it passes with its own number, so that
 * all walks together cost O(n). */
static tropic_index cycle_of_parents(const search *s, tropic_index source)
{
    for (tropic_index v = 0; v < s->n; v++) s->mark[v] = -1;
    for (tropic_index start = 0; start < s->n; start++) {
        tropic_index v = start;
        while (v >= 0 && s->mark[v] < 0) {
            s->mark[v] = start;
            v = v == source ? -1 : s->parent[v];
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

static tropic_status look_for_cycle(const search *s, tropic_index source)
{
    const tropic_index v = cycle_of_parents(s, source);
    return v < 0 ? tp_progress(s->run->context, 0) : negative_cycle(s, v);
}

/* *sum = a + b, infinity where that is too large; whether it is too small for the type. */
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

#define SEARCH(T, type, infinity)                                                                                      \
    static tropic_status search_##type(search *s, tropic_index source)                                                 \
    {                                                                                                                  \
        T *distance = s->distance;                                                                                     \
        tropic_index head = 0, held = 1, taken = 0;                                                                    \
        for (tropic_index v = 0; v < s->n; v++) distance[v] = infinity;                                                \
        distance[source] = 0;                                                                                          \
        s->parent[source] = source;                                                                                    \
        s->queue[0] = source;                                                                                          \
        s->queued[source] = 1;                                                                                         \
        while (held > 0) {                                                                                             \
            const tropic_index i = s->queue[head];                                                                     \
            head = head + 1 < s->n ? head + 1 : 0;                                                                     \
            held--;                                                                                                    \
            s->queued[i] = 0;                                                                                          \
            for (tropic_offset k = s->offsets[i]; k < s->offsets[i + 1]; k++) {                                        \
                const tropic_index j = s->ids[k];                                                                      \
                T sum;                                                                                                 \
                if (add_##type(distance[i], tp_weight_##type(s->weights, s->values, k), &sum))                         \
                    return tp_sssp_overflow(s->run, j);                                                                \
                if (!(sum < distance[j])) continue;                                                                    \
                distance[j] = sum;                                                                                     \
                s->parent[j] = i;                                                                                      \
                /* The source itself came nearer: a closed walk of negative length. */                                 \
                if (j == source) return negative_cycle(s, source);                                                     \
                if (s->queued[j]) continue;                                                                            \
                s->queue[(int64_t)head + held < s->n ? head + held : head + held - s->n] = j;                          \
                s->queued[j] = 1;                                                                                      \
                held++;                                                                                                \
            }                                                                                                          \
            if (++taken >= s->n) {                                                                                     \
                taken = 0;                                                                                             \
                TP_TRY(look_for_cycle(s, source));                                                                     \
            }                                                                                                          \
        }                                                                                                              \
        /* Rounding can end the search before a cycle of n vertices was looked for. */                                 \
        return look_for_cycle(s, source);                                                                              \
    }
SEARCH(int64_t, int64, INT64_MAX)
SEARCH(float, fp32, HUGE_VALF)
SEARCH(double, fp64, HUGE_VAL)

static tropic_status search_run(search *s, tropic_type type, tropic_index source)
{
    switch (type) {
    case TROPIC_FP32: return search_fp32(s, source);
    case TROPIC_FP64: return search_fp64(s, source);
    default: return search_int64(s, source);
    }
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
    const tp_memory *memory = &context->memory;
    const size_t bytes = tropic_type_size(arrays->type) * (size_t)run->n;
    search s = {.run = run, .n = run->n, .weights = run->A->type};
    tropic_status status;

    TP_TRY(tropic_matrix_csr(run->A, context, &s.offsets, &s.ids, &s.values));
    s.distance = tp_allocate(memory, run->n, tropic_type_size(arrays->type));
    s.parent = tp_allocate(memory, run->n, sizeof *s.parent);
    s.queue = tp_allocate(memory, run->n, sizeof *s.queue);
    s.mark = tp_allocate(memory, run->n, sizeof *s.mark);
    s.queued = tp_allocate_zero(memory, run->n, 1);
    if (!s.distance || !s.parent || !s.queue || !s.mark || !s.queued) {
        status = tp_out_of_memory(context, "Bellman-Ford");
        goto done;
    }
    memset(s.parent, 0xff, (size_t)run->n * sizeof *s.parent);
    status = search_run(&s, arrays->type, source);
    if (status != TROPIC_OK) goto done;
    run->report.phase[0].name = "bellman-ford";
    count_reached(&s, &run->report);
    status = run->backend->upload(context, arrays->distance, s.distance, bytes);
    if (status == TROPIC_OK && arrays->parent)
        status = run->backend->upload(context, arrays->parent, s.parent, (size_t)run->n * sizeof *s.parent);
    /* The copies have been made before what they read is released. */
    if (status == TROPIC_OK) status = run->backend->wait(context);
done:
    tp_release(memory, s.distance);
    tp_release(memory, s.parent);
    tp_release(memory, s.queue);
    tp_release(memory, s.mark);
    tp_release(memory, s.queued);
    return status;
}

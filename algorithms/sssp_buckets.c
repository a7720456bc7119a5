/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths: min-plus products from a frontier of changed vertices until nothing changes, bucket by
 * bucket of distance, until nothing waits or all targets are settled.
 */
#include "algorithms/sssp.h"

#include "spmv/operand.h"

static const int32_t NONE = -1;

/* A bucket whose relaxed arcs were fewer than n over this was too narrow to be worth the pass over all
 * vertices that found it: the next is twice as wide. */
#define BUCKET_SCAN 32

/* low + width, more than low; infinity where that leaves the type, or rounding swallows it. */
static tp_value bucket_end(tropic_type type, tp_value low, double width)
{
    tp_value high = tp_sssp_infinity(type);
    switch (type) {
    case TROPIC_FP32:
        if (low.fp32 + (float)width > low.fp32) high.fp32 = low.fp32 + (float)width;
        break;
    case TROPIC_FP64:
        if (low.fp64 + width > low.fp64) high.fp64 = low.fp64 + width;
        break;
    default:
        if (width >= 1 && width < (double)(INT64_MAX - low.int64))
            high.int64 = low.int64 + (int64_t)width;
    }
    return high;
}

/* Are all targets nearer than `low`, so that nothing that waits can better them? There are targets, of which
 * the first `*final` are known to be. */
static tropic_status all_settled(tp_run *run, const tp_sssp_arrays *a, tp_value low,
                                 tropic_index *final, bool *all)
{
    const size_t size = tropic_type_size(a->type);
    const tropic_index count = run->limits.target_count;
    *all = false;
    for (; *final < count; ++*final) {
        const char *place = (const char *)a->distance + (size_t)run->limits.targets[*final] * size;
        tp_value value = tp_sssp_infinity(a->type);
        TP_TRY(run->backend->download(run->context, &value, place, size));
        if (!tp_sssp_less(a->type, value, low)) return TROPIC_OK;
    }
    *all = count > 0;
    return TROPIC_OK;
}

/* One traversal, of `part` of this source's work. */
static tropic_status relax(tp_run *run, const tp_sssp_arrays *a, tp_traversal *t, double part)
{
    tp_sssp_part(run, a, part * (double)run->report.reached / run->n, part);
    TP_TRY(tp_run_traverse(run, 0, "relax", t));
    run->report.levels += t->levels;
    run->report.reached += t->reached;
    run->report.reached_arcs += t->reached_arcs;
    return TROPIC_OK;
}

/* The buckets of a backend that keeps none: a traversal for each. */
static tropic_status relax_each(tp_run *run, const tp_sssp_arrays *a, tropic_index source,
                                tp_traversal *t, double part)
{
    const tp_value infinity = tp_sssp_infinity(a->type);
    tp_sssp_state *state = t->state;
    tropic_index final = 0;
    bool all = false;

    TP_TRY(run->backend->fill(run->context, a->round, TROPIC_INT32, &NONE, run->n));
    TP_TRY(tp_run_put(run, a->order, TROPIC_INT32, 0, &source));
    while (!all && tp_sssp_less(a->type, state->low, infinity)) {
        /* the bucket [low, high):  relax until nothing in it changes */
        state->high = bucket_end(a->type, state->low, t->width);
        state->first = t->depth + 1;
        TP_TRY(relax(run, a, t, part));
        if (t->arcs * BUCKET_SCAN < run->n) t->width *= 2;
        t->first = TP_EVERY;
        /* low = the least distance that still waits */
        TP_TRY(run->backend->least_from(run->context, &state->low, a->type, a->distance,
                                        &state->high, run->n));
        TP_TRY(all_settled(run, a, state->low, &final, &all));
    }
    t->waits = state->low;
    return TROPIC_OK;
}

/* distance = min(distance, A' (min.plus) distance)  until nothing changes, bucket by bucket. */
tropic_status tp_sssp_buckets(tp_run *run, const tp_sssp_arrays *a, tropic_index source,
                              double part, tp_value *low)
{
    const tp_value zero = {.int64 = 0}, infinity = tp_sssp_infinity(a->type);
    tp_sssp_state state = {.round = a->round, .distance = a->distance, .potential = a->potential};
    tp_traversal t = {
        .op = (tp_op)(TP_OP_SSSP + (int)run->A->type),
        .strategy = run->strategy,
        .pull = run->pull,
        .start = TROPIC_STRATEGY_CSR_PUSH,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
        .order = a->order,
        .first = 1,
        .source = source,
        .targets = run->limits.targets,
        .target_count = run->limits.target_count,
        .queue = run->limits.queue,
        .width = a->width,
        .waits = infinity,
    };

    /* distance = infinity;  distance(source) = 0 */
    TP_TRY(run->backend->fill(run->context, a->distance, a->type, &infinity, run->n));
    TP_TRY(tp_run_put(run, a->distance, a->type, source, &zero));
    TP_TRY(run->backend->keeps_frontiers ? relax(run, a, &t, part)
                                         : relax_each(run, a, source, &t, part));
    run->report.settled = run->report.reached;
    *low = t.waits;
    return TROPIC_OK;
}

tropic_status tp_sssp_forget(tp_run *run, const tp_sssp_arrays *a, tp_value low)
{
    const int64_t n = run->n;
    bool *settled = (bool *)a->round; /* not needed any more */
    int64_t count = 0;
    const tp_elementwise compare = {.kind = TP_INTERSECTION,
                                    .op = tropic_operator_builtin(TROPIC_LT, a->type),
                                    .type = a->type,
                                    .result = TROPIC_BOOL,
                                    .n = n,
                                    .mask = {.structure = true},
                                    .x = {.values = a->distance},
                                    .value.value = low,
                                    .w = settled};
    const tp_elementwise fill = {.kind = TP_COPY,
                                 .type = a->type,
                                 .result = a->type,
                                 .n = n,
                                 .mask = {settled, NULL, TROPIC_BOOL, false, true},
                                 .value.value = tp_sssp_infinity(a->type),
                                 .w = a->distance};
    TP_TRY(tp_elementwise_run(run->context, &compare));
    TP_TRY(tp_elementwise_run(run->context, &fill));
    TP_TRY(run->backend->count(run->context, (const uint8_t *)settled, n, &count));
    run->report.settled = count;
    return TROPIC_OK;
}

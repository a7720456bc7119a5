/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths: min-plus products from a frontier of changed vertices until nothing changes, bucket by
 * bucket of distance, until no vertex waits or all targets are settled.
 */
#include "algorithms/sssp/sssp.h"

#include "spmv/vectors/operand.h"

/* distance = min(distance, A' (min.plus) distance)  until nothing changes, bucket by bucket. */
tropic_status tp_sssp_buckets(tp_run *run, const tp_sssp_arrays *a, tropic_index source, double part, tp_value *low)
{
    const tp_value zero = {.int64 = 0}, infinity = tp_sssp_infinity(a->type);
    tp_sssp_state state = {.distance = a->distance, .potential = a->potential};
    tp_traversal t = {
        .op = &tp_op_sssp[run->A->type],
        .strategy = run->strategy,
        .pull = run->pull,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
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
    tp_sssp_part(run, a, 0, part);
    TP_TRY(tp_run_traverse(run, 0, "relax", &t));
    run->report.levels += t.levels;
    run->report.reached += t.reached;
    run->report.reached_arcs += t.reached_arcs;
    run->report.settled = run->report.reached;
    *low = t.waits;
    return TROPIC_OK;
}

tropic_status tp_sssp_forget(tp_run *run, const tp_sssp_arrays *a, tp_value low)
{
    const int64_t n = run->n;
    bool *settled = (bool *)a->scratch;
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

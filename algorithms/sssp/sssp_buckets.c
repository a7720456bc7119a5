/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths: min-plus products from a frontier of changed vertices until nothing changes, bucket by
 * bucket of distance, until no vertex waits or all targets are settled. Whole distances have 32 bits where they may
 * fit; where one does not, the search is made again with 64.
 */
#include "algorithms/sssp/negative_arcs.h"
#include "algorithms/sssp/sssp.h"

#include "formats/matrix/facts/facts.h"
#include "spmv/operands/operand.h"

double tp_sssp_width(const tp_run *run, double mean)
{
    const tp_search_calls *search = TP_BACKEND_PART(run->context, search);
    const double degree = fmax((double)run->A->count / fmax(run->n, 1), 1);
    const double width = search->bucket_factor * fmax(search->sparse_degree / degree, 1) * mean / degree;
    /* If lengths are whole numbers, no bucket need be narrower than 1. */
    return width > 0 && width < 1 && !tp_type_floating(run->A->type) ? 1 : width;
}

/* distance = min(distance, A' (min.plus) distance)  until nothing changes, bucket by bucket. */
static tropic_status relax(tp_run *run, const tp_sssp_arrays *a, tp_traversal *t, const tp_value *infinity,
                           tropic_type type)
{
    const tp_value zero = {.int64 = 0};
    t->waits = *infinity;
    /* distance = infinity;  distance(source) = 0 */
    TP_TRY(run->backend->fill(run->context, a->distance, type, infinity, run->n));
    TP_TRY(tp_run_put(run, a->distance, type, t->source, &zero));
    return tp_run_traverse(run, 0, "relax", t);
}

/* The same with distances of 32 bits. *fits: none is too long for that; sums that are become infinite. */
static tropic_status relax_narrow(tp_run *run, const tp_sssp_arrays *a, tp_traversal *t, bool *fits)
{
    const tp_value infinity = {.uint32 = UINT32_MAX};
    const tropic_matrix_facts *facts;
    int64_t greatest;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    t->op = &tp_op_sssp_narrow[run->A->type];
    TP_TRY(relax(run, a, t, &infinity, TROPIC_UINT32));
    greatest = tp_sssp_widen(run->context, a->distance, run->n);
    /* Where it ended early, distances less than all that wait are final. Else all are if no arc led beyond the type
     * from a distance that was found. */
    *fits = t->waits.uint32 < UINT32_MAX || (double)greatest + facts->max_value < UINT32_MAX;
    t->waits.int64 = t->waits.uint32 < UINT32_MAX ? (int64_t)t->waits.uint32 : INT64_MAX;
    if (!*fits) run->report.levels += t->levels; /* steps were taken all the same */
    return TROPIC_OK;
}

tropic_status tp_sssp_buckets(tp_run *run, tp_sssp_arrays *a, tropic_index source, double part, tp_value *low)
{
    const tp_value infinity = tp_sssp_infinity(a->type);
    tp_sssp_state state = {.distance = a->distance, .potential = a->potential};
    tp_traversal t = {
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
    };

    tp_sssp_part(run, a, 0, part);
    if (a->narrow) TP_TRY(relax_narrow(run, a, &t, &a->narrow));
    if (!a->narrow) {
        t.op = &tp_op_sssp[run->A->type];
        TP_TRY(relax(run, a, &t, &infinity, a->type));
    }
    run->report.levels += t.levels;
    run->report.reached += t.reached;
    run->report.reached_arcs += t.reached_arcs;
    run->report.settled = run->report.reached;
    *low = t.waits;
    return TROPIC_OK;
}

tropic_status tp_sssp_go_on(tp_run *run, const tp_sssp_arrays *a, const tp_negative_arcs *g)
{
    tp_sssp_state state = {.distance = a->distance};
    tp_traversal t = {
        .op = &tp_op_sssp_negative[run->A->type],
        .strategy = run->strategy,
        .pull = run->pull,
        .state = &state,
        .gather = run->in,
        .scatter = run->out,
        .source = g->source,
        .heads = g->heads,
        .head_count = (tropic_index)g->head_count,
        .least = g->least,
        .queue = run->limits.queue,
        .width = a->width,
        .waits = tp_sssp_infinity(a->type),
    };
    TP_TRY(tp_run_traverse(run, 0, "relax", &t));
    run->report.levels += t.levels;
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

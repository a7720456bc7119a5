/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths from several sources: one after another, with one preparation.
 */
#include "algorithms/graph_work.h"
#include "algorithms/sssp/sssp.h"

#include "spmv/operands/operand.h"

/* Column c of the block = the distances. `place` has n elements in host memory. */
static tropic_status put_column(tp_run *run, const tp_sssp_arrays *a, void *block, tropic_index *place,
                                tropic_index *places, tropic_index columns, tropic_index c)
{
    const int64_t n = run->n;
    const tp_elementwise copy = {.kind = TP_COPY,
                                 .type = a->type,
                                 .result = a->type,
                                 .n = n,
                                 .places = places,
                                 .mask = {.structure = true},
                                 .x = {.values = a->distance, .listed = true},
                                 .w = block};
    for (tropic_index i = 0; i < n; i++) place[i] = i * columns + c;
    TP_TRY(run->backend->upload(run->context, places, place, (size_t)n * sizeof *place));
    TP_TRY(tp_elementwise_run(run->context, &copy));
    return run->backend->wait(run->context); /* before `place` is written again */
}

static tropic_status solve_all(tp_run *run, tp_sssp_arrays *a, void *block, const tropic_index *sources,
                               tropic_index count)
{
    tropic_index *places, *place = tp_arena_array(&run->arena, run->n, sizeof *place);
    TP_TRY(tp_arena_check(&run->arena, "the places of a column"));
    TP_TRY(tp_run_array(run, &places, run->n, sizeof *places, "the places of a column"));
    a->part = 1.0 / count;
    for (tropic_index c = 0; c < count; c++) {
        a->from = (double)c / count;
        TP_TRY(tp_sssp_solve(run, a, sources[c]));
        TP_TRY(tp_sssp_check_loops(run, a));
        TP_TRY(put_column(run, a, block, place, places, count, c));
    }
    return TROPIC_OK;
}

static tropic_status batch(tp_run *run, tropic_vector *distances, const tropic_matrix *A, const tropic_index *sources,
                           tropic_index count, const tropic_run_options *given)
{
    tropic_context *context = distances->context;
    tropic_run_options options;
    tp_sssp_arrays a = {0};
    void *block;

    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "run options"));
    TP_TRY(tp_run_begin(run, A, options.strategy, true));
    TP_TRY(tp_run_check_sources(run, sources, count));
    TP_TRY(tp_sssp_limit(run, &options));
    TP_TRY(tp_sssp_type(context, A, &a.type));
    TP_TRY(tp_vector_check_typed(context, distances, "distances", (int64_t)run->n * count, a.type));
    if (distances->columns != count)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "distances has %d columns, for %d sources",
                       distances->columns, count);
    TP_TRY(tp_run_need_bytes(run, ((size_t)distances->n + (size_t)run->n) * tropic_type_size(a.type) +
                                      (size_t)run->n * (2 * sizeof(tropic_index) + TP_BUCKETS_BYTES)));
    TP_TRY(tp_sssp_prepare(run, &a));
    TP_TRY(tp_run_array(run, &block, distances->n, tropic_type_size(a.type), "the distances"));
    TP_TRY(solve_all(run, &a, block, sources, count));
    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, distances, block, NULL, NULL);
}

tropic_status tropic_sssp_batch(tropic_vector *distances, const tropic_matrix *A, const tropic_index *sources,
                                tropic_index count, const tropic_run_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(distances ? distances->context : NULL);
    TP_WORK_OF_GRAPH(distances ? distances->context : NULL, TP_WORK_SSSP, A, count);
    if (!distances) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "distances is NULL");
    run = tp_run_in(distances->context, report);
    return tp_run_end(&run, batch(&run, distances, A, sources, count, options));
}

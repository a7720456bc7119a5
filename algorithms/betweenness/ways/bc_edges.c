/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness of arcs: the sweeps of betweenness centrality, after which each source adds to the arcs that its shortest
 * paths take
 *
 *     arcs(i,j) += sigma(i) g(j),  g = (1 + delta) / sigma
 */
#include "algorithms/betweenness/bc.h"
#include "algorithms/betweenness/bc_sources.h"
#include "runtime/choice.h"

static const double ZERO = 0;

/* The first option that is set and that betweenness of arcs does not have; NULL. */
static const char *unsupported(const tropic_bc_options *options)
{
    if (options->endpoints) return "endpoints";
    if (options->error != 0) return "an error";
    if (options->confidence != 0) return "a confidence";
    if (options->checkpoint || options->checkpoint_seconds != 0) return "a checkpoint";
    if (options->partial) return "partial results";
    if (options->reductions != 0 && options->reductions != TROPIC_BC_UNREDUCED) return "reductions";
    if (options->method == TROPIC_BC_PRODUCTS) return "products";
    if (options->strategy != TROPIC_STRATEGY_AUTO) return "a strategy";
    return NULL;
}

/* total.arcs = the scaled sum over the sources. */
static tropic_status sum_up(tp_run *run, tp_bc *bc, const tropic_bc_options *options, const tp_bc_sources *sources)
{
    tropic_index done;
    tp_arcs out;
    TP_TRY(tp_matrix_arcs(run->context, run->A, TP_BY_ROW, true, &out));
    run->out.row_of = out.row_of;
    TP_TRY(tp_run_array(run, &bc->total.arcs, run->out.count, sizeof(double), "the arcs"));
    TP_TRY(tp_run_array(run, &bc->total.centrality, run->n, sizeof(double), "centralities"));
    TP_TRY(run->backend->fill(run->context, bc->total.arcs, TROPIC_FP64, &ZERO, run->out.count));
    bc->sources = sources->list;
    bc->count = sources->count;
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_bc_run(run, bc, options, &done));
    bc->report->sources = sources->requested;
    TP_TRY(run->backend->scale(run->context, bc->total.arcs, TROPIC_FP64, bc->total.arcs,
                               tp_bc_scaling(options, run->n, sources, true), run->out.count));
    return tp_run_stop(run);
}

/* *C = A's pattern with the arcs' values. */
static tropic_status make_result(tp_run *run, tropic_matrix **C, const double *arcs)
{
    const tropic_offset count = run->out.count;
    const tropic_offset *offsets;
    const tropic_index *ids;
    double *values = tp_arena_array(&run->arena, count, sizeof *values);
    TP_TRY(tp_arena_check(&run->arena, "the arcs"));
    TP_TRY(tropic_matrix_csr(run->A, run->context, &offsets, &ids, NULL));
    TP_TRY(run->backend->download(run->context, values, arcs, (size_t)count * sizeof *values));
    return tropic_matrix_from_csr(C, run->context, run->n, run->n, offsets, ids, TROPIC_FP64, values, NULL);
}

static tropic_status bc_edges(tp_run *run, tropic_matrix **C, const tropic_matrix *A, const tropic_bc_options *given)
{
    tropic_bc_options options;
    const char *option;
    tp_bc_sources sources;
    tropic_bc_report report = {.size = sizeof report};
    tp_bc bc = {.report = &report, .part = 1};
    TP_TRY(tp_options_copy(run->context, &options, sizeof options, given, "bc options"));
    option = unsupported(&options);
    if (option) return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "betweenness of arcs is without %s", option);
    TP_TRY(tp_run_begin(run, A, options.strategy, options.weighted));
    TP_TRY(tp_bc_check(run, &options));
    bc.batch = options.weighted ? 0 : options.batch;
    TP_TRY(tp_bc_lengths(run, &options, &bc));
    TP_TRY(tp_bc_sources_list(run, &options, &sources));
    TP_TRY(sum_up(run, &bc, &options, &sources));
    TP_TRY(make_result(run, C, bc.total.arcs));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_bc_edges(tropic_matrix **C, tropic_context *context, const tropic_matrix *A,
                              const tropic_bc_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK(context, tp_bc_work(context, A, options));
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!C) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "C is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, bc_edges(&run, C, A, options));
}

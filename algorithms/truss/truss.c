/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness of edges, as a matrix.
 */
#include "algorithms/truss/truss.h"
#include "algorithms/graph_work.h"

#include <tropic_truss.h>

/* The values on the host. */
static tropic_status fetch(tp_run *run, int32_t **values)
{
    int32_t *const from = *values;
    if (run->backend->location == TROPIC_HOST) return TROPIC_OK;
    *values = tp_arena_array(&run->arena, run->A->count, sizeof **values);
    TP_TRY(tp_arena_check(&run->arena, "trussness"));
    return run->backend->download(run->context, *values, from, (size_t)run->A->count * sizeof **values);
}

static tropic_status truss_of(tp_run *run, tropic_matrix **T, const tropic_matrix *A, const tropic_truss_options *given)
{
    tropic_context *context = run->context;
    tropic_truss_options options;
    tropic_truss_report report = {.size = sizeof report};
    tp_truss_found found = {.edges = 0};
    tp_both_ways G = {.symmetric = false};
    tp_arcs host;
    int32_t *values;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of trusses"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of trusses"));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    G.symmetric = tp_run_symmetric(run);
    G.out = run->out;
    G.in = run->in;
    /* (When the edges are counted, their memory is checked for.) */
    TP_TRY(tp_run_need_bytes(run, (size_t)run->n * 3 * sizeof(tropic_offset) +
                                      (size_t)G.out.count * (sizeof *values + TP_TRUSS_EDGE_BYTES / 2)));
    TP_TRY(tp_run_array(run, &values, G.out.count, sizeof *values, "trussness"));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_progress(context, 0));
    TP_TRY(TP_BACKEND_PART(context, truss)->find(run, &G, values, &found));
    run->report.levels = found.levels;
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = G.out.count;
    TP_TRY(tp_progress(context, 1));
    TP_TRY(tp_run_stop(run));
    TP_TRY(tp_run_host_arcs(run, true, &host));
    TP_TRY(fetch(run, &values));
    TP_TRY(tropic_matrix_from_csr(T, context, run->n, run->n, host.offsets, host.ids, TROPIC_INT32, values, NULL));
    report.truss = found.truss;
    report.edges = found.edges;
    report.members = found.members;
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

/* Seconds of a CPU, about: triangles are counted, and each is met again when edges are removed. */
static double work_of(tropic_context *context, const tropic_matrix *A)
{
    return TP_TRUSS_COUNTS * tp_work_of_graph(context, TP_WORK_TRIANGLES, A, 1);
}

tropic_status tropic_truss(tropic_matrix **T, tropic_context *context, const tropic_matrix *A,
                           const tropic_truss_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK(context, work_of(context, A));
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!T) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "T is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, truss_of(&run, T, A, options));
}

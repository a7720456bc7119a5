/* SPDX-License-Identifier: Apache-2.0
 *
 * Core numbers of a graph, and onion layers.
 */
#include "algorithms/core/core.h"
#include "algorithms/graph_work.h"
#include "algorithms/opposites.h"

#include <tropic_core.h>

/* Bytes of a vertex: its core number and degree, and places in three lists. */
#define CORE_BYTES (2 * sizeof(int32_t) + 3 * sizeof(tropic_index))

/* Arcs that count. Of a pattern that is symmetric those out of a vertex are enough, which count twice if directed. */
static tropic_status choose_arcs(tp_run *run, tp_core *c, bool directed)
{
    bool symmetric;
    TP_TRY(tp_run_undirected(run, false, &symmetric));
    c->both = !symmetric;
    c->each = symmetric && directed ? 2 : 1;
    return TROPIC_OK;
}

static tropic_status core_of(tp_run *run, tropic_vector *core, tropic_vector *layer, const tropic_matrix *A,
                             const tropic_core_options *given)
{
    tropic_context *context = run->context;
    tropic_core_options options;
    tropic_core_report report = {.size = sizeof report};
    tp_core_found found = {.layers = 0};
    tp_core c;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of cores"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of cores"));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_vector_check_typed(context, core, "core", run->n, TROPIC_INT32));
    if (layer) TP_TRY(tp_vector_check_typed(context, layer, "layer", run->n, TROPIC_INT32));
    if (layer == core) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "core and layer are one vector");
    TP_TRY(tp_run_need_memory(run, CORE_BYTES + (layer ? sizeof *c.layer : 0)));
    c = (tp_core){.n = run->n, .out = run->out, .in = run->in};
    TP_TRY(tp_run_array(run, &c.core, run->n, sizeof *c.core, "core numbers"));
    if (layer) TP_TRY(tp_run_array(run, &c.layer, run->n, sizeof *c.layer, "onion layers"));
    TP_TRY(tp_run_start(run));
    TP_TRY(choose_arcs(run, &c, options.directed));
    if (run->n > 0) TP_TRY(TP_BACKEND_PART(context, core)->peel(run, &c, &found));
    run->report.levels = found.levels;
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(context, 1));
    TP_TRY(tp_run_stop(run));
    TP_TRY(tp_run_results(run, core, c.core, layer, c.layer));
    report.core = found.core * c.each;
    report.members = found.members;
    report.layers = found.layers;
    report.directed = c.both || options.directed;
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_core(tropic_vector *core, tropic_vector *layer, const tropic_matrix *A,
                          const tropic_core_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(core ? core->context : NULL);
    TP_WORK_OF_GRAPH(core ? core->context : NULL, TP_WORK_CORE, A, 1);
    if (!core) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "core is NULL");
    run = tp_run_in(core->context, report);
    return tp_run_end(&run, core_of(&run, core, layer, A, options));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components of a graph, and their sizes.
 */
#include "algorithms/components/components.h"
#include "algorithms/components/strong.h"
#include "algorithms/graph_work.h"
#include "algorithms/run.h"

#include <tropic_components.h>

/* Bytes of a vertex for strong components of a directed graph: levels and frontiers of two searches, or, which is more,
 * the stacks of a walk. */
#define STRONG_BYTES 17

/* component = the first vertex of each vertex's component */
static tropic_status find(tp_run *run, tropic_index *component, bool strong)
{
    const tp_arcs *in = tp_run_symmetric(run) ? NULL : &run->in;
    /* Of an undirected graph both kinds are the same. */
    if (strong && in) return tp_components_strong(run, component);
    return TP_BACKEND_PART(run->context, components)->weak(run->context, &run->out, in, component);
}

static tropic_status components_of(tp_run *run, tropic_vector *component, tropic_vector *size, const tropic_matrix *A,
                                   const tropic_components_options *given)
{
    tropic_context *context = run->context;
    tropic_components_options options;
    tropic_components_report report = {.size = sizeof report, .largest = -1};
    tp_components_survey survey = {.largest = -1};
    tropic_index *components = NULL, *sizes = NULL;
    bool measured;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of components"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of components"));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    TP_TRY(tp_vector_check_typed(context, component, "component", run->n, TROPIC_INT32));
    if (size) TP_TRY(tp_vector_check_typed(context, size, "size", run->n, TROPIC_INT32));
    if (size == component) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "component and size are one vector");
    measured = size || options.report;
    TP_TRY(tp_run_need_memory(run, sizeof *components + (measured ? sizeof *sizes : 0) +
                                       (options.strong && !tp_run_symmetric(run) ? STRONG_BYTES : 0)));
    TP_TRY(tp_run_array(run, &components, run->n, sizeof *components, "components"));
    if (measured) TP_TRY(tp_run_array(run, &sizes, run->n, sizeof *sizes, "sizes of components"));
    TP_TRY(tp_run_start(run));
    if (run->n > 0) TP_TRY(find(run, components, options.strong));
    if (run->n > 0 && measured)
        TP_TRY(TP_BACKEND_PART(context, components)->sizes(context, components, run->n, sizes, &survey));
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(context, 1));
    TP_TRY(tp_run_stop(run));
    TP_TRY(tp_run_results(run, component, components, size, sizes));
    report.components = (tropic_index)survey.components;
    report.isolated = (tropic_index)survey.isolated;
    report.largest = survey.largest;
    report.largest_size = survey.largest_size;
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_components(tropic_vector *component, tropic_vector *size, const tropic_matrix *A,
                                const tropic_components_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(component ? component->context : NULL);
    TP_WORK_OF_GRAPH(component ? component->context : NULL, TP_WORK_COMPONENTS, A, 1);
    if (!component) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "component is NULL");
    run = tp_run_in(component->context, report);
    return tp_run_end(&run, components_of(&run, component, size, A, options));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A maximal independent set: the vertices that a greedy choice takes, if it looks at them in the order of kinds, which
 * follow from degrees, and of hashes.
 *
 *     set(v) = 1 unless set(u) = 1 for a neighbour u before v
 */
#include "algorithms/sets/independent_set.h"
#include "algorithms/graph_work.h"

#include <tropic_independent_set.h>

static tropic_status independent_set(tp_run *run, tropic_vector *set, const tropic_matrix *A,
                                     const tropic_independent_set_options *given)
{
    tropic_context *context = run->context;
    tropic_independent_set_options options;
    tropic_independent_set_report report = {.size = sizeof report};
    tp_independent_set_found found = {0};
    tp_set_graph graph = {.n = 0};
    int32_t *values;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of independent sets"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of independent sets"));
    TP_TRY(tp_set_begin(run, A, false, &graph));
    TP_TRY(tp_vector_check_typed(context, set, "set", run->n, TROPIC_INT32));
    graph.seed = options.seed;
    TP_TRY(tp_run_array(run, &values, run->n, sizeof *values, "an independent set"));
    TP_TRY(tp_run_start(run));
    if (run->n > 0) TP_TRY(TP_BACKEND_PART(context, independent_set)->choose(run, &graph, values, &found));
    run->report.levels = found.passes;
    TP_TRY(tp_set_end(run, set, values));
    report.members = found.members;
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_independent_set(tropic_vector *set, const tropic_matrix *A,
                                     const tropic_independent_set_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(set ? set->context : NULL);
    TP_WORK_OF_GRAPH(set ? set->context : NULL, TP_WORK_INDEPENDENT_SET, A, 1);
    if (!set) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "set is NULL");
    run = tp_run_in(set->context, report);
    return tp_run_end(&run, independent_set(&run, set, A, options));
}

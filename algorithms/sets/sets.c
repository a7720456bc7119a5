/* SPDX-License-Identifier: Apache-2.0
 *
 * What independent sets, colourings and matchings share: the graph at the beginning, the vector in the end.
 */
#include "algorithms/sets/sets.h"
#include "algorithms/opposites.h"
#include "formats/matrix/facts/facts.h"

tropic_status tp_set_begin(tp_run *run, const tropic_matrix *A, bool values, tp_set_graph *graph)
{
    const tropic_matrix_facts *facts;
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, values));
    TP_TRY(tp_check_opposites(run, values, TP_EDGES_OF_ARCS));
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    graph->n = run->n;
    graph->count = run->A->count;
    graph->type = run->A->type;
    graph->loops = facts->loops > 0;
    graph->longest = facts->max_out;
    graph->offsets = run->out.offsets;
    graph->ids = run->out.ids;
    graph->values = run->out.values;
    return TROPIC_OK;
}

tropic_status tp_set_array(tp_run *run, void *pointer, int64_t count, size_t size, const char *what)
{
    TP_TRY(tp_need_memory(run->context, &run->context->work, (size_t)count * size, "%s", what));
    return tp_run_array(run, pointer, count, size, what);
}

tropic_status tp_set_end(tp_run *run, tropic_vector *v, int32_t *values)
{
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(run->context, 1));
    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, v, values, NULL, NULL);
}

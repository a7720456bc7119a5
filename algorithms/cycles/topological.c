/* SPDX-License-Identifier: Apache-2.0
 *
 * Topological orders: levels, then vertices by level, those of a level by number.
 */
#include "algorithms/cycles/cycles.h"
#include "algorithms/graph_work.h"

#include <tropic_cycles.h>

/* Bytes of a vertex on the host, beside the results. */
#define TOPOLOGICAL_BYTES (5 * sizeof(tropic_index))

/* INVALID_ARGUMENT, with the cycle. */
static tropic_status refuse(tp_run *run, tp_kahn *l)
{
    char text[TP_CYCLE_TEXT];
    tp_cycle cycle;
    TP_TRY(TP_BACKEND_PART(run->context, cycles)->cycle(run, l, &cycle));
    return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "the graph has no topological order: it has the cycle %s",
                   tp_cycle_text(run->A, &cycle, "->", text));
}

static tropic_status topological(tp_run *run, tropic_vector *order, tropic_vector *level, const tropic_matrix *A)
{
    tropic_context *context = run->context;
    const tp_cycles_calls *calls = TP_BACKEND_PART(context, cycles);
    tp_kahn l = {.count = 0};
    tropic_index *places;
    TP_TRY(calls->begin(run, A, TOPOLOGICAL_BYTES));
    TP_TRY(tp_vector_check_typed(context, order, "order", run->n, TROPIC_INT32));
    if (level) TP_TRY(tp_vector_check_typed(context, level, "level", run->n, TROPIC_INT32));
    if (level == order) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "order and level are one vector");
    l.n = run->n;
    TP_TRY(tp_run_array(run, &l.level, l.n, sizeof *l.level, "levels of vertices"));
    TP_TRY(tp_run_array(run, &places, l.n, sizeof *places, "an order of vertices"));
    TP_TRY(tp_run_start(run));
    TP_TRY(calls->remove(run, &l));
    if (l.count < l.n) return refuse(run, &l);
    TP_TRY(calls->order(run, &l, places));
    run->report.levels = l.levels;
    run->report.reached = run->report.settled = l.n;
    run->report.reached_arcs = A->count;
    TP_TRY(tp_progress(context, 1));
    TP_TRY(tp_run_stop(run));
    return tp_run_results(run, order, places, level, l.level);
}

tropic_status tropic_topological(tropic_vector *order, tropic_vector *level, const tropic_matrix *A,
                                 tropic_run_report *report)
{
    tp_run run;
    TP_CALL(order ? order->context : NULL);
    TP_WORK_OF_GRAPH(order ? order->context : NULL, TP_WORK_CYCLES, A, 1);
    if (!order) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "order is NULL");
    run = tp_run_in(order->context, report);
    return tp_run_end(&run, topological(&run, order, level, A));
}

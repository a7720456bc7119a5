/* SPDX-License-Identifier: Apache-2.0
 *
 * Topological orders: levels, then vertices by level, those of a level by number. On the host for all devices.
 */
#include "algorithms/cycles/cycles.h"
#include "algorithms/graph_work.h"
#include "formats/vector/vector.h"

#include <tropic_cycles.h>

/* Bytes of a vertex, the results included. */
#define TOPOLOGICAL_BYTES (5 * sizeof(tropic_index))

/* order = the vertices by level: a counting sort. */
static tropic_status sort_by_level(tp_run *run, const tp_levels *l, tropic_index *order)
{
    tropic_index *next = tp_arena_zeros(&run->arena, (int64_t)l->levels + 1, sizeof *next);
    TP_TRY(tp_arena_check(&run->arena, "places of levels"));
    for (tropic_index v = 0; v < l->n; v++) next[l->level[v] + 1]++;
    for (tropic_index d = 1; d < l->levels; d++) next[d] += next[d - 1];
    for (tropic_index v = 0; v < l->n; v++) order[next[l->level[v]]++] = v;
    return TROPIC_OK;
}

/* INVALID_ARGUMENT, with the cycle. */
static tropic_status refuse(tp_run *run, tp_levels *l)
{
    char text[TP_CYCLE_TEXT];
    tp_cycle cycle;
    TP_TRY(tp_directed_cycle(run, l, &cycle));
    return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "the graph has no topological order: it has the cycle %s",
                   tp_cycle_text(run->A, &cycle, "->", text));
}

static tropic_status topological(tp_run *run, tropic_vector *order, tropic_vector *level, const tropic_matrix *A)
{
    tropic_context *context = run->context;
    tp_levels l = {.count = 0};
    tropic_index *places;
    TP_TRY(tp_run_begin_host(run, A, TOPOLOGICAL_BYTES));
    TP_TRY(tp_vector_check_typed(context, order, "order", run->n, TROPIC_INT32));
    if (level) TP_TRY(tp_vector_check_typed(context, level, "level", run->n, TROPIC_INT32));
    if (level == order) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "order and level are one vector");
    TP_TRY(tp_run_host_arcs(run, true, &l.out));
    l.n = run->n;
    places = tp_arena_array(&run->arena, l.n, sizeof *places);
    TP_TRY(tp_arena_check(&run->arena, "an order of vertices"));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_remove_levels(run, &l));
    if (l.count < l.n) return refuse(run, &l);
    TP_TRY(sort_by_level(run, &l, places));
    run->report.levels = l.levels;
    run->report.reached = run->report.settled = l.n;
    run->report.reached_arcs = A->count;
    TP_TRY(tp_progress(context, 1));
    TP_TRY(tp_run_stop(run));
    /* A view first: it may fail, and then the other is to stay untouched. */
    if (level && level->view) TP_TRY(tropic_vector_put_dense(level, l.level, NULL));
    TP_TRY(tropic_vector_put_dense(order, places, NULL));
    return level && !level->view ? tropic_vector_put_dense(level, l.level, NULL) : TROPIC_OK;
}

tropic_status tropic_topological(tropic_vector *order, tropic_vector *level, const tropic_matrix *A,
                                 tropic_run_report *report)
{
    tp_run run;
    TP_CALL(order ? order->context : NULL);
    TP_WORK_OF_GRAPH(order ? order->context : NULL, TP_WORK_HOST, A, 1);
    if (!order) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "order is NULL");
    run = tp_run_in(order->context, report);
    return tp_run_end(&run, topological(&run, order, level, A));
}

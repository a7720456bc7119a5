/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of a graph, and two colours for one without odd cycles. On the host for all devices.
 */
#include "algorithms/graph_work.h"
#include "algorithms/cycles/cycles.h"
#include "formats/vector/vector.h"

#include <tropic_cycles.h>

/* Bytes of a vertex, the result included. */
#define CYCLE_BYTES (6 * sizeof(tropic_index))

/* Along the arcs `out`. */
static tropic_status find_directed(tp_run *run, const tp_arcs *out, tp_cycle *cycle)
{
    tp_levels l = {.n = run->n, .out = *out};
    TP_TRY(tp_remove_levels(run, &l));
    run->report.levels = l.levels;
    return l.count < l.n ? tp_directed_cycle(run, &l, cycle) : TROPIC_OK;
}

/* Of edges, or an odd one of edges. s: searched in full if there is none. */
static tropic_status find_undirected(tp_run *run, const tp_arcs *out, tp_search *s, tp_cycle *cycle)
{
    const tropic_index loop = tp_first_loop(out);
    if (loop >= 0) {
        tropic_index *vertex = tp_arena_array(&run->arena, 1, sizeof *vertex);
        TP_TRY(tp_arena_check(&run->arena, "a loop"));
        *vertex = loop;
        *cycle = (tp_cycle){1, vertex};
        return TROPIC_OK;
    }
    s->arcs[0] = *out;
    TP_TRY(tp_run_host_arcs(run, false, &s->arcs[1]));
    s->lists = s->arcs[1].offsets == out->offsets && s->arcs[1].ids == out->ids ? 1 : 2;
    TP_TRY(tp_search_cycle(run, s, cycle));
    run->report.levels = s->levels;
    return TROPIC_OK;
}

static tropic_status put_next(tp_run *run, tropic_vector *next, const tp_cycle *cycle)
{
    tropic_index *values = tp_arena_array(&run->arena, run->n, sizeof *values);
    TP_TRY(tp_arena_check(&run->arena, "a cycle"));
    for (tropic_index v = 0; v < run->n; v++) values[v] = -1;
    for (tropic_index k = 0; k < cycle->length; k++)
        values[cycle->vertex[k]] = cycle->vertex[k + 1 < cycle->length ? k + 1 : 0];
    return tropic_vector_put_dense(next, values, NULL);
}

static tropic_status end(tp_run *run)
{
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(run->context, 1));
    return tp_run_stop(run);
}

static tropic_status cycle_of(tp_run *run, tropic_vector *next, const tropic_matrix *A,
                              const tropic_cycle_options *given)
{
    tropic_context *context = run->context;
    tropic_cycle_options options;
    tropic_cycle_report report = {.size = sizeof report, .first = -1};
    tp_search s = {.odd = false};
    tp_cycle cycle = {.length = 0};
    tp_arcs out;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of cycles"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of cycles"));
    TP_TRY(tp_run_begin_host(run, A, CYCLE_BYTES));
    if ((size_t)options.kind > TROPIC_CYCLE_ODD)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no kind %d of cycles", (int)options.kind);
    if (next) TP_TRY(tp_vector_check_typed(context, next, "next", run->n, TROPIC_INT32));
    TP_TRY(tp_run_host_arcs(run, true, &out));
    TP_TRY(tp_run_start(run));
    s.odd = options.kind == TROPIC_CYCLE_ODD;
    TP_TRY(options.kind == TROPIC_CYCLE_DIRECTED ? find_directed(run, &out, &cycle)
                                                 : find_undirected(run, &out, &s, &cycle));
    TP_TRY(end(run));
    if (next) TP_TRY(put_next(run, next, &cycle));
    report.length = cycle.length;
    if (cycle.length > 0) report.first = cycle.vertex[0];
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_cycle(tropic_vector *next, tropic_context *context, const tropic_matrix *A,
                           const tropic_cycle_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_HOST, A, 1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, cycle_of(&run, next, A, options));
}

static tropic_status colors_of(tp_run *run, tropic_vector *color, const tropic_matrix *A)
{
    tropic_context *context = run->context;
    char text[TP_CYCLE_TEXT];
    tp_search s = {.odd = true};
    tp_cycle cycle = {.length = 0};
    tp_arcs out;
    TP_TRY(tp_run_begin_host(run, A, CYCLE_BYTES));
    TP_TRY(tp_vector_check_typed(context, color, "color", run->n, TROPIC_INT32));
    TP_TRY(tp_run_host_arcs(run, true, &out));
    TP_TRY(tp_run_start(run));
    TP_TRY(find_undirected(run, &out, &s, &cycle));
    if (cycle.length > 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the graph is not bipartite: it has the odd cycle %s",
                       tp_cycle_text(A, &cycle, "-", text));
    for (tropic_index v = 0; v < run->n; v++) s.level[v] &= 1;
    TP_TRY(end(run));
    return tropic_vector_put_dense(color, s.level, NULL);
}

tropic_status tropic_bipartite(tropic_vector *color, const tropic_matrix *A, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(color ? color->context : NULL);
    TP_WORK_OF_GRAPH(color ? color->context : NULL, TP_WORK_HOST, A, 1);
    if (!color) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "color is NULL");
    run = tp_run_in(color->context, report);
    return tp_run_end(&run, colors_of(&run, color, A));
}

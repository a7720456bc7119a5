/* SPDX-License-Identifier: Apache-2.0
 *
 * A cycle of a graph, and two colours for one without odd cycles.
 */
#include "algorithms/graph_work.h"
#include "algorithms/cycles/cycles.h"
#include "formats/vector/vector.h"

#include <tropic_cycles.h>

/* Bytes of a vertex on the host, beside levels and colours. */
#define CYCLE_BYTES (6 * sizeof(tropic_index))

/* Along the arcs. */
static tropic_status find_directed(tp_run *run, tp_cycle *cycle)
{
    const tp_cycles_calls *calls = TP_BACKEND_PART(run->context, cycles);
    tp_kahn l = {.n = run->n};
    TP_TRY(tp_run_array(run, &l.level, l.n, sizeof *l.level, "levels of vertices"));
    TP_TRY(calls->remove(run, &l));
    run->report.levels = l.levels;
    return l.count < l.n ? calls->cycle(run, &l, cycle) : TROPIC_OK;
}

/* Of edges, or an odd one of edges; color: NULL, or as TP_CYCLES_CALLS has it. */
static tropic_status find_undirected(tp_run *run, bool odd, tropic_index *color, tp_cycle *cycle)
{
    tp_search s = {.odd = odd};
    TP_TRY(TP_BACKEND_PART(run->context, cycles)->search(run, &s, color, cycle));
    run->report.levels = s.levels;
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
    tp_cycle cycle = {.length = 0};
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of cycles"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of cycles"));
    TP_TRY(TP_BACKEND_PART(context, cycles)->begin(run, A, CYCLE_BYTES));
    if ((size_t)options.kind > TROPIC_CYCLE_ODD)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no kind %d of cycles", (int)options.kind);
    if (next) TP_TRY(tp_vector_check_typed(context, next, "next", run->n, TROPIC_INT32));
    TP_TRY(tp_run_start(run));
    TP_TRY(options.kind == TROPIC_CYCLE_DIRECTED
               ? find_directed(run, &cycle)
               : find_undirected(run, options.kind == TROPIC_CYCLE_ODD, NULL, &cycle));
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
    TP_WORK_OF_GRAPH(context, options && options->kind == TROPIC_CYCLE_UNDIRECTED ? TP_WORK_HOST : TP_WORK_CYCLES, A,
                     1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, cycle_of(&run, next, A, options));
}

static tropic_status colors_of(tp_run *run, tropic_vector *color, const tropic_matrix *A)
{
    tropic_context *context = run->context;
    char text[TP_CYCLE_TEXT];
    tp_cycle cycle = {.length = 0};
    tropic_index *found;
    TP_TRY(TP_BACKEND_PART(context, cycles)->begin(run, A, CYCLE_BYTES));
    TP_TRY(tp_vector_check_typed(context, color, "color", run->n, TROPIC_INT32));
    TP_TRY(tp_run_array(run, &found, run->n, sizeof *found, "colours"));
    TP_TRY(tp_run_start(run));
    TP_TRY(find_undirected(run, true, found, &cycle));
    if (cycle.length > 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "the graph is not bipartite: it has the odd cycle %s",
                       tp_cycle_text(A, &cycle, "-", text));
    TP_TRY(end(run));
    return tp_run_results(run, color, found, NULL, NULL);
}

tropic_status tropic_bipartite(tropic_vector *color, const tropic_matrix *A, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(color ? color->context : NULL);
    TP_WORK_OF_GRAPH(color ? color->context : NULL, TP_WORK_CYCLES, A, 1);
    if (!color) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "color is NULL");
    run = tp_run_in(color->context, report);
    return tp_run_end(&run, colors_of(&run, color, A));
}

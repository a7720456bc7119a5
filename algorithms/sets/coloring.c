/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy colouring, in an order of the vertices:
 *
 *     color(v) = the least number that is not color(u) of a neighbour u before v
 */
#include "algorithms/sets/coloring.h"
#include "algorithms/core/core.h"
#include "algorithms/graph_work.h"

#include <tropic_coloring.h>

#define DOING "a colouring"
/* Of the calls for SMALLEST_LAST, the part that onion layers take. (Not measured.) */
#define LAYERS_PART 0.5

/* The onion layer of each vertex. */
static tropic_status find_layers(tp_run *run, tp_set_kinds *kinds)
{
    tp_core c = {.n = run->n, .out = run->out, .in = run->in, .each = 1};
    tp_core_found found = {.layers = 0};
    TP_TRY(tp_run_array(run, &c.core, run->n, sizeof *c.core, "core numbers"));
    TP_TRY(tp_run_array(run, &c.layer, run->n, sizeof *c.layer, "onion layers"));
    tp_run_part(run, 0, LAYERS_PART);
    TP_TRY(TP_BACKEND_PART(run->context, core)->peel(run, &c, &found));
    tp_run_part(run, LAYERS_PART, 1 - LAYERS_PART);
    kinds->layer = c.layer;
    kinds->layers = found.layers;
    return TROPIC_OK;
}

static tropic_status coloring(tp_run *run, tropic_vector *color, const tropic_matrix *A,
                              const tropic_coloring_options *given)
{
    tropic_context *context = run->context;
    tropic_coloring_options options;
    tropic_coloring_report report = {.size = sizeof report};
    tp_set_graph graph = {.n = 0};
    tp_set_kinds kinds = {.layer = NULL};
    int32_t *values;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of colourings"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of colourings"));
    if (options.order != TROPIC_COLORING_LARGEST_FIRST && options.order != TROPIC_COLORING_SMALLEST_LAST)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no order %d of colourings", (int)options.order);
    TP_TRY(tp_set_begin(run, A, false, &graph));
    TP_TRY(tp_vector_check_typed(context, color, "color", run->n, TROPIC_INT32));
    graph.seed = options.seed;
    TP_TRY(tp_run_array(run, &values, run->n, sizeof *values, DOING));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_progress(context, 0));
    if (run->n > 0 && options.order == TROPIC_COLORING_SMALLEST_LAST) TP_TRY(find_layers(run, &kinds));
    if (run->n > 0) TP_TRY(TP_BACKEND_PART(context, coloring)->paint(run, &graph, &kinds, values, &report.colors));
    run->report.levels = report.colors;
    TP_TRY(tp_set_end(run, color, values));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_coloring(tropic_vector *color, const tropic_matrix *A, const tropic_coloring_options *options,
                              tropic_run_report *report)
{
    tp_run run;
    TP_CALL(color ? color->context : NULL);
    TP_WORK_OF_GRAPH(color ? color->context : NULL, TP_WORK_COLORING, A, 1);
    if (!color) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "color is NULL");
    run = tp_run_in(color->context, report);
    return tp_run_end(&run, coloring(&run, color, A, options));
}

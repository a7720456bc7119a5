/* SPDX-License-Identifier: Apache-2.0
 *
 * Matchings: the arguments, and what a matching weighs.
 *
 *     M = {e : no edge before e that is in M shares a vertex with it}
 */
#include "algorithms/sets/matching.h"
#include "algorithms/graph_work.h"
#include "algorithms/wrong_weight.h"
#include "formats/matrix/facts/facts.h"

#include <math.h>
#include <tropic_matching.h>

__extension__ typedef unsigned __int128 wide_word;

static tropic_status check_numbers(tp_run *run, const tp_set_graph *g)
{
    const tropic_matrix_facts *facts;
    if (!g->values || g->count == 0) return TROPIC_OK;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    return tp_check_weights(run, facts, -INFINITY, INFINITY);
}

static tropic_status weigh(tp_run *run, const tp_set_graph *g, const int32_t *mate, tropic_matching_report *report)
{
    const int64_t count = ((int64_t)g->n + TP_MATCHING_PART - 1) / TP_MATCHING_PART;
    tp_matching_part *parts = tp_arena_array(&run->arena, count, sizeof *parts);
    wide_word integer = 0;
    double real = 0;
    TP_TRY(tp_arena_check(&run->arena, "weights of a matching"));
    if (count > 0) TP_TRY(TP_BACKEND_PART(run->context, matching)->weigh(run, g, mate, parts));
    for (int64_t p = 0; p < count; p++) {
        integer += (wide_word)parts[p].high << 64 | parts[p].low;
        real += parts[p].real;
        report->edges += parts[p].edges;
    }
    report->exact = !(g->values && tp_type_floating(g->type));
    report->weight = report->exact ? (double)integer : real;
    report->exact = report->exact && integer <= INT64_MAX;
    if (report->exact) report->integer_weight = (int64_t)integer;
    return TROPIC_OK;
}

static tropic_status matching(tp_run *run, tropic_vector *mate, const tropic_matrix *A,
                              const tropic_matching_options *given)
{
    tropic_context *context = run->context;
    tropic_matching_options options;
    tropic_matching_report report = {.size = sizeof report};
    tp_set_graph graph = {.n = 0};
    int32_t *values;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of matchings"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of matchings"));
    if (A && options.weighted && tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights of type %s are not numbers", tropic_type_name(A->type));
    TP_TRY(tp_set_begin(run, A, options.weighted, &graph));
    TP_TRY(tp_vector_check_typed(context, mate, "mate", run->n, TROPIC_INT32));
    graph.seed = options.seed;
    TP_TRY(tp_run_array(run, &values, run->n, sizeof *values, "a matching"));
    TP_TRY(tp_run_start(run));
    TP_TRY(check_numbers(run, &graph));
    if (run->n > 0) TP_TRY(TP_BACKEND_PART(context, matching)->find(run, &graph, values, &run->report.levels));
    if (options.report) TP_TRY(weigh(run, &graph, values, &report));
    TP_TRY(tp_set_end(run, mate, values));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_matching(tropic_vector *mate, const tropic_matrix *A, const tropic_matching_options *options,
                              tropic_run_report *report)
{
    tp_run run;
    TP_CALL(mate ? mate->context : NULL);
    TP_WORK_OF_GRAPH(mate ? mate->context : NULL, TP_WORK_MATCHING, A, 1);
    if (!mate) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "mate is NULL");
    run = tp_run_in(mate->context, report);
    return tp_run_end(&run, matching(&run, mate, A, options));
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Matchings: the arguments, and what a matching weighs.
 *
 *     M = {e : no edge before e that is in M shares a vertex with it}
 */
#include "algorithms/sets/matching.h"
#include "formats/matrix/facts/facts.h"

#include <tropic_matching.h>

__extension__ typedef __int128 wide_int;

/* Vertices whose edges are added up one after another, before these sums are: so a sum of real weights is the same for
 * any number of threads. */
#define SUM_PART 1024

typedef struct part {
    wide_int integer; /* 128 bits hold 2^31 weights */
    double real;
    tropic_index edges;
} part;

typedef struct weighing {
    const tp_set_graph *g;
    const int32_t *mate;
    part *parts;
} weighing;

static wide_int integer_at(const tp_set_graph *g, tropic_offset k)
{
    switch (g->type) {
    case TROPIC_INT64: return ((const int64_t *)g->values)[k];
    case TROPIC_UINT64: return ((const uint64_t *)g->values)[k];
    default: return (wide_int)tp_value_as_double(g->values, g->type, k);
    }
}

static void weigh_parts(const void *of, int64_t begin, int64_t end)
{
    const weighing *w = of;
    for (int64_t p = begin; p < end; p++) {
        const int64_t first = p * SUM_PART, last = first + SUM_PART < w->g->n ? first + SUM_PART : w->g->n;
        part sum = {0};
        for (int64_t v = first; v < last; v++) {
            tropic_offset arc;
            if (w->mate[v] <= v) continue;
            sum.edges++;
            if (!w->g->values) continue;
            arc = tp_matching_arc(w->g, (tropic_index)v, w->mate[v]);
            if (tp_type_floating(w->g->type))
                sum.real += tp_value_as_double(w->g->values, w->g->type, arc);
            else
                sum.integer += integer_at(w->g, arc);
        }
        w->parts[p] = sum;
    }
}

static tropic_status weigh(tp_run *run, const tp_set_graph *g, const int32_t *mate, tropic_matching_report *report)
{
    const int64_t count = ((int64_t)g->n + SUM_PART - 1) / SUM_PART;
    weighing w = {.g = g, .mate = mate};
    part sum = {0};
    TP_TRY(tp_set_array(run, &w.parts, count, sizeof *w.parts, "weights of a matching"));
    tp_for(tp_team_for(run->context, 8 * (int64_t)g->n), count, 1, weigh_parts, &w);
    for (int64_t p = 0; p < count; p++) {
        sum.integer += w.parts[p].integer;
        sum.real += w.parts[p].real;
        sum.edges += w.parts[p].edges;
    }
    if (!g->values) sum.integer = sum.edges;
    report->edges = sum.edges;
    report->exact = !(g->values && tp_type_floating(g->type));
    report->weight = report->exact ? (double)sum.integer : sum.real;
    report->exact = report->exact && sum.integer <= INT64_MAX;
    if (report->exact) report->integer_weight = (int64_t)sum.integer;
    return TROPIC_OK;
}

static tropic_status matching(tp_run *run, tropic_vector *mate, const tropic_matrix *A,
                              const tropic_matching_options *given)
{
    tropic_context *context = run->context;
    tropic_matching_options options;
    tropic_matching_report report = {.size = sizeof report};
    tp_set_graph graph = {.n = 0};
    tp_weights weights;
    int32_t *values;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of matchings"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of matchings"));
    if (A && options.weighted && tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights of type %s are not numbers", tropic_type_name(A->type));
    TP_TRY(tp_set_begin(run, A, options.weighted, &graph));
    TP_TRY(tp_set_on_host(run, &graph));
    TP_TRY(tp_vector_check_typed(context, mate, "mate", run->n, TROPIC_INT32));
    graph.seed = options.seed;
    TP_TRY(tp_set_array(run, &values, run->n, sizeof *values, "a matching"));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_matching_weights(run, &graph, &weights));
    TP_TRY(tp_matching_find(run, &graph, &weights, values));
    if (options.report) TP_TRY(weigh(run, &graph, values, &report));
    TP_TRY(tp_set_end_on_host(run, mate, values));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_matching(tropic_vector *mate, const tropic_matrix *A, const tropic_matching_options *options,
                              tropic_run_report *report)
{
    tp_run run;
    TP_CALL(mate ? mate->context : NULL);
    if (!mate) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "mate is NULL");
    run = tp_run_in(mate->context, report);
    return tp_run_end(&run, matching(&run, mate, A, options));
}

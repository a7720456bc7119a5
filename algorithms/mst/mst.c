/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum and maximum spanning forests: the arguments, the forest as a matrix, and its weight. A backend finds the
 * edges.
 */
#include "algorithms/mst/mst.h"
#include "algorithms/graph_work.h"
#include "algorithms/opposites.h"
#include "algorithms/wrong_weight.h"
#include "formats/matrix/facts/facts.h"
#include "spmv/write/matrix_output.h"

#include <tropic_mst.h>

__extension__ typedef __int128 wide_int;

/* Edges whose real weights are added up one after another, before these sums are. */
#define SUM_PART 1024

/* ---- what is refused ---- */

static tropic_status check_numbers(tp_run *run)
{
    const tropic_matrix_facts *facts;
    if (!tp_type_floating(run->A->type) || run->A->pattern) return TROPIC_OK;
    TP_TRY(tp_matrix_facts(run->context, run->A, &facts));
    return tp_check_weights(run, facts, -INFINITY, INFINITY);
}

/* ---- the weight ---- */

static double real_of(uint64_t word, const tp_mst_graph *g)
{
    if (g->type == TROPIC_FP32) {
        const uint32_t bits = g->maximum ? ~(uint32_t)word : (uint32_t)word;
        const uint32_t plain = bits & TP_MST_SIGN32 ? bits ^ TP_MST_SIGN32 : ~bits;
        float value;
        memcpy(&value, &plain, sizeof value);
        return value;
    }
    word = g->maximum ? ~word : word;
    word = word & TP_MST_SIGN64 ? word ^ TP_MST_SIGN64 : ~word;
    double value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* 128 bits hold 2^31 of them. */
static wide_int integer_of(uint64_t word, const tp_mst_graph *g)
{
    const uint32_t low = g->maximum ? ~(uint32_t)word : (uint32_t)word;
    if (!g->arcs.values) return 1;
    switch (g->type) {
    case TROPIC_BOOL: return low != 0;
    case TROPIC_INT32: return (int32_t)(low ^ TP_MST_SIGN32);
    case TROPIC_INT64: return (int64_t)((g->maximum ? ~word : word) ^ TP_MST_SIGN64);
    case TROPIC_UINT64: return g->maximum ? ~word : word;
    default: return low;
    }
}

static void weigh(const tp_mst_graph *g, const tp_mst_pair *edges, tropic_index count, tropic_mst_report *report)
{
    wide_int integer = 0;
    double real = 0;
    report->exact = !g->arcs.values || !tp_type_floating(g->type);
    for (tropic_index first = 0; first < count; first += SUM_PART) {
        const tropic_index end = count - first < SUM_PART ? count : first + SUM_PART;
        double part = 0;
        if (report->exact)
            for (tropic_index e = first; e < end; e++) integer += integer_of(edges[e].value, g);
        else
            for (tropic_index e = first; e < end; e++) part += real_of(edges[e].value, g);
        real += part;
    }
    report->weight = report->exact ? (double)integer : real;
    report->exact = report->exact && integer >= INT64_MIN && integer <= INT64_MAX;
    if (report->exact) report->integer_weight = (int64_t)integer;
}

/* ---- the forest as a matrix ---- */

static void put_value(tp_lists *T, tropic_offset at, tropic_type type, const tp_mst_graph *g, uint64_t word)
{
    tp_value value = {0};
    if (T->size == 0) return;
    if (tp_type_floating(type)) {
        if (type == TROPIC_FP32)
            value.fp32 = (float)real_of(word, g);
        else
            value.fp64 = real_of(word, g);
    } else {
        /* The lower bytes of the integer are those of any narrower type that holds it. */
        const uint64_t low = (uint64_t)integer_of(word, g);
        switch (T->size) {
        case 1: value.uint8 = (uint8_t)low; break;
        case 2: value.uint16 = (uint16_t)low; break;
        case 4: value.uint32 = (uint32_t)low; break;
        default: value.uint64 = low; break;
        }
    }
    memcpy((char *)T->values + (size_t)at * T->size, &value, T->size);
}

/* Rows, of edges in order of their ends. All of a vertex's lesser neighbours come before its greater ones; either
 * ascend, as edges do. */
static void fill_rows(tp_lists *T, tropic_type type, const tp_mst_graph *g, const tp_mst_pair *edges,
                      tropic_index count)
{
    tropic_offset *next = T->offsets;
    memset(next, 0, ((size_t)T->lists + 1) * sizeof *next);
    for (tropic_index e = 0; e < count; e++) {
        next[tp_mst_lesser(edges[e].key) + 1]++;
        next[tp_mst_greater(edges[e].key) + 1]++;
    }
    for (tropic_index v = 0; v < T->lists; v++) next[v + 1] += next[v];
    for (int lesser = 1; lesser >= 0; lesser--)
        for (tropic_index e = 0; e < count; e++) {
            const tropic_index u = tp_mst_lesser(edges[e].key), v = tp_mst_greater(edges[e].key);
            const tropic_offset at = next[lesser ? v : u]++;
            T->ids[at] = lesser ? u : v;
            put_value(T, at, type, g, edges[e].value);
        }
    /* Each place is where the next row begins, now. */
    memmove(next + 1, next, (size_t)T->lists * sizeof *next);
    next[0] = 0;
}

static tropic_status make_matrix(tropic_matrix **F, tropic_context *context, const tropic_matrix *A,
                                 const tp_mst_graph *g, const tp_mst_pair *edges, tropic_index count)
{
    tropic_matrix *made = NULL;
    tp_matrix_output o;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, &made, context, NULL, NULL, NULL));
    o.labels = A;
    TP_TRY(tp_matrix_output_check(&o, A->rows, A->cols, A->type, A->pattern));
    TP_TRY(tp_lists_allocate(context, &context->memory, &T, A->rows, 2 * (tropic_offset)count,
                             A->pattern ? 0 : tropic_type_size(A->type)));
    fill_rows(&T, A->type, g, edges, count);
    TP_TRY(tp_matrix_write(&o, &T));
    made->symmetric = made->host.sides[TP_BY_ROW].present && !made->hypersparse;
    *F = made;
    return TROPIC_OK;
}

/* ---- the call ---- */

static tropic_status mst(tp_run *run, tropic_matrix **F, const tropic_matrix *A, const tropic_mst_options *given)
{
    tropic_context *context = run->context;
    tropic_mst_options options;
    tropic_mst_report report = {.size = sizeof report};
    tp_mst_graph graph;
    tp_mst_found found = {0};
    tp_mst_pair *edges = NULL;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of a spanning forest"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of a spanning forest"));
    if (A && tp_type_struct(A->type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "weights of type %s are not numbers", tropic_type_name(A->type));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, true));
    TP_TRY(check_numbers(run));
    TP_TRY(tp_check_opposites(run, true, TP_EDGES_OF_ARCS));
    graph = (tp_mst_graph){.n = run->n, .arcs = run->out, .type = run->A->type, .maximum = options.maximum};
    if (run->n > 0) TP_TRY(TP_BACKEND_PART(context, mst)->find(run, &graph, &found));
    run->report.levels = found.rounds;
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = run->A->count;
    TP_TRY(tp_progress(context, 1));
    TP_TRY(tp_run_stop(run));
    if (run->n > 0 && (F || options.report)) TP_TRY(TP_BACKEND_PART(context, mst)->list(run, &graph, &found, &edges));
    report.edges = found.edges;
    report.trees = run->n - found.edges;
    if (options.report) weigh(&graph, edges, found.edges, &report);
    if (F) TP_TRY(make_matrix(F, context, A, &graph, edges, found.edges));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_mst(tropic_matrix **F, tropic_context *context, const tropic_matrix *A,
                         const tropic_mst_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_MST, A, 1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, mst(&run, F, A, options));
}

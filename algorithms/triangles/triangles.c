/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles: whether vertices are numbered by degree first, and of which edges.
 */
#include "algorithms/triangles/steps.h"
#include "algorithms/graph_work.h"

/* Bytes of a thread on the CPU: of a mark of a vertex. */
#define MARK_BYTES 1

bool tp_triangles_by_degree(const tp_degrees *lists)
{
    const double mean = lists->mean, deviation = lists->deviation;
    return mean > 0 && mean + deviation * deviation / mean > TP_TRIANGLES_GIVEN_DEGREE;
}

tropic_status tp_triangles_edges(tp_run *run, const tp_both_ways *G, bool values, tp_edges *edges)
{
    const tp_triangles_calls *calls = TP_BACKEND_PART(run->context, triangles);
    *edges = (tp_edges){.n = run->n};
    TP_TRY(tp_run_array(run, &edges->offsets, (int64_t)run->n + 1, sizeof *edges->offsets, "edges"));
    TP_TRY(calls->edge_offsets(run->context, G, edges));
    TP_TRY(tp_run_array(run, &edges->ids, edges->count, sizeof *edges->ids, "edges"));
    if (values) TP_TRY(tp_run_array(run, &edges->values, edges->count, sizeof *edges->values, "values of edges"));
    return calls->edge_ids(run->context, G, edges);
}

/* Does `order` number the vertices by degree? */
static tropic_status choose(tp_run *run, tropic_triangles_order order, bool *by_degree)
{
    tp_degrees lists;
    *by_degree = order != TROPIC_TRIANGLES_AS_GIVEN;
    if (order != TROPIC_TRIANGLES_AUTO || !tp_run_symmetric(run)) return TROPIC_OK;
    TP_TRY(tp_matrix_degrees(run->context, run->A, TP_BY_ROW, &lists));
    *by_degree = tp_triangles_by_degree(&lists);
    return TROPIC_OK;
}

size_t tp_triangles_arcs(const tp_run *run)
{
    return (tp_run_symmetric(run) ? 1 : 2) * (size_t)run->A->count;
}

size_t tp_triangles_edges_bytes(const tp_run *run, bool values)
{
    return ((size_t)run->n + 1) * sizeof(tropic_offset) +
           tp_triangles_arcs(run) * (sizeof(tropic_index) + (values ? sizeof(double) : 0));
}

/* While half of the arcs are turned round, there are two halves, and one half sorted. */
size_t tp_triangles_numbered_bytes(const tp_run *run)
{
    return (size_t)run->n * (3 * sizeof(tropic_index) + 2 * sizeof(tropic_offset)) +
           tp_triangles_arcs(run) / 2 * 4 * sizeof(tropic_index);
}

tropic_status tp_triangles_bytes(tp_run *run, tropic_triangles_order order, bool of_vertex, size_t *bytes)
{
    const size_t n = (size_t)run->n, threads = (size_t)run->context->threads;
    bool by_degree;
    TP_TRY(choose(run, order, &by_degree));
    *bytes = threads * n * MARK_BYTES;
    if (!tp_run_symmetric(run)) *bytes += tp_triangles_edges_bytes(run, false);
    if (by_degree) *bytes += tp_triangles_numbered_bytes(run) + (of_vertex ? n * sizeof(int64_t) : 0);
    if (of_vertex) *bytes += threads * (n < TP_COUNT_NEAR ? n : TP_COUNT_NEAR) * sizeof(int64_t);
    return TROPIC_OK;
}

tropic_status tp_triangles_count(tp_run *run, tropic_triangles_order order, int64_t *of_vertex, int64_t *total)
{
    tp_counting c = {.arcs = run->out, .of_vertex = of_vertex};
    TP_TRY(choose(run, order, &c.by_degree));
    if (!tp_run_symmetric(run)) {
        const tp_both_ways G = {.out = run->out, .in = run->in};
        const int64_t longest = (int64_t)run->out.longest + run->in.longest; /* or less */
        tp_edges edges;
        TP_TRY(tp_triangles_edges(run, &G, false, &edges));
        c.arcs = (tp_arcs){.lists = run->n, .count = edges.count, .offsets = edges.offsets, .ids = edges.ids};
        c.arcs.longest = longest < run->n ? (tropic_index)longest : run->n;
    }
    TP_TRY(TP_BACKEND_PART(run->context, triangles)->count(run->context, &c));
    *total = c.total;
    return TROPIC_OK;
}

static tropic_status find(tp_run *run, tropic_vector *triangles, int64_t *total, const tropic_matrix *A,
                          const tropic_triangles_options *given)
{
    tropic_context *context = run->context;
    tropic_triangles_options options;
    int64_t *of_vertex = NULL, found;
    size_t bytes;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "triangles options"));
    if (options.order != TROPIC_TRIANGLES_AUTO && options.order != TROPIC_TRIANGLES_BY_DEGREE &&
        options.order != TROPIC_TRIANGLES_AS_GIVEN)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no order %d of triangles", (int)options.order);
    if (!triangles && !total) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "triangles and total are both NULL");
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    if (triangles) TP_TRY(tp_vector_check_typed(context, triangles, "triangles", run->n, TROPIC_INT64));
    TP_TRY(tp_triangles_bytes(run, options.order, triangles, &bytes));
    TP_TRY(tp_run_need_bytes(run, bytes + (triangles ? (size_t)run->n * sizeof *of_vertex : 0)));
    if (triangles) TP_TRY(tp_run_array(run, &of_vertex, run->n, sizeof *of_vertex, "counts of triangles"));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_triangles_count(run, options.order, of_vertex, &found));
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = A->count;
    TP_TRY(tp_run_stop(run));
    if (triangles) TP_TRY(tp_run_results(run, triangles, of_vertex, NULL, NULL));
    if (total) *total = found;
    return TROPIC_OK;
}

tropic_status tropic_triangles(tropic_vector *triangles, int64_t *total, tropic_context *context,
                               const tropic_matrix *A, const tropic_triangles_options *options,
                               tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_TRIANGLES, A, 1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, find(&run, triangles, total, A, options));
}

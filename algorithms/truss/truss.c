/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness of edges: the edges and their numbers, then triangles, then removal. On the host for all devices.
 */
#include "algorithms/truss/truss.h"
#include "algorithms/graph_work.h"
#include "algorithms/triangles/triangles.h"

#include <tropic_truss.h>

/* A's arcs by row or by column, in host memory. */
static tropic_status host_arcs(tp_run *run, bool by_row, tp_arcs *arcs)
{
    *arcs = (tp_arcs){.lists = run->n, .count = run->A->count};
    return by_row ? tropic_matrix_csr(run->A, run->context, &arcs->offsets, &arcs->ids, NULL)
                  : tropic_matrix_csc(run->A, run->context, &arcs->offsets, &arcs->ids, NULL);
}

/* Of working memory for so many edges. */
static size_t bytes_of(const tp_run *run, tropic_offset edges)
{
    const size_t vertex = 3 * sizeof(tropic_offset) + (size_t)run->context->threads * sizeof(tropic_index);
    return (size_t)run->n * vertex + (size_t)edges * TP_TRUSS_EDGE_BYTES + (size_t)run->A->count * sizeof(int32_t);
}

/* The edges of A, numbered. */
static tropic_status number_edges(tp_run *run, const tp_both_ways *G, tp_truss *t)
{
    tp_edges edges = {.n = run->n};
    tropic_offset *next;
    edges.offsets = tp_arena_array(&run->arena, (int64_t)run->n + 1, sizeof *edges.offsets);
    next = tp_arena_array(&run->arena, run->n, sizeof *next);
    TP_TRY(tp_arena_check(&run->arena, "edges"));
    TP_TRY(tp_cpu_triangles_edge_offsets(run->context, G, &edges));
    TP_TRY(tp_need_memory(run->context, &run->context->memory, bytes_of(run, edges.count / 2),
                          "the trussness of %lld edges", (long long)(edges.count / 2)));
    edges.ids = tp_arena_array(&run->arena, edges.count, sizeof *edges.ids);
    t->edge = tp_arena_array(&run->arena, edges.count, sizeof *t->edge);
    t->from = tp_arena_array(&run->arena, edges.count / 2, sizeof *t->from);
    t->to = tp_arena_array(&run->arena, edges.count / 2, sizeof *t->to);
    t->support = tp_arena_array(&run->arena, edges.count / 2, sizeof *t->support);
    TP_TRY(tp_arena_check(&run->arena, "edges"));
    TP_TRY(tp_cpu_triangles_edge_ids(run->context, G, &edges));
    run->host = bytes_of(run, edges.count / 2); /* of the host, on all devices */
    t->n = run->n;
    t->offsets = edges.offsets;
    t->ids = edges.ids;
    /* next[v]: v's first arc to a vertex from u on. */
    for (tropic_index v = 0; v < t->n; v++) next[v] = t->offsets[v];
    for (tropic_index u = 0; u < t->n; u++)
        for (tropic_offset a = next[u]; a < t->offsets[u + 1]; a++) {
            t->from[t->count] = u;
            t->to[t->count] = t->ids[a];
            t->edge[a] = t->count;
            t->edge[next[t->ids[a]]++] = t->count++;
        }
    t->next = next;
    return TROPIC_OK;
}

/* The value of the arc u -> v, if there is one. next[u]: none before it has been asked for. */
static void put(const tp_arcs *out, tropic_offset *next, tropic_index u, tropic_index v, int32_t truss, int32_t *values)
{
    tropic_offset k = next[u];
    while (k < out->offsets[u + 1] && out->ids[k] < v) k++;
    if (k < out->offsets[u + 1] && out->ids[k] == v) values[k] = truss;
    next[u] = k;
}

/* values = the trussness of each arc of `out`. Edges at a vertex come in order of its neighbours. */
static void spread(const tp_truss *t, const tp_arcs *out, int32_t *values)
{
    for (tropic_offset k = 0; k < out->count; k++) values[k] = 0;
    for (tropic_index v = 0; v < t->n; v++) t->next[v] = out->offsets[v];
    for (tropic_offset e = 0; e < t->count; e++) {
        put(out, t->next, t->from[e], t->to[e], t->support[e] + 2, values);
        put(out, t->next, t->to[e], t->from[e], t->support[e] + 2, values);
    }
}

static void tell(const tp_truss *t, tropic_truss_report *report)
{
    report->edges = t->count;
    for (tropic_offset e = 0; e < t->count; e++) {
        const int32_t truss = t->support[e] + 2;
        if (truss > report->truss) report->truss = truss, report->members = 0;
        report->members += truss == report->truss;
    }
}

static tropic_status truss_of(tp_run *run, tropic_matrix **T, const tropic_matrix *A, const tropic_truss_options *given)
{
    tropic_context *context = run->context;
    tropic_truss_options options;
    tropic_truss_report report = {.size = sizeof report};
    tp_both_ways G = {.symmetric = false};
    tp_truss t = {.count = 0};
    int32_t *values;
    TP_TRY(tp_options_copy(context, &options, sizeof options, given, "options of trusses"));
    if (options.report) TP_TRY(tp_options_check_size(context, options.report->size, "report of trusses"));
    TP_TRY(tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false));
    G.symmetric = tp_run_symmetric(run);
    TP_TRY(host_arcs(run, true, &G.out));
    TP_TRY(host_arcs(run, false, &G.in));
    values = tp_arena_array(&run->arena, G.out.count, sizeof *values);
    TP_TRY(tp_arena_check(&run->arena, "trussness"));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_progress(context, 0));
    TP_TRY(number_edges(run, &G, &t));
    TP_TRY(tp_truss_count(run, &t));
    TP_TRY(tp_truss_peel(run, &t, &run->report.levels));
    spread(&t, &G.out, values);
    tell(&t, &report);
    run->report.reached = run->report.settled = run->n;
    run->report.reached_arcs = G.out.count;
    TP_TRY(tp_progress(context, 1));
    TP_TRY(tp_run_stop(run));
    TP_TRY(tropic_matrix_from_csr(T, context, run->n, run->n, G.out.offsets, G.out.ids, TROPIC_INT32, values, NULL));
    if (options.report) tp_report_copy(options.report, &report, sizeof report);
    return TROPIC_OK;
}

tropic_status tropic_truss(tropic_matrix **T, tropic_context *context, const tropic_matrix *A,
                           const tropic_truss_options *options, tropic_run_report *report)
{
    tp_run run;
    TP_CALL(context);
    TP_WORK_OF_GRAPH(context, TP_WORK_HOST, A, 1);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!T) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "T is NULL");
    run = tp_run_in(context, report);
    return tp_run_end(&run, truss_of(&run, T, A, options));
}

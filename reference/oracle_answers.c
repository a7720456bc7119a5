/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers by the textbook algorithms, in a build without SuiteSparse:GraphBLAS. One thread; memory for the graph once
 * more, 24 bytes an entry.
 */
#include <math.h>
#include <stdlib.h>

#include "reference/answers.h"
#include "reference/decimals.h"
#include "reference/oracle.h"

const char answer_bc_limit[] =
    "the oracle counts at most 1.2e4932 paths, and there are more, or rounding absorbs a length";

const char *reference_name(void)
{
    return "textbook algorithms (this build has no SuiteSparse:GraphBLAS)";
}

void reference_set_threads(int threads)
{
    (void)threads;
}

void reference_finish(void) {}

static reference_verdict no_memory(const verify_report *report)
{
    return verify_failed(report, "no memory for the reference");
}

/* Distances are added up as the library adds them. */
static oracle_precision precision_of(tropic_type type)
{
    return type == TROPIC_FP32 ? ORACLE_SINGLE : type == TROPIC_FP64 ? ORACLE_DOUBLE : ORACLE_EXTENDED;
}

static bool open_graph(oracle_graph *G, const verify_report *report, tropic_context *context)
{
    if (!oracle_graph_from_matrix(G, report->A, context)) return false;
    G->precision = precision_of(tropic_matrix_type(report->A));
    return true;
}

reference_verdict answer_levels(const verify_report *report, int32_t *level, tropic_context *context,
                                tropic_index source)
{
    const tropic_index n = tropic_matrix_rows(report->A);
    oracle_graph G = {0};
    int64_t *found = malloc(((size_t)n + 1) * sizeof *found);
    const bool enough = found && open_graph(&G, report, context) && oracle_bfs(&G, source, found);
    for (tropic_index v = 0; enough && v < n; v++) level[v] = (int32_t)found[v];
    oracle_graph_free(&G);
    free(found);
    return enough ? REFERENCE_MATCH : no_memory(report);
}

/* Dijkstra's algorithm, or where an arc is negative that of Bellman and Ford. */
static bool find_distances(const oracle_graph *G, int64_t source, long double *distance, bool *negative_cycle)
{
    *negative_cycle = false;
    for (int64_t k = 0; k < G->offset[G->rows]; k++)
        if (G->weight[k] < 0) return oracle_bellman_ford(G, source, distance, negative_cycle);
    return oracle_dijkstra(G, source, distance);
}

reference_verdict answer_distances(const verify_report *report, void *distance, bool *negative_cycle,
                                   tropic_context *context, tropic_type type, tropic_index source)
{
    const tropic_index n = tropic_matrix_rows(report->A);
    oracle_graph G = {0};
    long double *found = malloc(((size_t)n + 1) * sizeof *found);
    const bool enough = found && open_graph(&G, report, context) && find_distances(&G, source, found, negative_cycle);
    for (tropic_index v = 0; enough && v < n; v++) {
        if (isinf(found[v])) continue;
        if (type == TROPIC_INT64)
            ((int64_t *)distance)[v] = (int64_t)found[v];
        else
            ((double *)distance)[v] = (double)found[v];
    }
    oracle_graph_free(&G);
    free(found);
    return enough ? REFERENCE_MATCH : no_memory(report);
}

/* Paths' ends: each source is one for each other vertex that it reaches, and so are they. */
static bool add_ends(const oracle_graph *G, long double *centrality, const int64_t *sources, int64_t count,
                     bool weighted)
{
    const size_t n = (size_t)G->rows;
    int64_t *level = malloc((n + 1) * sizeof *level);
    long double *distance = malloc((n + 1) * sizeof *distance);
    bool enough = level && distance;
    for (int64_t k = 0; enough && k < count; k++) {
        enough = weighted ? oracle_dijkstra(G, sources[k], distance) : oracle_bfs(G, sources[k], level);
        for (int64_t v = 0; enough && v < G->rows; v++) {
            if (v == sources[k] || (weighted ? isinf(distance[v]) : level[v] < 0)) continue;
            centrality[v]++;
            centrality[sources[k]]++;
        }
    }
    free(level);
    free(distance);
    return enough;
}

/* Takes lengths that are decimals of few digits as whole numbers; others have a tolerance. */
static bool take_lengths(oracle_graph *G, const verify_report *report, const tropic_bc_options *options)
{
    const size_t entries = (size_t)G->offset[G->rows];
    double *values = malloc((entries + 1) * sizeof *values);
    int64_t *whole = malloc((entries + 1) * sizeof *whole);
    const bool enough = values && whole, real = G->precision != ORACLE_EXTENDED;
    for (size_t k = 0; enough && k < entries; k++) values[k] = (double)G->weight[k];
    if (enough && real && options->tie <= 0 &&
        decimals_whole(whole, values, entries, (size_t)G->rows, G->precision == ORACLE_SINGLE)) {
        for (size_t k = 0; k < entries; k++) G->weight[k] = (long double)whole[k];
        G->precision = ORACLE_EXTENDED;
    } else if (real) {
        double least = HUGE_VAL;
        for (size_t k = 0; k < entries; k++) least = fmin(least, values[k]);
        G->tie = verify_bc_tie(report->A, options);
        G->tie_most = verify_bc_tie_most(options, least);
    }
    free(values);
    free(whole);
    return enough;
}

/* Betweenness of vertices, or, where there is room for them, of arcs too. */
static reference_verdict find_bc(const verify_report *report, const oracle_graph *G, long double *centrality,
                                 long double *arcs, const tropic_index *sources, int64_t count,
                                 const tropic_bc_options *options)
{
    int64_t *from = malloc(((size_t)count + 1) * sizeof *from);
    bool enough = from != NULL;
    for (int64_t k = 0; enough && k < count; k++) from[k] = sources[k];
    if (enough)
        enough =
            (options->weighted ? oracle_brandes_weighted_arcs : oracle_brandes_arcs)(G, from, count, centrality, arcs);
    if (enough && options->endpoints) enough = add_ends(G, centrality, from, count, options->weighted);
    free(from);
    return enough ? REFERENCE_MATCH : no_memory(report);
}

static reference_verdict answer(const verify_report *report, double *answers, bool of_arcs, tropic_context *context,
                                const tropic_index *sources, int64_t count, const tropic_bc_options *options)
{
    const size_t n = (size_t)tropic_matrix_rows(report->A), entries = (size_t)tropic_matrix_count(report->A);
    oracle_graph G = {0};
    long double *centrality = malloc((n + 1) * sizeof *centrality);
    long double *arcs = of_arcs ? malloc((entries + 1) * sizeof *arcs) : NULL;
    reference_verdict verdict = REFERENCE_FAILED;
    if (!centrality || (of_arcs && !arcs) || !open_graph(&G, report, context) ||
        (options->weighted && !take_lengths(&G, report, options)))
        no_memory(report);
    else
        verdict = find_bc(report, &G, centrality, arcs, sources, count, options);
    for (size_t k = 0; verdict == REFERENCE_MATCH && k < (of_arcs ? entries : n); k++)
        answers[k] = (double)(of_arcs ? arcs : centrality)[k];
    oracle_graph_free(&G);
    free(centrality);
    free(arcs);
    return verdict;
}

reference_verdict answer_bc(const verify_report *report, double *centrality, tropic_context *context,
                            const tropic_index *sources, int64_t count, const tropic_bc_options *options)
{
    return answer(report, centrality, false, context, sources, count, options);
}

reference_verdict answer_bc_edges(const verify_report *report, double *carried, tropic_context *context,
                                  const tropic_index *sources, int64_t count, const tropic_bc_options *options)
{
    return answer(report, carried, true, context, sources, count, options);
}

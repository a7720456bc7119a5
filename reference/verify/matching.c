/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a matching by its properties: its edges are the graph's, no two of them share a vertex, and each other edge
 * shares one with an edge of it that is no lighter. So it is maximal, and weighs half of what any does, at least.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* What an edge weighs. */
static long double weight_at(const oracle_graph *G, bool weighted, int64_t k)
{
    return weighted ? G->weight[k] : 1;
}

/* best[v] = what v's edge weighs; -1 if it has none. */
static reference_verdict weigh(const verify_report *report, const oracle_graph *G, bool weighted, const int32_t *mate,
                               long double *best)
{
    for (tropic_index v = 0; v < G->rows; v++) {
        const int32_t u = mate[v];
        best[v] = -1;
        if (u == -1) continue;
        if (u < 0 || u >= G->rows || u == v)
            return verify_differs(report, v, "its mate is no other vertex: index %d", u);
        if (mate[u] != v)
            return verify_differs(report, v, "it is not the mate of its mate %lld",
                                  (long long)tropic_matrix_label(report->A, u));
        for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++)
            if (G->target[k] == u) best[v] = weight_at(G, weighted, k);
        if (!(best[v] >= 0))
            return verify_differs(report, v, "it has no edge to its mate %lld, or one of negative weight",
                                  (long long)tropic_matrix_label(report->A, u));
    }
    return REFERENCE_MATCH;
}

static reference_verdict check_edges(const verify_report *report, const oracle_graph *G, bool weighted,
                                     const long double *best)
{
    for (tropic_index v = 0; v < G->rows; v++)
        for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++) {
            const long double weight = weight_at(G, weighted, k);
            const int64_t u = G->target[k];
            if (u == v || weight < 0 || best[v] >= weight || best[u] >= weight) continue;
            return verify_differs(report, v,
                                  "its edge to %lld, of weight %.19Lg, is before those of both in the matching",
                                  (long long)tropic_matrix_label(report->A, (tropic_index)u), weight);
        }
    return REFERENCE_MATCH;
}

/* options: tropic_matching_options */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_matching_options *options = r->options;
    const verify_report report = verify_begin(r->A, message, length);
    const bool weighted = options && options->weighted;
    const tropic_index n = tropic_matrix_rows(r->A);
    int32_t *mate = verify_values(&report, r->values[0], TROPIC_INT32, "mate");
    long double *best = malloc(((size_t)n + 1) * sizeof *best);
    oracle_graph G = {0};
    tropic_index ends = 0;
    reference_verdict found = REFERENCE_FAILED;
    if (mate && best && oracle_graph_from_matrix(&G, r->A, r->context))
        found = weigh(&report, &G, weighted, mate, best);
    else if (mate)
        verify_failed(&report, "out of memory for a matching");
    if (found == REFERENCE_MATCH) found = check_edges(&report, &G, weighted, best);
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++) ends += mate[v] >= 0;
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the matching of %d edge%s is maximal%s", ends / 2, ends == 2 ? "" : "s",
                 weighted ? ", and other edges are no heavier than one that they touch" : "");
    oracle_graph_free(&G);
    free(best);
    free(mate);
    return found;
}

const reference_row reference_matching = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies trussness by bins of edges.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Each entry of T is of an edge, or a loop with 0; seen[k] for those of E's arcs that have one. */
static reference_verdict compare(const verify_report *report, const oracle_graph *E, const int64_t *truss,
                                 const oracle_graph *T, bool *seen)
{
    for (int64_t u = 0; u < E->rows; u++) {
        int64_t k = E->offset[u];
        for (int64_t a = T->offset[u]; a < T->offset[u + 1]; a++) {
            const int64_t v = T->target[a];
            const long long id = (long long)tropic_matrix_label(report->A, (tropic_index)v);
            while (k < E->offset[u + 1] && E->target[k] < v) k++;
            const bool edge = k < E->offset[u + 1] && E->target[k] == v;
            const long long expected = edge ? (long long)truss[k] : 0;
            if (!edge && u != v) return verify_differs(report, (tropic_index)u, "it has no edge to %lld", id);
            if (edge) seen[k] = true;
            if ((long long)T->weight[a] != expected)
                return verify_differs(report, (tropic_index)u,
                                      "expected the trussness %lld of the edge to %lld, got %lld", expected, id,
                                      (long long)T->weight[a]);
        }
    }
    return REFERENCE_MATCH;
}

/* Is there an entry for each edge, at one of its places? */
static reference_verdict find_missing(const verify_report *report, const oracle_graph *E, const bool *seen,
                                      int64_t *edges)
{
    int64_t *next = malloc(((size_t)E->rows + 1) * sizeof *next);
    reference_verdict found = REFERENCE_MATCH;
    if (!next) return verify_failed(report, "out of memory for trussness");
    for (int64_t v = 0; v < E->rows; v++) next[v] = E->offset[v];
    *edges = 0;
    for (int64_t u = 0; u < E->rows && found == REFERENCE_MATCH; u++)
        for (int64_t k = E->offset[u]; k < E->offset[u + 1] && found == REFERENCE_MATCH; k++) {
            const int64_t v = E->target[k];
            if (v < u) continue;
            ++*edges;
            if (!seen[next[v]++] && !seen[k]) /* lists ascend */
                found = verify_differs(report, (tropic_index)u, "there is no result for the edge to %lld",
                                       (long long)tropic_matrix_label(report->A, (tropic_index)v));
        }
    free(next);
    return found;
}

/* arcs: trussness of arcs; as tropic_truss gives it, or of both arcs of each edge */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    oracle_graph G = {0}, E = {0}, T = {0};
    int64_t *truss = NULL, edges = 0;
    bool *seen = NULL, there;
    reference_verdict found = REFERENCE_FAILED;
    if (tropic_matrix_rows(r->arcs) != n || tropic_matrix_cols(r->arcs) != n)
        return verify_failed(&report, "trussness is no matrix of %d x %d", n, n);
    there = oracle_graph_from_matrix(&G, r->A, r->context) && oracle_graph_from_matrix(&T, r->arcs, r->context) &&
            oracle_graph_edges(&E, &G, NULL);
    if (there) truss = malloc(((size_t)E.offset[n] + 1) * sizeof *truss);
    if (there) seen = calloc((size_t)E.offset[n] + 1, sizeof *seen);
    if (truss && seen && oracle_truss(&E, truss))
        found = compare(&report, &E, truss, &T, seen);
    else
        verify_failed(&report, "out of memory for trussness");
    if (found == REFERENCE_MATCH) found = find_missing(&report, &E, seen, &edges);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the trussness of %lld edge%s is equal", (long long)edges, edges == 1 ? "" : "s");
    free(truss);
    free(seen);
    oracle_graph_free(&G);
    oracle_graph_free(&E);
    oracle_graph_free(&T);
    return found;
}

const reference_row reference_truss = {.check = check, .textbook = true};

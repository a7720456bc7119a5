/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a spanning forest by Prim's algorithm: since edges of equal weight have an order, there is one.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Has the row the arc? *weight: its weight. */
static bool find_arc(const oracle_graph *G, int64_t from, int64_t to, long double *weight)
{
    int64_t low = G->offset[from], high = G->offset[from + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (G->target[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == G->offset[from + 1] || G->target[low] != to) return false;
    *weight = G->weight[low];
    return true;
}

static reference_verdict check_told(const verify_report *report, const oracle_graph *G, const bool *chosen,
                                    const tropic_mst_report *told, int64_t edges)
{
    long double weight = 0, size = 0;
    if (told->edges != edges || told->trees != G->rows - edges)
        return verify_told(report, "%d edges and %d trees are told, not %lld and %lld", told->edges, told->trees,
                           (long long)edges, (long long)(G->rows - edges));
    for (int64_t k = 0; k < G->offset[G->rows]; k++) {
        if (!chosen[k]) continue;
        weight += G->weight[k];
        size += fabsl(G->weight[k]);
    }
    return verify_weight(report, told->exact, told->integer_weight, told->weight, edges, weight, size);
}

/* F has both arcs of each edge that was chosen, and no others. */
static reference_verdict compare(const verify_report *report, const oracle_graph *G, const bool *chosen,
                                 const oracle_graph *F, int64_t *edges)
{
    *edges = 0;
    for (int64_t v = 0; v < G->rows; v++)
        for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++) {
            const int64_t ends[] = {v, G->target[k], v};
            if (!chosen[k]) continue;
            ++*edges;
            for (int arc = 0; arc < 2; arc++) {
                long double weight;
                if (!find_arc(F, ends[arc], ends[arc + 1], &weight))
                    return verify_differs(report, (tropic_index)ends[arc], "expected an edge to %lld",
                                          (long long)tropic_matrix_label(report->A, (tropic_index)ends[arc + 1]));
                if (weight != G->weight[k])
                    return verify_differs(
                        report, (tropic_index)ends[arc], "expected the weight %.19Lg of the edge to %lld, got %.19Lg",
                        G->weight[k], (long long)tropic_matrix_label(report->A, (tropic_index)ends[arc + 1]), weight);
            }
        }
    if (F->offset[F->rows] == 2 * *edges) return REFERENCE_MATCH;
    return verify_differs(report, 0, "and others: expected %lld edges in all, got %lld arcs", (long long)*edges,
                          (long long)F->offset[F->rows]);
}

/* options: tropic_mst_options, of which the report is looked at, too; arcs: the forest */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_mst_options *options = r->options;
    const verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    oracle_graph G = {0}, F = {0};
    bool *chosen = NULL;
    int64_t edges = 0;
    reference_verdict found = REFERENCE_FAILED;
    if (tropic_matrix_rows(r->arcs) != n || tropic_matrix_cols(r->arcs) != n)
        return verify_failed(&report, "the forest is no matrix of %d x %d", n, n);
    if (tropic_matrix_type(r->arcs) != tropic_matrix_type(r->A))
        return verify_failed(&report, "the forest has another type than the graph");
    if (oracle_graph_from_matrix(&G, r->A, r->context) && oracle_graph_from_matrix(&F, r->arcs, r->context))
        chosen = malloc((size_t)G.offset[n] + 1);
    if (chosen && oracle_spanning(&G, options && options->maximum, chosen))
        found = compare(&report, &G, chosen, &F, &edges);
    else
        verify_failed(&report, "out of memory for a spanning forest");
    if (found == REFERENCE_MATCH && options && options->report)
        found = check_told(&report, &G, chosen, options->report, edges);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the %lld edge%s of the forest %s equal", (long long)edges, edges == 1 ? "" : "s",
                 edges == 1 ? "is" : "are");
    free(chosen);
    oracle_graph_free(&G);
    oracle_graph_free(&F);
    return found;
}

const reference_row reference_mst = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a maximal independent set by what makes it one: no two of its vertices are neighbours, and each other vertex
 * has a neighbour in it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

static reference_verdict check_vertex(const verify_report *report, const oracle_graph *G, const int32_t *set,
                                      tropic_index v)
{
    int64_t inside = -1;
    for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++)
        if (G->target[k] != v && set[G->target[k]] == 1) inside = G->target[k];
    if (set[v] != 0 && set[v] != 1) return verify_differs(report, v, "expected 0 or 1, got %d", set[v]);
    if (set[v] == 1 && inside >= 0)
        return verify_differs(report, v, "it is in the set, and so is its neighbour %lld",
                              (long long)tropic_matrix_label(report->A, (tropic_index)inside));
    if (set[v] == 0 && inside < 0) return verify_differs(report, v, "neither it nor a neighbour is in the set");
    return REFERENCE_MATCH;
}

static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    int32_t *set = verify_values(&report, r->values[0], TROPIC_INT32, "set");
    oracle_graph G = {0};
    tropic_index members = 0;
    reference_verdict found = REFERENCE_MATCH;
    if (!set) return REFERENCE_FAILED;
    if (!oracle_graph_from_matrix(&G, r->A, r->context))
        found = verify_failed(&report, "out of memory for an independent set");
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++) {
        found = check_vertex(&report, &G, set, v);
        members += set[v];
    }
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the set of %d of %d vertices is independent and maximal", members, n);
    oracle_graph_free(&G);
    free(set);
    return found;
}

const reference_row reference_independent_set = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies two colours by those of depth-first searches from the same vertices.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

static reference_verdict compare(const verify_report *report, const int32_t *got, const int64_t *color, bool bipartite)
{
    if (!bipartite) return verify_differs(report, 0, "and others: the graph has an odd cycle");
    for (tropic_index v = 0; v < tropic_matrix_rows(report->A); v++)
        if (got[v] != color[v])
            return verify_differs(report, v, "expected the colour %lld, got %d", (long long)color[v], got[v]);
    return REFERENCE_MATCH;
}

/* values: colours */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    int32_t *got = verify_values(&report, r->values[0], TROPIC_INT32, "color");
    int64_t *color = malloc(((size_t)n + 1) * sizeof *color);
    oracle_graph G = {0}, E = {0};
    bool bipartite = false;
    reference_verdict found = REFERENCE_FAILED;
    if (got) {
        if (color && oracle_graph_from_matrix(&G, r->A, r->context) && oracle_graph_edges(&E, &G, NULL) &&
            oracle_colors(&E, color, &bipartite))
            found = compare(&report, got, color, bipartite);
        else
            verify_failed(&report, "out of memory for colours");
    }
    if (found == REFERENCE_MATCH) snprintf(message, length, "the colours of %d vertices are equal", n);
    oracle_graph_free(&G);
    oracle_graph_free(&E);
    free(got);
    free(color);
    return found;
}

const reference_row reference_bipartite = {.check = check, .textbook = true};

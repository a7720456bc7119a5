/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies triangles: the lists of the two ends of each edge are merged, without an order of vertices. Each triangle of
 * a vertex is met once for either of its edges there.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* options: the total, an int64_t; NULL: not given. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_index n = tropic_matrix_rows(r->A);
    verify_report report = verify_begin(r->A, message, length);
    int64_t *got = verify_values(&report, r->values[0], TROPIC_INT64, "triangles"), total = 0;
    int64_t *expected = calloc((size_t)n + 1, sizeof *expected);
    reference_verdict found = REFERENCE_MATCH;
    oracle_graph G = {0}, E = {0};
    if (!got) {
        found = REFERENCE_FAILED;
    } else if (!expected || !oracle_graph_from_matrix(&G, r->A, r->context) || !oracle_graph_edges(&E, &G, NULL)) {
        found = verify_failed(&report, "out of memory for triangles");
    } else {
        oracle_triangles(&E, expected);
    }
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++) {
        total += expected[v];
        if (got[v] != expected[v])
            found = verify_differs(&report, v, "expected %" PRId64 " triangles, got %" PRId64, expected[v], got[v]);
    }
    if (found == REFERENCE_MATCH && r->options && *(const int64_t *)r->options != total / 3) {
        snprintf(message, length, "expected %" PRId64 " triangles in all, got %" PRId64, total / 3,
                 *(const int64_t *)r->options);
        found = REFERENCE_MISMATCH;
    }
    if (found == REFERENCE_MATCH) snprintf(message, length, "%" PRId64 " triangles, of %d vertices", total / 3, n);
    oracle_graph_free(&G);
    oracle_graph_free(&E);
    free(expected);
    free(got);
    return found;
}

const reference_row reference_triangles = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies labels by searches: from each vertex that has no label yet, in order.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Labels by depth-first searches; free() them. NULL for want of memory. */
static int64_t *solve(const oracle_graph *G)
{
    int64_t *label = malloc(((size_t)G->rows + 1) * sizeof *label),
            *stack = malloc(((size_t)G->rows + 1) * sizeof *stack);
    for (int64_t v = 0; label && v < G->rows; v++) label[v] = -1;
    for (int64_t s = 0; label && stack && s < G->rows; s++) {
        int64_t count = 0;
        if (label[s] >= 0) continue;
        label[s] = s;
        stack[count++] = s;
        while (count > 0) {
            const int64_t u = stack[--count];
            for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
                const int64_t v = G->target[k];
                if (label[v] >= 0) continue;
                label[v] = s;
                stack[count++] = v;
            }
        }
    }
    if (!stack) free(label);
    free(stack);
    return stack ? label : NULL;
}

static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    int64_t *got = verify_values(&report, r->values[0], TROPIC_INT64, "label"), *expected = NULL;
    oracle_graph G = {0};
    reference_verdict found = REFERENCE_MATCH;
    if (!got) return REFERENCE_FAILED;
    if (oracle_graph_from_matrix(&G, r->A, r->context)) expected = solve(&G);
    if (!expected) found = verify_failed(&report, "out of memory for a search");
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++)
        if (!(got[v] == expected[v]))
            found = verify_differs(&report, v, "expected label %" PRId64 ", got %" PRId64, expected[v], got[v]);
    if (found == REFERENCE_MATCH) snprintf(message, length, "%d values are equal", n);
    oracle_graph_free(&G);
    free(expected);
    free(got);
    return found;
}

const reference_row reference_labels = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a breadth-first search: levels by the reference, parents by their properties.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/answers.h"

static reference_verdict compare_levels(const verify_report *report, const int32_t *level, const int32_t *expected,
                                        tropic_index n)
{
    for (tropic_index v = 0; v < n; v++)
        if (!(level[v] == expected[v]))
            return verify_differs(report, v, "expected level %" PRId32 ", got %" PRId32, expected[v], level[v]);
    return REFERENCE_MATCH;
}

/* held[v] = is the arc parent(v) -> v stored? */
static reference_verdict find_arcs(const verify_report *report, bool *held, const tropic_index *parent,
                                   tropic_context *context)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    if (tropic_matrix_csr(report->A, context, &offsets, &ids, NULL) != TROPIC_OK)
        return verify_failed(report, "cannot read the matrix: %s", tropic_context_error(context));
    for (tropic_index u = 0; u < tropic_matrix_rows(report->A); u++)
        for (tropic_offset k = offsets[u]; k < offsets[u + 1]; k++)
            if (parent[ids[k]] == u) held[ids[k]] = true;
    return REFERENCE_MATCH;
}

/* Levels are right by now. */
static reference_verdict check_parents(const verify_report *report, const tropic_index *parent, const int32_t *level,
                                       const bool *held, tropic_index n, tropic_index source)
{
    for (tropic_index v = 0; v < n; v++) {
        tropic_index p = parent[v];
        if (v == source || level[v] < 0) {
            tropic_index expected = v == source ? source : -1;
            if (p != expected)
                return verify_differs(report, v, "expected parent %" PRId32 ", got %" PRId32, expected, p);
        } else if (p < 0 || p >= n) {
            return verify_differs(report, v, "expected a parent, got %" PRId32, p);
        } else if (!held[v]) {
            return verify_differs(report, v, "its parent, index %" PRId32 ", has no arc to it", p);
        } else if (level[p] + 1 != level[v]) {
            return verify_differs(report, v,
                                  "expected a parent of level %" PRId32 ", got index %" PRId32 " of level %" PRId32,
                                  level[v] - 1, p, level[p]);
        }
    }
    return REFERENCE_MATCH;
}

reference_verdict reference_verify_bfs(const tropic_vector *level, const tropic_vector *parent, const tropic_matrix *A,
                                       tropic_context *context, tropic_index source, char *message, size_t length)
{
    verify_report report = verify_begin(A, message, length);
    if (!verify_arguments(&report, source)) return REFERENCE_FAILED;
    tropic_index n = tropic_matrix_rows(A);
    int32_t *levels = verify_values(&report, level, TROPIC_INT32, "level");
    tropic_index *parents = parent && levels ? verify_values(&report, parent, TROPIC_INT32, "parent") : NULL;
    int32_t *expected = malloc((size_t)n * sizeof *expected);
    bool *held = calloc((size_t)n, sizeof *held);
    reference_verdict verdict = REFERENCE_FAILED;
    if (!expected || !held) {
        verify_failed(&report, "no memory for the reference");
    } else if (levels && (parents || !parent)) {
        verdict = answer_levels(&report, expected, context, source);
        if (verdict == REFERENCE_MATCH) verdict = compare_levels(&report, levels, expected, n);
        if (verdict == REFERENCE_MATCH && parent) verdict = find_arcs(&report, held, parents, context);
        if (verdict == REFERENCE_MATCH && parent) verdict = check_parents(&report, parents, levels, held, n, source);
    }
    free(levels);
    free(parents);
    free(expected);
    free(held);
    return verdict;
}

static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const reference_verdict found =
        reference_verify_bfs(r->values[0], r->values[1], r->A, r->context, r->source, message, length);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "%d levels are equal, the parents make a tree", tropic_matrix_rows(r->A));
    return found;
}

const reference_row reference_bfs = {.check = check};

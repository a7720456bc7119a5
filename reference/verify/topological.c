/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a topological order by what defines it: levels by all arcs, and the order by levels.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Each arc goes to a higher level, and an arc comes to each level but 0 from the one below. */
static reference_verdict check_levels(const verify_report *report, const oracle_graph *G, const int32_t *level)
{
    int64_t *least = calloc((size_t)G->rows + 1, sizeof *least);
    reference_verdict found = REFERENCE_MATCH;
    if (!least) return verify_failed(report, "out of memory for levels");
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++)
            if (least[G->target[k]] < (int64_t)level[u] + 1) least[G->target[k]] = (int64_t)level[u] + 1;
    for (int64_t v = 0; v < G->rows && found == REFERENCE_MATCH; v++)
        if (level[v] != least[v])
            found = verify_differs(report, (tropic_index)v, "by the arcs that lead to it its level is %lld, not %d",
                                   (long long)least[v], level[v]);
    free(least);
    return found;
}

/* All vertices, by level, those of one level by number. */
static reference_verdict check_order(const verify_report *report, const int32_t *order, const int32_t *level,
                                     tropic_index n)
{
    for (tropic_index k = 0; k < n; k++) {
        if (order[k] < 0 || order[k] >= n)
            return verify_failed(report, "place %d of the order has no vertex, but %d", k, order[k]);
        if (k == 0) continue;
        const tropic_index before = order[k - 1], v = order[k];
        if (level[before] > level[v] || (level[before] == level[v] && before >= v))
            return verify_differs(report, v, "it is no later than the vertex before it, %lld",
                                  (long long)tropic_matrix_label(report->A, before));
    }
    return REFERENCE_MATCH;
}

/* values: the order, and levels */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    int32_t *order = verify_values(&report, r->values[0], TROPIC_INT32, "order");
    int32_t *level = order ? verify_values(&report, r->values[1], TROPIC_INT32, "level") : NULL;
    oracle_graph G = {0};
    reference_verdict found = REFERENCE_FAILED;
    if (level) {
        if (oracle_graph_from_matrix(&G, r->A, r->context))
            found = check_levels(&report, &G, level);
        else
            verify_failed(&report, "out of memory for the graph");
    }
    if (found == REFERENCE_MATCH) found = check_order(&report, order, level, n);
    if (found == REFERENCE_MATCH) snprintf(message, length, "the order and the levels of %d vertices are right", n);
    oracle_graph_free(&G);
    free(order);
    free(level);
    return found;
}

const reference_row reference_topological = {.check = check, .textbook = true};

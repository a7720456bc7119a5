/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of PageRank: runs of as many iterations as they take. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TOLERANCE 1e-6 /* of the sum of all changes */
#define DAMPING 0.85

static tropic_type ranks(tropic_type weights)
{
    (void)weights;
    return TROPIC_FP64;
}

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_pagerank(result->values, A, NULL, report);
}

/* In each iteration ids and offsets are read, and each value that a vertex has is written and read: its share, its next
 * rank and its rank. */
static double bytes(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->levels * w->n * (BENCH_OFFSET + 2 * 3 * BENCH_REAL);
}

/* A further iteration changes little. */
static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double *rank = answer->values;
    double *next = bench_reserve((size_t)arcs->n * sizeof *next), sum = 0, change = 0;
    *beyond = false;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) next[v] = 0;
    for (tropic_index u = 0; u < arcs->n; u++) {
        const tropic_offset begin = arcs->offsets[u], end = arcs->offsets[u + 1];
        for (tropic_offset k = begin; k < end; k++) next[arcs->ids[k]] += DAMPING * rank[u] / (double)(end - begin);
    }
    for (tropic_index v = 0; v < arcs->n; v++) sum += next[v];
    for (tropic_index v = 0; v < arcs->n; v++) change += fabs(next[v] + (1 - sum) / arcs->n - rank[v]);
    free(next);
    if (change <= TOLERANCE) return true;
    snprintf(sentence, BENCH_SENTENCE, "a further iteration changes ranks by %g", change);
    return false;
}

const bench_algorithm bench_pagerank[] = {
    {"pagerank", "pagerank", .type = ranks, .run = run, .bytes = bytes, .check = check},
    {NULL},
};

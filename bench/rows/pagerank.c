/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of PageRank: runs of as many iterations as they take. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TOLERANCE 1e-6           /* of the sum of all changes */
#define TOLERANCE_OF_FLOATS 1e-5 /* with the rounding of long sums: of kron 19 there is 5e-7 in all (CPU) */
#define DAMPING TROPIC_PAGERANK_DAMPING

static tropic_status run(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                         const bench_result *result, tropic_run_report *report)
{
    (void)point, (void)sources;
    return tropic_pagerank(result->values, A, NULL, report);
}

/* In each iteration ids and offsets are read, and each value that a vertex has is written and read: its share, its sum
 * and its rank; that of d / degree is read. */
static double bytes_of(const bench_work *w, double value)
{
    return BENCH_ID * w->arcs + w->levels * w->n * (BENCH_OFFSET + 7 * value);
}
static double bytes_of_doubles(const bench_work *w)
{
    return bytes_of(w, BENCH_REAL);
}
static double bytes_of_floats(const bench_work *w)
{
    return bytes_of(w, sizeof(float));
}

/* A further iteration changes little. */
static bool check(const bench_arcs *arcs, const double *rank, double tolerance, char *sentence)
{
    double *next = bench_reserve((size_t)arcs->n * sizeof *next), sum = 0, change = 0;
    *sentence = '\0';
    for (tropic_index v = 0; v < arcs->n; v++) next[v] = 0;
    for (tropic_index u = 0; u < arcs->n; u++) {
        const tropic_offset begin = arcs->offsets[u], end = arcs->offsets[u + 1];
        for (tropic_offset k = begin; k < end; k++) next[arcs->ids[k]] += DAMPING * rank[u] / (double)(end - begin);
    }
    for (tropic_index v = 0; v < arcs->n; v++) sum += next[v];
    for (tropic_index v = 0; v < arcs->n; v++) change += fabs(next[v] + (1 - sum) / arcs->n - rank[v]);
    free(next);
    if (change <= tolerance) return true;
    snprintf(sentence, BENCH_SENTENCE, "a further iteration changes ranks by %g", change);
    return false;
}

static bool check_doubles(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    return check(arcs, answer->values, TOLERANCE, sentence);
}

static bool check_floats(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const float *values = answer->values;
    double *rank = bench_reserve((size_t)arcs->n * sizeof *rank);
    bool right;
    *beyond = false;
    for (tropic_index v = 0; v < arcs->n; v++) rank[v] = (double)values[v];
    right = check(arcs, rank, TOLERANCE_OF_FLOATS, sentence);
    free(rank);
    return right;
}

const bench_algorithm bench_pagerank[] = {
    {"pagerank", "pagerank", .type = TROPIC_FP64, .run = run, .bytes = bytes_of_doubles, .check = check_doubles},
    {"pagerank-fp32", "pagerank", .type = TROPIC_FP32, .run = run, .bytes = bytes_of_floats, .check = check_floats},
    {NULL},
};

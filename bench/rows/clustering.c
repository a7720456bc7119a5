/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of clustering coefficients. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TOLERANCE 1e-12 /* relative */

static tropic_status run(const bench_point *point, const tropic_matrix *A, const bench_result *result,
                         tropic_clustering_method method, tropic_run_report *report)
{
    const tropic_clustering_options options = {
        .size = sizeof options, .method = method, .weighted = point->algorithm->weighted};
    return tropic_clustering(result->values, point->place->context, A, &options, report);
}

static tropic_status run_standard(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                  const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run(point, A, result, TROPIC_CLUSTERING_STANDARD, report);
}

static tropic_status run_squares(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                 const bench_result *result, tropic_run_report *report)
{
    (void)sources;
    return run(point, A, result, TROPIC_CLUSTERING_SQUARE, report);
}

/* Offsets, ids and weights, once, and the result. */
static double bytes(const bench_work *w)
{
    return (BENCH_ID + w->weight) * w->arcs + (BENCH_OFFSET + w->result) * w->n;
}

/* Of the source alone. Of an undirected graph; its neighbours' lists are merged with its own. */
static double coefficient_at(const bench_arcs *arcs, tropic_index v)
{
    const tropic_offset begin = arcs->offsets[v], end = arcs->offsets[v + 1];
    double found = 0;
    for (tropic_offset k = begin; k < end; k++) {
        tropic_offset i = begin, j = arcs->offsets[arcs->ids[k]];
        while (i < end && j < arcs->offsets[arcs->ids[k] + 1]) {
            const tropic_index left = arcs->ids[i], right = arcs->ids[j];
            found += left == right;
            i += left <= right;
            j += right <= left;
        }
    }
    return end - begin > 1 ? found / ((double)(end - begin) * (double)(end - begin - 1)) : 0;
}

static bool check(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    const double got = ((const double *)answer->values)[answer->source];
    const double expected = coefficient_at(arcs, answer->source);
    *beyond = false;
    *sentence = '\0';
    if (fabs(got - expected) <= TOLERANCE * expected) return true;
    snprintf(sentence, BENCH_SENTENCE, "the coefficient is %.12g, not %.12g", expected, got);
    return false;
}

/* (Its definition takes time that grows with the square of degrees; tests look at it.) */
static bool check_none(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    (void)arcs, (void)answer;
    *beyond = true;
    *sentence = '\0';
    return true;
}

#define ROW .type = TROPIC_FP64, .bytes = bytes
const bench_algorithm bench_clustering[] = {
    {"clustering", "clustering", ROW, .run = run_standard, .check = check},
    {"clustering-weighted", "clustering", ROW, .weighted = true, .run = run_standard, .check = check_none},
    {"clustering-squares", "clustering", ROW, .run = run_squares, .check = check_none},
    {NULL},
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of Katz's, eigenvector centrality and HITS: runs of so many iterations. (Sources have no meaning.)
 */
#include "bench/common.h"
#include "bench/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ITERATIONS 20
/* None is as small: all iterations are made. */
#define NO_TOLERANCE 1e-300
/* Of Katz: of no graph here do values grow so fast in so many iterations that they go out of range. */
#define ALPHA 0.01
/* Relative, of sums of positive terms. */
#define CHECK_TOLERANCE 1e-9
/* A part of the greatest value below which digits are not looked at. */
#define SMALL 1e-250

static tropic_status run_katz(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    const tropic_katz_options options = {
        .size = sizeof options, .alpha = ALPHA, .tolerance = NO_TOLERANCE, .iterations = ITERATIONS};
    (void)point, (void)sources;
    return tropic_katz(result->values, A, &options, report);
}

static tropic_status run_eigenvector(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                                     const bench_result *result, tropic_run_report *report)
{
    const tropic_eigenvector_options options = {
        .size = sizeof options, .tolerance = NO_TOLERANCE, .iterations = ITERATIONS};
    (void)point, (void)sources;
    return tropic_eigenvector(result->values, A, &options, report);
}

static tropic_status run_hits(const bench_point *point, const tropic_matrix *A, const tropic_index *sources,
                              const bench_result *result, tropic_run_report *report)
{
    const tropic_hits_options options = {.size = sizeof options, .tolerance = NO_TOLERANCE, .iterations = ITERATIONS};
    (void)point, (void)sources;
    return tropic_hits(result->values, NULL, A, &options, report);
}

/* In each product ids and offsets are read; and each value that a vertex has is written and read. Of Katz these are the
 * share, the sum and the value; alpha and beta are read. (arcs: those of all iterations.) */
static double bytes_katz(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->levels * w->n * (BENCH_OFFSET + 8 * BENCH_REAL);
}
/* The value and the next one. */
static double bytes_eigenvector(const bench_work *w)
{
    return BENCH_ID * w->arcs + w->levels * w->n * (BENCH_OFFSET + 4 * BENCH_REAL);
}
/* Both, and the hub, in two products. */
static double bytes_hits(const bench_work *w)
{
    return BENCH_ID * w->arcs + 2 * w->levels * w->n * (BENCH_OFFSET + 3 * BENCH_REAL);
}

/* ---- checks: as many iterations, in which each vertex hands on what it has ---- */

static void add_product(const bench_arcs *arcs, double *to, const double *from, bool by_row)
{
    for (tropic_index u = 0; u < arcs->n; u++)
        for (tropic_offset k = arcs->offsets[u]; k < arcs->offsets[u + 1]; k++) {
            if (by_row)
                to[u] += from[arcs->ids[k]];
            else
                to[arcs->ids[k]] += from[u];
        }
}

static double greatest(const double *x, tropic_index n)
{
    double most = 0;
    for (tropic_index v = 0; v < n; v++) most = fmax(most, x[v]);
    return most;
}

static void divide(double *x, tropic_index n, double by)
{
    for (tropic_index v = 0; by > 0 && v < n; v++) x[v] /= by;
}

/* x = the values, but for a factor, by one of the three iterations. */
static double *expected_of(const bench_arcs *arcs, bool katz, bool hits)
{
    const tropic_index n = arcs->n;
    double *x = bench_reserve((size_t)n * sizeof *x), *next = bench_reserve((size_t)n * sizeof *next);
    double *hub = bench_reserve((size_t)n * sizeof *hub);
    for (tropic_index v = 0; v < n; v++) x[v] = katz ? 0 : 1;
    for (int k = 0; k <= ITERATIONS; k++) {
        for (tropic_index v = 0; v < n; v++) next[v] = katz || hits ? 0 : x[v], hub[v] = 0;
        if (hits) add_product(arcs, hub, x, true);
        if (k == ITERATIONS) break;
        add_product(arcs, next, hits ? hub : x, false);
        if (!katz) divide(next, n, greatest(next, n));
        for (tropic_index v = 0; v < n; v++) x[v] = katz ? ALPHA * next[v] + TROPIC_KATZ_BETA : next[v];
    }
    free(next);
    free(hits ? x : hub);
    return hits ? hub : x;
}

static bool check(const bench_arcs *arcs, const double *got, bool katz, bool hits, char *sentence)
{
    double *expected = expected_of(arcs, katz, hits);
    const double most = greatest(expected, arcs->n), all = greatest(got, arcs->n);
    bool right = true;
    *sentence = '\0';
    for (tropic_index v = 0; right && v < arcs->n; v++) {
        const double due = most > 0 ? expected[v] / most : 0, there = all > 0 ? got[v] / all : 0;
        right = fabs(there - due) <= CHECK_TOLERANCE * fmax(due, SMALL);
        if (!right) snprintf(sentence, BENCH_SENTENCE, "vertex %d has %g of the greatest value, not %g", v, there, due);
    }
    free(expected);
    return right;
}

static bool check_katz(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    return check(arcs, answer->values, true, false, sentence);
}

static bool check_eigenvector(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    return check(arcs, answer->values, false, false, sentence);
}

static bool check_hits(const bench_arcs *arcs, const bench_answer *answer, bool *beyond, char *sentence)
{
    *beyond = false;
    return check(arcs, answer->values, false, true, sentence);
}

const bench_algorithm bench_katz[] = {
    {"katz", "katz", .type = TROPIC_FP64, .run = run_katz, .bytes = bytes_katz, .check = check_katz},
    {NULL},
};
const bench_algorithm bench_eigenvector[] = {
    {"eigenvector", "eigenvector", .type = TROPIC_FP64, .run = run_eigenvector, .bytes = bytes_eigenvector,
     .check = check_eigenvector},
    {NULL},
};
const bench_algorithm bench_hits[] = {
    {"hits", "hits", .type = TROPIC_FP64, .run = run_hits, .bytes = bytes_hits, .check = check_hits},
    {NULL},
};

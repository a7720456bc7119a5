/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies PageRank: the same number of iterations by the textbook, in extended precision.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Relative: each rank is a sum of positive terms. */
#define TOLERANCE 1e-9

static const tropic_pagerank_options defaults = {.damping = 0.85, .iterations = 100};

/* One iteration, from rank to next. */
static void iterate(const oracle_graph *G, long double damping, const long double *rank, long double *next)
{
    const int64_t n = G->rows;
    long double nowhere = 0;
    for (int64_t v = 0; v < n; v++) next[v] = 0;
    for (int64_t u = 0; u < n; u++) {
        const int64_t degree = G->offset[u + 1] - G->offset[u];
        if (degree == 0) nowhere += rank[u];
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) next[G->target[k]] += damping * rank[u] / degree;
    }
    for (int64_t v = 0; v < n; v++) next[v] += (1 - damping + damping * nowhere) / n;
}

/* *found: the ranks, malloc()ed; NULL for want of memory. */
static void solve(const oracle_graph *G, long double damping, int iterations, long double **found)
{
    const size_t n = (size_t)G->rows;
    long double *rank = malloc((n + 1) * sizeof *rank), *next = malloc((n + 1) * sizeof *next);
    for (size_t v = 0; rank && v < n; v++) rank[v] = 1 / (long double)n;
    for (int k = 0; rank && next && k < iterations; k++) {
        long double *before = rank;
        iterate(G, damping, rank, next);
        rank = next;
        next = before;
    }
    *found = next ? rank : NULL;
    if (!next) free(rank);
    free(next);
}

/* options: tropic_pagerank_options, of which `iterations` is how many there were. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_pagerank_options *options = r->options ? r->options : &defaults;
    const double damping = options->damping > 0 ? options->damping : defaults.damping;
    verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    double *got = verify_values(&report, r->values[0], TROPIC_FP64, "rank");
    long double *expected = NULL;
    oracle_graph G = {0};
    reference_verdict found = REFERENCE_MATCH;
    if (!got) return REFERENCE_FAILED;
    if (oracle_graph_from_matrix(&G, r->A, r->context)) solve(&G, damping, options->iterations, &expected);
    if (!expected) found = verify_failed(&report, "out of memory for PageRank");
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++) {
        const long double difference = got[v] < expected[v] ? expected[v] - got[v] : got[v] - expected[v];
        if (!(difference <= TOLERANCE * expected[v]))
            found = verify_differs(&report, v, "expected rank %.12Lg, got %.12g", expected[v], got[v]);
    }
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "%d ranks after %d iteration%s are equal within a relative %g", n,
                 options->iterations, options->iterations == 1 ? "" : "s", TOLERANCE);
    oracle_graph_free(&G);
    free(expected);
    free(got);
    return found;
}

const reference_row reference_pagerank = {.check = check, .textbook = true};

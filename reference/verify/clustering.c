/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies clustering coefficients by their definitions, in extended precision: closed walks of three edges, arcs
 * between neighbours, or squares; and the averages and the transitivity of the report.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Relative: each coefficient is a sum of positive terms. */
#define TOLERANCE_FP64 1e-9
#define TOLERANCE_FP32 ((double)FLT_EPSILON)

static const tropic_clustering_options defaults = {.method = TROPIC_CLUSTERING_STANDARD};

/* G; its edges with the numbers of their arcs, or with their weights; triangles of each vertex, and its coefficient. */
typedef struct problem {
    oracle_graph G, arcs, weighted;
    double *weight; /* of each arc of G: the cube root of its part of the greatest */
    int64_t *triangles, *counted;
    long double *walks, *coefficient;
    long double sum, wedges;
    int64_t nonzero, total;
} problem;

static void problem_free(problem *p)
{
    oracle_graph_free(&p->G);
    oracle_graph_free(&p->arcs);
    oracle_graph_free(&p->weighted);
    free(p->weight);
    free(p->triangles);
    free(p->counted);
    free(p->walks);
    free(p->coefficient);
}

static bool problem_make(problem *p, const reference_result *r, bool weighted)
{
    const size_t n = (size_t)tropic_matrix_rows(r->A);
    long double greatest = 0;
    int64_t count;
    if (!oracle_graph_from_matrix(&p->G, r->A, r->context) || !oracle_graph_edges(&p->arcs, &p->G, NULL)) return false;
    count = p->G.offset[n];
    p->weight = calloc((size_t)count + 1, sizeof *p->weight);
    p->triangles = calloc(n + 1, sizeof *p->triangles);
    p->counted = calloc(n + 1, sizeof *p->counted);
    p->walks = calloc(n + 1, sizeof *p->walks);
    p->coefficient = calloc(n + 1, sizeof *p->coefficient);
    if (!p->weight || !p->triangles || !p->counted || !p->walks || !p->coefficient) return false;
    for (int64_t k = 0; k < count; k++)
        if (p->G.weight[k] > greatest) greatest = p->G.weight[k];
    for (int64_t k = 0; k < count; k++)
        p->weight[k] = !weighted ? 1 : greatest > 0 ? cbrt((double)(p->G.weight[k] / greatest)) : 0;
    return oracle_graph_edges(&p->weighted, &p->G, p->weight);
}

static int64_t degree(const problem *p, int64_t v)
{
    return p->arcs.offset[v + 1] - p->arcs.offset[v];
}

/* 2 (b (b - 1) - 2 r): arcs of v, and edges of v that are two. */
static long double walks_at_most(const problem *p, int64_t v)
{
    long double b = 0, r = 0;
    for (int64_t k = p->arcs.offset[v]; k < p->arcs.offset[v + 1]; k++) {
        b += p->arcs.weight[k];
        r += p->arcs.weight[k] > 1;
    }
    return 2 * (b * (b - 1) - 2 * r);
}

/* The sum over pairs of v's neighbours u and w of d(u) + d(w) - 2 - 2 e(u,w), less the squares. */
static long double squares_at_most(const problem *p, int64_t v)
{
    const long double d = degree(p, v);
    long double degrees = 0;
    for (int64_t k = p->arcs.offset[v]; k < p->arcs.offset[v + 1]; k++) degrees += degree(p, p->arcs.target[k]);
    return (d - 1) * degrees - d * (d - 1) - 2 * (long double)p->triangles[v] - (long double)p->counted[v];
}

static bool solve(problem *p, tropic_clustering_method method)
{
    oracle_triangles(&p->arcs, p->triangles);
    if (method == TROPIC_CLUSTERING_STANDARD) oracle_closed_walks(&p->weighted, p->walks);
    if (method == TROPIC_CLUSTERING_LDBC) oracle_arcs_between(&p->arcs, p->counted);
    if (method == TROPIC_CLUSTERING_SQUARE && !oracle_squares(&p->arcs, p->counted)) return false;
    for (int64_t v = 0; v < p->G.rows; v++) {
        const long double pairs = (long double)degree(p, v) * (degree(p, v) - 1);
        long double above = (long double)p->counted[v], below = pairs;
        if (method == TROPIC_CLUSTERING_STANDARD) above = p->walks[v], below = walks_at_most(p, v);
        if (method == TROPIC_CLUSTERING_SQUARE) below = squares_at_most(p, v);
        p->coefficient[v] = degree(p, v) > 1 && above > 0 && below > 0 ? above / below : 0;
        p->sum += p->coefficient[v];
        p->nonzero += p->coefficient[v] > 0;
        p->wedges += pairs / 2;
        p->total += p->triangles[v];
    }
    return true;
}

static bool near(double got, long double expected, double tolerance)
{
    return fabsl(got - expected) <= tolerance * expected;
}

/* The same of a coefficient, which in FP32 may have been less than is held to full precision. */
static bool near_coefficient(double got, long double expected, bool single)
{
    const long double least = single ? FLT_MIN : 0;
    return fabsl(got - expected) <= (single ? TOLERANCE_FP32 : TOLERANCE_FP64) * expected + least;
}

static reference_verdict check_report(const verify_report *report, const problem *p, const tropic_clustering_report *r)
{
    const long double n = p->G.rows, average = n > 0 ? p->sum / n : 0;
    const long double nonzero = p->nonzero > 0 ? p->sum / (long double)p->nonzero : 0;
    const long double transitivity = p->total > 0 ? (long double)p->total / p->wedges : 0;
    if (near(r->average, average, TOLERANCE_FP64) && near(r->average_nonzero, nonzero, TOLERANCE_FP64) &&
        near(r->transitivity, transitivity, TOLERANCE_FP64) && r->triangles == p->total / 3)
        return REFERENCE_MATCH;
    snprintf(
        report->message, report->length,
        "expected averages %.12Lg and %.12Lg, transitivity %.12Lg and %.12Lg triangles, got %.12g, %.12g, %.12g and "
        "%.12g",
        average, nonzero, transitivity, (long double)(p->total / 3), r->average, r->average_nonzero, r->transitivity,
        (double)r->triangles);
    return REFERENCE_MISMATCH;
}

/* options: tropic_clustering_options, whose report is looked at. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_clustering_options *options = r->options ? r->options : &defaults;
    const tropic_index n = tropic_matrix_rows(r->A);
    verify_report report = verify_begin(r->A, message, length);
    const bool single = r->values[0] && tropic_vector_type(r->values[0]) == TROPIC_FP32;
    double *got = verify_reals(&report, r->values[0], "coefficients");
    reference_verdict found = REFERENCE_MATCH;
    problem p = {.sum = 0};
    if (!got) return REFERENCE_FAILED;
    if (!problem_make(&p, r, options->weighted) || !solve(&p, options->method))
        found = verify_failed(&report, "out of memory for clustering coefficients");
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++)
        if (!near_coefficient(got[v], p.coefficient[v], single))
            found = verify_differs(&report, v, "expected coefficient %.12Lg, got %.12g", p.coefficient[v], got[v]);
    if (found == REFERENCE_MATCH && options->report) found = check_report(&report, &p, options->report);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "%d coefficients are equal within a relative %.3g", n,
                 single ? TOLERANCE_FP32 : TOLERANCE_FP64);
    problem_free(&p);
    free(got);
    return found;
}

const reference_row reference_clustering = {.check = check, .textbook = true};

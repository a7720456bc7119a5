/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies Katz's, eigenvector centrality and HITS: the same number of iterations, in which each vertex hands on what
 * it has along its arcs, in extended precision.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Relative: each value is a sum of positive terms. Of FP32, errors of a list's terms may add up, and those of earlier
 * iterations. */
#define TOLERANCE 1e-9
#define TERMS_BESIDE 8
/* Errors of longer lists, which are added up in parts, add up as their square root. */
#define LONG_LIST 4096
/* Parts of the greatest value below which values may have lost digits: they were near the least number of the type. */
#define SMALL_FP32 1e-30L
#define SMALL_FP64 1e-290L

/* The textbook's vectors. */
typedef struct problem {
    oracle_graph G;
    bool weighted, single;
    long double *x, *next, *other, *beta;
} problem;

static void problem_free(problem *p)
{
    oracle_graph_free(&p->G);
    free(p->x);
    free(p->next);
    free(p->other);
    free(p->beta);
}

static bool problem_make(problem *p, const reference_result *r, bool weighted)
{
    size_t n;
    if (!oracle_graph_from_matrix(&p->G, r->A, r->context)) return false;
    n = (size_t)p->G.rows + 1;
    p->weighted = weighted;
    p->single = r->values[0] && tropic_vector_type(r->values[0]) == TROPIC_FP32;
    p->x = calloc(n, sizeof *p->x);
    p->next = calloc(n, sizeof *p->next);
    p->other = calloc(n, sizeof *p->other);
    p->beta = calloc(n, sizeof *p->beta);
    return p->x && p->next && p->other && p->beta;
}

/* to = given, of FP64, 0 where it has no entry; `otherwise` everywhere if it is NULL. */
static bool read(const verify_report *report, const problem *p, long double *to, const tropic_vector *given,
                 long double otherwise)
{
    const size_t n = (size_t)p->G.rows;
    double *values = calloc(n + 1, sizeof *values);
    bool *has = calloc(n + 1, sizeof *has);
    const bool fine = values && has &&
                      (!given || (tropic_vector_type(given) == TROPIC_FP64 &&
                                  tropic_vector_get_dense(given, values, has) == TROPIC_OK));
    for (size_t v = 0; fine && v < n; v++) to[v] = !given ? otherwise : has[v] ? values[v] : 0;
    free(values);
    free(has);
    if (!fine) verify_failed(report, "a vector of the options cannot be read");
    return fine;
}

/* to += A' from, or A from. */
static void add_product(const problem *p, long double *to, const long double *from, bool by_row)
{
    const oracle_graph *G = &p->G;
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const int64_t v = G->target[k];
            const long double weight = p->weighted ? G->weight[k] : 1;
            if (by_row)
                to[u] += weight * from[v];
            else
                to[v] += weight * from[u];
        }
}

static void clear(const problem *p, long double *x)
{
    for (int64_t v = 0; v < p->G.rows; v++) x[v] = 0;
}

static long double greatest(const problem *p, const long double *x)
{
    long double most = 0;
    for (int64_t v = 0; v < p->G.rows; v++) most = x[v] > most ? x[v] : most;
    return most;
}

static void divide(const problem *p, long double *x, long double by)
{
    for (int64_t v = 0; by > 0 && v < p->G.rows; v++) x[v] /= by;
}

/* The sum of squares becomes 1. */
static void normalize(const problem *p, long double *x)
{
    long double squares = 0;
    divide(p, x, greatest(p, x));
    for (int64_t v = 0; v < p->G.rows; v++) squares += x[v] * x[v];
    divide(p, x, sqrtl(squares));
}

static void normalize_sum(const problem *p, long double *x)
{
    long double sum = 0;
    for (int64_t v = 0; v < p->G.rows; v++) sum += x[v];
    divide(p, x, sum);
}

static void swap(problem *p)
{
    long double *before = p->x;
    p->x = p->next;
    p->next = before;
}

/* ---- the comparison ---- */

static double tolerance_of(const problem *p, int iterations)
{
    int64_t *arcs = p->single ? calloc(2 * (size_t)p->G.rows + 1, sizeof *arcs) : NULL, longest = 0;
    double terms;
    if (!arcs) return TOLERANCE;
    for (int64_t u = 0; u < p->G.rows; u++)
        for (int64_t k = p->G.offset[u]; k < p->G.offset[u + 1]; k++) {
            arcs[2 * u]++;
            arcs[2 * p->G.target[k] + 1]++;
        }
    for (int64_t v = 0; v < 2 * p->G.rows; v++) longest = arcs[v] > longest ? arcs[v] : longest;
    free(arcs);
    terms = longest < LONG_LIST ? (double)longest : sqrt((double)LONG_LIST * (double)longest);
    return (terms + TERMS_BESIDE) * (double)FLT_EPSILON * (iterations > 1 ? iterations : 1);
}

/* The values, as doubles; malloc()ed. */
static double *values_of(const verify_report *report, const tropic_vector *x, tropic_index n, const char *name)
{
    float *values;
    double *got;
    if (!x || tropic_vector_type(x) != TROPIC_FP32) return verify_values(report, x, TROPIC_FP64, name);
    values = verify_values(report, x, TROPIC_FP32, name);
    got = values ? malloc(((size_t)n + 1) * sizeof *got) : NULL;
    for (tropic_index v = 0; got && v < n; v++) got[v] = (double)values[v];
    free(values);
    return got;
}

static reference_verdict compare(const verify_report *report, const problem *p, const tropic_vector *x,
                                 const char *name, const long double *expected, double tolerance)
{
    const long double most = greatest(p, expected), small = most * (p->single ? SMALL_FP32 : SMALL_FP64);
    double *got = values_of(report, x, (tropic_index)p->G.rows, name);
    reference_verdict found = got ? REFERENCE_MATCH : REFERENCE_FAILED;
    for (int64_t v = 0; found == REFERENCE_MATCH && v < p->G.rows; v++) {
        const long double difference = fabsl(got[v] - expected[v]);
        if (!(difference <= tolerance * fmaxl(expected[v], small)))
            found = verify_differs(report, (tropic_index)v, "expected %s %.12Lg, got %.12g", name, expected[v], got[v]);
    }
    free(got);
    return found;
}

/* ---- the three ---- */

static void iterate_katz(problem *p, const tropic_katz_options *o)
{
    const long double alpha = o->alpha > 0 ? (long double)o->alpha : (long double)TROPIC_KATZ_ALPHA;
    for (int k = 0; k < o->iterations; k++) {
        clear(p, p->next);
        add_product(p, p->next, p->x, false);
        for (int64_t v = 0; v < p->G.rows; v++) p->next[v] = alpha * p->next[v] + p->beta[v];
        swap(p);
    }
    if (!o->raw) normalize(p, p->x);
}

static void iterate_eigenvector(problem *p, int iterations)
{
    for (int k = 0; k < iterations; k++) {
        for (int64_t v = 0; v < p->G.rows; v++) p->next[v] = p->x[v];
        add_product(p, p->next, p->x, false);
        divide(p, p->next, greatest(p, p->next));
        swap(p);
    }
    normalize(p, p->x);
}

/* x: authorities, other: hubs */
static void iterate_hits(problem *p, int iterations)
{
    for (int k = 0; k <= iterations; k++) {
        clear(p, p->other);
        add_product(p, p->other, p->x, true);
        if (k == iterations) break;
        clear(p, p->next);
        add_product(p, p->next, p->other, false);
        divide(p, p->next, greatest(p, p->next));
        swap(p);
    }
    if (greatest(p, p->other) == 0) clear(p, p->x);
    normalize_sum(p, p->x);
    normalize_sum(p, p->other);
}

static reference_verdict conclude(const verify_report *report, reference_verdict found, const problem *p,
                                  int iterations, double tolerance)
{
    if (found == REFERENCE_MATCH)
        snprintf(report->message, report->length, "%d values after %d iteration%s are equal within a relative %.3g",
                 (int)p->G.rows, iterations, iterations == 1 ? "" : "s", tolerance);
    return found;
}

/* options: tropic_katz_options, of which `iterations` is how many there were; vectors are of FP64. The same holds for
 * the others. */
static reference_verdict check_katz(const reference_result *r, char *message, size_t length)
{
    const tropic_katz_options *o = r->options;
    verify_report report = verify_begin(r->A, message, length);
    reference_verdict found = REFERENCE_FAILED;
    problem p = {.weighted = false};
    double tolerance = TOLERANCE;
    if (!o) return verify_failed(&report, "the options of the run are missing");
    if (!problem_make(&p, r, o->weighted)) {
        verify_failed(&report, "out of memory for Katz centrality");
    } else if (read(&report, &p, p.x, o->start, 0) &&
               read(&report, &p, p.beta, o->betas, o->beta > 0 ? (long double)o->beta : 1)) {
        tolerance = tolerance_of(&p, o->iterations);
        iterate_katz(&p, o);
        found = compare(&report, &p, r->values[0], "katz", p.x, tolerance);
    }
    found = conclude(&report, found, &p, o->iterations, tolerance);
    problem_free(&p);
    return found;
}

static reference_verdict check_eigenvector(const reference_result *r, char *message, size_t length)
{
    const tropic_eigenvector_options *o = r->options;
    verify_report report = verify_begin(r->A, message, length);
    reference_verdict found = REFERENCE_FAILED;
    problem p = {.weighted = false};
    double tolerance = TOLERANCE;
    if (!o) return verify_failed(&report, "the options of the run are missing");
    if (!problem_make(&p, r, o->weighted)) {
        verify_failed(&report, "out of memory for eigenvector centrality");
    } else if (read(&report, &p, p.x, o->start, 1)) {
        tolerance = tolerance_of(&p, o->iterations);
        iterate_eigenvector(&p, o->iterations);
        found = compare(&report, &p, r->values[0], "eigenvector", p.x, tolerance);
    }
    found = conclude(&report, found, &p, o->iterations, tolerance);
    problem_free(&p);
    return found;
}

/* values: hubs, authorities */
static reference_verdict check_hits(const reference_result *r, char *message, size_t length)
{
    const tropic_hits_options *o = r->options;
    verify_report report = verify_begin(r->A, message, length);
    reference_verdict found = REFERENCE_FAILED;
    problem p = {.weighted = false};
    double tolerance = TOLERANCE;
    if (!o) return verify_failed(&report, "the options of the run are missing");
    if (!problem_make(&p, r, o->weighted)) {
        verify_failed(&report, "out of memory for HITS");
    } else if (read(&report, &p, p.x, o->start, 1)) {
        tolerance = tolerance_of(&p, 2 * o->iterations);
        iterate_hits(&p, o->iterations);
        found = compare(&report, &p, r->values[0], "hub", p.other, tolerance);
        if (found == REFERENCE_MATCH) found = compare(&report, &p, r->values[1], "authority", p.x, tolerance);
    }
    found = conclude(&report, found, &p, o->iterations, tolerance);
    problem_free(&p);
    return found;
}

const reference_row reference_katz = {.check = check_katz, .textbook = true};
const reference_row reference_eigenvector = {.check = check_eigenvector, .textbook = true};
const reference_row reference_hits = {.check = check_hits, .textbook = true};

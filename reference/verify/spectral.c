/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies Katz's, eigenvector centrality and HITS: the same number of iterations, in which each vertex hands on what
 * it has along its arcs, in extended precision.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/verify_power.h"

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
    long double residual, lambda, size; /* of the last iteration; lambda below 0: not known. size: of values then */
    long double before, norm;           /* the residual of the one before; by what values are divided in the end */
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

/* The sum of squares becomes 1. By what x is divided. */
static long double normalize(const problem *p, long double *x)
{
    const long double most = greatest(p, x);
    long double squares = 0;
    divide(p, x, most);
    for (int64_t v = 0; v < p->G.rows; v++) squares += x[v] * x[v];
    divide(p, x, sqrtl(squares));
    return most * sqrtl(squares);
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

static reference_verdict compare(const verify_report *report, const problem *p, const tropic_vector *x,
                                 const char *name, const long double *expected, double tolerance)
{
    const long double most = greatest(p, expected), small = most * (p->single ? SMALL_FP32 : SMALL_FP64);
    double *got = verify_reals(report, x, name);
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

/* What options of all three have, and those of Katz's. */
typedef struct wanted {
    const char *what, *names[2]; /* the second result may have none */
    int iterations, each;        /* products of an iteration */
    bool weighted, raw;
    long double alpha, beta, first;
    const tropic_vector *betas, *start;
    double tolerance;
    const tropic_spectral_report *told;
    bool (*equation)(verify_equation *e);
} wanted;

/* The figures of the last iteration. */
static reference_verdict compare_told(const verify_report *report, const problem *p, const wanted *w, int most,
                                      double tolerance)
{
    const tropic_spectral_report *told = w->told;
    const verify_stop s = {.iterations = w->iterations,
                           .most = most,
                           .tolerance = w->tolerance,
                           .told = told->residual,
                           .converged = told->converged,
                           .residual = p->residual,
                           .before = p->before,
                           .rounding = 2 * tolerance * p->size};
    if (p->lambda >= 0 && !(fabsl(told->lambda - p->lambda) <= 2 * tolerance * (p->lambda + 1)))
        return verify_told(report, "lambda is told as %.12g, but is %.12Lg", told->lambda, p->lambda);
    return verify_stopped(report, &s);
}

/* Do the values solve their equation as well as the last change says? */
static reference_verdict compare_equation(const verify_report *report, const problem *p, const wanted *w,
                                          const reference_result *r, double tolerance)
{
    const int values = w->names[1] ? 1 : 0;
    double *got = verify_reals(report, r->values[values], w->names[values]);
    double *hubs = got && values ? verify_reals(report, r->values[0], w->names[0]) : NULL;
    verify_equation e = {.G = &p->G,
                         .weighted = p->weighted,
                         .values = got,
                         .alpha = w->alpha,
                         .norm = p->norm,
                         .beta = p->beta,
                         .hubs = hubs};
    reference_verdict found = REFERENCE_FAILED;
    if (got && (hubs || !values)) {
        if (w->equation(&e))
            found = verify_solves(report, &e, p->residual, tolerance);
        else
            verify_failed(report, "out of memory for %s", w->what);
    }
    free(got);
    free(hubs);
    return found;
}

/* p->next becomes p->x, once the sum of the changes, or the greatest, is in p->residual. */
static void step(problem *p, bool sum)
{
    p->before = p->residual;
    p->residual = 0;
    for (int64_t v = 0; v < p->G.rows; v++) {
        const long double change = fabsl(p->next[v] - p->x[v]);
        p->residual = sum ? p->residual + change : fmaxl(p->residual, change);
    }
    swap(p);
}

static void iterate_katz(problem *p, const wanted *w)
{
    const long double n = (long double)p->G.rows;
    for (int k = 0; k < w->iterations; k++) {
        clear(p, p->next);
        add_product(p, p->next, p->x, false);
        for (int64_t v = 0; v < p->G.rows; v++) p->next[v] = w->alpha * p->next[v] + p->beta[v];
        step(p, true);
    }
    for (int64_t v = 0; v < p->G.rows; v++) p->size += p->x[v] / n;
    if (n > 0) p->residual /= n;
    if (n > 0) p->before /= n;
    p->lambda = -1; /* estimated by how changes grew at times that the run chose */
    p->norm = w->raw ? 1 : normalize(p, p->x);
}

static void iterate_eigenvector(problem *p, const wanted *w)
{
    for (int k = 0; k < w->iterations; k++) {
        for (int64_t v = 0; v < p->G.rows; v++) p->next[v] = p->x[v];
        add_product(p, p->next, p->x, false);
        p->lambda = greatest(p, p->next) - 1;
        divide(p, p->next, p->lambda + 1);
        step(p, false);
    }
    p->size = 1;
    normalize(p, p->x);
}

/* x: at first authorities, in the end hubs; other: the other */
static void iterate_hits(problem *p, const wanted *w)
{
    long double most = 0, *authorities;
    for (int k = 0; k <= w->iterations; k++) {
        clear(p, p->other);
        add_product(p, p->other, p->x, true);
        if (k == w->iterations) break;
        clear(p, p->next);
        add_product(p, p->next, p->other, false);
        most = greatest(p, p->next);
        divide(p, p->next, most);
        step(p, false);
    }
    if (most == 0) p->residual = 0;
    p->lambda = sqrtl(most);
    p->size = 1;
    if (greatest(p, p->other) == 0) clear(p, p->x);
    normalize_sum(p, p->x);
    normalize_sum(p, p->other);
    authorities = p->x;
    p->x = p->other;
    p->other = authorities;
}

/* At most, if there is a run, else as many as there were. */
static int iterations_of(int32_t given, int32_t usual, const tropic_run_report *run)
{
    return run && given == 0 ? usual : given;
}

static reference_verdict check(const reference_result *r, char *message, size_t length, const wanted *given,
                               void (*iterate)(problem *p, const wanted *w))
{
    const int most = r->run ? given->iterations : -1;
    wanted made = *given;
    const wanted *w = &made;
    verify_report report = verify_begin(r->A, message, length);
    reference_verdict found = REFERENCE_FAILED;
    problem p = {.weighted = false};
    double tolerance = TOLERANCE;
    if (r->run) made.iterations = (int)r->run->levels;
    if (!r->options) return verify_failed(&report, "the options of the run are missing");
    if (!problem_make(&p, r, w->weighted)) {
        verify_failed(&report, "out of memory for %s", w->what);
    } else if (read(&report, &p, p.x, w->start, w->first) && read(&report, &p, p.beta, w->betas, w->beta)) {
        tolerance = tolerance_of(&p, w->each * w->iterations);
        iterate(&p, w);
        found = compare(&report, &p, r->values[0], w->names[0], p.x, tolerance);
        if (found == REFERENCE_MATCH && w->names[1])
            found = compare(&report, &p, r->values[1], w->names[1], p.other, tolerance);
        if (found == REFERENCE_MATCH && w->told) found = compare_told(&report, &p, w, most, tolerance);
        if (found == REFERENCE_MATCH && w->iterations > 0) found = compare_equation(&report, &p, w, r, tolerance);
    }
    if (found == REFERENCE_MATCH)
        snprintf(message, length,
                 "%d values after %d iteration%s are equal within a relative %.3g, and miss their equation by "
                 "no more than they may",
                 (int)p.G.rows, w->iterations, w->iterations == 1 ? "" : "s", tolerance);
    problem_free(&p);
    return found;
}

/* Those that all have, with so many products an iteration. */
#define WANTED(o, so_many, NAME)                                                                                       \
    .iterations = iterations_of((o)->iterations, TROPIC_##NAME##_ITERATIONS, r->run), .each = (so_many),               \
    .weighted = (o)->weighted, .start = (o)->start, .told = (o)->report,                                               \
    .tolerance = (o)->tolerance > 0 ? (o)->tolerance : TROPIC_##NAME##_TOLERANCE

/* options: tropic_katz_options; vectors are of FP64. Without a run, `iterations` is how many there were. The same holds
 * for the others. With their report. */
static reference_verdict check_katz(const reference_result *r, char *message, size_t length)
{
    static const tropic_katz_options none = {.size = sizeof none};
    const tropic_katz_options *o = r->options ? r->options : &none;
    const wanted w = {
        .what = "Katz centrality",
        .names = {"katz"},
        WANTED(o, 1, KATZ),
        .equation = verify_katz_equation,
        .raw = o->raw,
        .alpha = o->alpha > 0 ? (long double)o->alpha : (long double)TROPIC_KATZ_ALPHA,
        .beta = o->beta > 0 ? (long double)o->beta : 1,
        .betas = o->betas,
    };
    return check(r, message, length, &w, iterate_katz);
}

static reference_verdict check_eigenvector(const reference_result *r, char *message, size_t length)
{
    static const tropic_eigenvector_options none = {.size = sizeof none};
    const tropic_eigenvector_options *o = r->options ? r->options : &none;
    const wanted w = {
        .what = "eigenvector centrality",
        .names = {"eigenvector"},
        WANTED(o, 1, EIGENVECTOR),
        .equation = verify_eigenvector_equation,
        .first = 1,
    };
    return check(r, message, length, &w, iterate_eigenvector);
}

/* values: hubs, authorities */
static reference_verdict check_hits(const reference_result *r, char *message, size_t length)
{
    static const tropic_hits_options none = {.size = sizeof none};
    const tropic_hits_options *o = r->options ? r->options : &none;
    const wanted w = {
        .what = "HITS",
        .names = {"hub", "authority"},
        WANTED(o, 2, HITS),
        .equation = verify_hits_equation,
        .first = 1,
    };
    return check(r, message, length, &w, iterate_hits);
}

const reference_row reference_katz = {.check = check_katz, .textbook = true};
const reference_row reference_eigenvector = {.check = check_eigenvector, .textbook = true};
const reference_row reference_hits = {.check = check_hits, .textbook = true};

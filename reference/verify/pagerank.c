/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies PageRank: the same number of iterations by the textbook, in extended precision; that they stopped where
 * they should; and the equation of the ranks.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/verify_power.h"

/* Relative: each rank is a sum of positive terms. Of FP32, errors of a list's terms may add up, and those of earlier
 * iterations, d times each. */
#define TOLERANCE 1e-9
#define TERMS_BESIDE 8
/* Errors of longer lists, which are added up in parts, add up as their square root. */
#define LONG_LIST 4096

static const tropic_pagerank_options defaults = {.damping = TROPIC_PAGERANK_DAMPING,
                                                 .iterations = TROPIC_PAGERANK_ITERATIONS};

/* What the ranks are of. */
typedef struct problem {
    oracle_graph G;
    long double damping;
    bool keeps, weighted; /* is the rank of vertices without an arc kept? */
    long double *jump, *dangling, *rank, *next, *degree;
    long double residual, before; /* of the last iteration, and of the one before it */
} problem;

static void problem_free(problem *p)
{
    oracle_graph_free(&p->G);
    free(p->jump);
    free(p->dangling);
    free(p->rank);
    free(p->next);
    free(p->degree);
}

static bool problem_make(problem *p, const reference_result *r, const tropic_pagerank_options *o)
{
    size_t n;
    if (!oracle_graph_from_matrix(&p->G, r->A, r->context)) return false;
    n = (size_t)p->G.rows;
    p->damping = o->damping > 0 ? o->damping : defaults.damping;
    p->keeps = o->method == TROPIC_PAGERANK_STANDARD;
    p->weighted = o->weighted;
    p->jump = malloc((n + 1) * sizeof *p->jump);
    p->dangling = malloc((n + 1) * sizeof *p->dangling);
    p->rank = malloc((n + 1) * sizeof *p->rank);
    p->next = malloc((n + 1) * sizeof *p->next);
    p->degree = calloc(n + 1, sizeof *p->degree);
    if (!p->jump || !p->dangling || !p->rank || !p->next || !p->degree) return false;
    for (size_t u = 0; u < n; u++)
        for (int64_t k = p->G.offset[u]; k < p->G.offset[u + 1]; k++) p->degree[u] += p->weighted ? p->G.weight[k] : 1;
    return true;
}

/* A distribution: given (of FP64, NULL: even) over its sum. */
static bool distribution(const verify_report *report, long double *to, int64_t n, const tropic_vector *given,
                         const char *name)
{
    long double sum = 0;
    double *values = NULL;
    bool *has = calloc((size_t)n + 1, sizeof *has);
    if (given) {
        values = calloc((size_t)n + 1, sizeof *values);
        if (!values || !has || tropic_vector_type(given) != TROPIC_FP64 ||
            tropic_vector_get_dense(given, values, has) != TROPIC_OK) {
            free(values);
            free(has);
            return verify_failed(report, "%s cannot be read", name), false;
        }
    }
    for (int64_t v = 0; v < n; v++) {
        to[v] = !values ? 1 : has[v] ? values[v] : 0;
        sum += to[v];
    }
    for (int64_t v = 0; v < n; v++) to[v] /= sum;
    free(values);
    free(has);
    return true;
}

/* One iteration, from rank to next. */
static void iterate(problem *p)
{
    const oracle_graph *G = &p->G;
    const int64_t n = G->rows;
    long double nowhere = 0, *before = p->rank;
    for (int64_t v = 0; v < n; v++) p->next[v] = 0;
    for (int64_t u = 0; u < n; u++) {
        if (p->degree[u] == 0) nowhere += p->rank[u];
        for (int64_t k = G->offset[u]; p->degree[u] != 0 && k < G->offset[u + 1]; k++)
            p->next[G->target[k]] += p->damping * p->rank[u] * (p->weighted ? G->weight[k] : 1) / p->degree[u];
    }
    for (int64_t v = 0; v < n; v++) {
        p->next[v] += (1 - p->damping) * p->jump[v];
        if (p->keeps) p->next[v] += p->damping * nowhere * p->dangling[v];
    }
    p->before = p->residual;
    p->residual = 0;
    for (int64_t v = 0; v < n; v++) p->residual += fabsl(p->next[v] - p->rank[v]);
    p->rank = p->next;
    p->next = before;
}

static double tolerance_of(const problem *p, bool single)
{
    int64_t *in = single ? calloc((size_t)p->G.rows + 1, sizeof *in) : NULL, longest = 0;
    if (!in) return TOLERANCE;
    for (int64_t k = 0; k < p->G.offset[p->G.rows]; k++)
        if (++in[p->G.target[k]] > longest) longest = in[p->G.target[k]];
    free(in);
    const double terms = longest < LONG_LIST ? (double)longest : sqrt((double)LONG_LIST * (double)longest);
    return (terms + TERMS_BESIDE) * (double)FLT_EPSILON / (1 - (double)p->damping);
}

static reference_verdict compare(const verify_report *report, const problem *p, const double *got, double tolerance)
{
    for (tropic_index v = 0; v < p->G.rows; v++) {
        const long double difference = fabsl(got[v] - p->rank[v]);
        if (!(difference <= tolerance * p->rank[v]))
            return verify_differs(report, v, "expected rank %.12Lg, got %.12g", p->rank[v], got[v]);
    }
    return REFERENCE_MATCH;
}

/* Did it stop where it should? (Ranks add up to 1.) */
static reference_verdict compare_told(const verify_report *report, const problem *p, const tropic_pagerank_options *o,
                                      const tropic_run_report *run, int iterations, double tolerance)
{
    const int32_t most = o->iterations > 0 ? o->iterations : defaults.iterations;
    const verify_stop s = {.iterations = iterations,
                           .most = run ? most : -1,
                           .tolerance = o->tolerance > 0 ? o->tolerance : TROPIC_PAGERANK_TOLERANCE,
                           .told = o->report->residual,
                           .converged = o->report->converged,
                           .residual = p->residual,
                           .before = p->before,
                           .rounding = 2 * tolerance};
    return verify_stopped(report, &s);
}

static reference_verdict compare_equation(const verify_report *report, const problem *p, const double *got,
                                          double tolerance)
{
    verify_equation e = {.G = &p->G,
                         .weighted = p->weighted,
                         .values = got,
                         .damping = p->damping,
                         .lost = p->keeps ? 0 : 1,
                         .jump = p->jump,
                         .dangling = p->dangling};
    if (!verify_pagerank_equation(&e)) return verify_failed(report, "out of memory for PageRank");
    return verify_solves(report, &e, p->residual, tolerance);
}

/* options: tropic_pagerank_options, with the report of the run, or none; distributions are of FP64. Without a run,
 * `iterations` is how many there were. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_pagerank_options *options = r->options ? r->options : &defaults;
    const bool single = r->values[0] && tropic_vector_type(r->values[0]) == TROPIC_FP32;
    const tropic_index n = tropic_matrix_rows(r->A);
    const int iterations = r->run ? (int)r->run->levels : options->iterations;
    verify_report report = verify_begin(r->A, message, length);
    double *got = verify_reals(&report, r->values[0], "rank"), tolerance = TOLERANCE;
    reference_verdict found = REFERENCE_FAILED;
    problem p = {0};
    if (!got) return REFERENCE_FAILED;
    if (!problem_make(&p, r, options)) {
        verify_failed(&report, "out of memory for PageRank");
    } else if (distribution(&report, p.jump, n, options->personalization, "personalization") &&
               distribution(&report, p.dangling, n, options->dangling ? options->dangling : options->personalization,
                            "dangling") &&
               distribution(&report, p.rank, n, options->start, "start")) {
        tolerance = tolerance_of(&p, single);
        for (int k = 0; k < iterations; k++) iterate(&p);
        found = compare(&report, &p, got, tolerance);
        if (found == REFERENCE_MATCH && options->report)
            found = compare_told(&report, &p, options, r->run, iterations, tolerance);
        if (found == REFERENCE_MATCH && iterations > 0) found = compare_equation(&report, &p, got, tolerance);
    }
    if (found == REFERENCE_MATCH)
        snprintf(message, length,
                 "%d ranks after %d iteration%s are equal within a relative %.3g, and miss their equation by "
                 "no more than they may",
                 n, iterations, iterations == 1 ? "" : "s", tolerance);
    problem_free(&p);
    free(got);
    return found;
}

const reference_row reference_pagerank = {.check = check, .textbook = true};

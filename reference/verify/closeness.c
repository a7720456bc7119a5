/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies closeness and harmonic centrality: of some vertices, by a search of the textbook from each.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Vertices that are looked at, spread evenly over those that have a value. */
#define CHOSEN_MAX 64
/* Relative, by the type of the result. */
#define TOLERANCE_FP64 1e-12
#define TOLERANCE_FP32 1e-6

typedef struct problem {
    oracle_graph G; /* of the arcs that a search from a vertex follows */
    const tropic_closeness_options *options;
    bool *source;         /* by vertex: is it among those whose distances count? */
    int64_t source_count; /* of them */
    bool scaled;          /* they were drawn: sums are scaled to all */
    int64_t *level;
    long double *distance;
} problem;

static void problem_free(problem *p)
{
    oracle_graph_free(&p->G);
    free(p->source);
    free(p->level);
    free(p->distance);
}

/* G = its transpose. */
static bool transpose(oracle_graph *G)
{
    const int64_t n = G->rows, count = G->offset[n];
    oracle_graph T = *G;
    T.offset = calloc((size_t)n + 2, sizeof *T.offset);
    T.target = malloc(((size_t)count + 1) * sizeof *T.target);
    T.weight = malloc(((size_t)count + 1) * sizeof *T.weight);
    if (!T.offset || !T.target || !T.weight) {
        oracle_graph_free(&T);
        return false;
    }
    for (int64_t k = 0; k < count; k++) T.offset[G->target[k] + 2]++;
    for (int64_t v = 0; v < n; v++) T.offset[v + 2] += T.offset[v + 1];
    for (int64_t u = 0; u < n; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const int64_t at = T.offset[G->target[k] + 1]++;
            T.target[at] = u;
            T.weight[at] = G->weight[k];
        }
    oracle_graph_free(G);
    *G = T;
    return true;
}

/* The sources that were drawn or listed; all, if there are none, or a bound is for the sum over all. */
static bool choose_sources(problem *p, const reference_result *r)
{
    const tropic_closeness_options *o = p->options;
    const int64_t n = p->G.rows;
    tropic_index *drawn = NULL;
    bool good = true;
    p->scaled = !o->sources && o->samples > 0 && o->error == 0;
    p->source_count = o->sources ? o->source_count : p->scaled ? o->samples : n;
    if (p->scaled) {
        drawn = malloc(((size_t)o->samples + 1) * sizeof *drawn);
        good = drawn && tropic_sample(drawn, r->context, (tropic_index)n, o->samples, o->seed) == TROPIC_OK;
    }
    for (int64_t k = 0; good && k < p->source_count; k++)
        p->source[o->sources ? o->sources[k] : drawn ? drawn[k] : k] = true;
    free(drawn);
    return good;
}

static bool problem_make(problem *p, const reference_result *r)
{
    size_t n;
    if (!oracle_graph_from_matrix(&p->G, r->A, r->context)) return false;
    n = (size_t)p->G.rows;
    if (p->options->weighted && tropic_matrix_type(r->A) == TROPIC_FP32) p->G.precision = ORACLE_SINGLE;
    if (p->options->weighted && tropic_matrix_type(r->A) == TROPIC_FP64) p->G.precision = ORACLE_DOUBLE;
    p->source = calloc(n + 1, sizeof *p->source);
    p->level = malloc((n + 1) * sizeof *p->level);
    p->distance = malloc((n + 1) * sizeof *p->distance);
    return p->source && p->level && p->distance && (p->options->outgoing || transpose(&p->G)) && choose_sources(p, r);
}

/* *value = that of vertex v. */
static bool value_of(problem *p, int64_t v, long double *value)
{
    const tropic_closeness_options *o = p->options;
    const int64_t n = p->G.rows, others = p->source_count - p->source[v];
    long double reached = 0, sum = 0, inverse = 0;
    if (o->weighted ? !oracle_dijkstra(&p->G, v, p->distance) : !oracle_bfs(&p->G, v, p->level)) return false;
    for (int64_t u = 0; u < n; u++) {
        const long double d = o->weighted ? p->distance[u] : p->level[u] < 0 ? INFINITY : (long double)p->level[u];
        if (u == v || !p->source[u] || d == INFINITY) continue;
        reached++;
        sum += d;
        if (d > 0) inverse += 1 / d;
    }
    if (o->kind != TROPIC_CLOSENESS_HARMONIC) {
        *value = sum > 0 ? reached / sum : 0;
        if (o->kind == TROPIC_CLOSENESS_IMPROVED && sum > 0) *value *= reached / (long double)others;
    } else {
        *value = inverse;
        if (o->normalize || p->scaled) *value *= others > 0 ? 1 / (long double)others : 0;
        if (!o->normalize && p->scaled) *value *= (long double)(n - 1);
    }
    return true;
}

/* By how much a value may be off. */
static long double slack_of(const problem *p, const reference_result *r, long double value)
{
    const tropic_closeness_options *o = p->options;
    const double relative = tropic_vector_type(r->values[0]) == TROPIC_FP32 ? TOLERANCE_FP32 : TOLERANCE_FP64;
    long double least = INFINITY, error = o->error;
    if (o->error == 0) return relative * value;
    for (int64_t k = 0; o->weighted && k < p->G.offset[p->G.rows]; k++)
        if (p->G.weight[k] < least) least = p->G.weight[k];
    if (o->weighted && least < INFINITY) error /= least;
    if (o->kind != TROPIC_CLOSENESS_HARMONIC || o->normalize) return relative * value + error;
    return relative * value + error * (long double)(p->G.rows - 1);
}

/* The values, as doubles, and where there are any; malloc()ed. */
static double *values_of(const tropic_vector *v, tropic_index n, bool *has)
{
    double *values = malloc(((size_t)n + 1) * sizeof *values);
    float *singles = NULL;
    if (!v || !values) return free(values), NULL;
    if (tropic_vector_type(v) == TROPIC_FP64) {
        if (tropic_vector_get_dense(v, values, has) == TROPIC_OK) return values;
    } else if (tropic_vector_type(v) == TROPIC_FP32) {
        singles = malloc(((size_t)n + 1) * sizeof *singles);
        if (singles && tropic_vector_get_dense(v, singles, has) == TROPIC_OK) {
            for (tropic_index k = 0; k < n; k++) values[k] = (double)singles[k];
            free(singles);
            return values;
        }
    }
    free(singles);
    free(values);
    return NULL;
}

static reference_verdict compare(const verify_report *report, problem *p, const reference_result *r, const double *got,
                                 const tropic_index *with, tropic_index count, int64_t *looked)
{
    const int64_t chosen = count < CHOSEN_MAX ? count : CHOSEN_MAX;
    for (*looked = 0; *looked < chosen; ++*looked) {
        const tropic_index v = with[*looked * count / chosen];
        long double expected;
        if (!value_of(p, v, &expected)) return verify_failed(report, "out of memory for the searches");
        if (!(fabsl((long double)got[v] - expected) <= slack_of(p, r, expected)))
            return verify_differs(report, v, "expected %.12Lg, got %.12g", expected, got[v]);
    }
    return REFERENCE_MATCH;
}

/* The vertices that have a value must be those that are wanted: *count of them, malloc()ed; NULL: they are not. */
static tropic_index *places_of(const tropic_closeness_options *o, tropic_index n, const bool *has, tropic_index *count)
{
    tropic_index *with = malloc(((size_t)n + 1) * sizeof *with), wanted = o->vertices ? o->vertex_count : n;
    *count = 0;
    for (tropic_index v = 0; with && v < n; v++)
        if (has[v]) with[(*count)++] = v;
    for (tropic_index k = 0; with && o->vertices && k < wanted; k++)
        if (!has[o->vertices[k]]) wanted = -1;
    if (*count == wanted) return with;
    free(with);
    return NULL;
}

/* options: tropic_closeness_options, whose `error` is the one that was reached. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    static const tropic_closeness_options defaults;
    const tropic_index n = tropic_matrix_rows(r->A);
    verify_report report = verify_begin(r->A, message, length);
    reference_verdict found = REFERENCE_FAILED;
    problem p = {.options = r->options ? r->options : &defaults};
    bool *has = calloc((size_t)n + 1, sizeof *has);
    double *got = has ? values_of(r->values[0], n, has) : NULL;
    tropic_index count = 0, *with = got ? places_of(p.options, n, has, &count) : NULL;
    int64_t looked = 0;
    if (!got)
        verify_failed(&report, "the result cannot be read");
    else if (!with)
        found = verify_differs(&report, 0, "the result lacks vertices, or has more");
    else if (!problem_make(&p, r))
        verify_failed(&report, "out of memory for the searches");
    else
        found = compare(&report, &p, r, got, with, count, &looked);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "%" PRId64 " of %d values are right%s", looked, count,
                 p.options->error > 0 ? ", within the error" : "");
    problem_free(&p);
    free(with);
    free(got);
    free(has);
    return found;
}

static reference_verdict check_harmonic(const reference_result *r, char *message, size_t length)
{
    tropic_closeness_options harmonic = {.size = sizeof harmonic};
    reference_result result = *r;
    if (r->options) memcpy(&harmonic, r->options, sizeof harmonic);
    harmonic.kind = TROPIC_CLOSENESS_HARMONIC;
    result.options = &harmonic;
    return check(&result, message, length);
}

const reference_row reference_closeness = {.check = check, .textbook = true};
const reference_row reference_harmonic = {.check = check_harmonic, .textbook = true};

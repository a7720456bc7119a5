/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies degrees: each arc counts at both its ends, and assortativity is a sum over arcs, in extended precision.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Of sums of weights, to the sum of their sizes, and of assortativity. */
#define TOLERANCE 1e-9

/* Two places of each vertex: arcs into it, and out of it. */
typedef struct problem {
    oracle_graph G;
    long double *sum, *size; /* of weights, and of these without signs */
    long double *loop;       /* one place each */
    bool directed;
} problem;

static bool problem_make(problem *p, const reference_result *r, const tropic_degree_options *o)
{
    size_t n;
    if (!oracle_graph_from_matrix(&p->G, r->A, r->context)) return false;
    n = (size_t)p->G.rows;
    p->directed = o->directed || (o->report && o->report->directed);
    p->sum = calloc(2 * n + 1, sizeof *p->sum);
    p->size = calloc(2 * n + 1, sizeof *p->size);
    p->loop = calloc(n + 1, sizeof *p->loop);
    if (!p->sum || !p->size || !p->loop) return false;
    for (int64_t u = 0; u < p->G.rows; u++)
        for (int64_t k = p->G.offset[u]; k < p->G.offset[u + 1]; k++) {
            const int64_t v = p->G.target[k];
            const long double weight = o->weighted ? p->G.weight[k] : 1;
            p->sum[2 * v] += weight;
            p->sum[2 * u + 1] += weight;
            p->size[2 * v] += fabsl(weight);
            p->size[2 * u + 1] += fabsl(weight);
            if (u == v) p->loop[u] = weight;
        }
    return true;
}

static long double degree_of(const problem *p, tropic_degree_kind kind, int64_t v)
{
    const long double in = p->sum[2 * v], out = p->sum[2 * v + 1];
    if (kind == TROPIC_DEGREE_IN) return in;
    if (kind == TROPIC_DEGREE_OUT) return out;
    return p->directed ? in + out : out + p->loop[v];
}

/* The correlation of the ends of all arcs. */
static long double assortativity_of(const problem *p, const tropic_degree_options *o)
{
    const oracle_graph *G = &p->G;
    const long double arcs = (long double)G->offset[G->rows];
    tropic_degree_kind tail = o->tail ? o->tail : TROPIC_DEGREE_OUT, head = o->head ? o->head : TROPIC_DEGREE_IN;
    long double mean[2] = {0, 0}, squares[2] = {0, 0}, product = 0;
    if (!p->directed) tail = head = TROPIC_DEGREE_TOTAL;
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            mean[0] += degree_of(p, tail, u) / arcs;
            mean[1] += degree_of(p, head, G->target[k]) / arcs;
        }
    for (int64_t u = 0; u < G->rows; u++)
        for (int64_t k = G->offset[u]; k < G->offset[u + 1]; k++) {
            const long double x = degree_of(p, tail, u) - mean[0], y = degree_of(p, head, G->target[k]) - mean[1];
            squares[0] += x * x;
            squares[1] += y * y;
            product += x * y;
        }
    return product / sqrtl(squares[0] * squares[1]);
}

static reference_verdict compare(const verify_report *report, const problem *p, const tropic_degree_options *o,
                                 const double *got)
{
    const int64_t n = p->G.rows;
    const long double divisor = o->normalize && n > 1 ? (long double)(n - 1) : 1;
    for (int64_t v = 0; v < n; v++) {
        const long double expected = o->normalize && n == 1 ? 1 : degree_of(p, o->kind, v) / divisor;
        const long double size = p->size[2 * v] + p->size[2 * v + 1];
        if (!(fabsl(got[v] - expected) <= (o->weighted || o->normalize ? TOLERANCE * size : 0)))
            return verify_differs(report, (tropic_index)v, "expected degree %.12Lg, got %.12g", expected, got[v]);
    }
    if (o->assortativity && o->report && !isnan(o->report->assortativity)) {
        const long double expected = assortativity_of(p, o);
        if (!(fabsl(o->report->assortativity - expected) <= TOLERANCE)) {
            snprintf(report->message, report->length, "expected assortativity %.12Lg, got %.12g", expected,
                     o->report->assortativity);
            return REFERENCE_MISMATCH;
        }
    }
    return REFERENCE_MATCH;
}

/* Coefficients, if there are any. *count: how many. */
static reference_verdict compare_club(const verify_report *report, const reference_result *r, int64_t *count)
{
    verify_arcs arcs;
    *count = 0;
    if (!r->values[1]) return REFERENCE_MATCH;
    if (!verify_arcs_of(report, &arcs, r->context)) return REFERENCE_FAILED;
    return verify_rich_club(report, &arcs, r->values[1], count);
}

/* options: tropic_degree_options, whose report is that of the run. values[1]: rich-club coefficients; NULL: none. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    static const tropic_degree_options defaults = {.size = sizeof defaults};
    const tropic_degree_options *o = r->options ? r->options : &defaults;
    verify_report report = verify_begin(r->A, message, length);
    double *got = verify_values(&report, r->values[0], TROPIC_FP64, "degree");
    reference_verdict found = REFERENCE_FAILED;
    problem p = {.directed = false};
    char club[64] = "";
    int64_t count = 0;
    if (!got) return REFERENCE_FAILED;
    if (problem_make(&p, r, o))
        found = compare(&report, &p, o, got);
    else
        verify_failed(&report, "out of memory for degrees");
    if (found == REFERENCE_MATCH) found = compare_club(&report, r, &count);
    if (count > 0) snprintf(club, sizeof club, " and %lld rich-club coefficients", (long long)count);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "%d degrees%s%s are equal", (int)p.G.rows,
                 o->assortativity ? " and the assortativity" : "", club);
    oracle_graph_free(&p.G);
    free(p.sum);
    free(p.size);
    free(p.loop);
    free(got);
    return found;
}

const reference_row reference_degree = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies that values solve the equation that defines them, as well as the run says. Another iteration, here by a
 * gather of each vertex along the arcs that end at it, multiplies the last change by a matrix of no negative value: so
 * it changes values by at most that matrix's norm times as much.
 */
#include "reference/verify_power.h"

#include <math.h>
#include <stdlib.h>

/* Vectors, and the arcs turned round. */
typedef struct space {
    oracle_graph back;
    long double *x, *y, *z;
} space;

static bool open_space(space *s, const oracle_graph *G)
{
    const size_t n = (size_t)G->rows + 1;
    *s = (space){.x = calloc(n, sizeof *s->x), .y = calloc(n, sizeof *s->y), .z = calloc(n, sizeof *s->z)};
    return s->x && s->y && s->z && oracle_reverse(G, &s->back);
}

static bool close_space(space *s, bool fine)
{
    oracle_graph_free(&s->back);
    free(s->x);
    free(s->y);
    free(s->z);
    return fine;
}

/* to(v) = the sum over v's arcs in `lists` of weight times from, or with `from` NULL of the weights. The greatest. */
static long double gather(const verify_equation *e, const oracle_graph *lists, long double *to, const long double *from)
{
    long double most = 0;
    for (int64_t v = 0; v < lists->rows; v++) {
        long double sum = 0;
        for (int64_t k = lists->offset[v]; k < lists->offset[v + 1]; k++)
            sum += (e->weighted ? lists->weight[k] : 1) * (from ? from[lists->target[k]] : 1);
        to[v] = sum;
        most = sum > most ? sum : most;
    }
    return most;
}

/* x = values over the greatest of them, which is returned. */
static long double scale(const verify_equation *e, long double *x, const double *values)
{
    long double most = 0;
    for (int64_t v = 0; v < e->G->rows; v++) most = values[v] > most ? values[v] : most;
    for (int64_t v = 0; v < e->G->rows; v++) x[v] = most > 0 ? values[v] / most : 0;
    return most;
}

/* The greatest |next / its greatest value - x|, of values up to 1. */
static long double change(const verify_equation *e, const long double *next, long double most, const long double *x)
{
    long double found = 0;
    for (int64_t v = 0; v < e->G->rows; v++) {
        const long double difference = fabsl(next[v] / most - x[v]);
        if (!(difference <= found)) found = difference; /* NaN stays */
        if (isnan(found)) break;
    }
    return found;
}

bool verify_pagerank_equation(verify_equation *e)
{
    long double nowhere = 0;
    space s;
    if (!open_space(&s, e->G)) return close_space(&s, false);
    gather(e, e->G, s.x, NULL);
    for (int64_t v = 0; v < e->G->rows; v++) {
        if (s.x[v] == 0) nowhere += (1 - e->lost) * e->values[v];
        s.x[v] = s.x[v] > 0 ? e->values[v] / s.x[v] : 0;
    }
    gather(e, &s.back, s.y, s.x);
    e->residual = e->size = 0;
    e->growth = e->damping;
    for (int64_t v = 0; v < e->G->rows; v++) {
        const long double due = e->damping * (s.y[v] + nowhere * e->dangling[v]) + (1 - e->damping) * e->jump[v];
        e->residual += fabsl(due - e->values[v]);
        e->size += due + e->values[v];
    }
    return close_space(&s, true);
}

bool verify_katz_equation(verify_equation *e)
{
    const long double n = (long double)e->G->rows;
    space s;
    if (!open_space(&s, e->G)) return close_space(&s, false);
    e->growth = e->alpha * gather(e, e->G, s.y, NULL);
    for (int64_t v = 0; v < e->G->rows; v++) s.x[v] = e->norm * e->values[v];
    gather(e, &s.back, s.y, s.x);
    e->residual = e->size = 0;
    for (int64_t v = 0; v < e->G->rows; v++) {
        const long double due = e->alpha * s.y[v] + e->beta[v];
        e->residual += fabsl(due - s.x[v]) / n;
        e->size += (due + s.x[v]) / n;
    }
    return close_space(&s, true);
}

/* (x and the x before, of values up to 1, differ by d: so do A' x + x by g = |A'| + 1 times that, their greatest values
 * as well, and what is divided by these by twice.) */
bool verify_eigenvector_equation(verify_equation *e)
{
    long double norm, most = 0;
    space s;
    if (!open_space(&s, e->G)) return close_space(&s, false);
    norm = gather(e, &s.back, s.y, NULL) + 1;
    scale(e, s.x, e->values);
    gather(e, &s.back, s.y, s.x);
    for (int64_t v = 0; v < e->G->rows; v++) {
        s.y[v] += s.x[v];
        most = s.y[v] > most ? s.y[v] : most;
    }
    e->residual = most > 0 ? change(e, s.y, most, s.x) : 0;
    e->growth = most > 0 ? 2 * norm / most : 0;
    e->size = 2;
    return close_space(&s, true);
}

/* Hubs in proportion to A authorities, and these to A' hubs. */
bool verify_hits_equation(verify_equation *e)
{
    long double norm, most, hub;
    space s;
    if (!open_space(&s, e->G)) return close_space(&s, false);
    gather(e, e->G, s.x, NULL);
    norm = gather(e, &s.back, s.y, s.x); /* of A' A */
    scale(e, s.x, e->values);
    hub = gather(e, e->G, s.y, s.x);
    most = gather(e, &s.back, s.z, s.y);
    e->residual = most > 0 ? change(e, s.z, most, s.x) : 0;
    e->growth = most > 0 ? 2 * norm / most : 0;
    e->size = 2;
    scale(e, s.z, e->hubs);
    e->hub_residual = hub > 0 ? change(e, s.y, hub, s.z) : 0;
    return close_space(&s, true);
}

reference_verdict verify_solves(const verify_report *report, const verify_equation *e, long double last,
                                long double rounding)
{
    const long double most = e->growth * last + 2 * rounding * e->size;
    if (!(e->hub_residual <= 2 * rounding * e->size)) /* hubs follow from the last authorities */
        return verify_told(report, "hubs miss their equation by %.6Lg, where the greatest is 1", e->hub_residual);
    if (e->residual <= most) return REFERENCE_MATCH;
    return verify_told(report, "the values miss their equation by %.6Lg, more than the %.6Lg that is told allows",
                       e->residual, most);
}

reference_verdict verify_stopped(const verify_report *report, const verify_stop *s)
{
    if (!(fabsl(s->told - s->residual) <= s->rounding))
        return verify_told(report, "the residual is told as %.12g, but is %.12Lg", s->told, s->residual);
    if (s->converged != (s->told < s->tolerance))
        return verify_told(report, "that it has %sconverged is told of the residual %.12g and the tolerance %.6g",
                           s->converged ? "" : "not ", s->told, s->tolerance);
    if (s->most >= 0 && s->iterations > s->most)
        return verify_told(report, "%lld iterations are told, of %lld at most", (long long)s->iterations,
                           (long long)s->most);
    if (s->most >= 0 && !s->converged && s->iterations < s->most)
        return verify_told(report, "it stopped after %lld of %lld iterations, with the residual told as %.6g",
                           (long long)s->iterations, (long long)s->most, s->told);
    if (s->iterations >= 2 && s->before < s->tolerance - s->rounding)
        return verify_told(report, "%lld iterations are told, but the one before had the residual %.6Lg",
                           (long long)s->iterations, s->before);
    return REFERENCE_MATCH;
}

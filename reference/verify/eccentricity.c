/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies eccentricities: of some vertices, of a small graph all, by a search of the textbook from each.
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Of so many vertices all are searched from; else so many, spread evenly. */
#define ALL_MAX 4096
#define CHOSEN_MAX 64

typedef struct comparison {
    verify_report report;
    const tropic_eccentricity_options *o; /* with the report of the run */
    oracle_graph G;
    int64_t *level;        /* of a search */
    long double *distance; /* weighted: of a search */
    double *got;
    bool *has;
    double tolerance; /* relative */
} comparison;

/* The eccentricity of v; -1: out of memory. */
static long double eccentricity_of(const comparison *c, int64_t v)
{
    const bool weighted = c->o->weighted;
    long double most = 0;
    if (!(weighted ? oracle_dijkstra(&c->G, v, c->distance) : oracle_bfs(&c->G, v, c->level))) return -1;
    for (int64_t u = 0; u < c->G.rows; u++) {
        const long double d = weighted ? c->distance[u] : (long double)c->level[u];
        if (isfinite(d) && d > most) most = d;
    }
    return most;
}

/* All values against the diameter, the radius and the numbers of vertices that were told. */
static reference_verdict check_ends(const comparison *c)
{
    const tropic_eccentricity_report *told = c->o->report;
    const int64_t n = c->G.rows;
    double greatest = 0, least = n > 0 ? HUGE_VAL : 0;
    int64_t center = 0, periphery = 0;
    for (int64_t v = 0; v < n; v++) {
        if (!c->has[v]) continue;
        greatest = fmax(greatest, c->got[v]);
        least = fmin(least, c->got[v]);
    }
    if (told->diameter != greatest)
        return verify_differs(&c->report, told->end, "the diameter is told as %.17g, but the greatest value is %.17g",
                              told->diameter, greatest);
    if (told->radius >= 0 && told->radius != least)
        return verify_differs(&c->report, told->end, "the radius is told as %.17g, but the least value is %.17g",
                              told->radius, least);
    for (int64_t v = 0; v < n && told->radius >= 0; v++)
        center += c->got[v] == least, periphery += c->got[v] == greatest;
    if (told->radius >= 0 && (told->center != center || told->periphery != periphery))
        return verify_told(&c->report, "the centre is told to have %d vertices and the periphery %d, not %lld and %lld",
                           told->center, told->periphery, (long long)center, (long long)periphery);
    return REFERENCE_MATCH;
}

/* Vertex k, which has a value or whose eccentricity is less than the diameter. */
static reference_verdict compare_one(const comparison *c, int64_t k)
{
    const long double expected = eccentricity_of(c, k), off = c->tolerance * expected;
    const double diameter = c->o->report ? c->o->report->diameter : -1;
    if (expected < 0) return verify_failed(&c->report, "out of memory for the searches");
    if (c->has[k] && !(fabsl(c->got[k] - expected) <= off))
        return verify_differs(&c->report, (tropic_index)k, "expected eccentricity %.18Lg, got %.17g", expected,
                              c->got[k]);
    if (c->o->diameter && !(expected <= diameter + off))
        return verify_differs(&c->report, (tropic_index)k, "its eccentricity %.18Lg is more than the diameter, %.17g",
                              expected, diameter);
    return REFERENCE_MATCH;
}

static reference_verdict compare(const comparison *c, int64_t *looked)
{
    const int64_t n = c->G.rows, chosen = n <= ALL_MAX ? n : CHOSEN_MAX;
    reference_verdict found = REFERENCE_MATCH;
    *looked = 0;
    for (int64_t k = 0; k < n && found == REFERENCE_MATCH; k++) {
        /* (Those of a vector with one entry, too.) */
        const bool looks = k == *looked * n / chosen;
        if (!looks && !(c->has[k] && c->o->diameter)) continue;
        if (looks) ++*looked;
        found = compare_one(c, k);
    }
    return found;
}

/* c->got = the values, as doubles: whole numbers above 2^53 are then within the tolerance. */
static bool fetch(comparison *c, const tropic_vector *values)
{
    const tropic_type type = values ? tropic_vector_type(values) : TROPIC_BOOL;
    if (type != TROPIC_INT32 && type != TROPIC_INT64 && type != TROPIC_FP32 && type != TROPIC_FP64) return false;
    if (tropic_vector_get_dense(values, c->got, c->has) != TROPIC_OK) return false;
    for (int64_t v = c->G.rows - 1; v >= 0; v--) {
        const void *from = c->got;
        double to;
        if (type == TROPIC_INT32)
            to = ((const int32_t *)from)[v];
        else if (type == TROPIC_INT64)
            to = (double)((const int64_t *)from)[v];
        else
            to = type == TROPIC_FP32 ? (double)((const float *)from)[v] : ((const double *)from)[v];
        c->got[v] = to;
    }
    if (type == TROPIC_FP32) c->G.precision = ORACLE_SINGLE;
    if (type == TROPIC_FP64) c->G.precision = ORACLE_DOUBLE;
    c->tolerance = ORACLE_ROUNDED * (type == TROPIC_FP32 ? FLT_EPSILON : DBL_EPSILON);
    return true;
}

/* options: tropic_eccentricity_options of the run, with its report. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_eccentricity_options nothing = {.size = sizeof nothing};
    const tropic_index n = tropic_matrix_rows(r->A);
    comparison c = {.report = verify_begin(r->A, message, length), .o = r->options ? r->options : &nothing};
    reference_verdict found = REFERENCE_MATCH;
    int64_t looked = 0;
    c.level = malloc(((size_t)n + 1) * sizeof *c.level);
    c.distance = malloc(((size_t)n + 1) * sizeof *c.distance);
    c.got = malloc(((size_t)n + 1) * sizeof *c.got);
    c.has = calloc((size_t)n + 1, sizeof *c.has);
    if (!c.level || !c.distance || !c.got || !c.has || !oracle_graph_from_matrix(&c.G, r->A, r->context))
        found = verify_failed(&c.report, "out of memory for the searches");
    else if (!fetch(&c, r->values[0]))
        found = verify_failed(&c.report, "the result cannot be read");
    if (found == REFERENCE_MATCH && c.o->report) found = check_ends(&c);
    if (found == REFERENCE_MATCH) found = compare(&c, &looked);
    if (found == REFERENCE_MATCH) snprintf(message, length, "%" PRId64 " of %d vertices are right", looked, n);
    oracle_graph_free(&c.G);
    free(c.level);
    free(c.distance);
    free(c.got);
    free(c.has);
    return found;
}

const reference_row reference_eccentricity = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies shortest paths: distances by the reference, parents by their properties. Integer distances
 * are compared as int64, floating ones as double, which holds either floating type.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/answers.h"

/* One of the two kinds, by `exact`. */
typedef struct distances {
    tropic_type type; /* INT64, FP32 or FP64 */
    int64_t *integer;
    double *floating;
} distances;

static void distances_free(distances *d)
{
    free(d->integer);
    free(d->floating);
}

static bool is_unreached(const distances *d, int64_t v)
{
    return d->type == TROPIC_INT64 ? d->integer[v] == INT64_MAX : d->floating[v] == (double)INFINITY;
}

static bool is_close(double got, double expected, double tolerance)
{
    if (got == expected) return true;
    return !!(fabs(got - expected) <= tolerance * fmax(1, fabs(expected)));
}

/* All unreached. */
static bool distances_new(distances *d, tropic_type type, tropic_index n)
{
    *d = (distances){.type = type};
    if (type == TROPIC_INT64)
        d->integer = malloc((size_t)n * sizeof *d->integer);
    else
        d->floating = malloc((size_t)n * sizeof *d->floating);
    if (!d->integer && !d->floating) return false;
    for (tropic_index v = 0; v < n; v++)
        if (d->integer)
            d->integer[v] = INT64_MAX;
        else
            d->floating[v] = (double)INFINITY;
    return true;
}

/* The library's result. */
static bool read_given(distances *d, const verify_report *report, const tropic_vector *distance, tropic_type type)
{
    tropic_index n = tropic_matrix_rows(report->A);
    *d = (distances){.type = type};
    void *values = verify_values(report, distance, type, "distance");
    if (!values) return false;
    if (type == TROPIC_INT64) {
        d->integer = values;
        return true;
    }
    if (type == TROPIC_FP64) {
        d->floating = values;
        return true;
    }
    bool enough = distances_new(d, type, n);
    for (tropic_index v = 0; enough && v < n; v++) d->floating[v] = (double)((const float *)values)[v];
    if (!enough) verify_failed(report, "no memory for the reference");
    free(values);
    return enough;
}

static reference_verdict compare(const verify_report *report, const distances *got, const distances *expected,
                                 tropic_index n, double tolerance)
{
    for (tropic_index v = 0; v < n; v++)
        if (got->integer) {
            if (!(got->integer[v] == expected->integer[v]))
                return verify_differs(report, v, "expected distance %" PRId64 ", got %" PRId64, expected->integer[v],
                                      got->integer[v]);
        } else if (!is_close(got->floating[v], expected->floating[v], tolerance)) {
            return verify_differs(report, v, "expected distance %.17g, got %.17g", expected->floating[v],
                                  got->floating[v]);
        }
    return REFERENCE_MATCH;
}

/* distance(u) + A(u,v), in the type that the library adds in. */
static bool is_tight(const distances *d, const tropic_matrix *A, const void *values, tropic_index u, tropic_offset k,
                     tropic_index v, double tolerance)
{
    if (is_unreached(d, u)) return false;
    switch (tropic_matrix_type(A)) {
    case TROPIC_BOOL: return d->integer[u] + (values ? ((const bool *)values)[k] : 1) == d->integer[v];
    case TROPIC_INT8: return d->integer[u] + ((const int8_t *)values)[k] == d->integer[v];
    case TROPIC_INT16: return d->integer[u] + ((const int16_t *)values)[k] == d->integer[v];
    case TROPIC_INT32: return d->integer[u] + ((const int32_t *)values)[k] == d->integer[v];
    case TROPIC_INT64: return d->integer[v] - d->integer[u] == ((const int64_t *)values)[k];
    case TROPIC_UINT8: return d->integer[u] + ((const uint8_t *)values)[k] == d->integer[v];
    case TROPIC_UINT16: return d->integer[u] + ((const uint16_t *)values)[k] == d->integer[v];
    case TROPIC_UINT32: return d->integer[u] + ((const uint32_t *)values)[k] == d->integer[v];
    case TROPIC_UINT64: return (uint64_t)d->integer[v] - (uint64_t)d->integer[u] == ((const uint64_t *)values)[k];
    case TROPIC_FP32: {
        float sum = (float)d->floating[u] + ((const float *)values)[k];
        return is_close((double)sum, d->floating[v], tolerance);
    }
    case TROPIC_FP64: return is_close(d->floating[u] + ((const double *)values)[k], d->floating[v], tolerance);
    }
    return false;
}

/* tight[v] = is there an arc parent(v) -> v along which the distances differ by its length? */
static reference_verdict find_arcs(const verify_report *report, bool *tight, const distances *d,
                                   const tropic_index *parent, tropic_context *context, double tolerance)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    if (tropic_matrix_csr(report->A, context, &offsets, &ids, &values) != TROPIC_OK)
        return verify_failed(report, "cannot read the matrix: %s", tropic_context_error(context));
    for (tropic_index u = 0; u < tropic_matrix_rows(report->A); u++)
        for (tropic_offset k = offsets[u]; k < offsets[u + 1]; k++)
            if (parent[ids[k]] == u && is_tight(d, report->A, values, u, k, ids[k], tolerance)) tight[ids[k]] = true;
    return REFERENCE_MATCH;
}

static reference_verdict check_parents(const verify_report *report, const distances *d, const tropic_index *parent,
                                       const bool *tight, tropic_index n, tropic_index source)
{
    for (tropic_index v = 0; v < n; v++) {
        tropic_index p = parent[v];
        if (v == source || is_unreached(d, v)) {
            tropic_index expected = v == source ? source : -1;
            if (p != expected)
                return verify_differs(report, v, "expected parent %" PRId32 ", got %" PRId32, expected, p);
        } else if (p < 0 || p >= n) {
            return verify_differs(report, v, "expected a parent, got %" PRId32, p);
        } else if (!tight[v]) {
            return verify_differs(
                report, v, "no arc from its parent, index %" PRId32 ", whose length is the difference of the distances",
                p);
        }
    }
    return REFERENCE_MATCH;
}

/* Follows parents from every vertex. mark: 0 not seen, 1 on the way, 2 known to end at the
 * source. */
static reference_verdict check_tree(const verify_report *report, const tropic_index *parent, unsigned char *mark,
                                    tropic_index n, tropic_index source)
{
    mark[source] = 2;
    for (tropic_index start = 0; start < n; start++) {
        if (parent[start] < 0) continue;
        tropic_index v = start;
        for (; mark[v] == 0; v = parent[v]) mark[v] = 1;
        if (mark[v] == 1) return verify_differs(report, v, "following parents from it comes back to it");
        for (v = start; mark[v] == 1; v = parent[v]) mark[v] = 2;
    }
    return REFERENCE_MATCH;
}

static reference_verdict verify_parents(const verify_report *report, const distances *d, const tropic_index *parent,
                                        tropic_context *context, tropic_index source, double tolerance)
{
    tropic_index n = tropic_matrix_rows(report->A);
    bool *tight = calloc((size_t)n, sizeof *tight);
    unsigned char *mark = calloc((size_t)n, sizeof *mark);
    reference_verdict verdict = tight && mark ? REFERENCE_MATCH : verify_failed(report, "no memory for the reference");
    if (verdict == REFERENCE_MATCH) verdict = find_arcs(report, tight, d, parent, context, tolerance);
    if (verdict == REFERENCE_MATCH) verdict = check_parents(report, d, parent, tight, n, source);
    if (verdict == REFERENCE_MATCH) verdict = check_tree(report, parent, mark, n, source);
    free(tight);
    free(mark);
    return verdict;
}

reference_verdict reference_verify_sssp(const tropic_vector *distance, const tropic_vector *parent,
                                        const tropic_matrix *A, tropic_context *context, tropic_index source,
                                        double tolerance, char *message, size_t length)
{
    verify_report report = verify_begin(A, message, length);
    if (!verify_arguments(&report, source)) return REFERENCE_FAILED;
    tropic_type type = tropic_matrix_type(A);
    if (type != TROPIC_FP32 && type != TROPIC_FP64) type = TROPIC_INT64;
    tropic_index n = tropic_matrix_rows(A);
    distances got = {0}, expected = {0};
    tropic_index *parents = NULL;
    bool negative_cycle = false;

    bool ready = read_given(&got, &report, distance, type);
    if (ready && parent) ready = (parents = verify_values(&report, parent, TROPIC_INT32, "parent")) != NULL;
    reference_verdict verdict = REFERENCE_FAILED;
    if (ready && !distances_new(&expected, type, n)) {
        verify_failed(&report, "no memory for the reference");
    } else if (ready) {
        void *values = type == TROPIC_INT64 ? (void *)expected.integer : expected.floating;
        verdict = answer_distances(&report, values, &negative_cycle, context, type, source);
        if (verdict == REFERENCE_MATCH && negative_cycle)
            verdict = verify_differs(&report, source, "it reaches a negative cycle");
        else if (verdict == REFERENCE_MATCH)
            verdict = compare(&report, &got, &expected, n, tolerance);
    }
    if (verdict == REFERENCE_MATCH && parents)
        verdict = verify_parents(&report, &got, parents, context, source, tolerance);
    distances_free(&got);
    distances_free(&expected);
    free(parents);
    return verdict;
}

static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const reference_verdict found =
        reference_verify_sssp(r->values[0], r->values[1], r->A, r->context, r->source, 0, message, length);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "%d distances are equal, the parents make a tree", tropic_matrix_rows(r->A));
    return found;
}

const reference_row reference_sssp = {.check = check};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies betweenness centrality by the reference over the same sources.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/answers.h"

/* Are sources drawn, and in no larger number than given? */
static bool draws(const tropic_bc_options *options)
{
    return !options->sources && options->samples > 0 && options->error == 0;
}

double verify_bc_scaling(const tropic_bc_options *options, tropic_index n, int64_t count, double max, bool ends)
{
    double factor = 1;
    if (options->normalize == TROPIC_NORMALIZE_PAIRS) factor = 0.5;
    if (options->normalize == TROPIC_NORMALIZE_FULL && max > 0) factor = 1 / max;
    if (((options->sources && options->extrapolate) || (ends && draws(options))) && count > 0)
        factor *= (double)n / (double)count;
    return factor;
}

/* A vertex has nothing from itself as a source: so its sum is one over the other sources, of n - 1. */
static void extrapolate(double *sums, tropic_index n, const tropic_index *drawn, int64_t count)
{
    const double most = (double)n - 1, others = (double)count - 1;
    for (int64_t k = 0; k < count; k++) sums[drawn[k]] *= others > 0 ? (double)count / others : 0;
    for (tropic_index v = 0; v < n; v++) sums[v] *= most / (double)count;
}

tropic_index *verify_bc_sources(const verify_report *report, const tropic_bc_options *options, tropic_context *context,
                                tropic_index n, int64_t *count)
{
    *count = options->sources ? (int64_t)options->source_count : draws(options) ? (int64_t)options->samples : n;
    tropic_index *sources = calloc((size_t)*count + 1, sizeof *sources);
    bool good = sources != NULL;
    if (!good) verify_failed(report, "no memory for the reference");
    if (good && draws(options) && tropic_sample(sources, context, n, options->samples, options->seed) != TROPIC_OK) {
        verify_failed(report, "%s", tropic_context_error(context));
        good = false;
    }
    for (int64_t k = 0; good && k < *count; k++) {
        if (!draws(options)) sources[k] = options->sources ? options->sources[k] : (tropic_index)k;
        good = verify_arguments(report, sources[k]);
    }
    if (good) return sources;
    free(sources);
    return NULL;
}

double verify_bc_tie(const tropic_matrix *A, const tropic_bc_options *options)
{
    if (options->tie != 0) return options->tie > 0 ? options->tie : 0;
    return tropic_matrix_type(A) == TROPIC_FP32 ? TROPIC_BC_TIE_FP32 : TROPIC_BC_TIE_FP64;
}

double verify_bc_tie_most(const tropic_bc_options *options, double least)
{
    return options->tie == 0 ? least / 2 : HUGE_VAL;
}

static reference_verdict compare(const verify_report *report, const void *got, tropic_type type, const double *expected,
                                 tropic_index n, double factor, double tolerance, double slack)
{
    /* It counts in doubles; one that is infinite makes its vertex's dependency a NaN. */
    for (tropic_index v = 0; v < n; v++)
        if (!isfinite(expected[v])) return verify_failed(report, "%s", answer_bc_limit);
    for (tropic_index v = 0; v < n; v++) {
        double g = type == TROPIC_FP32 ? (double)((const float *)got)[v] : ((const double *)got)[v];
        double e = factor * expected[v];
        if (!(fabs(g - e) <= tolerance * fabs(e) + slack))
            return verify_differs(report, v, "expected centrality %.17g, got %.17g", e, g);
    }
    return REFERENCE_MATCH;
}

tropic_bc_options verify_bc_options(const tropic_bc_options *given)
{
    tropic_bc_options options = {.size = sizeof options};
    if (given) memcpy(&options, given, given->size < sizeof options ? given->size : sizeof options);
    return options;
}

reference_verdict reference_verify_bc(const tropic_vector *centrality, const tropic_matrix *A, tropic_context *context,
                                      const tropic_bc_options *options, double tolerance, char *message, size_t length)
{
    verify_report report = verify_begin(A, message, length);
    tropic_bc_options choice = verify_bc_options(options);
    tropic_index n = tropic_matrix_rows(A);
    tropic_type type = tropic_vector_type(centrality);
    if (type != TROPIC_FP32) type = TROPIC_FP64;
    if (n == 0) return REFERENCE_MATCH;
    if (tolerance == 0) tolerance = type == TROPIC_FP32 ? REFERENCE_BC_FP32 : REFERENCE_BC_FP64;

    int64_t count = 0;
    tropic_index *sources = verify_bc_sources(&report, &choice, context, n, &count);
    void *got = sources ? verify_values(&report, centrality, type, "centrality") : NULL;
    double *expected = malloc((size_t)n * sizeof *expected);
    reference_verdict verdict = REFERENCE_FAILED;
    if (!expected) {
        verify_failed(&report, "no memory for the reference");
    } else if (sources && got) {
        const double max = ((double)n - 1) * (choice.endpoints ? (double)n : (double)n - 2);
        const double factor = verify_bc_scaling(&choice, n, count, max, choice.endpoints);
        /* The allowed error of an estimate. */
        const double slack = choice.error * factor * max;
        verdict = answer_bc(&report, expected, context, sources, count, &choice);
        if (verdict == REFERENCE_MATCH && draws(&choice) && !choice.endpoints) extrapolate(expected, n, sources, count);
        if (verdict == REFERENCE_MATCH) verdict = compare(&report, got, type, expected, n, factor, tolerance, slack);
    }
    free(sources);
    free(got);
    free(expected);
    return verdict;
}

static reference_verdict check_arcs(const reference_result *r, char *message, size_t length)
{
    const reference_verdict found =
        reference_verify_bc_edges(r->arcs, r->A, r->context, r->options, REFERENCE_BC_FP64, message, length);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "%lld centralities of arcs are equal within a relative %g",
                 (long long)tropic_matrix_count(r->A), REFERENCE_BC_FP64);
    return found;
}

static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_bc_options *options = r->options;
    double tolerance;
    reference_verdict found;
    if (r->arcs) return check_arcs(r, message, length);
    tolerance = tropic_vector_type(r->values[0]) == TROPIC_FP32 ? REFERENCE_BC_FP32 : REFERENCE_BC_FP64;
    found = reference_verify_bc(r->values[0], r->A, r->context, options, tolerance, message, length);
    if (found == REFERENCE_MATCH && options && options->error > 0)
        snprintf(message, length, "%d centralities are within the error of %g", tropic_matrix_rows(r->A),
                 options->error);
    else if (found == REFERENCE_MATCH)
        snprintf(message, length, "%d centralities are equal within a relative %g", tropic_matrix_rows(r->A),
                 tolerance);
    return found;
}

const reference_row reference_bc = {.check = check};

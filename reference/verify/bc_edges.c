/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies betweenness of arcs by the reference over the same sources.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/answers.h"

/* Host arrays of a matrix by rows, borrowed. */
typedef struct arrays {
    const tropic_offset *offset;
    const tropic_index *head;
    const void *values;
} arrays;

static bool read_arrays(const verify_report *report, const tropic_matrix *M, tropic_context *context, arrays *a)
{
    if (tropic_matrix_csr(M, context, &a->offset, &a->head, &a->values) == TROPIC_OK) return true;
    verify_failed(report, "%s", tropic_context_error(context));
    return false;
}

/* Has C the pattern of A, and a double at each place? */
static bool has_pattern(const verify_report *report, const tropic_matrix *C, const arrays *c, const arrays *a)
{
    const tropic_index n = tropic_matrix_rows(report->A);
    const size_t offsets = ((size_t)n + 1) * sizeof *a->offset;
    const size_t heads = (size_t)a->offset[n] * sizeof *a->head;
    if (tropic_matrix_type(C) == TROPIC_FP64 && (c->values || heads == 0) &&
        memcmp(c->offset, a->offset, offsets) == 0 && (heads == 0 || memcmp(c->head, a->head, heads) == 0))
        return true;
    verify_failed(report, "the result is no matrix of the graph's pattern with values of type fp64");
    return false;
}

static reference_verdict compare(const verify_report *report, const arrays *a, const double *got,
                                 const double *expected, double factor, double tolerance)
{
    const tropic_index n = tropic_matrix_rows(report->A);
    for (tropic_offset k = 0; k < a->offset[n]; k++)
        if (!isfinite(expected[k])) return verify_failed(report, "%s", answer_bc_limit);
    for (tropic_index i = 0; i < n; i++)
        for (tropic_offset k = a->offset[i]; k < a->offset[i + 1]; k++) {
            const double e = factor * expected[k];
            if (!(fabs(got[k] - e) <= tolerance * fabs(e)))
                return verify_differs(report, i, "expected centrality %.17g of its arc to %" PRId64 ", got %.17g", e,
                                      tropic_matrix_label(report->A, a->head[k]), got[k]);
        }
    return REFERENCE_MATCH;
}

reference_verdict reference_verify_bc_edges(const tropic_matrix *C, const tropic_matrix *A, tropic_context *context,
                                            const tropic_bc_options *options, double tolerance, char *message,
                                            size_t length)
{
    const verify_report report = verify_begin(A, message, length);
    const tropic_bc_options choice = verify_bc_options(options);
    const tropic_index n = tropic_matrix_rows(A);
    arrays a, c;
    if (tropic_matrix_rows(C) != n || tropic_matrix_cols(C) != n || tropic_matrix_cols(A) != n)
        return verify_failed(&report, "the result is no matrix of %" PRId32 " x %" PRId32, n, n);
    if (n == 0) return REFERENCE_MATCH;
    if (tolerance == 0) tolerance = REFERENCE_BC_FP64;
    if (!read_arrays(&report, A, context, &a) || !read_arrays(&report, C, context, &c) ||
        !has_pattern(&report, C, &c, &a))
        return REFERENCE_FAILED;

    int64_t count = 0;
    tropic_index *sources = verify_bc_sources(&report, &choice, context, n, &count);
    double *expected = calloc((size_t)a.offset[n] + 1, sizeof *expected);
    reference_verdict verdict = REFERENCE_FAILED;
    if (!expected) {
        verify_failed(&report, "no memory for the reference");
    } else if (sources) {
        const double factor = verify_bc_scaling(&choice, n, count, (double)n * ((double)n - 1), true);
        verdict = answer_bc_edges(&report, expected, context, sources, count, &choice);
        if (verdict == REFERENCE_MATCH) verdict = compare(&report, &a, c.values, expected, factor, tolerance);
    }
    free(sources);
    free(expected);
    return verdict;
}

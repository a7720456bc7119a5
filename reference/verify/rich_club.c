/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies rich-club coefficients: vertices join in order of their degrees, the greatest first, each with its edges to
 * those that are there.
 */
#include <math.h>
#include <stdlib.h>

#include "reference/verify.h"

/* Absolute: coefficients are quotients of whole numbers, up to 1. */
#define TOLERANCE 1e-12L

typedef struct joining {
    int64_t degree, vertex;
} joining;

static int by_degree(const void *a, const void *b)
{
    const joining *x = a, *y = b;
    if (x->degree != y->degree) return x->degree > y->degree ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Coefficient k, once all vertices of degree above k are there. */
static reference_verdict compare(const verify_report *report, int64_t k, int64_t vertices, int64_t arcs, double got,
                                 bool has)
{
    const long double expected = (long double)arcs / ((long double)vertices * (long double)(vertices - 1));
    if (has != (vertices >= 2))
        return verify_told(report, "the rich club has %s coefficient of degree %lld, with %lld vertices above it",
                           has ? "a" : "no", (long long)k, (long long)vertices);
    if (has && !(fabsl(got - expected) <= TOLERANCE))
        return verify_told(report, "expected the rich-club coefficient %.12Lg of degree %lld, got %.12g", expected,
                           (long long)k, got);
    return REFERENCE_MATCH;
}

static reference_verdict compare_all(const verify_report *report, const verify_arcs *G, const joining *order,
                                     bool *there, const double *got, const bool *has)
{
    int64_t joined = 0, arcs = 0;
    reference_verdict found = REFERENCE_MATCH;
    for (int64_t k = G->n - 1; k >= 0 && found == REFERENCE_MATCH; k--) {
        for (; joined < G->n && order[joined].degree > k; joined++) {
            const int64_t v = order[joined].vertex;
            for (int64_t a = G->offsets[v]; a < G->offsets[v + 1]; a++) arcs += there[G->ids[a]] ? 2 : 0;
            there[v] = true;
        }
        found = compare(report, k, joined, arcs, got[k], has[k]);
    }
    return found;
}

reference_verdict verify_rich_club(const verify_report *report, const verify_arcs *G, const tropic_vector *coefficient,
                                   int64_t *count)
{
    const size_t n = (size_t)G->n;
    joining *order = calloc(n + 1, sizeof *order);
    double *got = calloc(n + 1, sizeof *got);
    bool *has = calloc(n + 1, sizeof *has), *there = calloc(n + 1, sizeof *there);
    reference_verdict found = REFERENCE_FAILED;
    if (!order || !got || !has || !there) {
        verify_failed(report, "out of memory for rich-club coefficients");
    } else if (tropic_vector_type(coefficient) != TROPIC_FP64 || tropic_vector_size(coefficient) != (int64_t)n ||
               tropic_vector_get_dense(coefficient, got, has) != TROPIC_OK) {
        verify_failed(report, "rich-club coefficients cannot be read");
    } else {
        for (int64_t v = 0; v < G->n; v++) order[v] = (joining){G->offsets[v + 1] - G->offsets[v], v};
        qsort(order, n, sizeof *order, by_degree);
        found = compare_all(report, G, order, there, got, has);
    }
    *count = 0;
    for (size_t k = 0; found == REFERENCE_MATCH && k < n; k++) *count += has[k];
    free(order);
    free(got);
    free(has);
    free(there);
    return found;
}

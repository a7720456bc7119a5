/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies components, and their sizes, by searches in depth.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* The components of A; malloc()ed. NULL for want of memory. */
static int64_t *solve(const reference_result *r, bool strong)
{
    oracle_graph G = {0};
    int64_t *component = malloc(((size_t)tropic_matrix_rows(r->A) + 1) * sizeof *component);
    const bool there = component && oracle_graph_from_matrix(&G, r->A, r->context) &&
                       (strong ? oracle_strong : oracle_weak)(&G, component);
    oracle_graph_free(&G);
    if (there) return component;
    free(component);
    return NULL;
}

/* How many vertices have each component's number; malloc()ed. */
static int64_t *sizes_of(const int64_t *component, tropic_index n)
{
    int64_t *size = calloc((size_t)n + 1, sizeof *size);
    for (tropic_index v = 0; size && v < n; v++) size[component[v]]++;
    return size;
}

static reference_verdict compare(const verify_report *report, const int32_t *got, const int32_t *sizes,
                                 const int64_t *component, const int64_t *size)
{
    for (tropic_index v = 0; v < tropic_matrix_rows(report->A); v++) {
        if (got[v] != component[v])
            return verify_differs(report, v, "expected the component of %lld, got that of %lld",
                                  (long long)tropic_matrix_label(report->A, (tropic_index)component[v]),
                                  (long long)tropic_matrix_label(report->A, got[v]));
        if (sizes && sizes[v] != size[component[v]])
            return verify_differs(report, v, "expected the size %lld, got %d", (long long)size[component[v]], sizes[v]);
    }
    return REFERENCE_MATCH;
}

/* options: tropic_components_options. values[1], sizes, may be NULL. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_components_options *options = r->options;
    const tropic_index n = tropic_matrix_rows(r->A);
    verify_report report = verify_begin(r->A, message, length);
    int32_t *got = verify_values(&report, r->values[0], TROPIC_INT32, "component");
    int32_t *sizes = got && r->values[1] ? verify_values(&report, r->values[1], TROPIC_INT32, "size") : NULL;
    int64_t *component = NULL, *size = NULL;
    reference_verdict found = REFERENCE_FAILED;
    if (got && (sizes || !r->values[1])) {
        component = solve(r, options && options->strong);
        size = component ? sizes_of(component, n) : NULL;
        found =
            size ? compare(&report, got, sizes, component, size) : verify_failed(&report, "out of memory for searches");
    }
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the components of %d vertices%s are equal", n, sizes ? " and their sizes" : "");
    free(got);
    free(sizes);
    free(component);
    free(size);
    return found;
}

const reference_row reference_components = {.check = check, .textbook = true};

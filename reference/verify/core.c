/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies core numbers by bins, and onion layers by what the neighbours have.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

static int64_t *widened(const int32_t *values, tropic_index n)
{
    int64_t *wide = malloc(((size_t)n + 1) * sizeof *wide);
    for (tropic_index v = 0; wide && v < n; v++) wide[v] = values[v];
    return wide;
}

static reference_verdict compare_cores(const verify_report *report, const int32_t *got, const int64_t *core)
{
    for (tropic_index v = 0; v < tropic_matrix_rows(report->A); v++)
        if (got[v] != core[v])
            return verify_differs(report, v, "expected the core number %lld, got %d", (long long)core[v], got[v]);
    return REFERENCE_MATCH;
}

static reference_verdict compare_layers(const verify_report *report, const oracle_graph *G, bool directed,
                                        const int64_t *core, const int32_t *layers)
{
    int64_t *layer = widened(layers, tropic_matrix_rows(report->A)), wrong = -1, expected = 0;
    const bool there = layer && oracle_onion(G, directed, core, layer, &wrong, &expected);
    free(layer);
    if (!there) return verify_failed(report, "out of memory for onion layers");
    if (wrong < 0) return REFERENCE_MATCH;
    return verify_differs(report, (tropic_index)wrong, "by those of its neighbours its layer is %lld, not %d",
                          (long long)expected, layers[wrong]);
}

static reference_verdict compare(const verify_report *report, const reference_result *r, bool directed,
                                 const int32_t *got, const int32_t *layers)
{
    oracle_graph G = {0};
    int64_t *core = malloc(((size_t)tropic_matrix_rows(r->A) + 1) * sizeof *core);
    reference_verdict found;
    if (core && oracle_graph_from_matrix(&G, r->A, r->context) && oracle_core(&G, directed, core))
        found = compare_cores(report, got, core);
    else
        found = verify_failed(report, "out of memory for core numbers");
    if (found == REFERENCE_MATCH && layers) found = compare_layers(report, &G, directed, core, layers);
    oracle_graph_free(&G);
    free(core);
    return found;
}

/* options: tropic_core_options. values[1], layers, may be NULL. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_core_options *options = r->options;
    const verify_report report = verify_begin(r->A, message, length);
    int32_t *got = verify_values(&report, r->values[0], TROPIC_INT32, "core");
    int32_t *layers = got && r->values[1] ? verify_values(&report, r->values[1], TROPIC_INT32, "layer") : NULL;
    reference_verdict found = REFERENCE_FAILED;
    if (got && (layers || !r->values[1])) found = compare(&report, r, options && options->directed, got, layers);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the core numbers%s of %d vertices are equal", layers ? " and layers" : "",
                 tropic_matrix_rows(r->A));
    free(got);
    free(layers);
    return found;
}

const reference_row reference_core = {.check = check, .textbook = true};

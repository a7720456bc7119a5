/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies eccentricities: of some vertices, of a small graph all, by a search of the textbook from each.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* Of so many vertices all are searched from; else so many, spread evenly. */
#define ALL_MAX 4096
#define CHOSEN_MAX 64

/* The eccentricity of v; -1: out of memory. */
static int64_t eccentricity_of(const oracle_graph *G, int64_t v, int64_t *level)
{
    int64_t most = 0;
    if (!oracle_bfs(G, v, level)) return -1;
    for (int64_t u = 0; u < G->rows; u++)
        if (level[u] > most) most = level[u];
    return most;
}

/* All values against the diameter and the radius that were told. */
static reference_verdict check_ends(const verify_report *report, const tropic_eccentricity_report *told,
                                    const int32_t *got, const bool *has, tropic_index n)
{
    int32_t greatest = 0, least = n > 0 ? INT32_MAX : 0;
    for (tropic_index v = 0; v < n; v++) {
        if (!has[v]) continue;
        if (got[v] > greatest) greatest = got[v];
        if (got[v] < least) least = got[v];
    }
    if (told->diameter != greatest)
        return verify_differs(report, told->end, "the diameter is told as %d, but the greatest value is %d",
                              told->diameter, greatest);
    if (told->radius >= 0 && told->radius != least)
        return verify_differs(report, told->end, "the radius is told as %d, but the least value is %d", told->radius,
                              least);
    return REFERENCE_MATCH;
}

static reference_verdict compare(const verify_report *report, const oracle_graph *G, const int32_t *got,
                                 const bool *has, int64_t diameter, int64_t *looked)
{
    const int64_t n = G->rows, chosen = n <= ALL_MAX ? n : CHOSEN_MAX;
    int64_t *level = malloc(((size_t)n + 1) * sizeof *level);
    reference_verdict found = level ? REFERENCE_MATCH : verify_failed(report, "out of memory for the searches");
    *looked = 0;
    for (int64_t k = 0; k < n && found == REFERENCE_MATCH; k++) {
        /* (Those of a vector with one entry, too.) */
        const bool looks = k == *looked * n / chosen;
        int64_t expected;
        if (!looks && !(has[k] && diameter >= 0)) continue;
        if (looks) ++*looked;
        expected = eccentricity_of(G, k, level);
        if (expected < 0)
            found = verify_failed(report, "out of memory for the searches");
        else if (has[k] && got[k] != expected)
            found =
                verify_differs(report, (tropic_index)k, "expected eccentricity %" PRId64 ", got %d", expected, got[k]);
        else if (diameter >= 0 && expected > diameter)
            found =
                verify_differs(report, (tropic_index)k,
                               "its eccentricity %" PRId64 " is more than the diameter, %" PRId64, expected, diameter);
    }
    free(level);
    return found;
}

/* options: tropic_eccentricity_options of the run, with its report. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_eccentricity_options *o = r->options;
    const tropic_index n = tropic_matrix_rows(r->A);
    verify_report report = verify_begin(r->A, message, length);
    oracle_graph G = {0};
    int32_t *got = malloc(((size_t)n + 1) * sizeof *got);
    bool *has = calloc((size_t)n + 1, sizeof *has);
    reference_verdict found = REFERENCE_MATCH;
    int64_t looked = 0;
    if (!got || !has || !oracle_graph_from_matrix(&G, r->A, r->context))
        found = verify_failed(&report, "out of memory for the searches");
    else if (!r->values[0] || tropic_vector_type(r->values[0]) != TROPIC_INT32 ||
             tropic_vector_get_dense(r->values[0], got, has) != TROPIC_OK)
        found = verify_failed(&report, "the result cannot be read");
    if (found == REFERENCE_MATCH && o && o->report) found = check_ends(&report, o->report, got, has, n);
    if (found == REFERENCE_MATCH)
        found = compare(&report, &G, got, has, o && o->diameter ? o->report->diameter : -1, &looked);
    if (found == REFERENCE_MATCH) snprintf(message, length, "%" PRId64 " of %d vertices are right", looked, n);
    oracle_graph_free(&G);
    free(got);
    free(has);
    return found;
}

const reference_row reference_eccentricity = {.check = check, .textbook = true};

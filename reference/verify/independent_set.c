/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a maximal independent set by what makes it one: no two of its vertices are neighbours, and each other vertex
 * has a neighbour in it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/verify.h"

/* options: tropic_independent_set_options, of which the report is looked at. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_independent_set_options *options = r->options;
    const verify_report report = verify_begin(r->A, message, length);
    int32_t *set = verify_values(&report, r->values[0], TROPIC_INT32, "set");
    tropic_index members = 0;
    verify_arcs arcs;
    reference_verdict found = REFERENCE_FAILED;
    if (set && verify_arcs_of(&report, &arcs, r->context)) found = verify_independent_set(&report, &arcs, set);
    for (tropic_index v = 0; found == REFERENCE_MATCH && v < arcs.n; v++) members += set[v];
    if (found == REFERENCE_MATCH && options && options->report && options->report->members != members)
        found = verify_told(&report, "%d vertices are told, but %d are in the set", options->report->members, members);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the set of %d of %d vertices is independent and maximal", members, arcs.n);
    free(set);
    return found;
}

const reference_row reference_independent_set = {.check = check, .textbook = true};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a matching by its properties: its edges are the graph's, no two of them share a vertex, and each other edge
 * shares one with an edge of it that is no lighter. So it is maximal, and weighs half of what any does, at least.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/verify.h"

/* Of the matching's edges and their weight. */
static reference_verdict check_told(const verify_report *report, const tropic_matching_report *told, tropic_index edges,
                                    long double weight)
{
    if (told->edges != edges) return verify_told(report, "%d edges are told, but there are %d", told->edges, edges);
    return verify_weight(report, told->exact, told->integer_weight, told->weight, edges, weight, weight);
}

/* options: tropic_matching_options, of which `weighted` and the report are looked at. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_matching_options *options = r->options;
    const verify_report report = verify_begin(r->A, message, length);
    const bool weighted = options && options->weighted;
    int32_t *mate = verify_values(&report, r->values[0], TROPIC_INT32, "mate");
    long double weight = 0;
    tropic_index edges = 0;
    verify_arcs arcs;
    reference_verdict found = REFERENCE_FAILED;
    if (mate && verify_arcs_of(&report, &arcs, r->context))
        found = verify_matching(&report, &arcs, weighted, mate, &weight);
    for (tropic_index v = 0; found == REFERENCE_MATCH && v < arcs.n; v++) edges += v < mate[v];
    if (found == REFERENCE_MATCH && options && options->report)
        found = check_told(&report, options->report, edges, weight);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the matching of %d edge%s is maximal%s", edges, edges == 1 ? "" : "s",
                 weighted ? ", and other edges are no heavier than one that they touch" : "");
    free(mate);
    return found;
}

const reference_row reference_matching = {.check = check, .textbook = true};

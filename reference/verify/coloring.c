/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a greedy colouring by its properties: neighbours have different colours, each vertex has neighbours of all
 * lesser ones, and there are at most as many as its order promises.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* The greatest core number; -1: out of memory. */
static int64_t greatest_core(const reference_result *r, tropic_index n)
{
    int64_t *core = malloc(((size_t)n + 1) * sizeof *core), most = 0;
    oracle_graph G = {0};
    const bool done = core && oracle_graph_from_matrix(&G, r->A, r->context) && oracle_core(&G, false, core);
    for (tropic_index v = 0; done && v < n; v++) most = core[v] > most ? core[v] : most;
    oracle_graph_free(&G);
    free(core);
    return done ? most : -1;
}

/* How many colours are enough; 0: out of memory. (By degree the check of each vertex has found that.) */
static int64_t most_colors(const reference_result *r, tropic_index n)
{
    const tropic_coloring_options *options = r->options;
    return options && options->order == TROPIC_COLORING_SMALLEST_LAST ? greatest_core(r, n) + 1 : INT64_MAX;
}

/* options: tropic_coloring_options, of which the order and the report are looked at. */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_coloring_options *options = r->options;
    const verify_report report = verify_begin(r->A, message, length);
    const tropic_index n = tropic_matrix_rows(r->A);
    int32_t *color = verify_values(&report, r->values[0], TROPIC_INT32, "color"), colors = 0;
    const int64_t most = color ? most_colors(r, n) : 0;
    verify_arcs arcs;
    reference_verdict found = REFERENCE_FAILED;
    if (color && most == 0)
        verify_failed(&report, "out of memory for a colouring");
    else if (color && verify_arcs_of(&report, &arcs, r->context))
        found = verify_coloring(&report, &arcs, color);
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++) {
        if (color[v] >= colors) colors = color[v] + 1;
        if (color[v] >= most)
            found = verify_differs(&report, v, "it has the colour %d, where %lld colours are enough", color[v],
                                   (long long)most);
    }
    if (found == REFERENCE_MATCH && options && options->report && options->report->colors != colors)
        found = verify_told(&report, "%d colours are told, but there are %d", options->report->colors, colors);
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the %d colour%s of %d vertices are proper, and each is the least that is free",
                 colors, colors == 1 ? "" : "s", n);
    free(color);
    return found;
}

const reference_row reference_coloring = {.check = check, .textbook = true};

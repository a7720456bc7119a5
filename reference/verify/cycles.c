/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a cycle by its arcs, and that there is none by depth-first searches.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

static bool has_arc(const oracle_graph *G, int64_t from, int64_t to)
{
    for (int64_t k = G->offset[from]; k < G->offset[from + 1]; k++)
        if (G->target[k] == to) return true;
    return false;
}

/* Along the cycle from its least vertex on; *length: of it. */
static reference_verdict follow(const verify_report *report, const oracle_graph *G, tropic_cycle_kind kind,
                                const int32_t *next, tropic_index *length)
{
    const tropic_index n = tropic_matrix_rows(report->A);
    tropic_index first = 0, on_it = 0, v;
    while (first < n && next[first] < 0) first++;
    for (v = 0; v < n; v++) on_it += next[v] >= 0;
    *length = 0;
    if (first == n) return REFERENCE_MATCH;
    v = first;
    do {
        const tropic_index to = next[v];
        if (to < 0 || to >= n || *length == on_it) return verify_differs(report, v, "the cycle does not go on from it");
        if (!has_arc(G, v, to) && (kind == TROPIC_CYCLE_DIRECTED || !has_arc(G, to, v)))
            return verify_differs(report, v, "there is no arc to the next vertex, %lld",
                                  (long long)tropic_matrix_label(report->A, to));
        v = to;
        ++*length;
    } while (v != first);
    if (*length < on_it)
        return verify_differs(report, first, "its cycle has not all the vertices that have a next one");
    if (kind != TROPIC_CYCLE_DIRECTED && *length == 2) return verify_differs(report, first, "an edge is no cycle");
    if (kind == TROPIC_CYCLE_ODD && *length % 2 == 0)
        return verify_differs(report, first, "its cycle has %d edges, which is even", *length);
    return REFERENCE_MATCH;
}

/* *none: is there none of the kind? */
static bool look_for_cycles(const oracle_graph *G, tropic_cycle_kind kind, bool *none)
{
    oracle_graph E = {0};
    int64_t *values = malloc(((size_t)G->rows + 1) * sizeof *values), trees = 0;
    bool there = values && oracle_graph_edges(&E, G, NULL);
    *none = true;
    for (int64_t v = 0; v < G->rows; v++)
        if (has_arc(G, v, v)) *none = false;
    if (there && kind == TROPIC_CYCLE_DIRECTED) there = oracle_acyclic(G, none);
    if (there && kind == TROPIC_CYCLE_UNDIRECTED) {
        there = oracle_weak(G, values);
        for (int64_t v = 0; there && v < G->rows; v++) trees += values[v] == v;
        if (there && E.offset[E.rows] / 2 != G->rows - trees) *none = false;
    }
    if (there && kind == TROPIC_CYCLE_ODD && *none) there = oracle_colors(&E, values, none);
    oracle_graph_free(&E);
    free(values);
    return there;
}

/* values: next; options: tropic_cycle_options */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const tropic_cycle_options *options = r->options;
    const tropic_cycle_kind kind = options ? options->kind : TROPIC_CYCLE_DIRECTED;
    const verify_report report = verify_begin(r->A, message, length);
    int32_t *next = verify_values(&report, r->values[0], TROPIC_INT32, "next");
    oracle_graph G = {0};
    tropic_index vertices = 0;
    bool none = true;
    reference_verdict found = REFERENCE_FAILED;
    if (!next) return found;
    if (oracle_graph_from_matrix(&G, r->A, r->context))
        found = follow(&report, &G, kind, next, &vertices);
    else
        verify_failed(&report, "out of memory for the graph");
    if (found == REFERENCE_MATCH && vertices == 0) {
        if (!look_for_cycles(&G, kind, &none)) found = verify_failed(&report, "out of memory for searches");
        if (!none) found = verify_differs(&report, 0, "and others: there is a cycle");
    }
    if (found == REFERENCE_MATCH && vertices > 0)
        snprintf(message, length, "%d vert%s a cycle", vertices, vertices == 1 ? "ex is" : "ices are");
    else if (found == REFERENCE_MATCH)
        snprintf(message, length, "there is no cycle");
    oracle_graph_free(&G);
    free(next);
    return found;
}

const reference_row reference_cycles = {.check = check, .textbook = true};

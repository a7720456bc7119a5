/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a greedy colouring by its properties: neighbours have different colours, each vertex has neighbours of all
 * lesser ones, and there are at most as many as its order promises.
 */
#include <stdio.h>
#include <stdlib.h>

#include "reference/oracle.h"
#include "reference/verify.h"

/* seen[c] = v + 1: v has a neighbour of colour c. */
static reference_verdict check_vertex(const verify_report *report, const oracle_graph *G, const int32_t *color,
                                      int64_t *seen, tropic_index v)
{
    if (color[v] < 0 || color[v] > G->offset[v + 1] - G->offset[v])
        return verify_differs(report, v, "it has the colour %d, and %lld neighbours", color[v],
                              (long long)(G->offset[v + 1] - G->offset[v]));
    for (int64_t k = G->offset[v]; k < G->offset[v + 1]; k++) {
        const int64_t u = G->target[k];
        if (u == v) continue;
        if (color[u] == color[v])
            return verify_differs(report, v, "it has the colour of its neighbour %lld, %d",
                                  (long long)tropic_matrix_label(report->A, (tropic_index)u), color[v]);
        if (color[u] >= 0 && color[u] < G->rows) seen[color[u]] = v + 1;
    }
    for (int32_t c = 0; c < color[v]; c++)
        if (seen[c] != v + 1)
            return verify_differs(report, v, "it has the colour %d, and no neighbour has %d", color[v], c);
    return REFERENCE_MATCH;
}

/* The most colours that there may be; -1: out of memory. */
static int64_t most_colors(const oracle_graph *G, const tropic_coloring_options *options, int64_t *room)
{
    int64_t most = 0;
    if (options && options->order == TROPIC_COLORING_SMALLEST_LAST) {
        if (!oracle_core(G, false, room)) return -1;
        for (int64_t v = 0; v < G->rows; v++) most = room[v] > most ? room[v] : most;
    } else {
        for (int64_t v = 0; v < G->rows; v++) {
            const int64_t degree = G->offset[v + 1] - G->offset[v];
            most = degree > most ? degree : most;
        }
    }
    return most + 1;
}

static reference_verdict check_all(const verify_report *report, const reference_result *r, const int32_t *color,
                                   int32_t *colors)
{
    const tropic_index n = tropic_matrix_rows(r->A);
    oracle_graph G = {0};
    int64_t *room = malloc(((size_t)n + 1) * sizeof *room), most = -1;
    reference_verdict found = REFERENCE_MATCH;
    if (room && oracle_graph_from_matrix(&G, r->A, r->context)) most = most_colors(&G, r->options, room);
    if (most < 0) found = verify_failed(report, "out of memory for a colouring");
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++) room[v] = 0;
    for (tropic_index v = 0; v < n && found == REFERENCE_MATCH; v++) {
        found = check_vertex(report, &G, color, room, v);
        if (color[v] >= *colors) *colors = color[v] + 1;
        if (found == REFERENCE_MATCH && color[v] >= most)
            found = verify_differs(report, v, "it has the colour %d, where %lld colours are enough", color[v],
                                   (long long)most);
    }
    oracle_graph_free(&G);
    free(room);
    return found;
}

/* options: tropic_coloring_options */
static reference_verdict check(const reference_result *r, char *message, size_t length)
{
    const verify_report report = verify_begin(r->A, message, length);
    int32_t *color = verify_values(&report, r->values[0], TROPIC_INT32, "color"), colors = 0;
    reference_verdict found = color ? check_all(&report, r, color, &colors) : REFERENCE_FAILED;
    if (found == REFERENCE_MATCH)
        snprintf(message, length, "the %d colour%s of %d vertices are proper, and each is the least that is free",
                 colors, colors == 1 ? "" : "s", tropic_matrix_rows(r->A));
    free(color);
    return found;
}

const reference_row reference_coloring = {.check = check, .textbook = true};

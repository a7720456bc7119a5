/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of edges, from a table of pairs.
 */
#include "cli/picture/scene.h"

#include <math.h>
#include <stdlib.h>

/* The arc of a pair's value; -1: the pair is no edge that is drawn. */
static tropic_offset arc_of(const cli_edges *edges, tropic_index i, tropic_index j, bool one)
{
    /* The arc that stands for both goes up. */
    const bool down = one && i > j;
    const tropic_index from = down ? j : i, to = down ? i : j;
    tropic_offset k;
    if (i == j) return -1;
    k = cli_edges_find(edges, from, to);
    return k >= 0 ? k : cli_edges_find(edges, to, from);
}

bool cli_edge_values(cli_values *values, int64_t *others, const cli_edges *edges, const cli_vertex_table *table,
                     bool one)
{
    const size_t room = (size_t)edges->offset[edges->n] + 1;
    *others = 0;
    *values = (cli_values){edges->offset[edges->n], malloc(room * sizeof *values->value),
                           calloc(room, sizeof *values->listed)};
    if (!values->value || !values->listed) return false;
    for (int64_t p = 0; p < table->pairs; p++) {
        const tropic_offset k = arc_of(edges, table->from[p], table->to[p], one);
        /* A set of edges has no numbers: all are alike. */
        const double value = table->columns > 0 ? table->value[0][p] : 1;
        if (k < 0) {
            (*others)++;
            continue;
        }
        values->value[k] = values->listed[k] ? fmax(values->value[k], value) : value;
        values->listed[k] = true;
    }
    return true;
}

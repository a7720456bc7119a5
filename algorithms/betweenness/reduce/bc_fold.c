/* SPDX-License-Identifier: Apache-2.0
 *
 * Degree-1 folding: vertices of degree 1 are removed until there is none. Each tree that hangs on the graph goes into
 * the vertex it hangs on, and a component that is a tree goes into one of its own vertices.
 */
#include "algorithms/betweenness/reduce/bc_decomposition.h"

/* degree(v), without loops. Queues the vertices of degree 1, and returns how many there are. */
static tropic_index count_degrees(const tp_bc_graph *graph, tropic_index *degree, tropic_index *queue)
{
    tropic_index queued = 0;
    for (tropic_index v = 0; v < graph->n; v++) {
        degree[v] = 0;
        for (tropic_offset k = graph->offsets[v]; k < graph->offsets[v + 1]; k++) degree[v] += graph->ids[k] != v;
        if (degree[v] == 1) queue[queued++] = v;
    }
    return queued;
}

/* The one neighbour that v has left. */
static tropic_index last_neighbour(const tp_bc_decomposition *d, tropic_index v)
{
    tropic_offset k = d->graph.offsets[v];
    while (d->graph.ids[k] == v || d->discovery[d->graph.ids[k]] == TP_BC_FOLDED) k++;
    return d->graph.ids[k];
}

tropic_status tp_bc_fold_leaves(tp_bc_decomposition *d, tropic_index *folded)
{
    tp_arena arena = {.context = d->context};
    tropic_index *degree = tp_arena_array(&arena, d->graph.n, sizeof *degree);
    tropic_index *queue = tp_arena_array(&arena, d->graph.n, sizeof *queue);
    const tropic_status status = tp_arena_check(&arena, "folding");
    tropic_index queued = 0;
    *folded = 0;
    if (status == TROPIC_OK) queued = count_degrees(&d->graph, degree, queue);
    for (tropic_index k = 0; k < queued; k++) {
        const tropic_index v = queue[k];
        tropic_index above;
        if (degree[v] == 0) continue; /* its neighbour was folded into it: v alone is left of a tree */
        above = last_neighbour(d, v);
        d->discovery[v] = TP_BC_FOLDED;
        tp_bc_cut_branch(d, above, d->sources[v], d->targets[v]);
        if (--degree[above] == 1) queue[queued++] = above;
        ++*folded;
    }
    tp_arena_release(&arena);
    return status;
}

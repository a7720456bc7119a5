/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices of degree 1 are removed until there is none: each tree that hangs on the graph goes into the vertex it hangs
 * on, and a component that is a tree into one of its own.
 */
#include "algorithms/betweenness/bc_parts.h"

/* degree(v), loops not counted; those of degree 1 are queued. */
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
static tropic_index last_neighbour(const tp_bc_parts *p, tropic_index v)
{
    tropic_offset k = p->graph.offsets[v];
    while (p->graph.ids[k] == v || p->discovery[p->graph.ids[k]] == TP_BC_FOLDED) k++;
    return p->graph.ids[k];
}

tropic_status tp_bc_fold(tp_bc_parts *p, tropic_index *folded)
{
    const tp_memory *memory = &p->context->memory;
    tropic_index *degree = tp_allocate(memory, p->graph.n, sizeof *degree);
    tropic_index *queue = tp_allocate(memory, p->graph.n, sizeof *queue);
    tropic_index queued = 0;
    *folded = 0;
    if (degree && queue) queued = count_degrees(&p->graph, degree, queue);
    for (tropic_index k = 0; k < queued; k++) {
        const tropic_index v = queue[k];
        tropic_index above;
        if (degree[v] == 0) continue; /* its neighbour has gone into it: all of a tree is there */
        above = last_neighbour(p, v);
        p->discovery[v] = TP_BC_FOLDED;
        tp_bc_join(p, above, p->sources[v], p->targets[v]);
        if (--degree[above] == 1) queue[queued++] = above;
        ++*folded;
    }
    tp_release(memory, degree);
    tp_release(memory, queue);
    return degree && queue ? TROPIC_OK : tp_out_of_memory(p->context, "folding");
}

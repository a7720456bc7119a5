/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components of an undirected graph in host memory, with both arcs of each edge.
 */
#ifndef TP_ALGORITHMS_COMPONENTS_H
#define TP_ALGORITHMS_COMPONENTS_H

#include <tropic.h>

/* component(v) = the number of v's component, numbered in the order of their first vertices. Returns how many there
 * are. `queue` has n elements. Cost: O(n + nnz), by breadth-first search. */
static inline tropic_index tp_number_components(tropic_index n, const tropic_offset *offsets, const tropic_index *ids,
                                                tropic_index *component, tropic_index *queue)
{
    tropic_index count = 0;
    for (tropic_index v = 0; v < n; v++) component[v] = -1;
    for (tropic_index first = 0; first < n; first++) {
        tropic_index queued = 0;
        if (component[first] >= 0) continue;
        component[first] = count;
        queue[queued++] = first;
        for (tropic_index i = 0; i < queued; i++)
            for (tropic_offset k = offsets[queue[i]]; k < offsets[queue[i] + 1]; k++) {
                if (component[ids[k]] >= 0) continue;
                component[ids[k]] = count;
                queue[queued++] = ids[k];
            }
        count++;
    }
    return count;
}

#endif

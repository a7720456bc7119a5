/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness: the graph that triangles are counted in and edges are removed from. All in host memory.
 */
#ifndef TP_TRUSS_H
#define TP_TRUSS_H

#include "algorithms/run.h"

/* Undirected edges, numbered by their ends: e = {u, v} with u < v, by ascending u, then v. */
typedef struct tp_truss {
    tropic_index n;
    tropic_offset count;          /* edges */
    const tropic_offset *offsets; /* both arcs of each edge */
    const tropic_index *ids;
    tropic_offset *edge; /* of each arc */
    int32_t *support;    /* of each edge: triangles; in the end, of the truss where it goes */
} tp_truss;

/* support = the triangles of each edge. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_truss_count(tp_run *run, const tp_truss *t);
/* support[e] = trussness - 2. The same status. */
tropic_status tp_truss_peel(tp_run *run, const tp_truss *t, int64_t *levels);

#endif

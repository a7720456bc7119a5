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
    tropic_offset count;    /* edges */
    tropic_offset *offsets; /* both arcs of each edge that is left, lists ascending */
    tropic_index *ids;
    tropic_offset *edge;     /* of each arc */
    tropic_index *from, *to; /* of each edge: u and v */
    tropic_offset *next;     /* room: one a vertex */
    int32_t *support;        /* of each edge: triangles; in the end, of the truss where it goes */
} tp_truss;

/* Working memory of an edge: its two arcs, its ends and triangles; and while edges are removed, its state and two
 * lists. */
#define TP_TRUSS_EDGE_BYTES                                                                                            \
    (2 * (sizeof(tropic_index) + sizeof(tropic_offset)) + 2 * sizeof(tropic_index) + sizeof(int32_t) +                 \
     sizeof(uint8_t) + 2 * sizeof(tropic_offset))

/* support = the triangles of each edge. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_truss_count(tp_run *run, const tp_truss *t);
/* support[e] = trussness - 2. Lists get shorter. The same status. */
tropic_status tp_truss_peel(tp_run *run, tp_truss *t, int64_t *levels);

#endif

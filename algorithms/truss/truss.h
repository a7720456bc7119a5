/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness: what the two devices do for it.
 */
#ifndef TP_TRUSS_H
#define TP_TRUSS_H

#include "algorithms/run.h"
#include "algorithms/triangles/triangles.h"

TP_BEGIN_C

/* What is told of all edges. */
typedef struct tp_truss_found {
    tropic_offset edges, members; /* members: of the greatest trussness */
    int32_t truss;                /* the greatest; 0: there are no edges */
    int64_t levels;               /* different numbers */
} tp_truss_found;

/*   find  values[k] = the trussness of A's k-th arc, by row, and 0 of a loop; in memory of the backend, as G is.
 *         Status: OUT_OF_MEMORY, OUT_OF_DEVICE_MEMORY, CANCELLED
 *
 * Edges in k triangles or less, of those that are left, are removed in layers: all that are known at first, then those
 * that have become such by the layer before. */
#define TP_TRUSS_CALLS(X, prefix)                                                                                      \
    X(tropic_status, prefix, find, (tp_run * run, const tp_both_ways *G, int32_t *values, tp_truss_found *found))

typedef struct tp_truss_calls {
    TP_TRUSS_CALLS(TP_CALL_POINTER, )
} tp_truss_calls;

TP_TRUSS_CALLS(TP_CALL_PROTOTYPE, tp_cpu_truss_)
TP_TRUSS_CALLS(TP_CALL_PROTOTYPE, tp_cuda_truss_)
extern const tp_truss_calls tp_cpu_truss_calls, tp_cuda_truss_calls;

/* ---- on the CPU ---- */

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

TP_END_C
#endif

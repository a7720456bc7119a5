/* SPDX-License-Identifier: Apache-2.0
 *
 * What each device does for triangles: the edges of a directed graph, and counting.
 *
 * Vertices have an order: by their numbers, or after they were numbered anew, by descending degree. Of an edge the
 * vertex that comes first is the earlier neighbour of the other. A triangle w < v < u is counted at v, by the wedge
 * w - u - v: v's earlier neighbours are marked, and those of each later neighbour u are looked up among the marks, as
 * far as v. That is sum over u of e (e - 1) / 2 in all, where u has e earlier neighbours.
 */
#ifndef TP_TRIANGLES_H
#define TP_TRIANGLES_H

#include "runtime/backend.h"

TP_BEGIN_C

/* The edges of a graph: both arcs u -> v and v -> u of each, in memory of the backend. */
typedef struct tp_edges {
    tropic_index n;
    tropic_offset count;
    tropic_offset *offsets; /* n + 1 */
    tropic_index *ids;      /* ascending */
    double *values;         /* of an edge, the same in both directions; NULL: none */
} tp_edges;

/* The arcs of a graph both ways, without values or with FP64. */
typedef struct tp_both_ways {
    tp_arcs out, in;
    bool symmetric;  /* they are the same */
    double greatest; /* an arc counts as the cube root of its value by this, and 0 if this is 0 */
} tp_both_ways;

/* On the CPU, each thread has counts of its own of so many of the first vertices, to which it adds without a branch:
 * most triangles are there if vertices are numbered by degree. */
#define TP_COUNT_NEAR (1 << 16)

/* To count triangles of a graph that has the opposite of each arc. Loops are passed over. */
typedef struct tp_counting {
    tp_arcs arcs; /* no list is longer than `longest` */
    bool by_degree;
    int64_t *of_vertex; /* of the backend: triangles of each vertex; NULL: not asked for */
    int64_t total;      /* out, on the host */
} tp_counting;

/*   edge_offsets  edges->offsets, which are there, and edges->count, of the edges of G, loops left out
 *   edge_ids      edges->ids, and edges->values unless that is NULL: of an edge the sum over its one or two arcs, of
 *                 which each counts as 1 where G has no values
 *   count         of_vertex and total; tells its progress */
#define TP_TRIANGLES_CALLS(X, prefix)                                                                                  \
    X(tropic_status, prefix, edge_offsets, (tropic_context * context, const tp_both_ways *G, tp_edges *edges))         \
    X(tropic_status, prefix, edge_ids, (tropic_context * context, const tp_both_ways *G, const tp_edges *edges))       \
    X(tropic_status, prefix, count, (tropic_context * context, tp_counting * c))

typedef struct tp_triangles_calls {
    TP_TRIANGLES_CALLS(TP_CALL_POINTER, )
} tp_triangles_calls;

TP_TRIANGLES_CALLS(TP_CALL_PROTOTYPE, tp_cpu_triangles_)
TP_TRIANGLES_CALLS(TP_CALL_PROTOTYPE, tp_cuda_triangles_)
extern const tp_triangles_calls tp_cpu_triangles_calls, tp_cuda_triangles_calls;

TP_END_C
#endif

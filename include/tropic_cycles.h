/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: topological orders, cycles, and two colours. tropic.h includes this header, and its conventions hold
 * here too.
 */
#ifndef TROPIC_CYCLES_H
#define TROPIC_CYCLES_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A topological order: each arc leads from a vertex to a later one.
 *
 *     level = 1 + (A' (max.second) level) where an arc leads to v, else 0: the arcs of the longest path that ends in v
 *
 *   order    out  INT32, n entries: order(k) is the vertex at place k: by level, on one level by number
 *   level    out  INT32, n entries; may be NULL
 *   A        in   n x n, any type; values are not read
 *   report   out  may be NULL; levels: how many there are
 * So there is one order, the same on all devices, for any number of threads. A loop is a cycle, and so is an arc with
 * its opposite, as in a DiGraph of NetworkX. The message about a graph with a cycle has the cycle that tropic_cycle
 * finds (its first vertices, if there are many).
 * Cost: O(n + nnz). On a GPU a level of few vertices takes a microsecond or two: where levels are narrow for long, the
 * CPU takes the rest, and it finds the cycle. Memory beside the results: 12 bytes a vertex, and 8 more if there is a
 * cycle; on a GPU 8, A's arcs by column, and 20 on the host where that works.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or a vector has another length), TYPE_MISMATCH (a vector),
 * INVALID_ARGUMENT (there is a cycle; order and level are one vector), CANCELLED. */
TROPIC_API tropic_status tropic_topological(tropic_vector *order, tropic_vector *level, const tropic_matrix *A,
                                            tropic_run_report *report);
/* Notes on tropic_topological
 *
 * Source: Kahn, Topological sorting of large networks, Comm. ACM 5 (1962), level by level.
 */

typedef enum tropic_cycle_kind {
    TROPIC_CYCLE_DIRECTED,   /* follows the arcs; a graph without such a cycle is a DAG */
    TROPIC_CYCLE_UNDIRECTED, /* of edges, which are the arcs without their directions; without it, it is a forest */
    TROPIC_CYCLE_ODD         /* of an odd number of such edges; without it, it is bipartite */
} tropic_cycle_kind;

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_cycle_report {
    size_t size;
    tropic_index length; /* of the cycle; 0: there is none */
    tropic_index first;  /* its least vertex; -1: there is none */
} tropic_cycle_report;

typedef struct tropic_cycle_options {
    size_t size;
    tropic_cycle_kind kind;
    tropic_cycle_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_cycle_options;

/* A cycle, if there is one: vertices that differ, each with an arc or edge to the next one, the last to the first.
 *
 *   next     out  INT32, n entries: the vertex behind v on the cycle, -1 if v is not on it; NULL: not wanted
 *   context  in
 *   A        in   n x n, any type; values are not read
 *   options  in   may be NULL: TROPIC_CYCLE_DIRECTED
 *   report   out  may be NULL; levels: of the vertices that were removed, or searched
 * A loop is a cycle of one vertex, of each kind, and the loop of the least vertex is taken first. An arc and its
 * opposite are a cycle of two vertices if directed, else one edge. The cycle is a short one, though not always the
 * shortest: if directed, the shortest through one of its vertices; else the first that a search by levels closes. It is
 * the same on all devices, for any number of threads.
 * Cost: O(n + nnz); undirected, O(n) and A's arcs by column. On a GPU that finds out whether there is one, directed or
 * odd, as for tropic_topological; the CPU does the rest. Memory beside the result: 20 bytes a vertex.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or `next` has another length), TYPE_MISMATCH (`next`),
 * INVALID_ARGUMENT (no such kind), CANCELLED. */
TROPIC_API tropic_status tropic_cycle(tropic_vector *next, tropic_context *context, const tropic_matrix *A,
                                      const tropic_cycle_options *options, tropic_run_report *report);

/* Two colours, so that each edge has both.
 *
 *   color    out  INT32, n entries: 0 or 1; the least vertex of each component has 0
 *   A        in   n x n, any type; values are not read. Its edges are its arcs without their directions
 *   report   out  may be NULL; levels: of the searches
 * There are no such colours if there is an odd cycle; a loop is one. The message then has the one that tropic_cycle
 * finds.
 * Cost: as tropic_cycle. Status: as tropic_topological; INVALID_ARGUMENT (there is an odd cycle). */
TROPIC_API tropic_status tropic_bipartite(tropic_vector *color, const tropic_matrix *A, tropic_run_report *report);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_CYCLES_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: connected components. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_COMPONENTS_H
#define TROPIC_COMPONENTS_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_components_report {
    size_t size;
    tropic_index components;   /* how many there are */
    tropic_index isolated;     /* components of one vertex */
    tropic_index largest;      /* the component with the most vertices, by its first vertex; of several such, the first
                                  one; -1 if there are no vertices */
    tropic_index largest_size; /* its vertices */
} tropic_components_report;

typedef struct tropic_components_options {
    size_t size;
    bool strong;                      /* strongly connected components; else weakly connected ones */
    tropic_components_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_components_options;

/* Connected components. Two vertices are weakly connected if a path leads from one to the other that may follow arcs
 * against their direction, and strongly connected if paths that follow the arcs lead from each to the other. In an
 * undirected graph both are the same.
 *
 *   component  out  INT32, n entries: the first (least) vertex of the component that the vertex is in
 *   size       out  INT32, n entries: how many vertices are in that component; may be NULL
 *   A          in   n x n, any type; values are not read
 *   options    in   may be NULL: weakly connected components
 *   report     out  may be NULL
 * The result is the same on all devices, for any number of threads.
 * Cost: weak about O(n + nnz), and O(n) if most vertices are in one component; strong O(n + nnz) on a CPU, and on a GPU
 * as a rule that for each of O(log n) rounds over the arcs that are left. Memory beside the results: 4 bytes a vertex
 * for a report without sizes. Weak, on a GPU, 4 bytes a vertex. Strong, on a CPU, up to 16 bytes a vertex; on a GPU, 12
 * bytes a vertex, and 16 for each arc that is not settled by a search from one vertex; if a CPU ends a GPU's work, 36
 * bytes a vertex and 12 for each arc that is left, on the host. If A is not symmetric, both its orientations are used.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or a vector has another length), TYPE_MISMATCH (a vector),
 * INVALID_ARGUMENT (component and size are one vector), CANCELLED. */
TROPIC_API tropic_status tropic_components(tropic_vector *component, tropic_vector *size, const tropic_matrix *A,
                                           const tropic_components_options *options, tropic_run_report *report);
/* Notes on tropic_components
 *
 * tropic_matrix_extract with the vertices of a component, ascending, as rows and as columns yields it as a graph, with
 * A's labels.
 *
 * Sources: Sutton, Ben-Nun and Barak, Optimizing parallel graph connectivity computation via subgraph sampling, IPDPS
 * (2018); Jaiganesh and Burtscher, A high-performance connected components implementation for GPUs, HPDC (2018);
 * Pearce, A space-efficient algorithm for finding strongly connected components, Information Processing Letters 116
 * (2016); Alabandi, Sands, Biros and Burtscher, A GPU algorithm for detecting strongly connected components, SC (2023).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_COMPONENTS_H */

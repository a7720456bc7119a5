/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: trussness of edges. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_TRUSS_H
#define TROPIC_TRUSS_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_truss_report {
    size_t size;
    int32_t truss;         /* the greatest trussness of an edge; 0 if there are no edges */
    tropic_offset edges;   /* how many there are, loops left out */
    tropic_offset members; /* how many of them have the greatest */
} tropic_truss_report;

typedef struct tropic_truss_options {
    size_t size;
    tropic_truss_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_truss_options;

/* Trussness of edges. The k-truss of a graph is its greatest subgraph each of whose edges is in k - 2 of its triangles
 * at least; an edge's trussness is the greatest k for which it is in the k-truss: 2 if it is in no triangle.
 *
 *   T        out  n x n, INT32, with A's pattern: T(i,j) is the trussness of the edge between i and j; 0 for a loop
 *   context  in
 *   A        in   n x n, any type; values are not read. If it is directed, its edges are those of the graph without
 *                 directions. Loops are in no triangle
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: how many different numbers there are
 * The k-truss of NetworkX's k_truss(G, k) has the edges with a trussness of k or more. The result is the same on all
 * devices, for any number of threads.
 * Cost: O(nnz^1.5) to count triangles, as much to remove edges but for a logarithm, and a look at the edges that are
 * left for each number. Memory beside the result: 53 bytes an edge, 4 an arc, and 24 a vertex and 4 for each thread; on
 * a GPU, of fewer than 2^32 - 2^16 edges, 60 an edge, 4 an arc and 24 a vertex there.
 * Status: usual, and DIMENSION_MISMATCH (A is not square), CANCELLED, OUT_OF_DEVICE_MEMORY (also of more edges). */
TROPIC_API tropic_status tropic_truss(tropic_matrix **T, tropic_context *context, const tropic_matrix *A,
                                      const tropic_truss_options *options, tropic_run_report *report);
/* Notes on tropic_truss
 *
 * Sources: Cohen, Trusses: cohesive subgraphs for social network analysis (2008), for the definition, with k as in
 * NetworkX; Kabir and Madduri, Shared-memory graph truss decomposition, HiPC (2017), for removal by several threads.
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_TRUSS_H */

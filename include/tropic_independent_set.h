/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: maximal independent sets. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_INDEPENDENT_SET_H
#define TROPIC_INDEPENDENT_SET_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_independent_set_report {
    size_t size;
    tropic_index members; /* vertices in the set */
} tropic_independent_set_report;

typedef struct tropic_independent_set_options {
    size_t size;
    uint64_t seed;                         /* of the order among like vertices */
    tropic_independent_set_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_independent_set_options;

/* A maximal independent set of an undirected graph: no two of its vertices are neighbours, and each other vertex has a
 * neighbour in it. Vertices have an order: those of small degree first, those of few neighbours by the degrees of
 * these, and like ones by a hash of the seed. A vertex is in the set unless a neighbour before it is.
 *
 *   set      out  INT32, n entries: 1 in the set, else 0
 *   A        in   n x n, any type; values are not read. Each arc has its opposite. Loops are ignored: a vertex with a
 *                 loop may be in the set, as in NetworkX
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: about how many passes over the vertices that were undecided; on a GPU, launches
 * The order alone decides, so the set is the same on all devices and for any number of threads. Vertices without a
 * neighbour are in it.
 * Cost: O(n + nnz) for each pass on a CPU; a pass leaves few vertices undecided, and looks at few neighbours of most.
 * On a GPU O(n + nnz), and looks of vertices that wait. Memory beside the result: 10 bytes a vertex; on a GPU up to 18.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or set has another length), TYPE_MISMATCH (set),
 * INVALID_ARGUMENT (an arc has no opposite), CANCELLED. */
TROPIC_API tropic_status tropic_independent_set(tropic_vector *set, const tropic_matrix *A,
                                                const tropic_independent_set_options *options,
                                                tropic_run_report *report);
/* Notes on tropic_independent_set
 *
 * First come vertices of up to 16 neighbours u, by the sum of 1 / (1 + degree(u)) over these, the least first; then the
 * others, by degree. Numbers are alike if their five leading bits are, of sums in parts of 2^-16, each term cut to a
 * whole number of them: those below 32 if they are equal. Of vertices that are alike, blocks of 8 follow one another by
 * splitmix64's word of the seed whose number is the block's, v / 8; in a block vertices ascend. So sets of meshes are
 * larger than by a hash of each vertex, where neighbours have near ids.
 *
 * Sources: Wei, A lower bound on the stability number of a simple graph, Bell Laboratories (1981), for the sum; Luby, A
 * simple parallel algorithm for the maximal independent set problem, SIAM Journal on Computing 15 (1986); Blelloch,
 * Fineman and Shun, Greedy sequential maximal independent set and matching are parallel on average, SPAA (2012);
 * Burtscher, Devale, Azimi, Jaiganesh and Powers, A high-quality and fast maximal independent set implementation for
 * GPUs, ACM Transactions on Parallel Computing 5 (2018), for the order by degree.
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_INDEPENDENT_SET_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: colourings of vertices. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_COLORING_H
#define TROPIC_COLORING_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* In which order vertices are coloured. */
typedef enum tropic_coloring_order {
    TROPIC_COLORING_LARGEST_FIRST, /* those of large degree first */
    TROPIC_COLORING_SMALLEST_LAST  /* those of the last onion layer first (tropic_core) */
} tropic_coloring_order;

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_coloring_report {
    size_t size;
    int32_t colors; /* how many there are */
} tropic_coloring_report;

typedef struct tropic_coloring_options {
    size_t size;
    tropic_coloring_order order;
    uint64_t seed;                  /* of the order among vertices of like degree, or of one layer */
    tropic_coloring_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_coloring_options;

/* A greedy colouring of an undirected graph: neighbours have different colours. Vertices have an order, by degree or by
 * onion layer, and then by a hash of the seed. Each takes the least colour that no neighbour before it has.
 *
 *   color    out  INT32, n entries, from 0 on
 *   A        in   n x n, any type; values are not read. Each arc has its opposite. Loops are ignored, as in NetworkX
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: colours
 * The order alone decides, so the colours are the same on all devices and for any number of threads. There are at most
 * as many colours as the greatest degree and 1; by SMALLEST_LAST, as the greatest core number and 1. By LARGEST_FIRST
 * they are mostly as many as those of NetworkX's largest_first, whose order among equal degrees is another one.
 * Cost: O(n + nnz); SMALLEST_LAST also that of tropic_core with layers. Memory beside the result: 16 bytes a vertex,
 * on a GPU about 40, or 20 if none has more than 31 neighbours; by SMALLEST_LAST 8 more and that of tropic_core.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or color has another length), TYPE_MISMATCH (color),
 * INVALID_ARGUMENT (an arc has no opposite, or the order does not exist), CANCELLED. */
TROPIC_API tropic_status tropic_coloring(tropic_vector *color, const tropic_matrix *A,
                                         const tropic_coloring_options *options, tropic_run_report *report);
/* Notes on tropic_coloring
 *
 * Degrees are alike if their five leading bits are: those below 32 if they are equal. The hash of v is the upper half
 * of splitmix64's word number v of the seed; of equal hashes the lower vertex is first. In an onion layer each vertex
 * has as many neighbours in its layer and later ones as its core number, or fewer: that bounds the colours.
 *
 * Sources: Welsh and Powell, An upper bound for the chromatic number of a graph, Computer Journal 10 (1967); Matula and
 * Beck, Smallest-last ordering and clustering and graph coloring algorithms, Journal of the ACM 30 (1983); Jones and
 * Plassmann, A parallel graph coloring heuristic, SIAM Journal on Scientific Computing 14 (1993); Hasenplaugh, Kaler,
 * Schardl and Leiserson, Ordering heuristics for parallel graph coloring, SPAA (2014).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_COLORING_H */

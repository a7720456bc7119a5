/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: matchings. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_MATCHING_H
#define TROPIC_MATCHING_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_matching_report {
    size_t size;
    tropic_index edges;     /* of the matching */
    bool exact;             /* the weights are integers, and `integer_weight` is their sum; false: they are real, or the
                               sum is beyond an INT64 */
    int64_t integer_weight; /* 0 unless `exact` */
    double weight;          /* the sum in any case; of integers, rounded once. Not weighted: as many as edges */
} tropic_matching_report;

typedef struct tropic_matching_options {
    size_t size;
    bool weighted;                  /* heavy edges first; else edges are alike */
    uint64_t seed;                  /* of the order among edges of equal weight */
    tropic_matching_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_matching_options;

/* A maximal matching of an undirected graph: edges no two of which share a vertex, so that each other edge shares one
 * with them. Edges have an order: `weighted`, the heavy ones first; of equal weight by a hash of the seed. An edge is
 * in the matching unless one before it shares a vertex with it.
 *
 *   mate     out  INT32, n entries: the other end of a vertex's edge; -1 if it has none
 *   A        in   n x n, of any built-in type. An arc and its opposite have the same weight, if `weighted`. Loops are
 *                 ignored. Each edge of a pattern weighs 1
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: about how often all vertices looked for an edge; on a GPU, launches
 * The order alone decides, so the matching is the same on all devices and for any number of threads. It has half as
 * many edges as any matching, at least; `weighted`, half the weight. An edge of negative weight is never taken, so a
 * weighted matching is maximal among the others.
 * Cost on a CPU: about O(n + nnz), at most O(nnz log n) beside 64 nnz. Memory beside the result: 8 bytes a vertex; if
 * one has more than 64 arcs, 4 more and 4 an arc; and 4 an arc for weights that are not positive numbers of 32 bits.
 * On a GPU: about O(n + nnz), where few lose the vertex that they have chosen; each looks through its list again.
 * Memory: 12 bytes a vertex.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or mate has another length), TYPE_MISMATCH (mate; `weighted`:
 * A is of a struct type), INVALID_ARGUMENT (a weight is not a number, or an arc has no opposite of its weight),
 * CANCELLED. */
TROPIC_API tropic_status tropic_matching(tropic_vector *mate, const tropic_matrix *A,
                                         const tropic_matching_options *options, tropic_run_report *report);
/* Notes on tropic_matching
 *
 * Of edges of equal weight those are first whose lesser end comes first: blocks of 8 vertices follow one another by
 * splitmix64's word of the seed whose number is the block's, v / 8, and in a block vertices ascend. Of edges with one
 * lesser end the greater ends ascend.
 *
 * Sources: Preis, Linear time 1/2-approximation algorithm for maximum weighted matching in general graphs, STACS
 * (1999); Manne and Halappanavar, New effective multithreaded matching algorithms, IPDPS (2014), for the method: a
 * vertex proposes to the best neighbour that has no better proposal, and whose proposal is replaced proposes again;
 * Manne and Bisseling, A parallel approximation algorithm for the weighted maximum matching problem, PPAM (2007), for a
 * GPU's: vertices that have chosen each other are matched.
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_MATCHING_H */

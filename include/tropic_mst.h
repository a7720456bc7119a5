/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: a spanning forest of least or greatest weight. tropic.h includes this header, and its conventions
 * hold here too.
 */
#ifndef TROPIC_MST_H
#define TROPIC_MST_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_mst_report {
    size_t size;
    tropic_index edges;     /* of the forest: the vertices less the trees */
    tropic_index trees;     /* as many as the graph has components; an isolated vertex is one */
    bool exact;             /* the weights are integers, and `integer_weight` is their sum; false: they are real, or the
                               sum is beyond an INT64 */
    int64_t integer_weight; /* 0 unless `exact` */
    double weight;          /* the sum in any case; of integers, rounded once */
} tropic_mst_report;

typedef struct tropic_mst_options {
    size_t size;
    bool maximum;              /* the greatest weight; else the least */
    tropic_mst_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_mst_options;

/* A minimum (or maximum) spanning forest of an undirected graph: a tree in each component that has all its vertices,
 * with the least sum of weights.
 *
 *   F        out  a new matrix, the forest as a graph: both arcs of each edge, with A's weights, type and labels; NULL:
 *                 not wanted
 *   A        in   n x n, of any built-in type; each edge of a pattern weighs 1. An arc and its opposite have the same
 *                 weight. Loops are ignored. Weights may be negative or infinite
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: how often trees were joined side by side
 * Edges of equal weight rank by their lesser vertex, then by their greater one, and the first is taken, for a maximum
 * too. So there is one forest, the same on all devices and for any number of threads. Real weights are added up in a
 * fixed order, so that their sum is the same everywhere. -0 counts, and is returned, as 0.
 * Cost: about O(nnz + n log n). Memory beside the result: on a CPU 28 bytes a vertex and 32 for each edge of a list, on
 * a GPU 36 and 32 (of weights of 64 bits 52 and 48); lists hold all edges, or of dense graphs some of the lightest, as
 * many as 6 a vertex, and then those that are left.
 * Status: usual, and DIMENSION_MISMATCH (A is not square), TYPE_MISMATCH (A is of a struct type), INVALID_ARGUMENT (a
 * weight is not a number, or an arc has no opposite of its weight), CANCELLED. */
TROPIC_API tropic_status tropic_mst(tropic_matrix **F, tropic_context *context, const tropic_matrix *A,
                                    const tropic_mst_options *options, tropic_run_report *report);
/* Notes on tropic_mst
 *
 * In rounds each tree takes the first edge that leaves it, after Boruvka; on a CPU after the first round edges are
 * taken in order, after Kruskal. Of dense graphs the lightest edges come first; then most others lie within a tree.
 *
 * Sources: Fallin, Gonzalez, Seo and Burtscher, A high-performance MST implementation for GPUs, SC (2023); Osipov,
 * Sanders and Singler, The filter-Kruskal minimum spanning tree algorithm, ALENEX (2009).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_MST_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: triangles and clustering coefficients. tropic.h includes this header, and its conventions hold here
 * too.
 *
 * Both are of the edges of a graph: u and v, which are not the same, have an edge if A has u -> v, v -> u or both.
 * N(v) are the vertices with which v has an edge, d(v) is their number. Loops are passed over.
 */
#ifndef TROPIC_TRIANGLES_H
#define TROPIC_TRIANGLES_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The order changes the time alone: how many wedges (pairs of edges with a common vertex) are looked at. */
typedef enum tropic_triangles_order {
    TROPIC_TRIANGLES_AUTO,      /* by degree where degrees are uneven enough to pay for it; directed: always */
    TROPIC_TRIANGLES_BY_DEGREE, /* vertices are numbered by descending degree first: O(nnz^1.5) */
    TROPIC_TRIANGLES_AS_GIVEN   /* as they are numbered in A: up to the sum of d(v)^2 / 2 */
} tropic_triangles_order;

typedef struct tropic_triangles_options {
    size_t size;
    tropic_triangles_order order;
} tropic_triangles_options;

/* Triangles: three vertices with an edge between any two.
 *
 *     L = lower triangle of A or A';   C<L> = L (plus.pair) L';   total = sum of C
 *
 *   triangles  out  INT64, n entries: the number of triangles that each vertex is in; NULL: not asked for, which is
 *                   faster
 *   total      out  host: the number of triangles of the graph; NULL: not asked for
 *   context    in   that of `triangles`
 *   A          in   n x n, any type; values are not read. If it is directed, the triangles are those of its edges
 *   options    in   may be NULL
 *   report     out  may be NULL
 * Cost: by AUTO O(nnz^1.5). Memory beside the result: by degree 4 bytes an entry (on the CPU 8 at the peak) and up to
 * 80 a vertex; on the CPU a byte a vertex and thread, and 512 kB a thread for `triangles`. If A is directed, an edge is
 * two entries and takes 8 bytes more; on a GPU, 16 bytes an arc before these are counted.
 * Numbers are exact, and the same on all devices and for any number of threads.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or `triangles` has another length), TYPE_MISMATCH
 * (triangles), INVALID_ARGUMENT (both outputs are NULL; no such order), CANCELLED. */
TROPIC_API tropic_status tropic_triangles(tropic_vector *triangles, int64_t *total, tropic_context *context,
                                          const tropic_matrix *A, const tropic_triangles_options *options,
                                          tropic_run_report *report);
/* Notes on tropic_triangles
 *
 * Method: of each triangle w < v < u, v's earlier neighbours w are marked, and those of its later neighbours u are
 * looked up among the marks, as far as v: a wedge w - u - v each. Numbered by descending degree, a vertex has at most
 * sqrt(nnz) earlier neighbours.
 *
 * NetworkX's function of that name refuses directed graphs, and gives the same for others. The total fits: with nnz
 * entries there are at most nnz^1.5 / 6 triangles.
 *
 * Sources: Chiba and Nishizeki, SIAM Journal on Computing 14 (1985); Latapy, Theoretical Computer Science 407 (2008).
 */

typedef enum tropic_clustering_method {
    /* Of an undirected graph 2 t(v) / (d(v) (d(v) - 1)), where t(v) is the number of triangles; of a directed one
     * Fagiolo's, which is the same if each arc has its opposite. May be weighted */
    TROPIC_CLUSTERING_STANDARD,
    TROPIC_CLUSTERING_LDBC,  /* arcs of A within N(v), divided by d(v) (d(v) - 1); weights have no meaning */
    TROPIC_CLUSTERING_SQUARE /* squares in place of triangles; weights and directions have no meaning */
} tropic_clustering_method;

/* The caller sets `size`; the call fills the rest. Of a graph without vertices all are 0. */
typedef struct tropic_clustering_report {
    size_t size;
    double average;         /* of the coefficients of all vertices */
    double average_nonzero; /* of those that are not 0; 0 if all are */
    double transitivity;    /* 3 times the triangles, divided by the wedges of the edges; 0: there are none */
    int64_t triangles;      /* of the edges */
} tropic_clustering_report;

typedef struct tropic_clustering_options {
    size_t size;
    tropic_clustering_method method;
    bool weighted;                    /* A's values are weights of arcs; none may be negative, infinite or NaN */
    tropic_clustering_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_clustering_options;

/* Clustering coefficients: how many of the pairs of a vertex's neighbours have an edge, from 0 to 1.
 *
 *     B = A + A';  c(v) = (B^3)(v,v) / (2 (b(v) (b(v) - 1) - 2 r(v))),   b = sum of B(v, :), r(v) arcs with an opposite
 *
 *   coefficient  out  FP64 or FP32, n entries; 0 where v has less than two neighbours. NULL: not asked for
 *   context      in   that of `coefficient`
 *   A            in   n x n; values are read with options->weighted alone, and then of any built-in type
 *   options      in   may be NULL
 *   report       out  may be NULL
 * If weighted, entry (u,v) of A counts in B^3 as the cube root of A(u,v) / m, where m is the greatest of all weights,
 * those of loops included; b and r as before. (If all are 0, so is c.)
 * Cost: O(nnz^1.5). Memory beside the result: that of tropic_triangles and 16 bytes a vertex; if directed or weighted,
 * 36 bytes an edge, on a GPU 68 at the peak, and on the CPU 8 a vertex and thread; of squares, 16 bytes an edge and 4 a
 * vertex and thread (on a GPU, 8 and 4 a vertex and block).
 * Sums have one order: the result is the same on all devices and for any number of threads, to the bit.
 * Status: as of tropic_triangles, and INVALID_ARGUMENT (no output; no such method; weighted by another method; a weight
 * is negative, infinite or NaN), TYPE_MISMATCH (coefficient; weights of a struct type). */
TROPIC_API tropic_status tropic_clustering(tropic_vector *coefficient, tropic_context *context, const tropic_matrix *A,
                                           const tropic_clustering_options *options, tropic_run_report *report);
/* Notes on tropic_clustering
 *
 * NetworkX: clustering, average_clustering (count_zeros=False: average_nonzero), transitivity, square_clustering. It
 * takes transitivity and squares of a directed graph by its arcs out of each vertex; here, they are of the edges. It
 * accepts negative weights.
 *
 * Squares: c(v) = q(v) / (sum over pairs of N(v) of (d(u) + d(w) - 2 - 2 e(u,w)) - q(v)), where e is 1 if u and w have
 * an edge, and q(v) is the number of squares: pairs of N(v) with a neighbour in common beside v, once for each such.
 *
 * Sources: Watts and Strogatz, Nature 393 (1998); Fagiolo, Physical Review E 76 (2007); Onnela, Saramaki, Kertesz and
 * Kaski, Physical Review E 71 (2005); Lind, Gonzalez and Herrmann, Physical Review E 72 (2005), with the sum of Zhang
 * and others, Physica A 387 (2008); Iosup and others, LDBC Graphalytics, PVLDB 9 (2016).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_TRIANGLES_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: degrees, and what follows from them alone. tropic.h includes this header, and its conventions hold
 * here too.
 */
#ifndef TROPIC_DEGREE_H
#define TROPIC_DEGREE_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Which arcs of a vertex count. */
typedef enum tropic_degree_kind {
    TROPIC_DEGREE_TOTAL, /* its edges, a loop twice; if the graph is directed, arcs into it and arcs out of it */
    TROPIC_DEGREE_IN,    /* arcs into it */
    TROPIC_DEGREE_OUT    /* arcs out of it */
} tropic_degree_kind;

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_degree_report {
    size_t size;
    bool directed;        /* not every arc has its opposite, or options->directed */
    double min, max;      /* of the degrees, before they are normalised; 0 if there are no vertices */
    double mean;          /* the same */
    double assortativity; /* NaN: not asked for, or there is none */
} tropic_degree_report;

typedef struct tropic_degree_options {
    size_t size;
    tropic_degree_kind kind;
    bool weighted;  /* the sum of A's values (strength) in place of a number; none may be infinite or NaN */
    bool normalize; /* divided by n - 1, so that a simple graph has 1 at most; 1 each if there is one vertex */
    bool directed;  /* an arc and its opposite are two, also where each arc has its opposite */
    /* Find the degree assortativity: the correlation, over all arcs, of the degree of the arc's tail, of kind `tail`,
     * and that of its head, of kind `head`. TOTAL: out of the tail, into the head. Of an undirected graph both are its
     * edges. There is none if all tails, or all heads, have the same degree, or there is no arc. */
    bool assortativity;
    tropic_degree_kind tail, head;
    tropic_degree_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_degree_options;

/* The degree of each vertex: of an unweighted graph the number of its arcs, else the sum of their weights.
 *
 *     in = A' (plus.times) 1,  out = A (plus.times) 1
 *
 *   degree   out  FP64, n entries
 *   A        in   n x n, any built-in type; values are read only with options->weighted, and may be negative
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: 0
 * If each arc has its opposite, the graph is undirected: an edge counts once, with the weight of the arc out of the
 * vertex, and a loop twice. Else, or with options->directed, a loop is an arc out of its vertex and one into it.
 * Cost: O(n), O(n + nnz) with weights or assortativity, or if it is not known whether each arc has its opposite.
 * Degrees pass through the host. Memory beside the result: up to eleven doubles a vertex.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or degree has another length), TYPE_MISMATCH (degree; weights
 * of a struct type), INVALID_ARGUMENT (an option is out of range; a weight is infinite or NaN), OVERFLOW
 * (a sum of weights), CANCELLED. */
TROPIC_API tropic_status tropic_degree(tropic_vector *degree, const tropic_matrix *A,
                                       const tropic_degree_options *options, tropic_run_report *report);
/* Notes on tropic_degree
 *
 * NetworkX: degree_centrality, in_degree_centrality and out_degree_centrality with `normalize`, and
 * degree_assortativity_coefficient, whose x is `tail` and y is `head`. Its weights are weights of degrees alone, too:
 * each arc counts once in the correlation.
 *
 * Bits: the same on one device for any number of threads; in a reproducible context the same on all devices.
 *
 * Source: Newman, Mixing patterns in networks, Physical Review E 67 (2003).
 */

/* Rich-club coefficients: how near those vertices are to having all edges between them that have many.
 *
 *     coefficient(k) = 2 E / (N (N - 1))   for the N vertices of degree above k, and the E edges between them
 *
 *   coefficient  out  FP64, n places, of which k has an entry if N is 2 or more: these are 0 .. K - 1
 *   A            in   n x n, any type; values are not read. Each arc has its opposite, and there are no loops
 *   report       out  may be NULL; levels: 0
 * Cost: O(n + nnz), on the host; memory beside the result: 25 bytes a vertex, and for each further thread 8.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or coefficient has another length), TYPE_MISMATCH
 * (coefficient), INVALID_ARGUMENT (an arc has no opposite; there is a loop), CANCELLED. */
TROPIC_API tropic_status tropic_rich_club(tropic_vector *coefficient, const tropic_matrix *A,
                                          tropic_run_report *report);
/* Notes on tropic_rich_club
 *
 * NetworkX: rich_club_coefficient with normalized=False.
 *
 * Source: Zhou and Mondragon, The rich-club phenomenon in the Internet topology, IEEE Communications Letters 8 (2004).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_DEGREE_H */

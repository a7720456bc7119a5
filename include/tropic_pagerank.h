/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: PageRank. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_PAGERANK_H
#define TROPIC_PAGERANK_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Defaults of tropic_pagerank_options. */
#define TROPIC_PAGERANK_DAMPING 0.85
#define TROPIC_PAGERANK_TOLERANCE 1e-6
#define TROPIC_PAGERANK_ITERATIONS 100

typedef enum tropic_pagerank_method {
    TROPIC_PAGERANK_STANDARD, /* the rank of vertices without an arc is distributed: the sum of ranks stays 1 */
    /* It is lost, as in the GAP benchmark suite and in LAGraph's function of that name: the sum may fall below 1. There
     * are no weights, personalization, start or dangling */
    TROPIC_PAGERANK_GAP
} tropic_pagerank_method;

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_pagerank_report {
    size_t size;
    double residual; /* the sum of the changes of all ranks in the last iteration; 0 if there are no vertices */
    bool converged;  /* is that below the tolerance? */
} tropic_pagerank_report;

typedef struct tropic_pagerank_options {
    size_t size;
    double damping;     /* from 0 to below 1; 0: TROPIC_PAGERANK_DAMPING */
    double tolerance;   /* the iteration ends if the residual is less; 0: TROPIC_PAGERANK_TOLERANCE */
    int32_t iterations; /* the maximum; 0: TROPIC_PAGERANK_ITERATIONS */
    tropic_pagerank_method method;
    bool weighted; /* A's values are weights of arcs; none may be negative, infinite or NaN */
    /* Distributions, of n places and any built-in type. Places without an entry have 0, no value is negative, and some
     * are positive; they are scaled so that their sum is 1. NULL: 1 / n everywhere. */
    const tropic_vector *personalization; /* p: where the walk goes when it does not follow an arc */
    const tropic_vector *dangling;        /* q: where it goes from a vertex without an arc; NULL: p */
    const tropic_vector *start;           /* the first r */
    tropic_pagerank_report *report;       /* is filled if the call succeeds; NULL: none */
} tropic_pagerank_options;

/* PageRank: the part of its time that a walk spends at each vertex. With probability d it follows an arc of its vertex,
 * in proportion to weights, or each alike; else it goes to vertex i with probability p(i). From a vertex without an arc
 * it goes, in place of following one, to vertex i with probability q(i). s is the sum of r over vertices of degree 0.
 *
 *     r = A' (plus.times) (d r / degree) + (1 - d) p + d s q      until r changes little
 *
 *   rank     out  FP64 or FP32, n entries; products and lists' sums are of that type, sums over all vertices FP64
 *   A        in   n x n, any built-in type; values are read only with options->weighted. degree(i) is the number of
 *                 entries of row i, or the sum of their values
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: iterations
 * The result after the maximum of iterations is returned as it is: options->report says whether it has converged.
 * Cost: O(n + nnz) an iteration; memory beside the result: four values and two doubles a vertex, one more for each
 * distribution. If weights are of another type than rank, A keeps a copy of them in that type.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or a vector has another length), TYPE_MISMATCH (rank; a
 * struct type), INVALID_ARGUMENT (an option is out of range, or not of this method; a distribution has a negative
 * value, or a sum that is 0 or not finite; a weight is negative, infinite or NaN, or those of a vertex add up to a sum
 * out of range: see the notes), CANCELLED. */
TROPIC_API tropic_status tropic_pagerank(tropic_vector *rank, const tropic_matrix *A,
                                         const tropic_pagerank_options *options, tropic_run_report *report);
/* Notes on tropic_pagerank
 *
 * FP32 moves half the bytes; a list of many arcs loses digits, up to its length times 6e-8.
 *
 * The weights of a vertex add up to 0 or to a sum from 1e-28 to 1e28 in FP32, and from 1e-290 to 1e290 in FP64.
 *
 * Bits: on one device the result is the same in each run, for any number of threads; in a reproducible context it is
 * the same on all devices.
 *
 * NetworkX has the same iteration and distributions, and a tolerance that is n times as large, so that of a million
 * vertices it ends after one; its maximum is an error. GAP: 20 iterations and a tolerance of 1e-4 are usual.
 *
 * Sources: Page, Brin, Motwani and Winograd, The PageRank citation ranking, Stanford (1999); Beamer, Asanovic and
 * Patterson, The GAP benchmark suite, arXiv:1508.03619 (2015).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_PAGERANK_H */

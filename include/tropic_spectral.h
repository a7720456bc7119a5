/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: centralities by power iteration: Katz's, eigenvector, and hubs and authorities (HITS). tropic.h
 * includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_SPECTRAL_H
#define TROPIC_SPECTRAL_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Defaults of the options below. */
#define TROPIC_KATZ_ALPHA 0.1
#define TROPIC_KATZ_BETA 1.0
#define TROPIC_KATZ_TOLERANCE 1e-6
#define TROPIC_KATZ_ITERATIONS 1000
#define TROPIC_EIGENVECTOR_TOLERANCE 1e-6
#define TROPIC_EIGENVECTOR_ITERATIONS 1000
#define TROPIC_HITS_TOLERANCE 1e-8
#define TROPIC_HITS_ITERATIONS 1000

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_spectral_report {
    size_t size;
    double residual; /* of the last iteration, as the call says; 0 if there are no vertices */
    bool converged;  /* is that below the tolerance? */
    /* Of A: its greatest eigenvalue, or for HITS singular value, as the last iterations have it: an estimate that is as
     * good as the residual is small. Katz: by how fast changes grow or fall; 0 if there were too few iterations, or the
     * last changes are rounding. */
    double lambda;
} tropic_spectral_report;

typedef struct tropic_katz_options {
    size_t size;
    double alpha;       /* above 0; 0: TROPIC_KATZ_ALPHA */
    double beta;        /* above 0; 0: TROPIC_KATZ_BETA */
    double tolerance;   /* the iteration ends if the residual is less; 0: TROPIC_KATZ_TOLERANCE */
    int32_t iterations; /* the maximum; 0: TROPIC_KATZ_ITERATIONS */
    bool weighted;      /* A's values are weights of arcs; none may be negative, infinite or NaN */
    bool raw;           /* the result stays as it is; else the sum of its squares is 1 */
    /* Of n places and any built-in type; places without an entry have 0, and no value is negative. */
    const tropic_vector *betas;     /* one for each vertex, in place of beta; NULL: beta */
    const tropic_vector *start;     /* the first x; NULL: 0 */
    tropic_spectral_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_katz_options;

/* Katz centrality: the sum over walks to a vertex, of any number k of arcs, of alpha^k times the weights of its arcs,
 * or 1 each, times the beta of its first vertex. It is finite if alpha is less than 1 / lambda, for the greatest
 * eigenvalue lambda of A.
 *
 *     x = alpha A' (plus.times) x + beta      until x changes little; the residual is the mean change of a value
 *
 *   x        out  FP64 or FP32, n entries; products and lists' sums are of that type
 *   A        in   n x n, any built-in type; values are read only with options->weighted
 *   options  in   may be NULL
 *   report   out  may be NULL; levels: iterations
 * The result after the maximum of iterations is returned as it is: options->report says whether it has converged. If
 * values go out of range on the way, or changes still grow after 100 iterations or more and an estimate of lambda
 * confirms it, alpha is too large, and the call fails.
 * Cost: O(n + nnz) an iteration; memory beside the result: four values and a double a vertex, one more double for each
 * vector of the options. If weights are of another type than x, A keeps a copy of them in that type.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or a vector has another length), TYPE_MISMATCH (x; a struct
 * type), INVALID_ARGUMENT (an option is out of range; alpha is too large: the text has the bound; a value of a vector
 * is negative or not finite; a weight is negative, infinite or NaN; the weights add up to too much), CANCELLED. */
TROPIC_API tropic_status tropic_katz(tropic_vector *x, const tropic_matrix *A, const tropic_katz_options *options,
                                     tropic_run_report *report);
/* Notes on tropic_katz
 *
 * Differences of successive x are multiplied by alpha A' in each iteration. So lambda is estimated by their growth. For
 * a message it is by that of up to 480 products more. Without a cycle lambda is 0, and there is no bound but the range
 * of values.
 * A bound that holds for certain: alpha less than 1 / the greatest sum of weights out of a vertex, or into one.
 *
 * The weights of all arcs add up to at most 1e18 in FP32, and 1e150 in FP64. The same holds for the other calls here.
 *
 * Bits: on one device the result is the same in each run, for any number of threads; in a reproducible context it is
 * the same on all devices. The same holds for the other calls here.
 *
 * NetworkX has the same iteration, result and tolerance.
 *
 * Source: Katz, A new status index derived from sociometric analysis, Psychometrika 18 (1953).
 */

typedef struct tropic_eigenvector_options {
    size_t size;
    double tolerance;   /* the iteration ends if the residual is less; 0: TROPIC_EIGENVECTOR_TOLERANCE */
    int32_t iterations; /* the maximum; 0: TROPIC_EIGENVECTOR_ITERATIONS */
    bool weighted;      /* A's values are weights of arcs; none may be negative, infinite or NaN */
    /* The first x, of n places and any built-in type: places without an entry have 0, no value is negative, and some
     * are positive. NULL: all the same. */
    const tropic_vector *start;
    tropic_spectral_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_eigenvector_options;

/* Eigenvector centrality: a vertex's is the sum of those of the vertices with an arc to it, times the arc's weight, but
 * for one factor. It is the eigenvector of A' for the greatest eigenvalue, with no negative value.
 *
 *     x = (A' (plus.times) x + x) / its greatest value      until x changes little
 *
 * The x that is added, NetworkX's shift, changes no eigenvector. Without it the iteration would not end on bipartite
 * graphs. In the result the sum of squares is 1. The residual is the greatest change of a value, of those whose maximum
 * is 1.
 *   x        out  FP64 or FP32, n entries; products and lists' sums are of that type
 *   A, options, report    as for tropic_katz. The result is returned if it has not converged, too
 * If the greatest eigenvalue has several eigenvectors (as in parts that are alike), the result is the one that the
 * start leads to. If there is no arc, x stays the start.
 * Cost: O(n + nnz) an iteration; memory beside the result: two values a vertex, and a double with options->start.
 * Status: as for tropic_katz, but for alpha. */
TROPIC_API tropic_status tropic_eigenvector(tropic_vector *x, const tropic_matrix *A,
                                            const tropic_eigenvector_options *options, tropic_run_report *report);
/* Notes on tropic_eigenvector
 *
 * Many iterations are needed where another eigenvalue is near the greatest (long paths and grids), where the greatest
 * is large and the graph bipartite (a star). Without a cycle it is 0: then no x is the result, and changes fall as
 * 1 / iterations, while ever more of x is at the ends of the longest paths (so the tool fails, as NetworkX does).
 *
 * Weights should be near 1 or above: of much smaller ones A' x changes x little, and the iteration ends at once.
 *
 * NetworkX has the same iteration and result. Its residual is the mean change of a value, of those whose squares add up
 * to 1: of large graphs it ends earlier.
 *
 * Source: Bonacich, Power and centrality: a family of measures, American Journal of Sociology 92 (1987).
 */

typedef struct tropic_hits_options {
    size_t size;
    double tolerance;   /* the iteration ends if the residual is less; 0: TROPIC_HITS_TOLERANCE */
    int32_t iterations; /* the maximum; 0: TROPIC_HITS_ITERATIONS */
    bool weighted;      /* A's values are weights of arcs; none may be negative, infinite or NaN */
    /* The first authorities, of n places and any built-in type: places without an entry have 0, no value is negative,
     * and some are positive. NULL: all the same. */
    const tropic_vector *start;
    tropic_spectral_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_hits_options;

/* Hubs and authorities (HITS): a good hub has arcs to good authorities, which have arcs from good hubs.
 *
 *     hub = A (plus.times) authority;  authority = A' (plus.times) hub / its greatest value    until it changes little
 *
 * So they are the singular vectors of A for the greatest singular value. In the results the sum of hubs is 1, and that
 * of authorities, too; all are 0 if there is no arc. The residual is the greatest change of an authority, of those
 * whose maximum is 1.
 *   hub, authority  out  FP64 or FP32, both of one type, n entries; two vectors. authority may be NULL
 *   A, options, report    as for tropic_katz. The result is returned if it has not converged, too
 * If the greatest singular value has several vectors (as in parts that are alike), the result is the one that the start
 * leads to.
 * Cost: O(n + nnz) an iteration, of two products; memory beside the results: two values a vertex, and a double with
 * options->start.
 * Status: as for tropic_katz, but for alpha; INVALID_ARGUMENT also if start is 0 wherever an arc ends, or weights are
 * too small for the type. */
TROPIC_API tropic_status tropic_hits(tropic_vector *hub, tropic_vector *authority, const tropic_matrix *A,
                                     const tropic_hits_options *options, tropic_run_report *report);
/* Notes on tropic_hits
 *
 * NetworkX from 2.5 on finds the singular vector by ARPACK, and scales it in the same way. If there are several, its
 * result is any.
 *
 * Source: Kleinberg, Authoritative sources in a hyperlinked environment, Journal of the ACM 46 (1999).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_SPECTRAL_H */

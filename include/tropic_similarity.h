/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: similarity of vertices, by the neighbours that they have in common. tropic.h includes this header,
 * and its conventions hold here too.
 */
#ifndef TROPIC_SIMILARITY_H
#define TROPIC_SIMILARITY_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Scores of u and v, where N(v) are the neighbours of v, d(v) is their number, and e(w) is the number of vertices of
 * which w is a neighbour: d(w), in an undirected graph. 0, if the divisor is 0. */
typedef enum tropic_similarity_measure {
    TROPIC_SIMILARITY_JACCARD,     /* |N(u) and N(v)| / |N(u) or N(v)| */
    TROPIC_SIMILARITY_OVERLAP,     /* |N(u) and N(v)| / min(d(u), d(v)) */
    TROPIC_SIMILARITY_COSINE,      /* |N(u) and N(v)| / sqrt(d(u) d(v)) */
    TROPIC_SIMILARITY_COMMON,      /* |N(u) and N(v)| */
    TROPIC_SIMILARITY_ADAMIC_ADAR, /* the sum of 1 / log(e(w)) over w in N(u) and N(v) */
    TROPIC_SIMILARITY_ALLOCATION,  /* the sum of 1 / e(w): resource allocation */
    TROPIC_SIMILARITY_ATTACHMENT   /* d(u) d(v): preferential attachment */
} tropic_similarity_measure;
#define TROPIC_SIMILARITY_MEASURES 7

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_similarity_report {
    size_t size;
    int64_t pairs; /* that the result has */
    int64_t steps; /* ways of two steps from a vertex over a neighbour; of given pairs: 0 */
} tropic_similarity_report;

typedef struct tropic_similarity_options {
    size_t size;
    tropic_similarity_measure measure;
    /* N(v) are the heads of the arcs out of v. Else the graph must be undirected: each arc has its opposite. */
    bool outgoing;
    /* tropic_similarity: k > 0: the pairs of each vertex with the k highest scores. 0: all pairs */
    tropic_index best;
    double threshold; /* tropic_similarity: only pairs whose score is this or more; 0 or more */
    bool unlinked;    /* tropic_similarity: only pairs without an arc between them, in either direction */
    tropic_similarity_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_similarity_options;

/* The next pairs of a result: pair k is of the vertices from[k] and to[k]. The arrays are the library's, and valid
 * during the call. False ends the run, with CANCELLED. Called on the calling thread. */
typedef bool tropic_similarity_take(const tropic_index *from, const tropic_index *to, const double *score,
                                    int64_t count, void *user);

/* Pairs of vertices that have a neighbour in common, with their scores.
 *
 *     S<A A' (plus.pair)> = score      row by row; of A the pattern, without loops
 *
 *   take     in   gets all pairs, in blocks: each once, from < to, in order of from, then of to. With options->best:
 *                 for each vertex, in order, its pairs (it is `from`), the highest score first, of equal ones the
 *                 lesser `to`
 *   user     in   passed to take
 *   A        in   n x n, any type; values are not read. Loops do not count; two vertices have one edge at most
 *   options  in   may be NULL: all pairs, by their Jaccard coefficients
 *   report   out  may be NULL; the time of `take` is in it
 * The result has the same bits on all devices, for any number of threads.
 * Cost: a step for each w in N(v), and vertex of which w is a neighbour, for all v: up to the sum of squared degrees,
 * without `best` half of that. Memory: up to 16 bytes a vertex, for each thread 12 more (COMMON, JACCARD, OVERLAP,
 * COSINE: 8), a copy of the pattern if there are loops, and 16 for each pair of a block, of which there are a million,
 * or those of one vertex. On a GPU: 8 bytes a vertex on the host, up to 32 on the device, and for each pair of a block
 * 16 and 48; there are a million with `best` of up to 32, else 16 million, or those of one vertex.
 * Status: usual, and INVALID_ARGUMENT (a measure that does not exist; a threshold that is negative or NaN; best < 0;
 * the graph is directed, without options->outgoing), DIMENSION_MISMATCH (A is not square), CANCELLED. */
TROPIC_API tropic_status tropic_similarity(tropic_similarity_take *take, void *user, tropic_context *context,
                                           const tropic_matrix *A, const tropic_similarity_options *options,
                                           tropic_run_report *report);

/* Scores of given pairs: score[k] is that of from[k] and to[k].
 *   score     out  host, `count` members
 *   from, to  in   host, `count` members: 0 <= id < n, and from[k] != to[k]; a pair may occur several times
 *   A, options, report   as for tropic_similarity, whose score of the pair has the same bits; best, threshold and
 *                  unlinked must be 0
 * Cost: O(d(u) + d(v)) for each pair, or, if one list is much longer, and on a GPU, d(u) log d(v). Memory: nothing
 * that grows with the pairs beyond a million.
 * Status: as for tropic_similarity, and INDEX_OUT_OF_RANGE, INVALID_ARGUMENT (count < 0; a vertex is paired with
 * itself). */
TROPIC_API tropic_status tropic_similarity_pairs(double *score, tropic_context *context, const tropic_matrix *A,
                                                 const tropic_index *from, const tropic_index *to, int64_t count,
                                                 const tropic_similarity_options *options, tropic_run_report *report);
/* Notes on tropic_similarity
 *
 * NetworkX: of undirected graphs without loops, scores are those of its jaccard_coefficient, adamic_adar_index,
 * resource_allocation_index and preferential_attachment, and COMMON the number of its common_neighbors. (It counts
 * loops as neighbours in unions and degrees.) It has none of directed graphs; igraph weighs a common neighbour by its
 * degree in the other direction, too.
 *
 * Bits: terms of a sum are added up in order of w, whichever way a pair was found.
 *
 * Sources: Jaccard (1901); Adamic and Adar, Friends and neighbors on the Web, Social Networks 25 (2003); Liben-Nowell
 * and Kleinberg, The link-prediction problem for social networks, JASIST 58 (2007); Zhou, Lu and Zhang, Predicting
 * missing links via local information, Eur. Phys. J. B 71 (2009); rows by a sparse accumulator, Gustavson, ACM TOMS 4
 * (1978).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_SIMILARITY_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: closeness and harmonic centrality. tropic.h includes this header, and its conventions hold here too.
 */
#ifndef TROPIC_CLOSENESS_H
#define TROPIC_CLOSENESS_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tropic_closeness_kind {
    /* (r / N) (r / s): that of a vertex which few others reach is low (Wasserman and Faust) */
    TROPIC_CLOSENESS_IMPROVED,
    TROPIC_CLOSENESS_CLASSIC, /* r / s, by the vertices alone that reach it (Bavelas; Sabidussi) */
    TROPIC_CLOSENESS_HARMONIC /* h (Marchiori and Latora) */
} tropic_closeness_kind;

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_closeness_report {
    size_t size;
    int64_t sources; /* searches that the result is of */
    double error;    /* with options.error: the bound that was reached, in the same unit; 0: the result is exact */
    double resumed;  /* with options.checkpoint: the part of the sources, 0 to 1, that was done when the run began */
} tropic_closeness_report;

typedef struct tropic_closeness_options {
    size_t size;
    tropic_closeness_kind kind;
    bool weighted;  /* A's values are lengths of arcs, none of them negative */
    bool outgoing;  /* distances from v, in place of those to v */
    bool normalize; /* HARMONIC: h / N */
    /* The vertices whose centrality is wanted, none twice: other places of the result have no entry. NULL: all. Not
     * with sources, samples, error or partial. */
    const tropic_index *vertices;
    tropic_index vertex_count; /* of `vertices`; ignored if that is NULL */
    /* S, none twice. NULL: all vertices, or those that are drawn. */
    const tropic_index *sources;
    tropic_index source_count; /* of `sources`, 1 or more; ignored if that is NULL */
    /* K > 0: S is drawn by `seed` (tropic_sample), and the result an estimate: h is scaled by (n - 1) / N. With
     * `error`: the maximum to draw. `sources` must be NULL. */
    tropic_index samples;
    uint64_t seed; /* draws the samples, or the order of the sources (error, partial) */
    /* 0 < error < 1: sources are drawn until, with probability `confidence` (0: 0.95) or higher, no closeness, or
     * HARMONIC's h / N, is off by more than `error` (weighted: than error divided by the least length). If neither
     * `samples` nor `partial` is set, the result is exact where that takes no longer (Notes). IMPROVED and CLASSIC need
     * an A that is symmetric, or, not weighted, has a symmetric pattern. */
    double error, confidence;
    /* As tropic_bc_options have them. */
    const char *checkpoint;
    double checkpoint_seconds;
    bool partial;
    void (*checkpoint_failed)(const char *message, void *user);
    void *checkpoint_user;
    tropic_closeness_report *report; /* is filled if the call succeeds, or has an estimate; NULL: none */
} tropic_closeness_options;

/* Closeness of each vertex v. Of the N vertices of S other than v (n - 1, where S has all), r reach v; s is the sum of
 * their distances d(u, v), and h that of 1 / d(u, v), without those that are 0.
 *
 *     closeness(v) = r^2 / (N s), r / s or h, by options->kind;  0 if no distance is above 0
 *
 *   closeness  out  FP64 or FP32, n entries, or those of options->vertices
 *   A          in   n x n, any type; values are read only with options->weighted
 *   options    in   may be NULL: the improved closeness, unweighted, of all vertices from all
 *   report     out  may be NULL; levels, reached and settled are those of the last search
 * Cost: a search for each source, or each of `vertices`, 64 of them at a time (as tropic_bfs_batch, tropic_sssp).
 * Status: as for tropic_bfs_batch, and INVALID_ARGUMENT (an option out of range, or options that exclude one another; a
 * vertex listed twice; an error that `samples` sources cannot meet (HARMONIC), or of a directed graph (others); a
 * weight that is negative or NaN, or 0 with an error; a checkpoint of another graph or run), TYPE_MISMATCH (closeness;
 * weights of a struct type), OVERFLOW (a distance, or the sum of them, leaves its type), FORMAT_ERROR, IO_ERROR (the
 * checkpoint), CANCELLED. */
TROPIC_API tropic_status tropic_closeness(tropic_vector *closeness, const tropic_matrix *A,
                                          const tropic_closeness_options *options, tropic_run_report *report);
/* Notes on tropic_closeness
 *
 * Directions: d(u, v) is along arcs, as in NetworkX, whose closeness_centrality is IMPROVED, or with wf_improved=False
 * CLASSIC, and whose harmonic_centrality is HARMONIC with `sources`; `vertices` are its nbunch.
 *
 * Bits: sums of levels and of whole lengths are exact. h is the sum over levels d, in their order, of the number of
 * vertices on level d divided by d; over drawn or listed sources it is added up in the order of these. Sums of real
 * distances are in the order of the vertices. So the result is the same on all devices, for any number of threads.
 *
 * Method: where S has all vertices, those of a vertex are found by one search against the arcs from it; else all
 * vertices get their part from each search along the arcs. On the CPU a thread takes 64 sources, near each other, with
 * one pass over a frontier for all (36 bytes a vertex and thread). A GPU does so with all of its blocks (32 bytes a
 * vertex), or, if levels are many or the graph is small, takes a source with each block (4.2 bytes a vertex and block).
 * The host has 36 bytes a vertex, of an error 8 more, and of that of IMPROVED and CLASSIC 13. Sources that add to all
 * vertices take 32 bytes a vertex in place of the above, and 24 for sums, of an error 32. By lengths searches take
 * those of tropic_sssp, and sources on the host as many more as for sums.
 *
 * Exact where that takes no longer: a source that adds to all vertices takes about three times as long as a search from
 * a vertex, and as long by lengths or in graphs of 2^25 vertices and arcs or more. If, so counted, all vertices take no
 * longer than the sources that the error needs, each vertex has a search: report.error is 0, and report.sources n. Of h
 * the least number counts that any distances need, else what the first 64 sources tell; all devices choose the same.
 *
 * Estimates: closeness is the ratio of two estimates; its bias vanishes as S grows. A vertex that no source reaches
 * gets 0. The bound of the error of h is that of tropic_bc.
 *
 * Error of closeness: in a component of c vertices, r = c - 1 reach each. No distance there is below the least length
 * m, or above R = 2 max d(u, .) of any source u: there is a way by u. If K sources of it other than v have distances of
 * mean x and deviation sigma to v, the mean of all is within e of x, and
 *
 *     e = sigma sqrt(2 rho L / K) + (7/3 + 3 / sqrt(2)) (R - m) L / K
 *     |closeness - its estimate| <= f max(1/x - 1/(x + e), 1/max(x - e, m) - 1/x),  f = 1 (CLASSIC) or r / N
 *
 * L = log(10 n look (look + 1) / (1 - confidence)), rho about 1 - K / r: all n bounds hold at once, at each look. The
 * estimate is f / x. A vertex that no source reaches gets 0, which is off by f / m at most: so many small components
 * take CLASSIC nearly all sources. Whether `samples` sources can meet an error is not known before: report.error tells
 * what they met.
 *
 * Sources: Bavelas, J. Acoust. Soc. Am. 22 (1950); Wasserman and Faust, Social Network Analysis (1994); Marchiori and
 * Latora, Physica A 285 (2000); estimates, Eppstein and Wang, JGAA 8 (2004); searches side by side, Then, Kaufmann and
 * others, PVLDB 8 (2014); the bound, Bardenet and Maillard, Bernoulli 21 (2015), Theorem 4.3.
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_CLOSENESS_H */

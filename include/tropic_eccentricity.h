/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: eccentricities, diameter and radius. tropic.h includes this header, and its conventions hold here
 * too.
 */
#ifndef TROPIC_ECCENTRICITY_H
#define TROPIC_ECCENTRICITY_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_eccentricity_report {
    size_t size;
    int64_t searches;       /* breadth-first searches that were made */
    tropic_index diameter;  /* the greatest eccentricity; 0 if there are no vertices */
    tropic_index radius;    /* the least; -1 with options.diameter */
    tropic_index center;    /* vertices with the least; -1 with options.diameter */
    tropic_index periphery; /* vertices with the greatest; -1 with options.diameter */
    tropic_index end;       /* a vertex whose eccentricity is the diameter; -1 if there are no vertices */
    bool connected;         /* does each vertex reach all? */
} tropic_eccentricity_report;

typedef struct tropic_eccentricity_options {
    size_t size;
    bool diameter; /* only the diameter is wanted: the result has an entry at one vertex, whose eccentricity it is */
    tropic_eccentricity_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_eccentricity_options;

/* The eccentricity of a vertex v: the greatest distance, in arcs, from v to a vertex that it reaches.
 *
 *     lower(w) = max(lower(w), d(v, w), e(v) - d(v, w));  upper(w) = min(upper(w), e(v) + d(v, w))
 *
 *   eccentricity  out  INT32, n entries; one with options->diameter
 *   A             in   n x n, any type; values are not read
 *   options       in   may be NULL
 *   report        out  may be NULL; levels, reached and settled are those of the last search
 * Cost: a search (tropic_bfs) for each vertex, but where A's pattern is symmetric only while bounds differ: mostly few.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or the vector has another length), TYPE_MISMATCH
 * (eccentricity), CANCELLED. */
TROPIC_API tropic_status tropic_eccentricity(tropic_vector *eccentricity, const tropic_matrix *A,
                                             const tropic_eccentricity_options *options, tropic_run_report *report);
/* Notes on tropic_eccentricity
 *
 * If the graph is not connected, vertices that v does not reach do not count (NetworkX refuses such a graph): so the
 * diameter is the greatest finite distance, and a vertex alone has the eccentricity 0.
 *
 * Method: searches from vertices with the greatest upper bound and the least lower bound in turn, 64 at a time unless
 * levels are many. If only the diameter is wanted, vertices are left out whose upper bound is no more than the greatest
 * eccentricity found. Where bounds settle few vertices, and of graphs whose pattern is not symmetric, each vertex has a
 * search, side by side as for tropic_closeness. Results, and which vertices were searched from, are the same on all
 * devices.
 *
 * Sources: Takes and Kosters, Computing the eccentricity distribution of large graphs, Algorithms 6 (2013); bounds from
 * the far ends, Crescenzi and others, TCS 514 (2013).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_ECCENTRICITY_H */

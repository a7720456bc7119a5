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
    int64_t searches; /* that were made, along arcs and against them, without those of an earlier run, from which a
                         checkpoint resumed */
    double diameter;  /* the greatest eccentricity; of a partial result the greatest that is known; 0: no vertices */
    double bound;     /* the diameter is at most that: it is the diameter, unless the result is partial (infinite: not
                         known) */
    double radius;    /* the least; -1 with options.diameter, and of a partial result */
    tropic_index center;    /* vertices with the least; -1 likewise */
    tropic_index periphery; /* vertices with the greatest; -1 likewise */
    tropic_index end;       /* a vertex whose eccentricity is the diameter; -1 if there are no vertices */
    tropic_index known;     /* vertices whose eccentricity is known */
    bool connected;         /* does each vertex reach all? */
    double resumed;         /* the part of the searches behind those for bounds that was done when the run began */
} tropic_eccentricity_report;

typedef struct tropic_eccentricity_options {
    size_t size;
    bool diameter; /* only the diameter is wanted: the result has an entry at one vertex, whose eccentricity it is */
    bool weighted; /* distances are sums of A's values, none of them negative */
    /* Progress, of the bounds too, is saved to this file, and taken from it if it exists, as tropic_bc_options has it.
     * It has up to 25 bytes a vertex, weighted 41. */
    const char *checkpoint;
    double checkpoint_seconds;                                  /* between two; 0: 60 */
    void (*checkpoint_failed)(const char *message, void *user); /* the run continues; NULL: says nothing */
    void *checkpoint_user;
    bool partial; /* if the run is cancelled, the result has those that are known, and the status is CANCELLED */
    tropic_eccentricity_report *report; /* is filled if the call succeeds, or is partial; NULL: none */
} tropic_eccentricity_options;

/* The eccentricity of a vertex v: the greatest distance, in arcs or, weighted, by length, from v to a vertex that it
 * reaches.
 *
 *     lower(w) = max(lower(w), d(w, v), e(v) - d(v, w));  upper(w) = min(upper(w), e(v) + d(w, v))
 *
 *   eccentricity  out  n entries; one with options->diameter. INT32; weighted: INT64 if A's values are integers, or A
 *                      is a pattern, else of A's type
 *   A             in   n x n, any built-in type; weighted: as for tropic_sssp
 *   options       in   may be NULL
 *   report        out  may be NULL; levels, reached and settled are those of the last search
 * Cost: a search (tropic_bfs; tropic_sssp) for each vertex, but where A is symmetric (not weighted: its pattern) only
 * while bounds differ: mostly few. Of real lengths, bounds save searches only with options->diameter; of other A (not
 * weighted) some, and with it most, if strongly connected components are large.
 * Status: usual, and DIMENSION_MISMATCH (A is not square, or the vector has another length), TYPE_MISMATCH
 * (eccentricity), INVALID_ARGUMENT (a negative or NaN length; a checkpoint of another graph or run), FORMAT_ERROR and
 * IO_ERROR (the checkpoint), OVERFLOW (as tropic_sssp), CANCELLED. */
TROPIC_API tropic_status tropic_eccentricity(tropic_vector *eccentricity, const tropic_matrix *A,
                                             const tropic_eccentricity_options *options, tropic_run_report *report);
/* Notes on tropic_eccentricity
 *
 * If the graph is not connected, vertices that v does not reach do not count (NetworkX refuses such a graph): so the
 * diameter is the greatest finite distance, and a vertex alone has the eccentricity 0.
 *
 * There is no estimate from a sample: that bounds a mean, but no maximum, which may be at the one vertex that was not
 * drawn. A partial result has what is proven: eccentricities that are known, and a bound of the diameter.
 *
 * Method: searches from vertices with the greatest upper bound and the least lower bound in turn, 64 at a time unless
 * levels are many or lengths count. If only the diameter is wanted, those of many arcs go first, and vertices are left
 * out whose upper bound is no more than the greatest eccentricity found. If A is not symmetric, each such vertex has a
 * search against the arcs, too, by which all that reach it have a lower bound, and those of its strongly connected
 * component an upper one: they reach the same vertices. Components of up to 64 vertices have no such searches. Where
 * bounds settle few vertices, each of the others has a search, side by side as for tropic_closeness; so it is by
 * lengths if A is not symmetric. Results, and which vertices were searched from, are the same on all devices (real
 * lengths: within rounding).
 *
 * Memory: on the host 21 bytes a vertex, weighted 25, and 16 more for bounds; 16 for each vertex that these leave, or
 * what the checkpoint has. In arcs, where the searches are made: 8 bytes a vertex for bounds, 8 more if A is not
 * symmetric, and 16 and 8 for each level of 64 searches, of which there are 33 at most, or 4 for one search; behind
 * bounds that of tropic_closeness. By lengths that of tropic_sssp.
 *
 * Sources: Takes and Kosters, Computing the eccentricity distribution of large graphs, Algorithms 6 (2013); bounds from
 * the far ends, Crescenzi and others, TCS 514 (2013); of directed graphs, Borassi and others, TCS 586 (2015).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_ECCENTRICITY_H */

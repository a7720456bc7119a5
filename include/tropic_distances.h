/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: distances between all pairs of vertices, or from chosen sources to all. tropic.h includes this
 * header, and its conventions hold here too.
 */
#ifndef TROPIC_DISTANCES_H
#define TROPIC_DISTANCES_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tropic_distances_method {
    TROPIC_DISTANCES_AUTO,    /* whichever is faster, by an estimate */
    TROPIC_DISTANCES_TILES,   /* all pairs at once, in tiles of a dense matrix (Floyd and Warshall) */
    TROPIC_DISTANCES_SEARCHES /* a search from each source */
} tropic_distances_method;
#define TROPIC_DISTANCES_METHODS 3

/* The caller sets `size`; the call fills the rest. */
typedef struct tropic_distances_report {
    size_t size;
    tropic_distances_method method; /* that was taken */
    int64_t reached;                /* pairs of a source and a vertex that it reaches, itself among them */
    double greatest;                /* the greatest finite distance; 0 if there is none */
} tropic_distances_report;

typedef struct tropic_distances_options {
    size_t size;
    tropic_distances_method method;
    tropic_type type;                /* of the distances: TROPIC_FP32, or TROPIC_FP64 (or 0) */
    bool weighted;                   /* A's values are lengths of arcs, as tropic_sssp has them; else each is 1 */
    const tropic_index *sources;     /* of the rows; one may occur several times. NULL: all vertices in their order */
    tropic_index source_count;       /* of `sources`, 1 or more; ignored if that is NULL */
    tropic_distances_report *report; /* is filled if the call succeeds; NULL: none */
} tropic_distances_options;

/* Distances between vertices.
 *
 *     D = min(D, D(:,k) (min.plus) D(k,:))     for each k, in tiles;  or  tropic_sssp, tropic_bfs from each source
 *
 *   distance  out  host, k x n of options->type, by rows: place (i, v) is the distance of v from source i; infinite, if
 *                  v is unreached
 *   parent    out  host, k x n, or NULL: trees of shortest paths, as tropic_sssp has them; a source's parent is itself;
 *                  -1, if v is unreached
 *   A         in   n x n; with options->weighted, values are read, as by tropic_sssp
 *   options   in   may be NULL: all pairs, each arc of length 1, FP64
 *   report    out  may be NULL; levels, reached and settled are 0
 * After a failure both have any values. The result has the same bits on all devices, for any number of threads. Of
 * whole lengths whose sums the type holds, it is the same by both methods.
 * Cost: TILES 2 n^3 operations; SEARCHES that of the searches, 64 at a time if each arc is 1. Memory beside the result:
 * TILES 512 of the type a vertex, and n^2 if there are `sources` (on a GPU 768 and n^2 there, n up to a multiple of
 * 256); SEARCHES about 600 bytes a vertex; both 8 an arc if there are parents.
 * Status: usual, and INVALID_ARGUMENT (an option out of range; a weight is NaN or -inf), INDEX_OUT_OF_RANGE (a
 * source), DIMENSION_MISMATCH (A is not square), TYPE_MISMATCH (weights of a struct type), NEGATIVE_CYCLE (as
 * tropic_sssp; TILES: anywhere), OVERFLOW (a distance; TILES: n times a length), NOT_SUPPORTED (TILES and parents, of
 * weights that are not whole, or not above 0), CANCELLED. */
TROPIC_API tropic_status tropic_distances(void *distance, tropic_index *parent, tropic_context *context,
                                          const tropic_matrix *A, const tropic_distances_options *options,
                                          tropic_run_report *report);
/* Notes on tropic_distances
 *
 * Rounding: TILES adds the lengths of two parts of a path, SEARCHES arc after arc, so that real distances differ by the
 * rounding of these sums. SEARCHES adds in the type of A's distances (tropic_sssp), and rounds them once to the type.
 *
 * Method: AUTO takes TILES if n searches would take longer, n^2 distances fit in memory, and, if parents are wanted,
 * these follow from the distances alone: lengths are whole, above 0, and their sums exact. Of other lengths it takes
 * SEARCHES if there are `sources`, so that neither threads nor memory decide about bits.
 *
 * Of whole lengths of 0 or more whose sums FP32 has exactly, a GPU's TILES add in FP32 for both types.
 *
 * Sources: Floyd, CACM 5 (1962); Warshall, JACM 9 (1962); tiles, Venkataraman, Sahni and Mukhopadhyaya, J. Exp.
 * Algorithmics 8 (2003).
 */

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_DISTANCES_H */

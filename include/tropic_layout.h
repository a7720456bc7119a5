/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: places for vertices, so that a graph can be seen. Included by tropic.h, whose conventions hold here
 * too.
 */
#ifndef TROPIC_LAYOUT_H
#define TROPIC_LAYOUT_H

#ifndef TROPIC_H
#error "include tropic.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* How repulsion is summed. */
typedef enum tropic_layout_method {
    TROPIC_LAYOUT_AUTO,      /* by the number of vertices */
    TROPIC_LAYOUT_EXACT,     /* over all pairs */
    TROPIC_LAYOUT_BARNES_HUT /* far vertices together, by a tree */
} tropic_layout_method;

#define TROPIC_LAYOUT_THETA 0.5
#define TROPIC_LAYOUT_ITERATIONS 500
#define TROPIC_LAYOUT_TOLERANCE 0.01
/* Of k, gravity and tolerance: finite, with room for a length beside them. */
#define TROPIC_LAYOUT_MAX 1e300

typedef struct tropic_layout_options {
    size_t size;
    tropic_layout_method method; /* of A itself; of coarser graphs AUTO, of components of up to 512 vertices EXACT */
    /* Of BARNES_HUT: a node of the tree counts as one vertex where its side is less than theta times its distance. At
     * most 1; 0: TROPIC_LAYOUT_THETA. To sum over all pairs in the tree's order, any positive number below 1e-20. */
    double theta;
    double k; /* the unit of length: two linked vertices alone come to rest so far apart; 0: 1 */
    /* A force of gravity times distance pulls each vertex towards the middle around which its component starts. 0: no
     * such force. */
    double gravity;
    bool weighted; /* the strengths of springs are A's values, none negative; else 1 each */
    uint64_t seed; /* of where vertices start */
    /* Iterations end after so many on each graph, or where vertices move by less than `tolerance` times what an edge is
     * long at rest, about, k (n^2 / arcs)^(1/3) in one component; 0: TROPIC_LAYOUT_ITERATIONS,
     * TROPIC_LAYOUT_TOLERANCE. (The coarsest graph, of a few vertices, is laid out six times.) */
    int32_t iterations;
    double tolerance;
    /* Graphs, each coarser than the one before, that are laid out, the coarsest first, so that large shapes unfold; 1:
     * A alone. 0: as many as A has. */
    int32_t levels;
    /* Where vertices start: FP32 or FP64, of n places, finite; NULL: nowhere in particular. Where all vertices have a
     * place, there are no coarser graphs. z: in three dimensions, and only then. */
    const tropic_vector *x, *y, *z;
    const tropic_vector *fixed; /* BOOL: vertices with a true entry, which have a place, stay there; NULL: none */
} tropic_layout_options;

/* What a layout did. The caller sets `size`; the call fills the rest. */
typedef struct tropic_layout_report {
    size_t size;
    double seconds;     /* the call, wall clock */
    double run_seconds; /* the iterations alone (GPU time on a GPU) */
    int64_t iterations; /* in all */
    int64_t finest;     /* of these, with A's own vertices, in the largest component */
    double finest_seconds;
    int32_t levels;              /* graphs that were laid out for the largest component */
    tropic_layout_method method; /* with A's own vertices, in the largest component */
    tropic_index components;
    double movement; /* by which vertices moved at the last of these */
    size_t memory;   /* most bytes that it had on the device, beside A and the vectors given */
} tropic_layout_report;

/* Force-directed layout. With d = |p(u) - p(v)|, linked vertices attract each other by w d^2 / k, all repel each other
 * by k^2 / d, and each vertex moves along the sum of forces on it, by a step that is cooled:
 *
 *     f = p;  f = S (plus.pull) p     pull(w, p(u), p(v)) = w d (p(u) - p(v)) / k
 *     f += sum over u of k^2 (p(v) - p(u)) / d^2;  p += step f / |f|
 *
 * S has the entries of A and of A' but loops; where both are there, one of them if they are equal, else their sum. At
 * rest the energy, the sum of w d^3 / 3k over edges less that of k^2 log d over pairs, has a minimum. Components are
 * laid out apart and packed beside each other; those of which a vertex is given a place are not moved so.
 *   x, y, z  out  FP32 or FP64, n entries each; z NULL: in two dimensions
 *   A        in   square
 *   options, report  may be NULL
 * The same seed gives the same result, bit by bit, on one kind of device; in a reproducible context on all. (Pulls
 * are then summed in the order of ids, by csc_scalar.)
 * Inside a component places are fp32, around the middle of those given; what is fixed comes back to the bit. x may be
 * options->x, and so on.
 * Cost of an iteration: EXACT O(n^2), BARNES_HUT O(n log n), and one product with S. Memory on the device:
 * BARNES_HUT 90 bytes a vertex, EXACT 40, and S as a matrix. Coarser graphs are made on the host, by one thread.
 * On a GPU the product is compiled when first used (tropic_semiring_create).
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, INVALID_ARGUMENT (also theta outside 0 .. 1, another number
 * that is negative or NaN, a place that is not finite or further than 1e9 k from the middle of its component's, a
 * strength that is negative or not finite, a fixed vertex without a place, one vector twice), OVERFLOW (forces leave
 * fp32, or places the type of x), CANCELLED, and those of a user's semiring.
 * Source: Fruchterman and Reingold, Graph Drawing by Force-directed Placement, Software: Practice and Experience 21
 * (1991); Barnes and Hut, Nature 324 (1986); Hu, The Mathematica Journal 10 (2005).
 */
TROPIC_API tropic_status tropic_layout(tropic_vector *x, tropic_vector *y, tropic_vector *z, const tropic_matrix *A,
                                       const tropic_layout_options *options, tropic_layout_report *report);

/* How well distances in a picture are those in the graph. The caller sets `size`; the call fills the rest. */
typedef struct tropic_layout_quality {
    size_t size;
    /* The mean over pairs of (s |p(u) - p(v)| / d(u, v) - 1)^2, where d counts arcs, either way, and s is what makes it
     * least. 0 where there are no pairs. */
    double stress;
    int64_t pairs;
    /* Of edges: the mean length, and the standard deviation over it. */
    double edge_length, edge_deviation;
} tropic_layout_quality;

/* Measures a layout by the pairs of `sources` random vertices, drawn by the seed, with all that they reach; n or
 * more: of all, and the result is exact.
 *   x, y, z  in  FP32 or FP64, n entries each; z NULL: in two dimensions
 * Cost: a breadth-first search and O(n) for each source. Status: usual, and DIMENSION_MISMATCH,
 * TYPE_MISMATCH, INVALID_ARGUMENT (a place is missing or not finite, sources are fewer than 0), CANCELLED. */
TROPIC_API tropic_status tropic_layout_measure(tropic_layout_quality *quality, const tropic_matrix *A,
                                               const tropic_vector *x, const tropic_vector *y, const tropic_vector *z,
                                               tropic_index sources, uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_LAYOUT_H */

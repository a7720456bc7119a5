/* SPDX-License-Identifier: Apache-2.0
 *
 * Tropic, level 1: places for vertices, from which a graph can be drawn. tropic.h includes this header, and its
 * conventions hold here too.
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
    TROPIC_LAYOUT_BARNES_HUT /* distant vertices are grouped by a tree */
} tropic_layout_method;

#define TROPIC_LAYOUT_THETA 0.5
#define TROPIC_LAYOUT_ITERATIONS 500
#define TROPIC_LAYOUT_TOLERANCE 0.01
/* The maximum of k, gravity and tolerance; a length multiplied by it is still finite. */
#define TROPIC_LAYOUT_MAX 1e300

typedef struct tropic_layout_options {
    size_t size;
    /* The method for A itself. Coarser graphs use AUTO, and components of up to 512 vertices use EXACT. */
    tropic_layout_method method;
    /* BARNES_HUT: a node of the tree counts as one vertex if its side is less than theta times its distance. Maximum 1;
     * 0: TROPIC_LAYOUT_THETA. Any positive number below 1e-20 sums over all pairs, in the tree's order. */
    double theta;
    double k; /* the unit of length: the distance at which two linked vertices come to rest on their own; 0: 1 */
    /* A force of gravity times distance pulls each vertex towards the middle around which its component starts. 0: no
     * such force. */
    double gravity;
    /* A's values, none of them negative, are the strengths of the springs, the smaller of an edge's two; else each has
     * strength 1. Vertices are not linked by a strength of 0 (in fp32): vertices that nothing else links are in
     * components of their own. */
    bool weighted;
    uint64_t seed; /* draws the places at which vertices start */
    /* The maximum number of iterations on each graph; 0: TROPIC_LAYOUT_ITERATIONS. The coarsest graph, which has few
     * vertices, is laid out six times. */
    int32_t iterations;
    /* Iterations end when vertices move by less than `tolerance` times the approximate length of an edge at rest, which
     * is k (n^2 / arcs)^(1/3) in one component; 0: TROPIC_LAYOUT_TOLERANCE. */
    double tolerance;
    /* The maximum number of graphs that are laid out: A and coarser ones. The coarsest comes first, so that large
     * shapes unfold. 1: only A. 0: no limit. */
    int32_t levels;
    /* The places at which vertices start: FP32 or FP64, n places, finite values. A vertex without an entry has no given
     * place. NULL: no vertex has one. If every vertex has a place, there are no coarser graphs. z is for three
     * dimensions, and must be NULL for two. */
    const tropic_vector *x, *y, *z;
    const tropic_vector *fixed; /* BOOL: vertices with a true entry stay at their places in x, y, z; NULL: none */
} tropic_layout_options;

/* Report of a layout. The caller sets `size`; the call fills the rest. */
typedef struct tropic_layout_report {
    size_t size;
    double seconds;              /* wall clock of the call */
    double run_seconds;          /* time of the iterations (GPU time on a GPU) */
    int64_t iterations;          /* iterations on all graphs */
    int64_t finest;              /* iterations on A's own vertices in the largest component */
    double finest_seconds;       /* time of the iterations that `finest` counts */
    int32_t levels;              /* graphs that were laid out for the largest component */
    tropic_layout_method method; /* the method for A's own vertices in the largest component */
    tropic_index components;     /* weakly connected components of A */
    double movement;             /* the movement of vertices in the last iteration that `finest` counts */
    size_t memory;               /* the most bytes, device and host, without matrices and the given vectors */
} tropic_layout_report;

/* Force-directed layout. With d = |p(u) - p(v)|, linked vertices attract each other by w d^2 / k, all vertices repel
 * each other by k^2 / d, and each vertex moves along the sum of the forces on it, by a step that shrinks:
 *
 *     f = p;  f = S (plus.pull) p     pull(w, p(u), p(v)) = w d (p(u) - p(v)) / k
 *     f += sum over u of k^2 (p(v) - p(u)) / d^2;  p += step f / |f|
 *
 *   x, y, z  out  FP32 or FP64, n entries each; they may be options->x, y, z. z NULL: in two dimensions
 *   A        in   square. S has the entries of A and A' without loops and, weighted, without zeros; of an entry that is
 *                 in both, the smaller counts
 *   options, report   may be NULL
 * The same seed gives the same bits on one kind of device, and in a reproducible context on all devices.
 * Cost of an iteration: O(n^2) by EXACT, O(n log n) by BARNES_HUT, plus one product with S.
 * Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH, INVALID_ARGUMENT (theta outside 0 .. 1; another number that is
 * negative or NaN; a place that is not finite, or over 1e9 k from the middle of its component; a strength that is
 * negative or not finite; a fixed vertex without a place; a vector that is given twice), OVERFLOW (forces leave FP32,
 * or places leave x's type), CANCELLED, and those of a user-defined semiring (on a GPU).
 */
TROPIC_API tropic_status tropic_layout(tropic_vector *x, tropic_vector *y, tropic_vector *z, const tropic_matrix *A,
                                       const tropic_layout_options *options, tropic_layout_report *report);
/* Notes on tropic_layout
 * Result: at rest the energy has a minimum. It is the sum of w d^3 / 3k over edges minus the sum of k^2 log d over
 * pairs. Components are laid out separately and packed beside each other; a component with a given place is not moved
 * for this. Inside a component, places have type FP32 relative to the middle of the given places. Fixed places are
 * returned with the same bits.
 * Reproducible contexts: pulls are summed in the order of ids, by CSC_SCALAR.
 * Memory on the device: 90 bytes per vertex by BARNES_HUT, 40 by EXACT, plus S as a matrix. One thread of the host
 * makes the coarser graphs. A GPU compiles the product on first use, as for tropic_semiring_create.
 * Source: Fruchterman and Reingold, Graph Drawing by Force-directed Placement, Software: Practice and Experience 21
 * (1991); Barnes and Hut, Nature 324 (1986); Hu, The Mathematica Journal 10 (2005).
 */

/* How well distances in a layout match distances in the graph. The caller sets `size`; the call fills the rest. */
typedef struct tropic_layout_quality {
    size_t size;
    /* The mean over pairs of (s |p(u) - p(v)| / d(u, v) - 1)^2. d counts arcs in either direction, and s is the scale
     * that makes the mean smallest. 0 if there are no pairs. */
    double stress;
    int64_t pairs; /* the number of pairs that were measured */
    /* The mean length of edges; the standard deviation of their lengths, divided by the mean. */
    double edge_length, edge_deviation;
} tropic_layout_quality;

/* Measures a layout by pairs of a random vertex and any vertex that it reaches.
 *   x, y, z  in  FP32 or FP64, n entries each; z NULL: in two dimensions
 *   sources  in  the number of random vertices; n or more: all vertices, and the result is exact
 *   seed     in  draws these vertices
 * Cost: a breadth-first search and O(n) for each source. Status: usual, and DIMENSION_MISMATCH, TYPE_MISMATCH,
 * INVALID_ARGUMENT (a place is missing or not finite; sources are fewer than 0), CANCELLED. */
TROPIC_API tropic_status tropic_layout_measure(tropic_layout_quality *quality, const tropic_matrix *A,
                                               const tropic_vector *x, const tropic_vector *y, const tropic_vector *z,
                                               tropic_index sources, uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif /* TROPIC_LAYOUT_H */

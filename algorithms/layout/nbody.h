/* SPDX-License-Identifier: Apache-2.0
 *
 * Bodies in the plane or in space that repel one another, as vertices do in a force-directed layout:
 *
 *     force(v) = sum over u of mass(u) (p(v) - p(u)) / |p(v) - p(u)|^2
 *
 * over all pairs, or by a tree (Barnes and Hut, Nature 324 (1986)), and the step that bodies take along the forces on
 * them. Sums are in single precision and in an order that n alone decides, the same on every backend, so that results
 * agree bit by bit. All arrays are in memory of the backend.
 *
 * The tree is a packed one: bodies in the order of Hilbert's curve; each TP_NBODY_LEAF of them are a leaf, each
 * TP_NBODY_FAN nodes a node, up to one root. It needs no pointers, whatever coincides it is as deep, and any order of
 * the bodies makes a right tree, a good one a fast one.
 */
#ifndef TP_NBODY_H
#define TP_NBODY_H

#include "runtime/backend.h"
#include "semiring/language.h"

#define TP_NBODY_DIMENSIONS 3

/* All pairs: partial sums of a body's force, over the bodies whose number leaves each remainder. */
#define TP_NBODY_LANES 8

#define TP_NBODY_LEAF 8
#define TP_NBODY_FAN 4
/* Bodies that go down the tree together: a node that is far from all of them is taken whole. A warp. */
#define TP_NBODY_GROUP 32
/* Nodes that a group opens at a time, so that their children are as many as its bodies. */
#define TP_NBODY_OPENED (TP_NBODY_GROUP / TP_NBODY_FAN)
/* (TP_NBODY_LEAF TP_NBODY_FAN^14 bodies are 2^31.) */
#define TP_NBODY_LEVELS 15
/* Nodes that wait to be opened: at each level at most a group's children, less those that are opened before others
 * come. */
#define TP_NBODY_WAITING (TP_NBODY_LEVELS * (TP_NBODY_GROUP - TP_NBODY_OPENED) + TP_NBODY_OPENED)
/* The most that one round of a group finds: whole nodes, or the bodies of leaves. */
#define TP_NBODY_FOUND (TP_NBODY_GROUP * TP_NBODY_LEAF)

/* Bodies whose contributions to a total are added up first. */
#define TP_NBODY_CHUNK 256
#define TP_NBODY_CHUNKS(n) ((tropic_index)(((int64_t)(n) + TP_NBODY_CHUNK - 1) / TP_NBODY_CHUNK))

/* A body, or a node's centre of mass. In the plane the third coordinate is 0. */
typedef struct tp_body {
    float at[TP_NBODY_DIMENSIONS];
    float mass;
} tp_body;

typedef struct tp_nbody_tree {
    tropic_index *order; /* the bodies' numbers along the curve */
    tp_body *body;       /* in that order; the last leaf is filled up by bodies of no mass */
    tp_body *node;       /* tp_nbody_shape.nodes of them */
    float *radius;       /* no body of a node is further from its centre */
    /* To sort by: 2 n keys, and n numbers. */
    uint64_t *keys;
    tropic_index *other;
} tp_nbody_tree;

typedef struct tp_nbody {
    int dimensions; /* 2 or 3 */
    tropic_index n;
    const float *position; /* n points of `dimensions` coordinates */
    const float *mass;     /* n */
    float *force;          /* as position; out */
    /* All pairs: body v is repelled by bodies range[2 v] .. range[2 v + 1] - 1 alone, neither of which falls with v.
     * NULL: by all. */
    const tropic_index *range;
    tp_nbody_tree tree;
    /* A node is taken whole where its side is less than theta times the distance to its centre; side: of the square of
     * which the radius is half the diagonal. 0 <= theta <= 1, so that no body is in a node that is taken whole. (In
     * space a cube's would do, but the error at 0.5 is then up to 1.004 %.) */
    float theta;
    /* The backend's own, of so many bytes (tp_nbody_calls.room). */
    void *room;
    size_t room_bytes;
} tp_nbody;

/* The sum of the forces, and the state of the cooling. */
typedef struct tp_nbody_motion {
    double force;  /* the sum of |F| at the last step */
    float step;    /* how far a body is to move next */
    int32_t falls; /* steps in turn at which the sum has fallen */
} tp_nbody_motion;

/* F = mass repulsion + springs - gravity mass p;  p += step F / |F|;  then step is cooled, as the sum of |F| has
 * become more or less. */
typedef struct tp_nbody_move {
    int dimensions;
    tropic_index n;
    float *position;
    const float *mass;
    const float *repulsion, *springs; /* as position */
    const uint8_t *fixed;             /* does not move; NULL: all do */
    float gravity;
    double *sums; /* TP_NBODY_CHUNKS(n) */
    tp_nbody_motion *motion;
} tp_nbody_move;

/* Nodes by level, leaves first, up to one root above them: `count` of them from `base` on. At least two levels. */
typedef struct tp_nbody_shape {
    int levels;
    tropic_index count[TP_NBODY_LEVELS];
    tropic_index base[TP_NBODY_LEVELS];
    tropic_index nodes; /* in all */
} tp_nbody_shape;

/* Bodies of whole leaves. */
#define TP_NBODY_FILLED(n) (((int64_t)(n) + TP_NBODY_LEAF - 1) / TP_NBODY_LEAF * TP_NBODY_LEAF)

static inline tp_nbody_shape tp_nbody_shape_of(tropic_index n)
{
    tp_nbody_shape s = {1, {(n - 1) / TP_NBODY_LEAF + 1}, {0}, 0};
    do {
        s.base[s.levels] = s.base[s.levels - 1] + s.count[s.levels - 1];
        s.count[s.levels] = (s.count[s.levels - 1] - 1) / TP_NBODY_FAN + 1;
    } while (s.count[s.levels++] > 1);
    s.nodes = s.base[s.levels - 1] + 1;
    return s;
}

/* Up to pairs_max bodies repulsion between all pairs takes less time than by the tree.
 *   room   *bytes = memory that `exact`, or with `tree` `order` and `tree`, need
 *   exact  repulsion between all pairs
 *   order  the bodies' order along a curve, which may be kept for some steps
 *   tree   repulsion by a tree, of bodies in that order
 *   move   a step along the forces */
#define TP_NBODY_CALLS(X, prefix)                                                                                      \
    X(tropic_status, prefix, room,                                                                                     \
      (tropic_context * context, int dimensions, tropic_index n, bool tree, size_t *bytes))                            \
    X(tropic_status, prefix, exact, (tropic_context * context, const tp_nbody *bodies))                                \
    X(tropic_status, prefix, order, (tropic_context * context, const tp_nbody *bodies))                                \
    X(tropic_status, prefix, tree, (tropic_context * context, const tp_nbody *bodies))                                 \
    X(tropic_status, prefix, move, (tropic_context * context, const tp_nbody_move *move))

typedef struct tp_nbody_calls {
    TP_NBODY_CALLS(TP_CALL_POINTER, )
    tropic_index pairs_max;
} tp_nbody_calls;

TP_BEGIN_C
TP_NBODY_CALLS(TP_CALL_PROTOTYPE, tp_cpu_nbody_)
TP_NBODY_CALLS(TP_CALL_PROTOTYPE, tp_cuda_nbody_)
extern const tp_nbody_calls tp_cpu_nbody_calls, tp_cuda_nbody_calls;
TP_END_C

#endif

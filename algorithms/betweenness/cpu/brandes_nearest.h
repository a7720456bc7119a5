/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by lengths of a graph that the caches hold, on the CPU: each source takes vertices nearest first
 * (Dijkstra), which counts paths as it goes, and the queue of those that wait has buckets.
 */
#ifndef TP_BRANDES_NEAREST_H
#define TP_BRANDES_NEAREST_H

#include "algorithms/betweenness/brandes_weighted.h"

typedef struct tp_nearest_arc {
    double length;
    tropic_index id;
} tp_nearest_arc;

/* State of a vertex. Distances are not negative, so they compare as their bits do, and sooner. */
typedef struct tp_nearest_place {
    double distance;
    double part; /* of sigma; where the way back has been, of g */
} tp_nearest_place;

/* A vertex that waits with a distance. Where it has a lesser one by now, it waits there as well. */
typedef struct tp_nearest_waiting {
    double distance;
    tropic_index id;
    int32_t next; /* in its bucket, or of those that are free; -1: none */
} tp_nearest_waiting;

/* Buckets, a power of two, and how many of them the longest arc spans, but for rounding. (With 4 or 16 times as many no
 * faster.) */
#define TP_NEAREST_BUCKETS 256
#define TP_NEAREST_REACH (TP_NEAREST_BUCKETS / 2)
/* Vertices that may wait, beside one for each arc. */
#define TP_NEAREST_MORE 2

/* Working memory of a thread. */
typedef struct tp_nearest_room {
    tp_nearest_place *places;    /* n */
    int32_t *rank;               /* n */
    tp_nearest_waiting *waiting; /* one for each arc, and some more */
    tp_nearest_waiting *heap;    /* as many */
    int32_t unused;              /* the first of `waiting` that is free: all are, between sources */
} tp_nearest_room;

/* The graph as its sources take it, host memory. */
typedef struct tp_nearest {
    tp_nearest_arc *arcs;   /* of each entry */
    double per_width;       /* 1 / width of a bucket */
    bool floats;            /* distances are rounded to float */
    uint64_t near;          /* how far apart distances that tie are at most, in units of their last place */
    tp_nearest_room *rooms; /* one for each thread */
} tp_nearest;

/* Source k's sweeps, as tp_brandes_sweeps, and the number of vertices that it reaches. False: they are left to those
 * along tight arcs, for which the distances lie ready. `fused`: the source's dependencies of arcs are added; else, if
 * these are asked for, the arrays that tp_brandes_arc reads lie ready. */
bool tp_cpu_brandes_nearest(const tp_brandes_weighted *weighted, tropic_index k, int64_t memory, int thread,
                            bool fused);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances between vertices: what the files of this folder share.
 */
#ifndef TP_DISTANCES_H
#define TP_DISTANCES_H

#include "algorithms/run.h"
#include "algorithms/tuning.h"

#include <float.h>
#include <math.h>
#include <tropic_distances.h>

TP_BEGIN_C

/* What is wanted, in the caller's memory. */
typedef struct tp_distances {
    tropic_index n;
    const tropic_index *sources; /* of the rows; NULL: all vertices in order */
    tropic_index count;          /* rows */
    tropic_type type;            /* FP32 or FP64 */
    void *distance;              /* count x n */
    tropic_index *parent;        /* the same, or NULL */
    bool weighted;
    /* Of the lengths: */
    double least, greatest; /* finite ones; 1, if there are none */
    bool whole;             /* all are whole numbers */
} tp_distances;

static inline tropic_index tp_distances_source(const tp_distances *d, tropic_index row)
{
    return d->sources ? d->sources[row] : row;
}

/* Are sums of lengths exact, and lengths above 0, so that parents follow from distances? */
static inline bool tp_distances_exact(const tp_distances *d)
{
    const double most = d->type == TROPIC_FP32 ? 0x1p24 : 0x1p53;
    return d->weighted ? d->whole && d->least > 0 && d->greatest * d->n <= most : d->n <= most;
}

/* Are they exact in FP32, too, and not negative? */
static inline bool tp_distances_single(const tp_distances *d)
{
    return d->least >= 0 && (d->weighted ? d->whole && d->greatest * d->n <= 0x1p24 : d->n <= 0x1p24);
}

/* No path of as many arcs as there are vertices is too long for the type. */
static inline bool tp_distances_fit(const tp_distances *d)
{
    const double most = d->type == TROPIC_FP32 ? (double)FLT_MAX : DBL_MAX;
    return !d->weighted || fmax(fabs(d->least), fabs(d->greatest)) * d->n <= most;
}

/* Place `at` of an array of `type` = value. */
static inline void tp_distances_put(tropic_type type, void *to, int64_t at, double value)
{
    if (type == TROPIC_FP32)
        ((float *)to)[at] = (float)value;
    else
        ((double *)to)[at] = value;
}

static inline double tp_distances_get(tropic_type type, const void *from, int64_t at)
{
    return type == TROPIC_FP32 ? (double)((const float *)from)[at] : ((const double *)from)[at];
}

/* Vertices of a phase of tiles, on all devices, as sums of lengths depend on it: a panel of so many rows lies in the
 * CPU's second-level cache. Of small matrices fewer, as one thread alone closes the middle block. (Not measured.) */
#define TP_DISTANCES_DEPTH 256
#define TP_DISTANCES_DEPTH_SMALL 128
static inline int64_t tp_distances_depth(int64_t n)
{
    return n <= TP_TILES_SMALL ? TP_DISTANCES_DEPTH_SMALL : TP_DISTANCES_DEPTH;
}

/*   tiles             all pairs, and parents, if they are wanted: distances are exact then. Status: NEGATIVE_CYCLE,
 *                     OUT_OF_MEMORY, CANCELLED
 *   tiles_seconds     about how long that takes: infinite, if memory does not suffice
 *   searches_seconds  the same of searches */
#define TP_DISTANCES_CALLS(X, prefix)                                                                                  \
    X(tropic_status, prefix, tiles, (tp_run * run, const tp_distances *d))                                             \
    X(double, prefix, tiles_seconds, (const tp_run *run, const tp_distances *d))                                       \
    X(double, prefix, searches_seconds, (const tp_run *run, const tp_distances *d))

typedef struct tp_distances_calls {
    TP_DISTANCES_CALLS(TP_CALL_POINTER, )
} tp_distances_calls;

TP_DISTANCES_CALLS(TP_CALL_PROTOTYPE, tp_cpu_distances_)
TP_DISTANCES_CALLS(TP_CALL_PROTOTYPE, tp_cuda_distances_)
extern const tp_distances_calls tp_cpu_distances_calls, tp_cuda_distances_calls;

/* NEGATIVE_CYCLE, through vertex v. */
static inline tropic_status tp_distances_refuse_cycle(const tp_run *run, int64_t v)
{
    return tp_fail(run->context, TROPIC_NEGATIVE_CYCLE, "a negative cycle goes through vertex %lld",
                   (long long)tropic_matrix_label(run->A, (tropic_index)v));
}
/* Row by row, by searches; parents, too (distances_searches.c). */
tropic_status tp_distances_by_searches(tp_run *run, const tp_distances *d);
/* The same of lengths by each thread for itself, if these suit it; without parents (distances_heaps.c). */
bool tp_distances_suit_heaps(const tp_run *run, const tp_distances *d);
tropic_status tp_distances_by_heaps(tp_run *run, const tp_distances *d);
/* Parents from exact distances: of the vertices with a tight arc to it, each has the smallest id
 * (distances_parents.c). */
tropic_status tp_distances_hang(tp_run *run, const tp_distances *d);

TP_END_C
#endif

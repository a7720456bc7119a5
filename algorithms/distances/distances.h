/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances between vertices: what the files of this folder share.
 */
#ifndef TP_DISTANCES_H
#define TP_DISTANCES_H

#include "algorithms/run.h"

#include <float.h>
#include <math.h>

#include <math.h>
#include <tropic_distances.h>

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

/* All pairs by tiles (tiles.c). Status: NEGATIVE_CYCLE, OVERFLOW, OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_distances_by_tiles(tp_run *run, const tp_distances *d);
/* Row by row, by searches; parents, too, unless distances are exact (distances_searches.c). */
tropic_status tp_distances_by_searches(tp_run *run, const tp_distances *d);
/* The same of lengths by each thread for itself, if these suit it; without parents (distances_heaps.c). */
bool tp_distances_suit_heaps(const tp_run *run, const tp_distances *d);
tropic_status tp_distances_by_heaps(tp_run *run, const tp_distances *d);
/* Parents from exact distances: of the vertices with a tight arc to it, each has the smallest id
 * (distances_parents.c). */
tropic_status tp_distances_hang(tp_run *run, const tp_distances *d);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of eccentricities: what searches tell of the eccentricities of other vertices, if arcs go both ways.
 */
#ifndef TP_BOUNDS_H
#define TP_BOUNDS_H

#include "runtime/backend.h"

#include <tropic_algorithms.h>

TP_BEGIN_C

/* Levels of a batch that are kept until the eccentricities are known, at most: 8 bytes a vertex each. */
#define TP_BOUNDS_LEVELS 33

/* Arrays in memory of the backend, n places each. */
typedef struct tp_bounds {
    int32_t *lower, *upper;
    tropic_index n;
} tp_bounds;

/* A search from a vertex of that eccentricity; level -1: unreached. */
typedef struct tp_bounds_search {
    tp_bounds to;
    const int32_t *level;
    int32_t eccentricity;
} tp_bounds_search;

/* Up to 64 searches: bit c of words[d][w]: search c has w on level d. The searches of masks[k] are from vertices of
 * eccentricity eccentricities[k], for k < count. */
typedef struct tp_bounds_batch {
    tp_bounds to;
    int levels, count;
    const uint64_t *words[TP_BOUNDS_LEVELS];
    uint64_t masks[TROPIC_BFS_BATCH];
    int32_t eccentricities[TROPIC_BFS_BATCH];
} tp_bounds_batch;

#define TP_BOUNDS_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, search, (tropic_context * context, const tp_bounds_search *search))                       \
    X(tropic_status, prefix, batch, (tropic_context * context, const tp_bounds_batch *batch))

typedef struct tp_bounds_calls {
    TP_BOUNDS_CALLS(TP_CALL_POINTER, )
} tp_bounds_calls;

TP_BOUNDS_CALLS(TP_CALL_PROTOTYPE, tp_cpu_bounds_)
TP_BOUNDS_CALLS(TP_CALL_PROTOTYPE, tp_cuda_bounds_)
extern const tp_bounds_calls tp_cpu_bounds_calls, tp_cuda_bounds_calls;

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What the two ways to find shortest paths share.
 */
#ifndef TP_SSSP_H
#define TP_SSSP_H

#include "algorithms/run.h"

typedef struct tp_sssp_arrays {
    tropic_type type; /* of the distances: INT64, FP32 or FP64 */
    void *distance;
    tropic_index *parent; /* NULL: not asked for */
    int32_t *round;
    tropic_index *order; /* 2n places; n, of a backend that keeps frontiers */
} tp_sssp_arrays;

/* Distances and parents where weights may be negative, on the host. Status: NEGATIVE_CYCLE, OVERFLOW
 * (downwards), CANCELLED, OUT_OF_MEMORY. Cost O(n nnz) at worst. */
tropic_status tp_bellman_ford(tp_run *run, const tp_sssp_arrays *arrays, tropic_index source);

/* OVERFLOW where a weight is too large for the distances' type. On the host; cost O(nnz) where one might
 * be, of UINT64 alone. */
tropic_status tp_sssp_check_weights(tp_run *run, double largest);
/* OVERFLOW where a distance is too large for its type. On the host; cost O(n + nnz). */
tropic_status tp_sssp_check_overflow(tp_run *run, const tp_sssp_arrays *arrays);
/* The status, with a text that names the vertex. */
tropic_status tp_sssp_overflow(tp_run *run, tropic_index v);

/* Weight k, of a matrix of type `type`, as a distance; it fits (tp_sssp_check_weights). */
static inline int64_t tp_weight_int64(tropic_type type, const void *values, tropic_offset k)
{
    if (!values) return 1;
    switch (type) {
    case TROPIC_BOOL: return ((const bool *)values)[k];
    case TROPIC_INT32: return ((const int32_t *)values)[k];
    case TROPIC_UINT32: return ((const uint32_t *)values)[k];
    case TROPIC_UINT64: return (int64_t)((const uint64_t *)values)[k];
    default: return ((const int64_t *)values)[k];
    }
}
static inline float tp_weight_fp32(tropic_type type, const void *values, tropic_offset k)
{
    (void)type;
    return ((const float *)values)[k];
}
static inline double tp_weight_fp64(tropic_type type, const void *values, tropic_offset k)
{
    (void)type;
    return ((const double *)values)[k];
}

#endif

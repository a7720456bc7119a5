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
    tropic_index *order; /* 2n places */
} tp_sssp_arrays;

/* Distances and parents where weights may be negative or sums overflow, on the host. Status:
 * NEGATIVE_CYCLE, OVERFLOW, CANCELLED, OUT_OF_MEMORY. Cost O(n nnz) at worst. */
tropic_status tp_bellman_ford(tp_run *run, const tp_sssp_arrays *arrays, tropic_index source);

#endif

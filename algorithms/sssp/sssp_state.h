/* SPDX-License-Identifier: Apache-2.0
 *
 * The states of the ops of shortest paths. Pointers are memory of the backend, n places each.
 */
#ifndef TP_SSSP_STATE_H
#define TP_SSSP_STATE_H

#include "spmv/ops/state.h"

typedef struct tp_sssp_state {
    int32_t depth;
    /* As tp_bucket_state, of the CPU: */
    tp_bits bits;
    double base, per_width;
    int32_t bucket;
    tp_value high; /* of a GPU: the end of the bucket at hand */
    void *distance;
    const void *potential; /* of the distances' type; NULL: 0 everywhere */
} tp_sssp_state;

typedef struct tp_sssp_parent_state {
    int32_t depth;
    int32_t *round; /* the step that gave the parent; -1: none yet */
    const void *distance;
    const void *potential; /* with which the distances were found, or NULL */
    tropic_index *parent;
} tp_sssp_parent_state;

#endif

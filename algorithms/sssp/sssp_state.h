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
    int32_t depth; /* not looked at */
    const void *distance;
    const void *potential; /* with which the distances were found, or NULL */
    const int32_t *level;  /* over tight arcs; NULL: arcs along which distance grows are taken */
    tropic_index *parent;  /* -1: none yet */
    int32_t *orphaned;     /* one place: becomes 1 if a reached vertex found no parent */
} tp_sssp_parent_state;

typedef struct tp_sssp_tight_state {
    int32_t depth; /* not looked at */
    const void *distance;
    const void *potential;
    tropic_index *heads; /* of each entry, by row */
} tp_sssp_tight_state;

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Two matrices merged in device memory: spmv/write/merge.h.
 */
#ifndef TP_MERGE_CUH
#define TP_MERGE_CUH

#include "spmv/operands/indices.h"
#include "spmv/write/device_lists.cuh"
#include "spmv/write/merge.h"

/* As tp_merge. */
typedef struct tp_device_merge {
    tp_merge_kind kind;
    tropic_index lists;
    tp_arcs x, y;              /* offsets NULL: there is no entry, and count is 0; values NULL: ones */
    const tropic_operator *op; /* NULL: a WRITE takes y */
    tropic_type type;          /* of the result */
    bool pattern;              /* it has no values */
    const void *alpha, *beta;  /* in host memory */
    tp_arcs m;
    tp_mask mask;
    bool masked, replaces, others_allowed;
    const bool *in_rows, *in_cols; /* in host memory; so many columns: */
    tropic_index cols;
    tp_ascending rows, of_cols; /* instead */
    bool rows_stay, cols_stay;
} tp_device_merge;

tropic_status tp_cuda_merge(tropic_context *context, const tp_device_merge *m, tp_device_lists *out);

#endif

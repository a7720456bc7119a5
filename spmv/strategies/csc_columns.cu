/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxv_block's step on the GPU: one kernel, compiled when first asked for.
 */
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

tropic_status tp_cuda_step_columns(tropic_context *context, const tp_step *step)
{
    const tp_cuda_kernels *kernels = NULL;
    tp_arcs in = step->gather;
    tropic_index columns = step->columns;
    int lanes = 1, each = 0; /* 1 << each columns at a time of a thread */
    while (lanes < TP_WARP && lanes < columns) lanes *= 2;
    while (each + 1 < TP_COLUMN_VARIANTS && columns > lanes << each) each++;
    const int64_t blocks = tp_quotient_up(in.lists, TP_STEP_BLOCK / lanes);
    void *arguments[] = {step->state, &in, &columns, &lanes};
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_specialise(context, step->semiring, step->vxm, TP_VARIANT_BIT(TP_VARIANT_COLUMNS + each), &kernels));
    if (blocks == 0) return TROPIC_OK;
    return tp_cuda_launch_at(context, "launching a kernel", {blocks, TP_STEP_BLOCK}, kernels->csc_columns[each],
                             arguments);
}

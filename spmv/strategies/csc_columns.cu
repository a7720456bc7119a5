/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxm's step on the GPU: one kernel, compiled when first asked for.
 */
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

tropic_status tp_cuda_step_columns(tropic_context *context, const tp_step *step)
{
    const tp_cuda_kernels *kernels = NULL;
    tp_arcs in = step->gather;
    tropic_index columns = step->columns;
    int lanes = 1;
    while (lanes < TP_WARP && lanes < columns) lanes *= 2;
    const int64_t groups = TP_STEP_BLOCK / lanes;
    const int64_t blocks = (in.lists + groups - 1) / groups;
    void *arguments[] = {step->state, &in, &columns, &lanes};
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_specialise(context, step, TP_VARIANT_COLUMNS, &kernels));
    if (blocks == 0) return TROPIC_OK;
    return tp_cuda_check(context,
                         cudaLaunchKernel(kernels->csc_columns, tp_cuda_grid(blocks), dim3(TP_STEP_BLOCK), arguments, 0,
                                          tp_cuda_of(context)->stream),
                         "launching a kernel");
}

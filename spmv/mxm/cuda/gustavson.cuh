/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices on a GPU.
 */
#ifndef TP_MXM_CUDA_GUSTAVSON_CUH
#define TP_MXM_CUDA_GUSTAVSON_CUH

#include "spmv/mxm/cuda/gustavson_device.h"
#include "spmv/write/device_lists.cuh"

/* *t = A (add.mul) B at the places that the mask lets through: `given` has the operands and the mask. */
tropic_status tp_cuda_product(tropic_context *context, const tropic_semiring *semiring, const tp_device_product *given,
                              tp_device_lists *t);
/* The same by dot products, for a mask that is not complemented and an add whose terms may come in any order; `given`
 * has the columns of B in place of its rows. */
tropic_status tp_cuda_dots(tropic_context *context, const tropic_semiring *semiring, const tp_device_product *given,
                           tp_device_lists *t);
/* Do they cost less? `inner`: rows of B. */
tropic_status tp_cuda_dots_pay(tropic_context *context, const tp_device_product *given, tropic_index inner, bool *pay);

#endif

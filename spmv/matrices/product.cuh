/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices on a GPU.
 */
#ifndef TP_PRODUCT_CUH
#define TP_PRODUCT_CUH

#include "spmv/matrices/device_lists.cuh"
#include "spmv/matrices/product_device.h"

/* *t = A (add.mul) B at the places that the mask lets through: `given` has the operands and the mask. */
tropic_status tp_cuda_product(tropic_context *context, const tropic_semiring *semiring, const tp_device_product *given,
                              tp_device_lists *t);

#endif

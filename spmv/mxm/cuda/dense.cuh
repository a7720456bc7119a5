/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices on a GPU with operands that are dense.
 */
#ifndef TP_MXM_CUDA_DENSE_CUH
#define TP_MXM_CUDA_DENSE_CUH

#include "spmv/mxm/cuda/gustavson_device.h"
#include "spmv/write/backend_lists.cuh"

/* *t = A (add.mul) B, or of their transposes, of their dense forms: A's values are of the type of the semiring's x, B's
 * of its y, of at most TP_GEMM_TILE_VALUE_MAX bytes each. No operand is empty. */
tropic_status tp_cuda_product_gemm(tropic_context *context, const tropic_semiring *semiring, const tropic_matrix *A,
                                   bool a_transposed, const tropic_matrix *B, bool b_transposed, tp_device_lists *t);
/* *t = A (add.mul) B for rows of a full B: p->a and p->b. */
tropic_status tp_cuda_product_full(tropic_context *context, const tropic_semiring *semiring, const tp_device_product *p,
                                   tp_device_lists *t);
/* t->ids = 0 .. cols - 1 for each row of t, which are all full or have no entry. */
tropic_status tp_cuda_number_places(tropic_context *context, const char *doing, tropic_index cols, tp_device_lists *t);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels by op.
 */
#include "spmv/cuda_backend.h"

#define TP_KERNELS tp_cuda_kernels
#define KERNELS_OF(name) tp_cuda_##name
#include "spmv/ops/kernel_table.h"

const tp_cuda_kernels *tp_cuda_kernels_of(tp_op op)
{
    return find_kernels(op);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels by op.
 */
#include "spmv/ops/kernel.h"

#define TP_KERNELS tp_kernels
#define KERNELS_OF(name) tp_cpu_##name
#include "spmv/ops/kernel_table.h"

const tp_kernels *tp_cpu_kernels(tp_op op)
{
    return find_kernels(op);
}

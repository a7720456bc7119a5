/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels by op.
 */
#include "spmv/kernel.h"

#define TP_KERNELS tp_kernels
#define KERNELS_OF(name) tp_cpu_##name
#include "spmv/kernels.h"

const tp_kernels *tp_cpu_kernels(tp_op op)
{
    return find_kernels(op);
}

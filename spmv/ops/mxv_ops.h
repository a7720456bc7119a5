/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of tropic_mxv over built-in semirings.
 */
#ifndef TP_MXV_OPS_H
#define TP_MXV_OPS_H

#include "runtime/runtime.h"
#include "spmv/step.h"

TP_BEGIN_C

/* Of a semiring and a type that the table has. Kernels that were not compiled with the library are NULL. */
const tp_op *tp_mxv_op(tropic_builtin semiring, tropic_type type);
/* *semiring = the one by which the CPU makes its products: a composed one in place of a built-in one without kernels,
 * else itself. */
tropic_status tp_mxv_cpu_semiring(tropic_context *context, const tropic_semiring **semiring);
/* Of a GPU: the kernels of a monoid that take the multiply by its number (spmv/ops/instantiate_numbered.cuh); NULL:
 * there are none. */
const struct tp_cuda_kernels *tp_mxv_numbered(tropic_builtin_operator add, tropic_type type);
/* On the CPU, of a semiring of two operators: the kernels that there are for these, NULL for most. */
const tp_op *tp_mxv_op_composed(const tropic_semiring *semiring);

TP_END_C
#endif

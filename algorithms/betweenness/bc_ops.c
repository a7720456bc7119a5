/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of betweenness by products.
 */
#include "algorithms/betweenness/bc.h"
#include "spmv/ops/kernel.h"
#include "spmv/ops/op_kernels.h"

#define TP_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/betweenness/bc_ops.h"

TP_DECLARE_OP(bc_count);
TP_DECLARE_OP(bc_count_wide);
TP_DECLARE_OP(bc_gather);
TP_DECLARE_OP(bc_gather_wide);

const tp_op tp_op_bc_count = TP_OP_OF(bc_count);
const tp_op tp_op_bc_count_wide = TP_OP_OF(bc_count_wide);
const tp_op tp_op_bc_gather = TP_OP_OF(bc_gather);
const tp_op tp_op_bc_gather_wide = TP_OP_OF(bc_gather_wide);

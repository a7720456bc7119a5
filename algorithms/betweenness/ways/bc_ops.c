/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of betweenness by products.
 */
#include "algorithms/betweenness/bc.h"
#include "spmv/ops/kernel.h"
#include "spmv/ops/op_kernels.h"

#define TP_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/betweenness/ways/bc_ops.h"

TP_DEFINE_OP(bc_count);
TP_DEFINE_OP(bc_count_wide);
TP_DEFINE_OP(bc_gather);
TP_DEFINE_OP(bc_gather_wide);

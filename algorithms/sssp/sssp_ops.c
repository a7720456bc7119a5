/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of shortest paths and their parents.
 */
#include "algorithms/sssp/sssp.h"
#include "spmv/ops/kernel.h"
#include "spmv/ops/op_kernels.h"

#define TP_INSTANCE "spmv/ops/instantiate.h"
#define TP_SEARCH_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/sssp/sssp_ops.h"

TP_DECLARE_OPS_BY_TYPE(sssp)
TP_DECLARE_OPS_BY_TYPE(sssp_parent)
TP_DECLARE_OPS_BY_TYPE(sssp_tight)

const tp_op tp_op_sssp[TROPIC_TYPES] = TP_OPS_BY_TYPE(sssp);
const tp_op tp_op_sssp_parent[TROPIC_TYPES] = TP_OPS_BY_TYPE(sssp_parent);
const tp_op tp_op_sssp_tight[TROPIC_TYPES] = TP_OPS_BY_TYPE(sssp_tight);

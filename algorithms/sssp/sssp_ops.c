/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of shortest paths and their parents, for each type of weights. (A GPU's, which take longer to
 * compile, are in a source for each op.)
 */
#include "algorithms/sssp/sssp.h"
#include "algorithms/sssp/sssp_state.h"
#include "spmv/ops/kernel.h"
#include "spmv/ops/op_kernels.h"

#define SSSP_OP sssp
#define SSSP_STATE tp_sssp_state
#define SSSP_HEADER "algorithms/sssp/sssp_op.h"
#define SSSP_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/sssp/sssp_types.h"

#define SSSP_OP sssp_parent
#define SSSP_STATE tp_sssp_parent_state
#define SSSP_HEADER "algorithms/sssp/sssp_parent_op.h"
#define SSSP_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/sssp/sssp_types.h"

#define SSSP_OP sssp_tight
#define SSSP_STATE tp_sssp_tight_state
#define SSSP_HEADER "algorithms/sssp/sssp_tight_op.h"
#define SSSP_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/sssp/sssp_types.h"

#define SSSP_OP sssp_narrow
#define SSSP_STATE tp_sssp_state
#define SSSP_HEADER "algorithms/sssp/sssp_op.h"
#define SSSP_INSTANCE "spmv/ops/instantiate.h"
#define SSSP_NARROW
#include "algorithms/sssp/sssp_types.h"
#undef SSSP_NARROW

TP_DECLARE_OPS_BY_TYPE(sssp)
TP_DECLARE_OPS_BY_TYPE(sssp_parent)
TP_DECLARE_OPS_BY_TYPE(sssp_tight)
/* In host memory alone. */
#define DECLARE_NARROW(type, name) extern const tp_kernels tp_cpu_##name##_##type;
#define NARROW(type, name) [TP_TYPE_##type] = {&tp_cpu_##name##_##type, NULL},
TP_TYPES_BOOL(DECLARE_NARROW, sssp_narrow)
TP_TYPES_LONG(DECLARE_NARROW, sssp_narrow)

const tp_op tp_op_sssp[TROPIC_TYPES] = TP_OPS_BY_TYPE(sssp);
const tp_op tp_op_sssp_parent[TROPIC_TYPES] = TP_OPS_BY_TYPE(sssp_parent);
const tp_op tp_op_sssp_tight[TROPIC_TYPES] = TP_OPS_BY_TYPE(sssp_tight);
#if TP_CUDA
/* In host memory those of any weights: there keys are signed. */
#define DECLARE_NEGATIVE(type) extern const struct tp_cuda_kernels tp_cuda_sssp_negative_##type;
#define NEGATIVE(type) [TP_TYPE_##type] = {&tp_cpu_sssp_##type, &tp_cuda_sssp_negative_##type},
#else
#define DECLARE_NEGATIVE(type)
#define NEGATIVE(type) [TP_TYPE_##type] = {&tp_cpu_sssp_##type, NULL},
#endif
#define TYPES_NEGATIVE(X) X(int32) X(int64) X(fp32) X(fp64)
TYPES_NEGATIVE(DECLARE_NEGATIVE)
const tp_op tp_op_sssp_negative[TROPIC_TYPES] = {TYPES_NEGATIVE(NEGATIVE)};
const tp_op tp_op_sssp_narrow[TROPIC_TYPES] = {TP_TYPES_BOOL(NARROW, sssp_narrow) TP_TYPES_LONG(NARROW, sssp_narrow)};

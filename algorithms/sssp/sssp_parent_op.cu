/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of parents in shortest paths.
 */
#include "algorithms/sssp/sssp_state.h"

#define SSSP_OP sssp_parent
#define SSSP_STATE tp_sssp_parent_state
#define SSSP_HEADER "algorithms/sssp/sssp_parent_op.h"
#define SSSP_INSTANCE "spmv/ops/instantiate.cuh"
#include "algorithms/sssp/sssp_types.h"

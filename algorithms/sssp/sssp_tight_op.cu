/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of tight arcs, which lie on shortest paths.
 */
#include "algorithms/sssp/sssp_state.h"

#define SSSP_OP sssp_tight
#define SSSP_STATE tp_sssp_tight_state
#define SSSP_HEADER "algorithms/sssp/sssp_tight_op.h"
#define SSSP_INSTANCE "spmv/ops/instantiate.cuh"
#include "algorithms/sssp/sssp_types.h"

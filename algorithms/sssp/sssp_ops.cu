/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of shortest paths and their parents.
 */
#include "spmv/ops/state.h"

#define TP_INSTANCE "spmv/ops/instantiate.cuh"
#define TP_SEARCH_INSTANCE "algorithms/search/instantiate_search.cuh"
#include "algorithms/sssp/sssp_ops.h"

#define SSSP_OP sssp_negative
#define SSSP_STATE tp_sssp_state
#define SSSP_HEADER "algorithms/sssp/sssp_op.h"
#define SSSP_INSTANCE TP_SEARCH_INSTANCE
#define SSSP_NEGATIVE
#include "algorithms/sssp/sssp_types.h"
#undef SSSP_NEGATIVE

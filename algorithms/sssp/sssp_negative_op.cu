/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of shortest paths where weights may be negative.
 */
#include "algorithms/sssp/sssp_state.h"

#define SSSP_OP sssp_negative
#define SSSP_STATE tp_sssp_state
#define SSSP_HEADER "algorithms/sssp/sssp_op.h"
#define SSSP_INSTANCE "algorithms/search/instantiate_search.cuh"
#define SSSP_NEGATIVE
#include "algorithms/sssp/sssp_types.h"
#undef SSSP_NEGATIVE

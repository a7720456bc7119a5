/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of shortest paths and their parents.
 */
#include "spmv/ops/state.h"

#define TP_INSTANCE "spmv/ops/instantiate.cuh"
#define TP_SEARCH_INSTANCE "algorithms/search/instantiate_search.cuh"
#include "algorithms/sssp/sssp_ops.h"

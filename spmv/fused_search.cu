/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels that search and count paths. Shortest paths are in fused_sssp.cu, so that the two
 * compile side by side.
 */
#include "spmv/state.h"

#define TP_INSTANCE "spmv/instance.cuh"
#include "spmv/fused_search.h"

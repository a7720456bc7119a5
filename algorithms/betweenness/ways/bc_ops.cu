/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of betweenness by products.
 */
#include "spmv/ops/state.h"

#define TP_INSTANCE "spmv/ops/instantiate.cuh"
#include "algorithms/betweenness/ways/bc_ops.h"

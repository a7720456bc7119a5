/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of shortest paths and their parents.
 */
#include "spmv/ops/kernel.h"

#define TP_INSTANCE "spmv/ops/instantiate.h"
#define TP_SEARCH_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/sssp/sssp_ops.h"

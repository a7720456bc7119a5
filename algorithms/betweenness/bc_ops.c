/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of betweenness by products.
 */
#include "spmv/ops/kernel.h"

#define TP_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/betweenness/bc_ops.h"

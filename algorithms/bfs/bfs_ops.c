/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of breadth-first search.
 */
#include "algorithms/bfs/bfs.h"
#include "spmv/ops/kernel.h"
#include "spmv/ops/op_kernels.h"

#define TP_INSTANCE "spmv/ops/instantiate.h"
#define TP_SEARCH_INSTANCE "spmv/ops/instantiate.h"
#include "algorithms/bfs/bfs_ops.h"

TP_DEFINE_OP(bfs_level);
TP_DEFINE_OP(bfs_parent);
TP_DEFINE_OP(bfs_batch);

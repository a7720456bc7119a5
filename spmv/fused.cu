/* SPDX-License-Identifier: Apache-2.0
 *
 * The GPU kernels of the algorithms' own ops: searching and counting paths. Shortest paths are in
 * fused_sssp.cu, so that the two compile side by side.
 */
#include "spmv/state.h"

#define OP_NAME bfs_level
#define OP_STATE tp_bfs_level_state
#include "spmv/ops/bfs_level.h"

#include "spmv/instance.cuh"

#define OP_NAME bfs_parent
#define OP_STATE tp_bfs_parent_state
#include "spmv/ops/bfs_parent.h"

#include "spmv/instance.cuh"

#define OP_NAME bc_count
#define OP_STATE tp_bc_count_state
#include "spmv/ops/bc_count.h"

#include "spmv/instance.cuh"

#define OP_NAME bc_gather
#define OP_STATE tp_bc_gather_state
#include "spmv/ops/bc_gather.h"

#include "spmv/instance.cuh"

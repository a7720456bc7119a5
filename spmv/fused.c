/* SPDX-License-Identifier: Apache-2.0
 *
 * The CPU kernels of the algorithms' own ops.
 */
#include "spmv/kernel.h"

#define OP_NAME bfs_level
#define OP_STATE tp_bfs_level_state
#include "spmv/ops/bfs_level.h"

#include "spmv/instance.h"

#define OP_NAME bfs_parent
#define OP_STATE tp_bfs_parent_state
#include "spmv/ops/bfs_parent.h"

#include "spmv/instance.h"

#define OP_NAME bc_count
#define OP_STATE tp_bc_count_state
#include "spmv/ops/bc_count.h"

#include "spmv/instance.h"

#define OP_NAME bc_gather
#define OP_STATE tp_bc_gather_state
#include "spmv/ops/bc_gather.h"

#include "spmv/instance.h"

#define OP_NAME sssp_bool8
#define OP_STATE tp_sssp_state
#define WEIGHT bool8
#define DISTANCE int64
#include "spmv/ops/sssp.h"

#include "spmv/instance.h"

#define OP_NAME sssp_int32
#define OP_STATE tp_sssp_state
#define WEIGHT int32
#define DISTANCE int64
#include "spmv/ops/sssp.h"

#include "spmv/instance.h"

#define OP_NAME sssp_int64
#define OP_STATE tp_sssp_state
#define WEIGHT int64
#define DISTANCE int64
#include "spmv/ops/sssp.h"

#include "spmv/instance.h"

#define OP_NAME sssp_fp32
#define OP_STATE tp_sssp_state
#define WEIGHT fp32
#define DISTANCE fp32
#include "spmv/ops/sssp.h"

#include "spmv/instance.h"

#define OP_NAME sssp_fp64
#define OP_STATE tp_sssp_state
#define WEIGHT fp64
#define DISTANCE fp64
#include "spmv/ops/sssp.h"

#include "spmv/instance.h"

#define OP_NAME sssp_parent_bool8
#define OP_STATE tp_sssp_parent_state
#define WEIGHT bool8
#define DISTANCE int64
#include "spmv/ops/sssp_parent.h"

#include "spmv/instance.h"

#define OP_NAME sssp_parent_int32
#define OP_STATE tp_sssp_parent_state
#define WEIGHT int32
#define DISTANCE int64
#include "spmv/ops/sssp_parent.h"

#include "spmv/instance.h"

#define OP_NAME sssp_parent_int64
#define OP_STATE tp_sssp_parent_state
#define WEIGHT int64
#define DISTANCE int64
#include "spmv/ops/sssp_parent.h"

#include "spmv/instance.h"

#define OP_NAME sssp_parent_fp32
#define OP_STATE tp_sssp_parent_state
#define WEIGHT fp32
#define DISTANCE fp32
#include "spmv/ops/sssp_parent.h"

#include "spmv/instance.h"

#define OP_NAME sssp_parent_fp64
#define OP_STATE tp_sssp_parent_state
#define WEIGHT fp64
#define DISTANCE fp64
#include "spmv/ops/sssp_parent.h"

#include "spmv/instance.h"

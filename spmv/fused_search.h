/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops that search and count paths, for the backend whose instance header TP_INSTANCE names. Read
 * once by each.
 */
#define OP_NAME bfs_level
#define OP_STATE tp_bfs_level_state
#include "spmv/ops/bfs_level.h"
#include TP_INSTANCE

#define OP_NAME bfs_parent
#define OP_STATE tp_bfs_parent_state
#include "spmv/ops/bfs_parent.h"
#include TP_INSTANCE

#define OP_NAME bc_count
#define OP_STATE tp_bc_count_state
#define OP_WIDE 0
#include "spmv/ops/bc_count.h"
#include TP_INSTANCE

#define OP_NAME bc_count_wide
#define OP_STATE tp_bc_count_state
#define OP_WIDE 1
#include "spmv/ops/bc_count.h"
#include TP_INSTANCE

#define OP_NAME bc_gather
#define OP_STATE tp_bc_gather_state
#define OP_WIDE 0
#include "spmv/ops/bc_gather.h"
#include TP_INSTANCE

#define OP_NAME bc_gather_wide
#define OP_STATE tp_bc_gather_state
#define OP_WIDE 1
#include "spmv/ops/bc_gather.h"
#include TP_INSTANCE

#define OP_NAME bfs_batch
#define OP_STATE tp_bfs_batch_state
#include "spmv/ops/bfs_batch.h"
#include TP_INSTANCE

/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of breadth-first search, read once by each backend, which names its instance headers: TP_INSTANCE for
 * products, TP_SEARCH_INSTANCE for searches.
 */
#include "algorithms/bfs/bfs_state.h"

#define OP_NAME bfs_level
#define OP_STATE tp_bfs_level_state
#include "algorithms/bfs/bfs_level_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME bfs_parent
#define OP_STATE tp_bfs_parent_state
#include "algorithms/bfs/bfs_parent_op.h"
#include TP_INSTANCE

#define OP_NAME bfs_batch
#define OP_STATE tp_bfs_batch_state
#include "algorithms/bfs/bfs_batch_op.h"
#include TP_INSTANCE

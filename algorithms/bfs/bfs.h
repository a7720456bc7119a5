/* SPDX-License-Identifier: Apache-2.0
 *
 * The search that BFS and BC share.
 */
#ifndef TP_BFS_H
#define TP_BFS_H

#include "algorithms/run.h"
#include "algorithms/bfs/bfs_state.h"

/* Levels (a search), any or the smallest parent once levels are known, a step of a batch (algorithms/bfs/bfs_ops.h). */
extern const tp_op tp_op_bfs_level, tp_op_bfs_parent, tp_op_bfs_batch;

/* level[v] = the number of arcs from source to v, -1 if v is unreached. parent[v] = any neighbour one level nearer;
 * NULL: not requested. order (n elements) = the reached vertices level by level, and the caller releases
 * search->starts; NULL: not requested. */
tropic_status tp_bfs_levels(tp_run *run, tropic_index source, int32_t *level, tropic_index *parent, tropic_index *order,
                            tp_traversal *search);

/* Levels of a search that is not deep, at most. */
tropic_index tp_bfs_shallow_levels(tropic_index n);
/* *deep: the search from one of a few of the sources is. run->limits has no depth. */
tropic_status tp_bfs_is_deep(tp_run *run, const tropic_index *sources, tropic_index count, bool *deep);

#endif

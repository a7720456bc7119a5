/* SPDX-License-Identifier: Apache-2.0
 *
 * The search that BFS and BC share.
 */
#ifndef TP_BFS_H
#define TP_BFS_H

#include "algorithms/run.h"

/* level[v] = the number of arcs from source to v, -1 if v is unreached. parent[v] = any neighbour one level nearer;
 * NULL: not requested. order (n elements) = the reached vertices level by level, and the caller releases
 * search->starts; NULL: not requested. */
tropic_status tp_bfs_levels(tp_run *run, tropic_index source, int32_t *level, tropic_index *parent, tropic_index *order,
                            tp_traversal *search);

#endif

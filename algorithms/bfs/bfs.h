/* SPDX-License-Identifier: Apache-2.0
 *
 * The search that BFS and BC share.
 */
#ifndef TP_BFS_H
#define TP_BFS_H

#include "algorithms/run.h"

/* level[v] = arcs from source to v, -1 where unreached; where `parent` is not NULL, parent[v] is any neighbour
 * one level nearer. `order` (n places) then lists what was reached level by level, and the caller releases
 * search->starts. NULL: not wanted, of a backend that keeps frontiers. */
tropic_status tp_bfs_levels(tp_run *run, tropic_index source, int32_t *level, tropic_index *parent, tropic_index *order,
                            tp_traversal *search);

#endif

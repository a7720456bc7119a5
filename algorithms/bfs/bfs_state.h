/* SPDX-License-Identifier: Apache-2.0
 *
 * The states of the ops of breadth-first search. Pointers are memory of the backend, n places each.
 */
#ifndef TP_BFS_STATE_H
#define TP_BFS_STATE_H

#include "spmv/ops/state.h"

typedef struct tp_bfs_level_state {
    int32_t depth;
    tp_bits bits;
    int32_t *level;       /* -1: not visited */
    tropic_index *parent; /* NULL: not asked for */
} tp_bfs_level_state;

typedef struct tp_bfs_parent_state {
    int32_t depth; /* not looked at */
    const int32_t *level;
    tropic_index *parent;
} tp_bfs_parent_state;

/* Words, of which bit c belongs to search c. */
typedef struct tp_bfs_batch_state {
    int32_t depth; /* not looked at */
    const uint64_t *seen, *front;
    uint64_t *next; /* zero before the step */
    uint64_t over;  /* bit c: search c has all that it wants, and its column is passed over */
    /* Pushing on a GPU: the vertices that get a first bit in `next` are listed, and counted. (On the CPU they are
     * emitted: see tp_step.emitted.) */
    tropic_index *list;
    int64_t *listed;
} tp_bfs_batch_state;

#endif

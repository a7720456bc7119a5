/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a level of a batch of searches.
 */
#ifndef TP_COMMIT_LEVEL_H
#define TP_COMMIT_LEVEL_H

#include "runtime/backend.h"

#include <tropic_algorithms.h>

TP_BEGIN_C

/* The numbers that a level of a batch has found; in memory of the backend, zero before the level's step. */
typedef struct tp_batch_counts {
    int64_t vertices[TROPIC_BFS_BATCH]; /* by search c */
    int64_t arcs;                       /* entries of the scatter lists of vertices that any search found */
    int64_t search_arcs;                /* of those that each found, added up */
    int64_t listed;                     /* vertices that a push has listed */
} tp_batch_counts;

/* The end of a batch's level: seen |= next;  level<next> = depth;  and the level_counts.
 *   next   words of new bits; level: NULL, or place (v, c) is level[v * columns + c]
 *   list   the level_counts->listed vertices whose words are not zero; NULL: any may be */
typedef struct tp_level_commit {
    const uint64_t *next;
    uint64_t *seen;
    const tropic_index *list;
    tropic_index n;
    const tropic_offset *offsets; /* of scatter */
    int32_t *level;
    tropic_index columns;
    int32_t depth;
    tp_batch_counts *level_counts;
} tp_level_commit;

#define TP_BFS_CALLS(X, prefix)                                                                                        \
    X(tropic_status, prefix, commit_level, (tropic_context * context, const tp_level_commit *commit))

typedef struct tp_bfs_calls {
    TP_BFS_CALLS(TP_CALL_POINTER, )
} tp_bfs_calls;

TP_BFS_CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
TP_BFS_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
extern const tp_bfs_calls tp_cpu_bfs_calls, tp_cuda_bfs_calls;

TP_END_C
#endif

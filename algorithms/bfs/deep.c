/* SPDX-License-Identifier: Apache-2.0
 *
 * Are searches of a graph deep? By searches from a few sources.
 */
#include "algorithms/bfs/bfs.h"
#include "algorithms/tuning.h"

/* Sources to search from: one may lie in a small component. */
#define SOURCE_SAMPLES 8

tropic_index tp_bfs_shallow_levels(tropic_index n)
{
    tropic_index levels = 1;
    for (; n > 1; n /= 2) levels += TP_BFS_DEEP;
    return levels;
}

tropic_status tp_bfs_is_deep(tp_run *run, const tropic_index *sources, tropic_index count, bool *deep)
{
    const tropic_index samples = count < SOURCE_SAMPLES ? count : SOURCE_SAMPLES;
    const tropic_run_report before = run->report;
    const int arrays = run->arena.count;
    tropic_status status = TROPIC_OK;
    int32_t *level;
    TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "levels"));
    *deep = false;
    run->limits.depth = tp_bfs_shallow_levels(run->n);
    for (tropic_index k = 0; k < samples && !*deep && status == TROPIC_OK; k++) {
        const tropic_index source = sources[(int64_t)k * count / samples];
        tp_traversal search = {0};
        status = tp_bfs_levels(run, source, level, NULL, NULL, &search);
        *deep = search.levels > run->limits.depth;
    }
    run->limits.depth = 0;
    run->report = before;
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

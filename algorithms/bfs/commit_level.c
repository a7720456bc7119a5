/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a batch's level on the CPU: a thread takes some vertices at a time.
 */
#include "algorithms/bfs/bit_counts.h"
#include "algorithms/bfs/commit_level.h"
#include "spmv/cpu_backend.h"

/* Positions that a thread takes at a time. */
#define LEVEL_CHUNK (16 * TP_BIT_COUNTS_MAX)

/* Positions begin .. end - 1, at most TP_BIT_COUNTS_MAX, of the list or of all vertices. */
static void commit_some(const tp_level_commit *s, int64_t begin, int64_t end, tp_batch_counts *sum)
{
    tp_bit_counts counts = {{0}};
    bool any = false;
    for (int64_t c = begin; c < end; c++) {
        const tropic_index j = s->list ? s->list[c] : (tropic_index)c;
        const uint64_t word = s->next[j];
        const tropic_offset entries = s->offsets[j + 1] - s->offsets[j];
        if (word == 0) continue;
        any = true;
        s->seen[j] |= word;
        sum->arcs += entries;
        sum->search_arcs += entries * __builtin_popcountll(word);
        tp_bit_counts_add(&counts, word);
        if (!s->level) continue;
        for (uint64_t left = word; left; left &= left - 1)
            s->level[(int64_t)j * s->columns + __builtin_ctzll(left)] = s->depth;
    }
    for (int c = 0; any && c < TROPIC_BFS_BATCH; c++) sum->vertices[c] += tp_bit_count(&counts, c);
}

typedef struct commit {
    const tp_level_commit *s;
    tp_chunks_left left; /* positions */
} commit;

static void commit_level(tp_worker *worker, void *of)
{
    commit *all = of;
    tp_batch_counts sum = {0}, *level_counts = all->s->level_counts;
    int64_t begin, end;
    while (tp_take(worker, &all->left, &begin, &end))
        for (int64_t c = begin; c < end; c += TP_BIT_COUNTS_MAX)
            commit_some(all->s, c, c + TP_BIT_COUNTS_MAX < end ? c + TP_BIT_COUNTS_MAX : end, &sum);
    for (int c = 0; c < TROPIC_BFS_BATCH; c++)
        if (sum.vertices[c]) tp_merge_plus_int64(&level_counts->vertices[c], sum.vertices[c]);
    tp_merge_plus_int64(&level_counts->arcs, sum.arcs);
    tp_merge_plus_int64(&level_counts->search_arcs, sum.search_arcs);
}

tropic_status tp_cpu_commit_level(tropic_context *context, const tp_level_commit *s)
{
    const int64_t count = s->list ? s->level_counts->listed : s->n;
    const tp_team team = tp_team_for(context, count);
    commit all;
    all.s = s;
    tp_parallel(tp_chunks_begin(&all.left, team, count, LEVEL_CHUNK), commit_level, &all);
    return TROPIC_OK;
}

const tp_bfs_calls tp_cpu_bfs_calls = {TP_BFS_CALLS(TP_CALL_ROW, tp_cpu_)};

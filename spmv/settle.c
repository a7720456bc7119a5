/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a batch's level on the CPU: a thread takes some vertices at a time.
 */
#include "spmv/bit_counts.h"
#include "spmv/cpu.h"

/* Positions that a thread takes at a time. */
#define CHUNK (16 * TP_BIT_COUNTS_MOST)

/* Positions begin .. end - 1, at most TP_BIT_COUNTS_MOST, of the list or of all vertices. */
static void settle_some(const tp_settling *s, int64_t begin, int64_t end, tp_batch_tally *sum)
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

typedef struct settling {
    const tp_settling *s;
    tp_chunks_left left; /* positions */
} settling;

static void settle(tp_worker *worker, void *of)
{
    settling *all = of;
    tp_batch_tally sum = {0}, *tally = all->s->tally;
    int64_t begin, end;
    while (tp_take(worker, &all->left, &begin, &end))
        for (int64_t c = begin; c < end; c += TP_BIT_COUNTS_MOST)
            settle_some(all->s, c, c + TP_BIT_COUNTS_MOST < end ? c + TP_BIT_COUNTS_MOST : end, &sum);
    for (int c = 0; c < TROPIC_BFS_BATCH; c++)
        if (sum.vertices[c]) tp_merge_plus_int64(&tally->vertices[c], sum.vertices[c]);
    tp_merge_plus_int64(&tally->arcs, sum.arcs);
    tp_merge_plus_int64(&tally->search_arcs, sum.search_arcs);
}

tropic_status tp_cpu_settle(tropic_context *context, const tp_settling *s)
{
    const int64_t count = s->list ? s->tally->listed : s->n;
    const tp_team team = tp_team_for(context, count);
    settling all;
    all.s = s;
    tp_parallel(tp_chunks_begin(&all.left, team, count, CHUNK), settle, &all);
    return TROPIC_OK;
}

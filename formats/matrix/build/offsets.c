/* SPDX-License-Identifier: Apache-2.0
 *
 * Where lists begin, from their lengths.
 */
#include "formats/matrix/lists.h"
#include "formats/tuning.h"

typedef struct summing {
    tropic_offset *offsets;
    tropic_index lists, each; /* of a block */
    tropic_offset sums[TP_OFFSETS_BLOCKS];
} summing;

static tropic_index block_end(const summing *s, int64_t block)
{
    const int64_t end = (block + 1) * s->each;
    return end < s->lists ? (tropic_index)end : s->lists;
}

static void sum_blocks(const void *of, int64_t begin, int64_t end)
{
    summing *s = (summing *)of;
    for (int64_t block = begin; block < end; block++) {
        tropic_offset sum = 0;
        for (int64_t l = block * s->each; l < block_end(s, block); l++) sum += s->offsets[l + 1];
        s->sums[block] = sum;
    }
}

/* Lengths of lists begin .. end - 1 become offsets; returns the last one. */
static tropic_offset sum_lists(tropic_offset *offsets, int64_t begin, int64_t end, tropic_offset before)
{
    for (int64_t l = begin; l < end; l++) offsets[l + 1] = before += offsets[l + 1];
    return before;
}

static void move_blocks(const void *of, int64_t begin, int64_t end)
{
    const summing *s = of;
    for (int64_t block = begin; block < end; block++)
        sum_lists(s->offsets, block * s->each, block_end(s, block), s->sums[block]);
}

tropic_offset tp_sum_lengths(tropic_context *context, tropic_offset *offsets, tropic_index lists)
{
    summing s = {.offsets = offsets, .lists = lists, .each = lists / TP_OFFSETS_BLOCKS + 1};
    const tp_team team = tp_team_for(context, lists);
    tropic_offset before = 0;
    int64_t blocks;
    offsets[0] = 0;
    if (s.each < TP_OFFSETS_LISTS) s.each = TP_OFFSETS_LISTS;
    blocks = ((int64_t)lists + s.each - 1) / s.each;
    if (team.threads == 1 || blocks < 2) return sum_lists(offsets, 0, lists, 0);
    tp_for(team, blocks, 1, sum_blocks, &s);
    for (int64_t block = 0; block < blocks; block++) {
        const tropic_offset sum = s.sums[block];
        s.sums[block] = before;
        before += sum;
    }
    tp_for(team, blocks, 1, move_blocks, &s);
    return before;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Hubs: lists so long that one kernel lists their chunks for the next, whose warps or blocks take one each.
 */
#ifndef TP_HUB_QUEUE_CUH
#define TP_HUB_QUEUE_CUH

#include "spmv/device/atomics.h"
#include "spmv/device/warp.cuh"
#include "spmv/step.h"

/* A list with more entries is a hub: a warp would need over 10 us. It is pulled by a whole block (in csc_vector.cuh,
 * and in loops), and pushed by many warps, so many entries each. */
#define TP_HUB 2048
/* Where some lanes per list sum a product (spmv/strategies/csc_subwarp.cuh), a warp pulls so many entries of a hub:
 * measured (H200), blocks for TP_HUB entries each take up to a fifth longer. */
#define TP_PIECE 1024
/* The most items that the hubs of a matrix with so many entries have. */
#define TP_HUB_ITEMS(entries) (2 * ((entries) / TP_HUB))

/* Part of a hub's list: entries chunk * TP_HUB and on, where it is pushed; chunk * TP_PIECE, where lanes pull it. A hub
 * that a block pulls is one item with chunk 0. */
typedef struct tp_hub_chunk {
    tropic_index vertex;
    int32_t chunk;
} tp_hub_chunk;

/* The hubs that one kernel lists for the next, whose blocks leave both counts as they found them: 0. So a graph that
 * has captured the two can be launched any number of times. The rest is for products alone. */
typedef struct tp_hub_queue {
    tp_hub_chunk *items;
    unsigned *count, *ended; /* of the items, and of the blocks that have taken theirs */
    const unsigned *counted; /* how many targets the device listed; NULL: the host knows */
    int shift;               /* 2^shift lanes sum a list */
    tropic_offset limit;     /* longer lists are hubs, pulled TP_PIECE entries at a time: */
    void *sums;              /* of each item, */
    uint8_t *hits;           /* and whether it has one; */
    unsigned *done;          /* at a hub's first item, how many of them are summed */
} tp_hub_queue;

/* Pieces of a hub of so many entries. */
TP_FN int32_t tp_pieces(tropic_offset entries)
{
    return (int32_t)((entries + TP_PIECE - 1) / TP_PIECE);
}

/* Lists a hub, as so many items. */
TP_FN void tp_list_hub(tp_hub_chunk *items, unsigned *count, tropic_index vertex, int32_t chunks)
{
    const unsigned at = atomicAdd(count, (unsigned)chunks);
    for (int32_t c = 0; c < chunks; c++) {
        tp_store_int32(&items[at + (unsigned)c].vertex, vertex);
        tp_store_int32(&items[at + (unsigned)c].chunk, c);
    }
}

/* A block of the next kernel has taken its items. */
TP_FN void tp_hub_queue_taken(const tp_hub_queue *hubs)
{
    __syncthreads();
    if (threadIdx.x > 0) return;
    __threadfence();
    if (atomicInc(hubs->ended, gridDim.x - 1) == gridDim.x - 1) *hubs->count = 0;
}

TP_FN int32_t tp_chunks(tropic_offset entries)
{
    return (int32_t)((entries + TP_HUB - 1) / TP_HUB);
}

/* Each piece of each hub, by a warp: take(q, v, from, end) sums entries from .. end - 1 of v's list and keeps the sum
 * as the q-th. The warp that keeps the last of a hub's sums adds them up: add_up(first, pieces, v).
 * Memory order: a warp's sums come before its count of `done`, and that before the reads of the last warp, for a fence
 * stands on either side of the atomic. One warp's own lanes need no more than __syncwarp. */
template <typename TAKE, typename ADD_UP>
TP_FN void tp_each_piece(const tp_arcs *arcs, const tp_hub_queue *hubs, const TAKE &take, const ADD_UP &add_up)
{
    const int64_t items = *hubs->count;
    for (int64_t q = tp_warp(); q < items; q += tp_warps()) {
        const tropic_index v = tp_load_int32(&hubs->items[q].vertex);
        const int32_t piece = tp_load_int32(&hubs->items[q].chunk);
        const tropic_offset begin = __ldg(arcs->offsets + v), end = __ldg(arcs->offsets + v + 1);
        const tropic_offset from = begin + (tropic_offset)piece * TP_PIECE;
        const int32_t pieces = tp_pieces(end - begin);
        const int64_t first = q - piece;
        bool last = true;
        take(q, v, from, from + TP_PIECE < end ? from + TP_PIECE : end);
        if (pieces > 1) {
            __threadfence();
            __syncwarp();
            if (tp_lane() == 0) last = atomicAdd(hubs->done + first, 1u) + 1 == (unsigned)pieces;
            last = __shfl_sync(TP_EVERY_LANE, (int)last, 0);
            __threadfence();
        }
        __syncwarp();
        if (!last) continue;
        add_up(first, pieces, v);
        if (tp_lane() == 0) hubs->done[first] = 0;
    }
    tp_hub_queue_taken(hubs);
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Primitives of a block. Includes no header of the CUDA toolkit.
 */
#ifndef TP_BLOCK_CUH
#define TP_BLOCK_CUH

#include "spmv/device/warp.cuh"
#include "spmv/step.h"

/* Threads of a block that works by itself: one block for a whole operation. Where it has much to do, more: each round
 * over its positions waits for memory several times. */
#define TP_ALONE_BLOCK 256
#define TP_ALONE_BLOCK_MAX 1024

/* Rounds of the block over n positions; in the first all threads take part in each, in the second those with a
 * position. (One or two are most: unrolled, they would be compiled, and fetched, in vain. The kernel of a product and
 * the operation after it has 42 kB so, and had 51.) */
#define TP_BLOCK_ROUNDS(c, n)                                                                                          \
    _Pragma("unroll 1") for (int64_t c = threadIdx.x; c - (int64_t)threadIdx.x < (n); c += blockDim.x)
#define TP_BLOCK_EACH(c, n) _Pragma("unroll 1") for (int64_t c = threadIdx.x; c < (n); c += blockDim.x)

/* Shared memory of a block that adds up counts, or ranks flags. */
typedef struct tp_block_ranks {
    unsigned sums[TP_ALONE_BLOCK_MAX / TP_WARP];
    unsigned kept; /* the sum so far; the block reads it after a barrier */
} tp_block_ranks;

TP_FN void tp_block_rank_start(tp_block_ranks *ranks)
{
    __syncthreads();
    if (threadIdx.x == 0) ranks->kept = 0;
    __syncthreads();
}

/* The sum of this thread's count and those before it, in this round of the block and those since the start. */
TP_FN unsigned tp_block_ends(tp_block_ranks *ranks, unsigned count)
{
    const unsigned warp = threadIdx.x / TP_WARP, warps = blockDim.x / TP_WARP;
    unsigned ends = tp_warp_ends(count), sums;
    if (tp_lane() == TP_WARP - 1) ranks->sums[warp] = ends;
    __syncthreads();
    /* (Each warp adds up all warps' sums, which takes no further barrier.) */
    sums = tp_warp_ends((unsigned)tp_lane() < warps ? ranks->sums[tp_lane()] : 0);
    ends += ranks->kept;
    if (warp > 0) ends += __shfl_sync(TP_EVERY_LANE, sums, (int)warp - 1);
    __syncthreads();
    if (threadIdx.x == TP_WARP - 1) ranks->kept += sums;
    return ends;
}

/* How many flags stood before this thread's. */
TP_FN unsigned tp_block_rank(tp_block_ranks *ranks, bool flag)
{
    return tp_block_ends(ranks, flag) - flag;
}

/* A block's part of a sum. The last one tells the whole. */
TP_FN void tp_block_tell(tp_block_sum *sum, int64_t part, int64_t *result)
{
    if (gridDim.x == 1) {
        *result = part;
        return;
    }
    atomicAdd(&sum->sum, (unsigned long long)part);
    __threadfence();
    if (atomicInc(&sum->ended, gridDim.x - 1) == gridDim.x - 1) *result = (int64_t)atomicExch(&sum->sum, 0ull);
}

/* The same, of all threads' parts. */
TP_FN void tp_block_tell_all(tp_block_sum *sum, unsigned long long mine, int64_t *result)
{
    __shared__ unsigned long long part;
    if (threadIdx.x == 0) part = 0;
    __syncthreads();
    mine = tp_warp_sum(mine);
    if (tp_lane() == 0 && mine > 0) atomicAdd(&part, mine);
    __syncthreads();
    if (threadIdx.x == 0) tp_block_tell(sum, (int64_t)part, result);
}

/* Words of a line of so many blocks, 0 before the launch: the blocks that have begun, then the count of each and one
 * more, then the sum up to each TP_ALONE_BLOCK of them and one more. A block's number is how many had begun before: so
 * none waits for one that has not. */
#define TP_BLOCK_LINE(blocks) (1 + (blocks) + ((blocks) + TP_ALONE_BLOCK - 1) / TP_ALONE_BLOCK)

/* A word once it is there. */
TP_FN unsigned long long tp_block_await(const unsigned long long *word)
{
    unsigned long long seen;
    while ((seen = *(const volatile unsigned long long *)word) == 0) {
    }
    return seen - 1;
}

/* *before, in shared memory and 0, += the counts of the blocks of lesser numbers. (Numbers alone go from block to
 * block, each a word: so no fence is needed.) */
TP_FN void tp_block_before(unsigned long long *line, unsigned number, unsigned count, unsigned long long *before)
{
    const unsigned group = number / TP_ALONE_BLOCK, mine = number % TP_ALONE_BLOCK;
    unsigned long long *const counts = line + 1 + number - mine, *const sums = line + 1 + gridDim.x;
    unsigned long long sum = 0;
    if (threadIdx.x == 0) *(volatile unsigned long long *)&counts[mine] = count + 1ull;
    if (threadIdx.x < mine) sum = tp_block_await(&counts[threadIdx.x]);
    if (threadIdx.x == 0 && group > 0) sum += tp_block_await(&sums[group - 1]);
    sum = tp_warp_sum(sum);
    if (tp_lane() == 0 && sum > 0) atomicAdd(before, sum);
    __syncthreads();
    if (threadIdx.x == 0 && mine == TP_ALONE_BLOCK - 1)
        *(volatile unsigned long long *)&sums[group] = *before + count + 1ull;
}

/* How many keys of an ascending list are less. */
TP_FN unsigned tp_keys_below(const unsigned long long *keys, unsigned count, unsigned long long key)
{
    unsigned low = 0;
    while (low < count) {
        const unsigned middle = (low + count) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

/* Sorts so many keys, all of them different: runs as long as a warp, whose keys count those that are less, are merged
 * in pairs, where each key looks up its place in the other run. Both arrays have room for all; which of them has the
 * result? (A barrier for each doubling of the runs: five for a thousand keys. A bitonic network has 55.) */
TP_FN unsigned long long *tp_block_sort(unsigned long long *keys, unsigned long long *spare, unsigned count)
{
    __syncthreads();
    TP_BLOCK_EACH(k, count)
    {
        const unsigned run = (unsigned)k & ~(TP_WARP - 1u), end = run + TP_WARP < count ? run + TP_WARP : count;
        const unsigned long long mine = keys[k];
        unsigned rank = run;
        for (unsigned q = run; q < end; q++) rank += keys[q] < mine;
        spare[rank] = mine;
    }
    for (unsigned length = TP_WARP;; length *= 2) {
        unsigned long long *const sorted = spare;
        __syncthreads();
        if (length >= count) return sorted;
        TP_BLOCK_EACH(k, count)
        {
            const unsigned run = (unsigned)k & ~(length - 1), other = run ^ length, pair = run & other;
            const unsigned others = other >= count ? 0 : count - other < length ? count - other : length;
            keys[pair + ((unsigned)k - run) + tp_keys_below(sorted + other, others, sorted[k])] = sorted[k];
        }
        spare = keys;
        keys = sorted;
    }
}

#endif

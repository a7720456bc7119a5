/* SPDX-License-Identifier: Apache-2.0
 *
 * Primitives of a block. Includes no header of the CUDA toolkit.
 */
#ifndef TP_BLOCK_CUH
#define TP_BLOCK_CUH

#include "spmv/device/warp.cuh"

/* Threads of a block that works by itself: one block for a whole operation. */
#define TP_ALONE_BLOCK 256

/* Rounds of the block over n positions; in the first all threads take part in each, in the second those with a
 * position. (One or two are most: unrolled, they would be compiled, and fetched, in vain. The kernel of a product and
 * what follows it has 42 kB so, and had 51.) */
#define TP_BLOCK_ROUNDS(c, n)                                                                                          \
    _Pragma("unroll 1") for (int64_t c = threadIdx.x; c - (int64_t)threadIdx.x < (n); c += TP_ALONE_BLOCK)
#define TP_BLOCK_EACH(c, n) _Pragma("unroll 1") for (int64_t c = threadIdx.x; c < (n); c += TP_ALONE_BLOCK)

/* What a block shares that ranks flags. */
typedef struct tp_block_ranks {
    unsigned sums[TP_ALONE_BLOCK / TP_WARP];
    unsigned kept; /* flags so far; the block reads it after a barrier */
} tp_block_ranks;

TP_FN void tp_block_rank_start(tp_block_ranks *ranks)
{
    __syncthreads();
    if (threadIdx.x == 0) ranks->kept = 0;
    __syncthreads();
}

/* How many flags stood before this thread's, in this round of the block and those since the start. */
TP_FN unsigned tp_block_rank(tp_block_ranks *ranks, bool flag)
{
    const unsigned flags = __ballot_sync(TP_EVERY_LANE, flag), below = flags & ((1u << tp_lane()) - 1);
    unsigned rank, all = 0;
    if (tp_lane() == 0) ranks->sums[threadIdx.x / TP_WARP] = (unsigned)__popc(flags);
    __syncthreads();
    rank = ranks->kept + (unsigned)__popc(below);
    for (unsigned q = 0; q < TP_ALONE_BLOCK / TP_WARP; q++) {
        if (q < threadIdx.x / TP_WARP) rank += ranks->sums[q];
        all += ranks->sums[q];
    }
    __syncthreads();
    if (threadIdx.x == 0) ranks->kept += all;
    return rank;
}

/* So many keys are sorted by counting those that are less. */
#define TP_BLOCK_FEW 64

/* Sorts so many keys, in an array with room for a power of two: few by counting, more by a bitonic network. */
TP_FN void tp_block_sort(unsigned long long *keys, unsigned count)
{
    unsigned n = 1;
    if (count <= TP_BLOCK_FEW) {
        const unsigned k = threadIdx.x;
        const unsigned long long mine = k < count ? keys[k] : 0;
        unsigned rank = 0;
        for (unsigned q = 0; q < count && k < count; q++) rank += keys[q] < mine || (keys[q] == mine && q < k);
        __syncthreads();
        if (k < count) keys[rank] = mine;
        __syncthreads();
        return;
    }
    while (n < count) n *= 2;
#pragma unroll 1
    for (unsigned k = count + threadIdx.x; k < n; k += TP_ALONE_BLOCK) keys[k] = ~0ull;
    for (unsigned size = 2; size <= n; size *= 2)
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
#pragma unroll 1
            for (unsigned k = threadIdx.x; k < n; k += TP_ALONE_BLOCK) {
                const unsigned mate = k ^ stride; /* less than n, for n is a power of two */
                unsigned long long a, b;
                if (mate < k) continue; /* the pair is the other thread's, who may write it by now */
                a = keys[k];
                b = keys[mate];
                if ((a > b) != ((k & size) == 0)) continue;
                keys[k] = b;
                keys[mate] = a;
            }
        }
    __syncthreads();
}

#endif

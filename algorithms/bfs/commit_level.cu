/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a batch's level on the GPU: a warp takes 32 vertices at a time. Moves per vertex 8 bytes, and
 * where it was found 32 more and, in whole lines, its row of levels.
 */
#include "algorithms/bfs/bit_counts.h"
#include "algorithms/bfs/commit_level.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

/* Blocks for each multiprocessor: as many as it has registers for. More would only have more sums to add up. */
#define BLOCKS_EACH 4

#define HALF (TROPIC_BFS_BATCH / 2)
static_assert(HALF == TP_WARP, "a lane has two bits of a word");

/* The levels of each lane's vertex, one after another by the whole warp. */
static __device__ void put_levels(const tp_level_commit *s, tropic_index j, uint64_t word)
{
    const int lane = tp_lane();
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, word != 0); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        const uint64_t bits = tp_shuffle_from(word, of);
        int32_t *row = s->level + (int64_t)tp_shuffle_from(j, of) * s->columns;
        if (bits >> lane & 1) row[lane] = s->depth;
        if (bits >> (lane + HALF) & 1) row[lane + HALF] = s->depth;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK, BLOCKS_EACH)
    settle_words(const __grid_constant__ tp_level_commit s)
{
    __shared__ unsigned long long vertices[TROPIC_BFS_BATCH], arcs, search_arcs;
    const int64_t count = s.list ? s.level_counts->listed : s.n;
    const int lane = tp_lane();
    unsigned long long my_arcs = 0, my_search_arcs = 0, mine[2] = {};
    int64_t first = tp_warp() * TP_WARP;

    if (threadIdx.x < TROPIC_BFS_BATCH) vertices[threadIdx.x] = 0;
    if (threadIdx.x == 0) arcs = search_arcs = 0;
    __syncthreads();
    while (first < count) {
        tp_bit_counts counts = {};
        for (int k = 0; k < TP_BIT_COUNTS_MAX && first < count; k++, first += tp_threads()) {
            const int64_t c = first + lane;
            const tropic_index j = c >= count ? 0 : s.list ? __ldg(s.list + c) : (tropic_index)c;
            const uint64_t word = c < count ? s.next[j] : 0;
            if (!__any_sync(TP_EVERY_LANE, word != 0)) continue;
            if (word) {
                const tropic_offset entries = __ldg(s.offsets + j + 1) - __ldg(s.offsets + j);
                s.seen[j] |= word;
                my_arcs += (unsigned long long)entries;
                my_search_arcs += (unsigned long long)(entries * __popcll(word));
                tp_bit_counts_add(&counts, word);
            }
            if (s.level) put_levels(&s, j, word);
        }
#pragma unroll
        for (int c = 0; c < TROPIC_BFS_BATCH; c++) {
            const unsigned total = tp_warp_total(tp_bit_count(&counts, c));
            if (lane == c % TP_WARP) mine[c / TP_WARP] += total;
        }
    }
    my_arcs = tp_warp_sum(my_arcs);
    my_search_arcs = tp_warp_sum(my_search_arcs);
    if (mine[0]) atomicAdd(&vertices[lane], mine[0]);
    if (mine[1]) atomicAdd(&vertices[lane + HALF], mine[1]);
    if (lane == 0 && my_arcs) {
        atomicAdd(&arcs, my_arcs);
        atomicAdd(&search_arcs, my_search_arcs);
    }
    __syncthreads();
    if (threadIdx.x < TROPIC_BFS_BATCH && vertices[threadIdx.x])
        tp_merge_plus_int64(&s.level_counts->vertices[threadIdx.x], (int64_t)vertices[threadIdx.x]);
    if (threadIdx.x == 0 && arcs) {
        tp_merge_plus_int64(&s.level_counts->arcs, (int64_t)arcs);
        tp_merge_plus_int64(&s.level_counts->search_arcs, (int64_t)search_arcs);
    }
}

tropic_status tp_cuda_commit_level(tropic_context *context, const tp_level_commit *commit)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    const int64_t max = (int64_t)cuda->processors * BLOCKS_EACH, all = tp_pass_blocks(commit->n);
    tp_cuda_use use(context);
    return tp_cuda_launch(context, "the end of a level", {all < max ? all : max, TP_PASS_BLOCK}, settle_words, *commit);
}

const tp_bfs_calls tp_cuda_bfs_calls = {TP_BFS_CALLS(TP_CALL_ROW, tp_cuda_)};

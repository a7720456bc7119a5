/* SPDX-License-Identifier: Apache-2.0
 *
 * Groups of the active vertices on the GPU, and in each of them the classes of vertices; lists of many arcs.
 */
#ifndef TP_GROUPS_CUH
#define TP_GROUPS_CUH

#include "algorithms/communities/moving.cuh"

/* Vertices that a block puts in order at a time: so many of each thread. */
#define TP_ORDER_EACH 8
#define TP_ORDER_TILE (TP_ORDER_EACH * TP_MOVE_BLOCK)

/* Adds up what the threads of a block have counted. */
TP_FN void tp_groups_add(unsigned *count, unsigned mine)
{
    const unsigned sum = tp_warp_total(mine);
    if (tp_lane() == 0 && sum > 0) atomicAdd(count, sum);
}

static __global__ void __launch_bounds__(TP_MOVE_BLOCK) tp_groups_count(const __grid_constant__ tp_move_work w)
{
    __shared__ unsigned sums[2];
    unsigned active = 0, sets = 0;
    if (threadIdx.x < 2) sums[threadIdx.x] = 0;
    __syncthreads();
    TP_FOR_EACH(v, w.lists.n)
    {
        active += w.group[v] >= TP_MOVE_ACTIVE;
        sets += w.size[v] > 0;
    }
    tp_groups_add(sums, active);
    tp_groups_add(sums + 1, sets);
    __syncthreads();
    if (threadIdx.x == 0 && sums[0] > 0) atomicAdd(&w.counts->active, sums[0]);
    if (threadIdx.x == 0 && sums[1] > 0) atomicAdd(&w.counts->sets, sums[1]);
}

/* So many groups, and how many vertices each bin has. (As tp_levels_draw has them.) None is active afterwards. */
static __global__ void __launch_bounds__(TP_MOVE_BLOCK)
    tp_groups_draw(const __grid_constant__ tp_move_work w, uint64_t key, unsigned groups)
{
    __shared__ unsigned bins[TP_MOVE_BINS];
    if (threadIdx.x < TP_MOVE_BINS) bins[threadIdx.x] = 0;
    __syncthreads();
    TP_FOR_EACH(v, w.lists.n)
    {
        unsigned group = TP_MOVE_NO_GROUP;
        if (w.group[v] >= TP_MOVE_ACTIVE) {
            const int by = tp_move_class_of(w, tp_move_arcs(w, (tropic_index)v));
            group = (unsigned)((tp_word(key, (uint64_t)v) >> 32) * groups >> 32);
            if (by < TP_MOVE_CLASSES) atomicAdd(bins + group * TP_MOVE_CLASSES + by, 1u);
        }
        w.group[v] = (uint8_t)group;
    }
    __syncthreads();
    if (threadIdx.x < TP_MOVE_BINS && bins[threadIdx.x] > 0) atomicAdd(w.counts->bins + threadIdx.x, bins[threadIdx.x]);
}

static __global__ void __launch_bounds__(TP_MOVE_BLOCK) tp_groups_order(const __grid_constant__ tp_move_work w)
{
    __shared__ unsigned first[TP_MOVE_BINS + 1], placed[TP_MOVE_BINS], base[TP_MOVE_BINS];
    tp_move_first(w, first);
    for (int64_t tile = (int64_t)blockIdx.x * TP_ORDER_TILE; tile < w.lists.n;
         tile += (int64_t)gridDim.x * TP_ORDER_TILE) {
        int bin[TP_ORDER_EACH];
        unsigned rank[TP_ORDER_EACH];
        __syncthreads();
        if (threadIdx.x < TP_MOVE_BINS) placed[threadIdx.x] = 0;
        __syncthreads();
#pragma unroll
        for (int e = 0; e < TP_ORDER_EACH; e++) {
            const int64_t v = tile + e * TP_MOVE_BLOCK + threadIdx.x;
            const unsigned group = v < w.lists.n ? w.group[v] : TP_MOVE_NO_GROUP;
            bin[e] = -1;
            rank[e] = 0;
            if (group == TP_MOVE_NO_GROUP) continue;
            const int by = tp_move_class_of(w, tp_move_arcs(w, (tropic_index)v));
            if (by >= TP_MOVE_CLASSES) continue;
            bin[e] = (int)group * TP_MOVE_CLASSES + by;
            rank[e] = atomicAdd(placed + bin[e], 1u);
        }
        __syncthreads();
        if (threadIdx.x < TP_MOVE_BINS && placed[threadIdx.x] > 0)
            base[threadIdx.x] = first[threadIdx.x] + atomicAdd(w.counts->placed + threadIdx.x, placed[threadIdx.x]);
        __syncthreads();
#pragma unroll
        for (int e = 0; e < TP_ORDER_EACH; e++)
            if (bin[e] >= 0) w.order[base[bin[e]] + rank[e]] = (tropic_index)(tile + e * TP_MOVE_BLOCK + threadIdx.x);
    }
}

/* ---- lists of many arcs ---- */

TP_FN unsigned tp_large_pieces(tropic_offset arcs)
{
    return (unsigned)((arcs + TP_MOVE_ARCS - 1) / TP_MOVE_ARCS);
}

/* Counts them. size: of communities, which are counted, too. */
static __global__ void __launch_bounds__(TP_MOVE_BLOCK)
    tp_large_count(const tp_walk_lists lists, const tropic_index *size, tp_move_counts *counts)
{
    unsigned sets = 0;
    TP_FOR_EACH(v, lists.n)
    {
        const tropic_offset arcs = __ldg(lists.end + v) - __ldg(lists.begin + v);
        sets += size[v] > 0;
        if (arcs <= TP_MOVE_ARCS) continue;
        atomicAdd(&counts->large, 1u);
        atomicAdd(&counts->pieces, tp_large_pieces(arcs));
    }
    tp_groups_add(&counts->sets, sets);
}

/* Lists them, in any order. counts->large and pieces are 0 before. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_large_list(const tp_walk_lists lists, tp_move_counts *counts, const tp_levels_large large)
{
    TP_FOR_EACH(v, lists.n)
    {
        const tropic_offset arcs = __ldg(lists.end + v) - __ldg(lists.begin + v);
        if (arcs <= TP_MOVE_ARCS) continue;
        const unsigned length = tp_large_pieces(arcs), h = atomicAdd(&counts->large, 1u);
        const unsigned first = atomicAdd(&counts->pieces, length);
        large.vertex[h] = (tropic_index)v;
        large.first[h] = (tropic_index)first;
        large.length[h] = (tropic_index)length;
        large.own[h] = 0;
        for (unsigned p = 0; p < length; p++) large.owner[first + p] = (tropic_index)h;
    }
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The lengths of rows of a product of matrices on a GPU, by the ways in which rows are made: without their values.
 */
#ifndef TP_MXM_CUDA_COUNT_CUH
#define TP_MXM_CUDA_COUNT_CUH

#include "spmv/mxm/cuda/walk.cuh"

template <int K, class KEY>
static __global__ void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)
    count_sorted(const __grid_constant__ tp_device_product p)
{
    extern __shared__ __align__(16) char shared[];
    KEY *all = (KEY *)shared + threadIdx.x / TP_WARP * TP_WARP * K, keys[K];
    const int64_t number = tp_row_number<1>();
    const tropic_index row = number < p.count ? tp_row_of(&p, number) : 0;
    const bool masked = p.m.offsets != NULL;
    const tropic_offset mask_from = masked ? p.m.offsets[row] : 0, mask_to = masked ? p.m.offsets[row + 1] : 0;
    unsigned count = 0, made = 0;
    if (number >= p.count) return;
    for (int k = 0; k < K; k++) all[TP_WARP * k + tp_lane()] = (KEY)-1;
    __syncwarp();
    tp_walk(&p, p.a.offsets[row], p.a.offsets[row + 1], TP_WARP, (tropic_offset)TP_WARP, {0, 0, false},
            [&](const tp_walk_step &step) {
                const tropic_index j = step.active ? __ldg(p.b.ids + step.q) : 0;
                const bool wanted = step.active && (!masked || tp_walk_allows(&p, mask_from, mask_to, j));
                const unsigned chosen = __ballot_sync(TP_EVERY_LANE, wanted);
                if (wanted) all[count + (unsigned)__popc(chosen & ((1u << tp_lane()) - 1))] = (KEY)j;
                count += (unsigned)__popc(chosen);
            });
    __syncwarp();
    for (int k = 0; k < K; k++) keys[k] = all[TP_WARP * k + tp_lane()];
    tp_warp_sort(keys);
    for (int k = 0; k < K; k++) {
        /* (A lane's first key follows the last one of the lane before.) */
        const KEY behind = tp_shuffle_up(keys[K - 1], 1);
        const bool is_first = k > 0 ? keys[k] != keys[k - 1 < 0 ? 0 : k - 1] : tp_lane() == 0 || keys[0] != behind;
        made += keys[k] != (KEY)-1 && is_first;
    }
    made = tp_warp_total(made);
    if (tp_lane() == 0) p.lengths[2 * (int64_t)row] = made;
}

static __global__ void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)
    count_dense(const __grid_constant__ tp_device_product p)
{
    extern __shared__ __align__(16) char shared[];
    uint8_t *flags = (uint8_t *)shared + threadIdx.x / TP_WARP * TP_PRODUCT_DENSE_COLS;
    const int64_t number = tp_row_number<1>();
    const bool masked = p.m.offsets != NULL;
    unsigned count = 0;
    if (number >= p.count) return;
    const tropic_index row = tp_row_of(&p, number), first = p.firsts[number];
    tp_dense_open(&p, row, first, flags);
    tp_walk(&p, p.a.offsets[row], p.a.offsets[row + 1], TP_WARP, (tropic_offset)TP_WARP, {0, 0, false},
            [&](const tp_walk_step &step) {
                const int at = step.active ? (int)(__ldg(p.b.ids + step.q) - first) : 0;
                const bool wanted = step.active && (!masked || flags[at]);
                if (masked) __syncwarp();
                if (wanted) flags[at] = TP_DENSE_HIT | TP_DENSE_ALLOWED;
                __syncwarp();
            });
    __syncwarp();
    for (int c = tp_lane(); c < TP_PRODUCT_DENSE_COLS; c += TP_WARP) count += flags[c] >= TP_DENSE_HIT;
    count = tp_warp_total(count);
    if (tp_lane() == 0) p.lengths[2 * (int64_t)row] = count;
}

template <int THREADS, int WARPS>
static __global__ void __launch_bounds__(THREADS) count_spa(const __grid_constant__ tp_device_product p)
{
    extern __shared__ __align__(16) char shared[];
    const unsigned bytes = tp_product_sums_at(p.words, p.m.offsets != NULL);
    const int parts = THREADS == TP_PRODUCT_LARGE_THREADS ? p.parts : 1;
    const int64_t number = tp_row_number<WARPS>() / parts;
    const int part = (int)(tp_row_number<WARPS>() % parts);
    __shared__ unsigned long long all;
    tp_spa spa;
    unsigned long long count = 0;
    if (number >= p.count) return;
    spa = tp_spa_open<WARPS>(&p, tp_row_of(&p, number), shared + (WARPS == 1 ? threadIdx.x / TP_WARP * bytes : 0));
    if (parts > 1) tp_spa_part(&spa, part, parts);
    if (WARPS > 1) {
        if (threadIdx.x == 0) all = 0;
        __syncthreads();
    }
    for (; spa.at < spa.until; spa.at += (int64_t)spa.words * TP_PRODUCT_WORD) {
        tp_spa_mark<WARPS>(&p, &spa);
        for (int w = tp_row_thread<WARPS>(); w < spa.words; w += WARPS * TP_WARP)
            count += (unsigned)__popcll(spa.hits[w]);
    }
    count = tp_warp_sum(count);
    if (WARPS > 1) {
        if (tp_lane() == 0) atomicAdd(&all, count);
        __syncthreads();
        count = all;
    }
    if (tp_row_thread<WARPS>() > 0) return;
    if (parts > 1) {
        p.part_counts[number * parts + part] = (unsigned)count;
        atomicAdd(&p.lengths[2 * (int64_t)spa.row], (unsigned)count);
    } else {
        p.lengths[2 * (int64_t)spa.row] = (unsigned)count;
    }
}

#endif

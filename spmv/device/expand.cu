/* SPDX-License-Identifier: Apache-2.0
 *
 * Where lists begin, and which of them a tile of their entries begins with.
 */
#include "spmv/device/expand.cuh"

#include "formats/matrix/device.cuh"

#define DOING "counting entries"

/* Lists that a thread takes at a time. */
#define AT_ONCE 4
/* At most: pinned memory has room for the sums of so many. */
#define BLOCKS ((int64_t)(TP_CUDA_PINNED / sizeof(tropic_offset)))

static __global__ void __launch_bounds__(TP_TILE_THREADS) sum_kernel(const __grid_constant__ tp_summing s)
{
    tp_sum_share(&s, [&](int64_t l) { return s.offsets[l + 1]; });
}

static __global__ void __launch_bounds__(TP_TILE_THREADS) begin_kernel(const __grid_constant__ tp_summing s)
{
    typedef tropic::cub::BlockScan<tropic_offset, TP_TILE_THREADS> scan;
    __shared__ typename tp_share_sum::TempStorage summing;
    __shared__ typename scan::TempStorage scanning;
    __shared__ tropic_offset all;
    const int64_t begin = blockIdx.x * s.share, end = begin + s.share < s.lists ? begin + s.share : s.lists;
    tropic_offset before = 0, length[AT_ONCE], sum;
    for (int64_t b = threadIdx.x; b < blockIdx.x; b += TP_TILE_THREADS) before += s.sums[b];
    before = tp_share_sum(summing).Sum(before);
    if (threadIdx.x == 0) all = before;
    if (threadIdx.x == 0 && blockIdx.x == 0) s.offsets[0] = 0;
    __syncthreads();
    before = all;
    for (int64_t first = begin; first < end; first += AT_ONCE * TP_TILE_THREADS) {
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const int64_t l = first + k * TP_TILE_THREADS + threadIdx.x;
            length[k] = l < end ? s.offsets[l + 1] : 0;
        }
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++) {
            const int64_t l = first + k * TP_TILE_THREADS + threadIdx.x;
            if (first + k * TP_TILE_THREADS >= end) break;
            scan(scanning).InclusiveSum(length[k], length[k], sum);
            if (l < end) s.offsets[l + 1] = before + length[k];
            before += sum;
            __syncthreads();
        }
    }
}

tropic_status tp_cuda_open_sums(tropic_context *context, tp_working *w, tropic_offset *offsets, int64_t lists,
                                tp_summing *s)
{
    s->told = (tropic_offset *)tp_cuda_of(context)->pinned;
    s->offsets = offsets;
    s->lists = lists;
    s->share = tp_quotient_up(tp_quotient_up(lists, BLOCKS), TP_TILE_THREADS) * TP_TILE_THREADS;
    s->blocks = lists > 0 ? tp_quotient_up(lists, s->share) : 1;
    return w->make(&s->sums, s->blocks);
}

tropic_status tp_cuda_place_lists(tropic_context *context, const tp_summing *s)
{
    TP_TRY(tp_cuda_mark(context));
    return tp_cuda_launch(context, DOING, {s->blocks, TP_TILE_THREADS}, begin_kernel, *s);
}

tropic_status tp_cuda_await_sums(tropic_context *context, const tp_summing *s, tropic_offset *count)
{
    TP_TRY(tp_cuda_await_mark(context));
    *count = 0;
    for (int64_t b = 0; b < s->blocks; b++) *count += s->told[b];
    return TROPIC_OK;
}

tropic_status tp_cuda_sum_lengths(tropic_context *context, tp_working *w, tropic_offset *offsets, int64_t lists,
                                  tropic_offset *count)
{
    tp_summing s = {};
    TP_TRY(tp_cuda_open_sums(context, w, offsets, lists, &s));
    TP_TRY(tp_cuda_launch(context, DOING, {s.blocks, TP_TILE_THREADS}, sum_kernel, s));
    TP_TRY(tp_cuda_place_lists(context, &s));
    return tp_cuda_await_sums(context, &s, count);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    first_kernel(const tropic_offset *offsets, int64_t lists, int64_t tiles, int64_t *first)
{
    const auto head = [offsets](int64_t l) { return offsets[l] + l; };
    TP_FOR_EACH(t, tiles + 1) first[t] = tp_first_at(lists + 1, t * TP_TILE_LENGTH, head);
}

static int64_t tiles_of(int64_t lists, int64_t count)
{
    return tp_quotient_up(lists + 1 + count, TP_TILE_LENGTH);
}

tropic_status tp_cuda_expand(tropic_context *context, tp_working *w, const tropic_offset *offsets, int64_t lists,
                             int64_t count, tp_expansion *e)
{
    const int64_t tiles = tiles_of(lists, count);
    int64_t *first = NULL;
    TP_TRY(w->make(&first, tiles + 1));
    e->offsets = offsets;
    e->lists = lists;
    e->count = count;
    e->tiles = tiles;
    e->first = first;
    return tp_pass(context, DOING, tiles + 1, first_kernel, offsets, lists, tiles, first);
}

bool tp_cuda_narrow(tp_expansion *e, int64_t count)
{
    if (tiles_of(e->lists, count) > e->tiles) return false;
    e->count = count;
    e->tiles = tiles_of(e->lists, count);
    return true;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * How a product's sums are pulled on the GPU: by some lanes per list, or by shares of the entries; and
 * the list of what a mask lets through.
 */
#include "spmv/assign.h"
#include "spmv/cuda.h"
#include "spmv/elementwise.cuh"
#include "spmv/kernel.cuh"

/* Places that a block looks at for the list of what a mask lets through, so many by each thread. */
#define LIST_EACH 8
#define LIST_PLACES (TP_PASS_BLOCK * LIST_EACH)
/* Entries that one lane of several takes of a list, at most; a longer list is a hub, if it has so many. */
#define LANE_ENTRIES 32
#define LEAST_HUB 256
/* Mean entries of a list from which on 2, 8 and 32 lanes sum it faster than fewer: measured (H200), masked and
 * not. In between, 2 and 8 are as good as 4 and 16. */
#define MEAN_OF_2 6
#define MEAN_OF_8 24
#define MEAN_OF_32 256
/* The same of lanes that take quads, 8 entries at a time: measured (H200) on bands of FP32 and FP64, whose lists
 * coalesce with their neighbours'; by bytes of a list's values, then by entries; of lists that a mask picks, two see to it that most need no second
 * look ... */
#define NEAR_BYTES_OF_2 96
#define PICKED_MEAN_OF_2 8
#define NEAR_MEAN_OF_4 24
#define NEAR_MEAN_OF_8 48
/* ... and on random graphs. */
#define FAR_MEAN_OF_4 12
#define FAR_MEAN_OF_8 24

static int64_t quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}
/* At least so many bytes, whatever is in them; nothing may be using them but work in the stream's order. */
static tropic_status need(tropic_context *context, tp_cuda_room *room, size_t bytes,
                          const char *what, bool zero)
{
    if (bytes <= room->bytes) return TROPIC_OK;
    tp_cuda_release(context, room->memory);
    *room = {};
    TP_TRY(tp_cuda_allocate(context, &room->memory, bytes, what));
    room->bytes = bytes;
    if (!zero) return TROPIC_OK;
    return tp_cuda_check(
        context, cudaMemsetAsync(room->memory, 0, bytes, tp_cuda_of(context)->stream), what);
}

/* -- the list of what a mask lets through, block by block in any order ------------------------- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_kernel(const __grid_constant__ tp_mask mask, tropic_index n, tropic_index *targets,
                unsigned *count, unsigned *spent)
{
    enum { WARPS = TP_PASS_BLOCK / TP_WARP };
    __shared__ unsigned counts[LIST_EACH * WARPS + 1];
    const int64_t base = (int64_t)blockIdx.x * LIST_PLACES;
    const int warp = (int)threadIdx.x / TP_WARP;
    unsigned allowed[LIST_EACH];
    if (tp_thread() == 0) *spent = 0;
#pragma unroll
    for (int g = 0; g < LIST_EACH; g++) {
        const int64_t j = base + g * TP_PASS_BLOCK + threadIdx.x;
        allowed[g] = __ballot_sync(TP_EVERY_LANE, j < n && tp_mask_allows(&mask, j));
        if (tp_lane() == 0) counts[g * WARPS + warp] = (unsigned)__popc(allowed[g]);
    }
    __syncthreads();
    if (warp == 0) {
        /* Two counts a lane, summed over the lanes before, and room for all. */
        const unsigned a = counts[2 * tp_lane()], b = counts[2 * tp_lane() + 1];
        unsigned sum = a + b, at = 0;
#pragma unroll
        for (int back = 1; back < TP_WARP; back *= 2) {
            const unsigned before = __shfl_up_sync(TP_EVERY_LANE, sum, back);
            if (tp_lane() >= back) sum += before;
        }
        if (tp_lane() == TP_WARP - 1 && sum > 0) at = atomicAdd(count, sum);
        at = __shfl_sync(TP_EVERY_LANE, at, TP_WARP - 1);
        counts[2 * tp_lane()] = at + sum - a - b;
        counts[2 * tp_lane() + 1] = at + sum - b;
    }
    static_assert(LIST_EACH * WARPS == 2 * TP_WARP, "a warp sums the counts, two a lane");
    __syncthreads();
#pragma unroll
    for (int g = 0; g < LIST_EACH; g++)
        if (allowed[g] >> tp_lane() & 1)
            targets[counts[g * WARPS + warp] + __popc(allowed[g] & ((1u << tp_lane()) - 1))] =
                (tropic_index)(base + g * TP_PASS_BLOCK + threadIdx.x);
}

tropic_status tp_cuda_list(tropic_context *context, const tp_mask *mask, tropic_index n,
                           const tropic_index **targets, const unsigned **counted)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_scratch *scratch = &cuda->scratch;
    unsigned *counts, *spent;
    cudaLaunchConfig_t config = {};
    TP_TRY(need(context, &scratch->targets, (size_t)n * sizeof(tropic_index), "a list", false));
    TP_TRY(need(context, &scratch->counted, 2 * sizeof(unsigned), "a count", true));
    counts = (unsigned *)scratch->counted.memory + scratch->counted_turn;
    spent = (unsigned *)scratch->counted.memory + !scratch->counted_turn;
    config.gridDim = dim3((unsigned)quotient_up(n, LIST_PLACES));
    config.blockDim = dim3(TP_PASS_BLOCK);
    config.stream = cuda->stream;
    TP_TRY(tp_cuda_check(context,
                         cudaLaunchKernelEx(&config, list_kernel, *mask, n,
                                            (tropic_index *)scratch->targets.memory, counts, spent),
                         "listing what a mask lets through"));
    scratch->counted_turn = !scratch->counted_turn;
    *targets = (const tropic_index *)scratch->targets.memory;
    *counted = counts;
    return TROPIC_OK;
}

/* -- some lanes per list ----------------------------------------------------------------------- */

/* log2 of how many lanes suit lists of that mean. */
static int lanes_for(double mean)
{
    return mean < MEAN_OF_2 ? 0 : mean < MEAN_OF_8 ? 1 : mean < MEAN_OF_32 ? 3 : 5;
}

static int quads_for(double mean, bool near, bool picked, size_t value_size)
{
    if (mean >= MEAN_OF_32) return 5;
    if (!near) return mean < FAR_MEAN_OF_4 ? 1 : mean < FAR_MEAN_OF_8 ? 2 : 3;
    if (mean >= NEAR_MEAN_OF_4) return mean < NEAR_MEAN_OF_8 ? 2 : 3;
    return mean * (double)value_size >= NEAR_BYTES_OF_2 || (picked && mean >= PICKED_MEAN_OF_2) ? 1
                                                                                                : 0;
}

bool tp_cuda_divide(const tp_arcs *arcs, size_t value_size, bool quads, bool picked, tp_hubs *hubs)
{
    const double mean = arcs->lists > 0 ? (double)arcs->count / arcs->lists : 0;
    hubs->shift = quads ? quads_for(mean, arcs->near, picked, value_size) : lanes_for(mean);
    hubs->limit = (tropic_offset)LANE_ENTRIES << hubs->shift;
    if (hubs->limit < LEAST_HUB) hubs->limit = LEAST_HUB;
    return arcs->longest == 0 || arcs->longest > hubs->limit;
}

tropic_status tp_cuda_reserve_hubs(tropic_context *context, size_t value_size, const tp_arcs *arcs,
                                   bool any, tp_hubs *hubs)
{
    tp_cuda_scratch *scratch = &tp_cuda_of(context)->scratch;
    const int64_t items = any ? arcs->count / hubs->limit + arcs->count / TP_PIECE + 1 : 0;
    TP_TRY(tp_cuda_need_items(context, items));
    TP_TRY(need(context, &scratch->sums, (size_t)items * value_size, "sums", false));
    TP_TRY(need(context, &scratch->hits, (size_t)items, "sums", false));
    TP_TRY(need(context, &scratch->done, (size_t)items * sizeof(unsigned), "sums", true));
    hubs->items = (tp_item *)scratch->items;
    hubs->count = scratch->counts + scratch->turn;
    hubs->spent = scratch->counts + !scratch->turn;
    hubs->sums = scratch->sums.memory;
    hubs->hits = (uint8_t *)scratch->hits.memory;
    hubs->done = (unsigned *)scratch->done.memory;
    return TROPIC_OK;
}

/* -- shares of the entries --------------------------------------------------------------------- */

tropic_status tp_cuda_walk(tropic_context *context, const tp_cuda_kernels *kernels, void *state,
                           const tp_arcs *arcs, bool plain)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_scratch *scratch = &cuda->scratch;
    tp_arcs in = *arcs;
    tp_seams seams = {};
    void *arguments[] = {state, &in, &seams};
    const dim3 block(TP_STEP_BLOCK);
    seams.shares = TP_SEAMS(arcs->count);
    seams.quads = (((uintptr_t)arcs->ids | (uintptr_t)arcs->values) & 15) == 0;
    TP_TRY(need(context, &scratch->sums, (size_t)seams.shares * 2 * kernels->value_size, "sums",
                false));
    TP_TRY(need(context, &scratch->hits, (size_t)seams.shares * 2, "sums", false));
    seams.carry = scratch->sums.memory;
    seams.tail = (char *)scratch->sums.memory + (size_t)seams.shares * kernels->value_size;
    seams.carry_hit = (uint8_t *)scratch->hits.memory;
    seams.tail_hit = seams.carry_hit + seams.shares;
    TP_TRY(tp_cuda_check(
        context,
        cudaLaunchKernel(plain ? kernels->cooc_walk_plain : kernels->cooc_walk,
                         dim3((unsigned)quotient_up(seams.shares, TP_STEP_BLOCK / TP_WARP)), block,
                         arguments, 0, cuda->stream),
        "launching a kernel"));
    if (seams.shares == 1) return TROPIC_OK;
    return tp_cuda_check(context,
                         cudaLaunchKernel(kernels->cooc_join,
                                          dim3((unsigned)quotient_up(seams.shares, TP_STEP_BLOCK)),
                                          block, arguments, 0, cuda->stream),
                         "launching a kernel");
}

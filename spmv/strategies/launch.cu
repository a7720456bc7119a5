/* SPDX-License-Identifier: Apache-2.0
 *
 * How a product's sums are pulled on the GPU: by some lanes per list, or by tiles of the entries; and the list of the
 * places that a mask lets through.
 */
#include "spmv/write/mask_accum.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

/* Places that a thread looks at for the list of those that a mask lets through: the flags of one load. */
#define LIST_EACH 16
#define LIST_PLACES (TP_PASS_BLOCK * LIST_EACH)
/* Entries that one lane of several takes of a list, at most; a longer list is a hub, if it has so many. */
#define LANE_ENTRIES 32
#define MIN_HUB 256
/* Mean entries of a list from which on 2, 8 and 32 lanes sum it faster than fewer: measured (H200), masked and
 * not. In between, 2 and 8 are as good as 4 and 16. */
#define MEAN_OF_2 6
#define MEAN_OF_8 24
#define MEAN_OF_32 256
/* The same of lanes that take quads, 8 entries at a time: measured (H200) on bands of FP32 and FP64, whose lists
 * coalesce with their neighbours'; by bytes of a list's values, then by entries; of lists that a mask picks, two see
 * to it that most need no second look ... */
#define NEAR_BYTES_OF_2 96
#define PICKED_MEAN_OF_2 8
#define NEAR_MEAN_OF_4 24
#define NEAR_MEAN_OF_8 48
/* ... and on random graphs. */
#define FAR_MEAN_OF_4 12
#define FAR_MEAN_OF_8 24

/* -- the list of places that a mask lets through, block by block in any order ------------------------- */

/* Bit b: is byte b of the word other than 0? */
static __device__ unsigned bits_of(unsigned word)
{
    return __vsetne4(word, 0) * 0x10204080u >> 28;
}

/* Bit b: does the mask let place base + b through? */
static __device__ unsigned allowed_from(const tp_mask *mask, int64_t base, int64_t n)
{
    const bool flags = mask->structure && mask->has && ((uintptr_t)mask->has & 15) == 0;
    unsigned allowed = 0;
    if (flags && base + LIST_EACH <= n) {
        const uint4 f = *(const uint4 *)(mask->has + base);
        allowed = bits_of(f.x) | bits_of(f.y) << 4 | bits_of(f.z) << 8 | bits_of(f.w) << 12;
        return mask->complement ? ~allowed & ((1u << LIST_EACH) - 1) : allowed;
    }
    for (int b = 0; b < LIST_EACH && base + b < n; b++)
        if (tp_mask_allows(mask, base + b)) allowed |= 1u << b;
    return allowed;
}

/* Places that blocks have listed, and blocks that have: both 0 in the end, so that a graph that has captured the
 * kernel can be launched any number of times. Then how many there are. */
typedef struct list_counts {
    unsigned listed, ended, all;
} list_counts;

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_kernel(const __grid_constant__ tp_mask mask, tropic_index n, tropic_index *targets, list_counts *counts)
{
    enum { WARPS = TP_PASS_BLOCK / TP_WARP };
    __shared__ unsigned sums[WARPS], start, all;
    __shared__ tropic_index listed[LIST_PLACES]; /* so that memory is written in whole lines */
    const int64_t base = tp_thread() * LIST_EACH;
    const int warp = (int)threadIdx.x / TP_WARP;
    unsigned allowed = allowed_from(&mask, base, n), at = (unsigned)__popc(allowed);
    const unsigned mine = at;
    at = tp_warp_ends(at);
    if (tp_lane() == TP_WARP - 1) sums[warp] = at;
    __syncthreads();
    if (threadIdx.x == 0) {
        all = 0;
        for (int q = 0; q < WARPS; q++) all += sums[q];
        start = all > 0 ? atomicAdd(&counts->listed, all) : 0;
        __threadfence();
        if (atomicInc(&counts->ended, gridDim.x - 1) == gridDim.x - 1) counts->all = atomicExch(&counts->listed, 0);
    }
    __syncthreads();
    at -= mine;
    for (int q = 0; q < warp; q++) at += sums[q];
    for (; allowed; allowed &= allowed - 1) listed[at++] = (tropic_index)(base + __ffs((int)allowed) - 1);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < all; k += TP_PASS_BLOCK) targets[start + k] = listed[k];
}

tropic_status tp_cuda_list(tropic_context *context, const tp_mask *mask, tropic_index n, const tropic_index **targets,
                           const unsigned **counted)
{
    tp_cuda_scratch *scratch = &tp_cuda_of(context)->scratch;
    list_counts *counts;
    TP_TRY(tp_cuda_need(context, &scratch->targets, (size_t)n * sizeof(tropic_index), "a list", false));
    TP_TRY(tp_cuda_need(context, &scratch->counted, sizeof *counts, "a count", true));
    counts = (list_counts *)scratch->counted.memory;
    TP_TRY(tp_cuda_launch(context, "listing what a mask lets through", {tp_quotient_up(n, LIST_PLACES), TP_PASS_BLOCK},
                          list_kernel, *mask, n, (tropic_index *)scratch->targets.memory, counts));
    *targets = (const tropic_index *)scratch->targets.memory;
    *counted = &counts->all;
    return TROPIC_OK;
}

/* -- some lanes per list ----------------------------------------------------------------------- */

/* log2 of how many lanes suit lists of that mean. */
static int lanes_for(double mean)
{
    return mean < MEAN_OF_2 ? 0 : mean < MEAN_OF_8 ? 1 : mean < MEAN_OF_32 ? 3 : 5;
}

static int quads_for(double mean, bool banded, bool picked, size_t value_size)
{
    if (mean >= MEAN_OF_32) return 5;
    if (!banded) return mean < FAR_MEAN_OF_4 ? 1 : mean < FAR_MEAN_OF_8 ? 2 : 3;
    if (mean >= NEAR_MEAN_OF_4) return mean < NEAR_MEAN_OF_8 ? 2 : 3;
    return mean * (double)value_size >= NEAR_BYTES_OF_2 || (picked && mean >= PICKED_MEAN_OF_2) ? 1 : 0;
}

bool tp_cuda_divide(const tp_arcs *arcs, size_t value_size, bool quads, bool picked, tp_hub_queue *hubs)
{
    const double mean = arcs->lists > 0 ? (double)arcs->count / arcs->lists : 0;
    hubs->shift = quads ? quads_for(mean, arcs->banded, picked, value_size) : lanes_for(mean);
    hubs->limit = (tropic_offset)LANE_ENTRIES << hubs->shift;
    if (hubs->limit < MIN_HUB) hubs->limit = MIN_HUB;
    return arcs->longest == 0 || arcs->longest > hubs->limit;
}

tropic_status tp_cuda_reserve_hubs(tropic_context *context, size_t value_size, const tp_arcs *arcs, bool any,
                                   tp_hub_queue *hubs)
{
    tp_cuda_scratch *scratch = &tp_cuda_of(context)->scratch;
    const int64_t items = any ? arcs->count / hubs->limit + arcs->count / TP_PIECE + 1 : 0;
    TP_TRY(tp_cuda_need_items(context, items));
    TP_TRY(tp_cuda_need(context, &scratch->sums, (size_t)items * value_size, "sums", false));
    TP_TRY(tp_cuda_need(context, &scratch->hits, (size_t)items, "sums", false));
    TP_TRY(tp_cuda_need(context, &scratch->done, (size_t)items * sizeof(unsigned), "sums", true));
    hubs->items = (tp_hub_chunk *)scratch->items.memory;
    hubs->count = scratch->counts;
    hubs->ended = scratch->counts + 1;
    hubs->sums = scratch->sums.memory;
    hubs->hits = (uint8_t *)scratch->hits.memory;
    hubs->done = (unsigned *)scratch->done.memory;
    return TROPIC_OK;
}

/* -- tiles of the entries --------------------------------------------------------------------- */

tropic_status tp_cuda_segmented(tropic_context *context, const tp_cuda_kernels *kernels, void *state,
                                const tp_arcs *arcs, bool dense)
{
    tp_cuda_scratch *scratch = &tp_cuda_of(context)->scratch;
    const int warps = TP_SEGMENTED_WARPS(kernels->value_size);
    tp_arcs in = *arcs;
    tp_nnz_tiles tiles = {};
    void *arguments[] = {state, &in, &tiles};
    tiles.count = TP_NNZ_TILES(arcs->count);
    tiles.quads = tp_cuda_quads(arcs);
    TP_TRY(tp_cuda_need(context, &scratch->sums, (size_t)tiles.count * 2 * kernels->value_size, "sums", false));
    TP_TRY(tp_cuda_need(context, &scratch->hits, (size_t)tiles.count * 2, "sums", false));
    tiles.carry_in = scratch->sums.memory;
    tiles.carry_out = (char *)scratch->sums.memory + (size_t)tiles.count * kernels->value_size;
    tiles.carry_in_hit = (uint8_t *)scratch->hits.memory;
    tiles.carry_out_hit = tiles.carry_in_hit + tiles.count;
    TP_TRY(tp_cuda_launch_at(context, "launching a kernel", {tp_quotient_up(tiles.count, warps), warps * TP_WARP},
                             dense ? kernels->cooc_segmented_dense : kernels->cooc_segmented, arguments));
    if (tiles.count == 1) return TROPIC_OK;
    return tp_cuda_launch_at(context, "launching a kernel", {tp_quotient_up(tiles.count, TP_STEP_BLOCK), TP_STEP_BLOCK},
                             kernels->cooc_join, arguments);
}

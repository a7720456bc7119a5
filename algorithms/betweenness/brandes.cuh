/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernels for a level of Brandes' sweeps share: the hubs' pieces, and the launches. Kernels take (l, hubs,
 * tile, quads): a warp has `tile` vertices at a time; ids can be read 16 bytes at a time.
 */
#ifndef TP_BRANDES_CUH
#define TP_BRANDES_CUH

#include "algorithms/betweenness/brandes_cuda.h"
#include "spmv/device/kernel.cuh"

#define TP_BRANDES_WARPS (TP_STEP_BLOCK / TP_WARP)
/* A warp takes fewer vertices than it has lanes where there are too few to go round so many times. */
#define TP_BRANDES_ROUNDS 4

/* algorithms/betweenness/brandes_push.cu: the ways that are not pulls. */
tropic_status tp_cuda_brandes_push(tropic_context *context, const tp_brandes_level *l);

/* Each piece of each hub, by a warp: take(q, v, from, end) sums entries from .. end - 1 of v's list and keeps the sum
 * as the q-th; where all of a hub's are kept, end(first, pieces, v) adds them up. */
template <typename TAKE, typename END>
static __device__ void tp_each_piece(const tp_arcs *arcs, const tp_hub_queue *hubs, const TAKE &take, const END &add_up)
{
    const int64_t items = *hubs->count;
    for (int64_t q = tp_warp(); q < items; q += tp_warps()) {
        const tropic_index v = tp_load_int32(&hubs->items[q].vertex);
        const int32_t piece = tp_load_int32(&hubs->items[q].chunk);
        const tropic_offset begin = __ldg(arcs->offsets + v), end = __ldg(arcs->offsets + v + 1);
        const tropic_offset from = begin + (tropic_offset)piece * TP_PIECE;
        const int32_t pieces = tp_pieces(end - begin);
        const int64_t first = q - piece;
        bool last = false;
        take(q, v, from, from + TP_PIECE < end ? from + TP_PIECE : end);
        __threadfence();
        __syncwarp();
        if (tp_lane() == 0) last = atomicAdd(hubs->done + first, 1u) + 1 == (unsigned)pieces;
        if (!__shfl_sync(TP_EVERY_LANE, (int)last, 0)) continue;
        __threadfence();
        add_up(first, pieces, v);
        if (tp_lane() == 0) hubs->done[first] = 0;
    }
    tp_hub_queue_taken(hubs);
}

/* Launches the kernel for all vertices of a LEVEL, of a batch or of a single source, then that for hubs: lists of more
 * than `limit` entries, each piece of which has a sum of so many bytes. */
template <typename LEVEL>
static inline tropic_status tp_cuda_brandes_launch(tropic_context *context, const LEVEL *given, const void *kernel,
                                                   const void *hubs_kernel, tropic_offset limit, size_t bytes)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    const int64_t fill = (int64_t)cuda->processors * TP_MAX_BLOCKS;
    LEVEL l = *given;
    tp_hub_queue hubs = {};
    int tile = TP_WARP;
    int64_t blocks;
    bool any, quads = tp_cuda_quads(&l.arcs);
    void *arguments[] = {&l, &hubs, &tile, &quads};
    tp_cuda_use use(context);
    tp_cuda_of(context)->stopped = false;
    if (l.arcs.lists == 0) return TROPIC_OK;
    while (tile > 1 && l.arcs.lists / tile < fill * TP_BRANDES_WARPS * TP_BRANDES_ROUNDS) tile /= 2;
    blocks = tp_quotient_up(l.arcs.lists, (int64_t)tile * TP_BRANDES_WARPS);
    hubs.limit = limit;
    any = l.adjacent && l.arcs.longest > limit;
    TP_TRY(tp_cuda_reserve_hubs(context, bytes, &l.arcs, any, &hubs));
    TP_TRY(tp_cuda_check(context,
                         cudaLaunchKernel(kernel, dim3((unsigned)(blocks < fill ? blocks : fill)), dim3(TP_STEP_BLOCK),
                                          arguments, 0, cuda->stream),
                         "launching a kernel"));
    if (!any) return TROPIC_OK;
    return tp_cuda_check(
        context, cudaLaunchKernel(hubs_kernel, dim3((unsigned)fill), dim3(TP_STEP_BLOCK), arguments, 0, cuda->stream),
        "launching a kernel");
}

#endif

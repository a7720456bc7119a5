/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the kernels for a level of Brandes' sweeps share: the hubs' pieces, and the launches. Kernels take (l,
 * hubs, tile, quads): a warp has `tile` vertices at a time; ids can be read 16 bytes at a time.
 */
#ifndef TP_BRANDES_CUH
#define TP_BRANDES_CUH

#include "algorithms/betweenness/cuda/brandes_cuda.h"
#include "spmv/device/kernel.cuh"

#define TP_BRANDES_WARPS (TP_STEP_BLOCK / TP_WARP)
/* A warp takes fewer vertices than it has lanes where there are too few to go round so many times. */
#define TP_BRANDES_ROUNDS 4

/* algorithms/betweenness/cuda/brandes_push.cu: the ways that are not pulls. */
tropic_status tp_cuda_brandes_push(tropic_context *context, const tp_brandes_level *l);

/* Launches the kernel for all vertices of a LEVEL, of a batch or of a single source, then that for hubs: lists of more
 * than `limit` entries, each piece of which has a sum of so many bytes. */
template <typename LEVEL>
static inline tropic_status tp_cuda_brandes_launch(tropic_context *context, const LEVEL *given, const void *kernel,
                                                   const void *hubs_kernel, tropic_offset limit, size_t bytes)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const int64_t fill = (int64_t)cuda->processors * TP_MAX_BLOCKS;
    LEVEL l = *given;
    tp_hub_queue hubs = {};
    int tile = TP_WARP;
    int64_t blocks;
    bool any, quads = tp_cuda_quads(&l.arcs);
    void *arguments[] = {&l, &hubs, &tile, &quads};
    tp_cuda_use use(context);
    cuda->stopped = false;
    if (l.arcs.lists == 0) return TROPIC_OK;
    while (tile > 1 && l.arcs.lists / tile < fill * TP_BRANDES_WARPS * TP_BRANDES_ROUNDS) tile /= 2;
    blocks = tp_quotient_up(l.arcs.lists, (int64_t)tile * TP_BRANDES_WARPS);
    hubs.limit = limit;
    any = l.adjacent && l.arcs.longest > limit;
    TP_TRY(tp_cuda_reserve_hubs(context, bytes, &l.arcs, any, &hubs));
    TP_TRY(tp_cuda_launch_at(context, "launching a kernel", {blocks < fill ? blocks : fill, TP_STEP_BLOCK}, kernel,
                             arguments));
    if (!any) return TROPIC_OK;
    return tp_cuda_launch_at(context, "launching a kernel", {fill, TP_STEP_BLOCK}, hubs_kernel, arguments);
}

#endif

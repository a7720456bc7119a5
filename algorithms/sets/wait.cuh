/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices that wait for one another on a GPU, in one kernel whose threads do not meet: each warp looks at its
 * vertices, and then again and again at those that wait, until none is left. All blocks are resident at once, so that
 * whoever is waited for is at work.
 *
 * A struct WAITING has 4, 8 or 16 bytes, among them the vertex: `v`, which is -1 once there is nothing to wait for.
 */
#ifndef TP_SETS_WAIT_CUH
#define TP_SETS_WAIT_CUH

#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

#define TP_WAIT_BLOCK 256
/* Looks of a warp at its vertices in one launch, before the host asks whether to go on: tens of milliseconds. */
#define TP_WAIT_LOOKS 65536
/* Shared memory that every kernel may have, beside its own. */
#define TP_WAIT_SHARED_BLOCK 48000

/* So many blocks of a multiprocessor: their registers are enough. */
#define TP_WAIT_KERNEL(each) static __global__ void __launch_bounds__(TP_WAIT_BLOCK, TP_BLOCKS(each))

/* The places of a warp, for each of its vertices, in global memory; NULL: in shared memory. */
template <typename WAITING> struct tp_wait_lists {
    WAITING *lists;
    int64_t share;
};

template <typename WAITING> TP_FN WAITING *tp_wait_list(const tp_wait_lists<WAITING> &of)
{
    extern __shared__ uint4 tp_wait_shared[];
    if (of.lists) return of.lists + tp_warp() * of.share;
    return (WAITING *)tp_wait_shared + threadIdx.x / TP_WARP * of.share;
}

/* Appends the vertices that wait to a list that has `count`. Returns how many it has then. */
template <typename WAITING> TP_FN int64_t tp_wait_keep(WAITING *list, int64_t count, const WAITING &w)
{
    const unsigned those = __ballot_sync(TP_EVERY_LANE, w.v >= 0);
    __syncwarp(); /* all have read what is written over */
    if (w.v >= 0) list[count + __popc(those & ((1u << tp_lane()) - 1))] = w;
    __syncwarp();
    return count + __popc(those);
}

template <typename WAITING> TP_FN WAITING tp_wait_entry(const WAITING *list, int64_t count, int64_t at)
{
    WAITING none = {};
    none.v = -1;
    return at < count ? list[at] : none;
}

/* first(&w), by all lanes, looks at w.v, or nothing; again(&w) at one that waited. Returns how many are left. */
template <typename WAITING, typename FIRST, typename AGAIN>
TP_FN int64_t tp_wait_all(const tp_wait_lists<WAITING> &of, tropic_index n, const FIRST &first, const AGAIN &again)
{
    WAITING *const list = tp_wait_list(of);
    int64_t left = 0;
    int looks = 0;
    for (int64_t begin = tp_warp() * TP_WARP; begin < n; begin += tp_threads()) {
        WAITING w = {};
        w.v = begin + tp_lane() < n ? (tropic_index)(begin + tp_lane()) : -1;
        first(&w);
        left = tp_wait_keep(list, left, w);
    }
    for (; left > TP_WARP && looks < TP_WAIT_LOOKS; looks++) {
        int64_t kept = 0;
        for (int64_t begin = 0; begin < left; begin += TP_WARP) {
            WAITING w = tp_wait_entry(list, left, begin + tp_lane());
            again(&w);
            kept = tp_wait_keep(list, kept, w);
        }
        left = kept;
    }
    if (left > TP_WARP) return left;
    WAITING w = tp_wait_entry(list, left, tp_lane()); /* they stay in registers */
    for (; __any_sync(TP_EVERY_LANE, w.v >= 0) && looks < TP_WAIT_LOOKS; looks++) again(&w);
    return __popc(__ballot_sync(TP_EVERY_LANE, w.v >= 0));
}

/* *each = the blocks that a multiprocessor has room for, if each takes so many bytes of shared memory. */
static tropic_status tp_wait_fitting(tropic_context *context, const void *kernel, int64_t bytes, int *each)
{
    return tp_cuda_check(context,
                         cudaOccupancyMaxActiveBlocksPerMultiprocessor(each, kernel, TP_WAIT_BLOCK, (size_t)bytes),
                         "asking for a kernel's size");
}

/* The grid: blocks that are resident at once, and no more than vertices fill; and their lists, in shared memory if as
 * many blocks are resident with them. */
template <typename WAITING>
static tropic_status tp_wait_make(tp_run *run, const void *kernel, tp_cuda_grid *grid, tp_wait_lists<WAITING> *lists)
{
    const int64_t wanted = tp_quotient_up(run->n, TP_WAIT_BLOCK), warps = TP_WAIT_BLOCK / TP_WARP;
    int each = 0, fitting = 0;
    static_assert(sizeof(WAITING) == alignof(WAITING), "one load reads it");
    TP_TRY(tp_wait_fitting(run->context, kernel, 0, &each));
    *grid = {(int64_t)tp_cuda_of(run->context)->processors * each, TP_WAIT_BLOCK, TP_COOPERATIVE};
    if (grid->blocks > wanted) grid->blocks = wanted;
    lists->share = tp_quotient_up(tp_quotient_up(run->n, TP_WARP), grid->blocks * warps) * TP_WARP;
    const int64_t bytes = warps * lists->share * (int64_t)sizeof(WAITING);
    if (tp_cuda_of(run->context)->clusters && bytes <= TP_WAIT_SHARED_BLOCK)
        TP_TRY(tp_wait_fitting(run->context, kernel, bytes, &fitting));
    if (fitting >= each) {
        grid->shared = (size_t)bytes;
        return TROPIC_OK;
    }
    return tp_run_array(run, &lists->lists, grid->blocks * warps * lists->share, sizeof *lists->lists,
                        "vertices that wait");
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A level of Brandes' forward sweep of several sources that is pushed, and marks of vertices with a neighbour on the
 * next level, on the GPU: a warp to a vertex, a lane to each entry of its list, whose columns it takes one after
 * another. Hubs are dealt out to many warps, TP_PIECE entries each.
 *
 * Moves 8 bytes for each vertex, 4 + 8 for each entry of vertices on the level beside, and 32 for each atomic.
 */
#include "algorithms/betweenness/cuda/brandes.cuh"

template <tp_brandes_phase PHASE>
static __device__ void push_list(const tp_brandes_level *l, tropic_index v, uint64_t columns, tropic_offset from,
                                 tropic_offset end)
{
    for (tropic_offset k = from + tp_lane(); k < end; k += TP_WARP)
        tp_brandes_push(l, PHASE, v, columns, __ldg(l->arcs.ids + k));
}

template <tp_brandes_phase PHASE>
static __global__ void __launch_bounds__(TP_STEP_BLOCK)
    brandes_push(const __grid_constant__ tp_brandes_level l, const __grid_constant__ tp_hub_queue hubs, int tile,
                 bool quads)
{
    const int64_t n = l.arcs.lists;
    const int lane = tp_lane();
    (void)quads;
    for (int64_t first = tp_warp() * tile; first < n; first += tp_warps() * tile) {
        const int64_t own = first + lane;
        const uint64_t columns = lane < tile && own < n ? l.adjacent[own] : 0;
        const tropic_offset begin = columns ? __ldg(l.arcs.offsets + own) : 0;
        const int entries = columns ? (int)(__ldg(l.arcs.offsets + own + 1) - begin) : 0;
        const bool hub = entries > hubs.limit;
        if (hub) tp_list_hub(hubs.items, hubs.count, (tropic_index)own, tp_pieces(entries));
        for (unsigned todo = __ballot_sync(TP_EVERY_LANE, entries > 0 && !hub); todo; todo &= todo - 1) {
            const int of = __ffs((int)todo) - 1;
            const tropic_offset from = __shfl_sync(TP_EVERY_LANE, begin, of);
            push_list<PHASE>(&l, (tropic_index)(first + of), tp_shuffle_from(columns, of), from,
                             from + __shfl_sync(TP_EVERY_LANE, entries, of));
        }
    }
}

template <tp_brandes_phase PHASE>
static __global__ void __launch_bounds__(TP_STEP_BLOCK)
    brandes_push_hubs(const __grid_constant__ tp_brandes_level l, const __grid_constant__ tp_hub_queue hubs, int tile,
                      bool quads)
{
    (void)tile, (void)quads;
    tp_each_piece(
        &l.arcs, &hubs,
        [&](int64_t q, tropic_index v, tropic_offset from, tropic_offset end) {
            (void)q;
            push_list<PHASE>(&l, v, l.adjacent[v], from, end);
        },
        [](int64_t first, int32_t pieces, tropic_index v) { (void)first, (void)pieces, (void)v; });
}

tropic_status tp_cuda_brandes_push(tropic_context *context, const tp_brandes_level *l)
{
    const bool mark = l->phase == TP_BRANDES_MARK_SUCCESSORS;
    const void *kernel = mark ? (const void *)brandes_push<TP_BRANDES_MARK_SUCCESSORS>
                              : (const void *)brandes_push<TP_BRANDES_FORWARD_PUSH>;
    const void *hubs = mark ? (const void *)brandes_push_hubs<TP_BRANDES_MARK_SUCCESSORS>
                            : (const void *)brandes_push_hubs<TP_BRANDES_FORWARD_PUSH>;
    return tp_cuda_brandes_launch(context, l, kernel, hubs, TP_BRANDES_HUB, 0);
}

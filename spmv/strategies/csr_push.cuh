/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push on the GPU: the out-arcs of the sources that have an entry; products merge atomically.
 * Work-efficient: touches nothing but those arcs. A warp takes up to 32 sources and lays their arcs
 * side by side over its lanes; hubs are cut into items for all blocks.
 */

TP_FN void OP(push_arc)(const OP_STATE *s, const tp_arcs *arcs, tropic_offset k, tropic_index i)
{
    const tropic_index j = __ldg(arcs->ids + k);
    OP(push)(s, j, OP(multiply)(s, arcs->values, k, i, j));
#ifdef OP_PUSHED
    OP_PUSHED(j);
#endif
}

/* The arcs of up to 32 sources, one of each lane that has entries. Hubs are listed. */
TP_FN void OP(push_tile)(const OP_STATE *s, const tp_arcs *arcs, tropic_index i, tropic_offset begin,
                         tropic_offset entries, const tp_hub_queue *hubs)
{
    const int lane = tp_lane();
    tropic_offset shift;
    int ends, total;

    if (entries > TP_HUB) tp_list_hub(hubs->items, hubs->count, i, tp_chunks(entries));
    if (entries > TP_HUB) entries = 0;
    /* ends = where in the warp's row of arcs this lane's end: an inclusive scan */
    ends = (int)tp_warp_ends((unsigned)entries);
    total = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
    shift = begin - (ends - entries);

    for (int row = 0; row < total; row += TP_WARP) {
        const int e = row + lane;
        const int owner = tp_warp_owner(ends, e);
        const tropic_offset k = __shfl_sync(TP_EVERY_LANE, shift, owner) + e;
        const tropic_index from = __shfl_sync(TP_EVERY_LANE, i, owner);
        if (e < total) OP(push_arc)(s, arcs, k, from);
    }
}

/* sources NULL: all that have an entry. */
TP_FN void OP(push_sources)(const OP_STATE *s, const tp_arcs *arcs, const tropic_index *sources, tropic_index count,
                            const tp_hub_queue *hubs)
{
    const int share = tp_items_per_warp(count, TP_TILE), lane = tp_lane();
    for (int64_t first = tp_warp() * share; first < count; first += tp_warps() * share) {
        const int64_t c = first + lane;
        const bool here = lane < share && c < count;
        const tropic_index i = !here ? 0 : sources ? tp_load_int32(sources + c) : (tropic_index)c;
        const bool pushes = here && (sources || OP(source)(s, i, i));
        tropic_offset begin = 0, entries = 0;
        if (pushes) {
            begin = __ldg(arcs->offsets + i);
            entries = __ldg(arcs->offsets + i + 1) - begin;
        }
        OP(push_tile)(s, arcs, i, begin, entries, hubs);
    }
}

/* One item after another by each block. */
TP_FN void OP(push_items)(const OP_STATE *s, const tp_arcs *arcs, const tp_hub_chunk *items, unsigned count)
{
    for (unsigned q = blockIdx.x; q < count; q += gridDim.x) {
        const tropic_index i = tp_load_int32(&items[q].vertex);
        const tropic_offset begin = __ldg(arcs->offsets + i) + (tropic_offset)tp_load_int32(&items[q].chunk) * TP_HUB;
        const tropic_offset list_end = __ldg(arcs->offsets + i + 1);
        const tropic_offset end = list_end < begin + TP_HUB ? list_end : begin + TP_HUB;
        for (tropic_offset k = begin + threadIdx.x; k < end; k += blockDim.x) OP(push_arc)(s, arcs, k, i);
    }
}

#if TP_MAKES(TP_VARIANT_PUSH)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csr_push)(TP_STEP_PARAMETERS)
{
    OP(push_sources)(&state, &arcs, list, count, &hubs);
}
#endif
#if TP_MAKES(TP_VARIANT_PUSH_HUBS)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csr_push_hubs)(TP_STEP_PARAMETERS)
{
    (void)list, (void)count;
    OP(push_items)(&state, &arcs, hubs.items, *hubs.count);
    tp_hub_queue_taken(&hubs);
}
#endif

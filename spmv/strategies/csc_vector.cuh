/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_vector on the GPU: a warp per destination that the mask lets through, its lanes side by side
 * in the list, then a sum over the lanes; a whole block where the list is a hub's. The order of a
 * sum depends on the list's length alone. Moves as many bytes as csc_scalar, in whole lines of the list.
 */

/* May the lane's sum stop the walk? Where the monoid is a bitwise or, the sums of all lanes are added up first, and
 * every lane goes on with their sum. All lanes call it. */
TP_FN bool OP(stops)(OP(value) *t, bool *hit)
{
#ifdef OP_IS_BITWISE_OR
    *hit = OP(sum_lanes)(t, *hit);
#endif
    return *hit && OP(terminal)(*t);
}

/* The sum of one list by a warp. Where it may stop, it does so after the 32, later 128 entries
 * in which it met its end: with ascending ids, the smallest is among them. */
TP_FN bool OP(sum_list)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_offset begin, tropic_offset end,
                        OP(value) *t)
{
    tropic_offset k = begin + tp_lane();
    bool hit = false, stop = false;
#if OP_TERMINAL
    hit = OP(take)<1>(s, in, j, k, end, TP_WARP, t, hit);
    stop = __any_sync(TP_EVERY_LANE, OP(stops)(t, &hit));
    k += TP_WARP;
#endif
    for (; k - tp_lane() < end && !stop; k += TP_WARP * TP_FLIGHT) {
        hit = OP(take)<TP_FLIGHT>(s, in, j, k, end, TP_WARP, t, hit);
        if (OP_TERMINAL) stop = __any_sync(TP_EVERY_LANE, OP(stops)(t, &hit));
    }
    return OP(sum_lanes)(t, hit);
}

/* Lanes look at a tile of destinations, then the warp sums one list after another, and each lane
 * updates its own. Where a sum may stop, most do within a few entries: each lane takes its own
 * list's first. Hubs are listed for pull_hubs. */
TP_FN void OP(pull_vector)(const OP_STATE *s, const tp_arcs *in, const tropic_index *targets, tropic_index count,
                           const tp_hub_queue *hubs)
{
    const int share = tp_items_per_warp(count, OP_TERMINAL ? TP_TILE : TP_PULL_TILE);
    for (int64_t first = tp_warp() * share; first < count; first += tp_warps() * share) {
        const int64_t c = first + tp_lane();
        const bool here = tp_lane() < share && c < count;
        const tropic_index j = !here ? 0 : targets ? __ldg(targets + c) : (tropic_index)c;
        bool wanted = here && OP(want)(s, j), hit = false;
        tropic_offset begin = wanted ? __ldg(in->offsets + j) : 0;
        tropic_offset end = wanted ? __ldg(in->offsets + j + 1) : 0;
        OP(value) t = OP(identity)();

        if (OP_TERMINAL) {
            hit = OP(take)<TP_FLIGHT>(s, in, j, begin, end, 1, &t, hit);
            begin = hit && OP(terminal)(t) ? end : begin + TP_FLIGHT;
        }
        if (end - begin > TP_HUB) {
            tp_list_hub(hubs->items, hubs->count, j, 1);
            wanted = false;
            end = begin;
        }
        for (unsigned todo = __ballot_sync(TP_EVERY_LANE, begin < end); todo; todo &= todo - 1) {
            const int of = __ffs((int)todo) - 1;
            OP(value) sum = OP(identity)();
            const bool any =
                OP(sum_list)(s, in, __shfl_sync(TP_EVERY_LANE, j, of), __shfl_sync(TP_EVERY_LANE, begin, of),
                             __shfl_sync(TP_EVERY_LANE, end, of), &sum);
            if (any && tp_lane() == of) {
                t = hit ? OP(add)(t, sum) : sum;
                hit = true;
            }
        }
        if (wanted) OP(update)(s, j, t, hit);
    }
}

/* One hub after another by each block: a sum per thread, per warp, then over the warps. */
TP_FN void OP(pull_hubs)(const OP_STATE *s, const tp_arcs *in, const tp_hub_chunk *items, unsigned count)
{
    for (unsigned q = blockIdx.x; q < count; q += gridDim.x) {
        const tropic_index j = tp_load_int32(&items[q].vertex);
        const tropic_offset end = __ldg(in->offsets + j + 1);
        tropic_offset k = __ldg(in->offsets + j);
        OP(value) t = OP(identity)();
        bool hit = false, stop = false;
        for (; k < end && !stop; k += (tropic_offset)blockDim.x * TP_FLIGHT) {
            hit = OP(take)<TP_FLIGHT>(s, in, j, k + threadIdx.x, end, (int)blockDim.x, &t, hit);
            if (OP_TERMINAL) stop = __syncthreads_or(OP(stops)(&t, &hit));
        }
        hit = OP(sum_block)(&t, hit);
        if (threadIdx.x == 0) OP(update)(s, j, t, hit);
    }
}

#if TP_MAKES(TP_VARIANT_VECTOR)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csc_vector)(TP_STEP_PARAMETERS)
{
    OP(pull_vector)(&state, &arcs, list, count, &hubs);
}
#endif
#if TP_MAKES(TP_VARIANT_VECTOR_HUBS)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csc_vector_hubs)(TP_STEP_PARAMETERS)
{
    (void)list, (void)count;
    OP(pull_hubs)(&state, &arcs, hubs.items, *hubs.count);
    tp_hub_queue_taken(&hubs);
}
#endif

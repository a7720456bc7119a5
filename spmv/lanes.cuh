/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_vector on the GPU for products whose sums do not stop early: some lanes of a warp per destination
 * that the mask lets through, as many as suit the mean list. A list that would keep them too long is a
 * hub, pulled by many warps, TP_PIECE entries each; the warp that ends last adds these up, in their
 * order.
 */
template <bool ALL>
TP_FN void OP(pull_lanes)(const OP_STATE *given, const tp_arcs *given_in,
                          const tropic_index *targets, tropic_index count, const tp_hubs *hubs)
{
    const OP_STATE s = OP(simple)(given, ALL);
    const tp_arcs in = *given_in;
    const int shift = hubs->shift, width = 1 << shift, lane = tp_lane() & (width - 1);
    const int64_t lists = hubs->counted ? (int64_t)*hubs->counted : count;
    if (ALL && !in.values) __builtin_unreachable();
    if (tp_thread() == 0) *hubs->spent = 0;
    for (int64_t first = tp_warp() * TP_WARP >> shift; first < lists;
         first += tp_threads() >> shift) {
        const int64_t c = first + (tp_lane() >> shift);
        const bool here = c < lists;
        const tropic_index j = !here ? 0 : targets ? __ldg(targets + c) : (tropic_index)c;
        bool wanted = here && OP(want)(&s, j), hit = false;
        const tropic_offset begin = wanted ? __ldg(in.offsets + j) : 0;
        tropic_offset end = wanted ? __ldg(in.offsets + j + 1) : 0;
        OP(value) t = OP(identity)();
        if (end - begin > hubs->limit) {
            if (lane == 0)
                tp_list_hub(hubs->items, hubs->count, j,
                            (int32_t)((end - begin + TP_PIECE - 1) / TP_PIECE));
            wanted = false;
            end = begin;
        }
        for (tropic_offset k = begin + lane; k < end; k += width * TP_FLIGHT)
            hit = OP(take)<TP_FLIGHT>(&s, &in, j, k, end, width, &t, hit);
        hit = OP(sum_some)(width, &t, hit);
        if (wanted && lane == 0) OP(update)(&s, j, t, hit);
    }
}

/* A warp to a piece of a hub. */
template <bool ALL>
TP_FN void OP(pull_pieces)(const OP_STATE *given, const tp_arcs *given_in, const tp_hubs *hubs)
{
    const OP_STATE s = OP(simple)(given, ALL);
    const tp_arcs in = *given_in;
    OP(value) *sums = (OP(value) *)hubs->sums;
    const int64_t items = *hubs->count;
    if (ALL && !in.values) __builtin_unreachable();
    for (int64_t q = tp_warp(); q < items; q += tp_warps()) {
        const tropic_index j = tp_load_int32(&hubs->items[q].vertex);
        const int32_t chunk = tp_load_int32(&hubs->items[q].chunk);
        const tropic_offset begin = __ldg(in.offsets + j), list_end = __ldg(in.offsets + j + 1);
        const tropic_offset from = begin + (tropic_offset)chunk * TP_PIECE;
        const tropic_offset end = from + TP_PIECE < list_end ? from + TP_PIECE : list_end;
        const int32_t chunks = (int32_t)((list_end - begin + TP_PIECE - 1) / TP_PIECE);
        const int64_t first = q - chunk;
        OP(value) t = OP(identity)();
        bool hit = false, last = false;
        for (tropic_offset k = from + tp_lane(); k < end; k += TP_WARP * TP_FLIGHT)
            hit = OP(take)<TP_FLIGHT>(&s, &in, j, k, end, TP_WARP, &t, hit);
        __syncwarp();
        hit = OP(sum_lanes)(&t, hit);
        if (tp_lane() == 0 && chunks == 1) OP(update)(&s, j, t, hit);
        if (tp_lane() == 0 && chunks > 1) {
            sums[q] = t;
            hubs->hits[q] = hit;
            __threadfence();
            last = atomicAdd(hubs->done + first, 1u) + 1 == (unsigned)chunks;
        }
        if (!__shfl_sync(TP_EVERY_LANE, (int)last, 0)) continue;
        __threadfence();
        t = OP(identity)();
        hit = false;
        for (int32_t c = tp_lane(); c < chunks; c += TP_WARP)
            if (((const volatile uint8_t *)hubs->hits)[first + c]) {
                const OP(value) more = sums[first + c];
                t = hit ? OP(add)(t, more) : more;
                hit = true;
            }
        __syncwarp();
        hit = OP(sum_lanes)(&t, hit);
        if (tp_lane() == 0) {
            hubs->done[first] = 0;
            OP(update)(&s, j, t, hit);
        }
    }
}

TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(csc_lanes)(const OP_STATE s, const __grid_constant__ tp_arcs in, const tropic_index *targets,
                  tropic_index count, const __grid_constant__ tp_hubs hubs)
{
    OP(pull_lanes)<false>(&s, &in, targets, count, &hubs);
}

TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(csc_pieces)(const OP_STATE s, const __grid_constant__ tp_arcs in,
                   const tropic_index *targets, tropic_index count,
                   const __grid_constant__ tp_hubs hubs)
{
    (void)targets, (void)count;
    OP(pull_pieces)<false>(&s, &in, &hubs);
}

/* Where tp_step.plain, and no mask or a list of what it lets through. */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(csc_lanes_plain)(const OP_STATE s, const __grid_constant__ tp_arcs in,
                        const tropic_index *targets, tropic_index count,
                        const __grid_constant__ tp_hubs hubs)
{
    OP(pull_lanes)<true>(&s, &in, targets, count, &hubs);
}

TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(csc_pieces_plain)(const OP_STATE s, const __grid_constant__ tp_arcs in,
                         const tropic_index *targets, tropic_index count,
                         const __grid_constant__ tp_hubs hubs)
{
    (void)targets, (void)count;
    OP(pull_pieces)<true>(&s, &in, &hubs);
}

/* The same for two lanes per list, no mask, and no hubs: strides are constants, and each pair has one list.
 * Measured (H200) on a band of 16, a sixth faster. */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(TP_PLAIN_EACH(OP(value), OP(entry))))
    OP(csc_pairs_plain)(const OP_STATE given, const __grid_constant__ tp_arcs in,
                        const tropic_index *targets, tropic_index count,
                        const __grid_constant__ tp_hubs hubs)
{
    const OP_STATE s = OP(simple)(&given, true);
    const int64_t c = tp_thread() / 2;
    const tropic_index j = c < count ? (tropic_index)c : 0;
    const tropic_offset begin = c < count ? __ldg(in.offsets + j) : 0;
    const tropic_offset end = c < count ? __ldg(in.offsets + j + 1) : 0;
    OP(value) t = OP(identity)();
    bool hit = false;
    (void)targets, (void)hubs;
    if (!in.values) __builtin_unreachable();
    for (tropic_offset k = begin + tp_lane() % 2; k < end; k += 2 * TP_FLIGHT)
        hit = OP(take)<TP_FLIGHT>(&s, &in, j, k, end, 2, &t, hit);
    hit = OP(sum_some)(2, &t, hit);
    if (c < count && tp_lane() % 2 == 0) OP(update)(&s, j, t, hit);
}

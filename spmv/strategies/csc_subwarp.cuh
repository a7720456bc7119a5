/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_vector on the GPU for products whose sums do not stop early: some lanes of a warp per destination
 * that the mask lets through, as many as suit the mean list. A list that would keep them too long is a
 * hub, pulled by many warps, TP_PIECE entries each; the warp that ends last adds these up, in their
 * order.
 */
/* do_list(j, here) for every list, of all or targets, by each 2^shift lanes; `here` false: there is none for these. */
template <typename DO>
TP_FN void OP(each_list)(const tropic_index *targets, tropic_index count, const tp_hub_queue *hubs, const DO &do_list)
{
    const int shift = hubs->shift;
    const int64_t lists = hubs->counted ? (int64_t)*hubs->counted : count;
    for (int64_t first = tp_warp() * TP_WARP >> shift; first < lists; first += tp_threads() >> shift) {
        const int64_t c = first + (tp_lane() >> shift);
        const bool here = c < lists;
        do_list(!here ? 0 : targets ? __ldg(targets + c) : (tropic_index)c, here);
    }
}

TP_FN void OP(pull_lanes)(const OP_STATE *s, const tp_arcs *in, const tropic_index *targets, tropic_index count,
                          const tp_hub_queue *hubs)
{
    const int width = 1 << hubs->shift, lane = tp_lane() & (width - 1);
    OP(each_list)
    (targets, count, hubs, [&](tropic_index j, bool here) {
        bool wanted = here && OP(want)(s, j), hit = false;
        const tropic_offset begin = wanted ? __ldg(in->offsets + j) : 0;
        tropic_offset end = wanted ? __ldg(in->offsets + j + 1) : 0;
        OP(value) t = OP(identity)();
        if (end - begin > hubs->limit) {
            if (lane == 0) tp_list_hub(hubs->items, hubs->count, j, tp_pieces(end - begin));
            wanted = false;
            end = begin;
        }
        for (tropic_offset k = begin + lane; k < end; k += width * TP_FLIGHT)
            hit = OP(take)<TP_FLIGHT>(s, in, j, k, end, width, &t, hit);
        hit = OP(sum_some)(width, &t, hit);
        if (wanted && lane == 0) OP(update)(s, j, t, hit);
    });
}

/* Quads that a lane has on their way, where values are small enough. */
#define IN_FLIGHT (sizeof(OP(value)) <= 8 && sizeof(OP(entry)) <= 8 ? 2 : 1)

/* The part of one of 2^shift lanes in the sum of entries begin .. end - 1, every one of which counts. It takes four
 * entries at a time, from one of the array's quads to the next; so the order of a sum depends on where the list begins,
 * too. */
TP_FN OP(value) OP(sum_quads)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_offset begin,
                              tropic_offset end, int shift, int lane)
{
    const tropic_offset base = begin & ~(tropic_offset)3;
    const tropic_index *ids = in->ids + base;
    const bool valued = OP_LOOKS_AT_ENTRIES == 1 || (OP_LOOKS_AT_ENTRIES && in->values);
    const OP(entry) *values = (const OP(entry) *)in->values + base;
    const int from = (int)(begin - base), to = end > begin ? (int)(end - base) : 0;
    OP(value) t = OP(identity)();
    if (base + ((to + 3) & ~3) > in->count) {
        /* The array ends before its last quad does. */
        for (int k = from + lane; k < to; k += 1 << shift)
            t = OP(add)(t, OP(product)(s, valued ? values[k] : OP(one)(), ids[k], j));
    } else {
        for (int k = 4 * lane; k < to; k += 4 * IN_FLIGHT << shift) {
            tropic_index i[4 * IN_FLIGHT];
            OP(entry) a[4 * IN_FLIGHT];
            OP(taken) u[4 * IN_FLIGHT];
#pragma unroll
            for (int q = 0; q < IN_FLIGHT; q++)
                if (q == 0 || k + (4 * q << shift) < to) {
                    tp_load4<false>(ids + k + (4 * q << shift), i + 4 * q);
                    if (valued) tp_load4<false>(values + k + (4 * q << shift), a + 4 * q);
                }
#pragma unroll
            for (int f = 0; f < 4 * IN_FLIGHT; f++) {
                const int at = k + (4 * (f / 4) << shift) + f % 4;
                if (at >= from && at < to) u[f] = OP(take_source)(s, i[f]);
            }
#pragma unroll
            for (int f = 0; f < 4 * IN_FLIGHT; f++) {
                const int at = k + (4 * (f / 4) << shift) + f % 4;
                if (at >= from && at < to) t = OP(add)(t, OP(times)(s, valued ? a[f] : OP(one)(), u[f], i[f], j));
            }
        }
    }
    for (int other = 1 << shift >> 1; other > 0; other /= 2) t = OP(add)(t, tp_shuffle_xor(t, other));
    return t;
}

/* A warp to a piece of a hub; BY_QUADS: as sum_quads can. */
template <bool BY_QUADS>
TP_FN void OP(pull_pieces)(const OP_STATE *s, const tp_arcs *given_in, const tp_hub_queue *hubs)
{
    const tp_arcs in = *given_in;
    OP(value) *sums = (OP(value) *)hubs->sums;
    tp_each_piece(
        &in, hubs,
        [&](int64_t q, tropic_index j, tropic_offset from, tropic_offset end) {
            OP(value) t = OP(identity)();
            bool hit = BY_QUADS;
            if (BY_QUADS) {
                t = OP(sum_quads)(s, &in, j, from, end, 5, tp_lane());
            } else {
                for (tropic_offset k = from + tp_lane(); k < end; k += TP_WARP * TP_FLIGHT)
                    hit = OP(take)<TP_FLIGHT>(s, &in, j, k, end, TP_WARP, &t, hit);
                __syncwarp();
                hit = OP(sum_lanes)(&t, hit);
            }
            if (tp_lane() > 0) return;
            sums[q] = t;
            hubs->hits[q] = hit;
        },
        [&](int64_t first, int32_t pieces, tropic_index j) {
            OP(value) t = OP(identity)();
            bool hit = false;
            for (int32_t c = tp_lane(); c < pieces; c += TP_WARP)
                if (((const volatile uint8_t *)hubs->hits)[first + c]) {
                    const OP(value) more = sums[first + c];
                    t = hit ? OP(add)(t, more) : more;
                    hit = true;
                }
            __syncwarp();
            hit = OP(sum_lanes)(&t, hit);
            if (tp_lane() == 0) OP(update)(s, j, t, hit);
        });
}

/* Blocks of a kernel that a multiprocessor must have registers for: measured (H200) on a band of 16, of 4, 5 and 6
 * these are the fastest, or within a hundredth of it, for values of 4 and of 8 bytes. */
#define QUADS_EACH (IN_FLIGHT == 2 ? 4 : 1)

#if TP_MAKES(TP_VARIANT_SUBWARP)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csc_subwarp)(TP_STEP_PARAMETERS)
{
    OP(pull_lanes)(&state, &arcs, list, count, &hubs);
}
#endif
#if TP_MAKES(TP_VARIANT_PIECES)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(csc_pieces)(TP_STEP_PARAMETERS)
{
    (void)list, (void)count;
    OP(pull_pieces)<false>(&state, &arcs, &hubs);
}
#endif

/* Where tp_step.dense, and no mask, or a list of the places that it lets through; ids and values can be read 16 bytes
 * at a time. */
#if TP_MAKES(TP_VARIANT_SUBWARP_DENSE)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(QUADS_EACH)) OP(csc_subwarp_dense)(TP_STEP_PARAMETERS)
{
    const OP_STATE s = OP(simple)(&state, true);
    const int shift = hubs.shift, lane = tp_lane() & ((1 << shift) - 1);
    OP(each_list)
    (list, count, &hubs, [&](tropic_index j, bool here) {
        const tropic_offset begin = here ? __ldg(arcs.offsets + j) : 0;
        const tropic_offset end = here ? __ldg(arcs.offsets + j + 1) : 0;
        const bool hub = end - begin > hubs.limit;
        const OP(value) t = OP(sum_quads)(&s, &arcs, j, begin, hub ? begin : end, shift, lane);
        if (hub && lane == 0) tp_list_hub(hubs.items, hubs.count, j, tp_pieces(end - begin));
        if (here && !hub && lane == 0) OP(update)(&s, j, t, end > begin);
    });
}
#endif
#if TP_MAKES(TP_VARIANT_PIECES_DENSE)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(QUADS_EACH)) OP(csc_pieces_dense)(TP_STEP_PARAMETERS)
{
    const OP_STATE s = OP(simple)(&state, true);
    (void)list, (void)count;
    OP(pull_pieces)<true>(&s, &arcs, &hubs);
}
#endif

/* The same for all lists, none of which is a hub, by a kernel for each number of lanes: strides are constants. */
#define QUADS_KERNEL(name, shift)                                                                                      \
    TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(QUADS_EACH)) name(TP_STEP_PARAMETERS)                    \
    {                                                                                                                  \
        const OP_STATE s = OP(simple)(&state, true);                                                                   \
        const int64_t c = tp_thread() >> shift;                                                                        \
        const tropic_index j = c < count ? (tropic_index)c : 0;                                                        \
        const tropic_offset begin = c < count ? __ldg(arcs.offsets + j) : 0;                                           \
        const tropic_offset end = c < count ? __ldg(arcs.offsets + j + 1) : 0;                                         \
        const int lane = tp_lane() & ((1 << shift) - 1);                                                               \
        const OP(value) t = OP(sum_quads)(&s, &arcs, j, begin, end, shift, lane);                                      \
        (void)list, (void)hubs;                                                                                        \
        if (c < count && lane == 0) OP(update)(&s, j, t, end > begin);                                                 \
    }
#if TP_MAKES(TP_VARIANT_QUADS)
QUADS_KERNEL(OP(csc_quads_1), 0)
#endif
#if TP_MAKES(TP_VARIANT_QUADS + 1)
QUADS_KERNEL(OP(csc_quads_2), 1)
#endif
#if TP_MAKES(TP_VARIANT_QUADS + 2)
QUADS_KERNEL(OP(csc_quads_4), 2)
#endif
#if TP_MAKES(TP_VARIANT_QUADS + 3)
QUADS_KERNEL(OP(csc_quads_8), 3)
#endif
#undef QUADS_KERNEL
#undef QUADS_EACH
#undef IN_FLIGHT

/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the GPU where sums are pulled: equal tiles of the stored entries, whatever lists they
 * lie in. A warp walks over its tile, TP_WARP_ENTRIES entries at a time, four to a lane: side by side where
 * lists end among them, and a scan over the warp sums each up to its end; else 32 apart, in whole
 * lines. Uneven lists take no longer than even ones. A list that ends in another tile than it begins in
 * is put together, in the order of its tiles, by a kernel of its own; so sums have a fixed order.
 */

#include "spmv/strategies/partial.cuh"

/* The four entries that a lane has of one round. */
typedef struct OP(packed4) {
    tropic_index i[4];
    OP(entry) a[4];
    bool lines; /* 32 apart, for no list ends among them; else side by side */
} OP(packed4);

TP_FN void OP(four_load)(const tp_arcs *in, tropic_offset at, int left, bool quads, bool lines, OP(packed4) *four)
{
    four->lines = lines;
    if (lines && left >= TP_WARP_ENTRIES) {
#pragma unroll
        for (int f = 0; f < 4; f++) {
            four->i[f] = tp_stream(in->ids + at + f * TP_WARP + tp_lane());
            if (in->values) four->a[f] = tp_stream((const OP(entry) *)in->values + at + f * TP_WARP + tp_lane());
        }
    } else if (quads && left >= TP_WARP_ENTRIES) {
        tp_load4<true>(in->ids + at + 4 * tp_lane(), four->i);
        if (in->values) tp_load4<true>((const OP(entry) *)in->values + at + 4 * tp_lane(), four->a);
    } else {
        four->lines = false;
#pragma unroll
        for (int f = 0; f < 4; f++)
            if (4 * tp_lane() + f < left) {
                four->i[f] = tp_stream(in->ids + at + 4 * tp_lane() + f);
                if (in->values) four->a[f] = tp_stream((const OP(entry) *)in->values + at + 4 * tp_lane() + f);
            }
    }
}

/* Their products. */
template <bool ALL>
TP_FN void OP(four_products)(const OP_STATE *s, const tp_arcs *in, const OP(packed4) *four, tropic_offset at, int left,
                             tropic_index own, tropic_index next, OP(partial) *p)
{
#pragma unroll
    for (int f = 0; f < 4; f++) {
        const int place = four->lines ? f * TP_WARP + tp_lane() : 4 * tp_lane() + f;
        p[f] = {OP(identity)(), false};
        if ((left >= TP_WARP_ENTRIES || place < left) && OP(source)(s, four->i[f], 0)) {
#if OP_PLACED
            const tropic_index j = tp_list_of(in->offsets, own - 1, next, at + place);
#else
            const tropic_index j = 0;
#endif
            p[f].t = OP(product)(s, in->values ? four->a[f] : OP(one)(), four->i[f], j);
            p[f].hit = true;
        }
    }
    (void)at, (void)own, (void)next;
}

template <bool ALL>
TP_FN void OP(segmented_reduce)(const OP_STATE *s, const tp_arcs *in, const tp_nnz_tiles *tiles, tropic_index b,
                                unsigned *ends, OP(value) *sums, uint8_t *hits)
{
    const int lane = tp_lane();
    const tropic_offset base = (tropic_offset)b * TP_NNZ_TILE;
    const int size = in->count - base < TP_NNZ_TILE ? (int)(in->count - base) : TP_NNZ_TILE;
    const tropic_index own = __ldg(in->split_points + b), next = __ldg(in->split_points + b + 1);
    const OP(partial) none = {OP(identity)(), false};
    /* The lists from w on, one a lane, of which `closed` have ended. List own - 1 began in an earlier tile. */
    tropic_index w = own - 1;
    int closed = 0, begin, end;
    OP(partial) sum = none;
    bool spread = false; /* over the lanes; else in the last */
    OP(packed4) four;

    OP(four_load)(in, base, size, tiles->quads, false, &four);
#define LOOK(from)                                                                                                     \
    {                                                                                                                  \
        const tropic_index l_ = (from) + lane;                                                                         \
        begin = l_ < own ? 0 : l_ < next ? (int)(__ldg(in->offsets + l_) - base) : 0;                                  \
        end = INT32_MAX;                                                                                               \
        if (l_ < next) {                                                                                               \
            const tropic_offset e_ = __ldg(in->offsets + l_ + 1) - base;                                               \
            if (e_ <= size) end = (int)e_;                                                                             \
        }                                                                                                              \
    }
    LOOK(w)
    for (int at = 0; at == 0 || at < size; at += TP_WARP_ENTRIES) {
        const int limit = at + TP_WARP_ENTRIES;
        OP(partial) p[4];
        OP(four_products)<ALL>(s, in, &four, base + at, size - at, own, next, p);
        if (limit < size) {
            const bool lines = __all_sync(TP_EVERY_LANE, lane < closed || end > limit + TP_WARP_ENTRIES);
            OP(four_load)(in, base + limit, size - limit, tiles->quads, lines, &four);
        }
        if (__all_sync(TP_EVERY_LANE, lane < closed || end > limit)) {
            const OP(partial) low = OP(join)<ALL>(p[0], p[1]), high = OP(join)<ALL>(p[2], p[3]);
            const OP(partial) both = OP(join)<ALL>(low, high);
            sum = OP(join)<ALL>(sum, both);
            spread = true;
            continue;
        }
        /* Which entries are a list's last? */
        ends[lane] = 0;
        __syncwarp();
        for (tropic_index v = w;;) {
            if (v > w || lane >= closed)
                if (end <= limit && end > begin) ((uint8_t *)ends)[end - 1 - at] = 1;
            if (!__shfl_sync(TP_EVERY_LANE, end <= limit, TP_WARP - 1)) {
                if (v > w) LOOK(w)
                break;
            }
            v += TP_WARP;
            LOOK(v)
        }
        __syncwarp();
        const unsigned mine = ends[lane];
        const unsigned with = __ballot_sync(TP_EVERY_LANE, mine != 0);
        const unsigned before = with & ((1u << lane) - 1);
        const int from = mine ? lane : before ? 31 - __clz((int)before) : 0;
        /* The sum up to each of mine from the last that ended a list before; then what is left over. */
#pragma unroll
        for (int f = 1; f < 4; f++)
            if (!(mine >> 8 * (f - 1) & 1)) p[f] = OP(join)<ALL>(p[f - 1], p[f]);
        OP(partial) rest = mine >> 24 & 1 ? none : p[3];
#pragma unroll
        for (int by = 1; by < TP_WARP; by *= 2) {
            const OP(partial) theirs = OP(partial_up)<ALL>(rest, by);
            if (lane - by >= from) rest = OP(join)<ALL>(theirs, rest);
        }
        OP(partial) head = OP(partial_up)<ALL>(rest, 1);
        if (lane == 0) head = none;
        sum = spread ? OP(partial_sum)<ALL>(sum) : OP(partial_from)<ALL>(sum, TP_WARP - 1);
        if (before == 0) head = OP(join)<ALL>(sum, head);
        bool first = true;
#pragma unroll
        for (int f = 0; f < 4; f++)
            if (mine >> 8 * f & 1) {
                const OP(partial) whole = first ? OP(join)<ALL>(head, p[f]) : p[f];
                sums[4 * lane + f] = whole.t;
                if (!ALL) hits[4 * lane + f] = whole.hit;
                first = false;
            }
        __syncwarp();
        for (;;) {
            const tropic_index l = w + lane;
            if (lane >= closed && end <= limit) {
                OP(partial) whole = none;
                if (end > begin) whole = {sums[end - 1 - at], ALL || hits[end - 1 - at]};
                if (l < own) {
                    ((OP(value) *)tiles->carry_in)[b] = whole.t;
                    tiles->carry_in_hit[b] = whole.hit;
                } else if (OP(want)(s, l)) {
                    OP(update)(s, l, whole.t, whole.hit);
                }
            }
            closed = __popc(__ballot_sync(TP_EVERY_LANE, end <= limit));
            if (closed < TP_WARP) break;
            w += TP_WARP;
            closed = 0;
            LOOK(w)
        }
        sum = lane == TP_WARP - 1 ? rest : none;
        spread = false;
        __syncwarp();
    }
    /* What goes on in the next tile. */
    if (w + closed < next) {
        sum = OP(partial_sum)<ALL>(sum);
        if (lane == 0) {
            const bool carried = w + closed < own;
            OP(value) *to = (OP(value) *)(carried ? tiles->carry_in : tiles->carry_out);
            uint8_t *to_hit = carried ? tiles->carry_in_hit : tiles->carry_out_hit;
            to[b] = sum.t;
            to_hit[b] = ALL || sum.hit;
        }
    }
#undef LOOK
}

/* Blocks of the dense form that a multiprocessor must have registers for: measured (H200), 5 are faster than 4, but
 * values of 8 bytes spill; with 3, these take up to a quarter longer. */
#define WALK_EACH                                                                                                      \
    (sizeof(OP(value)) > 8 || sizeof(OP(entry)) > 8 ? 1 : sizeof(OP(value)) <= 4 && sizeof(OP(entry)) <= 4 ? 5 : 4)

template <bool ALL> TP_FN void OP(reduce_tiles)(const OP_STATE *given, const tp_arcs *in, const tp_nnz_tiles *tiles)
{
    enum { WARPS = TP_STEP_BLOCK / TP_WARP };
    __shared__ unsigned ends[WARPS][TP_WARP];
    __shared__ OP(value) sums[WARPS][TP_WARP_ENTRIES];
    __shared__ uint8_t hits[ALL ? 1 : WARPS][ALL ? 1 : TP_WARP_ENTRIES];
    const int warp = (int)threadIdx.x / TP_WARP;
    const int64_t b = tp_warp();
    const OP_STATE s = OP(simple)(given, ALL);
    const tp_arcs arcs = *in;
    if (ALL && !arcs.values) __builtin_unreachable();
    if (b < tiles->count)
        OP(segmented_reduce)<ALL>(&s, &arcs, tiles, (tropic_index)b, ends[warp], sums[warp], hits[ALL ? 0 : warp]);
}

#if TP_MAKES(TP_VARIANT_SEGMENTED)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(cooc_segmented)(const OP_STATE s, const __grid_constant__ tp_arcs in, const __grid_constant__ tp_nnz_tiles tiles)
{
    OP(reduce_tiles)<false>(&s, &in, &tiles);
}
#endif

/* Where tp_step.dense, and no mask. */
#if TP_MAKES(TP_VARIANT_SEGMENTED_DENSE)
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK, TP_BLOCKS(WALK_EACH))
    OP(cooc_segmented_dense)(const OP_STATE s, const __grid_constant__ tp_arcs in,
                             const __grid_constant__ tp_nnz_tiles tiles)
{
    OP(reduce_tiles)<true>(&s, &in, &tiles);
}
#endif

/* Puts together the lists that lie in several tiles; a thread looks after the one that begins in its tile. */
TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK)
    OP(cooc_join)(const OP_STATE s, const __grid_constant__ tp_arcs in, const __grid_constant__ tp_nnz_tiles tiles)
{
    const OP(value) *carry_in = (const OP(value) *)tiles.carry_in;
    const int64_t b = tp_thread();
    OP(value) t = OP(identity)();
    bool mine = false, hit = false;
    tropic_index j = 0;
    int64_t last = 0;
    if (b + 1 < tiles.count) {
        const tropic_index next = __ldg(in.split_points + b + 1);
        const tropic_offset split = (b + 1) * TP_NNZ_TILE;
        j = next - 1;
        if (next > __ldg(in.split_points + b)) {
            const tropic_offset end = __ldg(in.offsets + next);
            mine = end > split && OP(want)(&s, j);
            last = (end - 1) / TP_NNZ_TILE;
        }
    }
    if (mine && tiles.carry_out_hit[b]) {
        t = ((const OP(value) *)tiles.carry_out)[b];
        hit = true;
    }
    if (mine && last == b + 1 && tiles.carry_in_hit[last]) {
        t = hit ? OP(add)(t, carry_in[last]) : carry_in[last];
        hit = true;
    }
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, mine && last > b + 1); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        const int64_t from = __shfl_sync(TP_EVERY_LANE, b, of);
        const int64_t to = __shfl_sync(TP_EVERY_LANE, last, of);
        OP(value) sum = OP(identity)();
        bool any = false;
        for (int64_t c = from + 1 + tp_lane(); c <= to; c += TP_WARP)
            if (tiles.carry_in_hit[c]) {
                sum = any ? OP(add)(sum, carry_in[c]) : carry_in[c];
                any = true;
            }
        any = OP(sum_lanes)(&sum, any);
        if (any && tp_lane() == of) {
            t = hit ? OP(add)(t, sum) : sum;
            hit = true;
        }
    }
    if (mine) OP(update)(&s, j, t, hit);
}
#undef WALK_EACH

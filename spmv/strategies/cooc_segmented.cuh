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
    const bool valued = OP_LOOKS_AT_ENTRIES && in->values;
    four->lines = lines;
    if (lines && left >= TP_WARP_ENTRIES) {
#pragma unroll
        for (int f = 0; f < 4; f++) {
            four->i[f] = tp_stream(in->ids + at + f * TP_WARP + tp_lane());
            if (valued) four->a[f] = tp_stream((const OP(entry) *)in->values + at + f * TP_WARP + tp_lane());
        }
    } else if (quads && left >= TP_WARP_ENTRIES) {
        tp_load4<true>(in->ids + at + 4 * tp_lane(), four->i);
        if (valued) tp_load4<true>((const OP(entry) *)in->values + at + 4 * tp_lane(), four->a);
    } else {
        four->lines = false;
#pragma unroll
        for (int f = 0; f < 4; f++)
            if (4 * tp_lane() + f < left) {
                four->i[f] = tp_stream(in->ids + at + 4 * tp_lane() + f);
                if (valued) four->a[f] = tp_stream((const OP(entry) *)in->values + at + 4 * tp_lane() + f);
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
            p[f].t = OP(product)(s, OP_LOOKS_AT_ENTRIES && in->values ? four->a[f] : OP(one)(), four->i[f], j);
            p[f].hit = true;
        }
    }
    (void)at, (void)own, (void)next;
}

/* A warp's tile, and the lists that it has come to: list w + l in lane l, of which `closed` have ended. List own - 1
 * began in an earlier tile, list `next` begins in a later one. */
typedef struct OP(tile) {
    const OP_STATE *s;
    /* Of the arcs, which are handed on beside the tile: measured (H100), with a pointer to them or a copy in here, sums
     * of FP64 take 6 % longer, for other code is generated. */
    const tropic_offset *offsets;
    const tp_nnz_tiles *tiles;
    tropic_index b; /* the tile's number */
    tropic_offset base;
    int size;
    tropic_index own, next;
    tropic_index w;
    int closed;
    int begin, end;  /* of the lane's list, in the tile; INT32_MAX: it ends in a later one */
    unsigned *ends;  /* a word for each lane, of which byte f is set if entry 4 lane + f is a list's last */
    OP(value) *sums; /* of each list that ends, at its last entry */
    uint8_t *hits;   /* whether it has any product; not looked at if ALL have */
} OP(tile);

/* The lanes' lists begin with list `from`. */
TP_FN void OP(tile_lists)(OP(tile) *t, tropic_index from)
{
    const tropic_index l = from + tp_lane();
    t->begin = l < t->own ? 0 : l < t->next ? (int)(__ldg(t->offsets + l) - t->base) : 0;
    t->end = INT32_MAX;
    if (l < t->next) {
        const tropic_offset end = __ldg(t->offsets + l + 1) - t->base;
        if (end <= t->size) t->end = (int)end;
    }
}

/* Does no list end before `limit`? */
TP_FN bool OP(tile_goes_on)(const OP(tile) *t, int limit)
{
    return __all_sync(TP_EVERY_LANE, tp_lane() < t->closed || t->end > limit);
}

/* Which of the lane's four entries, of those from `at` up to `limit`, are a list's last: byte f is set. */
TP_FN unsigned OP(tail_flags)(OP(tile) *t, int at, int limit)
{
    t->ends[tp_lane()] = 0;
    __syncwarp();
    for (tropic_index v = t->w;;) {
        if (v > t->w || tp_lane() >= t->closed)
            if (t->end <= limit && t->end > t->begin) ((uint8_t *)t->ends)[t->end - 1 - at] = 1;
        if (!__shfl_sync(TP_EVERY_LANE, t->end <= limit, TP_WARP - 1)) {
            if (v > t->w) OP(tile_lists)(t, t->w);
            break;
        }
        v += TP_WARP;
        OP(tile_lists)(t, v);
    }
    __syncwarp();
    return t->ends[tp_lane()];
}

/* Segmented scan of the lanes' products p by their flags `tails`; `before` is the sum so far of the list at hand. Sums
 * of lists that end here go to t->sums. Returns the lane's sum behind the last end. */
template <bool ALL>
TP_FN OP(partial) OP(segmented_scan)(OP(tile) *t, OP(partial) *p, unsigned tails, OP(partial) before)
{
    const OP(partial) none = {OP(identity)(), false};
    const int lane = tp_lane();
    const unsigned with = __ballot_sync(TP_EVERY_LANE, tails != 0);
    const unsigned earlier = with & ((1u << lane) - 1);
    const int from = tails ? lane : earlier ? 31 - __clz((int)earlier) : 0;
    bool first = true;
#pragma unroll
    for (int f = 1; f < 4; f++)
        if (!(tails >> 8 * (f - 1) & 1)) p[f] = OP(join)<ALL>(p[f - 1], p[f]);
    OP(partial) rest = tails >> 24 & 1 ? none : p[3];
#pragma unroll
    for (int by = 1; by < TP_WARP; by *= 2) {
        const OP(partial) theirs = OP(partial_up)<ALL>(rest, by);
        if (lane - by >= from) rest = OP(join)<ALL>(theirs, rest);
    }
    OP(partial) head = OP(partial_up)<ALL>(rest, 1);
    if (lane == 0) head = none;
    if (earlier == 0) head = OP(join)<ALL>(before, head);
#pragma unroll
    for (int f = 0; f < 4; f++)
        if (tails >> 8 * f & 1) {
            const OP(partial) whole = first ? OP(join)<ALL>(head, p[f]) : p[f];
            t->sums[4 * lane + f] = whole.t;
            if (!ALL) t->hits[4 * lane + f] = whole.hit;
            first = false;
        }
    __syncwarp();
    return rest;
}

/* The lists that end before `limit`: their sums, which begin with entry `at`, to the op, or, of a list that began
 * earlier, to the tiles. */
template <bool ALL> TP_FN void OP(write_lists)(OP(tile) *t, int at, int limit)
{
    for (;;) {
        const tropic_index l = t->w + tp_lane();
        if (tp_lane() >= t->closed && t->end <= limit) {
            OP(partial) whole = {OP(identity)(), false};
            if (t->end > t->begin) whole = {t->sums[t->end - 1 - at], ALL || t->hits[t->end - 1 - at]};
            if (l < t->own) {
                ((OP(value) *)t->tiles->carry_in)[t->b] = whole.t;
                t->tiles->carry_in_hit[t->b] = whole.hit;
            } else if (OP(want)(t->s, l)) {
                OP(update)(t->s, l, whole.t, whole.hit);
            }
        }
        t->closed = __popc(__ballot_sync(TP_EVERY_LANE, t->end <= limit));
        if (t->closed < TP_WARP) break;
        t->w += TP_WARP;
        t->closed = 0;
        OP(tile_lists)(t, t->w);
    }
}

/* Writes the tile's part of the sum of its last list, if that goes on in the next tile. */
template <bool ALL> TP_FN void OP(write_carry)(const OP(tile) *t, OP(partial) sum)
{
    const bool through = t->w + t->closed < t->own; /* it began in an earlier tile, too */
    if (t->w + t->closed >= t->next) return;
    sum = OP(partial_sum)<ALL>(sum);
    if (tp_lane() > 0) return;
    ((OP(value) *)(through ? t->tiles->carry_in : t->tiles->carry_out))[t->b] = sum.t;
    (through ? t->tiles->carry_in_hit : t->tiles->carry_out_hit)[t->b] = ALL || sum.hit;
}

/* Segmented reduction of tile t of the arcs by a warp. */
template <bool ALL> TP_FN void OP(segmented_reduce)(const tp_arcs *in, OP(tile) *t)
{
    const OP(partial) none = {OP(identity)(), false};
    OP(partial) sum = none; /* of the list at hand, so far */
    bool spread = false;    /* over the lanes; else in the last */
    OP(packed4) four;

    OP(four_load)(in, t->base, t->size, t->tiles->quads, false, &four);
    OP(tile_lists)(t, t->w);
    for (int at = 0; at == 0 || at < t->size; at += TP_WARP_ENTRIES) {
        const int limit = at + TP_WARP_ENTRIES;
        OP(partial) p[4];
        OP(four_products)<ALL>(t->s, in, &four, t->base + at, t->size - at, t->own, t->next, p);
        if (limit < t->size) {
            const bool lines = OP(tile_goes_on)(t, limit + TP_WARP_ENTRIES);
            OP(four_load)(in, t->base + limit, t->size - limit, t->tiles->quads, lines, &four);
        }
        if (OP(tile_goes_on)(t, limit)) {
            const OP(partial) low = OP(join)<ALL>(p[0], p[1]), high = OP(join)<ALL>(p[2], p[3]);
            sum = OP(join)<ALL>(sum, OP(join) < ALL > (low, high));
            spread = true;
        } else {
            const unsigned tails = OP(tail_flags)(t, at, limit);
            sum = spread ? OP(partial_sum)<ALL>(sum) : OP(partial_from)<ALL>(sum, TP_WARP - 1);
            sum = OP(segmented_scan)<ALL>(t, p, tails, sum);
            OP(write_lists)<ALL>(t, at, limit);
            if (tp_lane() < TP_WARP - 1) sum = none;
            spread = false;
            __syncwarp();
        }
    }
    OP(write_carry)<ALL>(t, sum);
}

/* Blocks of the dense form that a multiprocessor must have registers for: measured (H200), 5 are faster than 4, but
 * values of 8 bytes spill; with 3, these take up to a quarter longer. */
#define WALK_EACH                                                                                                      \
    (sizeof(OP(value)) > 8 || sizeof(OP(entry)) > 8 ? 1 : sizeof(OP(value)) <= 4 && sizeof(OP(entry)) <= 4 ? 5 : 4)

template <bool ALL> TP_FN void OP(reduce_tiles)(const OP_STATE *given, const tp_arcs *in, const tp_nnz_tiles *tiles)
{
    enum { WARPS = TP_SEGMENTED_WARPS(sizeof(OP(value))) };
    __shared__ unsigned ends[WARPS][TP_WARP];
    __shared__ OP(value) sums[WARPS][TP_WARP_ENTRIES];
    __shared__ uint8_t hits[ALL ? 1 : WARPS][ALL ? 1 : TP_WARP_ENTRIES];
    const int warp = (int)threadIdx.x / TP_WARP;
    const int64_t b = tp_warp();
    const OP_STATE s = OP(simple)(given, ALL);
    const tp_arcs arcs = *in;
    if (ALL && OP_LOOKS_AT_ENTRIES == 1 && !arcs.values) __builtin_unreachable();
    if (b < tiles->count) {
        const tropic_offset base = b * TP_NNZ_TILE;
        const int size = arcs.count - base < TP_NNZ_TILE ? (int)(arcs.count - base) : TP_NNZ_TILE;
        const tropic_index own = __ldg(arcs.split_points + b), next = __ldg(arcs.split_points + b + 1);
        OP(tile) t = {&s, arcs.offsets, tiles,      (tropic_index)b,     base, size, own, next, own - 1, 0, 0,
                      0,  ends[warp],   sums[warp], hits[ALL ? 0 : warp]};
        OP(segmented_reduce)<ALL>(&arcs, &t);
    }
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
#if TP_MAKES(TP_VARIANT_JOIN)
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
#endif
#undef WALK_EACH

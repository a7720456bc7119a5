/* SPDX-License-Identifier: Apache-2.0
 *
 * An elementwise operation along a list in one launch. A block makes the part of the new list between two ids, of at
 * most TP_LISTED_MAX places: it merges them, looks them up and holds their values in shared memory; then it learns how
 * many entries the blocks before it keep, and writes its own. One block makes all of a short list at once. Where w is
 * written in place and nothing need be looked up (tp_listed_is_direct), nothing is held. A kernel of one block has no
 * text for SEVERAL. Includes no header of the CUDA toolkit.
 */
#ifndef TP_LISTED_BLOCK_CUH
#define TP_LISTED_BLOCK_CUH

#include "formats/matrix/list_at.h"
#include "spmv/device/block.cuh"
#include "spmv/ewise/ewise_rule.h"

/* The lists of an operation: first those that are merged. */
enum { TP_OF_PLACES, TP_OF_MORE, TP_OF_OLD, TP_OF_X, TP_OF_Y, TP_OF_MASK, TP_OF_LISTS };
enum { TP_OF_MERGED = TP_OF_OLD + 1 };

/* A block's search for where its part begins and ends. */
typedef struct tp_listed_cuts {
    int64_t ends[2][TP_OF_MERGED][TP_WARP], cut[2][TP_OF_LISTS];
} tp_listed_cuts;

/* Shared memory of the block. */
typedef struct tp_listed_shared {
    tp_elementwise e;
    tp_block_ranks ranks;
    int change;
    unsigned number;             /* of the block, among those that take a part */
    unsigned long long before;   /* entries of the blocks before it */
    tp_places part[TP_OF_LISTS]; /* of each list: what the block looks at, and where that begins */
    int64_t from[TP_OF_LISTS];
    tp_listed_cuts cuts;
    tropic_index merged[TP_LISTED_MAX]; /* places with those that both lists have twice; then where w has them */
    tropic_index places[TP_LISTED_MAX], all[TP_LISTED_MAX];
    tropic_index x[TP_LISTED_MAX], y[TP_LISTED_MAX], mask[TP_LISTED_MAX];
    uint8_t has[TP_LISTED_MAX];
    uint64_t values[TP_LISTED_MAX]; /* those of the new list, if they are no larger */
} tp_listed_shared;

/* ---- the block's part ---- */

/* The whole lists. x has x_count entries, if the host does not know how many. */
TP_FN void tp_listed_parts(const tp_listed *l, int64_t x_count, tp_places part[TP_OF_LISTS])
{
    const bool counted = l->x_count.state != TP_COUNT_KNOWN; /* by x_count alone */
    const tp_places x = {l->x.list.ids, counted ? x_count : l->x.list.count};
    const bool along_x = counted && l->places.ids == l->x.list.ids;
    const tp_places whole[] = {along_x ? x : l->places, l->more, l->old, x, l->y.list, l->mask.list};
    for (int k = 0; k < TP_OF_LISTS; k++) part[k] = whole[k];
}

/* Cuts the lists where `before` ids of those that are merged come before, and (with warps for it) `share` more, and up
 * to two fewer: at an id, which a warp for each list and side looks for, 32 candidates at a time. */
TP_FN void tp_listed_cut(const tp_places *part, tp_listed_cuts *s, int64_t before, int64_t share)
{
    enum { STEP = 5, FIRST = 26 }; /* bits: 32 candidates; ids have 31 */
    const int warp = (int)threadIdx.x / TP_WARP, side = warp / TP_OF_MERGED, k = warp % TP_OF_MERGED;
    const bool works = side < 2;
    int64_t id = 0, low = 0, high = works ? part[k].count : 0;
    for (int shift = FIRST; shift >= 0; shift -= shift > STEP || shift == 0 ? STEP : shift) {
        if (works) s->ends[side][k][tp_lane()] = tp_find_id(part[k].ids, low, high, id + ((int64_t)tp_lane() << shift));
        __syncthreads();
        if (works) {
            int64_t ends = 0;
            int fit;
            for (int m = 0; m < TP_OF_MERGED; m++) ends += s->ends[side][m][tp_lane()];
            fit = __popc(__ballot_sync(TP_EVERY_LANE, ends <= before + side * share));
            low = s->ends[side][k][fit - 1];
            if (fit < TP_WARP) high = s->ends[side][k][fit];
            id += (int64_t)(fit - 1) << shift;
        }
        __syncthreads();
    }
    if (works && tp_lane() == 0) {
        s->cut[side][k] = low;
        s->cut[side][k + TP_OF_X] = tp_find_id(part[k + TP_OF_X].ids, 0, part[k + TP_OF_X].count, id);
    }
    __syncthreads();
}

/* The part of one list that is not merged, by position; and of a new list, whose places ascend, where the lists that
 * are looked up have these. */
TP_FN void tp_listed_part(const tp_listed *l, tp_listed_shared *s)
{
    const tp_places places = s->part[TP_OF_PLACES];
    const int64_t from = s->number * (int64_t)l->share, begin = from < places.count ? from : places.count;
    const int64_t end = begin + l->share < places.count ? begin + l->share : places.count;
    const int side = (int)threadIdx.x / TP_OF_LISTS, k = (int)threadIdx.x % TP_OF_LISTS;
    if (side >= 2) return;
    if (k < TP_OF_X || begin == end)
        s->cuts.cut[side][k] = k > TP_OF_PLACES ? 0 : side ? end : begin;
    else if (!l->in_place)
        s->cuts.cut[side][k] = tp_find_id(s->part[k].ids, 0, s->part[k].count,
                                          side ? places.ids[end - 1] + (int64_t)1 : (int64_t)places.ids[begin]);
}

/* Which part of each list the block looks at. Lists that are merged are cut at ids; one alone, whose ids may be in any
 * order in place, at positions. Of several blocks that make a list, one that comes later has later places. */
template <bool SEVERAL> TP_FN void tp_listed_open(const tp_listed *l, tp_listed_shared *s, int64_t x_count)
{
    const bool merges = l->more.count > 0 || (!l->in_place && l->old.count > 0);
    if (threadIdx.x == 0) {
        tp_listed_parts(l, x_count, s->part);
        for (int k = 0; k < TP_OF_LISTS; k++) s->from[k] = 0;
        s->number = SEVERAL && !l->in_place && gridDim.x > 1 ? (unsigned)atomicAdd(l->line, 1ull) : blockIdx.x;
        s->before = 0;
        s->change = 0;
    }
    __syncthreads();
    if (!SEVERAL || gridDim.x == 1) return;
    if (merges && l->cuts) {
        const int side = (int)threadIdx.x / TP_OF_LISTS, k = (int)threadIdx.x % TP_OF_LISTS;
        if (side < 2) s->cuts.cut[side][k] = l->cuts[((int64_t)s->number + side) * TP_OF_LISTS + k];
    } else if (merges) {
        tp_listed_cut(s->part, &s->cuts, s->number * (int64_t)l->share, l->share);
    } else {
        tp_listed_part(l, s);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < (merges || !l->in_place ? TP_OF_LISTS : 1); k++) {
            s->part[k].ids += s->cuts.cut[0][k];
            s->part[k].count = s->cuts.cut[1][k] - s->cuts.cut[0][k];
            s->from[k] = s->cuts.cut[0][k];
        }
    __syncthreads();
}

/* Where the list has the place; -1: nowhere. */
TP_FN tropic_index tp_listed_find(const tp_listed_shared *s, int list, tropic_index i)
{
    const tropic_index at = tp_position(s->part[list].ids, s->part[list].count, i);
    return at < 0 ? -1 : (tropic_index)(s->from[list] + at);
}

/* ids = those of both lists; how many. */
TP_FN int64_t tp_listed_unite(tp_listed_shared *s, tropic_index *ids, tp_places a, tp_places b)
{
    const int64_t n = a.count + b.count;
    __syncthreads();
    TP_BLOCK_EACH(k, a.count) s->merged[k + tp_find_id(b.ids, 0, b.count, a.ids[k])] = a.ids[k];
    TP_BLOCK_EACH(k, b.count) s->merged[k + tp_find_id(a.ids, 0, a.count, b.ids[k] + (int64_t)1)] = b.ids[k];
    tp_block_rank_start(&s->ranks);
    TP_BLOCK_ROUNDS(k, n)
    {
        const bool first = k < n && (k == 0 || s->merged[k] != s->merged[k - 1]);
        const unsigned at = tp_block_rank(&s->ranks, first);
        if (first) ids[at] = s->merged[k];
    }
    __syncthreads();
    return s->ranks.kept;
}

/* One value; arrays are aligned to it. */
TP_FN void tp_listed_copy(void *to, int64_t i, const void *from, int64_t k, int size)
{
    switch (size) {
    case 1: ((uint8_t *)to)[i] = ((const uint8_t *)from)[k]; break;
    case 2: ((uint16_t *)to)[i] = ((const uint16_t *)from)[k]; break;
    case 4: ((uint32_t *)to)[i] = ((const uint32_t *)from)[k]; break;
    case 8: ((uint64_t *)to)[i] = ((const uint64_t *)from)[k]; break;
    default:
        for (int b = 0; b < size; b++) ((char *)to)[i * size + b] = ((const char *)from)[k * size + b];
    }
}

/* Where the new list's values are until it is known which of them stay, and where. */
TP_FN void *tp_listed_values(const tp_listed *l, tp_listed_shared *s, int size)
{
    return l->spare ? (char *)l->spare + (int64_t)s->number * TP_LISTED_MAX * size : (char *)s->values;
}

/* The mask is the list that is gone along. */
TP_FN bool tp_listed_by_mask(const tp_listed *l)
{
    return l->mask.used && l->mask.list.ids == l->places.ids && l->more.count == 0 && !l->everywhere;
}

/* The new list's places, and w's values there; and the places to be gone along. */
TP_FN void tp_listed_begin(const tp_listed *l, tp_listed_shared *s, int size, tp_places *places, tp_places *all)
{
    const bool merges = !l->in_place && l->old.count > 0;
    const bool by_mask = tp_listed_by_mask(l);
    int64_t n = s->part[TP_OF_PLACES].count;
    if (l->more.count > 0) {
        n = tp_listed_unite(s, s->places, s->part[TP_OF_PLACES], s->part[TP_OF_MORE]);
    } else {
        TP_BLOCK_EACH(c, n) s->places[c] = s->part[TP_OF_PLACES].ids[c];
    }
    *places = *all = tp_places{s->places, n};
    if (merges) {
        n = tp_listed_unite(s, s->all, s->part[TP_OF_OLD], *places);
        *all = tp_places{s->all, n};
        if (l->everywhere) *places = *all;
    }
    TP_BLOCK_EACH(c, n)
    {
        const tropic_index at = merges ? tp_listed_find(s, TP_OF_OLD, s->all[c]) : -1;
        s->has[c] = at >= 0;
        if (at >= 0) tp_listed_copy(tp_listed_values(l, s, size), c, l->old_values, at, size);
    }
    TP_BLOCK_EACH(c, places->count)
    {
        const tropic_index i = places->ids[c], at = (tropic_index)(s->from[TP_OF_PLACES] + c);
        s->x[c] = l->x.used ? tp_listed_find(s, TP_OF_X, i) : (tropic_index)tp_input_at(&l->e.x, at, i);
        s->y[c] = l->y.used ? tp_listed_find(s, TP_OF_Y, i) : (tropic_index)tp_input_at(&l->e.y, at, i);
        s->mask[c] = !l->mask.used ? i : by_mask ? at : tp_listed_find(s, TP_OF_MASK, i);
        if (merges) s->merged[c] = tp_position(all->ids, all->count, i);
    }
    if (threadIdx.x == 0) {
        tp_elementwise *e = &s->e;
        *e = l->e;
        e->n = places->count;
        e->places = places->ids;
        e->x.at = s->x;
        e->y.at = s->y;
        e->mask_at = s->mask;
        if (!l->in_place) {
            e->w = tp_listed_values(l, s, size);
            e->w_has = s->has;
            e->w_at = merges ? s->merged : NULL;
            e->w_listed = true;
        }
    }
    __syncthreads();
}

/* ---- the new list ---- */

/* Its places that have an entry. How many they are, with those of the blocks before. */
template <bool SEVERAL> TP_FN int64_t tp_listed_keep(const tp_listed *l, tp_listed_shared *s, int size, tp_places all)
{
    const void *values = tp_listed_values(l, s, size);
    tp_block_rank_start(&s->ranks);
    TP_BLOCK_ROUNDS(c, all.count)
    {
        bool keeps = c < all.count && s->has[c];
        unsigned at;
        if (keeps && l->removes) {
            const tropic_index m = l->mask.used ? tp_listed_find(s, TP_OF_MASK, all.ids[c]) : all.ids[c];
            keeps = m < 0 ? l->e.mask.complement : tp_mask_allows(&l->e.mask, m);
        }
        at = tp_block_rank(&s->ranks, keeps);
        if (c < all.count) s->x[c] = keeps ? (tropic_index)at : -1;
    }
    __syncthreads();
    if (SEVERAL && gridDim.x > 1) tp_block_before(l->line, s->number, s->ranks.kept, &s->before);
    TP_BLOCK_EACH(c, all.count)
    {
        const int64_t at = (int64_t)s->before + s->x[c];
        if (s->x[c] < 0) continue;
        l->ids[at] = all.ids[c];
        tp_listed_copy(l->values, at, values, c, size);
    }
    return (int64_t)s->before + s->ranks.kept;
}

/* ---- the operation ---- */

/* How many entries x has; -1: too many. */
TP_FN int64_t tp_listed_count(const tp_listed *l)
{
    return l->x_count.state == TP_COUNT_ON_DEVICE ? *l->x_count.word : l->x_count.entries;
}

/* Is w written in place, with operands and a mask that lie by place or by position? */
TP_FN bool tp_listed_is_direct(const tp_listed *l)
{
    return l->in_place && l->more.count == 0 && !l->x.used && !l->y.used &&
           (!l->mask.used || (l->e.mask.structure && tp_listed_by_mask(l)));
}

/* each(e, c): the operation at position c; x has x_count entries, and w's values `size` bytes. */
template <bool SEVERAL, typename EACH>
TP_FN void tp_listed_run(const tp_listed *l, tp_listed_shared *s, int64_t x_count, int64_t *result, int size,
                         const EACH &each)
{
    const bool direct = tp_listed_is_direct(l);
    const tp_elementwise *e = direct ? &l->e : &s->e;
    tp_places places, all;
    int64_t begin = 0;
    int change = 0;
    if (x_count < 0) {
        if (threadIdx.x == 0) *result = INT64_MIN;
        return;
    }
    tp_listed_open<SEVERAL>(l, s, x_count);
    if (direct) {
        places = s->part[TP_OF_PLACES];
        begin = s->from[TP_OF_PLACES];
    } else {
        tp_listed_begin(l, s, size, &places, &all);
    }
    TP_BLOCK_EACH(c, places.count)
    {
        const uint8_t *has = l->in_place && l->e.w_has ? l->e.w_has + places.ids[c] : NULL;
        if (has) change -= *has;
        each(e, begin + c);
        if (has) change += *has;
    }
    if (l->in_place) {
        if (change != 0) atomicAdd(&s->change, change);
        __syncthreads();
        if (threadIdx.x == 0) tp_block_tell(l->sum, s->change, result);
    } else {
        int64_t kept;
        __syncthreads();
        kept = tp_listed_keep<SEVERAL>(l, s, size, all);
        if (threadIdx.x == 0 && s->number == gridDim.x - 1) *result = kept;
    }
}

#endif

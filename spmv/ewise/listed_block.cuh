/* SPDX-License-Identifier: Apache-2.0
 *
 * An elementwise operation along a list, at most TP_LISTED_MAX places by a block: places are united, looked up and kept
 * in shared memory, unless w is written in place and nothing need be looked up (tp_listed_is_direct). An operation then
 * costs one launch. Includes no header of the CUDA toolkit.
 */
#ifndef TP_LISTED_BLOCK_CUH
#define TP_LISTED_BLOCK_CUH

#include "formats/matrix/list_at.h"
#include "spmv/device/block.cuh"
#include "spmv/ewise/ewise_rule.h"

/* Shared memory of the block. */
typedef struct tp_listed_shared {
    tp_elementwise e;
    tp_block_ranks ranks;
    int change;
    tropic_index merged[TP_LISTED_MAX]; /* places with those that both lists have twice; then where w has them */
    tropic_index places[TP_LISTED_MAX], all[TP_LISTED_MAX];
    tropic_index x[TP_LISTED_MAX], y[TP_LISTED_MAX], mask[TP_LISTED_MAX];
    uint8_t has[TP_LISTED_MAX];
    uint64_t values[TP_LISTED_MAX]; /* those of the new list, if they are no larger */
} tp_listed_shared;

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

/* Where the new list's values are until those of them are known that stay. */
TP_FN void *tp_listed_values(const tp_listed *l, tp_listed_shared *s, int size)
{
    return tp_listed_is_held((size_t)size) ? s->values : l->values;
}

/* The mask is the list that is gone along. */
TP_FN bool tp_listed_by_mask(const tp_listed *l)
{
    return l->mask.used && l->mask.list.ids == l->places.ids && l->more.count == 0 && !l->everywhere;
}

/* The new list's places, and w's values there; then the places to be gone along, which begin at position `base` of
 * l->places. */
TP_FN void tp_listed_begin(const tp_listed *l, tp_listed_shared *s, int64_t x_count, int size, int64_t base,
                           tp_places *places, tp_places *all)
{
    const bool merges = !l->in_place && l->old.count > 0;
    const bool by_mask = tp_listed_by_mask(l);
    int64_t n = places->count;
    if (l->more.count > 0) {
        n = tp_listed_unite(s, s->places, *places, l->more);
    } else {
        TP_BLOCK_EACH(c, n) s->places[c] = places->ids[c];
    }
    *places = *all = tp_places{s->places, n};
    if (merges) {
        n = tp_listed_unite(s, s->all, l->old, *places);
        *all = tp_places{s->all, n};
        if (l->everywhere) *places = *all;
    }
    TP_BLOCK_EACH(c, n)
    {
        const tropic_index at = merges ? tp_position(l->old.ids, l->old.count, s->all[c]) : -1;
        s->has[c] = at >= 0;
        if (at >= 0) tp_listed_copy(tp_listed_values(l, s, size), c, l->old_values, at, size);
    }
    TP_BLOCK_EACH(c, places->count)
    {
        const tropic_index i = places->ids[c], at = (tropic_index)(base + c);
        s->x[c] = l->x.used ? tp_position(l->x.list.ids, x_count, i) : (tropic_index)tp_input_at(&l->e.x, at, i);
        s->y[c] =
            l->y.used ? tp_position(l->y.list.ids, l->y.list.count, i) : (tropic_index)tp_input_at(&l->e.y, at, i);
        s->mask[c] = !l->mask.used ? i : by_mask ? at : tp_position(l->mask.list.ids, l->mask.list.count, i);
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
        s->change = 0;
    }
    __syncthreads();
}

/* The new list, or its part of this turn: those of its places that have an entry. A round reads all entries that it
 * moves before it writes any. */
TP_FN void tp_listed_keep(const tp_listed *l, tp_listed_shared *s, int size, tp_places all, bool first)
{
    const bool held = tp_listed_is_held((size_t)size);
    if (first) tp_block_rank_start(&s->ranks);
    TP_BLOCK_ROUNDS(c, all.count)
    {
        char value[TROPIC_TYPE_MAX];
        bool keeps = c < all.count && s->has[c];
        unsigned at;
        if (keeps && l->removes) {
            const int64_t m = l->mask.used ? tp_position(l->mask.list.ids, l->mask.list.count, all.ids[c]) : all.ids[c];
            keeps = m < 0 ? l->e.mask.complement : tp_mask_allows(&l->e.mask, m);
        }
        if (keeps && !held) tp_listed_copy(value, 0, l->values, c, size);
        at = tp_block_rank(&s->ranks, keeps);
        if (keeps) tp_listed_copy(l->values, at, held ? (const void *)s->values : value, held ? c : 0, size);
        if (keeps) l->ids[at] = all.ids[c];
    }
    __syncthreads();
}

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
template <typename EACH>
TP_FN void tp_listed_run(const tp_listed *l, tp_listed_shared *s, int64_t x_count, int64_t *result, int size,
                         const EACH &each)
{
    tp_places places = l->places, all;
    const int64_t share = (places.count + gridDim.x - 1) / gridDim.x, base = blockIdx.x * share;
    const bool direct = tp_listed_is_direct(l);
    const tp_elementwise *e = direct ? &l->e : &s->e;
    int change = 0;
    if (x_count < 0) {
        if (threadIdx.x == 0) *result = INT64_MIN;
        return;
    }
    if (l->x_count.state != TP_COUNT_KNOWN && places.ids == l->x.list.ids) places.count = x_count;
    const int64_t end = gridDim.x > 1 && places.count > base + share ? base + share : places.count;
    int64_t turn = base;
    do {
        const int64_t next = l->in_place || end - turn <= TP_LISTED_MAX ? end : turn + TP_LISTED_MAX;
        if (direct) {
            if (threadIdx.x == 0) s->change = 0;
            __syncthreads();
        } else {
            places = tp_places{l->places.ids + turn, next - turn};
            tp_listed_begin(l, s, x_count, size, turn, &places, &all);
        }
        _Pragma("unroll 1") for (int64_t c = (direct ? base : 0) + threadIdx.x; c < (direct ? end : places.count);
                                 c += blockDim.x)
        {
            const uint8_t *has = l->in_place && l->e.w_has ? l->e.w_has + places.ids[c] : NULL;
            if (has) change -= *has;
            each(e, c);
            if (has) change += *has;
        }
        if (!l->in_place) {
            __syncthreads();
            tp_listed_keep(l, s, size, all, turn == base);
        }
        turn = next;
    } while (turn < end);
    if (l->in_place) {
        if (change != 0) atomicAdd(&s->change, change);
        __syncthreads();
        if (threadIdx.x == 0) tp_block_tell(l->sum, s->change, result);
    } else if (threadIdx.x == 0) {
        *result = s->ranks.kept;
    }
}

#endif

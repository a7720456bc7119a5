/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy colouring on a GPU, of a graph whose vertices have few neighbours: no order is made, words are compared. A
 * vertex that waits keeps which colours are taken, and for which of its neighbours it still waits.
 */
#ifndef TP_SETS_PAINT_WAITING_CUH
#define TP_SETS_PAINT_WAITING_CUH

#include "algorithms/sets/paint.cuh"
#include "algorithms/sets/wait.cuh"

/* Arcs that a vertex may have: a bit for each, and for each colour. Their classes are the degrees. */
#define TP_PAINT_FEW (TP_SET_EXACT - 1)
/* Blocks of a multiprocessor, whose registers are enough. */
#define TP_PAINT_FEW_BLOCKS_EACH 6
/* Of a vertex without a colour: this, its degree, and leading bits of its hash. Else the colour. */
#define TP_PAINT_NONE 0x80000000u
#define TP_PAINT_HASH_BITS 26

/* v waits for `other`, the first of its neighbours that are `open`, by their places in its list. */
struct alignas(16) tp_paint_waiting {
    tropic_index v, other;
    unsigned open, used;
};

typedef struct tp_paint_few {
    tp_set_graph g;
    unsigned *words;
    tp_wait_lists<tp_paint_waiting> lists;
    int32_t *colors;
    tp_paint_state *state;
} tp_paint_few;

static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_paint_place_few(const __grid_constant__ tp_paint_few p)
{
    if (tp_thread() == 0) tp_paint_begin(p.state, p.g.n);
    TP_FOR_EACH(v, p.g.n)
    {
        const unsigned degree = (unsigned)tp_set_degree(&p.g, (tropic_index)v);
        const uint64_t hash = tp_set_hash(&p.g, (tropic_index)v) >> (64 - TP_PAINT_HASH_BITS);
        p.words[v] = TP_PAINT_NONE | degree << TP_PAINT_HASH_BITS | (unsigned)hash;
    }
}

TP_FN unsigned tp_paint_word(const tp_paint_few &p, tropic_index v)
{
    return *(const volatile unsigned *)(p.words + v);
}

/* Is u before v, whose word is `own`? Neither has a colour. */
TP_FN bool tp_paint_is_before(const tp_paint_few &p, tropic_index u, unsigned other, tropic_index v, unsigned own)
{
    if (other != own) return other > own;
    return u != v && tp_set_item_of(&p.g, u) < tp_set_item_of(&p.g, v);
}

/* The vertex takes its colour, unless it waits. Returns how many colours that makes; 0: it waits. */
TP_FN unsigned tp_paint_finish(const tp_paint_few &p, tp_paint_waiting *w)
{
    if (w->v < 0 || w->open) return 0;
    const unsigned color = (unsigned)__ffs((int)~w->used) - 1;
    *(volatile unsigned *)(p.words + w->v) = color;
    p.colors[w->v] = (int32_t)color;
    w->v = -1;
    return color + 1;
}

/* Looks at all neighbours. (In a later launch, v may have its colour.) */
TP_FN unsigned tp_paint_first_look(const tp_paint_few &p, tp_paint_waiting *w)
{
    if (w->v < 0) return 0;
    const tropic_offset begin = __ldg(p.g.offsets + w->v);
    const int length = (int)(__ldg(p.g.offsets + w->v + 1) - begin);
    const unsigned own = tp_paint_word(p, w->v);
    if (own < TP_PAINT_NONE) {
        w->v = -1;
        return own + 1;
    }
    for (int k = 0; k < length; k += TP_FLIGHT) {
        tropic_index u[TP_FLIGHT];
        unsigned other[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) u[f] = k + f < length ? __ldg(p.g.ids + begin + k + f) : w->v;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) other[f] = k + f < length ? tp_paint_word(p, u[f]) : own;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            if (other[f] < TP_PAINT_NONE) w->used |= 1u << other[f];
            if (other[f] < own || !tp_paint_is_before(p, u[f], other[f], w->v, own)) continue;
            if (w->open == 0) w->other = u[f];
            w->open |= 1u << (k + f);
        }
    }
    return tp_paint_finish(p, w);
}

/* Looks at those it waits for, until one has no colour. */
TP_FN unsigned tp_paint_look(const tp_paint_few &p, tp_paint_waiting *w)
{
    if (w->v < 0) return 0;
    for (unsigned other; (other = tp_paint_word(p, w->other)) < TP_PAINT_NONE;) {
        w->used |= 1u << other;
        w->open &= w->open - 1;
        if (w->open == 0) return tp_paint_finish(p, w);
        w->other = __ldg(p.g.ids + __ldg(p.g.offsets + w->v) + (__ffs((int)w->open) - 1));
    }
    return 0;
}

TP_WAIT_KERNEL(TP_PAINT_FEW_BLOCKS_EACH) tp_paint_all_few(const __grid_constant__ tp_paint_few p, int64_t *result)
{
    unsigned most = 0;
    const int64_t left = tp_wait_all(
        p.lists, p.g.n, [&](tp_paint_waiting *w) { most = max(most, tp_paint_first_look(p, w)); },
        [&](tp_paint_waiting *w) { most = max(most, tp_paint_look(p, w)); });
    tp_paint_tell(p.state, most, tp_lane() == 0 ? (unsigned)left : 0, result);
}

#endif

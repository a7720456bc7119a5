/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy colouring on a GPU, of vertices that stand in their order: whoever is free takes the next ones. So those
 * that a vertex waits for are few, and others are at them. A neighbour that has a colour is before it.
 */
#ifndef TP_SETS_PAINT_ORDER_CUH
#define TP_SETS_PAINT_ORDER_CUH

#include "algorithms/sets/paint.cuh"

/* Vertices of lesser degree than 2^6 are painted by lanes: a bit for each arc, and for each colour. */
#define TP_PAINT_LANES_BIT 6
#define TP_PAINT_LANES_DEGREE (1 << TP_PAINT_LANES_BIT)
/* Those of 2^10 or more by blocks, the others by warps. (Not measured.) */
#define TP_PAINT_BLOCK_BIT 10
/* Threads of a block that paints one vertex; and of one that is a warp. */
#define TP_PAINT_BLOCK 512
/* Lanes of a vertex, as many as a sector of memory has ids; of each, so many arcs. */
#define TP_PAINT_LANES 8
#define TP_PAINT_LANE_ARCS (TP_PAINT_LANES_DEGREE / TP_PAINT_LANES)
/* Threads of a block that paints a vertex by such lanes. */
#define TP_PAINT_LANES_BLOCK 256
/* Looks at a vertex before the wait counts as broken: seconds; and before one asks whether another's was. */
#define TP_PAINT_LOOKS (1 << 23)
#define TP_PAINT_LOOKS_ALONE (1 << 12)
/* Neighbours of a vertex that a block notes to wait for them; others are waited for at once. */
#define TP_PAINT_NOTED(threads) ((threads) == TP_WARP ? 128 : 1024)
/* Words of bits of colours. */
#define TP_PAINT_USED(threads) (2 * (threads))

typedef struct tp_paint_order {
    tp_set_graph g;
    tp_set_kinds kinds;
    int32_t bounds[TP_PAINT_WAYS - 1]; /* of kinds: those painted by blocks are less than the first */
    const unsigned long long *keys;    /* sorted: kind << 32 | upper half of the item */
    const tropic_index *vertices;      /* in their order */
    unsigned long long *words;         /* of each vertex: its place << 32 | its colour, from 1 on; 0: none yet */
    int32_t *colors;
    tp_paint_state *state;
} tp_paint_order;

/* ---- the order ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_paint_keys(const __grid_constant__ tp_paint_order p, unsigned long long *keys, tropic_index *vertices)
{
    if (tp_thread() == 0) tp_paint_begin(p.state, p.g.n);
    TP_FOR_EACH(v, p.g.n)
    {
        const unsigned long long kind = (unsigned long long)tp_set_kind(&p.g, &p.kinds, (tropic_index)v);
        keys[v] = kind << 32 | tp_set_item_of(&p.g, (tropic_index)v) >> 32;
        vertices[v] = (tropic_index)v;
    }
}

TP_FN int tp_paint_way(const tp_paint_order &p, int64_t place)
{
    const int32_t kind = (int32_t)(p.keys[place] >> 32);
    return (kind >= p.bounds[0]) + (kind >= p.bounds[1]);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_paint_place(const __grid_constant__ tp_paint_order p)
{
    TP_FOR_EACH(i, p.g.n)
    {
        const int way = tp_paint_way(p, i), before = i > 0 ? tp_paint_way(p, i - 1) : TP_PAINT_BY_BLOCK;
        for (int w = before + 1; w <= way; w++) p.state->begin[w] = i;
        for (int w = way + 1; w < TP_PAINT_WAYS && i == p.g.n - 1; w++) p.state->begin[w] = p.g.n;
        p.words[p.vertices[i]] = (unsigned long long)i << 32;
    }
}

/* ---- words ---- */

TP_FN unsigned long long tp_paint_load(const tp_paint_order &p, tropic_index v)
{
    return *(const volatile unsigned long long *)(p.words + v);
}

/* Has no colour, and is before this place? */
TP_FN bool tp_paint_is_awaited(unsigned long long word, int64_t place)
{
    return (unsigned)word == 0 && (int64_t)(word >> 32) < place;
}

TP_FN void tp_paint_store(const tp_paint_order &p, tropic_index v, int64_t place, unsigned color)
{
    *(volatile unsigned long long *)(p.words + v) = (unsigned long long)place << 32 | (color + 1);
}

/* After so many looks: has a wait been broken? */
TP_FN bool tp_paint_gives_up(const tp_paint_order &p, int looks)
{
    if (looks % TP_PAINT_LOOKS_ALONE > 0) return false;
    if (looks >= TP_PAINT_LOOKS) atomicExch(&p.state->broken, 1u);
    return *(const volatile unsigned *)&p.state->broken;
}

/* The colour of v, from 1 on, when it has one; 0: the wait was broken. */
TP_FN unsigned tp_paint_await(const tp_paint_order &p, tropic_index v)
{
    unsigned color;
    int looks = 0;
    while ((color = (unsigned)tp_paint_load(p, v)) == 0 && !tp_paint_gives_up(p, ++looks)) {
    }
    return color;
}

/* ---- by blocks and warps ---- */

/* Shared memory of a block. */
template <int THREADS> struct tp_paint_block {
    int64_t taken;
    unsigned noted, least;
    unsigned used[TP_PAINT_USED(THREADS)]; /* bits of colours, from a first one on */
    tropic_index awaited[TP_PAINT_NOTED(THREADS)];
};

/* All of the block. */
template <int THREADS> TP_FN void tp_paint_sync(void)
{
    if (THREADS == TP_WARP)
        __syncwarp();
    else
        __syncthreads();
}

/* Colours that neighbours have, from `base` on: the first 64 in registers, which most are among. */
template <int THREADS> struct tp_paint_seen {
    tp_paint_block<THREADS> *block;
    unsigned base;
    unsigned long long low;

    __device__ __forceinline__ void add(unsigned color) /* from 1 on; 0: none */
    {
        const unsigned bit = color - 1 - base;
        if (bit < 64)
            low |= 1ull << bit;
        else if (bit < TP_WARP * TP_PAINT_USED(THREADS))
            atomicOr(&block->used[bit / TP_WARP], 1u << bit % TP_WARP);
    }
};

/* Sees the colours of v's neighbours that have one, and notes those that are to be awaited. */
template <int THREADS>
TP_FN void tp_paint_see(const tp_paint_order &p, tp_paint_seen<THREADS> *seen, tropic_index v, int64_t place)
{
    tp_paint_block<THREADS> *const b = seen->block;
    const tropic_offset end = __ldg(p.g.offsets + v + 1);
    for (tropic_offset first = __ldg(p.g.offsets + v) + threadIdx.x; first < end; first += TP_FLIGHT * THREADS) {
        tropic_index u[TP_FLIGHT];
        unsigned long long word[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) u[f] = first + f * THREADS < end ? __ldg(p.g.ids + first + f * THREADS) : v;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) word[f] = u[f] != v ? tp_paint_load(p, u[f]) : UINT64_MAX << 32;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            seen->add((unsigned)word[f]);
            if (!tp_paint_is_awaited(word[f], place)) continue;
            const unsigned at = atomicAdd(&b->noted, 1u);
            if (at < TP_PAINT_NOTED(THREADS))
                b->awaited[at] = u[f];
            else
                seen->add(tp_paint_await(p, u[f]));
        }
    }
}

/* The least colour from `base` on that no neighbour has; TP_EVERY_LANE: there is none among those that are seen at a
 * time. By all threads. */
template <int THREADS>
TP_FN unsigned tp_paint_least(const tp_paint_order &p, tp_paint_block<THREADS> *b, tropic_index v, int64_t place,
                              unsigned base)
{
    tp_paint_seen<THREADS> seen = {b, base, 0};
    for (int w = threadIdx.x; w < TP_PAINT_USED(THREADS); w += THREADS) b->used[w] = 0;
    if (threadIdx.x == 0) {
        b->noted = 0;
        b->least = TP_EVERY_LANE;
    }
    tp_paint_sync<THREADS>();
    tp_paint_see(p, &seen, v, place);
    tp_paint_sync<THREADS>();
    const unsigned noted = b->noted < TP_PAINT_NOTED(THREADS) ? b->noted : TP_PAINT_NOTED(THREADS);
    for (unsigned k = threadIdx.x; k < noted; k += THREADS) seen.add(tp_paint_await(p, b->awaited[k]));
    __syncwarp();
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) seen.low |= tp_shuffle_xor(seen.low, other);
    if (tp_lane() < 2) atomicOr(&b->used[tp_lane()], (unsigned)(seen.low >> (TP_WARP * tp_lane())));
    tp_paint_sync<THREADS>();
    for (int w = threadIdx.x; w < TP_PAINT_USED(THREADS); w += THREADS) {
        if (b->used[w] == TP_EVERY_LANE) continue;
        atomicMin(&b->least, (unsigned)(TP_WARP * w + __ffs((int)~b->used[w]) - 1));
        break;
    }
    tp_paint_sync<THREADS>();
    return b->least;
}

/* Takes vertices one at a time. */
template <int THREADS, int WAY>
static __global__ void __launch_bounds__(THREADS, 2) tp_paint_each(const __grid_constant__ tp_paint_order p)
{
    __shared__ tp_paint_block<THREADS> block;
    const int64_t begin = p.state->begin[WAY], end = p.state->begin[WAY + 1];
    if (begin == end) return;
    for (;;) {
        if (threadIdx.x == 0) block.taken = begin + (int64_t)atomicAdd(&p.state->taken[WAY], 1ull);
        tp_paint_sync<THREADS>();
        const int64_t place = block.taken;
        if (place >= end) return;
        const tropic_index v = __ldg(p.vertices + place);
        unsigned base = 0, least;
        while ((least = tp_paint_least(p, &block, v, place, base)) == TP_EVERY_LANE) {
            base += TP_WARP * TP_PAINT_USED(THREADS);
            tp_paint_sync<THREADS>(); /* all have read what there is */
        }
        if (threadIdx.x == 0) tp_paint_store(p, v, place, base + least);
    }
}

/* ---- by lanes ---- */

/* Of a lane: its part of a vertex's arcs. */
typedef struct tp_paint_lane {
    tropic_offset begin, end; /* its arcs are begin, begin + TP_PAINT_LANES, ... */
    unsigned open;            /* those whose ends it waits for */
    unsigned long long used;  /* colours */
} tp_paint_lane;

TP_FN void tp_paint_see_lane(const tp_paint_order &p, tp_paint_lane *l, tropic_index v, int64_t place)
{
#pragma unroll
    for (int k = 0; k < TP_PAINT_LANE_ARCS; k += TP_FLIGHT) {
        tropic_index u[TP_FLIGHT];
        unsigned long long word[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            const tropic_offset at = l->begin + (k + f) * TP_PAINT_LANES;
            u[f] = at < l->end ? __ldg(p.g.ids + at) : v;
        }
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) word[f] = u[f] != v ? tp_paint_load(p, u[f]) : UINT64_MAX << 32;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            const unsigned color = (unsigned)word[f] - 1;
            if (color < TP_PAINT_LANES_DEGREE) l->used |= 1ull << color;
            if (tp_paint_is_awaited(word[f], place)) l->open |= 1u << (k + f);
        }
    }
}

/* Looks at the first that it waits for. */
TP_FN void tp_paint_look_lane(const tp_paint_order &p, tp_paint_lane *l)
{
    if (!l->open) return;
    const tropic_index u = __ldg(p.g.ids + l->begin + (__ffs((int)l->open) - 1) * TP_PAINT_LANES);
    const unsigned color = (unsigned)tp_paint_load(p, u) - 1;
    if (color == TP_EVERY_LANE) return;
    if (color < TP_PAINT_LANES_DEGREE) l->used |= 1ull << color;
    l->open &= l->open - 1;
}

/* Paints the vertices at `place`, one of each TP_PAINT_LANES lanes; those of `end` and later are none. */
TP_FN void tp_paint_by_lanes(const tp_paint_order &p, int64_t place, int64_t end)
{
    const int lane = tp_lane() % TP_PAINT_LANES;
    const unsigned group = ((1u << TP_PAINT_LANES) - 1) << (tp_lane() - lane);
    const tropic_index v = place < end ? __ldg(p.vertices + place) : -1;
    tp_paint_lane l = {0, 0, 0, 0};
    bool painted = v < 0;
    if (v >= 0) l = {__ldg(p.g.offsets + v) + lane, __ldg(p.g.offsets + v + 1), 0, 0};
    tp_paint_see_lane(p, &l, v, place);
    for (int looks = 1;; looks++) {
        const unsigned waiting = __ballot_sync(TP_EVERY_LANE, l.open != 0);
        const bool ready = !painted && !(waiting & group);
        if (__any_sync(TP_EVERY_LANE, ready)) {
            unsigned long long used = l.used;
#pragma unroll
            for (int other = TP_PAINT_LANES / 2; other > 0; other /= 2) used |= tp_shuffle_xor(used, other);
            if (ready && lane == 0) tp_paint_store(p, v, place, (unsigned)__ffsll((long long)~used) - 1);
            painted |= ready;
        }
        if (waiting == 0 || __any_sync(TP_EVERY_LANE, tp_paint_gives_up(p, looks))) return;
        tp_paint_look_lane(p, &l);
    }
}

/* Takes so many vertices at a time as the block has lots of lanes. */
static __global__ void __launch_bounds__(TP_PAINT_LANES_BLOCK)
    tp_paint_all_by_lanes(const __grid_constant__ tp_paint_order p)
{
    enum { LOT = TP_PAINT_LANES_BLOCK / TP_PAINT_LANES };
    __shared__ int64_t taken;
    const int64_t begin = p.state->begin[TP_PAINT_BY_LANES], end = p.g.n;
    if (begin == end) return;
    for (;;) {
        if (threadIdx.x == 0) taken = begin + (int64_t)atomicAdd(&p.state->taken[TP_PAINT_BY_LANES], 1ull) * LOT;
        __syncthreads();
        const int64_t first = taken;
        __syncthreads();
        if (first >= end) return;
        tp_paint_by_lanes(p, first + threadIdx.x / TP_PAINT_LANES, end);
    }
}

/* ---- colours ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_paint_show(const __grid_constant__ tp_paint_order p, int64_t *result)
{
    unsigned most = 0;
    TP_FOR_EACH(v, p.g.n)
    {
        const unsigned color = (unsigned)p.words[v];
        p.colors[v] = (int32_t)color - 1;
        most = max(most, color);
    }
    tp_paint_tell(p.state, most, 0, result);
}

#endif

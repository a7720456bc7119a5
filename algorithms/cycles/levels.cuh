/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices level by level on a GPU, in one kernel: those that no arc from a vertex that is left leads to (REMOVES), or
 * those that a search reaches for the first time. They stand in one list, in which a level is followed by the next one.
 *
 * A wide level is shared out among all blocks, which meet after it. A narrow one is taken by one block, which goes on
 * from level to level while the others wait for it: a barrier of a block takes less than a tenth of one of all.
 */
#ifndef TP_LEVELS_CUH
#define TP_LEVELS_CUH

#include "algorithms/cycles/cycles.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/line.cuh"

/* Threads of a block; there is one on each multiprocessor. */
#define TP_LEVEL_BLOCK 1024
/* A level is narrow up to so many vertices, and arcs: one block then takes about as long as all, which meet. (H200: of
 * one block a narrow level of a lattice takes 1.4 us. With twice the arcs the order of Kronecker graph 21 took 28.5 ms,
 * with these, before blocks held what they find, 22.7.) */
#define TP_LEVEL_NARROW TP_LEVEL_BLOCK
#define TP_LEVEL_NARROW_ARCS 8192
/* A vertex counts as having so many arcs at most, where a level's are counted: the sum has 32 bits. */
#define TP_LEVEL_ARCS_MAX (1u << 16)
/* Arcs of a thread that are on their way at once. */
#define TP_LEVEL_FLIGHT 4

/* What blocks add up in a wide level. */
typedef struct tp_level_slot {
    unsigned long long found, arcs;
    unsigned odd;
} tp_level_slot;

/* The level at hand: queue[begin .. end - 1]. */
typedef struct tp_level_progress {
    int64_t begin, end;
    unsigned long long arcs; /* about */
    tropic_index level;
    unsigned turn; /* of slots */
    unsigned odd;  /* of a search: an edge was seen both of whose ends are on one level */
} tp_level_progress;

/* In device memory. */
typedef struct tp_level_state {
    unsigned barrier;
    tp_level_progress at, told; /* told: by the block that has taken narrow levels */
    tp_level_slot slots[3];
} tp_level_state;

/* Parameters of kernels. */
typedef struct tp_level_work {
    tropic_index n;
    tp_arcs out, in;
    bool both;           /* a search goes along arcs of both */
    tropic_index *left;  /* as tp_kahn has it */
    tropic_index *level; /* of a search: -1 until a vertex is reached */
    tropic_index *queue;
    tp_level_state *state;
} tp_level_work;

/* Vertices that a block holds before it appends them to the list of all; and how many it may hold before it looks at
 * more arcs, all of which may find one. */
#define TP_LEVEL_HELD (6 * TP_LEVEL_BLOCK)
#define TP_LEVEL_HELD_BEFORE (TP_LEVEL_HELD - TP_LEVEL_FLIGHT * TP_LEVEL_BLOCK)

/* Shared memory of a block. */
typedef struct tp_level_shared {
    tp_line<TP_LEVEL_BLOCK, unsigned long long> line;
    union {
        /* Narrow levels, by turns: lists of their vertices. */
        struct {
            tropic_offset begin[2][TP_LEVEL_NARROW];
            tropic_index entries[2][TP_LEVEL_NARROW];
        };
        /* A wide one: vertices that were found. */
        tropic_index held[TP_LEVEL_HELD];
    };
    /* By turns, of a wide level the first: how many vertices were found, and about how many arcs they have. */
    unsigned found[2], arcs[2];
    unsigned long long place; /* of those that are held, behind the level */
    unsigned odd;
    tp_level_progress at; /* the same in each block */
} tp_level_shared;

TP_FN bool tp_level_is_narrow(const tp_level_progress &at)
{
    return at.end - at.begin <= TP_LEVEL_NARROW && at.arcs <= TP_LEVEL_NARROW_ARCS;
}

TP_FN bool tp_level_goes_on(const tp_level_progress &at, tropic_index last)
{
    return at.begin < at.end && at.level < last && !at.odd;
}

/* Arcs of u that a level counts. */
TP_FN unsigned tp_level_arcs(const tp_level_work &w, tropic_index u, tropic_index entries)
{
    unsigned arcs = (unsigned)entries;
    if (w.both) arcs += (unsigned)(__ldg(w.in.offsets + u + 1) - __ldg(w.in.offsets + u));
    return arcs < TP_LEVEL_ARCS_MAX ? arcs : TP_LEVEL_ARCS_MAX;
}

/* Does an arc to u, from the level at hand, find it for the next one? *odd: u is on this one, too. */
template <bool REMOVES>
TP_FN bool tp_level_find(const tp_level_work &w, tropic_index at_hand, tropic_index u, bool *odd)
{
    if (REMOVES) return atomicSub(w.left + u, 1) == 1;
    const tropic_index level = *(const volatile tropic_index *)(w.level + u);
    *odd |= level == at_hand;
    return level < 0 && atomicCAS(w.level + u, -1, at_hand + 1) == -1;
}

/* The lanes' vertices that were found are held, or, of a narrow level, go behind it, and into the block's next one,
 * `side`. By all lanes of a warp. */
template <bool REMOVES, bool NARROW>
TP_FN void tp_level_append(const tp_level_work &w, tp_level_shared *b, int side, tropic_index u, bool found)
{
    const unsigned those = __ballot_sync(TP_EVERY_LANE, found);
    tropic_offset begin = 0;
    tropic_index entries = 0;
    unsigned arcs = 0, place = 0;
    if (those == 0) return;
    if (found) {
        begin = __ldg(w.out.offsets + u);
        entries = (tropic_index)(__ldg(w.out.offsets + u + 1) - begin);
        arcs = tp_level_arcs(w, u, entries);
        if (REMOVES) w.level[u] = b->at.level + 1;
    }
    arcs = tp_warp_total(arcs);
    if (tp_lane() == 0) {
        place = atomicAdd(&b->found[side], (unsigned)__popc(those));
        atomicAdd(&b->arcs[side], arcs);
    }
    place = __shfl_sync(TP_EVERY_LANE, place, 0) + (unsigned)__popc(those & ((1u << tp_lane()) - 1));
    if (!found) return;
    if (!NARROW) {
        b->held[place] = u;
        return;
    }
    w.queue[b->at.end + place] = u;
    if (place >= TP_LEVEL_NARROW) return;
    b->begin[side][place] = begin;
    b->entries[side][place] = entries;
}

/* What a block holds of a wide level goes to the list of all, which has one place for all blocks to ask for room. */
TP_FN void tp_level_flush(const tp_level_work &w, tp_level_shared *b)
{
    const unsigned held = b->found[0];
    tp_level_slot *slot = w.state->slots + b->at.turn;
    if (held == 0) return;
    if (threadIdx.x == 0) {
        b->place = atomicAdd(&slot->found, (unsigned long long)held);
        atomicAdd(&slot->arcs, (unsigned long long)b->arcs[0]);
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < held; k += TP_LEVEL_BLOCK)
        w.queue[b->at.end + (int64_t)b->place + k] = b->held[k];
    if (threadIdx.x == 0) b->found[0] = b->arcs[0] = 0;
    __syncthreads();
}

/* Goes along the arcs of the lists that each thread has, one of `ids`. */
template <bool REMOVES, bool NARROW>
TP_FN void tp_level_along(const tp_level_work &w, tp_level_shared *b, int side, const tropic_index *ids,
                          tropic_offset begin, tropic_index entries)
{
    const unsigned long long total = tp_line_up(&b->line, begin, (unsigned long long)entries);
    const tropic_index level = b->at.level;
    bool odd = false;
    for (unsigned long long first = 0; first < total; first += TP_LEVEL_FLIGHT * TP_LEVEL_BLOCK) {
        tropic_index u[TP_LEVEL_FLIGHT];
        bool found[TP_LEVEL_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_LEVEL_FLIGHT; f++) {
            const unsigned long long e = first + (unsigned)f * TP_LEVEL_BLOCK + threadIdx.x;
            u[f] = -1;
            if (e < total) u[f] = __ldg(ids + b->line.base[tp_line_owner(&b->line, e)] + (tropic_offset)e);
        }
#pragma unroll
        for (int f = 0; f < TP_LEVEL_FLIGHT; f++) found[f] = u[f] >= 0 && tp_level_find<REMOVES>(w, level, u[f], &odd);
#pragma unroll
        for (int f = 0; f < TP_LEVEL_FLIGHT; f++) tp_level_append<REMOVES, NARROW>(w, b, side, u[f], found[f]);
        if (NARROW || first + TP_LEVEL_FLIGHT * TP_LEVEL_BLOCK >= total) continue;
        __syncthreads();
        const unsigned held = b->found[0];
        __syncthreads(); /* all have read it */
        if (held > TP_LEVEL_HELD_BEFORE) tp_level_flush(w, b);
    }
    if (odd) atomicOr(&b->odd, 1u);
    __syncthreads();
}

/* The block's share of a level. */
template <bool REMOVES> TP_FN void tp_level_take_share(const tp_level_work &w, tp_level_shared *b)
{
    const int64_t all = b->at.end - b->at.begin, each = (all + gridDim.x - 1) / gridDim.x;
    const int64_t begin = b->at.begin + (blockIdx.x * each < all ? blockIdx.x * each : all);
    const int64_t end = b->at.end - begin < each ? b->at.end : begin + each;
    for (int64_t first = begin; first < end; first += TP_LEVEL_BLOCK) {
        const tropic_index v = first + threadIdx.x < end ? __ldcg(w.queue + first + threadIdx.x) : -1;
        for (int list = 0; list < (w.both ? 2 : 1); list++) {
            const tp_arcs &arcs = list == 0 ? w.out : w.in;
            const tropic_offset from = v >= 0 ? __ldg(arcs.offsets + v) : 0;
            const tropic_offset to = v >= 0 ? __ldg(arcs.offsets + v + 1) : 0;
            tp_level_along<REMOVES, false>(w, b, 0, arcs.ids, from, (tropic_index)(to - from));
            if (b->found[0] > TP_LEVEL_HELD_BEFORE) tp_level_flush(w, b);
        }
    }
    tp_level_flush(w, b);
    if (threadIdx.x == 0 && b->odd) w.state->slots[b->at.turn].odd = 1;
}

/* Narrow levels, by one block, until one is none, or the last. */
template <bool REMOVES> TP_FN void tp_level_go_alone(const tp_level_work &w, tp_level_shared *b, tropic_index last)
{
    const int t = (int)threadIdx.x;
    int side = 0;
    if (t < b->at.end - b->at.begin) {
        const tropic_index v = __ldcg(w.queue + b->at.begin + t);
        b->begin[0][t] = __ldg(w.out.offsets + v);
        b->entries[0][t] = (tropic_index)(__ldg(w.out.offsets + v + 1) - b->begin[0][t]);
    }
    do {
        const bool mine = t < b->at.end - b->at.begin;
        const tropic_offset begin = mine ? b->begin[side][t] : 0;
        const tropic_index entries = mine ? b->entries[side][t] : 0;
        if (t == 0) b->found[1 - side] = b->arcs[1 - side] = 0;
        tp_level_along<REMOVES, true>(w, b, 1 - side, w.out.ids, begin, entries);
        if (w.both) {
            const tropic_index v = mine ? __ldcg(w.queue + b->at.begin + t) : -1;
            const tropic_offset from = mine ? __ldg(w.in.offsets + v) : 0;
            const tropic_offset to = mine ? __ldg(w.in.offsets + v + 1) : 0;
            tp_level_along<REMOVES, true>(w, b, 1 - side, w.in.ids, from, (tropic_index)(to - from));
        }
        side = 1 - side;
        if (t == 0) {
            b->at.begin = b->at.end;
            b->at.end += b->found[side];
            b->at.arcs = b->arcs[side];
            b->at.level++;
            b->at.odd = b->odd;
        }
        __syncthreads();
    } while (tp_level_is_narrow(b->at) && tp_level_goes_on(b->at, last));
    if (t > 0) return;
    w.state->told = b->at;
    b->found[0] = b->arcs[0] = 0;
}

/* Up to so many levels. */
template <bool REMOVES>
static __global__ void __launch_bounds__(TP_LEVEL_BLOCK)
    tp_level_walk(const __grid_constant__ tp_level_work w, tropic_index levels)
{
    __shared__ tp_level_shared block;
    tp_level_shared *const b = &block;
    if (threadIdx.x == 0) {
        b->at = w.state->at;
        b->odd = b->found[0] = b->arcs[0] = 0;
    }
    __syncthreads();
    const tropic_index last = w.n - b->at.level < levels ? w.n : b->at.level + levels;
    while (tp_level_goes_on(b->at, last)) {
        const bool narrow = tp_level_is_narrow(b->at);
        if (!narrow)
            tp_level_take_share<REMOVES>(w, b);
        else if (blockIdx.x == 0)
            tp_level_go_alone<REMOVES>(w, b, last);
        tp_grid_barrier(&w.state->barrier);
        if (threadIdx.x == 0 && narrow) {
            const volatile tp_level_progress *told = &w.state->told;
            b->at.begin = told->begin;
            b->at.end = told->end;
            b->at.arcs = told->arcs;
            b->at.level = told->level;
            b->at.odd = told->odd;
        } else if (threadIdx.x == 0) {
            const volatile tp_level_slot *slot = w.state->slots + b->at.turn;
            b->at.begin = b->at.end;
            b->at.end += (int64_t)slot->found;
            b->at.arcs = slot->arcs;
            b->at.level++;
            b->at.odd = slot->odd;
            b->at.turn = b->at.turn == 2 ? 0 : b->at.turn + 1;
            /* The slot of the turn before this one, which all have read, is that of the one after the next. */
            if (blockIdx.x == 0) w.state->slots[b->at.turn == 2 ? 0 : b->at.turn + 1] = {0, 0, 0};
        }
        __syncthreads();
    }
    if (tp_thread() == 0) w.state->at = b->at; /* which all have read long ago */
}

#endif

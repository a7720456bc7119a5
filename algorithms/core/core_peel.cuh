/* SPDX-License-Identifier: Apache-2.0
 *
 * Core numbers on the GPU, in one kernel whose blocks meet once for each k.
 *
 * Each block has a list of the vertices that are left, of which every block has an equal part. In a turn it looks at
 * these, drops those that are taken, and queues those of degree k or less in shared memory; then it peels what its
 * queue has, and what it finds on the way, until the queue is empty or it has followed many arcs: core numbers do not
 * depend on an order. What is left then, or finds no room in the queue, is spilled to a list in global memory, which
 * all blocks share out in another turn of the same k. The next k is the least degree that anyone has seen; of those
 * seen early some fell further, so that it may be too small, and a turn finds nothing.
 *
 * With layers a turn is one layer: a block peels what was queued before the turn, and looks for vertices of degree k in
 * a turn of its own.
 *
 * To peel: the arcs of all vertices that a block takes at a time stand in one line, which its threads share out
 * equally, so that one long list and many short ones take as long.
 *
 * A vertex may be queued twice, by its list's block and by who takes its degree from k + 1 to k; the first to write its
 * core number peels it. (While one looks where its arcs begin, this takes no time.)
 */
#ifndef TP_CORE_PEEL_CUH
#define TP_CORE_PEEL_CUH

#include "algorithms/core/core.h"
#include "spmv/device/kernel.cuh"

/* Threads of a block; there is one on each multiprocessor, since barriers of all want few. */
#ifndef TP_CORE_BLOCK
#define TP_CORE_BLOCK 1024
#endif
#define TP_CORE_WARPS (TP_CORE_BLOCK / TP_WARP)
/* Vertices that a block's queue has room for; a power of two, at least the threads. */
#ifndef TP_CORE_QUEUE
#define TP_CORE_QUEUE 2048
#endif
/* Arcs of a thread that are on their way at once. */
#define TP_CORE_FLIGHT 4
/* Arcs that a block follows in a turn before the others share what it has queued. (On an H200, milliseconds of kron 21,
 * urand 21, mycielskian 17 and lattice 1200: without a limit 20.3, 1.96, 34.3 and 0.276, of which the first is 17.6 to
 * 25.0; at 2^18 6.6, 2.04, 16.9 and 0.272; at 2^16 5.1, 1.99, 15.7 and 0.274; at 2^15 5.0, 2.02, 15.3 and 0.286; at
 * 2^14 4.8, 2.20, 14.6 and 0.349.) */
#ifndef TP_CORE_ARCS
#define TP_CORE_ARCS (1ull << 15)
#endif
#define TP_CORE_NONE (~0u)

/* What blocks tell each other in a turn. */
typedef struct tp_core_slot {
    unsigned least; /* degree above k that was seen */
    unsigned long long waiting, spilled, taken;
} tp_core_slot;

/* How far the work is, between two turns. */
typedef struct tp_core_progress {
    unsigned k, layer, least; /* least: degree above k that was seen so far */
    bool looks, done;         /* does the next turn look for vertices of degree k? */
    int32_t core;             /* the greatest with a vertex */
    int64_t members, last;    /* vertices with that core number; so far with k */
    int64_t taken, levels;
    unsigned long long from, to; /* what is spilled, to be shared out in the next turn */
    unsigned turn;               /* modulo 3 */
} tp_core_progress;

/* In device memory. */
typedef struct tp_core_state {
    unsigned barrier;
    tp_core_progress at;
    tp_core_slot slots[3];
} tp_core_state;

/* Parameters of kernels. */
typedef struct tp_core_work {
    tp_core c; /* core[v] is -1 until v is taken */
    unsigned *degree;
    tropic_index *left;       /* of each block, `share` places */
    tropic_index *left_count; /* of each block */
    int64_t share;
    tropic_index *spill; /* a ring */
    int64_t room;        /* in it: twice n, for a vertex may be queued twice */
    tp_core_state *state;
} tp_core_work;

/* Shared memory of a block. */
typedef struct tp_core_block {
    tropic_index queue[TP_CORE_QUEUE]; /* entries head .. tail - 1, modulo its size; tail may be too large */
    unsigned head, tail;
    /* Of the vertices at hand: where in the line the arcs of each end, and what to add to a place in the line for that
     * in ids. */
    unsigned long long ends[TP_CORE_BLOCK], sums[TP_CORE_WARPS];
    tropic_offset base[TP_CORE_BLOCK];
    unsigned kept;         /* vertices that stay in the list */
    unsigned least, taken; /* of this turn */
    tp_core_progress at;   /* the same in each block */
} tp_core_block;

/* A thread's view of a turn. */
typedef struct tp_core_turn {
    unsigned k, layer, least;
    tp_core_slot *slot;
    unsigned long long to;       /* where the spill list goes on */
    unsigned long long followed; /* arcs, by this block */
} tp_core_turn;

TP_FN unsigned tp_core_degree(const tp_core_work &w, tropic_index v)
{
    return *(const volatile unsigned *)(w.degree + v);
}

/* Entries in the queue. (By all threads, between barriers.) */
TP_FN unsigned tp_core_queued(const tp_core_block *b)
{
    const unsigned queued = b->tail - b->head;
    return queued < TP_CORE_QUEUE ? queued : TP_CORE_QUEUE;
}

TP_FN void tp_core_spill(const tp_core_work &w, const tp_core_turn &turn, tropic_index v)
{
    const unsigned long long at = turn.to + atomicAdd(&turn.slot->spilled, 1ull);
    w.spill[at % (unsigned long long)w.room] = v;
}

TP_FN void tp_core_append(const tp_core_work &w, tp_core_block *b, const tp_core_turn &turn, tropic_index v)
{
    const unsigned at = atomicAdd(&b->tail, 1u);
    if (at - b->head < TP_CORE_QUEUE)
        b->queue[at % TP_CORE_QUEUE] = v;
    else
        tp_core_spill(w, turn, v);
}

/* The sum of v over this lane and those before it. */
TP_FN unsigned long long tp_core_warp_ends(unsigned long long v)
{
#pragma unroll
    for (int back = 1; back < TP_WARP; back *= 2) {
        const unsigned long long before = __shfl_up_sync(TP_EVERY_LANE, v, back);
        if (tp_lane() >= back) v += before;
    }
    return v;
}

/* ---- peeling ---- */

/* Takes 1 from the degree of the other end of each arc in the line, `total` of them, of at most `count` vertices. */
TP_FN void tp_core_lower(const tp_core_work &w, tp_core_block *b, tp_core_turn &turn, const tropic_index *ids,
                         unsigned long long total, unsigned count)
{
    const unsigned top = count > 1 ? 1u << (31 - __clz((int)count)) : 1u;
    for (unsigned long long first = threadIdx.x; first < total; first += TP_CORE_FLIGHT * TP_CORE_BLOCK) {
        tropic_index u[TP_CORE_FLIGHT];
        unsigned before[TP_CORE_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_CORE_FLIGHT; f++) {
            const unsigned long long e = first + f * TP_CORE_BLOCK;
            unsigned owner = 0;
            u[f] = -1;
            if (e >= total) continue;
            for (unsigned step = top; step > 0; step /= 2)
                if (owner + step <= TP_CORE_BLOCK && b->ends[owner + step - 1] <= e) owner += step;
            u[f] = __ldg(ids + b->base[owner] + (tropic_offset)e);
        }
#pragma unroll
        for (int f = 0; f < TP_CORE_FLIGHT; f++) before[f] = u[f] >= 0 ? tp_core_degree(w, u[f]) : 0;
#pragma unroll
        for (int f = 0; f < TP_CORE_FLIGHT; f++)
            if (before[f] > turn.k) before[f] = atomicSub(w.degree + u[f], 1u);
#pragma unroll
        for (int f = 0; f < TP_CORE_FLIGHT; f++) {
            if (before[f] == turn.k + 1) tp_core_append(w, b, turn, u[f]);
            if (before[f] > turn.k + 1 && before[f] - 1 < turn.least) turn.least = before[f] - 1;
        }
    }
}

/* Lines up the lists of the vertices at hand, one a thread, of those that are `mine`. Returns how many arcs there are.
 * The first `queued` entries of the queue are done with. */
TP_FN unsigned long long tp_core_line_up(tp_core_block *b, const tp_arcs &arcs, tropic_index v, bool mine,
                                         tropic_offset begin, unsigned queued)
{
    const unsigned warp = threadIdx.x / TP_WARP;
    const unsigned long long length = mine ? (unsigned long long)(__ldg(arcs.offsets + v + 1) - begin) : 0;
    unsigned long long ends = tp_core_warp_ends(length), sums;
    if (tp_lane() == TP_WARP - 1) b->sums[warp] = ends;
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned tail = b->head + tp_core_queued(b);
        b->tail = tail;
        b->head += queued;
    }
    sums = tp_core_warp_ends(tp_lane() < TP_CORE_WARPS ? b->sums[tp_lane()] : 0);
    if (warp > 0) ends += __shfl_sync(TP_EVERY_LANE, sums, (int)warp - 1);
    b->ends[threadIdx.x] = ends;
    b->base[threadIdx.x] = begin - (tropic_offset)(ends - length);
    __syncthreads();
    return __shfl_sync(TP_EVERY_LANE, sums, TP_WARP - 1);
}

/* Peels a vertex of each thread (-1: none), those of the first `count` threads; `queued` are from the queue. Returns
 * how many arcs they have. */
template <bool LAYERS>
TP_FN unsigned long long tp_core_peel_batch(const tp_core_work &w, tp_core_block *b, tp_core_turn &turn, tropic_index v,
                                            unsigned count, unsigned queued)
{
    const int32_t number = (int32_t)turn.k * w.c.each;
    tropic_offset begin = 0, begin_in = 0;
    bool mine = v >= 0;
    if (mine) {
        begin = __ldg(w.c.out.offsets + v);
        if (w.c.both) begin_in = __ldg(w.c.in.offsets + v);
        if (LAYERS) {
            w.c.core[v] = number;
            w.c.layer[v] = (int32_t)turn.layer;
        } else {
            mine = atomicCAS(w.c.core + v, -1, number) == -1;
        }
    }
    const unsigned taken = (unsigned)__popc(__ballot_sync(TP_EVERY_LANE, mine));
    if (tp_lane() == 0 && taken > 0) atomicAdd(&b->taken, taken);
    const unsigned long long total = tp_core_line_up(b, w.c.out, v, mine, begin, queued);
    tp_core_lower(w, b, turn, w.c.out.ids, total, count);
    __syncthreads();
    if (!w.c.both) return total;
    const unsigned long long total_in = tp_core_line_up(b, w.c.in, v, mine, begin_in, 0);
    tp_core_lower(w, b, turn, w.c.in.ids, total_in, count);
    __syncthreads();
    return total + total_in;
}

/* Peels entries of the queue until `most` are done, it is empty, or the turn's arcs are followed; few at a time if each
 * may have many of these. */
template <bool LAYERS>
TP_FN void tp_core_drain(const tp_core_work &w, tp_core_block *b, tp_core_turn &turn, unsigned most)
{
    const unsigned long long room = TP_CORE_ARCS / (turn.k + 1ull) + 1;
    const unsigned at_once = LAYERS || room > TP_CORE_BLOCK ? TP_CORE_BLOCK : (unsigned)room;
    while (most > 0 && (LAYERS || turn.followed < TP_CORE_ARCS)) {
        const unsigned queued = tp_core_queued(b), head = b->head;
        unsigned count = queued < most ? queued : most;
        if (count == 0) return;
        if (count > at_once) count = at_once;
        const tropic_index v = threadIdx.x < count ? b->queue[(head + threadIdx.x) % TP_CORE_QUEUE] : -1;
        turn.followed += tp_core_peel_batch<LAYERS>(w, b, turn, v, count, count);
        most -= count;
    }
}

/* What is queued is lost when the kernel ends, and of one block alone until then. */
TP_FN void tp_core_spill_queue(const tp_core_work &w, tp_core_block *b, const tp_core_turn &turn)
{
    const unsigned queued = tp_core_queued(b);
    for (unsigned i = threadIdx.x; i < queued; i += TP_CORE_BLOCK)
        tp_core_spill(w, turn, b->queue[(b->head + i) % TP_CORE_QUEUE]);
    __syncthreads();
    if (threadIdx.x == 0) b->tail = b->head;
    __syncthreads();
}

/* Peels the block's share of the spill list. */
template <bool LAYERS>
TP_FN void tp_core_take_share(const tp_core_work &w, tp_core_block *b, tp_core_turn &turn, unsigned long long from)
{
    const unsigned long long all = turn.to - from, each = (all + gridDim.x - 1) / gridDim.x;
    const unsigned long long begin = from + (blockIdx.x * each < all ? blockIdx.x * each : all);
    const unsigned long long end = turn.to - begin < each ? turn.to : begin + each;
    for (unsigned long long first = begin; first < end; first += TP_CORE_BLOCK) {
        const unsigned count = end - first < TP_CORE_BLOCK ? (unsigned)(end - first) : TP_CORE_BLOCK;
        const unsigned long long at = (first + threadIdx.x) % (unsigned long long)w.room;
        const tropic_index v = threadIdx.x < count ? *(const volatile tropic_index *)(w.spill + at) : -1;
        tp_core_peel_batch<LAYERS>(w, b, turn, v, count, 0);
    }
}

/* ---- turns ---- */

/* Looks at the block's vertices, `left` of them: queues those of degree k or less, keeps those of more. Returns how
 * many it keeps. */
template <bool LAYERS>
TP_FN tropic_index tp_core_look(const tp_core_work &w, tp_core_block *b, tp_core_turn &turn, tropic_index left)
{
    tropic_index *const list = w.left + blockIdx.x * w.share;
    tropic_index in_place = 0, kept = 0; /* in_place: they stay where they are */
    if (threadIdx.x == 0) b->kept = 0;
    for (tropic_index first = 0; first < left; first += TP_CORE_BLOCK) {
        const tropic_index here = left - first < TP_CORE_BLOCK ? left - first : TP_CORE_BLOCK;
        const tropic_index v = (tropic_index)threadIdx.x < here ? list[first + (tropic_index)threadIdx.x] : -1;
        const unsigned degree = v >= 0 ? tp_core_degree(w, v) : 0;
        const bool stays = v >= 0 && degree > turn.k;
        const bool found = v >= 0 && !stays && *(const volatile int32_t *)(w.c.core + v) < 0;
        if (stays && degree < turn.least) turn.least = degree;
        /* After this all have read their places, which are written to. */
        const tropic_index staying = __syncthreads_count(stays);
        if (staying == here && kept == first) {
            in_place += staying;
        } else {
            const unsigned those = __ballot_sync(TP_EVERY_LANE, stays);
            unsigned at = 0;
            if (tp_lane() == 0 && those) at = atomicAdd(&b->kept, (unsigned)__popc(those));
            at = __shfl_sync(TP_EVERY_LANE, at, 0);
            if (stays) list[in_place + (tropic_index)at + __popc(those & ((1u << tp_lane()) - 1))] = v;
        }
        kept += staying;
        if (found) tp_core_append(w, b, turn, v);
        if (LAYERS) continue;
        __syncthreads();
        if (tp_core_queued(b) <= TP_CORE_QUEUE - TP_CORE_BLOCK) continue;
        tp_core_drain<false>(w, b, turn, TP_CORE_QUEUE);
        if (turn.followed >= TP_CORE_ARCS) tp_core_spill_queue(w, b, turn);
    }
    __syncthreads();
    return kept;
}

/* Goes on from what all have told. */
TP_FN void tp_core_go_on(tp_core_progress *at, const volatile tp_core_slot *told)
{
    const unsigned long long taken = told->taken, spilled = told->spilled, waiting = told->waiting;
    at->least = told->least;
    at->last += (int64_t)taken;
    at->taken += (int64_t)taken;
    at->from = at->to;
    at->to += spilled;
    at->turn = at->turn == 2 ? 0 : at->turn + 1;
    at->looks = spilled == 0 && waiting == 0;
    if (!at->looks) {
        at->layer++;
        return;
    }
    if (at->last > 0) {
        at->levels++;
        at->core = (int32_t)at->k;
        at->members = at->last;
        at->last = 0;
    }
    at->done = at->least == TP_CORE_NONE;
    at->k = at->least;
}

/* Tells the others of the turn, waits for them, and reads what all have told. */
TP_FN void tp_core_meet(const tp_core_work &w, tp_core_block *b, const tp_core_turn &turn)
{
    const unsigned least = ~tp_warp_max(~turn.least);
    if (tp_lane() == 0 && least != TP_CORE_NONE) atomicMin(&b->least, least);
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned queued = tp_core_queued(b);
        b->tail = b->head + queued;
        if (b->least != TP_CORE_NONE) atomicMin(&turn.slot->least, b->least);
        if (b->taken > 0) atomicAdd(&turn.slot->taken, (unsigned long long)b->taken);
        if (queued > 0) atomicAdd(&turn.slot->waiting, (unsigned long long)queued);
        b->least = TP_CORE_NONE;
        b->taken = 0;
    }
    tp_grid_barrier(&w.state->barrier);
    if (threadIdx.x == 0) {
        tp_core_go_on(&b->at, turn.slot);
        /* The slot of the turn before this one, which all have read, is that of the one after the next. */
        if (blockIdx.x == 0) w.state->slots[b->at.turn == 2 ? 0 : b->at.turn + 1] = {TP_CORE_NONE, 0, 0, 0};
    }
    __syncthreads();
}

/* At most so many turns. */
template <bool LAYERS>
static __global__ void __launch_bounds__(TP_CORE_BLOCK)
    tp_core_peel(const __grid_constant__ tp_core_work w, unsigned turns)
{
    __shared__ tp_core_block block;
    tp_core_block *const b = &block;
    tropic_index left = w.left_count[blockIdx.x];
    if (threadIdx.x == 0) {
        b->at = w.state->at;
        b->head = b->tail = 0;
        b->least = TP_CORE_NONE;
        b->taken = 0;
    }
    __syncthreads();
    tp_core_turn turn = {.k = 0, .layer = 0, .least = b->at.least, .slot = nullptr, .to = 0, .followed = 0};
    while (!b->at.done && turns > 0) {
        turns--;
        turn.k = b->at.k;
        turn.layer = b->at.layer;
        turn.to = b->at.to;
        turn.followed = 0;
        turn.slot = w.state->slots + b->at.turn;
        if (b->at.looks) {
            turn.least = TP_CORE_NONE;
            left = tp_core_look<LAYERS>(w, b, turn, left);
            if (!LAYERS) tp_core_drain<false>(w, b, turn, TP_CORE_NONE);
        } else {
            const unsigned before = tp_core_queued(b);
            __syncthreads(); /* (others add entries) */
            tp_core_take_share<LAYERS>(w, b, turn, b->at.from);
            tp_core_drain<LAYERS>(w, b, turn, LAYERS ? before : TP_CORE_NONE);
        }
        if (!LAYERS || turns == 0 || tp_core_queued(b) * (turn.k + 1ull) > TP_CORE_ARCS / 4)
            tp_core_spill_queue(w, b, turn);
        tp_core_meet(w, b, turn);
    }
    if (threadIdx.x == 0) w.left_count[blockIdx.x] = left;
    if (tp_thread() == 0) w.state->at = b->at; /* which all have read long ago */
}

#endif

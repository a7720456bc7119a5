/* SPDX-License-Identifier: Apache-2.0
 *
 * What the launches of a search share: where a launch stands, how it chooses, how a wide one collects what it
 * reaches.
 */
#ifndef TP_SEARCH_CUH
#define TP_SEARCH_CUH

#include "spmv/cluster.cuh"
#include "spmv/direction.h"
#include "spmv/kernel.cuh"
#include "spmv/search_state.cuh"

/* Vertices that a warp holds in shared memory before it takes room in the next frontier, and rows of a lane's
 * arcs that are on their way at once. */
#define TP_HELD 256
#define TP_ROWS 4
/* Words of vertices that a warp pulls at once. (Not tuned.) */
#define TP_PULL_WORDS 2
/* Quads that each lane reads of its own list, by when most have found a source; then it goes on while more than
 * TP_PULL_ALONE lanes do, and the warp reads the others' lists one after another. (Without rounds the largest pull of
 * a random graph took 120 us instead of 84: H200.) */
#define TP_PULL_ROUNDS 8
#define TP_PULL_ALONE 8
static_assert(TP_HELD >= TP_ROWS * TP_WARP && TP_HELD >= TP_PULL_WORDS * TP_WARP,
              "what a warp reaches at once must fit");

/* What a block of a wide launch has in shared memory. */
typedef struct tp_search_block {
    tropic_index held[TP_SEARCH_WARPS][TP_HELD];
    unsigned counts[TP_SEARCH_WARPS], places[TP_SEARCH_WARPS];
    unsigned count, most;
    unsigned first, marked; /* as tp_gain.first, far */
    unsigned long long first_arcs;
    unsigned waiting; /* vertices in held[], where that is one queue of the block */
    unsigned long long arcs;
    /* Of each warp, while the next bucket is looked for: as in tp_growth. */
    unsigned far[TP_SEARCH_WARPS];
    unsigned long long least[TP_SEARCH_WARPS];
    tp_search_state now;
} tp_search_block;

/* A thread's share of the next frontier. */
typedef struct tp_gain {
    tp_search_block *block;
    tropic_index *held; /* the warp's */
    int count;          /* that the warp holds */
    unsigned most, reached;
    unsigned long long arcs;
    unsigned first, far; /* as in tp_growth */
    unsigned long long first_arcs;
} tp_gain;

/* Where a level's frontier goes. */
typedef struct tp_goal {
    tp_growth *growth;
    tropic_index *list;
    tp_listed *listed;
    /* Of an op with buckets: the same, once each. Of a blind push: what it takes; bits of earlier frontiers may be left
     * there, of vertices that are seen. */
    uint32_t *bits;
    int64_t room; /* places of the list */
    bool blind;   /* nowhere: what a push takes is in `bits`, what a pull takes it writes itself */
} tp_goal;

TP_FN tropic_index *tp_search_list(const tp_search_launch *t, int64_t level, int64_t begin)
{
    return t->order ? t->order + begin : t->lists[level % 2];
}

/* A warp's word of 32 vertices, blocks side by side. */
TP_FN int64_t tp_search_warp(void)
{
    return (int64_t)(threadIdx.x / TP_WARP) * gridDim.x + blockIdx.x;
}

/* How a wide launch takes a frontier. */
TP_FN bool tp_search_pulls(const tp_search_launch *t, const tp_search_state *now)
{
    const unsigned long long unreached = (unsigned long long)t->scatter.count - now->reached_arcs;
    if (t->strategy != TROPIC_STRATEGY_AUTO) return t->strategy != TROPIC_STRATEGY_CSR_PUSH;
    return tp_pull_pays((tropic_offset)now->arcs, t->gather.lists, (tropic_offset)unreached, t->gain);
}

TP_FN bool tp_search_wanted(const tp_search_launch *t, tropic_index j)
{
    return t->wanted && tp_bit(t->wanted, j);
}

TP_FN bool tp_search_small(const tp_search_launch *t, const tp_search_state *now)
{
    if (now->count == 0) return now->far <= t->narrow_far;
    return !now->bits && now->count <= t->narrow_vertices / 2 && now->arcs <= t->narrow_arcs / 2;
}

/* Is there a level for this launch to take? */
TP_FN bool tp_search_goes_on(const tp_search_launch *t, const tp_search_state *now, int *small)
{
    if (now->done || now->missing == 0 || now->level >= t->limit) return false;
    if (!t->mixed || now->refused) return true;
    *small = tp_search_small(t, now) ? *small + 1 : 0;
    return *small <= TP_SEARCH_SMALL;
}

/* Of what is counted about: it does not wrap. */
TP_FN unsigned tp_search_sum(unsigned a, unsigned b)
{
    return a + b < a ? UINT32_MAX : a + b;
}

/* j waits for a later bucket. */
TP_FN void tp_search_wait(const tp_search_launch *t, tropic_index j)
{
    atomicOr(t->far + j / TP_WORD, 1u << j % TP_WORD);
}

/* Vertex i with its list. */
TP_FN tp_listed tp_search_source(const tp_search_launch *t, tropic_index i)
{
    const tropic_offset begin = __ldg(t->scatter.offsets + i);
    return {begin, (tropic_index)(__ldg(t->scatter.offsets + i + 1) - begin), i};
}

/* Vertex j with its list, at place `at` of the next frontier, if there is room. */
TP_FN void tp_search_put(const tp_goal *goal, int64_t at, tropic_index j, tropic_offset begin, tropic_offset entries)
{
    if (at >= goal->room) return;
    tp_store_int32(goal->list + at, j);
    if (at < TP_SEARCH_LISTED) {
        tp_store_int64(&goal->listed[at].begin, begin);
        tp_store_int64((int64_t *)&goal->listed[at].entries,
                       (int64_t)((uint64_t)(uint32_t)j << 32 | (uint32_t)entries));
    }
}

TP_FN void tp_gain_count(tp_gain *gain, tropic_offset entries)
{
    gain->arcs += (unsigned long long)entries;
    gain->reached++;
    if ((unsigned)entries > gain->most) gain->most = (unsigned)entries;
}

/* j, at place `at`. */
TP_FN void tp_gain_one(const tp_search_launch *t, const tp_goal *goal, tp_gain *gain, unsigned at, tropic_index j)
{
    const tp_listed it = tp_search_source(t, j);
    tp_gain_count(gain, it.entries);
    tp_search_put(goal, at, j, it.begin, it.entries);
}

/* What the warp holds, to places from `at` on. */
TP_FN void tp_gain_put(const tp_search_launch *t, const tp_goal *goal, tp_gain *gain, unsigned at)
{
    for (int c = tp_lane(); c < gain->count; c += TP_WARP) tp_gain_one(t, goal, gain, at + (unsigned)c, gain->held[c]);
    __syncwarp();
    gain->count = 0;
}

/* Each lane's j, where it is fresh: into the warp's queue, which has room; or as the caller wants it collected, into
 * one of the block, while that has room, or straight to the one counter. */
TP_FN void tp_gain_hold(const tp_search_launch *t, const tp_goal *goal, tp_gain *gain, bool fresh, tropic_index j)
{
    if (t->collect == TROPIC_QUEUE_AUTO || t->collect == TROPIC_QUEUE_HIERARCHICAL) {
        const unsigned taken = __ballot_sync(TP_EVERY_LANE, fresh);
        if (fresh) gain->held[gain->count + __popc(taken & ((1u << tp_lane()) - 1))] = j;
        gain->count += __popc(taken);
    } else if (fresh) {
        unsigned at = TP_SEARCH_WARPS * TP_HELD;
        if (t->collect == TROPIC_QUEUE_BLOCK) at = atomicAdd(&gain->block->waiting, 1u);
        if (at < TP_SEARCH_WARPS * TP_HELD)
            gain->block->held[at / TP_HELD][at % TP_HELD] = j;
        else
            tp_gain_one(t, goal, gain, atomicAdd(&goal->growth->count, 1u), j);
    }
}

/* A warp whose share is full. */
TP_FN void tp_gain_flush(const tp_search_launch *t, const tp_goal *goal, tp_gain *gain)
{
    unsigned at = 0;
    __syncwarp();
    if (tp_lane() == 0) at = atomicAdd(&goal->growth->count, (unsigned)gain->count);
    tp_gain_put(t, goal, gain, __shfl_sync(TP_EVERY_LANE, at, 0));
}

/* The level's end, for the whole block: one atomic takes room for all of its warps. */
TP_FN void tp_gain_end(const tp_search_launch *t, const tp_goal *goal, tp_gain *gain, tp_search_block *block)
{
    const int lane = tp_lane(), warp = (int)(threadIdx.x / TP_WARP);
    unsigned long long arcs;
    unsigned reached, most;
    if (t->collect == TROPIC_QUEUE_BLOCK) { /* a part of the queue for each warp */
        __syncthreads();
        gain->count = (int)block->waiting - warp * TP_HELD;
        if (gain->count < 0) gain->count = 0;
        if (gain->count > TP_HELD) gain->count = TP_HELD;
    }
    if (lane == 0) block->counts[warp] = (unsigned)gain->count;
    if (threadIdx.x == 0) {
        block->arcs = block->first_arcs = 0;
        block->count = block->most = block->first = block->marked = 0;
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned mine = lane < TP_SEARCH_WARPS ? block->counts[lane] : 0;
        unsigned ends = tp_warp_ends(mine);
        unsigned at = 0;
        if (lane == TP_WARP - 1 && ends > 0) at = atomicAdd(&goal->growth->count, ends);
        at = __shfl_sync(TP_EVERY_LANE, at, TP_WARP - 1);
        if (lane < TP_SEARCH_WARPS) block->places[lane] = at + ends - mine;
    }
    __syncthreads();
    tp_gain_put(t, goal, gain, block->places[warp]);
    arcs = tp_warp_sum(gain->arcs);
    reached = (unsigned)tp_warp_sum(gain->reached);
    most = (unsigned)tp_warp_most(gain->most);
    if (lane == 0 && reached > 0) {
        atomicAdd(&block->arcs, arcs);
        atomicAdd(&block->count, reached);
        atomicMax(&block->most, most);
    }
    if (t->far) {
        const unsigned first = tp_warp_total(gain->first), far = tp_warp_total(gain->far);
        const unsigned long long first_arcs = tp_warp_sum(gain->first_arcs);
        if (lane == 0 && first > 0) {
            atomicAdd(&block->first, first);
            atomicAdd(&block->first_arcs, first_arcs);
        }
        if (lane == 0 && far > 0) atomicAdd(&block->marked, far);
    }
    __syncthreads();
    if (threadIdx.x > 0) return;
    block->waiting = 0;
    if (block->count > 0) {
        if (goal->blind) atomicAdd(&goal->growth->count, block->count);
        atomicAdd(&goal->growth->arcs, block->arcs);
        atomicMax(&goal->growth->most, block->most);
    }
    if (block->first > 0) {
        atomicAdd(&goal->growth->first, (unsigned long long)block->first);
        atomicAdd(&goal->growth->first_arcs, block->first_arcs);
    }
    if (block->marked > 0) atomicAdd(&goal->growth->far, block->marked);
}

/* words[0 .. count-1] = 0, by the grid. */
TP_FN void tp_search_clear(uint32_t *words, int64_t count)
{
    for (int64_t w = tp_thread(); w < count; w += tp_threads()) words[w] = 0;
}

/* The level's list, as bits, which were clear. */
TP_FN void tp_search_mark(const tp_search_launch *t, const tp_search_state *now)
{
    const tropic_index *list = tp_search_list(t, now->level, now->begin);
    uint32_t *front = t->bits[now->level % 2];
    for (int64_t c = tp_thread(); c < now->count; c += tp_threads()) {
        const tropic_index i = tp_load_int32(list + c);
        atomicOr(front + i / TP_WORD, 1u << i % TP_WORD);
    }
}

/* After a blind push: what it took becomes seen, and the next frontier. Lanes look at a word each, then together at the
 * vertices of those that have some. */
TP_FN void tp_search_sweep(const tp_search_launch *t, const tp_goal *goal, tp_gain *gain)
{
    const int64_t words = TP_WORDS(t->scatter.lists);
    const int share = tp_share((tropic_index)words, TP_WARP), lane = tp_lane();
    for (int64_t first = tp_search_warp() * share; first < words; first += tp_warps() * share) {
        const int64_t w = first + lane;
        const uint32_t taken = lane < share && w < words ? tp_load_uint32(goal->bits + w) : 0;
        const uint32_t seen = taken ? t->seen[w] : 0, fresh = taken & ~seen;
        if (fresh) t->seen[w] = seen | fresh;
        if (fresh != taken) goal->bits[w] = fresh;
        if (fresh && t->wanted && (fresh & t->wanted[w]))
            atomicAdd(&goal->growth->settled, (unsigned)__popc(fresh & t->wanted[w]));
        for (unsigned some = __ballot_sync(TP_EVERY_LANE, fresh != 0); some;) {
            tropic_index entries[TP_ROWS];
            bool has[TP_ROWS];
#pragma unroll
            for (int r = 0; r < TP_ROWS; r++) {
                const int of = some ? __ffs((int)some) - 1 : 0;
                const uint32_t word = __shfl_sync(TP_EVERY_LANE, fresh, of);
                has[r] = some && (word >> lane & 1);
                entries[r] = 0;
                if (has[r]) entries[r] = tp_search_source(t, (tropic_index)((first + of) * TP_WORD) + lane).entries;
                some &= some - 1;
            }
#pragma unroll
            for (int r = 0; r < TP_ROWS; r++)
                if (has[r]) tp_gain_count(gain, entries[r]);
        }
    }
}

/* A wide level begins: by one thread of the grid. `strategy`: AUTO counts as none. */
TP_FN void tp_search_begin(const tp_search_launch *t, const tp_search_state *now, tropic_strategy strategy)
{
    t->search->growth[(now->level + 1) % TP_GROWTHS] = tp_growth_none();
    if (strategy != TROPIC_STRATEGY_AUTO) t->search->steps[strategy]++;
}

/* After a wide level, in every block by one thread: what the next frontier is. */
TP_FN void tp_search_next(const tp_search_launch *t, tp_search_state *now, bool bits)
{
    const volatile tp_growth *growth = &t->search->growth[now->level % TP_GROWTHS];
    now->begin += now->count;
    now->count = growth->count;
    if (t->wanted) now->missing -= (int)growth->settled;
    now->most = growth->most;
    now->arcs = growth->arcs;
    now->reached += now->count;
    now->reached_arcs += now->arcs;
    now->level++;
    now->bits = bits;
    now->refused = false;
    now->done = now->count == 0;
    if (blockIdx.x == 0 && t->order) t->starts[now->level - t->kept] = (tropic_index)now->begin;
}

/* What the next launch, or the host, goes on from; by one thread, when all have done their work. */
TP_FN void tp_search_leave(const tp_search_launch *t, const tp_search_state *now)
{
    tp_search_state *search = t->search;
    search->done = now->done;
    search->bits = now->bits;
    search->refused = now->refused;
    search->count = now->count;
    search->missing = now->missing;
    search->most = now->most;
    search->arcs = now->arcs;
    search->level = now->level;
    search->begin = now->begin;
    search->reached = now->reached;
    search->reached_arcs = now->reached_arcs;
    search->low = now->low;
    search->high = now->high;
    search->width = now->width;
    search->bucket_arcs = now->bucket_arcs;
    search->last_arcs = now->last_arcs;
    search->bucket_levels = now->bucket_levels;
    search->bucket_reached = now->bucket_reached;
    search->far = now->far;
    search->advances = now->advances;
    for (int side = 0; side < 2; side++) search->dirty[side] = now->dirty[side];
    for (int k = 0; k < TP_GROWTHS; k++) search->growth[k] = tp_growth_none();
}

#endif

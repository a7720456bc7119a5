/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that the launches of a search share: where a launch stands, how it chooses, how a grid kernel collects the
 * vertices that it reaches.
 */
#ifndef TP_SEARCH_CUH
#define TP_SEARCH_CUH

#include "spmv/device/cluster.cuh"
#include "spmv/direction.h"
#include "spmv/device/kernel.cuh"
#include "algorithms/search/search_state.cuh"

/* Vertices that a warp holds in shared memory before it takes room in the next frontier, and rows of a lane's
 * arcs that are on their way at once. */
#define TP_WARP_QUEUE 256
#define TP_ROWS 4
/* Words of vertices that a warp pulls at once. (Not tuned.) */
#define TP_PULL_WORDS 2
/* Quads that each lane reads of its own list, by when most have found a source; then it goes on while more than
 * TP_PULL_ALONE lanes do, and the warp reads the others' lists one after another. (Without rounds the largest pull of
 * a random graph took 120 us instead of 84: H200.) */
#define TP_PULL_ROUNDS 8
#define TP_PULL_ALONE 8
static_assert(TP_WARP_QUEUE >= TP_ROWS * TP_WARP && TP_WARP_QUEUE >= TP_PULL_WORDS * TP_WARP,
              "what a warp reaches at once must fit");

/* Shared memory of a block of a grid kernel. */
typedef struct tp_search_block {
    tropic_index queue[TP_SEARCH_WARPS][TP_WARP_QUEUE];
    unsigned counts[TP_SEARCH_WARPS], places[TP_SEARCH_WARPS];
    unsigned count, longest;
    unsigned first, marked; /* as tp_frontier_writer.first, far */
    unsigned long long first_arcs;
    unsigned waiting; /* vertices in queue[], where that is one queue of the block */
    unsigned long long arcs;
    /* Of each warp, while the next bucket is looked for: as in tp_frontier_counters. */
    unsigned far[TP_SEARCH_WARPS];
    unsigned long long min_key[TP_SEARCH_WARPS];
    tp_search_state now;
} tp_search_block;

/* A thread's share of the next frontier. */
typedef struct tp_frontier_writer {
    tp_search_block *block;
    tropic_index *queue; /* the warp's */
    int count;           /* that the warp holds */
    unsigned longest, reached;
    unsigned long long arcs;
    unsigned first, far; /* as in tp_frontier_counters */
    unsigned long long first_arcs;
} tp_frontier_writer;

/* Where a level puts the next frontier. */
typedef struct tp_next_frontier {
    tp_frontier_counters *counters;
    tropic_index *list;
    tp_vertex_row *listed;
    /* The next frontier as a bitmap. SSSP: by it each vertex gets into `list` once. An unfiltered push marks here all
     * that it reaches; bits of vertices in `seen` may be left from earlier frontiers. */
    uint32_t *bits;
    int64_t capacity; /* places of the list */
    /* BFS: a push marks the vertices that it reaches in `bits` without a look at `seen`; tp_filter_marked() then drops
     * those that had been seen. This saves an atomic for each arc, for a pass over n bits. A pull writes `bits`
     * itself. */
    bool unfiltered;
} tp_next_frontier;

TP_FN tropic_index *tp_search_list(const tp_search_launch *t, int64_t level, int64_t begin)
{
    return t->order ? t->order + begin : t->lists[level % 2];
}

/* A warp's word of 32 vertices, blocks side by side. */
TP_FN int64_t tp_search_warp(void)
{
    return (int64_t)(threadIdx.x / TP_WARP) * gridDim.x + blockIdx.x;
}

/* How a grid kernel takes a frontier. */
TP_FN bool tp_search_pulls(const tp_search_launch *t, const tp_search_state *now)
{
    const unsigned long long unreached = (unsigned long long)t->scatter.count - now->reached_arcs;
    if (t->strategy != TROPIC_STRATEGY_AUTO) return t->strategy != TROPIC_STRATEGY_CSR_PUSH;
    return tp_should_pull((tropic_offset)now->arcs, t->gather.lists, (tropic_offset)unreached, TP_ALPHA_FIRST);
}

TP_FN bool tp_search_wanted(const tp_search_launch *t, tropic_index j)
{
    return t->wanted && tp_bit(t->wanted, j);
}

TP_FN bool tp_search_small(const tp_search_launch *t, const tp_search_state *now)
{
    if (now->count == 0) return now->far <= t->cluster_far;
    return !now->bits && now->count <= t->cluster_vertices / 2 && now->arcs <= t->cluster_arcs / 2;
}

/* Is there a level for this launch to take? */
TP_FN bool tp_search_goes_on(const tp_search_launch *t, const tp_search_state *now, int *small)
{
    if (now->done || now->missing == 0 || now->level >= t->limit) return false;
    if (!t->mixed || now->refused) return true;
    *small = tp_search_small(t, now) ? *small + 1 : 0;
    return *small <= TP_SEARCH_SMALL;
}

/* The sum of two estimated counts: it does not wrap. */
TP_FN unsigned tp_search_sum(unsigned a, unsigned b)
{
    return a + b < a ? UINT32_MAX : a + b;
}

/* j waits for a later bucket. */
TP_FN void tp_far_pile_add(const tp_search_launch *t, tropic_index j)
{
    atomicOr(t->far + j / TP_WORD, 1u << j % TP_WORD);
}

/* Vertex i with its list. */
TP_FN tp_vertex_row tp_search_source(const tp_search_launch *t, tropic_index i)
{
    const tropic_offset begin = __ldg(t->scatter.offsets + i);
    return {begin, (tropic_index)(__ldg(t->scatter.offsets + i + 1) - begin), i};
}

/* Vertex j with its list, at place `at` of the next frontier, if there is room. */
TP_FN void tp_search_put(const tp_next_frontier *next, int64_t at, tropic_index j, tropic_offset begin,
                         tropic_offset entries)
{
    if (at >= next->capacity) return;
    tp_store_int32(next->list + at, j);
    if (at < TP_SEARCH_LISTED) {
        tp_store_int64(&next->listed[at].begin, begin);
        tp_store_int64((int64_t *)&next->listed[at].entries,
                       (int64_t)((uint64_t)(uint32_t)j << 32 | (uint32_t)entries));
    }
}

TP_FN void tp_writer_count(tp_frontier_writer *writer, tropic_offset entries)
{
    writer->arcs += (unsigned long long)entries;
    writer->reached++;
    if ((unsigned)entries > writer->longest) writer->longest = (unsigned)entries;
}

/* j, at place `at`. */
TP_FN void tp_writer_put_one(const tp_search_launch *t, const tp_next_frontier *next, tp_frontier_writer *writer,
                             unsigned at, tropic_index j)
{
    const tp_vertex_row it = tp_search_source(t, j);
    tp_writer_count(writer, it.entries);
    tp_search_put(next, at, j, it.begin, it.entries);
}

/* Puts the vertices that the warp holds to places from `at` on. */
TP_FN void tp_writer_put(const tp_search_launch *t, const tp_next_frontier *next, tp_frontier_writer *writer,
                         unsigned at)
{
    for (int c = tp_lane(); c < writer->count; c += TP_WARP)
        tp_writer_put_one(t, next, writer, at + (unsigned)c, writer->queue[c]);
    __syncwarp();
    writer->count = 0;
}

/* Each lane's j, where it is fresh: into the warp's queue, which has room; or as the caller wants it collected, into
 * one of the block, while that has room, or straight to the one counter. */
TP_FN void tp_writer_add(const tp_search_launch *t, const tp_next_frontier *next, tp_frontier_writer *writer,
                         bool fresh, tropic_index j)
{
    if (t->collect == TROPIC_QUEUE_AUTO || t->collect == TROPIC_QUEUE_HIERARCHICAL) {
        const unsigned taken = __ballot_sync(TP_EVERY_LANE, fresh);
        if (fresh) writer->queue[writer->count + __popc(taken & ((1u << tp_lane()) - 1))] = j;
        writer->count += __popc(taken);
    } else if (fresh) {
        unsigned at = TP_SEARCH_WARPS * TP_WARP_QUEUE;
        if (t->collect == TROPIC_QUEUE_BLOCK) at = atomicAdd(&writer->block->waiting, 1u);
        if (at < TP_SEARCH_WARPS * TP_WARP_QUEUE)
            writer->block->queue[at / TP_WARP_QUEUE][at % TP_WARP_QUEUE] = j;
        else
            tp_writer_put_one(t, next, writer, atomicAdd(&next->counters->count, 1u), j);
    }
}

/* A warp whose share is full. */
TP_FN void tp_writer_flush(const tp_search_launch *t, const tp_next_frontier *next, tp_frontier_writer *writer)
{
    unsigned at = 0;
    __syncwarp();
    if (tp_lane() == 0) at = atomicAdd(&next->counters->count, (unsigned)writer->count);
    tp_writer_put(t, next, writer, __shfl_sync(TP_EVERY_LANE, at, 0));
}

/* The level's end, for the whole block: one atomic takes room for all of its warps. */
TP_FN void tp_writer_end(const tp_search_launch *t, const tp_next_frontier *next, tp_frontier_writer *writer,
                         tp_search_block *block)
{
    const int lane = tp_lane(), warp = (int)(threadIdx.x / TP_WARP);
    unsigned long long arcs;
    unsigned reached, longest;
    if (t->collect == TROPIC_QUEUE_BLOCK) { /* a part of the queue for each warp */
        __syncthreads();
        writer->count = (int)block->waiting - warp * TP_WARP_QUEUE;
        if (writer->count < 0) writer->count = 0;
        if (writer->count > TP_WARP_QUEUE) writer->count = TP_WARP_QUEUE;
    }
    if (lane == 0) block->counts[warp] = (unsigned)writer->count;
    if (threadIdx.x == 0) {
        block->arcs = block->first_arcs = 0;
        block->count = block->longest = block->first = block->marked = 0;
    }
    __syncthreads();
    if (warp == 0) {
        const unsigned mine = lane < TP_SEARCH_WARPS ? block->counts[lane] : 0;
        unsigned ends = tp_warp_ends(mine);
        unsigned at = 0;
        if (lane == TP_WARP - 1 && ends > 0) at = atomicAdd(&next->counters->count, ends);
        at = __shfl_sync(TP_EVERY_LANE, at, TP_WARP - 1);
        if (lane < TP_SEARCH_WARPS) block->places[lane] = at + ends - mine;
    }
    __syncthreads();
    tp_writer_put(t, next, writer, block->places[warp]);
    arcs = tp_warp_sum(writer->arcs);
    reached = (unsigned)tp_warp_sum(writer->reached);
    longest = (unsigned)tp_warp_max(writer->longest);
    if (lane == 0 && reached > 0) {
        atomicAdd(&block->arcs, arcs);
        atomicAdd(&block->count, reached);
        atomicMax(&block->longest, longest);
    }
    if (t->far) {
        const unsigned first = tp_warp_total(writer->first), far = tp_warp_total(writer->far);
        const unsigned long long first_arcs = tp_warp_sum(writer->first_arcs);
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
        if (next->unfiltered) atomicAdd(&next->counters->count, block->count);
        atomicAdd(&next->counters->arcs, block->arcs);
        atomicMax(&next->counters->longest, block->longest);
    }
    if (block->first > 0) {
        atomicAdd(&next->counters->first, (unsigned long long)block->first);
        atomicAdd(&next->counters->first_arcs, block->first_arcs);
    }
    if (block->marked > 0) atomicAdd(&next->counters->far, block->marked);
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

/* After an unfiltered push: the vertices that it took become seen, and the next frontier. Lanes look at a word each,
 * then together at the vertices of those that have some. */
TP_FN void tp_filter_marked(const tp_search_launch *t, const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const int64_t words = TP_WORDS(t->scatter.lists);
    const int share = tp_items_per_warp((tropic_index)words, TP_WARP), lane = tp_lane();
    for (int64_t first = tp_search_warp() * share; first < words; first += tp_warps() * share) {
        const int64_t w = first + lane;
        const uint32_t taken = lane < share && w < words ? tp_load_uint32(next->bits + w) : 0;
        const uint32_t seen = taken ? t->seen[w] : 0, fresh = taken & ~seen;
        if (fresh) t->seen[w] = seen | fresh;
        if (fresh != taken) next->bits[w] = fresh;
        if (fresh && t->wanted && (fresh & t->wanted[w]))
            atomicAdd(&next->counters->settled, (unsigned)__popc(fresh & t->wanted[w]));
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
                if (has[r]) tp_writer_count(writer, entries[r]);
        }
    }
}

/* A level of the grid kernel begins: by one thread of the grid. `strategy`: AUTO counts as none. */
TP_FN void tp_search_begin(const tp_search_launch *t, const tp_search_state *now, tropic_strategy strategy)
{
    t->search->counters[(now->level + 1) % TP_COUNTER_SETS] = tp_frontier_counters_none();
    if (strategy != TROPIC_STRATEGY_AUTO) t->search->steps[strategy]++;
}

/* After a level of the grid kernel, in every block by one thread: the state of the next frontier. */
TP_FN void tp_search_next(const tp_search_launch *t, tp_search_state *now, bool bits)
{
    const volatile tp_frontier_counters *counters = &t->search->counters[now->level % TP_COUNTER_SETS];
    now->begin += now->count;
    now->count = counters->count;
    if (t->wanted) now->missing -= (int)counters->settled;
    now->longest = counters->longest;
    now->arcs = counters->arcs;
    now->reached += now->count;
    now->reached_arcs += now->arcs;
    now->level++;
    now->bits = bits;
    now->refused = false;
    now->done = now->count == 0;
    if (blockIdx.x == 0 && t->order) t->starts[now->level - t->kept] = (tropic_index)now->begin;
}

/* Stores the state that the next launch, or the host, goes on from; by one thread, when all have done their work. */
TP_FN void tp_search_leave(const tp_search_launch *t, const tp_search_state *now)
{
    tp_search_state *search = t->search;
    search->done = now->done;
    search->bits = now->bits;
    search->refused = now->refused;
    search->count = now->count;
    search->missing = now->missing;
    search->longest = now->longest;
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
    for (int k = 0; k < TP_COUNTER_SETS; k++) search->counters[k] = tp_frontier_counters_none();
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A cluster kernel of a search: one cluster takes small frontiers and keeps them in its shared memory. A block queues
 * the vertices that it reaches; at each level's end the blocks tell each other how much (spmv/device/cluster.cuh), and
 * where one has much more than the others, all take equal shares of all queues. So a level reads memory twice, one
 * after the other: the ids of a list, then the bit of each and the range of its own list.
 */

#ifndef TP_SEARCH_CLUSTER
#define TP_SEARCH_CLUSTER
/* A block's queue is taken by itself if it has at most so much more than its share: taking from others costs another
 * look at their memory. (With half as much more, and with nearly none, lattices took up to 1.04 and 1.08 times as
 * long: H200.) */
#define TP_EVEN(share) ((share) + (share) / 4 + 16)
/* Threads to a vertex, as a power of two, at least: most lists of graphs with small frontiers have up to four. */
#define TP_LANES_MIN_SHIFT 2

static_assert(TP_QUEUE <= 0xffff && TP_CLUSTER_MAX * (TP_QUEUE / 2) <= 0xffff,
              "blocks tell their counts in 16 bits, and those held back add up to no more");
static_assert(TP_CLUSTER_MAX < 32, "marks of all blocks add up to 5 bits");

/* The first warp's plan of a level, for the block. */
typedef struct tp_plan {
    unsigned count, longest; /* of the frontier */
    unsigned long long arcs;
    unsigned settled;      /* targets in it, or marked */
    unsigned items, first; /* of this block */
    int shift;             /* 2^shift threads to a vertex */
    bool own;              /* items are the block's own */
    bool taken;            /* is the level to be taken here? */
} tp_plan;

/* And of an op with buckets. */
typedef struct tp_cluster_summary {
    unsigned held;              /* vertices held back */
    unsigned marks;             /* TP_DEFERRED_FULL etc. of any block */
    unsigned long long min_key; /* value of theirs and of the frontier's */
} tp_cluster_summary;

/* Marks that a block sends with its counts: */
#define TP_DEFERRED_FULL 0 /* some that are held back found no room, */
#define TP_QUEUE_FULL 1    /* nor did some of the frontier; */
#define TP_UNSETTLED 2     /* a target may still fall */
/* As a field of a word, so that one sum over blocks counts all. */
#define TP_MARK(what) (1u << (16 + 5 * (what)))
#define TP_MARKS_OF(marks, what) ((marks) >> (16 + 5 * (what)) & 31)

typedef struct tp_cluster_block {
    tp_exchange exchange;
    unsigned count[2], longest[2]; /* of the block's queues */
    unsigned arcs[2], more[2];     /* entries of their lists: sums of the low 16 bits, and of those above */
    unsigned settled[2];           /* targets in them; of an op with buckets, vertices that their level marked as far */
    __align__(16) unsigned places[TP_CLUSTER_MAX]; /* where each block's begin in the frontier */
    /* Of an op with buckets: vertices held back on each side, marks for the plan, of each warp the least value that it
     * kept, and the end of the values that are taken. */
    unsigned held[2], marks;
    unsigned long long min_key[TP_SEARCH_WARPS];
    tp_value near_threshold;
    tp_cluster_summary reduced;
    tp_plan plan;
    tp_search_state now;
} tp_cluster_block;

/* How many threads share a vertex, 2^shift: about its entries, more where else they were idle. */
TP_FN int tp_cluster_shift(const tp_plan *p)
{
    int shift = TP_LANES_MIN_SHIFT;
    if (p->longest <= 1u << TP_LANES_MIN_SHIFT) return shift;
    while (1 << shift < TP_WARP && (unsigned long long)p->count << (shift + 1) <= p->arcs) shift++;
    while (p->items << (shift + 1) <= TP_SEARCH_BLOCK && 1u << shift < p->longest) shift++;
    return shift;
}

TP_FN unsigned tp_cluster_deferred(const tp_cluster_block *block, const tp_search_launch *t, int side)
{
    return block->held[side] < (unsigned)t->deferred ? block->held[side] : (unsigned)t->deferred;
}

/* By the first warp: where each block's vertices begin in the frontier, of which lane's block has `count`. */
TP_FN void tp_cluster_places(tp_cluster_block *block, unsigned count)
{
    const unsigned ends = tp_warp_ends(count);
    if (tp_lane() < TP_CLUSTER_MAX)
        block->places[tp_lane()] = tp_lane() < tp_cluster_blocks() ? ends - count : UINT32_MAX;
}

/* The words that a block sends the others about its queue, of which `own` vertices count. */
template <bool BUCKETS>
TP_FN tp_words tp_cluster_pack(const tp_cluster_block *block, const tp_search_launch *t, int side, unsigned own)
{
    /* A block has TP_QUEUE vertices at most, of which no more are targets. Not all that are marked are reported. */
    const unsigned settled = block->settled[side] < 0xffff ? block->settled[side] : 0xffff;
    tp_words mine;
    mine.quad[0] = {own | settled << 16, block->arcs[side], block->more[side], block->longest[side]};
    if (BUCKETS) {
        const unsigned long long min_key = tp_warp_min(block->min_key[tp_lane()]);
        mine.quad[1] = {(unsigned)min_key, (unsigned)(min_key >> 32),
                        tp_cluster_deferred(block, t, side) | block->marks, 0};
    }
    return mine;
}

/* The frontier's totals, from the words of all blocks, a lane each. Returns the number of vertices of the lane's
 * block. */
template <bool BUCKETS>
TP_FN unsigned tp_cluster_unpack(const tp_words *theirs, bool targets, tp_plan *p, tp_cluster_summary *reduced)
{
    const uint4 first = theirs->quad[0];
    const unsigned count = first.x & 0xffff;
    p->count = tp_warp_total(count);
    p->arcs = tp_warp_total(first.y & 0xffff) + ((unsigned long long)tp_warp_total((first.y >> 16) + first.z) << 16);
    p->longest = tp_warp_max(first.w);
    if (p->longest < 1 << TP_LANES_MIN_SHIFT) p->longest = 1 << TP_LANES_MIN_SHIFT;
    p->settled = targets || BUCKETS ? tp_warp_total(first.x >> 16) : 0;
    if (BUCKETS) {
        const unsigned long long min_key = (unsigned long long)theirs->quad[1].y << 32 | theirs->quad[1].x;
        reduced->min_key = tp_warp_min(tp_lane() < tp_cluster_blocks() ? min_key : ~0ull);
        reduced->marks = tp_warp_total(theirs->quad[1].z);
        reduced->held = reduced->marks & 0xffff;
    }
    return count;
}

/* Which vertices are the block's: its own, or, where the largest queue has much more than its share, a share of all.
 * Returns how many a block has at most. */
TP_FN unsigned tp_cluster_divide(tp_plan *p, unsigned own, unsigned largest)
{
    const unsigned rank = (unsigned)tp_cluster_rank(), blocks = (unsigned)tp_cluster_blocks(); /* a power of two */
    const int halvings = __ffs((int)blocks) - 1;
    const unsigned share = (p->count + blocks - 1) >> halvings;
    p->own = largest <= TP_EVEN(share);
    p->first = p->own ? 0 : p->count * rank >> halvings;
    p->items = p->own ? own : (p->count * (rank + 1) >> halvings) - p->first;
    return p->own ? largest : share;
}

/* Is the level taken here, if a block has `max` of its vertices at most? No block may reach more than its queue holds;
 * with buckets, it keeps vertices that find no room. */
template <bool BUCKETS>
TP_FN bool tp_cluster_takes(const tp_cluster_block *block, const tp_search_launch *t, int64_t level, const tp_plan *p,
                            unsigned max)
{
    const unsigned capacity = (unsigned)t->queue;
    if (p->count == 0 || p->count > t->cluster_vertices || p->arcs > t->cluster_arcs || level >= t->limit) return false;
    if (block->now.missing == (t->wanted ? (int)p->settled : 0)) return false;
    if (BUCKETS) return p->longest <= capacity;
    return p->arcs <= (unsigned long long)capacity || (unsigned long long)p->longest * max <= capacity;
}

/* The block's counters, once all have read them: of this level those that still count, of the next none. */
template <bool BUCKETS> TP_FN void tp_cluster_reset(tp_cluster_block *block, int side, unsigned own, unsigned settled)
{
    if (BUCKETS) {
        block->count[side] = own; /* those beyond found no room */
        block->held[1 - side] = block->marks = 0;
    } else {
        block->now.missing -= (int)settled;
    }
    block->count[1 - side] = block->longest[1 - side] = block->settled[1 - side] = 0;
    block->arcs[1 - side] = block->more[1 - side] = 0;
}

/* By the first warp: the level's plan; *reduced: of an op with BUCKETS. */
template <bool BUCKETS>
TP_FN tp_plan tp_cluster_plan(tp_cluster_block *block, const tp_search_launch *t, int side, unsigned turn,
                              int64_t level, tp_cluster_summary *reduced)
{
    const unsigned capacity = (unsigned)t->queue;
    const unsigned own = BUCKETS && block->count[side] > capacity ? capacity : block->count[side];
    const tp_words mine = tp_cluster_pack<BUCKETS>(block, t, side, own);
    const tp_words theirs = tp_cluster_allgather < BUCKETS ? 2 : 1 > (&block->exchange, turn, &mine);
    tp_plan p;
    const unsigned count = tp_cluster_unpack<BUCKETS>(&theirs, t->wanted, &p, reduced);
    const unsigned max = tp_cluster_divide(&p, own, tp_warp_max(count));
    p.taken = tp_cluster_takes<BUCKETS>(block, t, level, &p, max);
    p.shift = tp_cluster_shift(&p);
    if (!p.own || t->order) tp_cluster_places(block, count);
    __syncwarp(); /* all have read now.missing */
    if (tp_lane() == 0) tp_cluster_reset<BUCKETS>(block, side, own, p.settled);
    return p;
}

/* Item *c of the block's, which it may take from another's queue: *owner's, and *c is where there. -1: its own. */
TP_FN tp_vertex_row tp_cluster_take(const tp_cluster_block *block, const tp_vertex_row *queue, unsigned *c, int *owner)
{
    const unsigned place = block->plan.first + *c;
    const uint4 *places = (const uint4 *)block->places;
    int last = -1; /* whose places begin there or before */
    *owner = -1;
    if (block->plan.own) return queue[*c];
        /* All at once: the loads of a bisection wait for each other. */
#pragma unroll
    for (int b = 0; b < TP_CLUSTER_MAX / 4; b++) {
        const uint4 at = places[b];
        last += (at.x <= place) + (at.y <= place) + (at.z <= place) + (at.w <= place);
    }
    *c = place - block->places[last];
    *owner = last;
    return tp_cluster_load(queue + *c, last);
}

/* Room in a queue for each lane's vertex, where it is fresh, and counts the vertices put there. */
TP_FN unsigned tp_cluster_reserve(tp_cluster_block *block, int side, bool fresh, const tp_vertex_row *got)
{
    const int lane = tp_lane();
    const unsigned taken = __ballot_sync(TP_EVERY_LANE, fresh);
    const unsigned arcs = tp_warp_total(fresh ? (unsigned)got->entries & 0xffff : 0);
    unsigned at = 0;
    if (lane == 0 && taken) {
        at = atomicAdd(&block->count[side], (unsigned)__popc(taken));
        atomicAdd(&block->arcs[side], arcs);
    }
    if (fresh && got->entries > 1 << TP_LANES_MIN_SHIFT) atomicMax(&block->longest[side], (unsigned)got->entries);
    if (fresh && (unsigned)got->entries >> 16) atomicAdd(&block->more[side], (unsigned)got->entries >> 16);
    return __shfl_sync(TP_EVERY_LANE, at, 0) + __popc(taken & ((1u << lane) - 1));
}

/* The frontier that the host or a grid kernel left, into the queues. */
TP_FN void tp_cluster_enter(tp_cluster_block *block, const tp_search_launch *t, tp_vertex_row *queue)
{
    const tp_search_state *now = &block->now;
    const unsigned rank = (unsigned)tp_cluster_rank(), blocks = (unsigned)tp_cluster_blocks();
    const unsigned first = now->count * rank / blocks, end = now->count * (rank + 1) / blocks;
    const tropic_index *list = tp_search_list(t, now->level, now->begin);
    if (threadIdx.x == 0)
        for (int side = 0; side < 2; side++) {
            block->count[side] = side == 0 ? end - first : 0;
            block->longest[side] = block->settled[side] = 0;
            block->arcs[side] = block->more[side] = 0;
            block->held[side] = block->marks = 0;
        }
    __syncthreads();
    for (unsigned c = first + threadIdx.x; c < end; c += TP_SEARCH_BLOCK) {
        const tp_vertex_row it = tp_search_source(t, tp_load_int32(list + c));
        queue[c - first] = it;
        atomicAdd(&block->arcs[0], (unsigned)it.entries & 0xffff);
        atomicAdd(&block->more[0], (unsigned)it.entries >> 16);
        atomicMax(&block->longest[0], (unsigned)it.entries);
    }
}

/* The block's part of the frontier to its list; all of it. */
TP_FN void tp_cluster_keep(const tp_cluster_block *block, const tp_search_launch *t, int64_t level, int64_t begin,
                           const tp_vertex_row *queue, unsigned count, bool lists)
{
    tropic_index *list = tp_search_list(t, level, begin) + block->places[tp_cluster_rank()];
    tp_vertex_row *listed = t->listed[level % 2] + block->places[tp_cluster_rank()];
    for (unsigned c = threadIdx.x; c < count; c += TP_SEARCH_BLOCK) {
        list[c] = queue[c].vertex;
        if (lists) listed[c] = queue[c];
    }
}

/* The frontier is known, that is not the launch's first: counted by one thread, of those with the least to do. */
TP_FN void tp_cluster_count(tp_cluster_block *block, const tp_search_launch *t, int64_t level, int64_t begin)
{
    block->now.reached += block->plan.count;
    block->now.reached_arcs += block->plan.arcs;
    if (t->order) t->starts[level - t->kept] = (tropic_index)begin;
}

TP_FN void tp_cluster_leave(tp_cluster_block *block, const tp_search_launch *t, int64_t level, int64_t begin)
{
    tp_search_state *now = &block->now;
    t->search->steps[TROPIC_STRATEGY_CSR_PUSH] += level - now->level - (now->advances - t->search->advances);
    now->level = level;
    now->begin = begin;
    now->count = block->plan.count;
    now->arcs = block->plan.arcs;
    now->longest = block->plan.longest;
    now->refused = true;
    tp_search_leave(t, now);
}
#endif

#if OP_BUCKETS
#include "algorithms/search/cluster_near_far.cuh"
#else
/* Puts the vertices reached from EACH items of each group of threads into `queue`, the first items from `begin` on. */
template <int EACH>
TP_FN void OP(cluster_reach)(const OP_STATE *s, const tp_search_launch *t, tp_cluster_block *block,
                             const tp_vertex_row *from, unsigned begin, tp_vertex_row *queue, int side)
{
    const int shift = block->plan.shift;
    tp_vertex_row item[EACH];
    int longest = 0;
#pragma unroll
    for (int r = 0; r < EACH; r++) {
        unsigned c = begin + r * (TP_SEARCH_BLOCK >> shift) + (threadIdx.x >> shift);
        int owner;
        item[r] = {0, 0, 0};
        if (c < block->plan.items) item[r] = tp_cluster_take(block, from, &c, &owner);
        if (item[r].entries > longest) longest = item[r].entries;
    }
    for (int k = (int)(threadIdx.x & ((1u << shift) - 1)); __any_sync(TP_EVERY_LANE, k < longest); k += 1 << shift) {
        tp_vertex_row got[EACH];
        bool fresh[EACH], any = false;
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            got[r] = {0, 0, 0};
            if (k < item[r].entries) got[r].vertex = __ldg(t->scatter.ids + item[r].begin + k);
        }
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            fresh[r] = k < item[r].entries;
            if (fresh[r]) got[r] = tp_search_source(t, got[r].vertex);
            fresh[r] = fresh[r] && tp_bit_take(t->seen, got[r].vertex, false);
        }
#pragma unroll
        for (int r = 0; r < EACH; r++) any = any || fresh[r];
        if (!__any_sync(TP_EVERY_LANE, any)) continue;
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            const unsigned at = tp_cluster_reserve(block, side, fresh[r], &got[r]);
            if (!fresh[r]) continue;
            queue[at] = got[r];
            tp_ask_line(t->scatter.ids + got[r].begin, got[r].entries);
            OP(update)
            (s, got[r].vertex, OP(multiply)(s, NULL, 0, item[r].vertex, got[r].vertex), true);
            if (tp_search_wanted(t, got[r].vertex)) atomicAdd(&block->settled[side], 1u);
        }
    }
}

/* The level: puts the vertices reached from the block's items into `queue`. Where there are more than threads for them,
 * two of a group's are on their way together. */
TP_FN void OP(cluster_level)(const OP_STATE *s, const tp_search_launch *t, tp_cluster_block *block,
                             const tp_vertex_row *from, tp_vertex_row *queue, int side)
{
    const unsigned items = block->plan.items, step = TP_SEARCH_BLOCK >> block->plan.shift;
    /* Whole warps go on together. */
    const unsigned first = (threadIdx.x & ~(TP_WARP - 1u)) >> block->plan.shift;
    unsigned begin = 0;
    for (; begin + step + first < items; begin += 2 * step) OP(cluster_reach)<2>(s, t, block, from, begin, queue, side);
    if (begin + first < items) OP(cluster_reach)<1>(s, t, block, from, begin, queue, side);
}
#endif

/* A block has two queues in shared memory, of rows {begin, entries, vertex}. Of an op with buckets, rows that are held
 * back lie behind each, and the rows' values behind both. In a level all blocks go from one side to the other:
 *
 *     list of the host, or of a grid kernel
 *      |  tp_cluster_enter: an equal part to each block
 *      v
 *     queue of `side`  <-----------------------------------------------------------+
 *      |  tp_cluster_plan: the first warps send one another the counts of their    |
 *      |  queues (tp_cluster_allgather), and all make the same plan                |
 *      +---> not taken: empty, too large, at the limit, or no target is missing:   |
 *      |     the queues go to a list in device memory, the counts to t.search      |
 *      |     (buckets: near_advance may fill an empty queue from t.far, and the    |
 *      |     plan is made again)                                                   |
 *      v                                                                           |
 *     items: the block's queue; or, where the largest queue has much more than its |
 *      |     share (TP_EVEN), an equal part of all queues, read from their blocks  |
 *      |  2^shift threads to an item, which share the entries of its list:         |
 *      |     first read    the neighbour, from t.scatter.ids                       |
 *      |     second read   its bit in t.seen, set by an atomic (buckets: its value |
 *      |                   lowered by one), and the range of its list              |
 *      v                                                                           |
 *     queue of 1 - side, of the same block: neighbours whose bit was clear, with   |
 *      |  the op's update (buckets: whose value fell); their lists are prefetched  |
 *      +---------------------------- side = 1 - side ------------------------------+ */
TP_KERNEL void __launch_bounds__(TP_SEARCH_BLOCK, 1)
    OP(search_cluster)(const OP_STATE state, const __grid_constant__ tp_search_launch t)
{
    extern __shared__ tp_vertex_row queues[];
    __shared__ __align__(16) tp_cluster_block block;
    OP_STATE s = state;
    int64_t level, begin, entered;
    unsigned turn = 0; /* of the exchange */
    int side = 0;
    const int places = t.queue + t.deferred;
#if OP_BUCKETS
    OP(value) *values = (OP(value) *)(queues + 2 * places);
    OP(near) near = {&t, &block};
#endif

    if (threadIdx.x == 0) block.now = *t.search;
    __syncthreads();
    if (block.now.done || block.now.missing == 0 || block.now.bits || block.now.count > t.cluster_vertices ||
        block.now.arcs > t.cluster_arcs)
        return;
    level = entered = block.now.level;
    begin = block.now.begin;
    tp_cluster_enter(&block, &t, queues);
#if OP_BUCKETS
    OP(near_enter)(&s, &near, queues, values);
#endif
    tp_exchange_begin(&block.exchange);
    while (true) {
        tp_vertex_row *from = queues + side * places, *next = queues + (1 - side) * places;
        __syncthreads();
        if (threadIdx.x < TP_WARP) {
            tp_cluster_summary reduced;
            tp_plan plan = tp_cluster_plan<OP_BUCKETS>(&block, &t, side, turn, level, &reduced);
#if OP_BUCKETS
            OP(near_plan)(&near, &plan, &reduced, level);
#endif
            if (threadIdx.x == 0) block.plan = plan;
        }
        turn++;
        __syncthreads();
#if OP_BUCKETS
        if (OP(near_opens)(&near, level)) {
            level++;
            OP(near_advance)(&s, &near, from, values + side * places, side);
            continue;
        }
#else
        if (blockIdx.x == 0 && threadIdx.x == TP_SEARCH_BLOCK - 1 && level > entered)
            tp_cluster_count(&block, &t, level, begin);
#endif
        if (!block.plan.taken) break;
        if (t.order && level > entered) tp_cluster_keep(&block, &t, level, begin, from, block.count[side], false);
        begin += block.plan.count;
        level++;
#if OP_BUCKETS
        OP(near_level)
        (&s, &near, level, from, values + side * places, next, values + (1 - side) * places, 1 - side);
#else
        s.depth = (int32_t)level;
        OP(cluster_level)(&s, &t, &block, from, next, 1 - side);
#endif
        side = 1 - side;
    }
    if (threadIdx.x < TP_WARP) {
        const tp_words mine = {{{block.count[side], 0, 0, 0}}};
        tp_cluster_places(&block, tp_cluster_allgather<1>(&block.exchange, turn, &mine).quad[0].x);
    }
    __syncthreads();
#if OP_BUCKETS
    OP(near_leave)(&s, &near, queues + side * places, values + side * places, side);
#else
    if (threadIdx.x == 0) block.now.done = block.plan.count == 0;
#endif
    tp_cluster_keep(&block, &t, level, begin, queues + side * places, block.count[side], true);
    if (tp_thread() == 0) tp_cluster_leave(&block, &t, level, begin);
    tp_cluster_barrier(); /* nobody may still read a queue of a block that has left */
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths by the near and far pile in one cluster. The near pile slides: of the vertices that were reached and
 * not taken yet, a level takes those whose distance is less than the least one plus t->near_width. The others stay in
 * the second half of the queue. (Lattice of 24 M vertices, lengths of 1 to 255: 9200 levels, where breadth-first search
 * has 7500, and 1.3 times as many arcs as Dijkstra's.)
 *
 * Overflow: vertices that fit in neither half of the queue go to the far pile in global memory. From then on nothing
 * beyond the present threshold is queued until the queue is empty, so that no vertex is taken before its turn.
 *
 * A queue has vertices with their distances. A vertex may be there several times; a place is stale, and passed over,
 * if the vertex has a smaller distance by now.
 */

/* Levels from one look at the targets to the next. (Not tuned.) */
#define TP_TARGET_CHECK_INTERVAL 16
/* Words of those that wait, times a warp's lanes, that a warp has on their way at once. */
#define TP_FAR_WORDS 4

/* A thread's part. */
typedef struct OP(near) {
    const tp_search_launch *t;
    tp_cluster_block *block;
    unsigned first; /* as in tp_frontier_counters */
    unsigned long long first_arcs;
    OP(value) min_key; /* kept or marked in the level at hand */
    bool asked;        /* for targets, in the level before */
} OP(near);

/* Reports the least value kept or marked to the block's next plan. */
TP_FN void OP(near_end)(const OP(near) *n)
{
    const unsigned long long min_key = tp_warp_min(OP(bits)(n->min_key));
    if (tp_lane() == 0) n->block->min_key[threadIdx.x / TP_WARP] = min_key;
}

/* Values of the frontier that the host, or a grid kernel, left. */
TP_FN void OP(near_enter)(const OP_STATE *s, OP(near) *n, const tp_vertex_row *queue, OP(value) *values)
{
    uint32_t *bits = n->t->bits[n->block->now.level % 2];
    n->min_key = OP(identity)();
    for (unsigned c = threadIdx.x; c < n->block->count[0]; c += TP_SEARCH_BLOCK) {
        const tropic_index i = queue[c].vertex;
        values[c] = OP(load_volatile)(s, i);
        n->min_key = OP(add)(n->min_key, values[c]);
        bits[i / TP_WORD] = 0;
    }
    OP(near_end)(n);
}

/* And by the first warp: which values the level takes. */
TP_FN void OP(near_plan)(const OP(near) *n, tp_plan *plan, const tp_cluster_summary *reduced, int64_t level)
{
    tp_cluster_block *block = n->block;
    tp_search_state *now = &block->now;
    tp_value low = now->low, high = now->high, near_threshold = block->near_threshold;
    const tp_value least = OP(of_bits)(reduced->min_key);
    const unsigned far = tp_search_sum(now->far, plan->settled);
    const bool early = n->asked && TP_MARKS_OF(reduced->marks, TP_UNSETTLED) == 0;
    if (far == 0)
        high.DISTANCE = OP(identity)();
    else if (TP_MARKS_OF(reduced->marks, TP_QUEUE_FULL) > 0)
        high = low;
    else if (TP_MARKS_OF(reduced->marks, TP_DEFERRED_FULL) > 0) {
        /* None that is marked has less than the edge, or than the least. */
        if (TP_KEY_LESS(near_threshold, least)) near_threshold = least;
        if (TP_KEY_LESS(near_threshold, high)) high = near_threshold;
    }
    if (TP_KEY_LESS(high, least))
        low = high;
    else if (TP_KEY_LESS(low, least)) /* or a list that a launch left has less */
        low = least;
    near_threshold.uint64 = 0;
    near_threshold.DISTANCE = OP(end)(low.DISTANCE, n->t->near_width);
    if (TP_KEY_LESS(high, near_threshold)) near_threshold = high;
    if (plan->count == 0) /* vertices held back may go on */
        plan->taken = reduced->held > 0 && TP_KEY_LESS(least, high) && level < n->t->limit;
    if (early || now->missing == 0) plan->taken = false;
    __syncwarp(); /* all have read the fields that are written now */
    if (tp_lane() > 0) return;
    block->reduced = *reduced;
    now->low = low;
    now->high = high;
    now->far = far;
    block->near_threshold = near_threshold;
    if (early) now->missing = 0;
    if (plan->count == 0 && reduced->held == 0 && far == 0) now->done = true;
}

/* Is it for this launch to open the next bucket? */
TP_FN bool OP(near_opens)(const OP(near) *n, int64_t level)
{
    const tp_search_state *now = &n->block->now;
    return n->block->plan.count == 0 && !n->block->plan.taken && !now->done && now->missing != 0 && now->far > 0 &&
           now->far <= n->t->cluster_far && level < n->t->limit;
}

/* Each lane's vertex, where it fell, to the queue; or to those held back; or it is marked. */
TP_FN void OP(near_put)(OP(near) *n, int side, bool fell, const tp_vertex_row *got, OP(value) value,
                        tp_vertex_row *queue, OP(value) *values)
{
    const tp_search_launch *t = n->t;
    tp_cluster_block *block = n->block;
    const unsigned before = (1u << tp_lane()) - 1;
    const bool near = fell && value < block->near_threshold.DISTANCE;
    const unsigned capacity = (unsigned)t->queue, end = capacity + (unsigned)t->deferred;
    unsigned at = end, held;
    bool holds;
    if (!__any_sync(TP_EVERY_LANE, fell)) return;
    if (__any_sync(TP_EVERY_LANE, near)) at = tp_cluster_reserve(block, side, near, got);
    if (!near || at >= capacity) at = end;
    holds = fell && at == end && value < n->block->now.high.DISTANCE;
    held = __ballot_sync(TP_EVERY_LANE, holds);
    if (held) {
        unsigned place = 0;
        if (tp_lane() == 0) place = atomicAdd(&block->held[side], (unsigned)__popc(held));
        place = capacity + __shfl_sync(TP_EVERY_LANE, place, 0) + __popc(held & before);
        if (holds && place < end) at = place;
        if (holds && place >= end) atomicOr(&block->marks, TP_MARK(near ? TP_QUEUE_FULL : TP_DEFERRED_FULL));
    }
    if (!fell) return;
    n->min_key = OP(add)(n->min_key, value);
    if (at == end) {
        tp_far_pile_add(t, got->vertex);
        atomicAdd(&block->settled[side], 1u);
        return;
    }
    queue[at] = *got;
    values[at] = value;
    if (at >= capacity) return;
    tp_ask_line(t->scatter.ids + got->begin, got->entries);
    if (t->scatter.values)
        tp_ask_line((const tropic_index *)((const TP_C(WEIGHT) *)t->scatter.values + got->begin), got->entries);
}

/* Puts vertices whose values fall by EACH items of each group of threads into `next`, the first items from `begin`
 * on. */
template <int EACH>
TP_FN void OP(near_reach)(const OP_STATE *s, OP(near) *n, const tp_vertex_row *from, const OP(value) *from_values,
                          unsigned begin, tp_vertex_row *next, OP(value) *next_values, int side)
{
    const tp_search_launch *t = n->t;
    const int shift = n->block->plan.shift;
    tp_vertex_row item[EACH];
    OP(value) value[EACH], latest[EACH];
    int longest = 0;
#pragma unroll
    for (int r = 0; r < EACH; r++) {
        unsigned c = begin + r * (TP_SEARCH_BLOCK >> shift) + (threadIdx.x >> shift);
        int owner;
        item[r] = {0, 0, 0};
        value[r] = latest[r] = OP(identity)();
        if (c < n->block->plan.items) {
            item[r] = tp_cluster_take(n->block, from, &c, &owner);
            value[r] = owner < 0 ? from_values[c] : tp_cluster_value(from_values + c, owner);
            latest[r] = OP(load_volatile)(s, item[r].vertex); /* on its way beside the ids */
        }
        if (item[r].entries > longest) longest = item[r].entries;
    }
    for (int k = (int)(threadIdx.x & ((1u << shift) - 1)); __any_sync(TP_EVERY_LANE, k < longest); k += 1 << shift) {
        tp_vertex_row got[EACH];
        OP(value) sum[EACH];
        bool fell[EACH];
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            const tropic_offset entry = item[r].begin + k;
            got[r] = {0, 0, 0};
            sum[r] = OP(identity)();
            if (k >= item[r].entries) continue;
            got[r].vertex = __ldg(t->scatter.ids + entry);
            sum[r] = OP(relax)(s, value[r], t->scatter.values, entry, item[r].vertex, got[r].vertex);
        }
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            fell[r] = false;
            if (k >= item[r].entries || value[r] != latest[r]) continue;
            got[r] = tp_search_source(t, got[r].vertex);
            const OP(value) before = OP(atomic_min)(s, got[r].vertex, sum[r]);
            fell[r] = sum[r] < before;
            if (fell[r] && before == OP(identity)()) {
                n->first++;
                n->first_arcs += (unsigned long long)got[r].entries;
            }
        }
#pragma unroll
        for (int r = 0; r < EACH; r++) OP(near_put)(n, side, fell[r], &got[r], sum[r], next, next_values);
    }
}

/* Vertices held back go to the next frontier, or are held back on: by the last warps, which have the fewest items. */
TP_FN void OP(near_release)(OP(near) *n, const tp_vertex_row *from, const OP(value) *from_values, tp_vertex_row *next,
                            OP(value) *next_values, int side)
{
    const unsigned capacity = (unsigned)n->t->queue;
    const unsigned end = capacity + tp_cluster_deferred(n->block, n->t, 1 - side);
    for (unsigned first = capacity + (~threadIdx.x & (TP_SEARCH_BLOCK - TP_WARP)); first < end;
         first += TP_SEARCH_BLOCK) {
        const unsigned c = first + tp_lane();
        const bool has = c < end;
        const tp_vertex_row it = has ? from[c] : tp_vertex_row{0, 0, 0};
        OP(near_put)
        (n, side, has, &it, has ? from_values[c] : OP(identity)(), next, next_values);
    }
}

/* Reports to a block's next plan whether a target may still fall. */
TP_FN void OP(near_prefetch)(const OP_STATE *s, OP(near) *n, bool ask)
{
    n->asked = ask;
    if (ask && OP(unsettled)(s, n->t, n->block->now.low.DISTANCE)) atomicOr(&n->block->marks, TP_MARK(TP_UNSETTLED));
}

/* The level, as OP(cluster_level) of other ops. */
TP_FN void OP(near_level)(const OP_STATE *s, OP(near) *n, int64_t level, const tp_vertex_row *from,
                          const OP(value) *from_values, tp_vertex_row *next, OP(value) *next_values, int side)
{
    const tp_plan *plan = &n->block->plan;
    const unsigned step = TP_SEARCH_BLOCK >> plan->shift;
    const unsigned first = (threadIdx.x & ~(TP_WARP - 1u)) >> plan->shift;
    unsigned begin = 0;
    n->min_key = OP(identity)();
    OP(near_prefetch)(s, n, n->t->target_count > 0 && level % TP_TARGET_CHECK_INTERVAL == 0);
    for (; begin + step + first < plan->items; begin += 2 * step)
        OP(near_reach)<2>(s, n, from, from_values, begin, next, next_values, side);
    if (begin + first < plan->items) OP(near_reach)<1>(s, n, from, from_values, begin, next, next_values, side);
    OP(near_release)(n, from, from_values, next, next_values, side);
    OP(near_end)(n);
    if (threadIdx.x > 0) return;
    n->block->now.bucket_arcs += plan->arcs; /* in every block alike */
    n->block->now.bucket_levels++;
}

/* The frontier is empty, and no value held back is less than the bucket's end: all marked vertices are looked at. */
TP_FN void OP(near_advance)(const OP_STATE *s, OP(near) *n, tp_vertex_row *queue, OP(value) *values, int side)
{
    const tp_search_launch *t = n->t;
    tp_cluster_block *block = n->block;
    const tp_cluster_summary *reduced = &block->reduced;
    const int64_t words = TP_WORDS(t->scatter.lists);
    const int lane = tp_lane();
    OP(value) min_key = OP(identity)();
    unsigned far = 0;
    __syncthreads(); /* all have read the state */
    if (threadIdx.x == 0) {
        tp_search_state *now = &block->now;
        now->low = now->high;
        now->high.DISTANCE = OP(identity)();
        block->near_threshold.DISTANCE = OP(end)(now->low.DISTANCE, t->near_width);
        now->advances++;
        now->far = block->settled[side] = 0; /* they are reported already */
    }
    tp_cluster_barrier(); /* all that was marked is seen by all */
    n->min_key = OP(identity)();
    if (reduced->held > 0) n->min_key = OP(of_bits)(reduced->min_key).DISTANCE; /* they are held on */
    OP(near_prefetch)(s, n, t->target_count > 0);
    for (int64_t first = tp_search_warp() * TP_FAR_WORDS * TP_WARP; first < words;
         first += tp_warps() * TP_FAR_WORDS * TP_WARP) {
        uint32_t word[TP_FAR_WORDS];
#pragma unroll
        for (int r = 0; r < TP_FAR_WORDS; r++) {
            const int64_t w = first + r * TP_WARP + lane;
            word[r] = w < words ? *(const volatile uint32_t *)(t->far + w) : 0;
        }
#pragma unroll
        for (int r = 0; r < TP_FAR_WORDS; r++) {
            const int64_t from = first + r * TP_WARP;
            unsigned some = __ballot_sync(TP_EVERY_LANE, word[r] != 0);
            while (some) {
                OP(far_split) found;
                OP(split_far_pile)(s, t, from, word[r], &some, &block->now, &found, &far, &min_key);
                __syncwarp(); /* near_put marks again after this */
#pragma unroll
                for (int q = 0; q < TP_ROWS; q++) {
                    tp_vertex_row got = {0, 0, 0};
                    if (found.near[q]) got = tp_search_source(t, found.j[q]);
                    OP(near_put)(n, side, found.near[q], &got, found.value[q], queue, values);
                }
            }
        }
    }
    OP(near_end)(n);
    tp_cluster_barrier(); /* before anything is marked again, all words are stored */
}

/* Leaves the state for others: the queue, stale vertices without their lists; the counts of reached vertices; and a
 * bucket for the grid kernel, as wide as the near pile if that was worth it. Vertices beyond it are marked. The levels
 * taken count for that bucket, too: without them the next ones stay narrow, and random graphs of 16 M vertices took
 * 26.9 ms in place of 19.8, k-mer graphs 7.3 in place of 6.8 (H200). */
TP_FN void OP(near_leave)(const OP_STATE *s, const OP(near) *n, tp_vertex_row *queue, const OP(value) *values, int side)
{
    const tp_search_launch *t = n->t;
    tp_cluster_block *block = n->block;
    tp_search_state *now = &block->now, *search = t->search;
    const unsigned capacity = (unsigned)t->queue;
    const unsigned end = capacity + tp_cluster_deferred(block, t, side);
    const unsigned long long first = tp_warp_sum(n->first);
    const unsigned long long first_arcs = tp_warp_sum(n->first_arcs);
    OP(value) min_key = OP(identity)();
    unsigned long long all;
    for (unsigned c = capacity + threadIdx.x; c < end; c += TP_SEARCH_BLOCK) {
        tp_far_pile_add(t, queue[c].vertex);
        min_key = OP(add)(min_key, values[c]);
    }
    all = tp_warp_min(OP(bits)(min_key));
    if (tp_lane() == 0) {
        atomicMin(&search->counters[0].min_key, all);
        if (first > 0) atomicAdd(&search->reached, first);
        if (first > 0) atomicAdd(&search->reached_arcs, first_arcs);
    }
    tp_cluster_barrier();
    if (threadIdx.x == 0) {
        tp_value high = {}, least;
        all = *(volatile unsigned long long *)&search->counters[0].min_key;
        now->reached = *(volatile unsigned long long *)&search->reached;
        now->reached_arcs = *(volatile unsigned long long *)&search->reached_arcs;
        if (now->width < t->near_width && tp_bucket_long(now)) now->width = t->near_width;
        high.DISTANCE = OP(end)(now->low.DISTANCE, now->width);
        least = OP(of_bits)(all);
        if (TP_KEY_LESS(high, now->high)) now->high = high;
        if (TP_KEY_LESS(least, now->high)) now->high = least;
        /* At most: some of the frontier stay in it. */
        now->far = tp_search_sum(now->far, block->reduced.held + block->plan.count);
    }
    tp_cluster_barrier(); /* before one of them leaves, all have read the state */
    for (unsigned c = threadIdx.x; c < block->count[side]; c += TP_SEARCH_BLOCK) {
        const bool stale = OP(load_volatile)(s, queue[c].vertex) != values[c];
        if (!stale && values[c] < now->high.DISTANCE) continue;
        if (!stale) tp_far_pile_add(t, queue[c].vertex);
        queue[c].entries = 0;
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A narrow launch of a search by an op with buckets (spmv/search_buckets.cuh). A queue's vertices come with
 * their values, and there may be several of one: all but the last are stale, as the value that the vertex has by
 * now tells, and are passed over.
 */

/* So few near vertices may be left where the next bucket is opened. */
#define TP_NEAR_FEW 1024
/* Words of those that wait, times a warp's lanes, that a warp has on their way at once. */
#define TP_FAR_WORDS 4

/* A thread's part. */
typedef struct OP(near) {
    const tp_search_launch *t;
    tp_narrow_block *block;
    unsigned first; /* as in tp_growth */
    unsigned long long first_arcs;
} OP(near);

/* What the host, or a wide launch, left. */
TP_FN void OP(near_enter)(OP_STATE *s, const OP(near) * n, const tp_listed *queue,
                          OP(value) * values)
{
    tp_search_state *now = &n->block->now;
    uint32_t *bits = n->t->bits[now->level % 2];
    for (unsigned c = threadIdx.x; c < n->block->count[0]; c += TP_SEARCH_BLOCK) {
        const tropic_index i = queue[c].vertex;
        values[c] = OP(latest)(s, i);
        bits[i / TP_WORD] = 0;
    }
    s->high = now->high;
}

TP_FN bool OP(near_over)(const OP(near) * n)
{
    return n->block->now.done || n->block->now.missing == 0;
}

/* Is it for this launch to open the next bucket? It need not wait until nothing is near, unless what is final is asked
 * for: so frontiers stay full. */
TP_FN bool OP(near_opens)(const OP(near) * n, int64_t level)
{
    const tp_search_launch *t = n->t;
    const tp_search_state *now = &n->block->now;
    const bool early = t->target_count == 0 && now->far >= TP_NEAR_FEW && now->bucket_levels > 0;
    return n->block->plan.count <= (early ? TP_NEAR_FEW : 0u) && level < t->limit &&
           now->far <= t->narrow_far && !OP(near_over)(n);
}

/* Lane's vertex, where it is near, to the queue. */
TP_FN void OP(near_put)(const OP(near) * n, int side, bool near, const tp_listed *got,
                        OP(value) value, tp_listed *queue, OP(value) * values)
{
    const tp_search_launch *t = n->t;
    unsigned at;
    if (!__any_sync(TP_EVERY_LANE, near)) return;
    at = tp_narrow_room(n->block, side, near, got);
    if (!near) return;
    if (at >= (unsigned)t->queue) { /* no level reaches so many, but a bucket may have them: */
        atomicOr(&n->block->full, 1u);
        tp_search_wait(t, got->vertex);
        return;
    }
    queue[at] = *got;
    values[at] = value;
    tp_ask_line(t->scatter.ids + got->begin, got->entries);
    if (t->scatter.values)
        tp_ask_line((const tropic_index *)((const TP_C(WEIGHT) *)t->scatter.values + got->begin),
                    got->entries);
}

/* To `next` what falls into the bucket by EACH items of each group of threads, the first ones from `begin` on. */
template <int EACH>
TP_FN void OP(near_reach)(const OP_STATE *s, OP(near) * n, const tp_listed *from,
                          const OP(value) * from_values, unsigned begin, tp_listed *next,
                          OP(value) * next_values, int side)
{
    const tp_search_launch *t = n->t;
    const int shift = n->block->plan.shift;
    tp_listed item[EACH];
    OP(value) value[EACH], latest[EACH];
    int most = 0;
#pragma unroll
    for (int r = 0; r < EACH; r++) {
        unsigned c = begin + r * (TP_SEARCH_BLOCK >> shift) + (threadIdx.x >> shift);
        int owner;
        item[r] = {0, 0, 0};
        value[r] = latest[r] = OP(identity)();
        if (c < n->block->plan.items) {
            item[r] = tp_narrow_take(n->block, from, &c, &owner);
            value[r] = owner < 0 ? from_values[c] : tp_cluster_value(from_values + c, owner);
            latest[r] = OP(latest)(s, item[r].vertex); /* on its way beside the ids */
        }
        if (item[r].entries > most) most = item[r].entries;
    }
    for (int k = (int)(threadIdx.x & ((1u << shift) - 1)); __any_sync(TP_EVERY_LANE, k < most);
         k += 1 << shift) {
        tp_listed got[EACH];
        OP(value) sum[EACH];
        bool near[EACH];
        unsigned marked = 0;
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            const tropic_offset entry = item[r].begin + k;
            got[r] = {0, 0, 0};
            sum[r] = OP(identity)();
            if (k >= item[r].entries) continue;
            got[r].vertex = __ldg(t->scatter.ids + entry);
            sum[r] =
                OP(extend)(s, value[r], t->scatter.values, entry, item[r].vertex, got[r].vertex);
        }
#pragma unroll
        for (int r = 0; r < EACH; r++) {
            near[r] = false;
            if (k >= item[r].entries || value[r] != latest[r]) continue;
            got[r] = tp_search_source(t, got[r].vertex);
            const OP(value) before = OP(lower)(s, got[r].vertex, sum[r]);
            if (!(sum[r] < before)) continue;
            near[r] = sum[r] < s->high.DISTANCE;
            if (!near[r]) {
                tp_search_wait(t, got[r].vertex);
                marked++;
            }
            if (before == OP(identity)()) {
                n->first++;
                n->first_arcs += (unsigned long long)got[r].entries;
            }
        }
        if (__any_sync(TP_EVERY_LANE, marked > 0)) {
            marked = tp_warp_total(marked);
            if (tp_lane() == 0) atomicAdd(&n->block->settled[side], marked);
        }
#pragma unroll
        for (int r = 0; r < EACH; r++)
            OP(near_put)(n, side, near[r], &got[r], sum[r], next, next_values);
    }
}

/* The level, as OP(narrow_level) of other ops. */
TP_FN void OP(near_level)(const OP_STATE *s, OP(near) * n, const tp_listed *from,
                          const OP(value) * from_values, tp_listed *next, OP(value) * next_values,
                          int side)
{
    const tp_plan *plan = &n->block->plan;
    const unsigned step = TP_SEARCH_BLOCK >> plan->shift;
    const unsigned first = (threadIdx.x & ~(TP_WARP - 1u)) >> plan->shift;
    unsigned begin = 0;
    for (; begin + step + first < plan->items; begin += 2 * step)
        OP(near_reach)<2>(s, n, from, from_values, begin, next, next_values, side);
    if (begin + first < plan->items)
        OP(near_reach)<1>(s, n, from, from_values, begin, next, next_values, side);
    if (threadIdx.x > 0) return;
    n->block->now.bucket_arcs += plan->arcs; /* in every block alike */
    n->block->now.bucket_levels++;
}

/* By the first warp: what all blocks found while the bucket was opened. */
TP_FN void OP(near_opened)(const OP(near) * n, int side, unsigned turn)
{
    tp_narrow_block *block = n->block;
    const unsigned near = block->count[side] > 0;
    const tp_words mine = {{(unsigned)block->least, (unsigned)(block->least >> 32), block->far,
                            near | block->unsettled << 1 | block->full << 2}};
    const tp_words theirs = tp_exchange_words(&block->exchange, turn, &mine);
    const bool any = __any_sync(TP_EVERY_LANE, theirs.word[3] & 1);
    const bool unsettled = __any_sync(TP_EVERY_LANE, theirs.word[3] & 2);
    const bool full = __any_sync(TP_EVERY_LANE, theirs.word[3] & 4);
    const unsigned far = tp_warp_total(theirs.word[2]);
    const bool empty = tp_lane() >= tp_cluster_blocks(); /* has told nothing */
    const unsigned long long least =
        tp_warp_least(empty ? ~0ull : (unsigned long long)theirs.word[1] << 32 | theirs.word[0]);
    if (tp_lane() > 0) return;
    tp_bucket_opened(n->t, &block->now, any, far, unsettled, least);
    if (full) block->now.high = block->now.low; /* what found no room is in the next */
    if (block->count[side] > (unsigned)n->t->queue) block->count[side] = (unsigned)n->t->queue;
}

/* The next bucket: what waited for it goes to the queue. */
TP_FN void OP(near_advance)(OP_STATE *s, OP(near) * n, tp_listed *queue, OP(value) * values,
                            int side, unsigned turn)
{
    const tp_search_launch *t = n->t;
    tp_narrow_block *block = n->block;
    const int64_t words = TP_WORDS(t->scatter.lists);
    const int lane = tp_lane();
    OP(value) least = OP(identity)();
    unsigned far = 0;
    if (threadIdx.x == 0) {
        OP(open)(&block->now);
        block->least = OP(bits)(least);
        block->far = 0;
        block->unsettled = block->full = 0;
        block->settled[side] = 0; /* they are told already */
    }
    tp_cluster_barrier(); /* all that was marked is seen by all */
    s->high = block->now.high;
    if (OP(unsettled)(s, t, block->now.low.DISTANCE)) atomicOr(&block->unsettled, 1u);
    for (int64_t first = tp_search_warp() * TP_FAR_WORDS * TP_WARP;
         first < words && !__any_sync(TP_EVERY_LANE, *(volatile unsigned *)&block->full);
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
                OP(sifted) found;
                OP(sift)(s, t, from, word[r], &some, &block->now, &found, &far, &least);
                __syncwarp(); /* what near_put marks again comes after */
#pragma unroll
                for (int q = 0; q < TP_ROWS; q++) {
                    tp_listed got = {0, 0, 0};
                    if (found.near[q]) got = tp_search_source(t, found.j[q]);
                    OP(near_put)(n, side, found.near[q], &got, found.value[q], queue, values);
                }
            }
        }
    }
    far = tp_warp_total(far);
    const unsigned long long all = tp_warp_least(OP(bits)(least));
    if (lane == 0 && far > 0) {
        atomicAdd(&block->far, far);
        atomicMin(&block->least, all);
    }
    tp_cluster_barrier(); /* before anything is marked again, all words are stored */
    if (threadIdx.x < TP_WARP) OP(near_opened)(n, side, turn);
    __syncthreads();
    s->high = block->now.high;
}

/* The queue, as others are to see it: stale vertices without their lists. And what was reached. */
TP_FN void OP(near_leave)(const OP_STATE *s, const OP(near) * n, tp_listed *queue,
                          const OP(value) * values, int side)
{
    tp_search_state *now = &n->block->now, *search = n->t->search;
    const unsigned long long first = tp_warp_sum(n->first);
    const unsigned long long first_arcs = tp_warp_sum(n->first_arcs);
    for (unsigned c = threadIdx.x; c < n->block->count[side]; c += TP_SEARCH_BLOCK)
        if (OP(latest)(s, queue[c].vertex) != values[c]) queue[c].entries = 0;
    if (tp_lane() == 0 && first > 0) {
        atomicAdd(&search->reached, first);
        atomicAdd(&search->reached_arcs, first_arcs);
    }
    tp_cluster_barrier();
    if (tp_thread() > 0) return;
    now->reached = *(volatile unsigned long long *)&search->reached;
    now->reached_arcs = *(volatile unsigned long long *)&search->reached_arcs;
}

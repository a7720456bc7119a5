/* SPDX-License-Identifier: Apache-2.0
 *
 * A narrow launch of a search by an op with buckets (spmv/search_buckets.cuh). A queue's vertices come with
 * their values, and there may be several of one: all but the last are stale, as the value that the vertex has by
 * now tells, and are passed over.
 */

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
    if (threadIdx.x == 0 && now->high.DISTANCE == 0) OP(open)(now);
    __syncthreads();
    s->high = now->high;
}

TP_FN bool OP(near_over)(const OP(near) * n)
{
    return n->block->now.done || n->block->now.missing == 0;
}

/* Is it for this launch to open the next bucket? */
TP_FN bool OP(near_opens)(const OP(near) * n, int64_t level)
{
    const tp_search_state *now = &n->block->now;
    return n->block->plan.count == 0 && level < n->t->limit && now->far <= TP_NARROW_FAR &&
           !OP(near_over)(n);
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
    if (at >= (unsigned)t->queue) { /* no level reaches so many, but a bucket may have them */
        atomicOr(&n->block->full, 1u);
        atomicOr(t->far + got->vertex / TP_WORD, 1u << got->vertex % TP_WORD);
        return;
    }
    queue[at] = *got;
    values[at] = value;
    tp_ask_line(t->scatter.ids + got->begin, got->entries);
    if (t->scatter.values)
        tp_ask_line((const tropic_index *)((const TP_C(WEIGHT) *)t->scatter.values + got->begin),
                    got->entries);
}

/* The level: to `next` what falls into the bucket by the block's items. */
TP_FN void OP(near_level)(const OP_STATE *s, OP(near) * n, const tp_listed *from,
                          const OP(value) * from_values, tp_listed *next, OP(value) * next_values,
                          int side)
{
    const tp_search_launch *t = n->t;
    const tp_plan *plan = &n->block->plan;
    const int shift = plan->shift;
    const unsigned items = plan->items, step = TP_SEARCH_BLOCK >> shift;
    const unsigned warp_first = (threadIdx.x & ~(TP_WARP - 1u)) >> shift;
    for (unsigned begin = 0; begin + warp_first < items; begin += step) {
        unsigned c = begin + (threadIdx.x >> shift);
        tp_listed item = {0, 0, 0};
        OP(value) value = OP(identity)(), latest = value;
        if (c < items) {
            if (plan->own) {
                item = from[c];
                value = from_values[c];
            } else {
                const int owner = tp_narrow_owner(n->block, c, &c);
                item = tp_cluster_load(from + c, owner);
                value = tp_cluster_value(from_values + c, owner);
            }
            latest = OP(latest)(s, item.vertex); /* on its way beside the ids */
        }
        for (int k = (int)(threadIdx.x & ((1u << shift) - 1));
             __any_sync(TP_EVERY_LANE, k < item.entries); k += 1 << shift) {
            const tropic_offset entry = item.begin + k;
            const bool has = k < item.entries;
            tp_listed got = {0, 0, 0};
            OP(value) sum = OP(identity)();
            bool near = false;
            if (has) {
                got.vertex = __ldg(t->scatter.ids + entry);
                sum = OP(extend)(s, value, t->scatter.values, entry, item.vertex, got.vertex);
            }
            if (has && value == latest) {
                got = tp_search_source(t, got.vertex);
                const OP(value) before = OP(lower)(s, got.vertex, sum);
                if (sum < before) {
                    near = sum < s->high.DISTANCE;
                    if (!near) atomicOr(t->far + got.vertex / TP_WORD, 1u << got.vertex % TP_WORD);
                    if (before == OP(identity)()) {
                        n->first++;
                        n->first_arcs += (unsigned long long)got.entries;
                    }
                }
            }
            OP(near_put)(n, side, near, &got, sum, next, next_values);
        }
    }
    if (threadIdx.x == 0) n->block->now.bucket_arcs += plan->arcs; /* in every block alike */
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
    if (full)
        block->now.high = block->now.low; /* it is to be opened once more */
    else
        tp_bucket_opened(n->t, &block->now, any, far, unsettled, least);
    block->full = full;
}

/* The next bucket: what waited for it goes to the queue. False: the launch is over, be it that nothing is left to take,
 * be it that there is too much. */
TP_FN bool OP(near_advance)(OP_STATE *s, OP(near) * n, tp_listed *queue, OP(value) * values,
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
    }
    tp_cluster_barrier(); /* all that was marked is seen by all */
    s->high = block->now.high;
    if (OP(unsettled)(s, t, block->now.low.DISTANCE)) atomicOr(&block->unsettled, 1u);
    for (int64_t first = tp_search_warp() * TP_WARP;
         first < words && !*(volatile unsigned *)&block->full; first += tp_warps() * TP_WARP) {
        const uint32_t word =
            first + lane < words ? *(const volatile uint32_t *)(t->far + first + lane) : 0;
        unsigned some = __ballot_sync(TP_EVERY_LANE, word != 0);
        while (some) {
            OP(sifted) found;
            OP(sift)(s, t, first, word, &some, &block->now, &found, &far, &least);
            __syncwarp(); /* what near_put marks again comes after */
#pragma unroll
            for (int r = 0; r < TP_ROWS; r++) {
                tp_listed got = {0, 0, 0};
                if (found.near[r]) got = tp_search_source(t, found.j[r]);
                OP(near_put)(n, side, found.near[r], &got, found.value[r], queue, values);
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
    if (!block->full && !OP(near_over)(n)) return true;
    /* What is near waits again. */
    for (unsigned c = threadIdx.x; c < block->count[side] && c < (unsigned)t->queue;
         c += TP_SEARCH_BLOCK)
        atomicOr(t->far + queue[c].vertex / TP_WORD, 1u << queue[c].vertex % TP_WORD);
    __syncthreads();
    if (threadIdx.x == 0) block->count[side] = 0;
    __syncthreads();
    return false;
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * A grid kernel of a search: the whole GPU, with a barrier of all blocks at the end of each level.
 */

/* One level that pushes. */
TP_FN void OP(grid_push)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now,
                         const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const unsigned long long share = now->arcs / ((unsigned long long)t->chunk_capacity / 2) + 1;
    const unsigned chunk = share > TP_CHUNK_MIN ? (unsigned)share : TP_CHUNK_MIN;
    if (now->bits)
        OP(reach_bits)(s, t, now, chunk, next, writer);
    else
        OP(reach_list)(s, t, now, chunk, next, writer);
    if (now->longest <= chunk) return;
    tp_grid_barrier(&t->search->barrier);
    OP(reach_chunks)(s, t, *(volatile unsigned *)&next->counters->chunks, chunk, next, writer);
}

#if OP_BUCKETS
/* Takes the frontier, or opens the next bucket. Are there bits alone of the next frontier? */
TP_FN bool OP(grid_level)(const OP_STATE *s, const tp_search_launch *t, tp_search_block *block)
{
    const tp_search_state *now = &block->now;
    const int side = (int)(now->level % 2), other = 1 - side;
    const tropic_strategy strategy = now->count == 0                       ? TROPIC_STRATEGY_AUTO
                                     : t->strategy == TROPIC_STRATEGY_AUTO ? TROPIC_STRATEGY_CSR_PUSH
                                                                           : t->strategy;
    const bool pull = now->count > 0 && strategy != TROPIC_STRATEGY_CSR_PUSH;
    tp_frontier_writer writer = {block, block->queue[threadIdx.x / TP_WARP]};
    const tp_next_frontier next = {&t->search->counters[now->level % TP_COUNTER_SETS],
                                   t->lists[other],
                                   t->listed[other],
                                   t->bits[other],
                                   t->capacity,
                                   false};

    if (tp_thread() == 0) tp_search_begin(t, now, strategy);
    if (now->count == 0)
        OP(advance)(s, t, block, &next, &writer);
    else if (!pull)
        OP(grid_push)(s, t, now, &next, &writer);
    else if (strategy == TROPIC_STRATEGY_COOC_SCALAR)
        OP(reach_entries)(s, t, t->bits[side], &next, &writer);
    else
        OP(pull_lists)(s, t, t->bits[side], &next, &writer);
    tp_writer_end(t, &next, &writer, block);
    if (pull) {
        tp_grid_barrier(&t->search->barrier);
        tp_search_clear(t->bits[side], TP_WORDS(t->scatter.lists));
    }
    return pull;
}

/* As tp_search_next. */
TP_FN void OP(next)(const tp_search_launch *t, tp_search_state *now, bool bits)
{
    const volatile tp_frontier_counters *counters = &t->search->counters[now->level % TP_COUNTER_SETS];
    if (now->count == 0) {
        tp_bucket_opened(t, now, counters->count > 0, counters->far, counters->unsettled,
                         OP(of_bits)(counters->min_key));
    } else {
        now->bucket_arcs += now->arcs;
        now->bucket_levels++;
        now->far = tp_search_sum(now->far, counters->far);
    }
    now->count = counters->count;
    now->longest = counters->longest;
    now->arcs = counters->arcs;
    now->reached += counters->first;
    now->reached_arcs += counters->first_arcs;
    now->level++;
    now->bits = bits || now->count > t->capacity;
    now->refused = false;
}
#else
/* One level that pulls, or looks at every entry, from a frontier that is bits. */
TP_FN void OP(grid_pull)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now,
                         const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const int rounds = t->strategy == TROPIC_STRATEGY_CSC_SCALAR   ? INT32_MAX
                       : t->strategy == TROPIC_STRATEGY_CSC_VECTOR ? 0
                                                                   : TP_PULL_ROUNDS;
    if (t->strategy == TROPIC_STRATEGY_COOC_SCALAR)
        OP(reach_entries)(s, t, t->bits[now->level % 2], next, writer);
    else
        OP(pull_words)(s, t, now, rounds, next, writer);
}

/* Takes the frontier. Are there bits, or a list, of the next? */
TP_FN bool OP(grid_level)(const OP_STATE *s, const tp_search_launch *t, tp_search_block *block)
{
    const tp_search_state *now = &block->now;
    const bool pull = tp_search_pulls(t, now);
    const bool walk = t->strategy == TROPIC_STRATEGY_COOC_SCALAR;
    const int side = (int)(now->level % 2), other = 1 - side;
    const int64_t words = TP_WORDS(t->gather.lists), left = t->gather.lists - (int64_t)now->reached;
    /* A push that may reach more than there is room for goes unfiltered, and so does all that is not kept. Where each
     * arc has one back, one of those of each vertex goes to whom it was reached from. */
    const bool back = t->gather.offsets == t->scatter.offsets && now->level > 0;
    const unsigned long long next_max = now->arcs - (back ? now->count : 0);
    const bool fits = t->order || left <= t->capacity || next_max <= (unsigned long long)t->capacity;
    const bool unfiltered = pull ? !t->order : !fits;
    const bool sweep = unfiltered && (walk || !pull); /* a pull writes whole words itself */
    const bool listed = pull && !now->bits;           /* but it takes from bits */
    tp_frontier_writer writer = {block, block->queue[threadIdx.x / TP_WARP]};
    tp_next_frontier next = {&t->search->counters[now->level % TP_COUNTER_SETS],
                             t->order ? t->order + now->begin + now->count : t->lists[other],
                             t->listed[other],
                             t->bits[other],
                             t->order ? INT64_MAX : t->capacity,
                             unfiltered};

    if (tp_thread() == 0)
        tp_search_begin(t, now,
                        !pull                                 ? TROPIC_STRATEGY_CSR_PUSH
                        : t->strategy == TROPIC_STRATEGY_AUTO ? TROPIC_STRATEGY_CSC_VECTOR
                                                              : t->strategy);
    if (listed && now->dirty[side]) tp_search_clear(t->bits[side], words);
    if (listed && now->dirty[side]) tp_grid_barrier(&t->search->barrier);
    if (listed) {
        tp_search_mark(t, now);
        tp_grid_barrier(&t->search->barrier);
    }
    if (pull)
        OP(grid_pull)(s, t, now, &next, &writer);
    else
        OP(grid_push)(s, t, now, &next, &writer);
    if (sweep) {
        tp_grid_barrier(&t->search->barrier);
        tp_filter_marked(t, &next, &writer);
    }
    tp_writer_end(t, &next, &writer, block);
    if (threadIdx.x == 0) {
        if (pull) block->now.dirty[side] = true;
        if (unfiltered || (pull && !walk)) block->now.dirty[other] = true;
    }
    return unfiltered || (pull && !walk);
}
#endif

TP_KERNEL void __launch_bounds__(TP_SEARCH_BLOCK, 1)
    OP(search_grid)(const OP_STATE state, const __grid_constant__ tp_search_launch t)
{
    __shared__ tp_search_block block;
    OP_STATE s = state;
    int small = 0;

    if (threadIdx.x == 0) {
        block.now = *t.search;
        block.waiting = 0;
    }
    __syncthreads();
    if (block.now.done) return;
    if (t.mixed && !block.now.refused && tp_search_small(&t, &block.now)) return;
    tp_grid_barrier(&t.search->barrier); /* before the state changes, all have read it */
    while (tp_search_goes_on(&t, &block.now, &small)) {
#if OP_BUCKETS
        __syncthreads();
        if (threadIdx.x == 0 && (block.now.count == 0 || (block.now.level == 0 && !block.now.refused))) /* the first */
            OP(next_bucket)(&block.now);
        __syncthreads();
        s.high = block.now.high;
#else
        s.depth = 1 + (int32_t)block.now.level;
#endif
        const bool bits = OP(grid_level)(&s, &t, &block);
        tp_grid_barrier(&t.search->barrier);
        if (threadIdx.x == 0)
#if OP_BUCKETS
            OP(next)(&t, &block.now, bits);
#else
            tp_search_next(&t, &block.now, bits);
#endif
        __syncthreads();
    }
    tp_grid_barrier(&t.search->barrier);
    if (tp_thread() == 0) tp_search_leave(&t, &block.now);
}

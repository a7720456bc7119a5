/* SPDX-License-Identifier: Apache-2.0
 *
 * A wide launch of a search: the whole GPU, with a barrier of all blocks at the end of each level.
 */

/* One level that pushes. */
TP_FN void OP(wide_push)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now,
                         const tp_goal *goal, tp_gain *gain)
{
    const unsigned long long share = now->arcs / ((unsigned long long)t->chunk_room / 2) + 1;
    const unsigned chunk = share > TP_CHUNK_LEAST ? (unsigned)share : TP_CHUNK_LEAST;
    if (now->bits)
        OP(reach_bits)(s, t, now, chunk, goal, gain);
    else
        OP(reach_list)(s, t, now, chunk, goal, gain);
    if (now->most <= chunk) return;
    tp_grid_barrier(&t->search->barrier);
    OP(reach_chunks)(s, t, *(volatile unsigned *)&goal->growth->chunks, chunk, goal, gain);
}

/* One level that pulls, or looks at every entry, from a frontier that is bits. */
TP_FN void OP(wide_pull)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now,
                         const tp_goal *goal, tp_gain *gain)
{
    const int rounds = t->strategy == TROPIC_STRATEGY_CSC_SCALAR   ? INT32_MAX
                       : t->strategy == TROPIC_STRATEGY_CSC_VECTOR ? 0
                                                                   : TP_PULL_ROUNDS;
    if (t->strategy == TROPIC_STRATEGY_COOC_SCALAR)
        OP(reach_entries)(s, t, t->bits[now->level % 2], goal, gain);
    else
        OP(pull_words)(s, t, now, rounds, goal, gain);
}

/* After a blind level: what it has updated becomes seen, and the next frontier. */
TP_FN void OP(sweep)(const OP_STATE *s, const tp_search_launch *t, uint32_t *next,
                     const tp_goal *goal, tp_gain *gain)
{
    const tropic_index n = t->scatter.lists;
    const int64_t words = TP_WORDS(n);
    for (int64_t w = tp_search_warp(); w < words; w += tp_warps()) {
        const int64_t j = w * TP_WORD + tp_lane();
        const uint32_t seen = t->seen[w];
        const bool fresh = j < n && !(seen >> tp_lane() & 1) && OP(is_new)(s, (tropic_index)j);
        const unsigned taken = __ballot_sync(TP_EVERY_LANE, fresh);
        if (fresh) tp_gain_count(gain, tp_search_source(t, (tropic_index)j).entries);
        if (tp_lane() > 0) continue;
        next[w] = taken;
        if (taken) t->seen[w] = seen | taken;
        if (t->wanted && (taken & t->wanted[w]))
            atomicAdd(&goal->growth->settled, (unsigned)__popc(taken & t->wanted[w]));
    }
}

/* Takes the frontier. Are there bits, or a list, of the next? */
TP_FN bool OP(wide_level)(const OP_STATE *s, const tp_search_launch *t, tp_search_block *block)
{
    const tp_search_state *now = &block->now;
    const bool pull = tp_search_pulls(t, now);
    const bool walk = t->strategy == TROPIC_STRATEGY_COOC_SCALAR;
    const int side = (int)(now->level % 2), other = 1 - side;
    const int64_t words = TP_WORDS(t->gather.lists), left = t->gather.lists - (int64_t)now->reached;
    /* A push that may reach more than there is room for goes blind, and so does all that is not kept. */
    const bool fits = t->order || left <= t->room || now->arcs <= (unsigned long long)t->room;
    const bool blind = pull ? !t->order : !fits;
    const bool sweep = blind && (walk || !pull); /* a pull writes whole words itself */
    const bool listed = pull && !now->bits;      /* but it takes from bits */
    tp_gain gain = {block->held[threadIdx.x / TP_WARP]};
    tp_goal goal = {&t->search->growth[now->level % 3],
                    t->order ? t->order + now->begin + now->count : t->lists[other],
                    t->listed[other], blind};

    if (tp_thread() == 0) {
        tp_growth *later = &t->search->growth[(now->level + 1) % 3];
        later->count = later->most = later->chunks = later->settled = 0;
        later->arcs = 0;
        t->search->steps[!pull                                 ? TROPIC_STRATEGY_CSR_PUSH
                         : t->strategy == TROPIC_STRATEGY_AUTO ? TROPIC_STRATEGY_CSC_VECTOR
                                                               : t->strategy]++;
    }
    if (listed && now->dirty[side]) tp_search_clear(t->bits[side], words);
    if (listed && now->dirty[side]) tp_grid_barrier(&t->search->barrier);
    if (listed) {
        tp_search_mark(t, now);
        tp_grid_barrier(&t->search->barrier);
    }
    if (pull)
        OP(wide_pull)(s, t, now, &goal, &gain);
    else
        OP(wide_push)(s, t, now, &goal, &gain);
    if (sweep) {
        tp_grid_barrier(&t->search->barrier);
        OP(sweep)(s, t, t->bits[other], &goal, &gain);
    }
    tp_gain_end(t, &goal, &gain, block);
    if (threadIdx.x == 0) {
        if (pull) block->now.dirty[side] = true;
        if (blind || (pull && !walk)) block->now.dirty[other] = true;
    }
    return blind || (pull && !walk);
}

/* Is there a level for this launch to take? */
TP_FN bool tp_search_goes_on(const tp_search_launch *t, const tp_search_state *now, int *small)
{
    if (now->count == 0 || now->missing == 0 || now->level >= t->limit) return false;
    if (!tp_search_mixed(t) || now->refused) return true;
    *small = tp_search_small(t, now) ? *small + 1 : 0;
    return *small <= TP_SEARCH_SMALL;
}

TP_KERNEL void __launch_bounds__(TP_SEARCH_BLOCK, 1)
    OP(search_wide)(const OP_STATE state, const __grid_constant__ tp_search_launch t)
{
    __shared__ tp_search_block block;
    OP_STATE s = state;
    int small = 0;

    if (threadIdx.x == 0) block.now = *t.search;
    __syncthreads();
    if (block.now.done) return;
    if (tp_search_mixed(&t) && !block.now.refused && tp_search_small(&t, &block.now)) return;
    tp_grid_barrier(&t.search->barrier); /* before the state changes, all have read it */
    while (tp_search_goes_on(&t, &block.now, &small)) {
        s.depth = t.depth + 1 + (int32_t)block.now.level;
        const bool bits = OP(wide_level)(&s, &t, &block);
        tp_grid_barrier(&t.search->barrier);
        if (threadIdx.x == 0) tp_search_next(&t, &block.now, bits);
        __syncthreads();
    }
    tp_grid_barrier(&t.search->barrier);
    if (tp_thread() == 0) tp_search_leave(&t, &block.now);
}

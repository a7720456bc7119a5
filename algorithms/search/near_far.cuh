/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches by an op with buckets, in the order of keys: near-far, as the GPU takes delta-stepping. A
 * vertex whose value falls below the end of the bucket at hand is near, and belongs to the next frontier; others
 * are marked as far, and no more. Once nothing is near, the next bucket opens: all that is marked is looked at.
 * Davidson, Baxter, Garland and Owens, IPDPS 2014.
 */

#ifndef TP_SEARCH_BUCKETS
#define TP_SEARCH_BUCKETS
/* A bucket with fewer arcs was not worth opening: the next is twice as wide. But not while arcs grow fast, as they do
 * where a search of a Kronecker graph begins. (With up to eight times as many, Kronecker and Mycielskian graphs take as
 * long, within a twentieth: H200.) */
#define TP_BUCKET_ARCS 131072
/* So is one of so many levels in which few vertices fell again: arcs were taken at most so many times. (Of a
 * k-mer graph; with 5 levels in place of 16 a random graph took 3.3 ms in place of 2.7: H200.) */
#define TP_BUCKET_LONG 16
#define TP_BUCKET_TIMES 1.25
/* And one of so many levels, which had more arcs than a cluster takes at once but not enough for the whole GPU, is too
 * wide: frontiers are then crowded by vertices that fall again. */
#define TP_BUCKET_LEVELS 8
#define TP_CROWD_MIN 10240
#define TP_CROWD_MAX 65536

TP_FN bool tp_bucket_long(const tp_search_state *now)
{
    return now->bucket_levels >= TP_BUCKET_LONG &&
           (double)now->bucket_arcs < TP_BUCKET_TIMES * (double)(now->reached_arcs - now->bucket_reached);
}

/* Updates the state by the counts of all vertices that waited, as in tp_frontier_counters, `least` for min_key. The
 * bucket at hand has vertices to take if `any`. By one thread of each block, alike. */
TP_FN void tp_bucket_opened(const tp_search_launch *t, tp_search_state *now, bool any, unsigned far, bool unsettled,
                            tp_value least)
{
    now->advances++;
    now->done = !any && far == 0;
    if (t->target_count > 0 && !unsettled) now->missing = 0;
    if (!any && far > 0) now->high = least; /* where the next begins */
    now->far = far;
    if (tp_bucket_long(now) || (now->bucket_arcs < TP_BUCKET_ARCS && now->bucket_arcs < 2 * now->last_arcs))
        now->width *= 2;
    else if (now->width > t->width && now->bucket_levels >= TP_BUCKET_LEVELS &&
             now->bucket_arcs > (unsigned long long)TP_CROWD_MIN * now->bucket_levels &&
             now->bucket_arcs < (unsigned long long)TP_CROWD_MAX * now->bucket_levels)
        now->width /= 2;
    if (now->bucket_arcs > 0) now->last_arcs = now->bucket_arcs;
    now->bucket_arcs = now->bucket_levels = 0;
    now->bucket_reached = now->reached_arcs;
}

/* Of two keys, each a tp_value. (A macro: with a function, others than negative ones are compiled otherwise.) */
#define TP_KEY_LESS(a, b) (OP_SIGNED_KEYS ? (a).DISTANCE < (b).DISTANCE : (a).uint64 < (b).uint64)
#endif

/* The bucket after the last, or the first. By one thread of each block, alike. */
TP_FN void OP(next_bucket)(tp_search_state *now)
{
    now->low = now->high;
    now->high.DISTANCE = OP(end)(now->low.DISTANCE, now->width);
}

/* Bits of a key, in the order of the keys: those that are not negative have them. */
TP_FN unsigned long long OP(bits)(OP(value) v)
{
    tp_value all = {};
    if (OP_SIGNED_KEYS) return TP_JOIN2(tp_key_bits, DISTANCE)(v);
    all.DISTANCE = v;
    return all.uint64;
}
TP_FN tp_value OP(of_bits)(unsigned long long bits)
{
    tp_value all = {};
    if (OP_SIGNED_KEYS)
        all.DISTANCE = TP_JOIN2(tp_key_of_bits, DISTANCE)(bits);
    else
        all.uint64 = bits;
    return all;
}

/* Candidates for values of some rows: where sum[r] is less than j[r]'s value, that falls. All atomics are on their way
 * together. */
TP_FN void OP(relax_rows)(const OP_STATE *s, const tp_search_launch *t, const tropic_index *j, const OP(value) *sum,
                          const tp_next_frontier *next, tp_frontier_writer *writer)
{
    OP(value) before[TP_ROWS];
    bool fresh[TP_ROWS];
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) before[r] = OP(current)(s, j[r]);
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++)
        if (sum[r] < before[r])
            before[r] = OP(atomic_min)(s, j[r], sum[r]);
        else
            before[r] = sum[r];
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) {
        const bool fell = sum[r] < before[r], near = fell && sum[r] < s->high.DISTANCE;
        if (fell && !near) {
            tp_far_pile_add(t, j[r]);
            writer->far++;
        }
        if (fell && before[r] == OP(identity)()) {
            writer->first++;
            writer->first_arcs += (unsigned long long)tp_search_source(t, j[r]).entries;
        }
        fresh[r] = near && tp_bit_take(next->bits, j[r], false);
    }
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) tp_writer_add(t, next, writer, fresh[r], j[r]);
    if (writer->count > TP_WARP_QUEUE - TP_ROWS * TP_WARP) tp_writer_flush(t, next, writer);
}

/* A warp's findings among the vertices that wait. */
typedef struct OP(far_split) {
    tropic_index j[TP_ROWS]; /* of each lane */
    OP(value) value[TP_ROWS];
    bool near[TP_ROWS]; /* is it in the bucket? */
    int word[TP_ROWS];  /* which of the warp's words it is in; -1: none */
    unsigned taken[TP_ROWS];
} OP(far_split);

/* Of lane's word number `first` + lane of t->far, those of `*some` lanes: the next TP_ROWS are looked at. Vertices stay
 * marked that have no less than the bucket's end; others are in it, or were done with an earlier one. */
TP_FN void OP(split_far_pile)(const OP_STATE *s, const tp_search_launch *t, int64_t first, uint32_t word,
                              unsigned *some, const tp_search_state *now, OP(far_split) *found, unsigned *far,
                              OP(value) *min_key)
{
    uint32_t marked[TP_ROWS];
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) {
        found->word[r] = *some ? __ffs((int)*some) - 1 : -1;
        *some &= *some - 1;
        marked[r] = __shfl_sync(TP_EVERY_LANE, word, found->word[r] & (TP_WARP - 1));
        if (found->word[r] < 0) marked[r] = 0;
        found->j[r] = marked[r] ? (tropic_index)((first + found->word[r]) * TP_WORD) + tp_lane() : 0;
        found->value[r] = OP(identity)();
        if (marked[r] >> tp_lane() & 1) found->value[r] = OP(load_volatile)(s, found->j[r]);
    }
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) {
        const bool was = marked[r] >> tp_lane() & 1;
        const bool stays = was && !(found->value[r] < now->high.DISTANCE);
        const unsigned left = __ballot_sync(TP_EVERY_LANE, stays);
        found->near[r] = was && !stays && !(found->value[r] < now->low.DISTANCE);
        found->taken[r] = __ballot_sync(TP_EVERY_LANE, found->near[r]);
        if (stays) *min_key = OP(add)(*min_key, found->value[r]);
        if (tp_lane() > 0 || found->word[r] < 0) continue;
        *far += (unsigned)__popc(left);
        if (left != marked[r]) t->far[first + found->word[r]] = left;
    }
}

/* May the value of a target still fall, of those that this thread looks at? */
TP_FN bool OP(unsettled)(const OP_STATE *s, const tp_search_launch *t, OP(value) low)
{
    bool any = false;
    for (int64_t c = tp_thread(); c < t->target_count; c += tp_threads())
        any = any || !(OP(load_volatile)(s, t->targets[c]) < low);
    return any;
}

/* Makes the vertices that waited for the bucket at hand the next frontier. */
TP_FN void OP(advance)(const OP_STATE *s, const tp_search_launch *t, tp_search_block *block,
                       const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const int64_t words = TP_WORDS(t->scatter.lists);
    const int share = tp_items_per_warp((tropic_index)words, TP_WARP), lane = tp_lane();
    const int warp = (int)(threadIdx.x / TP_WARP);
    OP(value) min_key = OP(identity)();
    unsigned far = 0;
    if (OP(unsettled)(s, t, block->now.low.DISTANCE)) next->counters->unsettled = true;
    for (int64_t first = tp_search_warp() * share; first < words; first += tp_warps() * share) {
        const int64_t w = first + lane;
        const uint32_t word = lane < share && w < words ? tp_load_uint32(t->far + w) : 0;
        unsigned some = __ballot_sync(TP_EVERY_LANE, word != 0);
        while (some) {
            OP(far_split) found;
            OP(split_far_pile)(s, t, first, word, &some, &block->now, &found, &far, &min_key);
#pragma unroll
            for (int r = 0; r < TP_ROWS; r++) {
                if (lane == 0 && found.taken[r]) next->bits[first + found.word[r]] = found.taken[r];
                tp_writer_add(t, next, writer, found.near[r], found.j[r]);
            }
            if (writer->count > TP_WARP_QUEUE - TP_ROWS * TP_WARP) tp_writer_flush(t, next, writer);
        }
    }
    far = tp_warp_total(far);
    if (lane == 0) block->far[warp] = far;
    block->min_key[warp] = tp_warp_min(OP(bits)(min_key)); /* all lanes alike */
    __syncthreads();
    if (warp > 0) return;
    far = tp_warp_total(block->far[lane]);
    const unsigned long long all = tp_warp_min(block->min_key[lane]);
    if (lane > 0 || far == 0) return;
    atomicAdd(&next->counters->far, far);
    atomicMin(&next->counters->min_key, all);
}

/* csc_scalar, csc_vector: lists of a lane, or of a warp, each. */
TP_FN void OP(pull_lists)(const OP_STATE *s, const tp_search_launch *t, const uint32_t *front,
                          const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const tp_arcs *in = &t->gather;
    const int lanes = t->strategy == TROPIC_STRATEGY_CSC_SCALAR ? 1 : TP_WARP;
    const int each = TP_WARP / lanes, lane = tp_lane();
    for (int64_t first = tp_warp() * each; first < in->lists; first += tp_warps() * each) {
        const bool has = first + lane / lanes < in->lists;
        tropic_index j[TP_ROWS] = {has ? (tropic_index)first + lane / lanes : 0};
        OP(value) sum[TP_ROWS];
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++) sum[r] = OP(identity)(); /* one row is made use of */
        for (tropic_offset k = in->offsets[j[0]] + lane % lanes; has && k < in->offsets[j[0] + 1]; k += lanes) {
            const tropic_index i = __ldg(in->ids + k);
            if (tp_bit(front, i)) sum[0] = OP(add)(sum[0], OP(relax)(s, OP(current)(s, i), in->values, k, i, j[0]));
        }
        for (int other = lanes / 2; other > 0; other /= 2) sum[0] = OP(add)(sum[0], tp_shuffle_xor(sum[0], other));
        if (lane % lanes > 0) sum[0] = OP(identity)();
        OP(relax_rows)(s, t, j, sum, next, writer);
    }
}

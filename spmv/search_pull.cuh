/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar and csc_vector in a wide launch of a search: destinations that are not seen look for a source in
 * the frontier. A warp takes 64 of them, of which each lane reads its own two lists by quads of entries; once
 * few lanes go on, the warp reads one list after another. The bits that it writes are whole words, so
 * there are no atomics.
 */

/* The frontier's bits: the first of them in shared memory. */
typedef struct OP(front) {
    const uint32_t *words, *near;
    tropic_index bits; /* of `near` */
} OP(front);

TP_FN bool OP(in_front)(const OP(front) * front, tropic_index i)
{
    const uint32_t word = i < front->bits ? front->near[i / TP_WORD] : front->words[i / TP_WORD];
    return word >> i % TP_WORD & 1;
}

/* The quad of the array that entry k lies in, by what its first one's address says. */
TP_FN tropic_offset OP(quad)(const tropic_index *ids, tropic_offset k)
{
    const tropic_offset skew = (tropic_offset)((uintptr_t)ids / sizeof *ids % 4);
    return ((k + skew) & ~(tropic_offset)3) - skew;
}

/* The first of ids[at .. at+3], of those from begin up to end, that is in the frontier; -1: none. */
TP_FN tropic_index OP(find)(const tropic_index *ids, tropic_offset at, tropic_offset begin,
                            tropic_offset end, const OP(front) * front)
{
    tropic_index id[4], found = -1;
    bool is[4];
    tp_load4<false>(ids + at, id);
#pragma unroll
    for (int q = 0; q < 4; q++)
        is[q] = at + q >= begin && at + q < end && OP(in_front)(front, id[q]);
#pragma unroll
    for (int q = 3; q >= 0; q--)
        if (is[q]) found = id[q];
    return found;
}

/* The rest of one list, by the warp. A lane's own quads ascend, but not the warp's. */
TP_FN tropic_index OP(find_together)(const tropic_index *ids, tropic_offset at, tropic_offset begin,
                                     tropic_offset end, const OP(front) * front)
{
    tropic_index found = -1;
    unsigned who = 0;
    for (; at < end && who == 0; at += 2 * 4 * TP_WARP) {
        const tropic_offset mine = at + 4 * tp_lane(), other = mine + 4 * TP_WARP;
        tropic_index second = -1;
        if (mine < end) found = OP(find)(ids, mine, begin, end, front);
        if (other < end) second = OP(find)(ids, other, begin, end, front);
        if (found < 0) found = second;
        who = __ballot_sync(TP_EVERY_LANE, found >= 0);
    }
    return who ? __shfl_sync(TP_EVERY_LANE, found, __ffs((int)who) - 1) : -1;
}

/* `rounds`: so many quads lanes read by themselves; and on while more than a few go on, unless it is 0. */
TP_FN void OP(pull_words)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now,
                          const OP(front) * front, int rounds, const tp_goal *goal, tp_gain *gain)
{
    const tropic_index n = t->gather.lists, *ids = t->gather.ids;
    const int64_t words = TP_WORDS(n);
    const int each = words > TP_PULL_WORDS * tp_warps() ? TP_PULL_WORDS : 1, lane = tp_lane();
    const int most = rounds > 0 ? TP_PULL_ALONE : TP_PULL_WORDS * TP_WARP;
    uint32_t *next = t->bits[(now->level + 1) % 2];
    for (int64_t first = tp_search_warp() * each; first < words; first += tp_warps() * each) {
        uint32_t left[TP_PULL_WORDS];
        tropic_offset begin[TP_PULL_WORDS], end[TP_PULL_WORDS];
        tropic_index found[TP_PULL_WORDS];
        int going = 0;
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) {
            const int64_t more = n - (first + w) * TP_WORD;
            left[w] = w < each && more > 0 ? ~tp_load_uint32(&t->seen[first + w]) : 0;
            if (more > 0 && more < TP_WORD) left[w] &= (1u << more) - 1;
            begin[w] = end[w] = 0;
            found[w] = -1;
        }
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++)
            if (left[w] >> lane & 1) {
                const tropic_offset *at = t->gather.offsets + (first + w) * TP_WORD + lane;
                begin[w] = __ldg(at);
                end[w] = __ldg(at + 1);
            }
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) {
            const unsigned empty = __ballot_sync(TP_EVERY_LANE, begin[w] == end[w]);
            if (lane == 0 && (left[w] & empty)) /* out of reach */
                tp_store_uint32(&t->seen[first + w], ~(left[w] & ~empty));
            left[w] &= ~empty;
            going += __popc(left[w]);
        }
        tropic_offset at[TP_PULL_WORDS];
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) at[w] = OP(quad)(ids, begin[w]);
        for (int round = 0; going > (round < rounds ? 0 : most); round++) {
            going = 0;
#pragma unroll
            for (int w = 0; w < TP_PULL_WORDS; w++)
                if (found[w] < 0 && at[w] < end[w]) {
                    found[w] = OP(find)(ids, at[w], begin[w], end[w], front);
                    at[w] += 4;
                }
#pragma unroll
            for (int w = 0; w < TP_PULL_WORDS; w++)
                going += __popc(__ballot_sync(TP_EVERY_LANE, found[w] < 0 && at[w] < end[w]));
        }
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) {
            unsigned rest = __ballot_sync(TP_EVERY_LANE, found[w] < 0 && at[w] < end[w]), taken;
            for (; rest; rest &= rest - 1) {
                const int of = __ffs((int)rest) - 1;
                const tropic_offset b = __shfl_sync(TP_EVERY_LANE, begin[w], of);
                const tropic_offset a = __shfl_sync(TP_EVERY_LANE, at[w], of);
                const tropic_offset e = __shfl_sync(TP_EVERY_LANE, end[w], of);
                const tropic_index i = OP(find_together)(ids, a, b, e, front);
                if (lane == of) found[w] = i;
            }
            if (w >= each || first + w >= words) continue;
            const tropic_index j = (tropic_index)((first + w) * TP_WORD) + lane;
            taken = __ballot_sync(TP_EVERY_LANE, found[w] >= 0);
            if (lane == 0 && t->wanted && (taken & t->wanted[first + w]))
                atomicAdd(&goal->growth->settled, (unsigned)__popc(taken & t->wanted[first + w]));
            if (lane == 0) {
                next[first + w] = taken;
                if (taken) tp_store_uint32(&t->seen[first + w], ~(left[w] & ~taken));
            }
            if (!taken) continue;
            if (found[w] >= 0) {
                OP(update)(s, j, OP(multiply)(s, NULL, 0, found[w], j), true);
                if (!t->order)
                    tp_gain_count(gain, __ldg(t->scatter.offsets + j + 1) -
                                            __ldg(t->scatter.offsets + j));
                else
                    gain->held[gain->count + __popc(taken & ((1u << lane) - 1))] = j;
            }
            if (t->order) gain->count += __popc(taken);
        }
        if (gain->count > TP_HELD - TP_PULL_WORDS * TP_WARP) tp_gain_flush(t, goal, gain);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_scalar and csc_vector in a grid kernel of a search: destinations that are not seen look for a source in
 * the frontier. A warp takes some words of them, of which each lane reads its own lists by quads of entries; once
 * few lanes go on, the warp reads one list after another. The bits that it writes are whole words, so
 * there are no atomics. Bound by instructions more than by memory (H200): positions are kept in 32 bits, and
 * a front in shared memory, told apart from the rest, took longer than looking all up in the first cache.
 */

/* A list by its quads of entries, as the array's addresses make them: `first` of `quads` has the entries from
 * `skip` on, and the list ends `count` entries after the first quad began. */
typedef struct OP(list) {
    const tropic_index *quads;
    uint32_t at, skip, count; /* at: entries of quads that were read */
} OP(list);

TP_FN OP(list) OP(list_of)(const tp_arcs *in, tropic_index j)
{
    const tropic_offset begin = __ldg(in->offsets + j);
    const tropic_index *first = in->ids + begin;
    const uint32_t skip = (uint32_t)((uintptr_t)first / sizeof *first % 4);
    return {first - skip, 0, skip, skip + (uint32_t)(__ldg(in->offsets + j + 1) - begin)};
}

/* Of the four entries at `at`, the first that is in the frontier; -1: none. */
TP_FN tropic_index OP(find)(const tp_arcs *in, const OP(list) *list, uint32_t at, const uint32_t *front)
{
    const tropic_index *quad = list->quads + at;
    tropic_index id[4], found = -1;
    uint32_t word[4];
    if (quad >= in->ids && quad + 4 <= in->ids + in->count)
        tp_load4<false>(quad, id);
    else /* the array begins, or ends, within it */
#pragma unroll
        for (uint32_t q = 0; q < 4; q++) id[q] = at + q >= list->skip && at + q < list->count ? __ldg(quad + q) : 0;
#pragma unroll
    for (uint32_t q = 0; q < 4; q++)
        word[q] = at + q >= list->skip && at + q < list->count ? front[(uint32_t)id[q] / TP_WORD] : 0;
#pragma unroll
    for (int q = 3; q >= 0; q--)
        if (word[q] >> (uint32_t)id[q] % TP_WORD & 1) found = id[q];
    return found;
}

/* The rest of one list, that of lane `of`, by the warp. */
TP_FN tropic_index OP(find_together)(const tp_arcs *in, const OP(list) *lists, int of, const uint32_t *front)
{
    const OP(list) list = {(const tropic_index *)__shfl_sync(TP_EVERY_LANE, (unsigned long long)lists->quads, of), 0,
                           __shfl_sync(TP_EVERY_LANE, lists->skip, of), __shfl_sync(TP_EVERY_LANE, lists->count, of)};
    const uint32_t mine = 4 * (uint32_t)tp_lane();
    tropic_index found = -1;
    unsigned who = 0;
    for (uint32_t at = __shfl_sync(TP_EVERY_LANE, lists->at, of);
         at < list.count && who == 0 && at <= UINT32_MAX - 4 * TP_WARP; at += 4 * TP_WARP) {
        if (at + mine < list.count) found = OP(find)(in, &list, at + mine, front);
        who = __ballot_sync(TP_EVERY_LANE, found >= 0);
    }
    return who ? __shfl_sync(TP_EVERY_LANE, found, __ffs((int)who) - 1) : -1;
}

/* A warp takes TP_PULL_WORDS words of 32 vertices at once, a lane to a vertex of each. Drawn is one of the words, its
 * lowest bit on the left, and the list of the arcs into vertex 2.
 *
 *     t->seen        1 1 0 1 0 0 ... 1     1: reached in a level before
 *     left = ~seen   0 0 1 0 1 1 ... 0     without vertices that have no list: their bits in t->seen are set
 *     lanes              2   4 5           look for a source; the others have nothing to do
 *                        |
 *                        v
 *     list           | .  e  e  e | e  e  e  e | e  e  .  . |     ids by quads, aligned to 16 bytes: skip 1, count 10
 *     at             0            4            8                  entries of quads that were read
 *                         |  |  |
 *                         v  v  v
 *     front[id / 32]      0  1  1          bits of the frontier, for a whole quad at once: the second id is `found`
 *
 *     alone      Each lane reads its own lists, a quad a round: for `rounds` rounds while a list goes on, then while
 *                more than TP_PULL_ALONE lists do, of all the warp's words. (`rounds` 0: no round.)
 *     together   The warp reads the lists that are left one after another, a quad to a lane, 128 entries at once, until
 *                a source is found.
 *     taken      The lanes that found a source, by a ballot: lane 0 stores the word of the next frontier, and sets the
 *                bits in t->seen. These lanes call the op's update, and count their vertices, or (t->order) queue them.
 *
 * `rounds`: TP_PULL_ROUNDS, but all of csc_scalar, and none of csc_vector. */
TP_FN void OP(pull_words)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now, int rounds,
                          const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const uint32_t *front = t->bits[now->level % 2];
    uint32_t *next_bits = t->bits[(now->level + 1) % 2];
    const tropic_index n = t->gather.lists;
    const int64_t words = TP_WORDS(n);
    const bool symmetric = t->gather.offsets == t->scatter.offsets;
    const int each = words > TP_PULL_WORDS * tp_warps() ? TP_PULL_WORDS : 1, lane = tp_lane();
    const int left_max = rounds > 0 ? TP_PULL_ALONE : TP_PULL_WORDS * TP_WARP;
    for (int64_t first = tp_search_warp() * each; first < words; first += tp_warps() * each) {
        uint32_t left[TP_PULL_WORDS];
        OP(list) list[TP_PULL_WORDS];
        tropic_index found[TP_PULL_WORDS];
        int going = 0;
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) {
            const int64_t more = n - (first + w) * TP_WORD;
            left[w] = w < each && more > 0 ? ~tp_load_uint32(&t->seen[first + w]) : 0;
            if (more > 0 && more < TP_WORD) left[w] &= (1u << more) - 1;
            found[w] = -1;
        }
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) {
            list[w] = {NULL, 0, 0, 0};
            if (left[w] >> lane & 1) list[w] = OP(list_of)(&t->gather, (tropic_index)((first + w) * TP_WORD) + lane);
        }
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) {
            const unsigned empty = __ballot_sync(TP_EVERY_LANE, list[w].skip == list[w].count);
            if (lane == 0 && (left[w] & empty)) /* out of reach */
                tp_store_uint32(&t->seen[first + w], ~(left[w] & ~empty));
            left[w] &= ~empty;
            if (list[w].skip == list[w].count) list[w].skip = list[w].count = 0;
            going += __popc(left[w]);
        }
        for (int round = 0; going > (round < rounds ? 0 : left_max); round++) {
            going = 0;
#pragma unroll
            for (int w = 0; w < TP_PULL_WORDS; w++)
                if (found[w] < 0 && list[w].at < list[w].count) {
                    found[w] = OP(find)(&t->gather, &list[w], list[w].at, front);
                    list[w].at += 4;
                }
#pragma unroll
            for (int w = 0; w < TP_PULL_WORDS; w++)
                going += __popc(__ballot_sync(TP_EVERY_LANE, found[w] < 0 && list[w].at < list[w].count));
        }
#pragma unroll
        for (int w = 0; w < TP_PULL_WORDS; w++) {
            unsigned rest = __ballot_sync(TP_EVERY_LANE, found[w] < 0 && list[w].at < list[w].count), taken;
            for (; rest; rest &= rest - 1) {
                const int of = __ffs((int)rest) - 1;
                const tropic_index i = OP(find_together)(&t->gather, &list[w], of, front);
                if (lane == of) found[w] = i;
            }
            if (w >= each || first + w >= words) continue;
            const tropic_index j = (tropic_index)((first + w) * TP_WORD) + lane;
            taken = __ballot_sync(TP_EVERY_LANE, found[w] >= 0);
            if (lane == 0 && t->wanted && (taken & t->wanted[first + w]))
                atomicAdd(&next->counters->settled, (unsigned)__popc(taken & t->wanted[first + w]));
            if (lane == 0) {
                next_bits[first + w] = taken;
                if (taken) tp_store_uint32(&t->seen[first + w], ~(left[w] & ~taken));
            }
            if (taken == 0) continue;
            if (found[w] >= 0) {
                OP(update)(s, j, OP(multiply)(s, NULL, 0, found[w], j), true);
                if (!t->order)
                    tp_writer_count(writer, symmetric ? (tropic_index)(list[w].count - list[w].skip)
                                                      : tp_search_source(t, j).entries);
            }
            if (t->order) tp_writer_add(t, next, writer, found[w] >= 0, j);
        }
        if (writer->count > TP_WARP_QUEUE - TP_PULL_WORDS * TP_WARP) tp_writer_flush(t, next, writer);
    }
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_push in a grid kernel of a search: the out-arcs of a frontier, side by side over the lanes of warps; long
 * lists are cut into chunks for all warps. And cooc_scalar, which looks at every entry.
 */

/* Arcs of some rows: lane's r-th is entry k[r] of `arcs`, from i[r] to j[r], where has[r]. All rows' loads and atomics
 * are on their way together. */
#if OP_BUCKETS
TP_FN void OP(reach)(const OP_STATE *s, const tp_search_launch *t, const tp_arcs *arcs, const tropic_offset *k,
                     const tropic_index *i, const tropic_index *j, const bool *has, const tp_next_frontier *next,
                     tp_frontier_writer *writer)
{
    OP(value) sum[TP_ROWS];
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++)
        sum[r] = has[r] ? OP(relax)(s, OP(current)(s, i[r]), arcs->values, k[r], i[r], j[r]) : OP(identity)();
    OP(relax_rows)(s, t, j, sum, next, writer);
}
#else
/* Takes vertices that are not seen yet. An unfiltered level takes them in bits of its own: `seen` stays as it was, and
 * the first cache may keep it. (Without, so that all who meet a vertex update it, random graphs of 16 M vertices took
 * 1.4 times as long, with parents 1.7 times, Kronecker 24 1.03 times: H200.) */
TP_FN void OP(reach)(const OP_STATE *s, const tp_search_launch *t, const tp_arcs *arcs, const tropic_offset *k,
                     const tropic_index *i, const tropic_index *j, const bool *has, const tp_next_frontier *next,
                     tp_frontier_writer *writer)
{
    bool fresh[TP_ROWS];
    (void)arcs, (void)k;
    if (next->unfiltered) {
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++) fresh[r] = has[r] && !tp_bit(next->bits, j[r]);
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++) fresh[r] = fresh[r] && tp_bit_take(next->bits, j[r], false);
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++) fresh[r] = fresh[r] && !(t->seen[j[r] / TP_WORD] >> j[r] % TP_WORD & 1);
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++)
            if (fresh[r]) OP(update)(s, j[r], OP(multiply)(s, NULL, 0, i[r], j[r]), true);
        return;
    }
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) fresh[r] = has[r] && !tp_bit(t->seen, j[r]);
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) fresh[r] = fresh[r] && tp_bit_take(t->seen, j[r], false);
#pragma unroll
    for (int r = 0; r < TP_ROWS; r++) {
        if (fresh[r]) {
            OP(update)(s, j[r], OP(multiply)(s, NULL, 0, i[r], j[r]), true);
            if (tp_search_wanted(t, j[r])) atomicAdd(&next->counters->settled, 1u);
        }
        tp_writer_add(t, next, writer, fresh[r], j[r]);
    }
    if (writer->count > TP_WARP_QUEUE - TP_ROWS * TP_WARP) tp_writer_flush(t, next, writer);
}
#endif

/* The arcs of 32 sources, one of each lane. Where the frontier has lists longer than `chunk`, these are cut up and
 * listed for reach_chunks. */
TP_FN void OP(reach_tile)(const OP_STATE *s, const tp_search_launch *t, tp_vertex_row from, unsigned chunk, bool cut,
                          const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const int lane = tp_lane();
    tropic_offset shift;
    int ends, total;
    if (cut) {
        const bool longer = (unsigned)from.entries > chunk;
        const unsigned pieces = longer ? ((unsigned)from.entries + chunk - 1) / chunk : 0;
        unsigned place = pieces, first = 0;
        if (__any_sync(TP_EVERY_LANE, longer)) {
            place = tp_warp_ends(place);
            if (lane == TP_WARP - 1) first = atomicAdd(&next->counters->chunks, place);
            place += __shfl_sync(TP_EVERY_LANE, first, TP_WARP - 1) - pieces;
            for (unsigned p = 0; p < pieces; p++) {
                tp_store_int32(&t->chunks[place + p].vertex, from.vertex);
                tp_store_int32(&t->chunks[place + p].chunk, (int32_t)p);
            }
            if (longer) from.entries = 0;
        }
    }
    ends = (int)tp_warp_ends((unsigned)from.entries);
    total = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
    shift = from.begin - (ends - from.entries);
    for (int row = 0; row < total; row += TP_ROWS * TP_WARP) {
        tropic_index i[TP_ROWS], j[TP_ROWS];
        tropic_offset k[TP_ROWS];
        bool has[TP_ROWS];
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++) {
            const int e = row + r * TP_WARP + lane;
            has[r] = false;
            i[r] = j[r] = 0;
            k[r] = 0;
            if (row + r * TP_WARP >= total) continue;
            const int owner = tp_warp_owner(ends, e);
            k[r] = __shfl_sync(TP_EVERY_LANE, shift, owner) + e;
            i[r] = __shfl_sync(TP_EVERY_LANE, from.vertex, owner);
            has[r] = e < total;
            j[r] = has[r] ? __ldg(t->scatter.ids + k[r]) : 0;
        }
        OP(reach)(s, t, &t->scatter, k, i, j, has, next, writer);
    }
}

TP_FN void OP(reach_list)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now, unsigned chunk,
                          const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const tropic_index *list = tp_search_list(t, now->level, now->begin);
    const tp_vertex_row *listed = t->listed[now->level % 2];
    const int share = tp_items_per_warp((tropic_index)now->count, TP_TILE), lane = tp_lane();
    for (int64_t first = tp_search_warp() * share; first < now->count; first += tp_warps() * share) {
        const int64_t c = first + lane;
        tp_vertex_row from = {0, 0, 0};
        if (lane < share && c < now->count) {
            if (c < TP_SEARCH_LISTED) {
                const uint64_t rest = (uint64_t)tp_load_int64((const int64_t *)&listed[c].entries);
                from = {tp_load_int64(&listed[c].begin), (tropic_index)rest, (tropic_index)(rest >> 32)};
            } else {
                from = tp_search_source(t, tp_load_int32(list + c));
            }
            if (OP_BUCKETS) t->bits[now->level % 2][from.vertex / TP_WORD] = 0;
        }
        OP(reach_tile)(s, t, from, chunk, now->longest > chunk, next, writer);
    }
}

/* The same of a frontier that is bits: each warp first gathers the vertices of several words. */
TP_FN void OP(reach_bits)(const OP_STATE *s, const tp_search_launch *t, const tp_search_state *now, unsigned chunk,
                          const tp_next_frontier *next, tp_frontier_writer *writer)
{
    uint32_t *front = t->bits[now->level % 2];
    const int64_t words = TP_WORDS(t->scatter.lists);
    const int lane = tp_lane();
    const tp_vertex_row none = {0, 0, 0};
    for (int64_t first = tp_search_warp() * TP_WARP; first < words; first += tp_warps() * TP_WARP) {
        const int64_t w = first + lane;
        uint32_t left = w < words ? tp_load_uint32(&front[w]) : 0;
        if (OP_BUCKETS && left) front[w] = 0;
        while (__any_sync(TP_EVERY_LANE, left != 0)) {
            const tropic_index i = (tropic_index)(w * TP_WORD) + __ffs((int)left) - 1;
            OP(reach_tile)
            (s, t, left ? tp_search_source(t, i) : none, chunk, now->longest > chunk, next, writer);
            left &= left - 1;
        }
    }
}

/* One chunk after another by each warp. */
TP_FN void OP(reach_chunks)(const OP_STATE *s, const tp_search_launch *t, unsigned count, unsigned chunk,
                            const tp_next_frontier *next, tp_frontier_writer *writer)
{
    for (int64_t q = tp_search_warp(); q < count; q += tp_warps()) {
        const tropic_index v = tp_load_int32(&t->chunks[q].vertex);
        const tropic_offset begin =
            __ldg(t->scatter.offsets + v) + (tropic_offset)tp_load_int32(&t->chunks[q].chunk) * chunk;
        const tropic_offset last = __ldg(t->scatter.offsets + v + 1);
        const tropic_offset end = last < begin + chunk ? last : begin + chunk;
        for (tropic_offset first = begin; first < end; first += TP_ROWS * TP_WARP) {
            tropic_index i[TP_ROWS], j[TP_ROWS];
            tropic_offset k[TP_ROWS];
            bool has[TP_ROWS];
#pragma unroll
            for (int r = 0; r < TP_ROWS; r++) {
                k[r] = first + r * TP_WARP + tp_lane();
                has[r] = k[r] < end;
                i[r] = v;
                j[r] = has[r] ? __ldg(t->scatter.ids + k[r]) : 0;
            }
            OP(reach)(s, t, &t->scatter, k, i, j, has, next, writer);
        }
    }
}

/* cooc_scalar: a thread per entry, of a frontier that is bits. */
TP_FN void OP(reach_entries)(const OP_STATE *s, const tp_search_launch *t, const uint32_t *front,
                             const tp_next_frontier *next, tp_frontier_writer *writer)
{
    const tp_arcs *in = &t->gather;
    for (tropic_offset first = tp_warp() * TP_WARP; first < in->count; first += tp_threads() * TP_ROWS) {
        tropic_index i[TP_ROWS], j[TP_ROWS];
        tropic_offset k[TP_ROWS];
        bool has[TP_ROWS];
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++) {
            k[r] = first + r * tp_threads() + tp_lane();
            has[r] = k[r] < in->count;
            j[r] = has[r] ? __ldg(in->row_of + k[r]) : 0;
            i[r] = has[r] ? __ldg(in->ids + k[r]) : 0;
        }
#pragma unroll
        for (int r = 0; r < TP_ROWS; r++) has[r] = has[r] && tp_bit(front, i[r]);
        OP(reach)(s, t, in, k, i, j, has, next, writer);
    }
}

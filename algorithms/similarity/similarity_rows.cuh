/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of all pairs on a GPU, by a block of threads each: its steps are laid side by side, list by list, and each
 * thread takes one at a time. Counts are added up by atomic operations; weights in order, those of one list after those
 * of another: a list has a vertex once.
 */
#ifndef TP_SIMILARITY_ROWS_CUH
#define TP_SIMILARITY_ROWS_CUH

#include "algorithms/similarity/similarity_best.cuh"
#include "spmv/device/line.cuh"

/* Steps of a thread that are on their way at once. */
#define TP_SIMILARITY_FLIGHT 4

/* Shared memory of a block, beside the cells. */
template <int THREADS> struct tp_similarity_shared {
    tp_line<THREADS, unsigned> line;
    /* Of its lists: whose each one is, and its weight. */
    tropic_index neighbour[THREADS];
    double weight[THREADS];
    tp_similarity_pending pending[THREADS / TP_WARP];
    double scores[THREADS]; /* the best that each warp has found */
    tropic_index to[THREADS];
    unsigned long long item;
};

/* Cells in shared memory, 0 where nothing was added: of a hash table, whose ids (-1: none) tell whose they are; or, ids
 * NULL, of the vertices from `low` on. Without weights a cell's first word counts. */
typedef struct tp_similarity_table {
    double *cells;
    tropic_index *ids, low;
    unsigned count;
} tp_similarity_table;

/* ---- cells ---- */

TP_FN unsigned tp_similarity_hash(const tp_similarity_table &t, tropic_index v)
{
    return (unsigned)((unsigned long long)((unsigned)v * 2654435769u) * t.count >> 32);
}

/* The cell of v, which may be new; t.count: the table is full. */
template <bool RANGE> TP_FN unsigned tp_similarity_cell(const tp_similarity_table &t, tropic_index v)
{
    if (RANGE) return (unsigned)(v - t.low);
    unsigned at = tp_similarity_hash(t, v);
    for (unsigned looks = 0; looks < t.count; looks++) {
        const tropic_index before = atomicCAS(t.ids + at, -1, v);
        if (before == -1 || before == v) return at;
        at = at + 1 < t.count ? at + 1 : 0;
    }
    return t.count;
}

/* The same, of a table that is complete; t.count: v has none. */
template <bool RANGE> TP_FN unsigned tp_similarity_find(const tp_similarity_table &t, tropic_index v)
{
    if (RANGE) return v >= t.low && (unsigned)(v - t.low) < t.count ? (unsigned)(v - t.low) : t.count;
    unsigned at = tp_similarity_hash(t, v);
    for (unsigned looks = 0; looks < t.count && t.ids[at] != -1; looks++) {
        if (t.ids[at] == v) return at;
        at = at + 1 < t.count ? at + 1 : 0;
    }
    return t.count;
}

template <bool RANGE> TP_FN tropic_index tp_similarity_vertex(const tp_similarity_table &t, unsigned cell)
{
    return RANGE ? t.low + (tropic_index)cell : t.ids[cell];
}

/* ---- steps ---- */

/* The vertex at place e of the line, in list `owner`; -1: it is the one whose list this is, by a loop. */
template <int THREADS>
TP_FN tropic_index tp_similarity_at(const tp_similarity_work &w, const tp_similarity_shared<THREADS> *b, unsigned e,
                                    unsigned owner)
{
    const tropic_index v = __ldg(w.s.in.ids + b->line.base[owner] + (tropic_offset)e);
    return v != b->neighbour[owner] ? v : -1;
}

template <int THREADS, bool RANGE>
TP_FN void tp_similarity_add_counts(const tp_similarity_work &w, const tp_similarity_shared<THREADS> *b,
                                    const tp_similarity_table &t, unsigned total)
{
    for (unsigned first = threadIdx.x; first < total; first += TP_SIMILARITY_FLIGHT * THREADS) {
        tropic_index v[TP_SIMILARITY_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_SIMILARITY_FLIGHT; f++) {
            const unsigned e = first + (unsigned)f * THREADS;
            v[f] = e < total ? tp_similarity_at(w, b, e, tp_line_owner(&b->line, e)) : -1;
        }
#pragma unroll
        for (int f = 0; f < TP_SIMILARITY_FLIGHT; f++) {
            const unsigned at = v[f] >= 0 ? tp_similarity_cell<RANGE>(t, v[f]) : 0;
            if (v[f] < 0) continue;
            if (at < t.count)
                atomicAdd((unsigned *)(t.cells + at), 1u);
            else
                w.counts->failed = 1;
        }
    }
}

template <int THREADS, bool RANGE>
TP_FN void tp_similarity_add_weights(const tp_similarity_work &w, const tp_similarity_shared<THREADS> *b,
                                     const tp_similarity_table &t, unsigned total)
{
    unsigned list = 0;
    for (unsigned first = 0; first < total; first += THREADS) {
        const unsigned e = first + threadIdx.x, end = total - first < THREADS ? total : first + THREADS;
        const unsigned last = tp_line_owner(&b->line, end - 1), owner = e < end ? tp_line_owner(&b->line, e) : THREADS;
        const tropic_index v = e < end ? tp_similarity_at(w, b, e, owner) : -1;
        const unsigned at = v >= 0 ? tp_similarity_cell<RANGE>(t, v) : t.count;
        if (v >= 0 && at == t.count) w.counts->failed = 1;
        for (;; list++) { /* from the list that the round before ended with */
            if (owner == list && at < t.count) t.cells[at] = __dadd_rn(t.cells[at], b->weight[list]);
            tp_line_meet<THREADS>();
            if (list == last) break;
        }
    }
}

/* Adds up all steps from u to vertices from .. to - 1. (Fewer than 2^32 for each line: a table's row has few, or the
 * graph has few vertices, and so has a range.) */
template <int THREADS, bool RANGE>
TP_FN void tp_similarity_add_row(const tp_similarity_work &w, tp_similarity_shared<THREADS> *b,
                                 const tp_similarity_table &t, tropic_index u, tropic_index from, int64_t to)
{
    const tropic_offset end = __ldg(w.s.out.offsets + u + 1);
    for (tropic_offset first = __ldg(w.s.out.offsets + u); first < end; first += THREADS) {
        const tropic_offset k = first + threadIdx.x;
        tropic_offset begin = 0, stop = 0;
        tropic_index x = -1;
        double weight = 0;
        if (k < end) {
            x = __ldg(w.s.out.ids + k);
            begin = __ldg(w.s.in.offsets + x);
            stop = x == u ? begin : __ldg(w.s.in.offsets + x + 1);
            if (from > 0) begin = tp_find_id(w.s.in.ids, begin, stop, from);
            if (RANGE && to < w.s.n) stop = tp_find_id(w.s.in.ids, begin, stop, to);
            if (w.s.weight) weight = __ldg(w.s.weight + __ldg(w.s.into + x));
        }
        tp_line_meet<THREADS>(); /* the lists before are done with */
        b->neighbour[threadIdx.x] = x;
        b->weight[threadIdx.x] = weight;
        const unsigned total = tp_line_up(&b->line, begin, (unsigned)(stop - begin));
        if (w.s.weight)
            tp_similarity_add_weights<THREADS, RANGE>(w, b, t, total);
        else
            tp_similarity_add_counts<THREADS, RANGE>(w, b, t, total);
    }
    tp_line_meet<THREADS>();
}

/* ---- results ---- */

/* Vertices of a list get no score. */
template <int THREADS, bool RANGE>
TP_FN void tp_similarity_drop_list(const tp_similarity_table &t, const tp_arcs &arcs, tropic_index u)
{
    const tropic_offset end = __ldg(arcs.offsets + u + 1);
    for (tropic_offset k = __ldg(arcs.offsets + u) + threadIdx.x; k < end; k += THREADS) {
        const unsigned at = tp_similarity_find<RANGE>(t, __ldg(arcs.ids + k));
        if (at < t.count) t.cells[at] = 0;
    }
    tp_line_meet<THREADS>();
}

/* Sums become scores, 0 of those that are not wanted. Returns how many of the thread's cells are, and its best. */
template <int THREADS, bool RANGE>
TP_FN unsigned tp_similarity_scores(const tp_similarity_work &w, const tp_similarity_table &t, tropic_index u,
                                    tp_similarity_pair *best)
{
    const double own = (double)__ldg(w.s.degree + u);
    unsigned wanted = 0;
    *best = tp_similarity_no_pair();
    for (unsigned at = threadIdx.x; at < t.count; at += THREADS) {
        const double common = w.s.weight ? t.cells[at] : (double)*(const unsigned *)(t.cells + at);
        if (!(common > 0)) continue;
        const tropic_index v = tp_similarity_vertex<RANGE>(t, at);
        const double score = tp_similarity_score(w.s.measure, own, (double)__ldg(w.s.degree + v), common);
        const bool wants = score >= w.wanted.threshold;
        const tp_similarity_pair pair = {score, v};
        t.cells[at] = wants ? score : 0;
        wanted += wants;
        if (wants && tp_similarity_better(pair, *best)) *best = pair;
    }
    return wanted;
}

/* Appends all, in any order. */
template <int THREADS, bool RANGE>
TP_FN void tp_similarity_append(const tp_similarity_work &w, const tp_similarity_table &t, tropic_index row,
                                unsigned wanted)
{
    const unsigned all = tp_warp_total(wanted);
    unsigned long long to = 0;
    if (all == 0) return;
    if (tp_lane() == 0) to = atomicAdd(&w.counts->emitted, (unsigned long long)all);
    to = __shfl_sync(TP_EVERY_LANE, to, 0);
    if (to + all > (unsigned long long)w.room) {
        w.counts->failed = 1;
        return;
    }
    for (unsigned at = threadIdx.x; at < t.count; at += THREADS) { /* (A multiple of the threads.) */
        const double score = t.cells[at];
        const unsigned those = __ballot_sync(TP_EVERY_LANE, score > 0);
        if (score > 0) {
            const unsigned long long mine = to + (unsigned)__popc(those & ((1u << tp_lane()) - 1));
            w.keys[mine] = (unsigned long long)row << 32 | (unsigned)tp_similarity_vertex<RANGE>(t, at);
            w.scores[mine] = score;
        }
        to += (unsigned)__popc(those);
    }
}

/* Selects the best: each warp those of its cells, the first warp those of all. */
template <int THREADS, bool RANGE>
TP_FN void tp_similarity_keep_best(const tp_similarity_work &w, tp_similarity_shared<THREADS> *b,
                                   const tp_similarity_table &t, tropic_index row, tp_similarity_pair best,
                                   unsigned long long item)
{
    const unsigned warp = threadIdx.x / TP_WARP;
    const int64_t to = (RANGE ? (int64_t)item : row) * w.wanted.best;
    unsigned long long *keys = (RANGE ? w.part_keys : w.keys) + to;
    double *scores = (RANGE ? w.part_scores : w.scores) + to;
    tp_similarity_selection s = tp_similarity_select(&b->pending[warp], w.wanted.best, best);
    for (unsigned at = threadIdx.x; at < t.count; at += THREADS) { /* (A multiple of the threads.) */
        const double score = t.cells[at];
        tp_similarity_offer(&s, {score, score > 0 ? tp_similarity_vertex<RANGE>(t, at) : TROPIC_INDEX_MAX});
    }
    if (THREADS == TP_WARP) {
        tp_similarity_put(&s, row, keys, scores);
        return;
    }
    if (s.count > 0) tp_similarity_flush(&s);
    b->scores[threadIdx.x] = s.mine.score;
    b->to[threadIdx.x] = s.mine.to;
    __syncthreads();
    if (warp > 0) return;
    s = tp_similarity_select(&b->pending[0], w.wanted.best, tp_similarity_no_pair());
    for (unsigned first = 0; first < THREADS; first += TP_WARP)
        tp_similarity_offer(&s, {b->scores[first + threadIdx.x], b->to[first + threadIdx.x]});
    tp_similarity_put(&s, row, keys, scores);
}

/* Rows of a class, or ranges of rows, one after another. */
template <int THREADS, bool RANGE>
static __global__ void __launch_bounds__(THREADS)
    tp_similarity_find_rows(const __grid_constant__ tp_similarity_work w, int number)
{
    extern __shared__ __align__(16) unsigned char tp_similarity_cells[];
    __shared__ tp_similarity_shared<THREADS> b;
    tp_similarity_table t = {(double *)tp_similarity_cells, NULL, 0, w.cells[number]};
    const unsigned long long items = w.counts->listed[number] * (unsigned long long)(RANGE ? w.ranges : 1);
    if (!RANGE) t.ids = (tropic_index *)(t.cells + t.count);
    for (;;) {
        if (threadIdx.x == 0) b.item = atomicAdd(&w.counts->next[number], 1ull);
        tp_line_meet<THREADS>();
        const unsigned long long item = b.item;
        if (item >= items) return;
        const tropic_index row = w.list[number][RANGE ? item / (unsigned long long)w.ranges : item], u = w.first + row;
        const int64_t low = RANGE ? (int64_t)(item % (unsigned long long)w.ranges) * t.count : 0;
        const int64_t high = RANGE && low + t.count < w.s.n ? low + t.count : w.s.n;
        const int64_t from = w.wanted.best > 0 || low > u ? low : (int64_t)u + 1;
        tp_similarity_pair best;
        unsigned wanted;
        t.low = (tropic_index)low;
        for (unsigned at = threadIdx.x; at < t.count; at += THREADS) {
            t.cells[at] = 0;
            if (!RANGE) t.ids[at] = -1;
        }
        tp_line_meet<THREADS>();
        if (from >= high) continue;
        tp_similarity_add_row<THREADS, RANGE>(w, &b, t, u, (tropic_index)from, high);
        if (threadIdx.x == 0) {
            const unsigned at = tp_similarity_find<RANGE>(t, u);
            if (at < t.count) t.cells[at] = 0;
        }
        tp_line_meet<THREADS>();
        if (w.wanted.unlinked) {
            tp_similarity_drop_list<THREADS, RANGE>(t, w.s.out, u);
            if (w.s.in.ids != w.s.out.ids) tp_similarity_drop_list<THREADS, RANGE>(t, w.s.in, u);
        }
        wanted = tp_similarity_scores<THREADS, RANGE>(w, t, u, &best);
        if (w.selected)
            tp_similarity_keep_best<THREADS, RANGE>(w, &b, t, row, best, item);
        else
            tp_similarity_append<THREADS, RANGE>(w, t, row, wanted);
    }
}

#endif

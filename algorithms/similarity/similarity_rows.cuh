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

/* Steps of a thread that are on their way at once, to be counted, and to be weighed; and cells that it scores. */
#define TP_SIMILARITY_FLIGHT 8
#define TP_SIMILARITY_WEIGHED 4
#define TP_SIMILARITY_SCORED 4

/* Shared memory of a block, beside the cells: first of steps, then of the best. */
template <int THREADS> struct tp_similarity_shared {
    union {
        struct {
            tp_line<THREADS, unsigned> line;
            /* Of its lists: whose each one is, and its weight. */
            tropic_index neighbour[THREADS];
            double weight[THREADS];
        };
        struct {
            tp_similarity_pending pending[THREADS / TP_WARP];
            double scores[THREADS]; /* the best that each warp has found */
            tropic_index to[THREADS];
        };
    };
    unsigned long long item;
};

/* Cells in shared memory, 0 where nothing was added: counts, or sums of weights. They are those of a hash table, whose
 * ids (-1: none) tell whose they are; or, ids NULL, of the vertices from `low` on. */
template <bool WEIGHTS> struct tp_similarity_cell_of {
    typedef unsigned type;
};
template <> struct tp_similarity_cell_of<true> {
    typedef double type;
};
template <bool WEIGHTS> struct tp_similarity_table {
    typename tp_similarity_cell_of<WEIGHTS>::type *cells;
    tropic_index *ids, low;
    unsigned count;
};

/* ---- cells ---- */

TP_FN unsigned tp_similarity_hash(unsigned cells, tropic_index v)
{
    return (unsigned)((unsigned long long)((unsigned)v * 2654435769u) * cells >> 32);
}

/* The cell of v, which may be new; t.count: the table is full. */
template <bool RANGE, bool WEIGHTS>
TP_FN unsigned tp_similarity_cell(const tp_similarity_table<WEIGHTS> &t, tropic_index v)
{
    if (RANGE) return (unsigned)(v - t.low);
    unsigned at = tp_similarity_hash(t.count, v);
    for (unsigned looks = 0; looks < t.count; looks++) {
        const tropic_index before = atomicCAS(t.ids + at, -1, v);
        if (before == -1 || before == v) return at;
        at = at + 1 < t.count ? at + 1 : 0;
    }
    return t.count;
}

/* The same, of a table that is complete; t.count: v has none. */
template <bool RANGE, bool WEIGHTS>
TP_FN unsigned tp_similarity_look_up(const tp_similarity_table<WEIGHTS> &t, tropic_index v)
{
    if (RANGE) return v >= t.low && (unsigned)(v - t.low) < t.count ? (unsigned)(v - t.low) : t.count;
    unsigned at = tp_similarity_hash(t.count, v);
    for (unsigned looks = 0; looks < t.count && t.ids[at] != -1; looks++) {
        if (t.ids[at] == v) return at;
        at = at + 1 < t.count ? at + 1 : 0;
    }
    return t.count;
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

/* Each warp takes pieces of the line, most of which are of one list if lists are long. */
template <int THREADS, bool RANGE>
TP_FN void tp_similarity_add(const tp_similarity_work &w, const tp_similarity_shared<THREADS> *b,
                             const tp_similarity_table<false> &t, unsigned total)
{
    const unsigned piece = TP_SIMILARITY_FLIGHT * TP_WARP;
    for (unsigned first = threadIdx.x / TP_WARP * piece; first < total; first += TP_SIMILARITY_FLIGHT * THREADS) {
        const unsigned end = total - first < piece ? total : first + piece;
        tropic_index v[TP_SIMILARITY_FLIGHT];
        unsigned low, high;
        tp_line_owners(&b->line, first, end, &low, &high);
#pragma unroll
        for (int f = 0; f < TP_SIMILARITY_FLIGHT; f++) {
            const unsigned e = first + (unsigned)f * TP_WARP + (unsigned)tp_lane();
            v[f] = e < end ? tp_similarity_at(w, b, e, tp_line_owner_of(&b->line, low, high, e)) : -1;
        }
#pragma unroll
        for (int f = 0; f < TP_SIMILARITY_FLIGHT; f++) {
            if (v[f] < 0) continue;
            const unsigned at = tp_similarity_cell<RANGE>(t, v[f]);
            if (at < t.count)
                atomicAdd(t.cells + at, 1u);
            else
                w.counts->failed = 1;
        }
    }
}

/* All threads take a piece of the line, and add it up list by list. */
template <int THREADS, bool RANGE>
TP_FN void tp_similarity_add(const tp_similarity_work &w, const tp_similarity_shared<THREADS> *b,
                             const tp_similarity_table<true> &t, unsigned total)
{
    const unsigned piece = TP_SIMILARITY_WEIGHED * THREADS;
    for (unsigned first = 0; first < total; first += piece) {
        const unsigned end = total - first < piece ? total : first + piece;
        unsigned owner[TP_SIMILARITY_WEIGHED], at[TP_SIMILARITY_WEIGHED], low, high;
        tropic_index v[TP_SIMILARITY_WEIGHED];
        tp_line_owners(&b->line, first, end, &low, &high);
#pragma unroll
        for (int f = 0; f < TP_SIMILARITY_WEIGHED; f++) {
            const unsigned e = first + (unsigned)f * THREADS + threadIdx.x;
            owner[f] = e < end ? tp_line_owner_of(&b->line, low, high, e) : THREADS;
            v[f] = e < end ? tp_similarity_at(w, b, e, owner[f]) : -1;
        }
#pragma unroll
        for (int f = 0; f < TP_SIMILARITY_WEIGHED; f++) {
            at[f] = v[f] >= 0 ? tp_similarity_cell<RANGE>(t, v[f]) : t.count;
            if (v[f] >= 0 && at[f] == t.count) w.counts->failed = 1;
            if (at[f] == t.count) owner[f] = THREADS; /* none */
        }
        for (unsigned list = low; list <= high; list++) {
            if (list > low && b->line.ends[list] == b->line.ends[list - 1]) continue;
#pragma unroll
            for (int f = 0; f < TP_SIMILARITY_WEIGHED; f++)
                if (owner[f] == list) t.cells[at[f]] = __dadd_rn(t.cells[at[f]], b->weight[list]);
            tp_line_meet<THREADS>();
        }
    }
}

/* Adds up all steps from u to vertices from .. to - 1. (Fewer than 2^32 for each line: a table's row has few, or the
 * graph has few vertices, and so has a range.) */
template <int THREADS, bool RANGE, bool WEIGHTS>
TP_FN void tp_similarity_add_row(const tp_similarity_work &w, tp_similarity_shared<THREADS> *b,
                                 const tp_similarity_table<WEIGHTS> &t, tropic_index u, tropic_index from, int64_t to)
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
            if (WEIGHTS) weight = __ldg(w.s.weight + __ldg(w.s.into + x));
        }
        tp_line_meet<THREADS>(); /* the lists before are done with */
        b->neighbour[threadIdx.x] = x;
        if (WEIGHTS) b->weight[threadIdx.x] = weight;
        const unsigned total = tp_line_up(&b->line, begin, (unsigned)(stop - begin));
        tp_similarity_add<THREADS, RANGE>(w, b, t, total);
    }
    tp_line_meet<THREADS>();
}

/* ---- results ---- */

/* Vertices of a list get no score. */
template <int THREADS, bool RANGE, bool WEIGHTS>
TP_FN void tp_similarity_drop_list(const tp_similarity_table<WEIGHTS> &t, const tp_arcs &arcs, tropic_index u)
{
    const tropic_offset end = __ldg(arcs.offsets + u + 1);
    for (tropic_offset k = __ldg(arcs.offsets + u) + threadIdx.x; k < end; k += THREADS) {
        const unsigned at = tp_similarity_look_up<RANGE>(t, __ldg(arcs.ids + k));
        if (at < t.count) t.cells[at] = 0;
    }
    tp_line_meet<THREADS>();
}

/* Scores some of a thread's cells, from `first` + its number on; none are those that are not wanted. False: no lane has
 * any. By all lanes of a warp. */
template <int THREADS, bool RANGE, bool WEIGHTS>
TP_FN bool tp_similarity_score_some(const tp_similarity_work &w, const tp_similarity_table<WEIGHTS> &t, double own,
                                    unsigned first, tp_similarity_pair *pair)
{
    double common[TP_SIMILARITY_SCORED], degree[TP_SIMILARITY_SCORED];
    bool any = false;
#pragma unroll
    for (int g = 0; g < TP_SIMILARITY_SCORED; g++) {
        const unsigned at = first + (unsigned)g * THREADS + threadIdx.x;
        common[g] = at < t.count ? (double)t.cells[at] : 0;
        pair[g] = tp_similarity_no_pair();
        if (!(common[g] > 0)) continue;
        pair[g].to = RANGE ? t.low + (tropic_index)at : t.ids[at];
        any = true;
    }
    if (!__any_sync(TP_EVERY_LANE, any)) return false;
#pragma unroll
    for (int g = 0; g < TP_SIMILARITY_SCORED; g++)
        degree[g] = common[g] > 0 ? (double)__ldg(w.s.degree + pair[g].to) : 0;
#pragma unroll
    for (int g = 0; g < TP_SIMILARITY_SCORED; g++) {
        const double score = common[g] > 0 ? tp_similarity_score(w.s.measure, own, degree[g], common[g]) : 0;
        if (score >= w.wanted.threshold) pair[g].score = score;
    }
    return true;
}

/* Appends all, in any order. */
template <int THREADS, bool RANGE, bool WEIGHTS>
TP_FN void tp_similarity_append(const tp_similarity_work &w, const tp_similarity_table<WEIGHTS> &t, double own,
                                tropic_index row)
{
    const unsigned step = TP_SIMILARITY_SCORED * THREADS;
    tp_similarity_pair pair[TP_SIMILARITY_SCORED];
    unsigned wanted = 0;
    unsigned long long to = 0;
    for (unsigned first = 0; first < t.count; first += step) {
        if (!tp_similarity_score_some<THREADS, RANGE>(w, t, own, first, pair)) continue;
        for (int g = 0; g < TP_SIMILARITY_SCORED; g++) wanted += pair[g].score > 0;
    }
    wanted = tp_warp_total(wanted);
    if (wanted == 0) return;
    if (tp_lane() == 0) to = atomicAdd(&w.counts->emitted, (unsigned long long)wanted);
    to = __shfl_sync(TP_EVERY_LANE, to, 0);
    if (to + wanted > (unsigned long long)w.room) {
        w.counts->failed = 1;
        return;
    }
    for (unsigned first = 0; first < t.count; first += step) {
        if (!tp_similarity_score_some<THREADS, RANGE>(w, t, own, first, pair)) continue;
#pragma unroll
        for (int g = 0; g < TP_SIMILARITY_SCORED; g++) {
            const unsigned those = __ballot_sync(TP_EVERY_LANE, pair[g].score > 0);
            if (pair[g].score > 0) {
                const unsigned long long mine = to + (unsigned)__popc(those & ((1u << tp_lane()) - 1));
                w.keys[mine] = (unsigned long long)row << 32 | (unsigned)pair[g].to;
                w.scores[mine] = pair[g].score;
            }
            to += (unsigned)__popc(those);
        }
    }
}

/* The best of what all warps have found, by the first one. */
template <int THREADS>
TP_FN void tp_similarity_join_warps(const tp_similarity_work &w, tp_similarity_shared<THREADS> *b,
                                    tp_similarity_selection *s)
{
    const int warp = (int)(threadIdx.x / TP_WARP), last = tp_lane() * TP_WARP + s->best - 1; /* of a warp's best */
    tp_similarity_pair bound = tp_similarity_no_pair();
    if (s->count > 0) tp_similarity_flush<false>(w, s);
    b->scores[threadIdx.x] = s->mine.score;
    b->to[threadIdx.x] = s->mine.to;
    __syncthreads();
    if (warp > 0) return;
    if (last < THREADS) bound = {b->scores[last], b->to[last]};
    *s = tp_similarity_select<true>(w, &b->pending[0], 0, tp_similarity_best_of_lanes(bound));
    for (unsigned first = threadIdx.x; first < THREADS; first += TP_WARP)
        tp_similarity_offer<true>(w, s, b->scores[first], b->to[first], 0);
    if (s->count > 0) tp_similarity_flush<true>(w, s);
}

/* Offers some of a thread's cells, from `first` + its number on. By all lanes of a warp. */
template <int THREADS, bool RANGE, bool WEIGHTS>
TP_FN void tp_similarity_offer_some(const tp_similarity_work &w, const tp_similarity_table<WEIGHTS> &t, unsigned first,
                                    tp_similarity_selection *s)
{
    double common[TP_SIMILARITY_SCORED];
    tropic_index to[TP_SIMILARITY_SCORED], degree[TP_SIMILARITY_SCORED];
    bool any = false;
#pragma unroll
    for (int g = 0; g < TP_SIMILARITY_SCORED; g++) {
        const unsigned at = first + (unsigned)g * THREADS + threadIdx.x;
        common[g] = at < t.count ? (double)t.cells[at] : 0;
        to[g] = common[g] > 0 ? (RANGE ? t.low + (tropic_index)at : t.ids[at]) : 0;
        any |= common[g] > 0;
    }
    if (!__any_sync(TP_EVERY_LANE, any)) return;
#pragma unroll
    for (int g = 0; g < TP_SIMILARITY_SCORED; g++) degree[g] = common[g] > 0 ? __ldg(w.s.degree + to[g]) : 0;
#pragma unroll
    for (int g = 0; g < TP_SIMILARITY_SCORED; g++) tp_similarity_offer<false>(w, s, common[g], to[g], degree[g]);
}

/* Selects the best: each warp those of its cells, the first warp those of all. */
template <int THREADS, bool RANGE, bool WEIGHTS>
TP_FN void tp_similarity_keep_best(const tp_similarity_work &w, tp_similarity_shared<THREADS> *b,
                                   const tp_similarity_table<WEIGHTS> &t, double own, tropic_index row,
                                   unsigned long long item)
{
    const int64_t to = (RANGE ? (int64_t)item : row) * w.wanted.best;
    const tp_similarity_pair bound = {w.wanted.threshold, TROPIC_INDEX_MAX};
    tp_similarity_selection s = tp_similarity_select<false>(w, &b->pending[threadIdx.x / TP_WARP], own, bound);
    for (unsigned first = 0; first < t.count; first += TP_SIMILARITY_SCORED * THREADS)
        tp_similarity_offer_some<THREADS, RANGE>(w, t, first, &s);
    if (THREADS > TP_WARP) tp_similarity_join_warps(w, b, &s);
    if (threadIdx.x < TP_WARP)
        tp_similarity_put<false>(w, &s, row, (RANGE ? w.part_keys : w.keys) + to,
                                 (RANGE ? w.part_scores : w.scores) + to);
}

/* A row, or the vertices from `low` on of one: item `item` of the class. */
template <int THREADS, bool RANGE, bool WEIGHTS>
TP_FN void tp_similarity_find_row(const tp_similarity_work &w, tp_similarity_shared<THREADS> *b,
                                  const tp_similarity_table<WEIGHTS> &t, tropic_index row, unsigned long long item)
{
    const tropic_index u = w.first + row;
    const int64_t high = RANGE && (int64_t)t.low + t.count < w.s.n ? (int64_t)t.low + t.count : w.s.n;
    const int64_t from = w.wanted.best > 0 || t.low > u ? t.low : (int64_t)u + 1;
    const double own = (double)__ldg(w.s.degree + u);
    for (unsigned at = threadIdx.x; at < t.count; at += THREADS) {
        t.cells[at] = 0;
        if (!RANGE) t.ids[at] = -1;
    }
    tp_line_meet<THREADS>();
    if (from >= high) return;
    tp_similarity_add_row<THREADS, RANGE>(w, b, t, u, (tropic_index)from, high);
    if (threadIdx.x == 0) {
        const unsigned at = tp_similarity_look_up<RANGE>(t, u);
        if (at < t.count) t.cells[at] = 0;
    }
    tp_line_meet<THREADS>();
    if (w.wanted.unlinked) {
        tp_similarity_drop_list<THREADS, RANGE>(t, w.s.out, u);
        if (w.s.in.ids != w.s.out.ids) tp_similarity_drop_list<THREADS, RANGE>(t, w.s.in, u);
    }
    if (w.selected)
        tp_similarity_keep_best<THREADS, RANGE>(w, b, t, own, row, item);
    else
        tp_similarity_append<THREADS, RANGE>(w, t, own, row);
}

/* Rows of a class, or ranges of rows, one after another. */
template <int THREADS, bool RANGE, bool WEIGHTS>
static __global__ void __launch_bounds__(THREADS)
    tp_similarity_find(const __grid_constant__ tp_similarity_work w, int number)
{
    extern __shared__ __align__(16) unsigned char tp_similarity_cells[];
    __shared__ tp_similarity_shared<THREADS> b;
    tp_similarity_table<WEIGHTS> t = {NULL, NULL, 0, w.cells[number]};
    const unsigned long long ranges = (unsigned long long)(RANGE ? w.ranges : 1);
    const unsigned long long items = tp_similarity_listed(w, number) * ranges;
    unsigned long long next = 0;
    t.cells = (typename tp_similarity_cell_of<WEIGHTS>::type *)tp_similarity_cells;
    if (!RANGE) t.ids = (tropic_index *)(t.cells + t.count);
    if (threadIdx.x == 0) next = atomicAdd(&w.counts->next[number], 1ull);
    for (;;) {
        if (threadIdx.x == 0) b.item = next;
        tp_line_meet<THREADS>();
        const unsigned long long item = b.item;
        if (item >= items) return;
        if (threadIdx.x == 0) next = atomicAdd(&w.counts->next[number], 1ull); /* (It is on its way meanwhile.) */
        t.low = (tropic_index)(item % ranges * t.count);
        tp_similarity_find_row<THREADS, RANGE>(w, &b, t, tp_similarity_row(w, number, (int64_t)(item / ranges)), item);
    }
}

#endif

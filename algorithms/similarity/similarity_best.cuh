/* SPDX-License-Identifier: Apache-2.0
 *
 * The best pairs of a row on a GPU: a warp selects up to as many as it has lanes. Those that may be among them are
 * collected in shared memory; when there are enough of them they are sorted, and merged with the best so far.
 */
#ifndef TP_SIMILARITY_BEST_CUH
#define TP_SIMILARITY_BEST_CUH

#include "algorithms/similarity/similarity_device.cuh"

/* Pairs that a warp collects: one less than it has lanes, and then up to one of each lane. */
#define TP_SIMILARITY_PENDING (2 * TP_WARP)

/* Without a pair: of score 0, which no pair has. */
typedef struct tp_similarity_pair {
    double score;
    tropic_index to;
} tp_similarity_pair;

/* Common neighbours, or what they weigh, and the degree of `to`; or scores. */
typedef struct tp_similarity_pending {
    double values[TP_SIMILARITY_PENDING];
    tropic_index to[TP_SIMILARITY_PENDING], degrees[TP_SIMILARITY_PENDING];
} tp_similarity_pending;

/* A bound is rounded by more than a quotient: a score is less where it is less than this part of it. */
#define TP_SIMILARITY_NEARLY 1e-12

/* A warp's view: the best so far, in order of lanes; a bound that `best` pairs reach, and what a quotient is compared
 * with before it is known. */
typedef struct tp_similarity_selection {
    tp_similarity_pending *pending;
    tp_similarity_pair mine, bound;
    double low, high;
    double own;      /* the row's degree */
    int best, count; /* count: of those that are pending */
} tp_similarity_selection;

TP_FN tp_similarity_pair tp_similarity_no_pair(void)
{
    return {0, TROPIC_INDEX_MAX};
}

TP_FN bool tp_similarity_better(const tp_similarity_pair &a, const tp_similarity_pair &b)
{
    return a.score != b.score ? a.score > b.score : a.to < b.to;
}

TP_FN tp_similarity_pair tp_similarity_of_lane(const tp_similarity_pair &mine, int lane)
{
    return {__shfl_sync(TP_EVERY_LANE, mine.score, lane), __shfl_sync(TP_EVERY_LANE, mine.to, lane)};
}

/* Keeps the better one of two lanes' pairs, or the other one. */
TP_FN void tp_similarity_exchange(tp_similarity_pair *mine, int stride, bool better)
{
    const tp_similarity_pair other = tp_similarity_of_lane(*mine, tp_lane() ^ stride);
    if (better ? tp_similarity_better(other, *mine) : tp_similarity_better(*mine, other)) *mine = other;
}

/* The best to lane 0: a bitonic sort. */
TP_FN void tp_similarity_sort_lanes(tp_similarity_pair *mine)
{
#pragma unroll
    for (int size = 2; size <= TP_WARP; size *= 2)
#pragma unroll
        for (int stride = size / 2; stride > 0; stride /= 2)
            tp_similarity_exchange(mine, stride, ((tp_lane() & stride) == 0) == ((tp_lane() & size) == 0));
}

/* ---- the selection. RAW: values are scores ---- */

/* The squares are compared of what is divided by a root. */
template <bool RAW> TP_FN void tp_similarity_set_bound(const tp_similarity_work &w, tp_similarity_selection *s)
{
    s->low = s->bound.score * (1 - TP_SIMILARITY_NEARLY);
    s->high = s->bound.score * (1 + TP_SIMILARITY_NEARLY);
    if (RAW || w.s.measure != TROPIC_SIMILARITY_COSINE) return;
    s->low *= s->low;
    s->high *= s->high;
}

template <bool RAW>
TP_FN double tp_similarity_exact(const tp_similarity_work &w, double own, double degree, double value)
{
    return RAW ? value : tp_similarity_score(w.s.measure, own, degree, value);
}

/* Takes in as many of those that are pending as there are lanes. */
template <bool RAW> TP_FN void tp_similarity_flush(const tp_similarity_work &w, tp_similarity_selection *s)
{
    const int lane = tp_lane(), behind = lane + TP_WARP;
    tp_similarity_pending *const p = s->pending;
    tp_similarity_pair next = tp_similarity_no_pair();
    double value = 0;
    tropic_index to = 0, degree = 0;
    __syncwarp();
    if (lane < s->count) {
        const double score = tp_similarity_exact<RAW>(w, s->own, RAW ? 0 : (double)p->degrees[lane], p->values[lane]);
        if (score >= w.wanted.threshold) next = {score, p->to[lane]};
    }
    if (behind < s->count) {
        value = p->values[behind];
        to = p->to[behind];
        if (!RAW) degree = p->degrees[behind];
    }
    __syncwarp();
    if (behind < s->count) {
        p->values[lane] = value;
        p->to[lane] = to;
        if (!RAW) p->degrees[lane] = degree;
    }
    s->count = s->count > TP_WARP ? s->count - TP_WARP : 0;
    tp_similarity_sort_lanes(&next);
    /* The better ones of the two, one ascending and one descending, are the best of both. */
    next = tp_similarity_of_lane(next, TP_WARP - 1 - lane);
    if (tp_similarity_better(next, s->mine)) s->mine = next;
#pragma unroll
    for (int stride = TP_WARP / 2; stride > 0; stride /= 2)
        tp_similarity_exchange(&s->mine, stride, (lane & stride) == 0);
    next = tp_similarity_of_lane(s->mine, s->best - 1);
    if (!tp_similarity_better(next, s->bound)) return;
    s->bound = next;
    tp_similarity_set_bound<RAW>(w, s);
}

/* May the pair be one of the best? (Nothing is divided, unless it is about as good as the bound, and behind it.) */
template <bool RAW>
TP_FN bool tp_similarity_may(const tp_similarity_work &w, const tp_similarity_selection *s, double value,
                             tropic_index to, double degree)
{
    double part = value, by = 1;
    if (!RAW) switch (w.s.measure) {
        case TROPIC_SIMILARITY_JACCARD: by = s->own + degree - value; break;
        case TROPIC_SIMILARITY_OVERLAP: by = s->own < degree ? s->own : degree; break;
        case TROPIC_SIMILARITY_COSINE:
            part = value * value;
            by = s->own * degree;
            break;
        case TROPIC_SIMILARITY_ATTACHMENT: part = s->own * degree; break;
        default: break;
        }
    if (!(value > 0 && part >= s->low * by)) return false;
    return part > s->high * by || to <= s->bound.to ||
           tp_similarity_exact<RAW>(w, s->own, degree, value) > s->bound.score;
}

/* Each lane may have one more; value 0: it has none. (By all lanes.) */
template <bool RAW>
TP_FN void tp_similarity_offer(const tp_similarity_work &w, tp_similarity_selection *s, double value, tropic_index to,
                               tropic_index degree)
{
    const bool offers = tp_similarity_may<RAW>(w, s, value, to, (double)degree);
    const unsigned those = __ballot_sync(TP_EVERY_LANE, offers);
    if (those == 0) return;
    if (offers) {
        const int at = s->count + __popc(those & ((1u << tp_lane()) - 1));
        s->pending->values[at] = value;
        s->pending->to[at] = to;
        if (!RAW) s->pending->degrees[at] = degree;
    }
    s->count += __popc(those);
    if (s->count >= TP_WARP) tp_similarity_flush<RAW>(w, s);
}

/* The best of all lanes' pairs. */
TP_FN tp_similarity_pair tp_similarity_best_of_lanes(tp_similarity_pair mine)
{
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) tp_similarity_exchange(&mine, other, true);
    return mine;
}

/* Begins a selection; bound: a pair than which at least `best` of those that will be offered are no worse, or none. */
template <bool RAW>
TP_FN tp_similarity_selection tp_similarity_select(const tp_similarity_work &w, tp_similarity_pending *pending,
                                                   double own, const tp_similarity_pair &bound)
{
    tp_similarity_selection s = {pending, tp_similarity_no_pair(), bound, 0, 0, own, w.wanted.best, 0};
    tp_similarity_set_bound<RAW>(w, &s);
    return s;
}

/* Writes the best of a row, or of a range of it. */
template <bool RAW>
TP_FN void tp_similarity_put(const tp_similarity_work &w, tp_similarity_selection *s, tropic_index row,
                             unsigned long long *keys, double *scores)
{
    if (s->count > 0) tp_similarity_flush<RAW>(w, s);
    if (tp_lane() >= s->best) return;
    keys[tp_lane()] = s->mine.score > 0 ? (unsigned long long)row << 32 | (unsigned)s->mine.to : TP_SIMILARITY_NONE;
    scores[tp_lane()] = s->mine.score;
}

/* A pair of a range. */
TP_FN tp_similarity_pair tp_similarity_part(const tp_similarity_work &w, int64_t k)
{
    const unsigned long long key = w.part_keys[k];
    return key == TP_SIMILARITY_NONE ? tp_similarity_no_pair()
                                     : tp_similarity_pair{w.part_scores[k], (tropic_index)(unsigned)key};
}

/* The best of all ranges of a row, by a warp each. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_similarity_join(const __grid_constant__ tp_similarity_work w)
{
    __shared__ tp_similarity_pending pending[TP_PASS_BLOCK / TP_WARP];
    const unsigned rows = tp_similarity_listed(w, TP_SIMILARITY_RANGES);
    const int64_t each = w.ranges * w.wanted.best;
    for (int64_t i = tp_warp(); i < rows; i += tp_warps()) {
        const tropic_index row = tp_similarity_row(w, TP_SIMILARITY_RANGES, i);
        tp_similarity_pair bound = tp_similarity_no_pair();
        for (int64_t range = tp_lane(); range < w.ranges; range += TP_WARP) { /* the last of its best */
            const tp_similarity_pair last = tp_similarity_part(w, i * each + (range + 1) * w.wanted.best - 1);
            if (tp_similarity_better(last, bound)) bound = last;
        }
        tp_similarity_selection s =
            tp_similarity_select<true>(w, &pending[threadIdx.x / TP_WARP], 0, tp_similarity_best_of_lanes(bound));
        for (int64_t first = 0; first < each; first += TP_WARP) {
            const int64_t k = first + tp_lane();
            const tp_similarity_pair pair = k < each ? tp_similarity_part(w, i * each + k) : tp_similarity_no_pair();
            tp_similarity_offer<true>(w, &s, pair.score, pair.to, 0);
        }
        tp_similarity_put<true>(w, &s, row, w.keys + (int64_t)row * w.wanted.best,
                                w.scores + (int64_t)row * w.wanted.best);
        __syncwarp();
    }
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarity of vertices on a GPU: degrees and weights, given pairs by a warp each, and blocks of rows.
 */
#include "algorithms/similarity/similarity_device.cuh"
#include "spmv/cuda_backend.h"

#define DOING TP_SIMILARITY_DOING
/* Given pairs between two calls of tp_progress. (Not measured.) */
#define PAIRS_AT_ONCE ((int64_t)1 << 20)

/* ---- the pattern ---- */

/* Arcs of each vertex, but for a loop. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_arcs(const __grid_constant__ tp_arcs arcs, tropic_index *degree)
{
    TP_FOR_EACH(v, arcs.lists)
    {
        const tropic_offset begin = __ldg(arcs.offsets + v), end = __ldg(arcs.offsets + v + 1);
        const tropic_offset at = tp_find_id(arcs.ids, begin, end, v);
        degree[v] = (tropic_index)(end - begin - (at < end && __ldg(arcs.ids + at) == v));
    }
}

static tropic_status degrees_of(tp_run *run, const tp_arcs *arcs, const tropic_index **degree)
{
    tropic_index *found;
    TP_TRY(tp_run_array(run, &found, run->n, sizeof *found, "degrees"));
    *degree = found;
    return tp_pass(run->context, DOING, run->n, count_arcs, *arcs, found);
}

static tropic_status weigh(tp_run *run, tp_similarity *s)
{
    const int64_t count = (int64_t)s->in.longest + 1;
    const int first = run->arena.count;
    double *weight, *host;
    if (!tp_similarity_weighted(s->measure)) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &weight, count, sizeof *weight, "weights of common neighbours"));
    host = (double *)tp_arena_array(&run->arena, count, sizeof *host);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    for (int64_t d = 0; d < count; d++) host[d] = tp_similarity_weight(s->measure, (double)d);
    TP_TRY(tp_cuda_upload(run->context, weight, host, (size_t)count * sizeof *weight));
    tp_arena_release_since(&run->arena, first + 1);
    s->weight = weight;
    return TROPIC_OK;
}

tropic_status tp_cuda_similarity_prepare(tp_run *run, tp_similarity *s, bool outgoing)
{
    tp_cuda_use use(run->context);
    const bool both = outgoing && !tp_run_symmetric(run);
    s->out = run->out;
    s->in = both ? run->in : run->out;
    s->out.lists = s->in.lists = run->n;
    if (run->n == 0) return TROPIC_OK;
    TP_TRY(degrees_of(run, &s->out, &s->degree));
    s->into = s->degree;
    if (both) TP_TRY(degrees_of(run, &s->in, &s->into));
    return weigh(run, s);
}

/* ---- given pairs ---- */

/* By a warp, along the shorter list of the two. */
static __device__ double common_of(const tp_similarity &s, tropic_index u, tropic_index v)
{
    tropic_offset begin = __ldg(s.out.offsets + u), end = __ldg(s.out.offsets + u + 1);
    tropic_offset from = __ldg(s.out.offsets + v), to = __ldg(s.out.offsets + v + 1);
    double common = 0;
    if (end - begin > to - from) {
        const tropic_offset other_begin = begin, other_end = end;
        begin = from, end = to;
        from = other_begin, to = other_end;
    }
    for (; begin < end; begin += TP_WARP) {
        const tropic_offset k = begin + tp_lane();
        const tropic_index x = k < end ? __ldg(s.out.ids + k) : -1;
        bool found = false;
        double weight = 0;
        if (x >= 0 && x != u && x != v) {
            const tropic_offset at = tp_find_id(s.out.ids, from, to, x);
            found = at < to && __ldg(s.out.ids + at) == x;
        }
        unsigned those = __ballot_sync(TP_EVERY_LANE, found);
        if (!s.weight) {
            common += __popc(those);
            continue;
        }
        if (found) weight = __ldg(s.weight + __ldg(s.into + x));
        for (; those; those &= those - 1)
            common = __dadd_rn(common, __shfl_sync(TP_EVERY_LANE, weight, __ffs((int)those) - 1));
    }
    return common;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    score_pairs(const __grid_constant__ tp_similarity s, const tropic_index *from, const tropic_index *to,
                int64_t count, double *score)
{
    for (int64_t p = tp_warp(); p < count; p += tp_warps()) {
        const tropic_index u = __ldg(from + p), v = __ldg(to + p);
        const double common = s.measure == TROPIC_SIMILARITY_ATTACHMENT ? 0 : common_of(s, u, v);
        if (tp_lane() == 0)
            score[p] = tp_similarity_score(s.measure, (double)__ldg(s.degree + u), (double)__ldg(s.degree + v), common);
    }
}

tropic_status tp_cuda_similarity_pairs(tp_run *run, const tp_similarity *s, const tropic_index *from,
                                       const tropic_index *to, int64_t count, double *score)
{
    tropic_context *context = run->context;
    const int64_t room = count < PAIRS_AT_ONCE ? count : PAIRS_AT_ONCE;
    tropic_index *from_there, *to_there;
    double *found;
    tp_cuda_use use(context);
    if (count == 0) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &from_there, room, sizeof *from_there, DOING));
    TP_TRY(tp_run_array(run, &to_there, room, sizeof *to_there, DOING));
    TP_TRY(tp_run_array(run, &found, room, sizeof *found, DOING));
    for (int64_t first = 0; first < count; first += room) {
        const int64_t some = count - first < room ? count - first : room;
        TP_TRY(tp_progress(context, (double)first / (double)count));
        TP_TRY(tp_cuda_upload(context, from_there, from + first, (size_t)some * sizeof *from));
        TP_TRY(tp_cuda_upload(context, to_there, to + first, (size_t)some * sizeof *to));
        TP_TRY(tp_pass(context, DOING, some * TP_WARP, score_pairs, *s, from_there, to_there, some, found));
        TP_TRY(tp_cuda_download(context, score + first, found, (size_t)some * sizeof *found));
    }
    return TROPIC_OK;
}

const tp_similarity_calls tp_cuda_similarity_calls = {TP_SIMILARITY_CALLS(TP_CALL_ROW, tp_cuda_similarity_)};

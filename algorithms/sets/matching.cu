/* SPDX-License-Identifier: Apache-2.0
 *
 * A matching on a GPU. Each vertex chooses its first edge, in the order of all edges, to a neighbour that is not
 * matched; two that have chosen each other are matched. Others wait (algorithms/sets/wait.cuh), and choose again when
 * the one that they have chosen is matched. Of edges that are left, the first one's ends choose each other: the order
 * alone decides.
 *
 * Source: Manne and Bisseling, A parallel approximation algorithm for the weighted maximum matching problem, PPAM 2007.
 */
#include "algorithms/sets/matching.h"
#include "algorithms/sets/wait.cuh"
#include "spmv/device/block.cuh"

#define DOING "a matching"
/* Arcs that a thread looks at by itself; of longer lists a warp looks at all. (Not measured.) */
#define LANE_ARCS 16
/* Blocks of a multiprocessor, whose registers are enough. */
#define BLOCKS_EACH 4
/* Words of vertices: that it has chosen none yet; else its choice, or if that is less, whom it is matched with. Itself:
 * it has no edge left. */
#define UNDECIDED (-1)
#define MATCHED(u) (-2 - (u))

/* v has chosen `other`. */
struct alignas(8) waiting {
    tropic_index v, other;
};

typedef struct matching {
    tp_set_graph g;
    tropic_index *words; /* of each vertex */
    tp_wait_lists<waiting> lists;
    int32_t *mate;
} matching;

/* An edge of a vertex, to u; -1: none. In the order of weights, hashes of lesser ends, and both ends. */
typedef struct edge {
    uint64_t weight, hash;
    tropic_index u;
} edge;

static __device__ tropic_index load(const matching &m, tropic_index v)
{
    return *(const volatile tropic_index *)(m.words + v);
}

static __device__ void store(const matching &m, tropic_index v, tropic_index word)
{
    *(volatile tropic_index *)(m.words + v) = word;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) begin_words(const __grid_constant__ matching m)
{
    TP_FOR_EACH(v, m.g.n) m.words[v] = UNDECIDED;
}

/* Is v's edge a before its edge b? */
static __device__ bool is_before(tropic_index v, const edge &a, const edge &b)
{
    if (a.u < 0 || b.u < 0) return a.u >= 0;
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.hash != b.hash) return a.hash > b.hash;
    return min(a.u, v) != min(b.u, v) ? min(a.u, v) < min(b.u, v) : max(a.u, v) < max(b.u, v);
}

/* *best = arc k, to u, if that is before it and u is not matched. */
static __device__ void look_at(const matching &m, tropic_index v, tropic_offset k, tropic_index u, edge *best)
{
    edge e = {0, 0, u};
    if (u == v || (m.g.values && !tp_matching_word(&m.g, k, &e.weight))) return;
    if (best->u >= 0 && e.weight < best->weight) return;
    e.hash = tp_set_hash_in_block(&m.g, min(u, v));
    if (is_before(v, e, *best) && load(m, u) >= UNDECIDED) *best = e;
}

/* Where edges weigh the same: those to greater vertices are in the order of the list. */
static __device__ bool ends_list(const matching &m, tropic_index v, const edge &best)
{
    return !m.g.values && best.u > v;
}

/* The first edge of v, by this thread. */
static __device__ tropic_index choose(const matching &m, tropic_index v, tropic_offset k, tropic_offset end)
{
    edge best = {0, 0, -1};
    for (; k < end && !ends_list(m, v, best); k++) look_at(m, v, k, __ldg(m.g.ids + k), &best);
    return best.u;
}

/* The same by a warp. */
static __device__ tropic_index choose_together(const matching &m, tropic_index v, tropic_offset k, tropic_offset end)
{
    edge best = {0, 0, -1};
    for (tropic_offset first = k + tp_lane(); __any_sync(TP_EVERY_LANE, first < end); first += TP_FLIGHT * TP_WARP) {
        tropic_index u[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) u[f] = first + f * TP_WARP < end ? __ldg(m.g.ids + first + f * TP_WARP) : v;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) look_at(m, v, first + f * TP_WARP, u[f], &best);
        if (__any_sync(TP_EVERY_LANE, ends_list(m, v, best))) break;
    }
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) {
        const edge theirs = tp_shuffle_xor(best, other);
        if (is_before(v, theirs, best)) best = theirs;
    }
    return best.u;
}

/* Each lane's vertex that is to choose does; one that has no edge left waits no longer. */
static __device__ void choose_all(const matching &m, waiting *w, bool chooses)
{
    tropic_offset begin = 0, end = 0;
    if (chooses) {
        begin = __ldg(m.g.offsets + w->v);
        end = __ldg(m.g.offsets + w->v + 1);
    }
    const bool is_long = end - begin > LANE_ARCS;
    tropic_index chosen = -1;
    if (chooses && !is_long) chosen = choose(m, w->v, begin, end);
    for (unsigned todo = __ballot_sync(TP_EVERY_LANE, is_long); todo; todo &= todo - 1) {
        const int of = __ffs((int)todo) - 1;
        const tropic_index found =
            choose_together(m, tp_shuffle_from(w->v, of), tp_shuffle_from(begin, of), tp_shuffle_from(end, of));
        if (tp_lane() == of) chosen = found;
    }
    if (!chooses) return;
    store(m, w->v, chosen >= 0 ? chosen : MATCHED(w->v));
    w->other = chosen;
    if (chosen >= 0) return;
    m.mate[w->v] = -1;
    w->v = -1;
}

/* The vertices of a launch: they choose, but for those that have chosen in an earlier one, or are matched. Returns
 * whether an edge is told, by its lesser end. */
static __device__ bool look_first(const matching &m, waiting *w)
{
    const tropic_index v = w->v, word = v >= 0 ? load(m, v) : UNDECIDED, mate = MATCHED(word);
    if (word >= 0) w->other = word;
    if (word < UNDECIDED) {
        m.mate[v] = mate == v ? -1 : mate;
        w->v = -1;
    }
    choose_all(m, w, v >= 0 && word == UNDECIDED);
    return word < UNDECIDED && mate > v;
}

/* Those that wait. */
static __device__ bool look_again(const matching &m, waiting *w)
{
    const tropic_index v = w->v, u = w->other;
    bool matched = false, chooses = false;
    if (v >= 0) {
        const tropic_index own = load(m, v), other = load(m, u);
        matched = own == MATCHED(u) || other == MATCHED(v) || other == v;
        chooses = !matched && other < UNDECIDED;
    }
    if (matched) {
        store(m, v, MATCHED(u));
        store(m, u, MATCHED(v));
        m.mate[v] = u;
        w->v = -1;
    }
    choose_all(m, w, chooses);
    return matched && v < u;
}

/* *result = the edges, and above 32 bits the vertices that are left. */
TP_WAIT_KERNEL(BLOCKS_EACH) match_all(const __grid_constant__ matching m, tp_block_sum *sum, int64_t *result)
{
    unsigned long long edges = 0;
    const int64_t left = tp_wait_all(
        m.lists, m.g.n, [&](waiting *w) { edges += look_first(m, w); }, [&](waiting *w) { edges += look_again(m, w); });
    if (tp_lane() == 0) edges += (unsigned long long)left << 32;
    tp_block_tell_all(sum, edges, result);
}

tropic_status tp_cuda_matching_find(tp_run *run, const tp_set_graph *graph, int32_t *mate, int64_t *looks)
{
    tropic_context *context = run->context;
    int64_t left = graph->n, *result, told;
    tp_cuda_grid grid;
    tp_block_sum *sum;
    matching m = {};
    tp_cuda_use use(context);
    m.g = *graph;
    m.mate = mate;
    TP_TRY(tp_run_array(run, &m.words, graph->n, sizeof *m.words, DOING));
    TP_TRY(tp_wait_make(run, (const void *)match_all, &grid, &m.lists));
    TP_TRY(tp_cuda_need_sum(context, &sum));
    TP_TRY(tp_progress(context, 0));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_pass(context, DOING, graph->n, begin_words, m));
    for (*looks = 0; left > 0; ++*looks) { /* (The ends of the first edge that is left are matched by a launch.) */
        const int64_t before = left;
        TP_TRY(tp_cuda_result(context, &result));
        TP_TRY(tp_cuda_launch(context, DOING, grid, match_all, m, sum, result));
        TP_TRY(tp_cuda_await_result(context, result, &told));
        left = told >> 32;
        if (*looks > 0 && left >= before) return tp_fail(context, TROPIC_DEVICE_ERROR, "a matching did not end");
        TP_TRY(tp_progress(context, 1 - (double)left / graph->n));
    }
    return TROPIC_OK;
}

/* ---- weights ---- */

/* A block adds up a part: its threads find the weights, and the first one adds them up in their order. */
static __global__ void __launch_bounds__(TP_MATCHING_PART)
    weigh(const __grid_constant__ matching m, tp_matching_part *parts)
{
    __shared__ uint64_t word[TP_MATCHING_PART];
    __shared__ bool has[TP_MATCHING_PART];
    const int64_t v = tp_thread();
    has[threadIdx.x] = v < m.g.n && tp_matching_edge(&m.g, m.mate, (tropic_index)v, &word[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x > 0) return;
    tp_matching_part part = {};
    for (int k = 0; k < TP_MATCHING_PART; k++)
        if (has[k]) tp_matching_add(&part, &m.g, word[k]);
    parts[blockIdx.x] = part;
}

tropic_status tp_cuda_matching_weigh(tp_run *run, const tp_set_graph *graph, const int32_t *mate,
                                     tp_matching_part *parts)
{
    tropic_context *context = run->context;
    const int64_t count = tp_quotient_up(graph->n, TP_MATCHING_PART);
    tp_matching_part *device;
    matching m = {};
    tp_cuda_use use(context);
    m.g = *graph;
    m.mate = (int32_t *)mate;
    TP_TRY(tp_run_array(run, &device, count, sizeof *device, DOING));
    TP_TRY(tp_cuda_launch(context, DOING, {count, TP_MATCHING_PART}, weigh, m, device));
    return tp_cuda_download(context, parts, device, (size_t)count * sizeof *parts);
}

const tp_matching_calls tp_cuda_matching_calls = {TP_MATCHING_CALLS(TP_CALL_ROW, tp_cuda_matching_)};

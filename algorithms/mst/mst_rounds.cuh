/* SPDX-License-Identifier: Apache-2.0
 *
 * Spanning forests on a GPU: the passes of a round.
 */
#ifndef TP_MST_ROUNDS_CUH
#define TP_MST_ROUNDS_CUH

#include "algorithms/mst/mst_arcs.cuh"

/* ---- the first round: each vertex is a tree, and chooses among its arcs ---- */

/* The least key of each vertex: word and neighbour, of which equal weights are ordered as their edges are. Wide: the
 * least word. The lanes that have arcs of one vertex agree first. */
template <bool WIDE>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_lightest(const __grid_constant__ tp_mst_forest f, const tp_mst_best best)
{
    tp_mst_each_arc(f.g.arcs, [&](bool there, tropic_index u, tropic_index v, int64_t k) {
        const int lane = tp_lane();
        const tropic_index before = __shfl_up_sync(TP_EVERY_LANE, u, 1);
        unsigned long long key = TP_MST_NONE;
        if (there && v != u) {
            const unsigned long long word = tp_mst_word(&f.g, k);
            key = WIDE ? word : word << 32 | (unsigned)v;
        }
#pragma unroll
        for (int ahead = 1; ahead < TP_WARP; ahead *= 2) {
            const unsigned long long other = __shfl_down_sync(TP_EVERY_LANE, key, ahead);
            const tropic_index whose = __shfl_down_sync(TP_EVERY_LANE, u, ahead);
            if (lane + ahead < TP_WARP && whose == u && other < key) key = other;
        }
        if ((lane == 0 || before != u) && key != TP_MST_NONE) atomicMin(best.words + u, key);
    });
}

/* Wide: of the lightest arcs of each vertex the first. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_lightest_places(const __grid_constant__ tp_mst_forest f, const tp_mst_best best)
{
    tp_mst_each_arc(f.g.arcs, [&](bool there, tropic_index u, tropic_index v, int64_t k) {
        if (there && v != u && tp_mst_word(&f.g, k) == best.words[u]) atomicMin(best.places + u, (unsigned long long)v);
    });
}

/* v's neighbour; -1: it has none */
template <bool WIDE> TP_FN tropic_index tp_mst_chosen(const tp_mst_best &best, tropic_index v)
{
    const unsigned long long key = WIDE ? best.places[v] : best.words[v];
    return key == TP_MST_NONE ? -1 : (tropic_index)(unsigned)key;
}

/* Each vertex below the one that it has chosen; of two that have chosen each other the lesser is a root. */
template <bool WIDE>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_plant(const __grid_constant__ tp_mst_forest f, const tp_mst_best best)
{
    TP_FOR_EACH(i, f.g.n)
    {
        const tropic_index v = (tropic_index)i, other = tp_mst_chosen<WIDE>(best, v);
        const bool root = other < 0 || (v < other && tp_mst_chosen<WIDE>(best, other) == v);
        f.parent[v] = root ? v : other;
        f.ends[v] = root ? TP_MST_NONE : (unsigned long long)min(v, other) << 32 | (unsigned)max(v, other);
        f.words[v] = WIDE ? best.words[v] : best.words[v] >> 32;
    }
}

/* Shortens the way from each vertex to its root, and others' on it: a tree may be a path of all vertices. (Past the L1
 * cache, so that others' steps are seen.) A thread may write last what it has read first, so that trees are not flat
 * yet. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_mst_shorten(const __grid_constant__ tp_mst_forest f)
{
    TP_FOR_EACH(v, f.g.n)
    {
        tropic_index at = (tropic_index)v, above = __ldcg(f.parent + at);
        while (above != at) {
            const tropic_index further = __ldcg(f.parent + above);
            if (further == above) break;
            __stcg(f.parent + at, further);
            at = above;
            above = further;
        }
        __stcg(f.parent + v, above);
    }
}

/* Every vertex directly below its root, since each thread writes its own alone; and no best edges. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_flatten(const __grid_constant__ tp_mst_forest f, const tp_mst_best now, const tp_mst_best next)
{
    TP_FOR_EACH(v, f.g.n)
    {
        const tropic_index above = f.parent[v];
        tropic_index root = above, further;
        while (root != (further = f.parent[root])) root = further;
        if (root != above) f.parent[v] = root;
        now.words[v] = next.words[v] = TP_MST_NONE;
        if (now.places) now.places[v] = next.places[v] = TP_MST_NONE;
    }
}

/* One block: a vertex of the tree that most of a sample is in; trees are flat. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_mst_guess(const __grid_constant__ tp_mst_forest f)
{
    __shared__ tropic_index sample[TP_PASS_BLOCK];
    __shared__ int most;
    const tropic_index root = f.parent[(int64_t)f.g.n * threadIdx.x / TP_PASS_BLOCK];
    int equal = 0;
    sample[threadIdx.x] = root;
    if (threadIdx.x == 0) most = 0;
    __syncthreads();
    for (int k = 0; k < TP_PASS_BLOCK; k++) equal += sample[k] == root;
    atomicMax(&most, equal);
    __syncthreads();
    if (equal == most) *f.guess = root; /* one of those, if there are several */
}

/* ---- lists ---- */

/* Lists the edges between two trees behind `low`, up to `high`, and offers them. Trees are flat. */
template <bool WIDE>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_list(const __grid_constant__ tp_mst_forest f, const tp_mst_best now, const tp_mst_bound low,
                const tp_mst_bound high, tp_mst_item<WIDE> *list, int64_t room, unsigned long long *filled)
{
    __shared__ tp_mst_item<WIDE> held[TP_MST_WARPS][TP_MST_BUFFER];
    tp_mst_writer<WIDE> w = {held[threadIdx.x / TP_WARP], 0, list, room, filled};
    const tropic_index largest = tp_mst_largest(f);
    tp_mst_each_arc(f.g.arcs, [&](bool there, tropic_index u, tropic_index v, int64_t k) {
        tp_mst_item<WIDE> item = {};
        bool takes = there && u < v;
        if (takes) {
            const unsigned long long word = tp_mst_word(&f.g, k);
            takes = tp_mst_behind(word, k, low) && !tp_mst_behind(word, k, high);
            tp_mst_make(&item, word, k);
        }
        if (takes) {
            item.u = __ldg(f.parent + u);
            item.v = __ldg(f.parent + v);
            takes = item.u != item.v;
        }
        if (takes) {
            tp_mst_offer(now, item.u, largest, item);
            tp_mst_offer(now, item.v, largest, item);
        }
        tp_mst_put(&w, takes, item);
    });
    tp_mst_flush(&w);
}

/* Wide: of the edges whose word is the best of a tree, the first. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_places(const __grid_constant__ tp_mst_forest f, const tp_mst_item<true> *list,
                  const unsigned long long *filled, const tp_mst_best now)
{
    const tropic_index largest = tp_mst_largest(f);
    const int64_t count = (int64_t)*filled;
    TP_FOR_EACH(k, count)
    {
        const tp_mst_item<true> item = list[k];
        if (item.u != largest && now.words[item.u] == item.key) atomicMin(now.places + item.u, item.place);
        if (item.v != largest && now.words[item.v] == item.key) atomicMin(now.places + item.v, item.place);
    }
}

TP_FN void tp_mst_store(const tp_mst_forest &f, tropic_index at, const tp_mst_item<false> &item)
{
    f.ends[at] = TP_MST_PLACE | (unsigned)item.key;
    f.words[at] = item.key >> 32;
}
TP_FN void tp_mst_store(const tp_mst_forest &f, tropic_index at, const tp_mst_item<true> &item)
{
    f.ends[at] = TP_MST_PLACE | item.place;
    f.words[at] = item.key;
}

/* Joins two trees by the edge that is the best of either, and forgets what was best of them the round before: roots of
 * the next round are among these. */
template <bool WIDE>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_unite(const __grid_constant__ tp_mst_forest f, const tp_mst_item<WIDE> *list,
                 const unsigned long long *filled, const tp_mst_best now, const tp_mst_best next)
{
    const int64_t count = (int64_t)*filled;
    TP_FOR_EACH(k, count)
    {
        const tp_mst_item<WIDE> item = list[k];
        next.words[item.u] = next.words[item.v] = TP_MST_NONE;
        if (WIDE) next.places[item.u] = next.places[item.v] = TP_MST_NONE;
        if (!tp_mst_wins(now, item.u, item) && !tp_mst_wins(now, item.v, item)) continue;
        const tropic_index below = tp_join_trees(f.parent, item.u, item.v);
        if (below >= 0) tp_mst_store(f, below, item);
    }
}

/* The edges that still lie between two trees go to another list, by the roots of now, and are offered. */
template <bool WIDE>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_filter(const __grid_constant__ tp_mst_forest f, const tp_mst_item<WIDE> *from,
                  const unsigned long long *filled, const tp_mst_best next, tp_mst_item<WIDE> *to, int64_t room,
                  unsigned long long *left)
{
    __shared__ tp_mst_item<WIDE> held[TP_MST_WARPS][TP_MST_BUFFER];
    tp_mst_writer<WIDE> w = {held[threadIdx.x / TP_WARP], 0, to, room, left};
    const tropic_index largest = tp_mst_largest(f);
    const int64_t count = (int64_t)*filled;
    for (int64_t first = tp_warp() * TP_WARP; first < count; first += tp_threads()) {
        tp_mst_item<WIDE> item = {};
        bool takes = first + tp_lane() < count;
        if (takes) {
            item = from[first + tp_lane()];
            item.u = tp_find_root(f.parent, item.u);
            item.v = tp_find_root(f.parent, item.v);
            takes = item.u != item.v;
        }
        if (takes) {
            tp_mst_offer(next, item.u, largest, item);
            tp_mst_offer(next, item.v, largest, item);
        }
        tp_mst_put(&w, takes, item);
    }
    tp_mst_flush(&w);
}

/* ---- before and behind ---- */

/* Edges spread over the graph; TP_MST_NONE: there is a loop, or the other arc. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_sample(const __grid_constant__ tp_mst_graph g, tp_mst_pair *sample)
{
    TP_FOR_EACH(s, TP_MST_SAMPLE)
    {
        const int64_t k = (int64_t)((double)g.arcs.count * (double)s / TP_MST_SAMPLE);
        const tropic_index u = tp_list_of(g.arcs.offsets, 0, g.n, k);
        const bool upper = u < __ldg(g.arcs.ids + k);
        sample[s].key = upper ? tp_mst_word(&g, k) : TP_MST_NONE;
        sample[s].value = upper ? (unsigned long long)k : TP_MST_NONE;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_mst_count(const __grid_constant__ tp_mst_forest f, unsigned long long *edges)
{
    unsigned long long count = 0;
    TP_FOR_EACH(v, f.g.n) count += f.ends[v] != TP_MST_NONE;
    count = tp_warp_sum(count);
    if (tp_lane() == 0 && count > 0) atomicAdd(edges, count);
}

/* Places of arcs become ends. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_mst_name(const __grid_constant__ tp_mst_forest f)
{
    TP_FOR_EACH(v, f.g.n)
    {
        const unsigned long long ends = f.ends[v];
        if (ends == TP_MST_NONE || !(ends & TP_MST_PLACE)) continue;
        const int64_t k = (int64_t)(ends & ~TP_MST_PLACE);
        const tropic_index u = tp_list_of(f.g.arcs.offsets, 0, f.g.n, k);
        f.ends[v] = (unsigned long long)u << 32 | (unsigned)__ldg(f.g.arcs.ids + k);
    }
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components on the GPU: passes over all vertices, or all arcs, before the rounds and after them.
 */
#ifndef TP_STRONG_PASSES_CUH
#define TP_STRONG_PASSES_CUH

#include "algorithms/components/strong_arcs.cuh"

/* *best = the greatest of min(arcs out, arcs in) 2^32 + (2^31 - 1 - vertex), where that degree is not 0. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_strong_find_pivot(const __grid_constant__ tp_strong s, unsigned long long *best)
{
    unsigned long long mine = 0;
    TP_FOR_EACH(v, s.n)
    {
        const tropic_offset ahead = __ldg(s.out.offsets + v + 1) - __ldg(s.out.offsets + v);
        const tropic_offset behind = __ldg(s.in.offsets + v + 1) - __ldg(s.in.offsets + v);
        const unsigned long long degree = (unsigned long long)(ahead < behind ? ahead : behind);
        const unsigned long long key = degree << 32 | (unsigned)(TROPIC_INDEX_MAX - v);
        if (degree > 0 && key > mine) mine = key;
    }
    mine = ~tp_warp_min(~mine);
    if (tp_lane() == 0 && mine > *(volatile unsigned long long *)best) atomicMax(best, mine);
}

/* A vertex that no arc leaves, or none enters, is a component: its own id; of others the mark. Without levels (NULL)
 * all have the mark of those that have none. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_strong_mark(const __grid_constant__ tp_strong s, const int32_t *ahead, const int32_t *behind)
{
    TP_FOR_EACH(v, s.n)
    {
        const bool alone = __ldg(s.out.offsets + v) == __ldg(s.out.offsets + v + 1) ||
                           __ldg(s.in.offsets + v) == __ldg(s.in.offsets + v + 1);
        const bool reached = ahead && ahead[v] >= 0, reaches = behind && behind[v] >= 0;
        s.component[v] = alone ? (int32_t)v : TP_STRONG_MARK(reached, reaches);
    }
}

/* starts[w] = how many arcs warp w has to list. */
static __global__ void __launch_bounds__(TP_STRONG_BLOCK, 1)
    tp_strong_count(const __grid_constant__ tp_strong s, int64_t *starts)
{
    int64_t count = 0;
    tp_strong_each_arc(&s, tp_warp(), tp_warps(), [&](bool may, tropic_index, tropic_index) {
        count += __popc(__ballot_sync(TP_EVERY_LANE, may));
    });
    if (tp_lane() == 0) starts[tp_warp()] = count;
}

/* starts[w] = the sum of starts[0 .. w-1], for w up to `warps`. By one block, of which each thread takes some. */
static __global__ void __launch_bounds__(TP_STRONG_BLOCK, 1) tp_strong_add_starts(int64_t *starts, int64_t warps)
{
    __shared__ int64_t sums[TP_STRONG_BLOCK];
    const int64_t each = (warps + TP_STRONG_BLOCK - 1) / TP_STRONG_BLOCK, begin = threadIdx.x * each;
    const int64_t end = begin + each < warps ? begin + each : warps;
    const int me = (int)threadIdx.x;
    int64_t sum = 0;
    for (int64_t w = begin; w < end; w++) sum += starts[w];
    sums[me] = sum;
    for (int back = 1; back < TP_STRONG_BLOCK; back *= 2) {
        __syncthreads();
        const int64_t before = me >= back ? sums[me - back] : 0;
        __syncthreads();
        sums[me] += before;
    }
    sum = sums[me] - sum;
    for (int64_t w = begin; w < end; w++) {
        const int64_t own = starts[w];
        starts[w] = sum;
        sum += own;
    }
    if (me == TP_STRONG_BLOCK - 1) starts[warps] = sum;
}

/* Lists the arcs that were counted, by as many warps, and begins the first round. */
static __global__ void __launch_bounds__(TP_STRONG_BLOCK, 1) tp_strong_list(const __grid_constant__ tp_strong_lists p)
{
    int64_t at = p.starts[tp_warp()];
    for (int64_t v = tp_thread(); v < p.s.n; v += tp_threads())
        if (p.s.component[v] < 0) tp_strong_reset(p.pairs, (tropic_index)v);
    tp_strong_each_arc(&p.s, tp_warp(), tp_warps(), [&](bool may, tropic_index u, tropic_index v) {
        const unsigned listed = __ballot_sync(TP_EVERY_LANE, may);
        if (may) p.lists[0][at + __popc(listed & ((1u << tp_lane()) - 1))] = {u, v};
        at += __popc(listed);
    });
    if (tp_thread() > 0) return;
    *p.state = {};
    p.state->left = p.starts[tp_warps()];
}

/* component[v] = some vertex of v's component, the same for all of it, and pairs[2 v] = v. `listed`: pairs are known. A
 * vertex that was no component's when its last arc was dropped is one by itself. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_strong_name(const __grid_constant__ tp_strong_lists p, bool listed)
{
    TP_FOR_EACH(v, p.s.n)
    {
        const int32_t mark = p.s.component[v];
        if (mark == TP_STRONG_GIANT) {
            p.s.component[v] = p.s.pivot;
        } else if (mark < 0) {
            const unsigned long long pair = listed ? tp_strong_pair(p.pairs, (tropic_index)v) : 0;
            const bool known = listed && tp_strong_before(pair) == tp_strong_behind(pair);
            p.s.component[v] = known ? tp_strong_vertex(tp_strong_before(pair)) : (tropic_index)v;
        }
        p.pairs[2 * v] = (unsigned)v;
    }
}

/* pairs[2 w] = the least v with component[v] = w. A warp takes 32 vertices at a time: of those with the first one's w,
 * the first is the least. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_strong_lower(const __grid_constant__ tp_strong_lists p)
{
    for (int64_t first = tp_warp() * TP_WARP; first < p.s.n; first += tp_threads()) {
        const int64_t v = first + tp_lane();
        const int32_t w = v < p.s.n ? p.s.component[v] : -1;
        const bool same = __shfl_sync(TP_EVERY_LANE, w, 0) == w;
        if (w < 0 || w == v || (same && tp_lane() > 0)) continue;
        if ((unsigned)v < *(const volatile unsigned *)(p.pairs + 2 * (int64_t)w))
            atomicMin(p.pairs + 2 * (int64_t)w, (unsigned)v);
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_strong_rename(const __grid_constant__ tp_strong_lists p)
{
    TP_FOR_EACH(v, p.s.n) p.s.component[v] = (int32_t)p.pairs[2 * (int64_t)p.s.component[v]];
}

#endif

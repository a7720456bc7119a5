/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels that make the graph of communities.
 */
#ifndef TP_COARSEN_CUH
#define TP_COARSEN_CUH

#include "algorithms/communities/walk.cuh"
#include "formats/matrix/facts/union_find.h"

/* ---- numbers ---- */

/* first[c] = the least v with numbers[v] = c. (It was n at first.) */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_number_first(tropic_index n, const tropic_index *numbers, tropic_index *first)
{
    TP_FOR_EACH(v, n)
    {
        tropic_index *const at = first + numbers[v];
        if (*(const volatile tropic_index *)at > (tropic_index)v) atomicMin(at, (tropic_index)v);
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_number_flag(tropic_index n, const tropic_index *numbers, const tropic_index *first, tropic_index *flags)
{
    TP_FOR_EACH(v, n) flags[v] = first[numbers[v]] == (tropic_index)v;
}

/* ends[v]: how many flags there are up to v. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_number_set(tropic_index n, tropic_index *numbers, const tropic_index *first, const tropic_index *ends)
{
    TP_FOR_EACH(v, n) numbers[v] = ends[first[numbers[v]]] - 1;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_number_name(tropic_index n, tropic_index *numbers, const tropic_index *first)
{
    TP_FOR_EACH(v, n) numbers[v] = first[numbers[v]];
}

/* ---- arcs between sets, as pairs of numbers that are sorted ---- */

typedef struct tp_coarsening {
    tp_walk_lists lists;
    const tropic_index *ids;
    const int64_t *weights;
    const tropic_index *numbers;
    int bits; /* of a number */
} tp_coarsening;

TP_FN tropic_index tp_pair_from(uint64_t pair, int bits)
{
    return (tropic_index)(pair >> bits);
}

TP_FN tropic_index tp_pair_to(uint64_t pair, int bits)
{
    return (tropic_index)(pair & ((UINT64_C(1) << bits) - 1));
}

/* The pair of each arc; where there is none, or it weighs nothing, or is within a set, the last of all pairs, which no
 * arc has: of a number and itself. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_coarsen_pairs(const __grid_constant__ tp_coarsening c, uint64_t *pairs, int64_t *weights)
{
    const tropic_offset base = __ldg(c.lists.begin);
    const uint64_t none = (UINT64_C(1) << 2 * c.bits) - 1;
    tp_walk_arcs(c.lists, [&](tropic_index v, tropic_offset k, bool is) {
        const int64_t weight = !is ? 0 : c.weights ? __ldg(c.weights + k) : 1;
        const tropic_index from = __ldg(c.numbers + v), to = weight > 0 ? __ldg(c.numbers + __ldg(c.ids + k)) : from;
        pairs[k - base] = from == to ? none : (uint64_t)(uint32_t)from << c.bits | (uint32_t)to;
        if (weights) weights[k - base] = weight;
    });
}

/* begin[s] = the first pair from s or later, for s = 0 .. count; the ends of arcs; *between = the sum of weights. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_coarsen_lists(const uint64_t *pairs, const int64_t *weights, int64_t arcs, int bits, tropic_index count,
                     tropic_offset *begin, tropic_index *ids, unsigned long long *between)
{
    unsigned long long sum = 0;
    TP_FOR_EACH(s, (int64_t)count + 1)
    {
        int64_t low = 0, high = arcs;
        while (low < high) {
            const int64_t middle = low + (high - low) / 2;
            if (pairs[middle] < (uint64_t)s << bits)
                low = middle + 1;
            else
                high = middle;
        }
        begin[s] = low;
    }
    TP_FOR_EACH(k, arcs)
    {
        ids[k] = tp_pair_to(pairs[k], bits);
        sum += (unsigned long long)weights[k];
    }
    sum = tp_warp_sum(sum);
    if (tp_lane() == 0 && sum > 0) atomicAdd(between, sum);
}

/* ---- connected parts ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_connect_join(const tp_walk_lists lists, const tropic_index *ids, const int64_t *weights,
                    const tropic_index *community, tropic_index *parent)
{
    tp_walk_arcs(lists, [&](tropic_index v, tropic_offset k, bool is) {
        const tropic_index u = is ? __ldg(ids + k) : v;
        if (u < v && community[u] == community[v] && (!weights || __ldg(weights + k) > 0)) tp_join_trees(parent, v, u);
    });
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_connect_find(tropic_index n, tropic_index *parent, tropic_index *community)
{
    TP_FOR_EACH(v, n) community[v] = tp_find_root(parent, (tropic_index)v);
}

#endif

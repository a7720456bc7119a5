/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of vertices as they are numbered, on a GPU: nothing is made, so that a graph of few edges a vertex takes
 * one pass over its arcs. Lists ascend, and have the opposite of each arc; loops may be among them.
 */
#ifndef TP_COUNT_GIVEN_CUH
#define TP_COUNT_GIVEN_CUH

#include "algorithms/triangles/add_count.cuh"
#include "algorithms/triangles/triangles.h"
#include "formats/matrix/list_at.h"
#include "spmv/device/block.cuh"
#include "spmv/device/kernel.cuh"

#define TP_GIVEN_BLOCK 256
/* A warp that looks at the list of one neighbour with some of its lanes looks at several at a time. */
#define TP_GIVEN_LANES 8
#define TP_GIVEN_GROUPS (TP_WARP / TP_GIVEN_LANES)
/* Bits of the filter of a vertex's earlier neighbours, a word a lane: most ids that are none of them are told there. */
#define TP_GIVEN_WORD 32

/* The first item of a part of all. */
static __host__ __device__ __forceinline__ int64_t tp_part_begin(int64_t items, int64_t part, int64_t parts)
{
    return items / parts * part + items % parts * part / parts;
}

/* How many of v's earlier neighbours, from `begin` on, are those of u, whose list begins at `at`: merged, as far as v,
 * which u's list contains. */
template <bool EACH>
static __device__ unsigned tp_merge_earlier(const tropic_index *ids, tropic_offset begin, tropic_offset at,
                                            tropic_index v, int64_t *of_vertex)
{
    unsigned found = 0;
    tropic_index left = __ldg(ids + begin), right = __ldg(ids + at);
    while (left < v && right < v) {
        if (left == right) {
            found++;
            if (EACH) tp_add_count(of_vertex, left, 1);
        }
        const bool both = left == right;
        if (left < right || both) left = __ldg(ids + ++begin);
        if (right < left || both) right = __ldg(ids + ++at);
    }
    return found;
}

/* A thread takes a vertex, of those from `first` on before `last`: for lists of a few ids. */
template <bool EACH>
static __global__ void __launch_bounds__(TP_GIVEN_BLOCK)
    count_short_lists(const __grid_constant__ tp_arcs arcs, int64_t first, int64_t last, int64_t *of_vertex,
                      tp_block_sum *sum, int64_t *result)
{
    unsigned long long mine = 0;
    TP_FOR_EACH(place, last - first)
    {
        const tropic_index v = (tropic_index)(first + place);
        const tropic_offset begin = __ldg(arcs.offsets + v), end = __ldg(arcs.offsets + v + 1);
        unsigned long long found = 0;
        if (end - begin < 2 || __ldg(arcs.ids + begin) >= v) continue;
        for (tropic_offset k = end - 1; k > begin; k--) {
            const tropic_index u = __ldg(arcs.ids + k);
            if (u <= v) break;
            const unsigned wedges = tp_merge_earlier<EACH>(arcs.ids, begin, __ldg(arcs.offsets + u), v, of_vertex);
            if (EACH) tp_add_count(of_vertex, u, wedges);
            found += wedges;
        }
        if (EACH) tp_add_count(of_vertex, v, found);
        mine += found;
    }
    tp_block_tell_all(sum, mine, result);
}

/* What a warp knows of its vertex. */
typedef struct tp_given {
    tropic_index v;
    tropic_offset begin, earlier_end;
    unsigned *filter; /* shared: a word a lane */
} tp_given;

/* How many of the earlier neighbours of u are v's: by TP_GIVEN_LANES lanes, of which this is number `lane`. */
template <bool EACH>
static __device__ unsigned tp_look_up_earlier(const tp_arcs *arcs, const tp_given *g, tropic_offset at,
                                              tropic_offset end, int lane, unsigned group, int64_t *of_vertex)
{
    unsigned found = 0;
    bool more = true;
    for (at += lane; more; at += TP_GIVEN_LANES) {
        const tropic_index w = at < end ? __ldg(arcs->ids + at) : TROPIC_INDEX_MAX;
        const unsigned bits = w < g->v ? g->filter[(unsigned)w / TP_GIVEN_WORD % TP_WARP] : 0;
        if (bits >> ((unsigned)w % TP_GIVEN_WORD) & 1) {
            const tropic_offset place = tp_find_id(arcs->ids, g->begin, g->earlier_end, w);
            if (place < g->earlier_end && arcs->ids[place] == w) {
                found++;
                if (EACH) tp_add_count(of_vertex, w, 1);
            }
        }
        more = __all_sync(group, w < g->v);
    }
    return found;
}

/* The group's sum, for its first lane. */
TP_FN unsigned tp_group_sum(unsigned n, unsigned group)
{
#pragma unroll
    for (int half = TP_GIVEN_LANES / 2; half > 0; half /= 2) n += __shfl_down_sync(group, n, half, TP_GIVEN_LANES);
    return n;
}

/* A warp takes a vertex, of those from `from_vertex` on before `to_vertex`. */
template <bool EACH>
static __global__ void __launch_bounds__(TP_GIVEN_BLOCK, TP_BLOCKS(8))
    count_lists(const __grid_constant__ tp_arcs arcs, int64_t from_vertex, int64_t to_vertex, int64_t *of_vertex,
                tp_block_sum *sum, int64_t *result)
{
    __shared__ unsigned filters[TP_GIVEN_BLOCK / TP_WARP][TP_WARP];
    const int lane = tp_lane(), group = lane / TP_GIVEN_LANES, sub = lane % TP_GIVEN_LANES;
    const unsigned members = ((1u << TP_GIVEN_LANES) - 1) << (group * TP_GIVEN_LANES);
    tp_given g = {0, 0, 0, filters[threadIdx.x / TP_WARP]};
    unsigned long long mine = 0;
    for (int64_t place = from_vertex + tp_warp(); place < to_vertex; place += tp_warps()) {
        const tropic_offset end = __ldg(arcs.offsets + place + 1);
        unsigned long long of_v = 0;
        g.v = (tropic_index)place;
        g.begin = g.earlier_end = __ldg(arcs.offsets + place);
        if (end - g.begin < 2 || __ldg(arcs.ids + g.begin) >= g.v || __ldg(arcs.ids + end - 1) <= g.v) continue;
        g.filter[lane] = 0;
        __syncwarp();
        for (tropic_offset k = g.begin + lane, more = 1; more; k += TP_WARP) {
            const tropic_index w = k < end ? __ldg(arcs.ids + k) : TROPIC_INDEX_MAX;
            if (w < g.v) atomicOr(&g.filter[(unsigned)w / TP_GIVEN_WORD % TP_WARP], 1u << (unsigned)w % TP_GIVEN_WORD);
            const unsigned before = __ballot_sync(TP_EVERY_LANE, w < g.v);
            g.earlier_end += __popc(before);
            more = before == TP_EVERY_LANE;
        }
        __syncwarp();
        for (tropic_offset first = g.earlier_end; first < end; first += TP_WARP) {
            const tropic_index u = first + lane < end ? __ldg(arcs.ids + first + lane) : g.v;
            const tropic_offset u_at = __ldg(arcs.offsets + u), u_end = __ldg(arcs.offsets + u + 1);
            const int last = end - first < TP_WARP ? (int)(end - first) : TP_WARP;
            for (int turn = 0; turn < last; turn += TP_GIVEN_GROUPS) {
                const int from = turn + group; /* (v itself, of a loop or of no neighbour, is passed over) */
                const tropic_index other = tp_shuffle_from(u, from);
                const tropic_offset at = tp_shuffle_from(u_at, from), stop = tp_shuffle_from(u_end, from);
                if (other == g.v) continue;
                unsigned wedges = tp_look_up_earlier<EACH>(&arcs, &g, at, stop, sub, members, of_vertex);
                of_v += wedges;
                if (!EACH) continue;
                wedges = tp_group_sum(wedges, members);
                if (sub == 0) tp_add_count(of_vertex, other, wedges);
            }
        }
        __syncwarp(); /* the filter is read no more */
        if (EACH) {
            const unsigned long long all = tp_warp_sum(of_v);
            if (lane == 0) tp_add_count(of_vertex, g.v, all);
        }
        mine += of_v;
    }
    tp_block_tell_all(sum, mine, result);
}

#endif

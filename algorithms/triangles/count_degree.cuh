/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of vertices numbered by descending degree, on a GPU. Each vertex's list has its earlier neighbours first,
 * then the later ones, each in any order: that takes no sort. So all of u's earlier neighbours are looked up, not those
 * before v alone, twice as many as need be.
 *
 * The first vertices have nearly all wedges. A block takes one of them and some of its later neighbours, with a set of
 * bits in shared memory for its earlier ones, whose numbers are small; a warp looks up the list of one neighbour. Other
 * vertices have a few neighbours each, in a table of a warp's own.
 */
#ifndef TP_COUNT_DEGREE_CUH
#define TP_COUNT_DEGREE_CUH

#include "algorithms/triangles/count_given.cuh"
#include "formats/matrix/device.cuh"

/* Vertices of a higher degree are the blocks'. Others fit the warps' tables, half full. */
#define TP_WARP_DEGREE 64
#define TP_TABLE_SLOTS (2 * TP_WARP_DEGREE)
#define TP_TABLE_BLOCK 256
/* Later neighbours of an item of the blocks' work. */
#define TP_ITEM_LATER 256
/* Threads of a block, blocks of a multiprocessor, and words of a block's set, where vertices have counts (`each`) and
 * where they have none; vertices further on are looked up by windows of so many bits. (H200, kron 21 and mycielskian
 * 17, ms: 10.6 and 34.0, each 13.4 and 37.3. With 512 threads, 3 blocks and 11264 words 14.3 and 53.4, each 22.7 and
 * 78.6: what counts is how many loads are on their way.) */
#define TP_ITEM_BLOCK(each) ((each) ? 512 : 256)
#define TP_ITEM_BLOCKS(each) ((each) ? TP_BLOCKS(8) / 2 : TP_BLOCKS(8))
#define TP_SET_WORDS(each) ((each) ? 9216 : 5632)
/* The first vertices, whose counts a block adds up by itself. */
#define TP_FIRST_COUNTS 2048

/* Cursors while lists are made, then how many neighbours each vertex has on either side. */
typedef struct tp_sides {
    int earlier, later;
} tp_sides;

/* What the device knows alone. */
typedef struct tp_degree_counts {
    unsigned long long total;
    unsigned long long next; /* item */
    int64_t blocks_end;      /* the first vertex of the warps */
} tp_degree_counts;

typedef struct tp_by_degree {
    tropic_index n;
    tropic_offset *offsets; /* of lists by number */
    tropic_index *ids;
    tp_sides *sides;
    tropic_index *vertex, *number;
    tropic_offset *items;  /* items[v] = items of vertices before v; n + 1 entries */
    tropic_index *item_of; /* the vertex of an item */
    tp_degree_counts *counts;
    int64_t *of_vertex; /* by number; NULL: not asked for */
} tp_by_degree;

/* ---- numbers and lists ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    degree_keys(const tropic_offset *offsets, tropic_index n, unsigned *keys, tropic_index *vertex)
{
    TP_FOR_EACH(v, n)
    {
        keys[v] = (unsigned)(offsets[v + 1] - offsets[v]);
        vertex[v] = (tropic_index)v;
    }
}

/* keys: degrees, descending */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    number_vertices(const __grid_constant__ tp_by_degree d, const unsigned *keys, tropic_offset *lengths)
{
    TP_FOR_EACH(i, d.n)
    {
        d.number[d.vertex[i]] = (tropic_index)i;
        d.sides[i] = {0, 0};
        lengths[i] = keys[i];
        if (keys[i] > TP_WARP_DEGREE && (i + 1 == d.n || keys[i + 1] <= TP_WARP_DEGREE)) d.counts->blocks_end = i + 1;
    }
}

/* *cursor += how many threads come with the same key; the number of this one. */
TP_FN int tp_take_place(int *cursor, unsigned key)
{
    const unsigned mine = __match_any_sync(__activemask(), key), before = mine & ((1u << tp_lane()) - 1);
    const int leader = __ffs((int)mine) - 1;
    int first = 0;
    if (tp_lane() == leader) first = atomicAdd(cursor, __popc(mine));
    return __shfl_sync(mine, first, leader) + __popc(before);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    renumber_arcs(const __grid_constant__ tp_arcs arcs, const __grid_constant__ tp_by_degree d)
{
    TP_FOR_EACH_PART(part, arcs)
    {
        tp_each_with_list(&arcs, part, [&](int64_t k, int64_t list) {
            const tropic_index v = __ldg(d.number + list), u = __ldg(d.number + __ldg(arcs.ids + k));
            if (u == v) return;
            const bool later = u > v;
            const int at = tp_take_place(later ? &d.sides[v].later : &d.sides[v].earlier, 2u * (unsigned)v + later);
            d.ids[later ? d.offsets[v + 1] - 1 - at : d.offsets[v] + at] = u;
        });
    }
}

/* lengths[v] = items of a vertex of the blocks. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_items(const __grid_constant__ tp_by_degree d, tropic_offset *lengths)
{
    TP_FOR_EACH(v, d.n)
    lengths[v] = v < d.counts->blocks_end && d.sides[v].earlier > 0
                     ? ((tropic_offset)d.sides[v].later + TP_ITEM_LATER - 1) / TP_ITEM_LATER
                     : 0;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) list_items(const __grid_constant__ tp_by_degree d)
{
    TP_FOR_EACH(v, d.counts->blocks_end)
    for (tropic_offset k = d.items[v]; k < d.items[v + 1]; k++) d.item_of[k] = (tropic_index)v;
}

/* ---- the blocks ---- */

template <bool EACH> struct tp_block_marks {
    unsigned set[TP_SET_WORDS(EACH)];
    unsigned first[EACH ? TP_FIRST_COUNTS : 1];
    unsigned long long item, found;
};

/* How many of `count` ids, side by side, are in the set of the window from `from` on: by a warp. */
template <bool EACH>
static __device__ unsigned tp_look_up_set(tp_block_marks<EACH> *marks, const tropic_index *ids, int count,
                                          unsigned from, int64_t *of_vertex)
{
    const unsigned bits = TP_WARP * TP_SET_WORDS(EACH);
    unsigned found = 0;
    for (int k = tp_lane(); k < count; k += TP_WARP * TP_FLIGHT) {
        unsigned w[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++)
            w[f] = k + f * TP_WARP < count ? (unsigned)__ldg(ids + k + f * TP_WARP) - from : ~0u;
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            const unsigned hit = w[f] < bits ? marks->set[w[f] / TP_WARP] >> (w[f] % TP_WARP) & 1 : 0;
            found += hit;
            if (!EACH || !hit) continue;
            if (w[f] + from < TP_FIRST_COUNTS)
                atomicAdd(&marks->first[w[f] + from], 1u);
            else
                tp_add_count(of_vertex, (tropic_index)(w[f] + from), 1);
        }
    }
    return found;
}

/* One window of an item: `later` of v's later neighbours. Returns this thread's part. */
template <bool EACH>
static __device__ unsigned long long tp_count_window(const tp_by_degree *d, tp_block_marks<EACH> *marks, tropic_index v,
                                                     unsigned from, const tropic_index *later, int count)
{
    enum { WARPS = TP_ITEM_BLOCK(EACH) / TP_WARP };
    static_assert(TP_ITEM_LATER <= TP_WARP * WARPS, "a lane knows one neighbour");
    const unsigned bits = TP_WARP * TP_SET_WORDS(EACH);
    const tropic_index *earlier = d->ids + d->offsets[v];
    const int earlier_count = d->sides[v].earlier, lane = tp_lane();
    unsigned long long mine = 0;
    for (int k = (int)threadIdx.x; k < earlier_count; k += TP_ITEM_BLOCK(EACH)) {
        const unsigned w = (unsigned)earlier[k] - from;
        if (w < bits) atomicOr(&marks->set[w / TP_WARP], 1u << w % TP_WARP);
    }
    __syncthreads();
    /* A warp takes every WARPS-th of them, of which each lane knows one. */
    const int warp = (int)threadIdx.x / TP_WARP, own = warp + lane * WARPS;
    const bool there = own < count;
    const tropic_index u = there ? __ldg(later + own) : 0;
    const tropic_offset at = there ? __ldg(d->offsets + u) : 0;
    const int length = there ? d->sides[u].earlier : 0;
    for (int turn = 0; warp + turn * WARPS < count; turn++) {
        const int entries = __shfl_sync(TP_EVERY_LANE, length, turn);
        const tropic_offset begin = tp_shuffle_from(at, turn);
        const unsigned wedges = tp_look_up_set<EACH>(marks, d->ids + begin, entries, from, d->of_vertex);
        mine += wedges;
        if (!EACH) continue;
        const unsigned all = tp_warp_total(wedges);
        const tropic_index other = __shfl_sync(TP_EVERY_LANE, u, turn);
        if (lane == 0) tp_add_count(d->of_vertex, other, all);
    }
    __syncthreads();
    for (int k = (int)threadIdx.x; k < earlier_count; k += TP_ITEM_BLOCK(EACH)) {
        const unsigned w = (unsigned)earlier[k] - from;
        if (w < bits) marks->set[w / TP_WARP] = 0;
    }
    __syncthreads();
    return mine;
}

static __global__ void begin_part(const __grid_constant__ tp_by_degree d, int part, int parts)
{
    d.counts->next = (unsigned long long)tp_part_begin(d.items[d.n], part, parts);
}

/* The items of a part, each taken by the block that comes first. */
template <bool EACH>
static __global__ void __launch_bounds__(TP_ITEM_BLOCK(EACH), TP_ITEM_BLOCKS(EACH))
    count_items_of_blocks(const __grid_constant__ tp_by_degree d, int part, int parts)
{
    __shared__ tp_block_marks<EACH> marks;
    const unsigned bits = TP_WARP * TP_SET_WORDS(EACH);
    const tropic_offset end = tp_part_begin(d.items[d.n], part + 1, parts);
    unsigned long long mine = 0;
    for (int k = (int)threadIdx.x; k < (int)(bits / TP_WARP); k += TP_ITEM_BLOCK(EACH)) marks.set[k] = 0;
    for (int k = (int)threadIdx.x; EACH && k < TP_FIRST_COUNTS; k += TP_ITEM_BLOCK(EACH)) marks.first[k] = 0;
    if (threadIdx.x == 0) marks.found = 0;
    for (;;) {
        if (threadIdx.x == 0) marks.item = atomicAdd(&d.counts->next, 1ull);
        __syncthreads();
        const tropic_offset item = (tropic_offset)marks.item;
        if (item >= end) break;
        const tropic_index v = __ldg(d.item_of + item);
        const int skip = (int)(item - d.items[v]) * TP_ITEM_LATER, left = d.sides[v].later - skip;
        const tropic_index *later = d.ids + d.offsets[v + 1] - d.sides[v].later + skip;
        unsigned long long of_v = 0;
        for (unsigned from = 0; from < (unsigned)v; from += bits)
            of_v += tp_count_window<EACH>(&d, &marks, v, from, later, left < TP_ITEM_LATER ? left : TP_ITEM_LATER);
        mine += of_v;
        if (!EACH) continue;
        of_v = tp_warp_sum(of_v);
        if (tp_lane() == 0) tp_add_count(d.of_vertex, v, of_v);
    }
    mine = tp_warp_sum(mine);
    if (tp_lane() == 0 && mine > 0) atomicAdd(&marks.found, mine);
    __syncthreads();
    if (threadIdx.x == 0 && marks.found > 0) atomicAdd(&d.counts->total, marks.found);
    for (int k = (int)threadIdx.x; EACH && k < TP_FIRST_COUNTS; k += TP_ITEM_BLOCK(EACH))
        tp_add_count(d.of_vertex, k, marks.first[k]);
}

/* ---- the warps ---- */

TP_FN unsigned tp_slot_of(tropic_index id)
{
    return ((unsigned)id * 2654435769u) >> (32 - 7); /* Knuth's multiplicative hashing: the upper bits */
}
static_assert(TP_TABLE_SLOTS == 1 << 7, "a slot is 7 bits");
#define TP_NO_ID (-1)

TP_FN bool tp_table_has(const tropic_index *table, tropic_index id)
{
    unsigned slot = tp_slot_of(id);
    for (tropic_index there; (there = table[slot]) != TP_NO_ID; slot = (slot + 1) % TP_TABLE_SLOTS)
        if (there == id) return true;
    return false;
}

TP_FN void tp_table_add(tropic_index *table, tropic_index id)
{
    unsigned slot = tp_slot_of(id);
    while (atomicCAS(&table[slot], TP_NO_ID, id) != TP_NO_ID) slot = (slot + 1) % TP_TABLE_SLOTS;
}

template <bool EACH>
static __global__ void __launch_bounds__(TP_TABLE_BLOCK, TP_BLOCKS(6))
    count_vertices_of_warps(const __grid_constant__ tp_by_degree d)
{
    __shared__ tropic_index tables[TP_TABLE_BLOCK / TP_WARP][TP_TABLE_SLOTS];
    __shared__ unsigned long long block_found;
    const int lane = tp_lane(), group = lane / TP_GIVEN_LANES, sub = lane % TP_GIVEN_LANES;
    const unsigned members = ((1u << TP_GIVEN_LANES) - 1) << (group * TP_GIVEN_LANES);
    tropic_index *table = tables[threadIdx.x / TP_WARP];
    unsigned long long mine = 0;
    if (threadIdx.x == 0) block_found = 0;
    for (int k = lane; k < TP_TABLE_SLOTS; k += TP_WARP) table[k] = TP_NO_ID;
    __syncthreads();
    for (int64_t place = d.counts->blocks_end + tp_warp(); place < d.n; place += tp_warps()) {
        const tropic_index v = (tropic_index)place;
        const tp_sides sides = d.sides[v];
        unsigned of_v = 0;
        if (sides.earlier == 0 || sides.later == 0) continue;
        const tropic_index *earlier = d.ids + d.offsets[v], *later = d.ids + d.offsets[v + 1] - sides.later;
        for (int k = lane; k < sides.earlier; k += TP_WARP) tp_table_add(table, __ldg(earlier + k));
        __syncwarp();
        for (int first = 0; first < sides.later; first += TP_WARP) {
            const bool there = first + lane < sides.later;
            const tropic_index u = there ? __ldg(later + first + lane) : 0;
            const tropic_offset u_at = there ? __ldg(d.offsets + u) : 0;
            const int u_count = there ? d.sides[u].earlier : 0;
            for (int turn = 0; turn < TP_WARP && first + turn < sides.later; turn += TP_GIVEN_GROUPS) {
                const tropic_offset at = tp_shuffle_from(u_at, turn + group);
                const int count = __shfl_sync(TP_EVERY_LANE, u_count, turn + group);
                const tropic_index other = __shfl_sync(TP_EVERY_LANE, u, turn + group);
                unsigned wedges = 0;
                for (int k = sub; k < count; k += TP_GIVEN_LANES) {
                    const tropic_index w = __ldg(d.ids + at + k);
                    if (!tp_table_has(table, w)) continue;
                    wedges++;
                    if (EACH) tp_add_count(d.of_vertex, w, 1);
                }
                of_v += wedges;
                if (!EACH) continue;
                __syncwarp(members);
                wedges = tp_group_sum(wedges, members);
                if (sub == 0) tp_add_count(d.of_vertex, other, wedges);
            }
        }
        __syncwarp();
        for (int k = lane; k < TP_TABLE_SLOTS; k += TP_WARP) table[k] = TP_NO_ID;
        __syncwarp();
        mine += of_v;
        if (!EACH) continue;
        of_v = tp_warp_total(of_v);
        if (lane == 0) tp_add_count(d.of_vertex, v, of_v);
    }
    mine = tp_warp_sum(mine);
    if (lane == 0 && mine > 0) atomicAdd(&block_found, mine);
    __syncthreads();
    if (threadIdx.x == 0 && block_found > 0) atomicAdd(&d.counts->total, block_found);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    counts_by_vertex(const __grid_constant__ tp_by_degree d, int64_t *of_vertex)
{
    TP_FOR_EACH(i, d.n) of_vertex[d.vertex[i]] = d.of_vertex[i];
}

#endif

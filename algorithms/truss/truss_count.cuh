/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of each edge on a GPU. The edges from a vertex go into a table in shared memory, where the ends of its
 * neighbours' edges are looked up: of a triangle u v w in the order of edges, that of v to w. A warp takes a vertex; a
 * block, those of more edges, and their neighbours are shared out among its warps.
 */
#ifndef TP_TRUSS_COUNT_CUH
#define TP_TRUSS_COUNT_CUH

#include "algorithms/truss/truss_lists.cuh"

#define TP_TRUSS_COUNT_BLOCK 256
#define TP_TRUSS_COUNT_WARPS (TP_TRUSS_COUNT_BLOCK / TP_WARP)
/* Blocks of a multiprocessor, whose shared memory has room for so many. */
#define TP_TRUSS_COUNT_BLOCKS 4
/* Edges that a warp's table has room for: all tables of a block, with a little beside them, take 48 KiB; and its slots,
 * at least twice as many, a power of two. */
#define TP_TRUSS_TABLE 500
#define TP_TRUSS_SLOTS 1024
/* Slots are at least so many. */
#define TP_TRUSS_SLOTS_MIN 64

/* Of a group of WARPS warps. */
template <int WARPS> struct tp_truss_table {
    tropic_index list[TP_TRUSS_TABLE * WARPS];   /* ends of the edges at hand */
    int found[TP_TRUSS_TABLE * WARPS];           /* triangles of each */
    unsigned short slot[TP_TRUSS_SLOTS * WARPS]; /* by hash: a place in the list, and one more; 0: none */
    unsigned picked[WARPS];                      /* of the vertices at hand, bits: those of this kernel */
    unsigned share;
};

template <int WARPS> TP_FN void tp_truss_sync(void)
{
    if (WARPS == 1)
        __syncwarp();
    else
        __syncthreads();
}

TP_FN unsigned tp_truss_hash(tropic_index id, unsigned slots)
{
    return (unsigned)id * 0x9e3779b1u >> 16 & (slots - 1);
}

/* Where the id is in the list; -1: nowhere. */
template <int WARPS> TP_FN int tp_truss_look_up(const tp_truss_table<WARPS> *t, tropic_index id, unsigned slots)
{
    unsigned h = tp_truss_hash(id, slots);
    for (int place; (place = t->slot[h]) != 0; h = (h + 1) & (slots - 1))
        if (t->list[place - 1] == id) return place - 1;
    return -1;
}

/* The table of the edges to to[0 .. degree - 1]. Returns how many slots it has. */
template <int WARPS>
TP_FN unsigned tp_truss_make_table(tp_truss_table<WARPS> *table, const tropic_index *to, unsigned degree, unsigned lane)
{
    unsigned slots = TP_TRUSS_SLOTS_MIN;
    while (slots < 2 * degree) slots *= 2;
    for (unsigned h = lane; h < slots; h += WARPS * TP_WARP) table->slot[h] = 0;
    tp_truss_sync<WARPS>();
    for (unsigned p = lane; p < degree; p += WARPS * TP_WARP) {
        const tropic_index id = to[p];
        unsigned h = tp_truss_hash(id, slots);
        table->list[p] = id;
        table->found[p] = 0;
        while (atomicCAS(&table->slot[h], (unsigned short)0, (unsigned short)(p + 1)) != 0) h = (h + 1) & (slots - 1);
    }
    tp_truss_sync<WARPS>();
    return slots;
}

/* Neighbours q .. q + TP_WARP - 1 of u, whose edges stand in one line, which the warp's lanes share out. */
template <int WARPS>
TP_FN void tp_truss_count_some(const tp_truss_lists &t, tp_truss_table<WARPS> *table, unsigned degree, unsigned slots,
                               unsigned q)
{
    const bool mine = q + (unsigned)tp_lane() < degree;
    const tropic_index v = mine ? table->list[q + (unsigned)tp_lane()] : 0;
    const tropic_offset begin = t.first[v];
    const unsigned length = mine ? (unsigned)(t.first[v + 1] - begin) : 0, ends = tp_warp_ends(length);
    const unsigned total = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
    const tropic_offset base = begin - (tropic_offset)(ends - length);
    for (unsigned first = 0; first < total; first += TP_WARP) {
        const unsigned place = first + (unsigned)tp_lane(), item = place < total ? place : total - 1;
        const int owner = tp_warp_owner((int)ends, (int)item);
        const tropic_offset i = __shfl_sync(TP_EVERY_LANE, base, owner) + item;
        const int at = place < total ? tp_truss_look_up(table, t.to[i], slots) : -1;
        if (at < 0) continue;
        atomicAdd(&table->found[at], 1);
        atomicAdd(&table->found[q + (unsigned)owner], 1);
        atomicAdd(t.support + i, 1);
    }
}

template <int WARPS>
TP_FN void tp_truss_count_vertex(const tp_truss_lists &t, tp_truss_table<WARPS> *table, tropic_index u, unsigned lane)
{
    const tropic_offset begin = t.first[u];
    const unsigned degree = (unsigned)(t.first[u + 1] - begin);
    const unsigned slots = tp_truss_make_table(table, t.to + begin, degree, lane);
    for (unsigned q = lane / TP_WARP * TP_WARP; q < degree; q += WARPS * TP_WARP)
        tp_truss_count_some(t, table, degree, slots, q);
    tp_truss_sync<WARPS>();
    for (unsigned p = lane; p < degree; p += WARPS * TP_WARP)
        if (table->found[p] > 0) atomicAdd(t.support + begin + p, table->found[p]);
    tp_truss_sync<WARPS>();
}

/* Groups of WARPS warps take some vertices at a time, that lie far apart, by the counter *next. By one warp: those of 2
 * to TP_TRUSS_TABLE edges; by the block: of more, as far as it has room. */
template <int WARPS>
static __global__ void __launch_bounds__(TP_TRUSS_COUNT_BLOCK, TP_TRUSS_COUNT_BLOCKS)
    tp_truss_count_kernel(const __grid_constant__ tp_truss_lists t, unsigned *next)
{
    __shared__ tp_truss_table<WARPS> tables[TP_TRUSS_COUNT_WARPS / WARPS];
    const unsigned lane = threadIdx.x % (WARPS * TP_WARP),
                   shares = ((unsigned)t.n + WARPS * TP_WARP - 1) / (WARPS * TP_WARP);
    const tropic_offset least = WARPS == 1 ? 2 : TP_TRUSS_TABLE + 1;
    tp_truss_table<WARPS> *const table = &tables[threadIdx.x / (WARPS * TP_WARP)];
    for (;;) {
        if (lane == 0) table->share = atomicAdd(next, 1u);
        tp_truss_sync<WARPS>();
        const unsigned share = table->share;
        if (share >= shares) return;
        const int64_t u = share + (int64_t)lane * shares;
        const tropic_offset degree = u < t.n ? t.first[u + 1] - t.first[u] : 0;
        const unsigned picked = __ballot_sync(TP_EVERY_LANE, degree >= least && degree <= TP_TRUSS_TABLE * WARPS);
        if (tp_lane() == 0) table->picked[lane / TP_WARP] = picked;
        tp_truss_sync<WARPS>();
        for (unsigned word = 0; word < WARPS; word++)
            for (unsigned left = table->picked[word]; left != 0; left &= left - 1) {
                const unsigned bit = word * TP_WARP + (unsigned)__ffs((int)left) - 1;
                tp_truss_count_vertex(t, table, (tropic_index)(share + (int64_t)bit * shares), lane);
            }
        tp_truss_sync<WARPS>();
    }
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components on the GPU: the arcs that searches leave, and what is known at their ends.
 *
 * Each vertex v has a pair: the greatest priority of a vertex that is known to reach v, and of one that v is known to
 * reach. At first both are v's own. Priorities are numbers that look random, one for each vertex, so that the vertex is
 * known by its priority: then pairs grow over long ways in few steps (strong_rounds.cuh), whatever the order of the
 * vertices.
 */
#ifndef TP_STRONG_ARCS_CUH
#define TP_STRONG_ARCS_CUH

#include "algorithms/components/strong.h"
#include "spmv/device/kernel.cuh"

/* Threads of a block; there is one on each multiprocessor, since barriers of all want few. */
#ifndef TP_STRONG_BLOCK
#define TP_STRONG_BLOCK 1024
#endif
#define TP_STRONG_WARPS (TP_STRONG_BLOCK / TP_WARP)

/* Marks of vertices whose component is not known yet: by two bits, whether the pivot reaches it, and it the pivot. */
#define TP_STRONG_MARK(reached, reaches) (-1 - (int32_t)(reached)-2 * (int32_t)(reaches))
#define TP_STRONG_GIANT TP_STRONG_MARK(true, true)

typedef struct tp_strong_arc {
    tropic_index from, to;
} tp_strong_arc;

/* In device memory. */
typedef struct tp_strong_state {
    unsigned barrier;
    unsigned changed; /* the last sweep that has changed a pair */
    int32_t side;     /* of the list at hand */
    unsigned sweeps;  /* so far */
    int64_t left;     /* arcs in the list */
} tp_strong_state;

/* Parameters of kernels. */
typedef struct tp_strong_lists {
    tp_strong s;
    unsigned *pairs;         /* of v: 2 v, what reaches it; 2 v + 1, what it reaches. 8 bytes aligned */
    tp_strong_arc *lists[2]; /* arcs that may lie within a component, by ascending `from`; and room for as many */
    int64_t *starts;         /* where each warp begins to fill the first list; then, how many arcs there are */
    int64_t *kept;           /* arcs of each block that stay */
    tp_strong_state *state;
} tp_strong_lists;

/* ---- priorities ---- */

/* Two odd numbers, and their inverses modulo 2^32. */
#define TP_STRONG_MIX 0x9e3779b1u
#define TP_STRONG_MIX_BACK 0x0e8b2f51u
#define TP_STRONG_STIR 0x85ebca6bu
#define TP_STRONG_STIR_BACK 0xa5cb9243u

/* (On the host, too.) */
static __host__ __device__ __forceinline__ unsigned tp_strong_priority(tropic_index v)
{
    const unsigned mixed = (unsigned)v * TP_STRONG_MIX;
    return (mixed ^ mixed >> 16) * TP_STRONG_STIR;
}

TP_FN tropic_index tp_strong_vertex(unsigned priority)
{
    const unsigned mixed = priority * TP_STRONG_STIR_BACK;
    return (tropic_index)((mixed ^ mixed >> 16) * TP_STRONG_MIX_BACK);
}

/* ---- pairs ---- */

/* Others raise pairs meanwhile: whatever is read was true, and stays true. */
TP_FN unsigned long long tp_strong_pair(const unsigned *pairs, tropic_index v)
{
    return *(const volatile unsigned long long *)(pairs + 2 * (int64_t)v);
}
TP_FN unsigned tp_strong_half(const unsigned *pairs, tropic_index v, int half)
{
    return *(const volatile unsigned *)(pairs + 2 * (int64_t)v + half);
}
TP_FN unsigned tp_strong_before(unsigned long long pair)
{
    return (unsigned)pair;
}
TP_FN unsigned tp_strong_behind(unsigned long long pair)
{
    return (unsigned)(pair >> 32);
}
TP_FN void tp_strong_reset(unsigned *pairs, tropic_index v)
{
    const unsigned own = tp_strong_priority(v);
    *(volatile unsigned long long *)(pairs + 2 * (int64_t)v) = (unsigned long long)own << 32 | own;
}

/* ---- arcs ---- */

/* Rows and entries stand in one line, each row before its entries, of which each of `warps` takes an equal part: rows
 * without entries then cost no more than entries do, and no warp has a long row alone. Calls take(may, u, v), by whole
 * warps, in the order of arcs, for all arcs of rows that have a mark; may: has v the same, and is not u? */
template <typename TAKE>
TP_FN void tp_strong_each_arc(const tp_strong *s, int64_t warp, int64_t warps, const TAKE &take)
{
    const tropic_offset *offsets = s->out.offsets;
    const int64_t all = s->n + s->out.count, part = (all + warps - 1) / warps;
    const int64_t begin = warp * part < all ? warp * part : all, end = begin + part < all ? begin + part : all;
    const int lane = tp_lane();
    int64_t low = 0, high = s->n; /* row `low` stands at `begin` or before */
    if (begin == end) return;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (middle + __ldg(offsets + middle) <= begin)
            low = middle;
        else
            high = middle;
    }
    for (int64_t first = low; first < s->n && first + __ldg(offsets + first) < end; first += TP_WARP) {
        const int64_t row = first + lane;
        int64_t from = 0, to = 0;
        int32_t mark = 0;
        if (row < s->n) mark = s->component[row];
        if (mark < 0 && mark != TP_STRONG_GIANT) {
            from = __ldg(offsets + row);
            to = __ldg(offsets + row + 1);
            if (from < begin - row - 1) from = begin - row - 1;
            if (to > end - row - 1) to = end - row - 1;
        }
        const int count = to > from ? (int)(to - from) : 0;
        const int ends = (int)tp_warp_ends((unsigned)count);
        const int total = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
        const int64_t base = from - (ends - count);
        for (int at = 0; at < total; at += TP_WARP) {
            const int e = at + lane, owner = tp_warp_owner(ends, e < total ? e : total - 1);
            const int64_t k = __shfl_sync(TP_EVERY_LANE, base, owner) + e;
            const int32_t wanted = __shfl_sync(TP_EVERY_LANE, mark, owner);
            const tropic_index u = (tropic_index)(first + owner);
            const tropic_index v = e < total ? __ldg(s->out.ids + k) : u;
            take(v != u && s->component[v] == wanted, u, v);
        }
    }
}

#endif

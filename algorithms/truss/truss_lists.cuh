/* SPDX-License-Identifier: Apache-2.0
 *
 * The edges of trussness on a GPU. Each is an arc to the end of more neighbours (those of equal degree by number), and
 * has that arc's place as its number. So no list of such arcs is long, and triangles are found once, at their first two
 * vertices.
 */
#ifndef TP_TRUSS_LISTS_CUH
#define TP_TRUSS_LISTS_CUH

#include "algorithms/triangles/earlier.h"
#include "algorithms/truss/truss.h"
#include "formats/matrix/list_at.h"
#include "spmv/device/warp.cuh"

/* There are fewer edges, so that 32 bits have their numbers, and those of shares of them beyond the last. */
#define TP_TRUSS_EDGES_MAX 0xffff0000u

/* In device memory. */
typedef struct tp_truss_lists {
    tropic_index n;
    tropic_offset count;          /* edges */
    tropic_offset *first;         /* of each vertex: the first of its edges; n + 1 */
    tropic_index *from, *to;      /* of each edge; `to` ascends in a list */
    const tropic_offset *offsets; /* both arcs of each edge: where the list of a vertex begins */
    tropic_offset *ends;          /* and where it ends; at first at the next one's begin */
    tropic_index *ids;            /* ascending */
    unsigned *edge;               /* of each arc */
    int32_t *support;             /* of each edge: triangles; in the end, of the truss where it goes */
} tp_truss_lists;

/* Does the edge between u and v go from u to v? */
TP_FN bool tp_truss_is_from(const tp_truss_lists &t, tropic_index u, tropic_index v)
{
    return tp_is_earlier(t.offsets, v, u);
}

/* The number of the edge between u and v, which is there. */
TP_FN tropic_offset tp_truss_number(const tp_truss_lists &t, tropic_index u, tropic_index v)
{
    const bool forth = tp_truss_is_from(t, u, v);
    const tropic_index a = forth ? u : v, b = forth ? v : u;
    return tp_find_id(t.to, t.first[a], t.first[a + 1], b);
}

/* Two lists of a lane, for which it has the number of an edge. Both are empty where it has none. */
typedef struct tp_truss_pair {
    tropic_offset a, a_end, b, b_end;
    unsigned edge;
} tp_truss_pair;

/* found(edge, i, j) for each id that stands in both lists of an edge, at positions i and j of ids. A warp's lanes share
 * out the shorter lists of all its edges, in one line, and look each id up in the longer one. Together they have fewer
 * than 2^31 ids. */
template <typename FOUND>
TP_FN void tp_truss_meet(const tropic_index *ids, const tp_truss_pair &mine, const FOUND &found)
{
    const bool swapped = mine.a_end - mine.a > mine.b_end - mine.b;
    const tropic_offset begin = swapped ? mine.b : mine.a, end = swapped ? mine.b_end : mine.a_end;
    const tropic_offset low = swapped ? mine.a : mine.b, high = swapped ? mine.a_end : mine.b_end;
    const unsigned length = (unsigned)(end - begin), ends = tp_warp_ends(length);
    const unsigned total = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
    const tropic_offset base = begin - (tropic_offset)(ends - length);
    for (unsigned first = 0; first < total; first += TP_WARP) {
        const unsigned place = first + (unsigned)tp_lane(), item = place < total ? place : total - 1;
        const int owner = tp_warp_owner((int)ends, (int)item);
        const tropic_offset i = __shfl_sync(TP_EVERY_LANE, base, owner) + item;
        const tropic_offset from = __shfl_sync(TP_EVERY_LANE, low, owner);
        const tropic_offset to = __shfl_sync(TP_EVERY_LANE, high, owner);
        const unsigned edge = __shfl_sync(TP_EVERY_LANE, mine.edge, owner);
        if (place >= total) continue;
        const tropic_index id = ids[i];
        const tropic_offset j = tp_find_id(ids, from, to, id);
        if (j < to && ids[j] == id) found(edge, i, j);
    }
}

/* *counter += 1 by each thread that comes. Returns what it was before this one's. */
TP_FN unsigned tp_truss_take(unsigned *counter)
{
    const unsigned all = __activemask(), before = all & ((1u << tp_lane()) - 1);
    const int leader = __ffs((int)all) - 1;
    unsigned at = 0;
    if (tp_lane() == leader) at = atomicAdd(counter, (unsigned)__popc(all));
    return __shfl_sync(all, at, leader) + (unsigned)__popc(before);
}

#endif

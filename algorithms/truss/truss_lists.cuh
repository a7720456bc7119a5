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

/* The shorter list first. */
TP_FN tp_truss_pair tp_truss_ordered(const tp_truss_pair &p)
{
    if (p.a_end - p.a <= p.b_end - p.b) return p;
    return {p.b, p.b_end, p.a, p.a_end, p.edge};
}

/* Searches of a lane that are on their way at once. (As registers allow; not measured alone.) */
#define TP_TRUSS_SEARCHES 2

/* found(edge, i, j) for each id that stands in both lists of an edge, at positions i and j of ids. A warp's lanes share
 * out the first lists of all its edges, which are the shorter ones, in one line, and look each id up in the second.
 * Together these have fewer than 2^31 ids. */
template <typename FOUND>
TP_FN void tp_truss_meet(const tropic_index *ids, const tp_truss_pair &mine, const FOUND &found)
{
    const unsigned length = (unsigned)(mine.a_end - mine.a), ends = tp_warp_ends(length);
    const unsigned total = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
    const tropic_offset base = mine.a - (tropic_offset)(ends - length);
    for (unsigned first = 0; first < total; first += TP_WARP * TP_TRUSS_SEARCHES) {
        tropic_offset i[TP_TRUSS_SEARCHES], low[TP_TRUSS_SEARCHES], high[TP_TRUSS_SEARCHES];
        unsigned edge[TP_TRUSS_SEARCHES];
        tropic_index id[TP_TRUSS_SEARCHES];
        bool hit[TP_TRUSS_SEARCHES], more = true;
#pragma unroll
        for (int s = 0; s < TP_TRUSS_SEARCHES; s++) {
            const unsigned place = first + (unsigned)(s * TP_WARP + tp_lane()),
                           item = place < total ? place : total - 1;
            const int owner = tp_warp_owner((int)ends, (int)item);
            i[s] = __shfl_sync(TP_EVERY_LANE, base, owner) + item;
            low[s] = __shfl_sync(TP_EVERY_LANE, mine.b, owner);
            high[s] = __shfl_sync(TP_EVERY_LANE, mine.b_end, owner);
            edge[s] = __shfl_sync(TP_EVERY_LANE, mine.edge, owner);
            if (place >= total) low[s] = high[s]; /* of no use */
            id[s] = ids[i[s]];
            hit[s] = false;
        }
        while (more) { /* bisections */
            tropic_index there[TP_TRUSS_SEARCHES];
            more = false;
#pragma unroll
            for (int s = 0; s < TP_TRUSS_SEARCHES; s++)
                there[s] = low[s] < high[s] ? ids[low[s] + (high[s] - low[s]) / 2] : 0;
#pragma unroll
            for (int s = 0; s < TP_TRUSS_SEARCHES; s++) {
                const tropic_offset middle = low[s] + (high[s] - low[s]) / 2;
                if (low[s] >= high[s]) continue;
                if (there[s] == id[s]) {
                    hit[s] = true;
                    low[s] = high[s] = middle;
                } else if (there[s] < id[s]) {
                    low[s] = middle + 1;
                } else {
                    high[s] = middle;
                }
                more = more || low[s] < high[s];
            }
        }
#pragma unroll
        for (int s = 0; s < TP_TRUSS_SEARCHES; s++)
            if (hit[s]) found(edge[s], i[s], low[s]);
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

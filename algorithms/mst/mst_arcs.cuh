/* SPDX-License-Identifier: Apache-2.0
 *
 * Spanning forests on a GPU: edges in lists, and the best of them at each tree.
 *
 * An edge has a key, by which all edges are ordered: its weight's word, then the place of its arc from the lesser
 * vertex. (Rows come in order, and ids in each row: so places are ordered as ends are.) Where weights have 32 bits, and
 * places as many, a key is one word; else it is two (WIDE), and the best is found in two passes.
 */
#ifndef TP_MST_ARCS_CUH
#define TP_MST_ARCS_CUH

#include "algorithms/mst/mst.h"
#include "formats/matrix/facts/union_find.h"
#include "spmv/device/kernel.cuh"

#define TP_MST_NONE (~0ull)
/* In forest.ends: the lower bits are the place of an arc, not yet its ends. */
#define TP_MST_PLACE (1ull << 63)

/* Edges that a warp collects in shared memory at least, before it takes room in a list for them; and at most. */
#define TP_MST_FLUSH 96
#define TP_MST_BUFFER (TP_MST_FLUSH + TP_WARP)
#define TP_MST_WARPS (TP_PASS_BLOCK / TP_WARP)

/* Of each tree, at its root, the least key of an edge that leaves it; places: the second word of wide keys. */
typedef struct tp_mst_best {
    unsigned long long *words, *places;
} tp_mst_best;

/* In device memory, a place for each vertex. A vertex that was a root once, and is none now, has an edge. */
typedef struct tp_mst_forest {
    tp_mst_graph g;
    tropic_index *parent;
    unsigned long long *ends, *words;
    tropic_index *guess; /* one: a vertex of the largest tree, as a sample tells */
} tp_mst_forest;

/* A place in the order of edges. */
typedef struct tp_mst_bound {
    unsigned long long word;
    int64_t place;
} tp_mst_bound;

/* An edge between two trees, by their roots. */
template <bool WIDE> struct tp_mst_item;
template <> struct __align__(16) tp_mst_item<false>
{
    tropic_index u, v;
    unsigned long long key;
};
template <> struct tp_mst_item<true> {
    tropic_index u, v;
    unsigned long long key, place;
};

TP_FN void tp_mst_make(tp_mst_item<false> *item, unsigned long long word, int64_t place)
{
    item->key = word << 32 | (unsigned)place;
}
TP_FN void tp_mst_make(tp_mst_item<true> *item, unsigned long long word, int64_t place)
{
    item->key = word;
    item->place = (unsigned long long)place;
}

TP_FN bool tp_mst_behind(unsigned long long word, int64_t place, const tp_mst_bound &bound)
{
    return word > bound.word || (word == bound.word && place > bound.place);
}

/* ---- the best edge of a tree ---- */

/* Not to the largest tree, whose root all would ask for: if each other tree takes its best edge, trees are at least
 * halved, too. (To look first saves most atomic operations.) */
template <bool WIDE>
TP_FN void tp_mst_offer(const tp_mst_best &best, tropic_index root, tropic_index largest, const tp_mst_item<WIDE> &item)
{
    if (root == largest) return;
    if (*(const volatile unsigned long long *)(best.words + root) > item.key) atomicMin(best.words + root, item.key);
}

TP_FN bool tp_mst_wins(const tp_mst_best &best, tropic_index root, const tp_mst_item<false> &item)
{
    return best.words[root] == item.key;
}
TP_FN bool tp_mst_wins(const tp_mst_best &best, tropic_index root, const tp_mst_item<true> &item)
{
    return best.words[root] == item.key && best.places[root] == item.place;
}

/* ---- trees ---- */

/* The root of the largest tree, if the guess is right. No tree is joined meanwhile. */
TP_FN tropic_index tp_mst_largest(const tp_mst_forest &f)
{
    tropic_index root = *f.guess, above;
    while (root != (above = f.parent[root])) root = above;
    return root;
}

/* ---- lists ---- */

/* A list that a warp appends to. */
template <bool WIDE> struct tp_mst_writer {
    tp_mst_item<WIDE> *held; /* TP_MST_BUFFER of them, in shared memory, the warp's own */
    int count;
    tp_mst_item<WIDE> *list;
    int64_t room; /* what has none is counted, and not written */
    unsigned long long *filled;
};

template <bool WIDE> TP_FN void tp_mst_flush(tp_mst_writer<WIDE> *w)
{
    unsigned long long at = 0;
    if (w->count == 0) return;
    if (tp_lane() == 0) at = atomicAdd(w->filled, (unsigned long long)w->count);
    at = __shfl_sync(TP_EVERY_LANE, at, 0);
    for (int k = tp_lane(); k < w->count; k += TP_WARP)
        if ((int64_t)at + k < w->room) w->list[at + k] = w->held[k];
    __syncwarp();
    w->count = 0;
}

/* By all lanes of a warp. */
template <bool WIDE> TP_FN void tp_mst_put(tp_mst_writer<WIDE> *w, bool takes, const tp_mst_item<WIDE> &item)
{
    const unsigned chosen = __ballot_sync(TP_EVERY_LANE, takes);
    if (takes) w->held[w->count + __popc(chosen & ((1u << tp_lane()) - 1))] = item;
    __syncwarp();
    w->count += __popc(chosen);
    if (w->count >= TP_MST_FLUSH) tp_mst_flush(w);
}

/* ---- arcs ---- */

/* Rows and arcs stand in one line, each row before its arcs, of which each warp takes an equal part. Calls
 * take(there, u, v, k), by whole warps, in the order of arcs; there: the lane has arc k, from u to v. u does not fall
 * from lane to lane. */
template <typename TAKE> TP_FN void tp_mst_each_arc(const tp_arcs &arcs, const TAKE &take)
{
    const tropic_offset *offsets = arcs.offsets;
    const int64_t rows = arcs.lists, all = rows + arcs.count, part = (all + tp_warps() - 1) / tp_warps();
    const int64_t begin = min(tp_warp() * part, all), end = min(begin + part, all);
    const int lane = tp_lane();
    int64_t low = 0, high = rows; /* row `low` stands at `begin` or before */
    if (begin == end) return;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (middle + __ldg(offsets + middle) <= begin)
            low = middle;
        else
            high = middle;
    }
    for (int64_t first = low; first < rows && first + __ldg(offsets + first) < end; first += TP_WARP) {
        const int64_t row = first + lane;
        int64_t from = 0, to = 0;
        if (row < rows) {
            from = max(__ldg(offsets + row), begin - row - 1);
            to = min(__ldg(offsets + row + 1), end - row - 1);
        }
        const int count = to > from ? (int)(to - from) : 0;
        const int ends = (int)tp_warp_ends((unsigned)count);
        const int total = __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
        const int64_t base = from - (ends - count);
        for (int at = 0; at < total; at += TP_WARP) {
            const int e = at + lane, owner = tp_warp_owner(ends, e < total ? e : total - 1);
            const int64_t k = __shfl_sync(TP_EVERY_LANE, base, owner) + e;
            const tropic_index u = (tropic_index)(first + owner);
            take(e < total, u, e < total ? __ldg(arcs.ids + k) : u, k);
        }
    }
}

#endif

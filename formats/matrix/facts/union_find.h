/* SPDX-License-Identifier: Apache-2.0
 *
 * Union-find by many threads at once, one text for both devices. parent[v] is v itself if v is a root, and else a
 * lesser vertex of the same tree, so that a way up ends, whatever others write meanwhile. A vertex that is no
 * root never becomes one again; its parent is only ever replaced by an ancestor, so that one read long ago is an
 * ancestor still.
 *
 * Sources: Patwary, Refsnes and Manne, Multi-core spanning forest algorithms using the disjoint-set data structure,
 * IPDPS (2012); Jaiganesh and Burtscher, HPDC (2018).
 */
#ifndef TP_UNION_FIND_H
#define TP_UNION_FIND_H

#include "semiring/language.h"

#include <tropic.h>

#ifdef __CUDACC__
TP_FN tropic_index tp_parent(const tropic_index *parent, int64_t v)
{
    return parent[v];
}
TP_FN void tp_parent_set(tropic_index *parent, int64_t v, tropic_index above)
{
    parent[v] = above;
}
/* Returns the parent before: v, if v was a root and is now below `above`. */
TP_FN tropic_index tp_parent_hook(tropic_index *parent, tropic_index v, tropic_index above)
{
    return atomicCAS(parent + v, v, above);
}
#else
TP_FN tropic_index tp_parent(const tropic_index *parent, int64_t v)
{
    return __atomic_load_n(parent + v, __ATOMIC_RELAXED);
}
TP_FN void tp_parent_set(tropic_index *parent, int64_t v, tropic_index above)
{
    __atomic_store_n(parent + v, above, __ATOMIC_RELAXED);
}
TP_FN tropic_index tp_parent_hook(tropic_index *parent, tropic_index v, tropic_index above)
{
    tropic_index before = v;
    __atomic_compare_exchange_n(parent + v, &before, above, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return before;
}
#endif

/* The root above v; on the way, those passed are put below their grandparents. */
TP_FN tropic_index tp_find_root(tropic_index *parent, tropic_index v)
{
    tropic_index above = tp_parent(parent, v);
    while (above != v) {
        const tropic_index next = tp_parent(parent, above);
        if (next == above) break;
        tp_parent_set(parent, v, next);
        v = above;
        above = next;
    }
    return above;
}

/* Joins the trees of a and b: of their roots the greater goes below the lesser. Returns which root went below; -1: they
 * are in one tree. */
TP_FN tropic_index tp_join_trees(tropic_index *parent, tropic_index a, tropic_index b)
{
    a = tp_find_root(parent, a);
    b = tp_find_root(parent, b);
    while (a != b) {
        const tropic_index high = a > b ? a : b, low = a > b ? b : a, above = tp_parent_hook(parent, high, low);
        if (above == high) return high;
        a = tp_find_root(parent, above);
        b = tp_find_root(parent, low);
    }
    return -1;
}

#endif

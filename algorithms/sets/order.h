/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices in the order in which they are coloured.
 */
#ifndef TP_SETS_ORDER_H
#define TP_SETS_ORDER_H

#include "algorithms/sets/sets.h"

TP_BEGIN_C

/* By what vertices are ordered, before their hash. */
typedef struct tp_set_kinds {
    const int32_t *layer; /* NULL: by classes of degrees, the largest first; else by these, the last first */
    int32_t layers;       /* from 1 to this */
} tp_set_kinds;

/* Those of lesser kind are first. */
TP_FN int32_t tp_set_kind(const tp_set_graph *g, const tp_set_kinds *kinds, tropic_index v)
{
    if (kinds->layer) return kinds->layers - kinds->layer[v];
    return TP_SET_CLASSES - 1 - (int32_t)tp_set_class(tp_set_degree(g, v));
}
static inline int64_t tp_set_kind_count(const tp_set_kinds *kinds)
{
    return kinds->layer ? kinds->layers : TP_SET_CLASSES;
}

/* A vertex among those of its kind: (the hash, inverted, so that the greater one is first) << 32 | the vertex. */
typedef uint64_t tp_set_item;
TP_FN tp_set_item tp_set_item_of(const tp_set_graph *g, tropic_index v)
{
    return (~tp_set_hash(g, v) & ~(uint64_t)UINT32_MAX) | (uint64_t)v;
}
static inline tropic_index tp_set_vertex(tp_set_item item)
{
    return (tropic_index)(uint32_t)item;
}

typedef struct tp_set_order {
    tp_set_kinds kinds;
    tp_set_item *items; /* `count`, in memory of the run's arena */
    int64_t count;      /* of vertices; those without an arc are left out */
} tp_set_order;

/* Puts the vertices in order, on the CPU. Status: OUT_OF_MEMORY. */
tropic_status tp_set_sort(tp_run *run, const tp_set_graph *graph, tp_set_order *order);

TP_END_C

#endif

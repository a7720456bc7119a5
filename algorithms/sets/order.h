/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices in the order in which they are coloured.
 */
#ifndef TP_SETS_ORDER_H
#define TP_SETS_ORDER_H

#include "algorithms/sets/sets.h"

/* A vertex in its order: (the hash, inverted, so that the greater one is first) << 32 | the vertex. */
typedef uint64_t tp_set_item;
static inline tropic_index tp_set_vertex(tp_set_item item)
{
    return (tropic_index)(uint32_t)item;
}

typedef struct tp_set_order {
    const int32_t *layer; /* NULL: by classes of degrees, the largest first; else by these, the last first */
    int32_t layers;       /* from 1 to this */
    tp_set_item *items;   /* `count`, in memory of the run's arena */
    int64_t count;        /* of vertices; those without an arc are left out */
} tp_set_order;

/* Puts the vertices in order. Status: OUT_OF_MEMORY. */
tropic_status tp_set_sort(tp_run *run, const tp_set_graph *graph, tp_set_order *order);

#endif

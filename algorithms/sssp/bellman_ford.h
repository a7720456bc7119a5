/* SPDX-License-Identifier: Apache-2.0
 *
 * Bellman-Ford-Moore, as a search that may begin anywhere and be interrupted.
 */
#ifndef TP_BELLMAN_FORD_H
#define TP_BELLMAN_FORD_H

#include "algorithms/sssp/sssp.h"

typedef struct tp_bellman_ford {
    tp_run *run;
    tropic_index n;
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    tropic_type weights; /* the type of values */
    tropic_type type;    /* of distances */
    tropic_index source;
    void *distance; /* in host memory */
    tropic_index *parent;
    tropic_index *queue; /* a ring of n elements: `count` vertices from `head` on */
    tropic_index head, count;
    uint8_t *queued;    /* is a vertex in the queue? */
    tropic_index *mark; /* n places, for a look for cycles */
} tp_bellman_ford;

/* Distances of type `type`: the caller's, in host memory; NULL: in memory of the run's arena, as all else is. Status:
 * OUT_OF_MEMORY. */
tropic_status tp_bellman_ford_open(tp_bellman_ford *s, tp_run *run, tropic_type type, tropic_index source,
                                   void *distance);
/* queue = heads[0 .. count - 1], each once. No vertex has a parent: distances were changed by others. */
void tp_bellman_ford_queue(tp_bellman_ford *s, const tropic_index *heads, tropic_index count);
/* The queue is emptied into heads[], which has room for n. Returns how many there were. */
tropic_index tp_bellman_ford_take(tp_bellman_ford *s, tropic_index *heads);
/* d(j) = min(d(j), d(i) + A(i,j)) for the arcs `from` .. `to` - 1 of i, which was reached; j is queued if it comes
 * nearer. Status: NEGATIVE_CYCLE, if that is the source; OVERFLOW (downwards). */
tropic_status tp_bellman_ford_relax(tp_bellman_ford *s, tropic_index i, tropic_offset from, tropic_offset to);
/* Do these parents, -1: none, make up no cycle? */
bool tp_bellman_ford_is_tree(tp_bellman_ford *s, const tropic_index *parent);
/* NEGATIVE_CYCLE, with a text that names v, which lies on one. */
tropic_status tp_bellman_ford_cycle(const tp_bellman_ford *s, tropic_index v);
/* Relaxes all arcs of queued vertices until none is queued, or `arcs` were looked at, or a few more. Status:
 * NEGATIVE_CYCLE, OVERFLOW (downwards), CANCELLED. */
tropic_status tp_bellman_ford_run(tp_bellman_ford *s, int64_t arcs);

#endif

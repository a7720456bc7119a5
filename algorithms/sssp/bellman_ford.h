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
/* distance = infinity;  distance(source) = 0;  queue = {source} */
void tp_bellman_ford_begin(tp_bellman_ford *s);
/* No vertex has a parent, as at the beginning: distances were changed by others. */
void tp_bellman_ford_forget(tp_bellman_ford *s);
/* d(j) = min(d(j), d(i) + A(i,j)) for the arcs `from` .. `to` - 1 of i, which was reached; j is queued if it comes
 * nearer. Status: NEGATIVE_CYCLE, if that is the source; OVERFLOW (downwards). */
tropic_status tp_bellman_ford_relax(tp_bellman_ford *s, tropic_index i, tropic_offset from, tropic_offset to);
/* NEGATIVE_CYCLE, with a text that names v, which lies on one. */
tropic_status tp_bellman_ford_cycle(const tp_bellman_ford *s, tropic_index v);
/* Relaxes all arcs of queued vertices until none is queued, or `arcs` were looked at, or a few more. Status:
 * NEGATIVE_CYCLE, OVERFLOW (downwards), CANCELLED. */
tropic_status tp_bellman_ford_run(tp_bellman_ford *s, int64_t arcs);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole searches from many sources, in the way that suits the graph and the device.
 */
#ifndef TP_MANY_SEARCHES_H
#define TP_MANY_SEARCHES_H

#include "algorithms/bfs/batch_search.h"

typedef struct tp_many_searches {
    const tropic_index *sources; /* host memory; on the CPU near ones are best side by side (near.h) */
    tropic_index count;
    double from, part; /* progress: these searches are `part` of the call's work, of which `from` is done */
    bool apart;        /* a group or a source to a thread or block (searches.h); else 64 at a time, by all */
    tp_searches searches;
    tropic_index room;  /* sources that `searches` has memory for */
    tropic_index *rank; /* host: the numbers that vertices have in `searches`; NULL: their own */
    tp_batch batch;
    void *uploaded; /* the backend's sources */
} tp_many_searches;

/* Chooses the way, and makes its arrays. tp_many_searches_end is called also after a failure. The arcs followed are
 * run->out. *step: how many sources are best taken at a time; NULL: not requested. */
tropic_status tp_many_searches_begin(tp_run *run, tp_many_searches *m, tropic_index *step);
/* found[k], in host memory, = the numbers of source first + k, for `count` of them. Adds to the report; levels, reached
 * and settled are those of the last. */
tropic_status tp_many_searches_take(tp_run *run, tp_many_searches *m, tropic_index first, tropic_index count,
                                    tp_search_found *found);
void tp_many_searches_end(tp_run *run, tp_many_searches *m);

#endif

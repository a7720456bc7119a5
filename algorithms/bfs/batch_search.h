/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first searches from up to 64 sources, side by side: a bit of a word for each.
 */
#ifndef TP_BATCH_SEARCH_H
#define TP_BATCH_SEARCH_H

#include "algorithms/bfs/commit_level.h"
#include "algorithms/run.h"

typedef struct tp_front {
    uint64_t *words;
    int64_t arcs; /* that leave it */
} tp_front;

typedef struct tp_batch {
    const tropic_index *sources; /* of all batches, as the next four */
    tropic_index count;
    int64_t *reached, *sums;
    int32_t *level;            /* NULL: not asked for */
    tropic_index first, width; /* the sources at hand */
    bool kept;                 /* each level is kept, in fronts[0 .. depth] */
    size_t beside;             /* bytes a vertex that the caller wants behind a front's words */
    /* Memory of the backend, arrays of n words: seen, and the fronts, of which two take turns where none is kept. */
    uint64_t *seen, *words;
    tp_front *fronts;
    int64_t front_count, front_room;
    tropic_index *list, *next_list; /* of the front and the next one; n places each */
    tropic_index *targets;
    tp_batch_counts *tally;
    uint64_t *target_words; /* host memory */
    bool listed;            /* `list` has the front: it was pushed */
    tp_batch_counts found;  /* the front's */
    uint64_t live;          /* searches that go on from it */
    int32_t depth;          /* its level; at the end that of the last one */
} tp_batch;

/* Makes the arrays, but levels. Fronts, and what is on the host, are tp_batch_end's to release, also after a
 * failure. */
tropic_status tp_batch_begin(tp_run *run, tp_batch *batch);
void tp_batch_end(tp_run *run, tp_batch *batch);
/* The searches from sources first .. first + width - 1; at the end `seen` has what they reached. */
tropic_status tp_batch_search(tp_run *run, tp_batch *batch);

#endif

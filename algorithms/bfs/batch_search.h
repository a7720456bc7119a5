/* SPDX-License-Identifier: Apache-2.0
 *
 * Breadth-first searches from up to 64 sources, side by side: a bit of a word for each.
 */
#ifndef TP_BATCH_SEARCH_H
#define TP_BATCH_SEARCH_H

#include "algorithms/bfs/commit_level.h"
#include "algorithms/bfs/searches.h"
#include "algorithms/bfs/tally.h"
#include "algorithms/run.h"

typedef struct tp_front {
    uint64_t *words;
    int64_t arcs; /* out of its vertices */
} tp_front;

typedef struct tp_batch {
    tp_arena arena; /* host arrays: reached, sums and target_words */
    /* Of all batches: */
    const tropic_index *sources;
    tropic_index count;
    int64_t *reached;           /* how many vertices each source reaches */
    int64_t *sums;              /* the sum of their levels */
    tp_search_found *all_found; /* of each source of the current batch, 0 before; NULL: not requested */
    const tp_tally *tally;      /* to which each level adds; NULL: not requested */
    int32_t *level;             /* NULL: not requested */
    /* The current batch has the sources first .. first + width - 1. */
    tropic_index first, width;
    bool kept;        /* the front of each level is kept, in fronts[0 .. depth]; else two take turns */
    size_t extra;     /* bytes a vertex that the caller requests behind the words of a front */
    uint64_t *seen;   /* backend: n words */
    uint64_t *words;  /* backend: the words of sources or targets */
    tp_front *fronts; /* `front_count` of them, for which there are n words each */
    int64_t front_count, front_capacity;
    tropic_index *list, *next_list; /* backend: the vertices of the front and of the next one; n elements each */
    tropic_index *targets;          /* backend */
    tp_batch_counts *level_counts;  /* backend: the counts of a level */
    uint64_t *target_words;         /* host: the words of targets */
    bool listed;                    /* `list` has the front, because it was pushed */
    tp_batch_counts found;          /* the counts of the front */
    uint64_t live;                  /* the searches that go on from the front */
    int32_t depth;                  /* the level of the front */
} tp_batch;

/* Bytes of these arrays, of so many sources; not of `level`, nor of fronts that are kept. */
size_t tp_batch_bytes(const tp_run *run, tropic_index count);
/* Makes the arrays except `level`, and checks for their memory. tp_batch_end releases fronts and host arrays. */
tropic_status tp_batch_begin(tp_run *run, tp_batch *batch);
void tp_batch_end(tp_run *run, tp_batch *batch);
/* Searches from sources first .. first + width - 1. At the end `seen` has the vertices that they reached. */
tropic_status tp_batch_search(tp_run *run, tp_batch *batch);

#endif

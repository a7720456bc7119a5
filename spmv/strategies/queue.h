/* SPDX-License-Identifier: Apache-2.0
 *
 * The emissions of a step on the CPU, by thread. Each thread has a share, which it alone writes, and maybe a list of
 * its own: a frontier is then a queue of such lists, one after another. The next step is cut into equal parts of that
 * queue, so that a thread goes on mostly where it was: its data is in its caches still, and its neighbours write other
 * lines.
 */
#ifndef TP_QUEUE_H
#define TP_QUEUE_H

#include "runtime/threads.h"

/* A thread's share of a step's emissions. By room, not by an alignment, no two are in one cache line. */
typedef struct tp_share {
    int64_t step; /* that it is of */
    tropic_offset arcs, pushed;
    tropic_index count;
    char line[TP_LINE];
} tp_share;

/* Ids begin[k] .. begin[k + 1] - 1 of a queue are list k, which begins at ids + k * room. */
typedef struct tp_queue {
    tropic_index *ids;
    int64_t room;
    int lists; /* up to TP_PARTS */
    int64_t begin[TP_PARTS + 1];
} tp_queue;

/* Ids that lie side by side: the first `count` are meant, and so many are there. */
typedef struct tp_piece {
    const tropic_index *ids;
    int64_t count, there;
} tp_piece;

/* One list. */
static inline tp_queue tp_queue_of(tropic_index *ids, tropic_index count)
{
    return (tp_queue){.ids = ids, .lists = 1, .begin = {0, count}};
}

/* The first ids of begin .. end - 1. */
static inline tp_piece tp_queue_piece(const tp_queue *queue, int64_t begin, int64_t end)
{
    int k = 0;
    int64_t there;
    while (begin >= queue->begin[k + 1]) k++;
    there = queue->begin[k + 1] - begin;
    return (tp_piece){queue->ids + k * queue->room + (begin - queue->begin[k]),
                      end - begin < there ? end - begin : there, there};
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by searches for cycles and by topological orders. All in host memory.
 */
#ifndef TP_CYCLES_H
#define TP_CYCLES_H

#include "algorithms/run.h"

/* A cycle: vertex[0] is the least, each leads to the next, the last to the first. */
typedef struct tp_cycle {
    tropic_index length; /* 0: there is none */
    const tropic_index *vertex;
} tp_cycle;

/* Vertices that no arc from a vertex that is left leads to are removed, level by level. */
typedef struct tp_levels {
    tropic_index n;
    tp_arcs out;
    tropic_index *left;  /* of each vertex: arcs to it from those that are left; 0: it is removed */
    tropic_index *level; /* of those that are removed */
    tropic_index *queue; /* these, level by level */
    int64_t count;
    tropic_index levels;
} tp_levels;

/* Fills l, which has n and out, from arrays of the run. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_remove_levels(tp_run *run, tp_levels *l);
/* *cycle = one of those that are left, of which there are some. Uses up l's arrays. Status: OUT_OF_MEMORY. */
tropic_status tp_directed_cycle(tp_run *run, tp_levels *l, tp_cycle *cycle);

/* A search by levels, from the least vertex of each component. */
typedef struct tp_search {
    tp_arcs arcs[2]; /* edges are the arcs of all these lists, whatever their directions; loops are passed over */
    int lists;       /* 2, or 1: each arc has its opposite */
    bool odd;        /* for an odd cycle, else for any */
    tropic_index *level, *parent, *queue;
    tropic_index levels; /* the most of a component */
} tp_search;

/* *cycle = the first that is closed, or none, and each vertex has its level. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_search_cycle(tp_run *run, tp_search *s, tp_cycle *cycle);

/* vertex[], of a cycle, begins with the least; if `turn`, and then goes to the lesser neighbour of that. */
void tp_cycle_begin_least(tropic_index *vertex, tropic_index length, bool turn);
/* The least vertex with a loop; -1: there is none. */
tropic_index tp_first_loop(const tp_arcs *arcs);
/* "1 -> 5 -> 7 -> 1", by labels; of a long cycle the first vertices. Returns `text`. */
#define TP_CYCLE_TEXT 320
const char *tp_cycle_text(const tropic_matrix *A, const tp_cycle *cycle, const char *arrow, char text[TP_CYCLE_TEXT]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by searches for cycles and by topological orders, and what the two devices do for them.
 */
#ifndef TP_CYCLES_H
#define TP_CYCLES_H

#include "algorithms/run.h"

TP_BEGIN_C

/* A cycle: vertex[0] is the least, each leads to the next, the last to the first. In host memory. */
typedef struct tp_cycle {
    tropic_index length; /* 0: there is none */
    const tropic_index *vertex;
} tp_cycle;

/* Kahn's algorithm: vertices that no arc from a vertex that is left leads to are removed, level by level. */
typedef struct tp_kahn {
    tropic_index n;
    tropic_index *level; /* of those that are removed; in memory of the backend, n places */
    int64_t count;       /* how many these are */
    tropic_index levels;
    /* In host memory, where that does the work. */
    tp_arcs out;
    tropic_index *left;  /* of each vertex: arcs to it from those that are left; 0: it is removed */
    tropic_index *queue; /* those that are removed, level by level */
} tp_kahn;

/* A search by levels, from the least vertex of each component. */
typedef struct tp_search {
    bool odd;            /* for an odd cycle, else for any */
    tropic_index levels; /* out: the most of a component */
    /* In host memory, where that does the work. */
    tp_arcs arcs[2]; /* edges are the arcs of all these lists, whatever their directions; loops are passed over */
    int lists;       /* 2, or 1: each arc has its opposite */
    tropic_index *level, *parent, *queue;
} tp_search;

/* Calls of a backend.
 *   begin   begins a run that needs so many bytes a vertex on the host, where that does the work
 *   remove  fills l, whose n and level are there
 *   cycle   *cycle = one of those that are left by `remove`, of which there are some; l's arrays are used up
 *   order   order[k], in memory of the backend, = the vertex at place k: by level, on one level by number
 *   search  *cycle = the first that is closed, a loop before all others, or none. color, in memory of the backend,
 *           unless NULL: if there is no odd one, 0 or 1
 * Status: OUT_OF_MEMORY, CANCELLED. */
#define TP_CYCLES_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, begin, (tp_run * run, const tropic_matrix *A, size_t bytes))                              \
    X(tropic_status, prefix, remove, (tp_run * run, tp_kahn * l))                                                      \
    X(tropic_status, prefix, cycle, (tp_run * run, tp_kahn * l, tp_cycle * cycle))                                     \
    X(tropic_status, prefix, order, (tp_run * run, const tp_kahn *l, tropic_index *order))                             \
    X(tropic_status, prefix, search, (tp_run * run, tp_search * s, tropic_index * color, tp_cycle * cycle))

typedef struct tp_cycles_calls {
    TP_CYCLES_CALLS(TP_CALL_POINTER, )
} tp_cycles_calls;

TP_CYCLES_CALLS(TP_CALL_PROTOTYPE, tp_cpu_cycles_)
TP_CYCLES_CALLS(TP_CALL_PROTOTYPE, tp_cuda_cycles_)
extern const tp_cycles_calls tp_cpu_cycles_calls, tp_cuda_cycles_calls;

/* ---- on the host ---- */

/* Fills l, which has n, out and level, from arrays of the run. */
tropic_status tp_remove_levels(tp_run *run, tp_kahn *l);
/* The rest of it: queue[begin .. count - 1] are the last level so far. */
tropic_status tp_remove_rest(tp_run *run, tp_kahn *l, int64_t begin);
/* *cycle = one of those that are left, of which there are some. Uses up l's arrays. */
tropic_status tp_directed_cycle(tp_run *run, tp_kahn *l, tp_cycle *cycle);
/* *cycle = the first that is closed, a loop before all others, or none, and then each vertex has its level. s has
 * `odd`. */
tropic_status tp_search_cycle(tp_run *run, tp_search *s, tp_cycle *cycle);

/* vertex[], of a cycle, begins with the least; if `turn`, and then goes to the lesser neighbour of that. */
void tp_cycle_begin_least(tropic_index *vertex, tropic_index length, bool turn);
/* The least vertex with a loop; -1: there is none. */
tropic_index tp_first_loop(const tp_arcs *arcs);
/* "1 -> 5 -> 7 -> 1", by labels; of a long cycle the first vertices. Returns `text`. */
#define TP_CYCLE_TEXT 320
const char *tp_cycle_text(const tropic_matrix *A, const tp_cycle *cycle, const char *arrow, char text[TP_CYCLE_TEXT]);

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps of a batch (algorithms/betweenness/brandes_columns.h), over the levels of its searches.
 */
#ifndef TP_BC_LEVELS_H
#define TP_BC_LEVELS_H

#include "algorithms/bfs/batch_search.h"
#include "algorithms/betweenness/bc.h"

typedef struct tp_bc_levels {
    const tp_front *fronts;  /* level d is fronts[d], which knows its arcs */
    int32_t depth;           /* of the last level */
    double copies_max;       /* tp_bc's */
    uint64_t *has_successor; /* tp_brandes_level's: n words */
    int32_t marked;          /* the level whose successors has_successor has; -1: none */
    bool last_done;          /* the forward sweep has taken the last level backward, too */
} tp_bc_levels;

/* Both only start work on the device.
 * The forward sweep; *l->overflowed: the columns that have too many paths. */
tropic_status tp_bc_forward(tp_run *run, tp_bc_levels *s, tp_brandes_level *l);
/* The backward sweep. */
tropic_status tp_bc_backward(tp_run *run, const tp_bc_levels *s, tp_brandes_level *l);

#endif

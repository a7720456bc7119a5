/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' two sweeps over the levels of searches that were made (algorithms/betweenness/brandes.h): of a batch, or of
 * a source alone.
 */
#ifndef TP_BC_LEVELS_H
#define TP_BC_LEVELS_H

#include "algorithms/bfs/batch_search.h"
#include "algorithms/betweenness/bc.h"

typedef struct tp_bc_levels {
    const tp_front *fronts; /* 0 .. depth */
    int32_t depth;
    double copies;           /* tp_bc's */
    uint64_t *has_successor; /* of a batch, whose fronts know their arcs: n words; NULL */
    int32_t marked;          /* the level that these are of; -1: none */
    bool over;               /* the last level was taken both ways */
} tp_bc_levels;

/* The sweep forward, which leaves the columns that have too many paths in *l->overflowed; and back. Both only begin. */
tropic_status tp_bc_forth(tp_run *run, tp_bc_levels *s, tp_brandes_level *l);
tropic_status tp_bc_back(tp_run *run, const tp_bc_levels *s, tp_brandes_level *l);

#endif

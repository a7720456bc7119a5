/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of betweenness centrality.
 */
#ifndef TP_BC_H
#define TP_BC_H

#include "algorithms/bfs.h"

typedef struct tp_bc {
    const tropic_index *sources; /* host memory */
    tropic_index count;
    double *centrality; /* memory of the backend: to be added to */
    bool single;        /* floats will do, whose use depends on all sources of a batch */
    tropic_index batch; /* the most sources side by side; 0: any */
} tp_bc;

/* centrality += delta of every source, by: */
/* a queue for each source, several side by side; */
tropic_status tp_bc_queues(tp_run *run, const tp_bc *bc);
/* a product for each level of up to 64 sources side by side; */
tropic_status tp_bc_batched(tp_run *run, const tp_bc *bc);
/* a product for each level, source after source. */
tropic_status tp_bc_products(tp_run *run, const tp_bc *bc);
/* The same of the one source that there is, and of sets of vertices in place of words of searches; but where its search
 * has more levels than `most`, the search alone: then it is *deep. */
tropic_status tp_bc_one_product(tp_run *run, const tp_bc *bc, tropic_index most, bool *deep);
tropic_status tp_bc_alone(tp_run *run, const tp_bc *bc, tropic_index most, bool *deep);

/* Whether a reproducible context may take the run's strategy by products. */
tropic_status tp_bc_products_check(tp_run *run);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources of betweenness centrality.
 */
#ifndef TP_BC_SOURCES_H
#define TP_BC_SOURCES_H

#include "algorithms/run.h"

typedef struct tp_bc_sources {
    tropic_index *list; /* host memory, to be released also after a failure */
    tropic_index count; /* of those that add something */
    tropic_index asked; /* for */
} tp_bc_sources;

/* INVALID_ARGUMENT, INDEX_OUT_OF_RANGE as tropic_bc. */
tropic_status tp_bc_sources_list(tp_run *run, const tropic_bc_options *options, tp_bc_sources *s);

/* Gives a list the order in which a run takes it: as it is, or, where it may end early, drawn by the seed. */
tropic_status tp_bc_sources_order(tp_run *run, const tropic_bc_options *options, tropic_index *list,
                                  tropic_index count);

/* What the sum over the sources is multiplied by; ends: an end of a path is on it, of which each vertex
 * then has n (n - 1). */
double tp_bc_scaling(const tropic_bc_options *options, tropic_index n, const tp_bc_sources *s, bool ends);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources of betweenness centrality.
 */
#ifndef TP_BC_SOURCES_H
#define TP_BC_SOURCES_H

#include "algorithms/run.h"

typedef struct tp_bc_sources {
    tropic_index *list;     /* host memory, of the run */
    tropic_index count;     /* sources in the list: those that add something */
    tropic_index requested; /* sources that the caller requested */
    bool drawn;             /* so many of all vertices, by the seed */
} tp_bc_sources;

/* Lists the sources that options request. INVALID_ARGUMENT, INDEX_OUT_OF_RANGE as tropic_bc. */
tropic_status tp_bc_sources_list(tp_run *run, const tropic_bc_options *options, tp_bc_sources *s);

/* Seconds of a CPU for a call, about; A and the options as they are given, unchecked. */
double tp_bc_work(tropic_context *context, const tropic_matrix *A, const tropic_bc_options *given);

/* Gives a list the order in which a run takes it: a random one, by the seed, if the run may end early; else its own. */
tropic_status tp_bc_sources_order(tp_run *run, const tropic_bc_options *options, tropic_index *list,
                                  tropic_index count);

/* The factor of the sum over the sources, apart from tp_bc_scale_sample. ends: a path's ends lie on it, so that n (n -
 * 1) pairs are the maximum, not (n - 1) (n - 2). */
double tp_bc_scaling(const tropic_bc_options *options, tropic_index n, const tp_bc_sources *s, bool ends);

#endif

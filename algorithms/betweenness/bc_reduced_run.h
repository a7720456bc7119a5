/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness centrality by way of a smaller graph (algorithms/betweenness/bc_reduce.h).
 */
#ifndef TP_BC_REDUCED_RUN_H
#define TP_BC_REDUCED_RUN_H

#include "algorithms/betweenness/bc.h"

/* Are there reductions to take? INVALID_ARGUMENT where options ask for what is not to be had. */
tropic_status tp_bc_reduces(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned *which);
/* Fills total.centrality: as the sum over the sources that tp_bc_run gives, but with paths' ends, where they count;
 * of a run that is cancelled the estimate. Status: as tp_bc_run; *part of the sources are in it. Where options leave
 * it open, and there is little to reduce, *part is 0 and nothing is done. */
tropic_status tp_bc_smaller(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, unsigned which,
                            double *part);

#endif

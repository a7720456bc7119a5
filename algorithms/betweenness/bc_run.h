/* SPDX-License-Identifier: Apache-2.0
 *
 * The course of betweenness centrality over its sources.
 */
#ifndef TP_BC_RUN_H
#define TP_BC_RUN_H

#include "algorithms/betweenness/bc.h"

/* total.centrality = the sum over all sources, by options->method; or, where options want an error met, a checkpoint
 * kept, or what was done of a run that is cancelled, share after share of them. *done: sources that the total has;
 * where it is not all of them, the error is met, or so many are taken as options allow, or the run was cancelled, and
 * run->partial is set. Cost of a share, beside its sources': the sums come to the host. */
tropic_status tp_bc_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, tropic_index *done);

#endif

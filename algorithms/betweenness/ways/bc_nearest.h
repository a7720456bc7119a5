/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph for sources that search nearest vertices first.
 */
#ifndef TP_BC_NEAREST_H
#define TP_BC_NEAREST_H

#include "algorithms/betweenness/cpu/brandes_nearest.h"
#include "algorithms/sssp/sssp.h"

/* Is the graph for such searches: small, and are its distances doubles? The lengths were looked at (tp_sssp_inspect),
 * and are positive. */
bool tp_bc_suits_nearest(const tp_run *run, const tp_sssp_arrays *a);
/* Makes it, for up to `sources` at once, whose distances tie by `tie`. */
tropic_status tp_bc_make_nearest(tp_run *run, const tp_sssp_arrays *a, tropic_index sources, double tie,
                                 tp_nearest *nearest);

#endif

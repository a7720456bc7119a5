/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a graph is undirected, for algorithms that take no other.
 */
#ifndef TP_OPPOSITES_H
#define TP_OPPOSITES_H

#include "algorithms/run.h"

/* INVALID_ARGUMENT, of the first arc of the run's matrix that has no opposite, or with `values` none of its value. Cost
 * if the matrix is not known to be symmetric: that of tropic_matrix_csr and _csc, and a pass. */
tropic_status tp_check_opposites(const tp_run *run, bool values);

#endif

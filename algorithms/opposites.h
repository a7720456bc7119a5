/* SPDX-License-Identifier: Apache-2.0
 *
 * How an algorithm of undirected graphs refuses others.
 */
#ifndef TP_OPPOSITES_H
#define TP_OPPOSITES_H

#include "algorithms/run.h"

/* What a user of the tool can do about it, for most algorithms. */
#define TP_EDGES_OF_ARCS "the tool makes edges of arcs by --undirected"

/* INVALID_ARGUMENT "the graph is directed: the arc from vertex I to J has no opposite (ADVICE)", of the first such arc
 * of the run's matrix, by row; with `weights`, or none of its weight. Cost: that of tropic_matrix_csr and _csc, and a
 * pass; nothing, if the matrix is known to be symmetric. */
tropic_status tp_check_opposites(const tp_run *run, bool weights, const char *advice);

#endif

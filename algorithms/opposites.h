/* SPDX-License-Identifier: Apache-2.0
 *
 * Is a graph undirected? And how an algorithm of undirected graphs refuses others.
 */
#ifndef TP_OPPOSITES_H
#define TP_OPPOSITES_H

#include "algorithms/run.h"

/* What a user of the tool can do about it, for most algorithms. */
#define TP_EDGES_OF_ARCS "the tool makes edges of arcs by --undirected"

/* *undirected = has each arc of the run's matrix its opposite, with `weights` one of the same bits? Cost: nothing, if
 * the matrix is known to be symmetric; else a pass on the device, or, with `weights` or on the host alone,
 * tropic_matrix_describe's. */
tropic_status tp_run_undirected(tp_run *run, bool weights, bool *undirected);
/* INVALID_ARGUMENT "the graph is directed: the arc from vertex I to J has no opposite (ADVICE)", of the first such arc
 * of the run's matrix, by row; with `weights`, or none of its weight. Cost: that of the above, and to name the
 * arc tropic_matrix_csr's and _csc's, and a pass. */
tropic_status tp_check_opposites(tp_run *run, bool weights, const char *advice);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * An order of the vertices in which near ones are side by side.
 */
#ifndef TP_NEAR_H
#define TP_NEAR_H

#include "algorithms/run.h"

TP_BEGIN_C

/* order = all vertices, near ones side by side; rank[v] = v's place in it. n places each, in host memory, as the arcs
 * are. Cost: O(n + nnz), on one thread. */
tropic_status tp_near_order(tropic_context *context, const tp_arcs *out, tropic_index *order, tropic_index *rank);
/* Puts a list of vertices, none twice, in that order, by the rows of A: on the host, the same for all devices. */
tropic_status tp_near_sort(tp_run *run, tropic_index *list, tropic_index count);

TP_END_C
#endif

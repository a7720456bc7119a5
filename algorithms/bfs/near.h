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
/* Puts a list of vertices, none twice, in an order of which each `group` are near each other: balls of breadth-first
 * searches by the rows of A, each from what those before it have left. On the host, the same for all devices. Cost:
 * O(n + nnz), on one thread; 10 bytes a vertex. */
tropic_status tp_near_sort(tp_run *run, tropic_index *list, tropic_index count, tropic_index group);

/* *to = the arcs with other numbers for the vertices, in arrays of the run's arena: list v becomes list rank[v], with
 * the ranks of its ids. In host memory; order and rank as of tp_near_order. */
tropic_status tp_near_renumber(tp_run *run, const tp_arcs *arcs, const tropic_index *order, const tropic_index *rank,
                               tp_arcs *to);

TP_END_C
#endif

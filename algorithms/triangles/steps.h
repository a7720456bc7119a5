/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps that triangles and clustering coefficients have in common, on the host.
 */
#ifndef TP_TRIANGLES_STEPS_H
#define TP_TRIANGLES_STEPS_H

#include "algorithms/run.h"
#include "algorithms/triangles/triangles.h"

#include <tropic_triangles.h>

TP_BEGIN_C

/* Is a graph with such lists numbered by degree first? */
bool tp_triangles_by_degree(const tp_degrees *lists);
/* The edges of G, with or without values. */
tropic_status tp_triangles_edges(tp_run *run, const tp_both_ways *G, bool values, tp_edges *edges);
/* *total, and unless of_vertex, an array of the backend, is NULL, each vertex's triangles. */
tropic_status tp_triangles_count(tp_run *run, tropic_triangles_order order, int64_t *of_vertex, int64_t *total);

TP_END_C
#endif

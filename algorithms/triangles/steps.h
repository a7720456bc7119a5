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
/* On the CPU, at most: entries of the edges' lists; bytes of tp_triangles_edges, of lists by degree (number.h), and of
 * tp_triangles_count. */
size_t tp_triangles_arcs(const tp_run *run);
size_t tp_triangles_edges_bytes(const tp_run *run, bool values);
size_t tp_triangles_numbered_bytes(const tp_run *run);
tropic_status tp_triangles_bytes(tp_run *run, tropic_triangles_order order, bool of_vertex, size_t *bytes);
/* The edges of G, with or without values. */
tropic_status tp_triangles_edges(tp_run *run, const tp_both_ways *G, bool values, tp_edges *edges);
/* *total, and unless of_vertex, an array of the backend, is NULL, each vertex's triangles. */
tropic_status tp_triangles_count(tp_run *run, tropic_triangles_order order, int64_t *of_vertex, int64_t *total);

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What betweenness asks of the CPU backend.
 */
#include "algorithms/betweenness/brandes_calls.h"

/* 64 sources of uniform random graph 18, ms each: 18.5 one by one, 20 by products, 41 side by side. */
#define SINGLE_SOURCE_MAX TROPIC_INDEX_MAX
#define REDUCE_FROM 128
/* It then fits a second-level cache, with what a source has. (One thread, all sources, queues and one by one, ms: power
 * grid of 4941 vertices 454 and 1483, PGP 11,000 vertices 1143 and 1985; reduced 196 and 458 side by side.) */
#define QUEUE_MAX (1 << 18)
/* Rows of both sweeps then take half as much again as a second-level cache of 1 MiB. (All sources of the Delaunay
 * triangulation of 2^13 points took 0.4 of the time of queues, of a lattice of 100 x 100 0.7.) */
#define GROUP_MAX (12 << 10)

const tp_brandes_calls tp_cpu_brandes_calls = {
    TP_BRANDES_CALLS(TP_CALL_ROW, tp_cpu_brandes_).shallow = TROPIC_BC_PRODUCTS,
    .near = tp_cpu_brandes_near,
    .group_max = GROUP_MAX,
    .single_source_max = SINGLE_SOURCE_MAX,
    .queue_max = QUEUE_MAX,
    .reduce_from = REDUCE_FROM,
};

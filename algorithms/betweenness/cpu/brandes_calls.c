/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of betweenness to the CPU backend.
 */
#include "algorithms/betweenness/brandes_calls.h"

/* 64 sources of uniform random graph 18, ms each: 18.5 one by one, 20 by products, 41 side by side. */
#define SINGLE_SOURCE_MAX TROPIC_INDEX_MAX
#define REDUCE_FROM 128
/* The graph then fits a second-level cache, with the state of a source. (One thread, all sources, queues and one by
 * one, ms: power grid of 4941 vertices 454 and 1483, PGP 11,000 vertices 1143 and 1985; reduced 196 and 458 side by
 * side.) */
#define QUEUE_MAX (1 << 18)
/* Rows of both sweeps then take half as much again as a second-level cache of 1 MiB. (All sources of the Delaunay
 * triangulation of 2^13 points took 0.4 of the time of queues, of a lattice of 100 x 100 0.7.) */
#define GROUP_MAX (12 << 10)
/* With hubs, whose rows are read most and stay in caches, that and several times as much. (128 sources on one and two
 * threads, ms, in groups and one by one: Kronecker graph 14 40 to 54 and 86, 30 and 55; 16 405 and 452, 257 and 238 to
 * 259; 17 1290 and 1257, 840 to 990 and 660. All sources of 16 on 16 threads, s: 23 and 84. One by one, each level of a
 * source has parallel loops of its own.) */
#define GROUP_HUBS_MAX (80 << 10)

const tp_brandes_calls tp_cpu_brandes_calls = {
    TP_BRANDES_CALLS(TP_CALL_ROW, tp_cpu_brandes_).shallow = TROPIC_BC_PRODUCTS,
    .near = tp_cpu_brandes_near,
    .group_max = GROUP_MAX,
    .group_hubs_max = GROUP_HUBS_MAX,
    .single_source_max = SINGLE_SOURCE_MAX,
    .queue_max = QUEUE_MAX,
    .reduce_from = REDUCE_FROM,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs for tests that fall apart: at articulation points, into trees and twins, and directed ones with many vertices
 * that are ends of paths alone. As those of tests/graphs.h.
 */
#ifndef TROPIC_TESTS_REDUCIBLE_GRAPHS_H
#define TROPIC_TESTS_REDUCIBLE_GRAPHS_H

#include "tests/graphs.h"

/* Adds an arc; both arcs of an edge. */
void test_arc(test_graph *G, int32_t a, int32_t b);
void test_link(test_graph *G, int32_t a, int32_t b);
/* Cycles or cliques of up to `max` vertices, each at a vertex of those before it, in several components; then leaves,
 * which form trees, single vertices, and some loops. Renumbered. */
test_graph test_block_graph(uint64_t seed, int32_t blocks, int32_t max, int32_t leaves, bool cliques);
/* All of one side with all of the other, and some edges within a side. */
test_graph test_bipartite(uint64_t seed, int32_t one, int32_t other, int32_t within);
/* Each vertex of a random graph several times, of every second one linked to each other: twins of both kinds. A leaf at
 * some, which then differ. */
test_graph test_blown_up(uint64_t seed, int32_t base, int32_t times);
/* Two random directed graphs of `core` vertices each; then `sources` vertices that no arc leads to but from later ones:
 * most have one arc to any before them, or the arcs of the one before them. Some have none. Some loops. Renumbered. */
test_graph test_directed_sources(uint64_t seed, int32_t core, int32_t arcs, int32_t sources);
/* A square lattice without about so many of a hundred edges. */
test_graph test_gaps(uint64_t seed, int32_t side, int32_t missing);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs for tests of independent sets, colourings and matchings, and the greedy choice written anew.
 */
#ifndef TROPIC_TESTS_SETS_H
#define TROPIC_TESTS_SETS_H

#include "tests/fixtures.h"

static const tropic_build_options test_undirected = {
    .size = sizeof test_undirected, .direction = TROPIC_DIRECTION_UNDIRECTED, .loops = TROPIC_LOOPS_KEEP};

/* Of every kind, small and large, as many as this. */
#define TEST_SET_GRAPHS 19
static inline void test_set_graphs(test_graph G[TEST_SET_GRAPHS])
{
    const test_graph all[TEST_SET_GRAPHS] = {
        test_empty(0, 0),
        test_empty(1, 1),
        test_empty(2, 2),
        test_empty(50, 50),
        test_star(test_sized(100000, 1500)),
        test_path(test_sized(100000, 1000)),
        test_directed_path(70),
        test_cycle(1001),
        test_tree(5000),
        test_grid(40, 50),
        test_complete(9),
        test_complete(150),
        test_disconnected(7, 5),
        test_random_graph(1, 50, 50, 40), /* with loops and duplicates */
        test_random_graph(2, 400, 400, 500),
        test_random_graph(3, 400, 400, 30000),
        test_random_undirected(4, test_sized(20000, 2000), test_sized(60000, 6000)),
        test_random_undirected(5, test_sized(20000, 2000), test_sized(16000, 1600)),
        test_kronecker(6, test_sized(13, 8), 16)};
    for (int k = 0; k < TEST_SET_GRAPHS; k++) G[k] = all[k];
}

/* Two cliques, the first of so many vertices, with loops, and an edge between their first ones. */
static inline test_graph test_bridged(int32_t first, int32_t n)
{
    test_graph G = test_empty(n, n);
    free(G.row), free(G.col);
    G.row = test_room((int64_t)n * n + 2, sizeof *G.row);
    G.col = test_room((int64_t)n * n + 2, sizeof *G.col);
    for (int32_t u = 0; u < n; u++)
        for (int32_t v = 0; v < n; v++) {
            const bool bridge = (u == 0 && v == first) || (v == 0 && u == first);
            if ((u < first) != (v < first) && !bridge) continue;
            G.row[G.count] = u, G.col[G.count++] = v;
        }
    return G;
}

/* Word k of the seed's sequence. */
static inline uint64_t test_word(uint64_t seed, uint64_t k)
{
    uint64_t state = seed + k * 0x9e3779b97f4a7c15u;
    return test_random(&state);
}

/* The same of 8 vertices, of whom the first is greatest. */
static inline uint64_t test_hash_in_block(uint64_t seed, int32_t v)
{
    return test_word(seed, (uint64_t)v / 8) / 8 * 8 + 7 - (uint64_t)v % 8;
}

#endif

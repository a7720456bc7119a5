/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs for tests that fall apart.
 */
#include "tests/reducible_graphs.h"

#include "tests/common.h"

void test_arc(test_graph *g, int32_t a, int32_t b)
{
    g->row = realloc(g->row, (size_t)(g->count + 1) * sizeof *g->row);
    g->col = realloc(g->col, (size_t)(g->count + 1) * sizeof *g->col);
    assert_true(g->row && g->col);
    g->row[g->count] = a;
    g->col[g->count++] = b;
}

void test_link(test_graph *g, int32_t a, int32_t b)
{
    test_arc(g, a, b);
    test_arc(g, b, a);
}

/* In a circle, or all with all. */
static void add_ring(test_graph *g, const int32_t *v, int32_t size, bool all)
{
    for (int32_t a = 0; a < size; a++)
        for (int32_t b = a + 1; b < size; b++)
            if (all || b == a + 1 || (a == 0 && b == size - 1)) test_link(g, v[a], v[b]);
}

test_graph test_block_graph(uint64_t seed, int32_t blocks, int32_t max, int32_t leaves, bool cliques)
{
    const int32_t n = 1 + blocks * max + leaves + 5;
    test_graph g = test_empty(n, n);
    OWNED_MEMORY int32_t *by = test_permutation_of(seed, n);
    int32_t met = 1;
    for (int32_t k = 0; k < blocks; k++) {
        int32_t ring[16], size = 2 + test_below(&seed, max - 1);
        ring[0] = test_below(&seed, met);
        for (int32_t a = 1; a < size; a++) ring[a] = met++;
        /* Now and then a new component. */
        if (test_below(&seed, 6) == 0) ring[0] = met++;
        add_ring(&g, ring, size, cliques && test_below(&seed, 4) > 0);
    }
    for (int32_t k = 0; k < leaves; k++) {
        test_link(&g, test_below(&seed, met), met);
        met++;
    }
    for (int32_t k = 0; k < n / 10; k++) {
        const int32_t v = test_below(&seed, n);
        test_link(&g, v, v);
    }
    test_permute(&g, by);
    return g;
}

test_graph test_bipartite(uint64_t seed, int32_t one, int32_t other, int32_t within)
{
    test_graph g = test_empty(one + other, one + other);
    for (int32_t a = 0; a < one; a++)
        for (int32_t b = 0; b < other; b++) test_link(&g, a, one + b);
    for (int32_t k = 0; k < within; k++) {
        const int32_t a = test_below(&seed, one);
        test_link(&g, a, test_below(&seed, one));
    }
    return g;
}

test_graph test_blown_up(uint64_t seed, int32_t base, int32_t times)
{
    OWNED(test_graph) small = test_random_undirected(seed, base, base + base / 2);
    test_graph g = test_empty(base * times + base, base * times + base);
    for (int64_t k = 0; k < small.count; k++)
        for (int32_t a = 0; a < times; a++)
            for (int32_t b = 0; b < times; b++)
                if (small.row[k] < small.col[k]) test_link(&g, small.row[k] * times + a, small.col[k] * times + b);
    for (int32_t v = 0; v < base; v++)
        for (int32_t a = 0; a < times && v % 2 == 0; a++)
            for (int32_t b = 0; b < a; b++) test_link(&g, v * times + a, v * times + b);
    for (int32_t v = 0; v < base; v += 3) test_link(&g, base * times + v, test_below(&seed, base * times));
    return g;
}

test_graph test_directed_sources(uint64_t seed, int32_t core, int32_t arcs, int32_t sources)
{
    const int32_t n = 2 * core + sources;
    test_graph g = test_empty(n, n);
    OWNED_MEMORY int32_t *by = test_permutation_of(seed, n);
    for (int32_t k = 0; k < arcs; k++) {
        const int32_t half = k % 2 * core, a = half + test_below(&seed, core);
        test_arc(&g, a, half + test_below(&seed, core));
    }
    for (int32_t v = 2 * core; v < n; v++) {
        const int32_t kind = test_below(&seed, 8);
        const int64_t count = g.count;
        if (kind < 4) test_arc(&g, v, test_below(&seed, v));
        if (kind == 4 || kind == 5)
            for (int32_t k = 0; k < 3; k++) test_arc(&g, v, test_below(&seed, v));
        for (int64_t k = 0; k < count && kind == 6; k++)
            if (g.row[k] == v - 1 && g.col[k] != v - 1) test_arc(&g, v, g.col[k]);
    }
    for (int32_t k = 0; k < n / 10; k++) {
        const int32_t v = test_below(&seed, n);
        test_arc(&g, v, v);
    }
    test_permute(&g, by);
    return g;
}

test_graph test_gaps(uint64_t seed, int32_t side, int32_t missing)
{
    test_graph g = test_grid(side, side);
    int64_t kept = 0;
    for (int64_t k = 0; k < g.count; k++) {
        const int32_t low = g.row[k] < g.col[k] ? g.row[k] : g.col[k];
        uint64_t edge = seed + 977 * (uint64_t)low + (uint64_t)abs(g.row[k] - g.col[k]);
        if (test_below(&edge, 100) < missing) continue;
        g.row[kept] = g.row[k];
        g.col[kept++] = g.col[k];
    }
    g.count = kept;
    return g;
}

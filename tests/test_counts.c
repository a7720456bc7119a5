/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness where path counts pass the range of doubles, against counts as integers of any size.
 */
#include "tests/algorithm_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *name, test_graph g, tropic_index source)
{
    OWNED(run_fixture) f = run_open(name, &g, TROPIC_BOOL);
    run_check_exact(&f, source);
}

/* C(2 k, k) paths across a square of side k + 1: 2^1000 of them where the side is about 506. */
static void grids(void **unused)
{
    check("a grid of 1 x 1", test_grid(1, 1), 0);
    check("a grid of 2 x 2", test_grid(2, 2), 0);
    check("a grid of 30 x 30", test_grid(30, 30), 31);
    check("a grid that doubles just count", test_grid(test_sized(505, 60), test_sized(505, 60)), 0);
    check("a grid that they do not", test_grid(test_sized(520, 70), test_sized(520, 70)), 0);
    check("a narrow grid", test_grid(3, test_sized(5000, 400)), 1);
}

/* width^depth paths. */
static void layers(void **unused)
{
    check("2^999 paths", test_layers(2, 999), 0);
    check("2^1000 paths", test_layers(2, 1000), 0);
    check("2^1001 paths", test_layers(2, 1001), 0);
    check("10^400 paths", test_layers(10, test_sized(400, 309)), 0);
    check("2^5000 paths", test_layers(2, test_sized(5000, 1100)), 0);
    check("100^160 paths", test_layers(test_sized(100, 60), test_sized(160, 180)), 0);
}

/* Layers of which arcs are left out at random, joined both ways: counts differ from vertex to vertex by any factor. */
static test_graph ragged(uint64_t seed, int32_t width, int32_t depth, bool both)
{
    test_graph g = test_layers(width, depth);
    int32_t *by = test_permutation_of(seed, (int32_t)g.count);
    int64_t kept = 0;
    for (int64_t k = 0; k < g.count; k++)
        if (by[k] % 3 > 0 || g.row[k] == 0) {
            g.row[kept] = g.row[k];
            g.col[kept++] = g.col[k];
        }
    g.count = kept;
    free(by);
    if (!both) return g;
    g.row = realloc(g.row, 2 * (size_t)kept * sizeof *g.row);
    g.col = realloc(g.col, 2 * (size_t)kept * sizeof *g.col);
    assert_true(g.row && g.col);
    memcpy(g.row + kept, g.col, (size_t)kept * sizeof *g.col);
    memcpy(g.col + kept, g.row, (size_t)kept * sizeof *g.row);
    g.count = 2 * kept;
    return g;
}

static void ragged_layers(void **unused)
{
    for (uint64_t seed = 1; seed <= 2; seed++) {
        check("ragged layers", ragged(seed, 5, test_sized(1500, 800), false), 0);
        check("ragged layers both ways", ragged(seed, 4, test_sized(1500, 1000), true), 7);
    }
}

/* A graph of two parts, `second` moved behind `first`. Frees both. */
static test_graph beside(test_graph first, test_graph second)
{
    test_graph g = test_empty(first.rows + second.rows, first.rows + second.rows);
    g.count = first.count + second.count;
    g.row = realloc(g.row, (size_t)g.count * sizeof *g.row);
    g.col = realloc(g.col, (size_t)g.count * sizeof *g.col);
    assert_true(g.row && g.col);
    for (int64_t k = 0; k < g.count; k++) {
        const bool one = k < first.count;
        g.row[k] = one ? first.row[k] : second.row[k - first.count] + first.rows;
        g.col[k] = one ? first.col[k] : second.col[k - first.count] + first.rows;
    }
    test_graph_free(&first);
    test_graph_free(&second);
    return g;
}

/* Where doubles do, wide counts give the same bits: whether a source comes before or after one with too many paths. */
static void same_bits(void **unused)
{
    enum { SMALL = 300 };
    for (int strategy = 0; strategy < TROPIC_STRATEGIES; strategy++) {
        /* Atomic sums have no fixed order. */
        if (strategy == TROPIC_STRATEGY_CSR_PUSH || strategy == TROPIC_STRATEGY_COOC_SCALAR) continue;
        test_graph g = beside(test_random_undirected(5, SMALL, 4 * SMALL), test_layers(2, 1200));
        const tropic_index orders[][3] = {{3, 4, SMALL}, {SMALL, 3, 4}, {3, SMALL, 4}};
        double *by_order[3];
        OWNED(run_fixture) f = run_open("two parts", &g, TROPIC_BOOL);
        for (int k = 0; k < 3; k++) {
            const tropic_bc_options options = {
                .size = sizeof options, .strategy = (tropic_strategy)strategy, .sources = orders[k], .source_count = 3};
            by_order[k] = run_centralities(&f, &options, NULL);
        }
        for (int k = 1; k < 3; k++) assert_memory_equal(by_order[k], by_order[0], (size_t)f.n * sizeof(double));
        for (tropic_index v = 0; v < f.n; v++) assert_true(isfinite(by_order[0][v]));
        for (int k = 0; k < 3; k++) free(by_order[k]);
    }
}

/* GraphBLAS counts in doubles: a result that it cannot verify is not called different. */
static void beyond_graphblas(void **unused)
{
    const tropic_index source = 0;
    const tropic_bc_options options = {.size = sizeof options, .sources = &source, .source_count = 1};
    char message[REFERENCE_MESSAGE] = "?";
    test_graph g = test_layers(10, 320);
    OWNED(run_fixture) f = run_open("10^320 paths", &g, TROPIC_BOOL);
    OWNED(tropic_vector) *centrality = NULL;
    assert_ok(f.context, tropic_vector_create(&centrality, f.context, TROPIC_FP64, f.n));
    assert_ok(f.context, tropic_bc(centrality, f.A, &options, NULL));
    assert_int_equal(reference_verify_bc(centrality, f.A, f.context, &options, 0, message, sizeof message),
                     REFERENCE_FAILED);
    assert_non_null(strstr(message, "1.8e308"));
}

int main(void)
{
    test_need_device();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids),     cmocka_unit_test(layers),           cmocka_unit_test(ragged_layers),
        cmocka_unit_test(same_bits), cmocka_unit_test(beyond_graphblas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

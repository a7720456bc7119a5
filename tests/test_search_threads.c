/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches on the CPU with more threads find the same as one. First the graph is narrow: threads have own lists and do
 * not update the bits of seen vertices. Then it is wide at once, and a level pulls by these. Then it is narrow again.
 */
#include "tests/fixtures.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTS = 5 };
static const int counts[COUNTS] = {1, 2, 4, 8, 16};

/* A grid of side x side whose middle is joined to the centre of a star. */
static test_graph grid_and_star(int32_t side, int32_t leaves)
{
    OWNED(test_graph) grid = test_grid(side, side), star = test_star(leaves);
    const int32_t middle = side / 2 * side + side / 2, centre = side * side;
    test_graph all = test_random_graph(6, centre + star.rows, centre + star.rows, grid.count + star.count + 2);
    int64_t k = 0;
    for (int64_t e = 0; e < grid.count; e++) all.row[k] = grid.row[e], all.col[k++] = grid.col[e];
    for (int64_t e = 0; e < star.count; e++) all.row[k] = centre + star.row[e], all.col[k++] = centre + star.col[e];
    all.row[k] = middle, all.col[k++] = centre;
    all.row[k] = centre, all.col[k++] = middle;
    assert_int_equal(k, all.count);
    test_weigh(&all, 7, 1, 255, 1);
    return all;
}

static tropic_matrix *matrix_of(tropic_context *context, const test_graph *G)
{
    OWNED_MEMORY int32_t *weights = malloc((size_t)G->count * sizeof *weights);
    tropic_matrix *A = NULL;
    assert_non_null(weights);
    for (int64_t e = 0; e < G->count; e++) weights[e] = (int32_t)G->weight[e];
    assert_ok(context, tropic_matrix_from_coo(&A, context, G->rows, G->cols, G->count, G->row, G->col, TROPIC_INT32,
                                              weights, NULL));
    return A;
}

/* Every vertex that was reached but the source has a parent from which an arc leads on a shortest path. */
static void check_parents(const test_graph *G, const int64_t *distance, const int32_t *parent, bool weighted,
                          int32_t source)
{
    OWNED_MEMORY char *right = calloc((size_t)G->rows, 1);
    assert_non_null(right);
    for (int64_t e = 0; e < G->count; e++)
        if (parent[G->col[e]] == G->row[e] &&
            distance[G->row[e]] + (weighted ? (int64_t)G->weight[e] : 1) == distance[G->col[e]])
            right[G->col[e]] = 1;
    for (int32_t v = 0; v < G->rows; v++) assert_true(right[v] || parent[v] == (v == source ? source : -1));
}

static void check_source(const test_graph *G, int32_t source)
{
    const size_t n = (size_t)G->rows;
    OWNED_MEMORY int32_t *level = malloc(n * sizeof *level), *parent = malloc(n * sizeof *parent);
    OWNED_MEMORY int64_t *distance = malloc(2 * n * sizeof *distance), *first = malloc(2 * n * sizeof *first);
    assert_true(level && parent && distance && first);
    for (int k = 0; k < COUNTS; k++) {
        OWNED(tropic_context) *context = test_context_of(counts[k]);
        OWNED(tropic_matrix) *A = matrix_of(context, G);
        OWNED(tropic_vector) *levels = NULL, *distances = NULL, *parents = NULL;
        tropic_run_report report = {.size = sizeof report};
        assert_ok(context, tropic_vector_create(&levels, context, TROPIC_INT32, G->rows));
        assert_ok(context, tropic_vector_create(&distances, context, TROPIC_INT64, G->rows));
        assert_ok(context, tropic_vector_create(&parents, context, TROPIC_INT32, G->rows));
        for (int round = 0; round < 3; round++) { /* helpers may come late */
            assert_ok(context, tropic_bfs(levels, parents, A, source, NULL, &report));
            assert_ok(context, tropic_vector_get_dense(levels, level, NULL));
            assert_ok(context, tropic_vector_get_dense(parents, parent, NULL));
            for (size_t v = 0; v < n; v++) distance[v] = level[v];
            check_parents(G, distance, parent, false, source);
            assert_ok(context, tropic_sssp(distances, parents, A, source, NULL, &report));
            assert_ok(context, tropic_vector_get_dense(distances, distance + n, NULL));
            assert_ok(context, tropic_vector_get_dense(parents, parent, NULL));
            check_parents(G, distance + n, parent, true, source);
            if (k == 0) memcpy(first, distance, 2 * n * sizeof *first);
            assert_memory_equal(distance, first, 2 * n * sizeof *first);
        }
        assert_int_equal(report.reached, G->rows);
    }
}

static void as_one_thread(void **unused)
{
    const int32_t side = test_sized(500, 400);
    OWNED(test_graph) G = grid_and_star(side, side * side / 2);
    check_source(&G, 0);
    check_source(&G, side * side - side / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_one_thread)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Two colours. (tests/test_cycle.c has more graphs.)
 */
#include "tests/context.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

static tropic_status colors_of(tropic_context *c, const test_graph *G, int32_t *colors, int64_t *levels)
{
    char message[REFERENCE_MESSAGE];
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *color = NULL;
    assert_ok(c, tropic_vector_create(&color, c, TROPIC_INT32, G->rows));
    const tropic_status status = tropic_bipartite(color, A, &report);
    if (status != TROPIC_OK) return status;
    assert_ok(c, tropic_vector_get_dense(color, colors, NULL));
    *levels = report.levels;
    const reference_result r = {.values = {color}, .A = A, .context = c};
    if (reference_table.find("bipartite")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return status;
}

/* 2 -> 0, 0 -> 4, 4 -> 3, and 1 apart. */
static void by_hand(void **unused)
{
    tropic_index row[] = {2, 0, 4}, col[] = {0, 4, 3};
    const test_graph G = {.rows = 5, .cols = 5, .count = 3, .row = row, .col = col};
    const int32_t expected[] = {0, 0, 1, 0, 1};
    int32_t colors[5];
    int64_t levels;
    assert_int_equal(colors_of(context, &G, colors, &levels), TROPIC_OK);
    assert_memory_equal(colors, expected, sizeof expected);
    assert_int_equal(levels, 3);
}

/* A message has the odd cycle, and of a long one its first vertices. */
static void odd_cycles_are_named(void **unused)
{
    OWNED(test_graph) G = test_cycle(11);
    int32_t colors[11];
    int64_t levels;
    assert_int_equal(colors_of(context, &G, colors, &levels), TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_error(context),
                        "the graph is not bipartite: it has the odd cycle 0 - 1 - 2 - 3 - 4 - 5 - 6 - 7 - ... - 0, of "
                        "11 vertices");
}

/* Drops edges within the odd and within the even vertices. */
static void make_bipartite(test_graph *G)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < G->count; k++) {
        if ((G->row[k] + G->col[k]) % 2 == 0) continue;
        G->row[kept] = G->row[k];
        G->col[kept++] = G->col[k];
    }
    G->count = kept;
}

/* Wide levels, hubs, many components, arcs without opposites, and a long way. */
static void equal_the_host(void **unused)
{
    const tropic_context_options options = {.size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = 2};
    const int32_t n = test_sized(50000, 3000);
    test_graph G[] = {test_kronecker(3, test_sized(14, 8), 16), test_random_undirected(4, n, 4 * (int64_t)n),
                      test_random_graph(5, n, n, 6 * (int64_t)n), test_random_undirected(6, n, n / 2),
                      test_path(test_sized(50000, 500))};
    OWNED(tropic_context) *host = NULL;
    assert_int_equal(tropic_context_create(&host, &options), TROPIC_OK);
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED_MEMORY int32_t *colors = test_room(G[k].rows, sizeof *colors);
        OWNED_MEMORY int32_t *expected = test_room(G[k].rows, sizeof *expected);
        int64_t levels, host_levels;
        make_bipartite(&G[k]);
        assert_int_equal(colors_of(context, &G[k], colors, &levels), TROPIC_OK);
        assert_int_equal(colors_of(host, &G[k], expected, &host_levels), TROPIC_OK);
        assert_memory_equal(colors, expected, (size_t)G[k].rows * sizeof *colors);
        assert_int_equal(levels, host_levels);
        test_graph_free(&G[k]);
    }
}

/* A square gets a diagonal, and loses it; then a loop. */
static void updates_are_seen(void **unused)
{
    OWNED(test_graph) G = test_cycle(4);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *color = NULL;
    assert_ok(context, tropic_vector_create(&color, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_bipartite(color, A, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 3, 1, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bipartite(color, A, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 3, 1));
    assert_ok(context, tropic_bipartite(color, A, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 2, 2, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bipartite(color, A, NULL));
}

static void bad_arguments_are_refused(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *v = NULL, *narrow = NULL, *real = NULL;
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&narrow, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_bipartite(v, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_bipartite(v, wide, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_bipartite(narrow, A, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_bipartite(real, A, NULL));
    assert_int_equal(tropic_bipartite(NULL, A, NULL), TROPIC_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(odd_cycles_are_named),
        cmocka_unit_test(equal_the_host),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

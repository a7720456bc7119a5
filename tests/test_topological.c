/* SPDX-License-Identifier: Apache-2.0
 *
 * Topological orders, by what defines them. (tests/test_cycle.c has more graphs.)
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

/* Checked; free() order and level. */
typedef struct found {
    tropic_status status;
    int32_t *order, *level;
    int64_t levels;
} found;

static void found_free(found *f)
{
    free(f->order);
    free(f->level);
}

static found order_of(tropic_context *c, const test_graph *G)
{
    char message[REFERENCE_MESSAGE];
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *order = NULL, *level = NULL;
    found f = {.order = test_room(G->rows, sizeof *f.order), .level = test_room(G->rows, sizeof *f.level)};
    assert_ok(c, tropic_vector_create(&order, c, TROPIC_INT32, G->rows));
    assert_ok(c, tropic_vector_create(&level, c, TROPIC_INT32, G->rows));
    f.status = tropic_topological(order, level, A, &report);
    if (f.status != TROPIC_OK) return f;
    assert_ok(c, tropic_vector_get_dense(order, f.order, NULL));
    assert_ok(c, tropic_vector_get_dense(level, f.level, NULL));
    f.levels = report.levels;
    const reference_result r = {.values = {order, level}, .A = A, .context = c};
    if (reference_table.find("topological")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return f;
}

/* 0 -> 3 -> 1, 0 -> 1, 4 -> 1, and 2 apart. */
static void by_hand(void **unused)
{
    tropic_index row[] = {0, 3, 0, 4}, col[] = {3, 1, 1, 1};
    const int32_t order[] = {0, 2, 4, 3, 1}, level[] = {0, 2, 0, 1, 0};
    OWNED(found) f = order_of(context, &(const test_graph){.rows = 5, .cols = 5, .count = 4, .row = row, .col = col});
    assert_memory_equal(f.order, order, sizeof order);
    assert_memory_equal(f.level, level, sizeof level);
    assert_int_equal(f.levels, 3);
}

static void shapes(void **unused)
{
    test_graph G[] = {test_empty(0, 0), test_empty(3, 3), test_directed_path(test_sized(100000, 500)),
                      test_star(test_sized(100000, 5000)), test_layers(60, 30)};
    const int64_t levels[] = {0, 1, test_sized(100000, 500), 2, 32};
    test_make_acyclic(&G[3]); /* duplicates stay */
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED(found) f = order_of(context, &G[k]);
        assert_int_equal(f.status, TROPIC_OK);
        assert_int_equal(f.levels, levels[k]);
        test_graph_free(&G[k]);
    }
}

/* Levels are those of the vertices, whatever their numbers. */
static void permuted_vertices_keep_their_levels(void **unused)
{
    OWNED(test_graph) G = test_random_graph(41, 500, 500, 2000);
    test_make_acyclic(&G);
    OWNED(test_graph) moved = test_copy(&G);
    OWNED_MEMORY int32_t *by = test_permutation_of(42, G.rows);
    test_permute(&moved, by);
    OWNED(found) one = order_of(context, &G), other = order_of(context, &moved);
    for (int32_t v = 0; v < G.rows; v++) assert_int_equal(one.level[v], other.level[by[v]]);
}

static void same_by_threads(const test_graph *G)
{
    static const int threads[] = {1, 2, 7};
    OWNED(found) first = order_of(context, G);
    assert_int_equal(first.status, TROPIC_OK);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        const tropic_context_options options = {
            .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
        OWNED(tropic_context) *c = NULL;
        assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
        for (int run = 0; run < 3; run++) {
            OWNED(found) again = order_of(c, G);
            assert_int_equal(again.levels, first.levels);
            assert_memory_equal(again.order, first.order, (size_t)G->rows * sizeof *again.order);
            assert_memory_equal(again.level, first.level, (size_t)G->rows * sizeof *again.level);
        }
    }
}

/* On graphs large enough for several threads: levels of many vertices. */
static void threads_change_nothing(void **unused)
{
    const int32_t n = test_sized(100000, 2000);
    OWNED(test_graph) G = test_random_graph(31, n, n, 4 * (int64_t)n);
    test_make_acyclic(&G);
    same_by_threads(&G);
    OWNED(test_graph) skewed = test_kronecker(7, test_sized(14, 8), 16); /* hubs */
    test_make_acyclic(&skewed);
    same_by_threads(&skewed);
}
/* Levels that are too large, and vertices of one level in another order. */
static void wrong_results_are_found(void **unused)
{
    static const int32_t orders[][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {0, 1, 2}, {0, 0, 2}};
    static const int32_t levels[][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 2}, {0, 0, 1}};
    tropic_index row[] = {0, 1}, col[] = {2, 2};
    const test_graph G = {.rows = 3, .cols = 3, .count = 2, .row = row, .col = col};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *order = NULL, *level = NULL;
    assert_ok(context, tropic_vector_create(&order, context, TROPIC_INT32, 3));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, 3));
    for (int k = 0; k < 5; k++) {
        char message[REFERENCE_MESSAGE];
        const reference_result r = {.values = {order, level}, .A = A, .context = context};
        assert_ok(context, tropic_vector_put_dense(order, orders[k], NULL));
        assert_ok(context, tropic_vector_put_dense(level, levels[k], NULL));
        assert_int_equal(reference_table.find("topological")->check(&r, message, sizeof message),
                         k == 0 ? REFERENCE_MATCH : REFERENCE_MISMATCH);
    }
}

/* A message has the cycle. */
static void cycles_are_named(void **unused)
{
    OWNED(test_graph) two = test_path(2);
    OWNED(found) f = order_of(context, &two);
    assert_int_equal(f.status, TROPIC_INVALID_ARGUMENT);
    assert_string_equal(tropic_context_error(context),
                        "the graph has no topological order: it has the cycle 0 -> 1 -> 0");
}

/* A directed path gets an arc back, and loses one. */
static void updates_are_seen(void **unused)
{
    OWNED(test_graph) G = test_directed_path(4);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *order = NULL;
    tropic_index found[4], expected[] = {0, 2, 1, 3};
    assert_ok(context, tropic_vector_create(&order, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_topological(order, NULL, A, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 3, 0, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_topological(order, NULL, A, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 3, 0));
    assert_ok(context, tropic_matrix_remove(A, context, 1, 2));
    assert_ok(context, tropic_topological(order, NULL, A, NULL));
    assert_ok(context, tropic_vector_get_dense(order, found, NULL));
    assert_memory_equal(found, expected, sizeof expected);
}

static void bad_arguments_are_refused(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *v = NULL, *narrow = NULL, *real = NULL;
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&narrow, context, TROPIC_INT32, 4));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_topological(v, v, A, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_topological(v, NULL, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_topological(v, NULL, wide, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_topological(v, narrow, A, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_topological(real, NULL, A, NULL));
    assert_int_equal(tropic_topological(NULL, NULL, A, NULL), TROPIC_INVALID_ARGUMENT);
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    tropic_vector *order = NULL;
    tropic_status status = tropic_vector_create(&order, c, TROPIC_INT32, tropic_matrix_rows(o->A));
    if (status == TROPIC_OK) status = tropic_topological(order, NULL, o->A, NULL);
    tropic_vector_free(&order);
    /* The graph has cycles, which are found in the end. */
    return status == TROPIC_INVALID_ARGUMENT ? TROPIC_OK : status;
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case order = {"an order", test_failing_make_matrix, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &order) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(shapes),
        cmocka_unit_test(permuted_vertices_keep_their_levels),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(cycles_are_named),
        cmocka_unit_test(wrong_results_are_found),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

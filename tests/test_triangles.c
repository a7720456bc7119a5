/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles against merged lists, on graphs of every kind and in both orders, by hand, and by their laws.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/generated.h"
#include "tests/graphs.h"

#include "reference/reference.h"

/* Those of A's vertices, checked, and the same in all orders and on the threads of `where`; free() them. */
static int64_t *triangles_of(tropic_context *where, const tropic_matrix *A, int64_t *total)
{
    char message[REFERENCE_MESSAGE];
    const size_t bytes = (size_t)tropic_matrix_rows(A) * sizeof(int64_t);
    int64_t *first = NULL;
    for (int order = TROPIC_TRIANGLES_AUTO; order <= TROPIC_TRIANGLES_AS_GIVEN; order++) {
        const tropic_triangles_options options = {.size = sizeof options, .order = (tropic_triangles_order)order};
        tropic_run_report report = {.size = sizeof report};
        OWNED(tropic_vector) *v = NULL;
        OWNED_MEMORY int64_t *values = NULL;
        int64_t alone = -1, together = -1;
        reference_result r = {.A = A, .context = where, .options = &together};
        assert_ok(where, tropic_vector_create(&v, where, TROPIC_INT64, tropic_matrix_rows(A)));
        assert_ok(where, tropic_triangles(NULL, &alone, where, A, &options, &report));
        assert_ok(where, tropic_triangles(v, &together, where, A, &options, NULL));
        assert_int_equal(alone, together);
        assert_int_equal(report.reached, tropic_matrix_rows(A));
        values = test_values_of(where, v);
        r.values[0] = v;
        if (!first && reference_table.find("triangles")->check(&r, message, sizeof message) != REFERENCE_MATCH)
            fail_msg("%s", message);
        if (first) assert_memory_equal(values, first, bytes);
        if (total) *total = alone;
        if (first) continue;
        first = values;
        values = NULL;
    }
    return first;
}

static void check_graph(const test_graph *G)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, TROPIC_BOOL, NULL);
    free(triangles_of(context, A, NULL));
}

static void equal_merged_lists(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_path(2),
                      test_empty(5, 5),
                      test_star(1000),
                      test_path(1000),
                      test_cycle(3),
                      test_cycle(4),
                      test_grid(20, 30),
                      test_tree(100),
                      test_directed_path(70),
                      test_disconnected(7, 5),
                      test_layers(5, 4),
                      test_random_graph(1, 50, 50, 40), /* directed, with loops and duplicates */
                      test_random_graph(2, 300, 300, 9000),
                      test_random_undirected(3, 200, 3000),
                      test_random_undirected(4, 2000, 30000),
                      test_kronecker(5, test_sized(12, 8), 8)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        check_graph(&G[k]);
        test_graph_free(&G[k]);
    }
}

static void equal_merged_lists_at_random(void **unused)
{
    uint64_t state = 11;
    for (int turn = 0; turn < test_sized(300, 20); turn++) {
        const int32_t n = 1 + test_below(&state, 90);
        const int64_t count = test_below(&state, 1 + n * 12);
        OWNED(test_graph)
        G = turn % 2 ? test_random_graph(test_random(&state), n, n, count)
                     : test_random_undirected(test_random(&state), n, count);
        check_graph(&G);
    }
}

/* 0 -> 1, 2; 1 -> 2; 3 -> 2; 1 -> 3; 3 -> 3; 2 -> 0: edges 01, 02, 12, 23, 13, a loop, and vertex 4 alone. Triangles
 * 012 and 123. */
static void counted_by_hand(void **unused)
{
    tropic_index row[] = {0, 0, 1, 3, 1, 3, 2}, col[] = {1, 2, 2, 2, 3, 3, 0};
    const int64_t expected[5] = {1, 2, 2, 1, 0};
    test_graph G = {.rows = 5, .cols = 5, .count = 7, .row = row, .col = col};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED_MEMORY int64_t *got = NULL;
    int64_t total;
    got = triangles_of(context, A, &total);
    assert_memory_equal(got, expected, sizeof expected);
    assert_int_equal(total, 2);
}

static int64_t total_of(tropic_generator kind, double first, double second)
{
    OWNED(tropic_matrix) *A = generated_matrix(context, kind, first, second);
    int64_t total;
    free(triangles_of(context, A, &total));
    return total;
}

static void known_graphs_have_known_numbers(void **unused)
{
    const int n = test_sized(300, 40), many = test_sized(1000000, 3000);
    for (int k = 1; k < 9; k++) assert_int_equal(total_of(TROPIC_GENERATE_COMPLETE, k, 0), k * (k - 1) * (k - 2) / 6);
    assert_int_equal(total_of(TROPIC_GENERATE_COMPLETE, n, 0), (int64_t)n * (n - 1) * (n - 2) / 6);
    assert_int_equal(total_of(TROPIC_GENERATE_STAR, many, 0), 0);
    assert_int_equal(total_of(TROPIC_GENERATE_PATH, many, 0), 0);
    assert_int_equal(total_of(TROPIC_GENERATE_LATTICE, 40, 1), 0);
    assert_int_equal(total_of(TROPIC_GENERATE_MESH, 41, 0), 2 * 40 * 40);
    assert_int_equal(total_of(TROPIC_GENERATE_MYCIELSKIAN, test_sized(11, 7), 0), 0);
}

/* Two complete graphs of 30 vertices, with an edge between vertices 0 and 30. */
static void bridges_are_in_no_triangle(void **unused)
{
    enum { HALF = 30, PAIRS = (HALF - 1) * (HALF - 2) / 2 };
    OWNED(test_graph) K = test_complete(HALF), G = test_empty(2 * HALF, 2 * HALF);
    OWNED(tropic_matrix) *A = NULL;
    OWNED_MEMORY int64_t *got = NULL;
    free(G.row), free(G.col);
    G.row = test_room(2 * K.count + 2, sizeof *G.row), G.col = test_room(2 * K.count + 2, sizeof *G.col);
    for (int64_t k = 0; k < K.count; k++)
        for (int side = 0; side < 2; side++) {
            G.row[G.count] = K.row[k] + side * HALF;
            G.col[G.count++] = K.col[k] + side * HALF;
        }
    G.row[G.count] = 0, G.col[G.count++] = HALF;
    G.row[G.count] = HALF, G.col[G.count++] = 0;
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    got = triangles_of(context, A, NULL);
    for (int v = 0; v < 2 * HALF; v++) assert_int_equal(got[v], PAIRS);
}

/* One, two and seven threads, with work enough for all; permuting vertices permutes counts. */
static void threads_and_numbers_change_nothing(void **unused)
{
    const int threads[] = {1, 2, 7};
    for (int directed = 0; directed < 2; directed++) {
        OWNED(test_graph) G = test_kronecker(9, test_sized(13, 8), 16);
        OWNED_MEMORY tropic_index *id = test_permutation_of(6, G.rows);
        OWNED_MEMORY int64_t *first = NULL, *permuted = NULL;
        OWNED(tropic_matrix) *P = NULL;
        if (directed) test_make_acyclic(&G);
        for (int k = 0; k < 3; k++) {
            tropic_context *other = test_context_of(threads[k]);
            tropic_matrix *A = test_matrix_of(other, &G, TROPIC_BOOL, NULL);
            OWNED_MEMORY int64_t *got = triangles_of(other, A, NULL);
            if (first) assert_memory_equal(got, first, (size_t)G.rows * sizeof *got);
            if (!first) first = got, got = NULL;
            tropic_matrix_free(&A);
            tropic_context_free(&other);
        }
        test_permute(&G, id);
        P = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
        permuted = triangles_of(context, P, NULL);
        for (int32_t v = 0; v < G.rows; v++) assert_int_equal(permuted[id[v]], first[v]);
    }
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    enum { N = 60 };
    OWNED(test_graph) G = test_random_graph(7, N, N, 400);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    tropic_vector *counts[2] = {NULL, NULL};
    int64_t got[2][N];
    const int64_t old = 3;
    test_deduplicate(&G);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    assert_ok(context, tropic_matrix_remove(A, context, G.row[5], G.col[5]));
    assert_ok(context, tropic_matrix_remove(A, context, G.row[6], G.col[6]));
    assert_ok(context, tropic_matrix_set(A, context, G.row[5], G.col[5], NULL));
    G.row[6] = G.row[0], G.col[6] = G.col[0]; /* one arc twice */
    test_deduplicate(&G);
    B = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    for (int k = 0; k < 2; k++) {
        assert_ok(context, tropic_vector_create(&counts[k], context, TROPIC_INT64, N));
        if (k == 0) assert_ok(context, tropic_vector_set(counts[k], 4, &old));
        assert_ok(context, tropic_triangles(counts[k], NULL, context, k == 0 ? A : B, NULL, NULL));
        assert_ok(context, tropic_vector_get_dense(counts[k], got[k], NULL));
    }
    assert_memory_equal(got[0], got[1], sizeof got[0]);
    for (int k = 0; k < 2; k++) tropic_vector_free(&counts[k]);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_triangles_options options = {.size = sizeof options, .order = (tropic_triangles_order)9};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *counts = NULL, *real = NULL, *longer = NULL;
    int64_t kept[5] = {9, 8, 7, 6, 5}, found[5], total = 77;
    assert_ok(context, tropic_vector_create(&counts, context, TROPIC_INT64, 5));
    assert_ok(context, tropic_vector_put_dense(counts, kept, NULL));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT64, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_triangles(counts, &total, context, A, &options, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_triangles(NULL, NULL, context, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_triangles(counts, &total, context, NULL, NULL, NULL));
    assert_int_equal(tropic_triangles(counts, &total, NULL, A, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_triangles(real, &total, context, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_triangles(longer, &total, context, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_triangles(counts, &total, context, wide, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(counts, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
    assert_int_equal(total, 77);
}

static void runs_can_be_cancelled(void **unused)
{
    int left = 0;
    tropic_context *stoppable = test_stoppable(&left);
    tropic_matrix *A = test_path_matrix(stoppable, 100);
    int64_t total = 77;
    assert_status(stoppable, TROPIC_CANCELLED, tropic_triangles(NULL, &total, stoppable, A, NULL, NULL));
    assert_int_equal(total, 77);
    left = 1000;
    assert_ok(stoppable, tropic_triangles(NULL, &total, stoppable, A, NULL, NULL));
    tropic_matrix_free(&A);
    tropic_context_free(&stoppable);
}

/* Directed by degree, or (A's own lists) as they are. */
static void make_counts(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_INT64, TEST_FAILING_N));
}

static tropic_status count_by_degree(tropic_context *c, test_failing_objects *o)
{
    const tropic_triangles_options options = {.size = sizeof options, .order = TROPIC_TRIANGLES_BY_DEGREE};
    return tropic_triangles(o->v[0], NULL, c, o->A, &options, NULL);
}

static tropic_status count_as_given(tropic_context *c, test_failing_objects *o)
{
    return tropic_triangles(o->v[0], NULL, c, o->A, NULL, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case by_degree = {"triangles, by degree", make_counts, count_by_degree,
                                                TROPIC_STRATEGY_AUTO};
    static const test_failing_case as_given = {"triangles, as given", make_counts, count_as_given,
                                               TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &by_degree) > 2);
    assert_true(test_failing_run(&test_failing_host, &as_given) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_merged_lists),
        cmocka_unit_test(equal_merged_lists_at_random),
        cmocka_unit_test(counted_by_hand),
        cmocka_unit_test(known_graphs_have_known_numbers),
        cmocka_unit_test(bridges_are_in_no_triangle),
        cmocka_unit_test(threads_and_numbers_change_nothing),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(runs_can_be_cancelled),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

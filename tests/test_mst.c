/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum and maximum spanning forests against Prim's algorithm, on graphs of every kind and with weights of every
 * type.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <math.h>

static const tropic_build_options undirected = {.size = sizeof undirected, .direction = TROPIC_DIRECTION_UNDIRECTED};

/* The forest of A, checked. */
static tropic_matrix *forest_of(tropic_context *c, const tropic_matrix *A, bool maximum, tropic_mst_report *told)
{
    char message[REFERENCE_MESSAGE];
    const tropic_mst_options options = {.size = sizeof options, .maximum = maximum, .report = told};
    tropic_run_report report = {.size = sizeof report};
    tropic_matrix *F = NULL;
    reference_result r = {.A = A, .context = c, .options = &options};
    *told = (tropic_mst_report){.size = sizeof *told};
    assert_ok(c, tropic_mst(&F, c, A, &options, &report));
    assert_int_equal(report.reached, tropic_matrix_rows(A));
    assert_int_equal(told->edges + told->trees, tropic_matrix_rows(A));
    assert_int_equal(tropic_matrix_count(F), 2 * (int64_t)told->edges);
    r.arcs = F;
    if (reference_table.find("mst")->check(&r, message, sizeof message) != REFERENCE_MATCH) fail_msg("%s", message);
    return F;
}

/* The sum of F's weights, each edge once. */
static long double weight_of(tropic_context *c, const tropic_matrix *F)
{
    const tropic_offset *offsets;
    const tropic_index *ids;
    const void *values;
    long double sum = 0;
    assert_ok(c, tropic_matrix_csr(F, c, &offsets, &ids, &values));
    for (tropic_index v = 0; v < tropic_matrix_rows(F); v++)
        for (tropic_offset k = offsets[v]; k < offsets[v + 1]; k++)
            if (ids[k] > v) sum += values ? test_value_load(tropic_matrix_type(F), values, k) : 1;
    return sum;
}

/* A graph made undirected, with weights of a type, or a pattern where it has none. */
static void check_graph(const test_graph *G, tropic_type type)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, type, &undirected);
    for (int maximum = 0; maximum < 2; maximum++) {
        tropic_mst_report told;
        OWNED(tropic_matrix) *F = forest_of(context, A, maximum, &told);
        const long double weight = weight_of(context, F);
        assert_true(told.weight == (double)weight);
        assert_true(told.exact == !(G->weight && test_is_floating(type)));
        if (told.exact) assert_true(told.integer_weight == weight);
        assert_int_equal(tropic_matrix_type(F), tropic_matrix_type(A));
    }
}

static void equal_prim(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(20000),
                      test_path(3000),
                      test_directed_path(70),
                      test_complete(90),
                      test_grid(40, 50),
                      test_disconnected(7, 5),
                      test_random_graph(1, 50, 50, 40), /* with loops and duplicates */
                      test_random_graph(2, 400, 400, 500),
                      test_random_graph(3, 400, 400, 30000),
                      test_random_undirected(4, test_sized(20000, 2000), test_sized(30000, 3000)),
                      test_kronecker(5, test_sized(13, 8), 16)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        check_graph(&G[k], TROPIC_BOOL); /* all weights equal, without values and with */
        test_weigh(&G[k], 6, 7, 7, 1);
        check_graph(&G[k], TROPIC_INT32);
        test_weigh(&G[k], 7, -100, 100, 1);
        check_graph(&G[k], TROPIC_INT32);
        check_graph(&G[k], TROPIC_INT64);
        test_weigh(&G[k], 8, -1000000, 1000000, 4);
        check_graph(&G[k], TROPIC_FP64);
        check_graph(&G[k], TROPIC_FP32);
        test_graph_free(&G[k]);
    }
}

static void all_types(void **unused)
{
    static const tropic_type types[] = {TROPIC_BOOL,   TROPIC_INT8,  TROPIC_INT16,  TROPIC_INT32,
                                        TROPIC_INT64,  TROPIC_UINT8, TROPIC_UINT16, TROPIC_UINT32,
                                        TROPIC_UINT64, TROPIC_FP32,  TROPIC_FP64};
    OWNED(test_graph) G = test_random_graph(11, 300, 300, 5000);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        test_weigh(&G, 12 + t, test_is_unsigned(types[t]) || types[t] == TROPIC_BOOL ? 0 : -50, 50, 1);
        check_graph(&G, types[t]);
    }
}

/* Edges 0-1 4, 0-2 1, 1-2 1, 1-3 2, 2-3 2, 3-4 -3, and a loop of -9. */
static void by_hand(void **unused)
{
    tropic_index row[] = {0, 0, 1, 1, 2, 3, 2}, col[] = {1, 2, 2, 3, 3, 4, 2};
    double weight[] = {4, 1, 1, 2, 2, -3, -9};
    const test_graph G = {.rows = 5, .cols = 5, .count = 7, .row = row, .col = col, .weight = weight};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_INT16, &undirected);
    const tropic_index least[] = {2, 2, 3, 0, 1, 1, 4, 3}, greatest[] = {1, 0, 3, 3, 1, 2, 4, 3};
    const int16_t low[] = {1, 1, 2, 1, 1, 2, -3, -3}, high[] = {4, 4, 2, 2, 2, 2, -3, -3};
    for (int maximum = 0; maximum < 2; maximum++) {
        const tropic_offset *offsets;
        const tropic_index *ids;
        const void *values;
        tropic_mst_report told;
        OWNED(tropic_matrix) *F = forest_of(context, A, maximum, &told);
        assert_int_equal(told.edges, 4);
        assert_int_equal(told.trees, 1);
        assert_true(told.exact);
        assert_int_equal(told.integer_weight, maximum ? 5 : 1);
        assert_true(tropic_matrix_type(F) == TROPIC_INT16);
        assert_ok(context, tropic_matrix_csr(F, context, &offsets, &ids, &values));
        assert_memory_equal(ids, maximum ? greatest : least, sizeof least);
        assert_memory_equal(values, maximum ? high : low, sizeof low);
    }
}

/* A million, and paths whose trees are long chains in the first round. */
static void long_paths_and_stars(void **unused)
{
    const int32_t n = test_sized(1000000, 5000);
    test_graph G[] = {test_path(n), test_path(n), test_star(n - 1)};
    for (int k = 0; k < 3; k++) {
        tropic_mst_report told;
        OWNED(tropic_matrix) *A = NULL, *F = NULL;
        G[k].weight = test_room(G[k].count, sizeof *G[k].weight);
        for (int64_t e = 0; e < G[k].count; e++) {
            const int32_t greater = G[k].row[e] > G[k].col[e] ? G[k].row[e] : G[k].col[e];
            G[k].weight[e] = k == 0 ? greater : n - greater;
        }
        A = test_matrix_of(context, &G[k], TROPIC_INT32, NULL);
        F = forest_of(context, A, false, &told);
        assert_int_equal(told.edges, n - 1);
        assert_int_equal(told.integer_weight, (int64_t)n * (n - 1) / 2);
        test_graph_free(&G[k]);
    }
}

/* The greatest weight is the least of the weights with their signs changed, edge by edge. */
static void maximum_is_minimum_of_negatives(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_INT64, TROPIC_FP32, TROPIC_FP64};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        OWNED(test_graph) G = test_random_undirected(21, 2000, 9000);
        OWNED(tropic_matrix) *A = NULL, *N = NULL, *F = NULL, *L = NULL;
        const tropic_offset *offsets, *others;
        const tropic_index *ids, *other_ids;
        tropic_mst_report told, other;
        G.weight = test_room(G.count, sizeof *G.weight);
        for (int64_t k = 0; k < G.count; k++) G.weight[k] = (G.row[k] + G.col[k]) % 37 - 18; /* mates alike */
        test_deduplicate(&G);
        A = test_matrix_of(context, &G, types[t], NULL);
        for (int64_t k = 0; k < G.count; k++) G.weight[k] = -G.weight[k];
        N = test_matrix_of(context, &G, types[t], NULL);
        F = forest_of(context, A, true, &told);
        L = forest_of(context, N, false, &other);
        assert_true(told.weight == -other.weight);
        assert_ok(context, tropic_matrix_csr(F, context, &offsets, &ids, NULL));
        assert_ok(context, tropic_matrix_csr(L, context, &others, &other_ids, NULL));
        assert_memory_equal(offsets, others, 2001 * sizeof *offsets);
        assert_memory_equal(ids, other_ids, (size_t)offsets[2000] * sizeof *ids);
    }
}

/* The bridge between two cliques is in the forest, whatever it weighs. */
static void bridges_are_taken(void **unused)
{
    enum { HALF = 60, N = 2 * HALF };
    for (int maximum = 0; maximum < 2; maximum++) {
        OWNED(test_graph) G = test_complete(N);
        OWNED(tropic_matrix) *A = NULL, *F = NULL;
        tropic_mst_report told;
        int64_t kept = 0;
        test_weigh(&G, 31, 1, 9, 1);
        for (int64_t k = 0; k < G.count; k++) {
            const bool first = G.row[k] < HALF, bridge = G.row[k] + G.col[k] == N - 1 && G.row[k] % HALF == 17;
            if (first != (G.col[k] < HALF) && !bridge) continue;
            G.row[kept] = G.row[k];
            G.col[kept] = G.col[k];
            G.weight[kept++] = bridge ? (maximum ? -1000 : 1000) : G.weight[k];
        }
        G.count = kept;
        A = test_matrix_of(context, &G, TROPIC_INT64, &undirected);
        F = forest_of(context, A, maximum, &told);
        assert_int_equal(told.trees, 1);
        assert_true(maximum ? told.integer_weight < 0 : told.integer_weight > 1000);
    }
}

/* Permuting vertices changes which of equal edges are taken, and no weight. */
static void permuted_vertices_weigh_the_same(void **unused)
{
    enum { N = 3000 };
    OWNED_MEMORY tropic_index *id = test_permutation_of(9, N);
    OWNED(test_graph) G = test_random_graph(8, N, N, 20000);
    OWNED(tropic_matrix) *A = NULL, *F = NULL, *P = NULL, *Q = NULL;
    tropic_mst_report told, other;
    test_weigh(&G, 10, 1, 30, 1);
    A = test_matrix_of(context, &G, TROPIC_INT32, &undirected);
    F = forest_of(context, A, false, &told);
    test_permute(&G, id);
    P = test_matrix_of(context, &G, TROPIC_INT32, &undirected);
    Q = forest_of(context, P, false, &other);
    assert_int_equal(told.integer_weight, other.integer_weight);
    assert_int_equal(told.trees, other.trees);
}

static void threads_change_nothing(void **unused)
{
    static const int threads[] = {1, 2, 7};
    OWNED(test_graph) G = test_kronecker(5, test_sized(15, 10), 8);
    OWNED(tropic_matrix) *A = NULL, *first = NULL;
    tropic_mst_report told;
    test_weigh(&G, 3, 1, 1000, 1);
    for (int64_t k = 0; k < G.count; k++) G.weight[k] = 1 / G.weight[k]; /* sums depend on their order */
    A = test_matrix_of(context, &G, TROPIC_FP64, &undirected);
    first = forest_of(context, A, false, &told);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        const tropic_context_options options = {
            .size = sizeof options, .device = TROPIC_DEVICE_CPU, .threads = threads[t]};
        OWNED(tropic_context) *c = NULL;
        assert_int_equal(tropic_context_create(&c, &options), TROPIC_OK);
        for (int run = 0; run < 5; run++) {
            tropic_mst_report again;
            OWNED(tropic_matrix) *B = test_matrix_of(c, &G, TROPIC_FP64, &undirected);
            OWNED(tropic_matrix) *F = forest_of(c, B, false, &again);
            test_matrices_same(context, first, c, F);
            assert_memory_equal(&again.weight, &told.weight, sizeof told.weight);
        }
    }
}

/* Without a matrix, or a report, as asked. */
static void results_are_optional(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *F = NULL;
    tropic_mst_report told = {.size = sizeof told};
    const tropic_mst_options options = {.size = sizeof options, .report = &told};
    assert_ok(context, tropic_mst(NULL, context, A, &options, NULL));
    assert_int_equal(told.integer_weight, 4);
    assert_ok(context, tropic_mst(NULL, context, A, NULL, NULL));
    assert_ok(context, tropic_mst(&F, context, A, NULL, NULL));
    test_matrices_same(context, A, context, F);
}

/* Edges that are set and removed before the call, and after it. */
static void updates_are_seen(void **unused)
{
    enum { N = 5 };
    OWNED(tropic_matrix) *A = test_path_matrix(context, N);
    tropic_mst_report told;
    for (int step = 0; step < 2; step++) {
        OWNED(tropic_matrix) *F = NULL;
        if (step == 0) {
            assert_ok(context, tropic_matrix_remove(A, context, 2, 3));
            assert_ok(context, tropic_matrix_remove(A, context, 3, 2));
        } else {
            assert_ok(context, tropic_matrix_set(A, context, 0, 4, NULL));
            assert_ok(context, tropic_matrix_set(A, context, 4, 0, NULL));
        }
        F = forest_of(context, A, false, &told);
        assert_int_equal(told.trees, step == 0 ? 2 : 1);
    }
}

static void sums_beyond_64_bits_are_told(void **unused)
{
    const tropic_index row[] = {0, 1, 1, 2}, col[] = {1, 0, 2, 1};
    const uint64_t weight[] = {UINT64_MAX, UINT64_MAX, 1, 1};
    const float infinite[] = {-INFINITY, -INFINITY, 0, -0.0f};
    OWNED(tropic_matrix) *A = NULL, *B = NULL, *F = NULL, *L = NULL;
    tropic_mst_report told;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, row, col, TROPIC_UINT64, weight, NULL));
    F = forest_of(context, A, true, &told);
    assert_false(told.exact);
    assert_int_equal(told.integer_weight, 0);
    assert_true(told.weight == 0x1p64);
    assert_ok(context, tropic_matrix_from_coo(&B, context, 3, 3, 4, row, col, TROPIC_FP32, infinite, NULL));
    L = forest_of(context, B, false, &told);
    assert_true(told.weight == -INFINITY);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_mst_report told = {.size = 3};
    const tropic_mst_options unsized = {.size = sizeof unsized, .report = &told};
    const tropic_index row[] = {0, 1, 1, 2}, col[] = {1, 0, 2, 1};
    const float nan[] = {1, 1, NAN, NAN};
    const int32_t differ[] = {1, 1, 2, 3};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL, *N = NULL, *D = NULL, *one = NULL;
    tropic_matrix *F = NULL;
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_ok(context, tropic_matrix_from_coo(&N, context, 3, 3, 4, row, col, TROPIC_FP32, nan, NULL));
    assert_ok(context, tropic_matrix_from_coo(&D, context, 3, 3, 4, row, col, TROPIC_INT32, differ, NULL));
    assert_ok(context, tropic_matrix_from_coo(&one, context, 3, 3, 3, row, col, TROPIC_BOOL, NULL, NULL));
    assert_status(NULL, TROPIC_INVALID_ARGUMENT, tropic_mst(&F, NULL, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_mst(&F, context, NULL, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_mst(&F, context, A, &unsized, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_mst(&F, context, wide, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_mst(&F, context, N, NULL, NULL));
    assert_non_null(strstr(tropic_context_error(context), "the weight nan from vertex 1 to 2 is not a number"));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_mst(&F, context, D, NULL, NULL));
    assert_non_null(strstr(tropic_context_error(context), "the arc from vertex 1 to 2 has no opposite of its weight"));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_mst(&F, context, one, NULL, NULL));
    assert_non_null(strstr(tropic_context_error(context), "the arc from vertex 1 to 2 has no opposite"));
    assert_null(F);
}

static void cancelled_runs_leave_nothing(void **unused)
{
    int left = 0;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(tropic_matrix) *A = NULL;
    tropic_matrix *F = NULL;
    left = -1;
    A = test_path_matrix(c, 100);
    left = 0;
    assert_status(c, TROPIC_CANCELLED, tropic_mst(&F, c, A, NULL, NULL));
    assert_null(F);
    left = -1;
    assert_ok(c, tropic_mst(&F, c, A, NULL, NULL));
    tropic_matrix_free(&F);
}

static void make_graph(tropic_context *c, test_failing_objects *o)
{
    OWNED(test_graph) G = test_complete(TEST_FAILING_N + 8);
    test_weigh(&G, 1, 1, 9, 1);
    o->A = test_matrix_of(c, &G, TROPIC_INT32, &undirected);
}

static tropic_status find_once(tropic_context *c, test_failing_objects *o)
{
    tropic_mst_report told = {.size = sizeof told};
    const tropic_mst_options options = {.size = sizeof options, .report = &told};
    return tropic_mst(&o->made, c, o->A, &options, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case what = {"spanning forest", make_graph, find_once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &what) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_prim),
        cmocka_unit_test(all_types),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(long_paths_and_stars),
        cmocka_unit_test(maximum_is_minimum_of_negatives),
        cmocka_unit_test(bridges_are_taken),
        cmocka_unit_test(permuted_vertices_weigh_the_same),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(results_are_optional),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(sums_beyond_64_bits_are_told),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(cancelled_runs_leave_nothing),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

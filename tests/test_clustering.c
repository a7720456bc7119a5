/* SPDX-License-Identifier: Apache-2.0
 *
 * Clustering coefficients against their definitions, on graphs of every kind, by hand, and by their laws.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/generated.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <math.h>

static const tropic_clustering_options ways[] = {{.method = TROPIC_CLUSTERING_STANDARD},
                                                 {.method = TROPIC_CLUSTERING_STANDARD, .weighted = true},
                                                 {.method = TROPIC_CLUSTERING_LDBC},
                                                 {.method = TROPIC_CLUSTERING_SQUARE}};
enum { WAYS = sizeof ways / sizeof *ways };

/* Those of A's vertices, in this type, checked with the report; free() them. */
static double *coefficients_of(tropic_context *where, const tropic_matrix *A, tropic_type type,
                               tropic_clustering_options options, tropic_clustering_report *report)
{
    char message[REFERENCE_MESSAGE];
    tropic_clustering_report own = {.size = sizeof own};
    OWNED(tropic_vector) *v = NULL;
    reference_result r = {.A = A, .context = where, .options = &options};
    options.size = sizeof options;
    options.report = &own;
    assert_ok(where, tropic_vector_create(&v, where, type, tropic_matrix_rows(A)));
    assert_ok(where, tropic_clustering(v, where, A, &options, NULL));
    r.values[0] = v;
    if (reference_table.find("clustering")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("method %d%s: %s", (int)options.method, options.weighted ? ", weighted" : "", message);
    if (report) *report = own;
    return test_numbers_of(where, v);
}

static void check_graph(const test_graph *G)
{
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, TROPIC_FP64, NULL);
    for (int w = 0; w < WAYS; w++) {
        free(coefficients_of(context, A, TROPIC_FP64, ways[w], NULL));
        if (test_sized(0, w % 2) == 0) free(coefficients_of(context, A, TROPIC_FP32, ways[w], NULL));
    }
}

/* Vertex 0 has an edge with each of a cycle. */
static test_graph wheel(int32_t n)
{
    test_graph star = test_star(n), cycle = test_cycle(n);
    const int64_t count = star.count + cycle.count;
    tropic_index *row = test_room(count, sizeof *row), *col = test_room(count, sizeof *col);
    for (int64_t k = 0; k < count; k++) {
        const int64_t on = k - star.count;
        row[k] = on < 0 ? star.row[k] : cycle.row[on] + 1;
        col[k] = on < 0 ? star.col[k] : cycle.col[on] + 1;
    }
    test_graph_free(&star);
    test_graph_free(&cycle);
    return (test_graph){.rows = n + 1, .cols = n + 1, .count = count, .row = row, .col = col};
}

static void equal_their_definitions(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_path(2),
                      test_empty(5, 5),
                      test_star(test_sized(1000, 200)),
                      test_path(test_sized(1000, 200)),
                      test_cycle(3),
                      test_cycle(4),
                      test_grid(test_sized(20, 6), 30),
                      test_tree(100),
                      test_directed_path(70),
                      test_complete(40),
                      wheel(test_sized(2000, 1100)), /* vertex 0 has many neighbours */
                      test_layers(5, 4),
                      test_random_graph(1, 50, 50, 40), /* directed, with loops and duplicates */
                      test_random_graph(2, test_sized(300, 80), test_sized(300, 80), test_sized(9000, 1600)),
                      test_random_undirected(3, test_sized(200, 60), test_sized(3000, 500)),
                      test_kronecker(5, test_sized(12, 7), 8)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        test_weigh(&G[k], k, 0, 9, 4);
        check_graph(&G[k]);
        test_graph_free(&G[k]);
    }
}

static void equal_their_definitions_at_random(void **unused)
{
    uint64_t state = 12;
    for (int turn = 0; turn < test_sized(120, 6); turn++) {
        const int32_t n = 1 + test_below(&state, 60);
        const int64_t count = test_below(&state, 1 + n * 8);
        OWNED(test_graph)
        G = turn % 2 ? test_random_graph(test_random(&state), n, n, count)
                     : test_random_undirected(test_random(&state), n, count);
        test_weigh(&G, test_random(&state), 0, turn % 3 ? 9 : 0, 2);
        check_graph(&G);
    }
}

/* Weights from the smallest double to nearly the greatest: cube roots of numbers of all sizes. */
static void weights_of_all_sizes_count(void **unused)
{
    enum { N = 40 };
    OWNED(test_graph) G = test_complete(N);
    OWNED(tropic_matrix) *A = NULL;
    free(G.weight);
    G.weight = test_room(G.count, sizeof *G.weight);
    for (int64_t k = 0; k < G.count; k++) {
        const int least = G.row[k] < G.col[k] ? G.row[k] : G.col[k], other = G.row[k] + G.col[k] - least;
        G.weight[k] = ldexp(1 + (double)least / N, -1074 + (2090 / N) * ((least * 7 + other * 3) % N));
    }
    A = test_matrix_of(context, &G, TROPIC_FP64, NULL);
    free(coefficients_of(context, A, TROPIC_FP64, ways[1], NULL));
}

/* Each built-in type of weights. */
static void weights_of_all_types_count(void **unused)
{
    OWNED(test_graph) G = test_random_graph(3, 30, 30, 300);
    test_deduplicate(&G);
    test_weigh(&G, 4, 0, 1, 1);
    for (int type = 0; type < TROPIC_TYPES; type++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G, (tropic_type)type, NULL);
        free(coefficients_of(context, A, TROPIC_FP64, ways[1], NULL));
    }
}

static void near(double got, double expected)
{
    assert_true(fabs(got - expected) <= 1e-14);
}

/* 0 -> 1, 2; 1 -> 2; 3 -> 2; 1 -> 3; 3 -> 3; 2 -> 0, where 02 is two arcs, and vertex 4 is alone. Fagiolo's: vertex 0
 * has 3 arcs, one of them back: 2 / (3 2 - 2) of its triangle. Vertex 1: of 012 2 and of 123 1 of 3 2; 2: 3 of 4 3 - 2;
 * 3: 1 of 2 1. LDBC's: between 1 and 2 there is an arc, 1 of 2; 0, 2 and 3: 3 of 6; 0, 1 and 3: 2 of 6; 1, 2: 1 of 2.
 * The square is 0132. Of 0 and 3, the one pair of neighbours, 1 and 2, could have 3 + 3 - 2 - 2 less the square; of 1
 * and 2, their three could have 1 + 2 + 1 less it. */
static void found_by_hand(void **unused)
{
    tropic_index row[] = {0, 0, 1, 3, 1, 3, 2}, col[] = {1, 2, 2, 2, 3, 3, 0};
    test_graph G = {.rows = 5, .cols = 5, .count = 7, .row = row, .col = col};
    const double expected[3][5] = {
        {2. / 4, 3. / 6, 3. / 10, 1. / 2, 0}, {1. / 2, 3. / 6, 2. / 6, 1. / 2, 0}, {1, 1. / 3, 1. / 3, 1, 0}};
    const int way[3] = {0, 2, 3};
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    for (int k = 0; k < 3; k++) {
        tropic_clustering_report report;
        OWNED_MEMORY double *got = coefficients_of(context, A, TROPIC_FP64, ways[way[k]], &report);
        for (int v = 0; v < 5; v++) near(got[v], expected[k][v]);
        near(report.transitivity, 6. / 8);
        assert_int_equal(report.triangles, 2);
    }
}

static void known_graphs_have_known_coefficients(void **unused)
{
    const int many = test_sized(300000, 500); /* (test_million has a million.) */
    const struct {
        tropic_generator kind;
        double parameter, standard, square;
    } known[] = {{TROPIC_GENERATE_COMPLETE, 30, 1, 1},
                 {TROPIC_GENERATE_STAR, many, 0, 0},
                 {TROPIC_GENERATE_PATH, many, 0, 0},
                 {TROPIC_GENERATE_COMPLETE, 2, 0, 0},
                 {TROPIC_GENERATE_COMPLETE, 3, 1, 0}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        OWNED(tropic_matrix) *A = generated_matrix(context, known[k].kind, known[k].parameter, 0);
        for (int w = 0; w < WAYS; w++) {
            tropic_clustering_report report = {.size = sizeof report};
            /* (Of a star its check takes the square of time.) */
            if (known[k].kind == TROPIC_GENERATE_STAR && ways[w].method == TROPIC_CLUSTERING_SQUARE) continue;
            OWNED_MEMORY double *got = coefficients_of(context, A, TROPIC_FP64, ways[w], &report);
            const double expected = ways[w].method == TROPIC_CLUSTERING_SQUARE ? known[k].square : known[k].standard;
            for (tropic_index v = 0; v < tropic_matrix_rows(A); v++) near(got[v], expected);
            near(report.average, expected);
            near(report.average_nonzero, expected);
        }
    }
}

/* One, two and seven threads give the same bits; permuting vertices permutes coefficients. */
static void threads_and_numbers_change_nothing(void **unused)
{
    const int threads[] = {1, 2, 7};
    for (int directed = 0; directed < 2; directed++) {
        OWNED(test_graph) G = test_kronecker(9, test_sized(11, 7), 16);
        OWNED(test_graph) moved = {0};
        OWNED_MEMORY tropic_index *id = test_permutation_of(6, G.rows);
        OWNED(tropic_matrix) *P = NULL;
        if (directed) test_make_acyclic(&G);
        test_weigh(&G, 3, 1, 9, 1);
        moved = test_copy(&G);
        test_permute(&moved, id);
        P = test_matrix_of(context, &moved, TROPIC_FP64, NULL);
        for (int w = 0; w < WAYS; w++) {
            OWNED_MEMORY double *first = NULL, *permuted = coefficients_of(context, P, TROPIC_FP64, ways[w], NULL);
            for (int k = 0; k < 3; k++) {
                tropic_context *other = test_context_of(threads[k]);
                tropic_matrix *A = test_matrix_of(other, &G, TROPIC_FP64, NULL);
                OWNED_MEMORY double *got = coefficients_of(other, A, TROPIC_FP64, ways[w], NULL);
                if (first) assert_memory_equal(got, first, (size_t)G.rows * sizeof *got);
                if (!first) first = got, got = NULL;
                tropic_matrix_free(&A);
                tropic_context_free(&other);
            }
            for (int32_t v = 0; v < G.rows; v++) assert_true(fabs(permuted[id[v]] - first[v]) <= 1e-12 * first[v]);
        }
    }
}

/* To the bit: the device of the test, and the CPU. */
static void devices_agree(void **unused)
{
    OWNED(test_graph) G = test_kronecker(10, test_sized(11, 7), 12);
    tropic_context *host = test_context_of(2);
    tropic_matrix *A[2];
    test_weigh(&G, 3, 1, 9, 1);
    A[0] = test_matrix_of(context, &G, TROPIC_INT32, NULL);
    A[1] = test_matrix_of(host, &G, TROPIC_INT32, NULL);
    for (int w = 0; w < WAYS; w++) {
        tropic_clustering_report report[2] = {{.size = sizeof *report}, {.size = sizeof *report}};
        OWNED_MEMORY double *got = coefficients_of(context, A[0], TROPIC_FP64, ways[w], &report[0]);
        OWNED_MEMORY double *expected = coefficients_of(host, A[1], TROPIC_FP64, ways[w], &report[1]);
        assert_memory_equal(got, expected, (size_t)G.rows * sizeof *got);
        assert_memory_equal(&report[0], &report[1], sizeof *report);
    }
    for (int k = 0; k < 2; k++) tropic_matrix_free(&A[k]);
    tropic_context_free(&host);
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    enum { N = 60 };
    OWNED(test_graph) G = test_random_graph(7, N, N, 600);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    const double old = 3;
    test_deduplicate(&G);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    assert_ok(context, tropic_matrix_remove(A, context, G.row[5], G.col[5]));
    assert_ok(context, tropic_matrix_remove(A, context, G.row[6], G.col[6]));
    assert_ok(context, tropic_matrix_set(A, context, G.row[5], G.col[5], NULL));
    G.row[6] = G.row[0], G.col[6] = G.col[0]; /* one arc twice */
    test_deduplicate(&G);
    B = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    for (int w = 0; w < WAYS; w++) {
        tropic_clustering_options options = ways[w];
        tropic_vector *v[2] = {NULL, NULL};
        double got[2][N];
        options.size = sizeof options;
        for (int k = 0; k < 2; k++) {
            assert_ok(context, tropic_vector_create(&v[k], context, TROPIC_FP64, N));
            if (k == 0) assert_ok(context, tropic_vector_set(v[k], 4, &old));
            assert_ok(context, tropic_clustering(v[k], context, k == 0 ? A : B, &options, NULL));
            assert_ok(context, tropic_vector_get_dense(v[k], got[k], NULL));
        }
        assert_memory_equal(got[0], got[1], sizeof got[0]);
        for (int k = 0; k < 2; k++) tropic_vector_free(&v[k]);
    }
}

static void refuse(tropic_status status, tropic_vector *v, const tropic_matrix *A, tropic_clustering_options options)
{
    options.size = sizeof options;
    assert_status(context, status, tropic_clustering(v, context, A, &options, NULL));
}

static void bad_arguments_are_refused(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *v = NULL, *whole = NULL, *longer = NULL;
    tropic_clustering_report report = {.size = 0};
    double kept[5] = {9, 8, 7, 6, 5}, found[5];
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_put_dense(v, kept, NULL));
    assert_ok(context, tropic_vector_create(&whole, context, TROPIC_INT64, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_FP64, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    refuse(TROPIC_INVALID_ARGUMENT, v, A, (tropic_clustering_options){.method = (tropic_clustering_method)9});
    refuse(TROPIC_INVALID_ARGUMENT, v, A, (tropic_clustering_options){.method = ways[2].method, .weighted = true});
    refuse(TROPIC_INVALID_ARGUMENT, v, A, (tropic_clustering_options){.method = ways[3].method, .weighted = true});
    refuse(TROPIC_INVALID_ARGUMENT, v, A, (tropic_clustering_options){.report = &report});
    refuse(TROPIC_INVALID_ARGUMENT, NULL, A, (tropic_clustering_options){.report = NULL});
    refuse(TROPIC_INVALID_ARGUMENT, v, NULL, (tropic_clustering_options){.report = NULL});
    refuse(TROPIC_TYPE_MISMATCH, whole, A, (tropic_clustering_options){.report = NULL});
    refuse(TROPIC_DIMENSION_MISMATCH, longer, A, (tropic_clustering_options){.report = NULL});
    refuse(TROPIC_DIMENSION_MISMATCH, v, wide, (tropic_clustering_options){.report = NULL});
    assert_int_equal(tropic_clustering(v, NULL, A, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    for (int k = 0; k < 3; k++) {
        const double bad[] = {-1, NAN, INFINITY};
        tropic_index row[] = {0, 1, 2}, col[] = {1, 2, 0};
        double weight[] = {1, bad[k], 2};
        test_graph G = {.rows = 5, .cols = 5, .count = 3, .row = row, .col = col, .weight = weight};
        OWNED(tropic_matrix) *B = test_matrix_of(context, &G, TROPIC_FP64, NULL);
        refuse(TROPIC_INVALID_ARGUMENT, v, B, ways[1]);
    }
    assert_ok(context, tropic_vector_get_dense(v, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

static void runs_can_be_cancelled(void **unused)
{
    for (int w = 0; w < WAYS; w++) {
        int left = 1000;
        tropic_context *stoppable = test_stoppable(&left);
        OWNED(test_graph) G = test_random_graph(3, 40, 40, 300);
        tropic_matrix *A = NULL;
        tropic_clustering_report report = {.size = sizeof report, .average = 77};
        tropic_clustering_options options = ways[w];
        options.size = sizeof options;
        options.report = &report;
        test_weigh(&G, 3, 1, 9, 1);
        A = test_matrix_of(stoppable, &G, TROPIC_FP64, NULL);
        left = 0;
        assert_status(stoppable, TROPIC_CANCELLED, tropic_clustering(NULL, stoppable, A, &options, NULL));
        assert_true(report.average == 77);
        left = 1000;
        assert_ok(stoppable, tropic_clustering(NULL, stoppable, A, &options, NULL));
        assert_true(report.average > 0 && report.average < 1);
        tropic_matrix_free(&A);
        tropic_context_free(&stoppable);
    }
}

static void make_coefficients(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_FP64, TEST_FAILING_N));
}

#define FAILING(way)                                                                                                   \
    static tropic_status cluster_##way(tropic_context *c, test_failing_objects *o)                                     \
    {                                                                                                                  \
        tropic_clustering_options options = ways[way];                                                                 \
        options.size = sizeof options;                                                                                 \
        return tropic_clustering(o->v[0], c, o->A, &options, NULL);                                                    \
    }
FAILING(0)
FAILING(1)
FAILING(2)
FAILING(3)

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[] = {
        {"clustering", make_coefficients, cluster_0, TROPIC_STRATEGY_AUTO},
        {"clustering, weighted", make_coefficients, cluster_1, TROPIC_STRATEGY_AUTO},
        {"clustering, LDBC's", make_coefficients, cluster_2, TROPIC_STRATEGY_AUTO},
        {"clustering, squares", make_coefficients, cluster_3, TROPIC_STRATEGY_AUTO}};
    for (int k = 0; k < WAYS; k++) assert_true(test_failing_run(&test_failing_host, &cases[k]) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_their_definitions),
        cmocka_unit_test(equal_their_definitions_at_random),
        cmocka_unit_test(weights_of_all_sizes_count),
        cmocka_unit_test(weights_of_all_types_count),
        cmocka_unit_test(found_by_hand),
        cmocka_unit_test(known_graphs_have_known_coefficients),
        cmocka_unit_test(threads_and_numbers_change_nothing),
        cmocka_unit_test(devices_agree),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(runs_can_be_cancelled),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

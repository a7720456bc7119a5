/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities against searches of the textbook, on graphs of every kind, and by their laws.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/files.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "algorithms/eccentricity/bounds_one.h"
#include "reference/reference.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* The values of A, checked, of all vertices or for the diameter alone; free() them. */
static int32_t *values_in(tropic_context *c, const tropic_matrix *A, bool diameter, tropic_eccentricity_report *told)
{
    char message[REFERENCE_MESSAGE];
    const tropic_index n = tropic_matrix_rows(A);
    const tropic_eccentricity_options options = {.size = sizeof options, .diameter = diameter, .report = told};
    OWNED(tropic_vector) *values = NULL;
    int32_t *found = test_room(n, sizeof *found);
    reference_result r = {.A = A, .context = c, .options = &options};
    *told = (tropic_eccentricity_report){.size = sizeof *told};
    assert_ok(c, tropic_vector_create(&values, c, TROPIC_INT32, n));
    assert_ok(c, tropic_eccentricity(values, A, &options, NULL));
    assert_ok(c, tropic_vector_get_dense(values, found, NULL));
    r.values[0] = values;
    if (reference_table.find("eccentricity")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    if (n > 0) assert_true(found[told->end] == told->diameter);
    if (diameter && n > 0) assert_int_equal(tropic_vector_count(values), 1);
    return found;
}

static void equal_the_textbook(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(300),
                      test_directed_path(test_sized(70, 40)), /* more levels than are kept */
                      test_path(150),
                      test_cycle(101),
                      test_complete(9),
                      test_disconnected(7, 5),
                      test_disconnected(test_sized(600, 90), 2), /* searches side by side are full */
                      test_random_graph(1, 50, 50, 40),          /* with loops */
                      test_random_graph(2, test_sized(300, 80), test_sized(300, 80), test_sized(900, 240)),
                      test_random_undirected(3, test_sized(1000, 200), test_sized(1100, 220)),
                      test_random_undirected(4, test_sized(1500, 200), test_sized(9000, 1200)),
                      test_grid(test_sized(20, 8), test_sized(45, 20)),
                      test_tree(test_sized(900, 200)),
                      test_kronecker(3, test_sized(11, 7), 8)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], TROPIC_BOOL, NULL);
        tropic_eccentricity_report all, one;
        free(values_in(context, A, false, &all));
        free(values_in(context, A, true, &one));
        assert_true(all.diameter == one.diameter && all.bound == one.bound);
        assert_true(one.radius == -1);
        assert_true(one.searches <= all.searches);
        test_graph_free(&G[k]);
    }
}

/* Lengths from 0 to 9, the same both ways. */
static void weigh_edges(test_graph *G, uint64_t seed)
{
    test_weigh(G, seed + 1, 0, 9, 1);
    for (int64_t k = 0; k < G->count; k++) {
        uint64_t both = seed + (uint64_t)G->row[k] * (uint64_t)G->col[k] + (uint64_t)(G->row[k] + G->col[k]) * 31;
        G->weight[k] = test_below(&both, 10);
    }
}

static const tropic_type results[TROPIC_TYPES] = {[TROPIC_BOOL] = TROPIC_INT64,
                                                  [TROPIC_INT32] = TROPIC_INT64,
                                                  [TROPIC_FP32] = TROPIC_FP32,
                                                  [TROPIC_FP64] = TROPIC_FP64};

/* By lengths, in a vector of the right type, checked. */
static void check_lengths(tropic_context *c, const tropic_matrix *A, bool diameter, tropic_eccentricity_report *told)
{
    char message[REFERENCE_MESSAGE];
    const tropic_eccentricity_options options = {
        .size = sizeof options, .diameter = diameter, .weighted = true, .report = told};
    OWNED(tropic_vector) *values = NULL;
    reference_result r = {.A = A, .context = c, .options = &options};
    *told = (tropic_eccentricity_report){.size = sizeof *told};
    assert_ok(c, tropic_vector_create(&values, c, results[tropic_matrix_type(A)], tropic_matrix_rows(A)));
    assert_ok(c, tropic_eccentricity(values, A, &options, NULL));
    r.values[0] = values;
    if (reference_table.find("eccentricity")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
}

static void lengths_equal_the_textbook(void **unused)
{
    static const tropic_type types[] = {TROPIC_INT32, TROPIC_FP32, TROPIC_FP64};
    test_graph G[] = {test_empty(0, 0),
                      test_empty(3, 3),
                      test_star(test_sized(100, 12)),
                      test_directed_path(test_sized(70, 9)),
                      test_path(test_sized(150, 15)),
                      test_disconnected(test_sized(7, 3), test_sized(5, 3)),
                      test_random_graph(1, test_sized(50, 20), test_sized(50, 20), test_sized(40, 16)), /* with loops */
                      test_random_graph(2, test_sized(200, 20), test_sized(200, 20), test_sized(700, 70)),
                      test_random_undirected(3, test_sized(400, 20), test_sized(450, 25)),
                      test_grid(test_sized(12, 3), test_sized(25, 7)),
                      test_tree(test_sized(300, 20))};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        weigh_edges(&G[k], k); /* some are 0 */
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            if (test_sized((int32_t)t, (int32_t)k % 3) != (int32_t)t) continue; /* each type in turn */
            OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], types[t], NULL);
            tropic_eccentricity_report all, one;
            check_lengths(context, A, false, &all);
            check_lengths(context, A, true, &one);
            assert_true(all.diameter == one.diameter && one.radius == -1);
            assert_int_equal(all.known, G[k].rows);
            assert_true(one.searches <= all.searches);
        }
        test_graph_free(&G[k]);
    }
}

/* Of a path whose arcs get longer, bounds leave few searches; a real path's diameter takes few, too. */
static void lengths_are_bounded(void **unused)
{
    enum { MOST = 1001 };
    const int32_t N = test_sized(MOST, 101);
    int64_t whole[2 * MOST];
    double real[2 * MOST];
    tropic_index rows[2 * MOST], cols[2 * MOST];
    tropic_eccentricity_report told;
    for (int k = 0; k < N - 1; k++) {
        rows[2 * k] = cols[2 * k + 1] = k;
        cols[2 * k] = rows[2 * k + 1] = k + 1;
        whole[2 * k] = whole[2 * k + 1] = k + 1;
        real[2 * k] = real[2 * k + 1] = (k + 1) / 3.0;
    }
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 2 * (N - 1), rows, cols, TROPIC_INT64, whole, NULL));
    assert_ok(context, tropic_matrix_from_coo(&B, context, N, N, 2 * (N - 1), rows, cols, TROPIC_FP64, real, NULL));
    OWNED(tropic_vector) *w = test_vector_of(context, TROPIC_INT64, N, NULL);
    OWNED(tropic_vector) *r = test_vector_of(context, TROPIC_FP64, N, NULL);
    tropic_eccentricity_options options = {.size = sizeof options, .weighted = true, .report = &told};
    told.size = sizeof told;
    assert_ok(context, tropic_eccentricity(w, A, &options, NULL));
    assert_true(told.diameter == (N - 1) * N / 2 && told.searches < 20);
    options.diameter = true;
    assert_ok(context, tropic_eccentricity(r, B, &options, NULL));
    assert_true(fabs(told.diameter - (N - 1) * N / 6.0) < 1e-6 && told.searches < 20);
    /* Whole numbers that no double has. */
    for (int k = 0; k < 2 * (N - 1); k++) whole[k] = ((int64_t)1 << 52) + 1;
    OWNED(tropic_matrix) *C = NULL;
    int64_t most;
    bool present;
    assert_ok(context, tropic_matrix_from_coo(&C, context, N, N, 2 * (N - 1), rows, cols, TROPIC_INT64, whole, NULL));
    options.diameter = false;
    assert_ok(context, tropic_eccentricity(w, C, &options, NULL));
    assert_ok(context, tropic_vector_get(w, 0, &most, &present));
    assert_true(present && most == (N - 1) * (((int64_t)1 << 52) + 1));
}

/* A path, whose centre and ends are known, takes few searches. */
static void known_values(void **unused)
{
    const int32_t N = test_sized(4001, 401);
    OWNED(tropic_matrix) *path = test_path_matrix(context, N);
    tropic_eccentricity_report told;
    OWNED_MEMORY int32_t *values = values_in(context, path, false, &told);
    assert_true(told.diameter == N - 1);
    assert_true(told.radius == N / 2);
    assert_int_equal(told.center, 1);
    assert_int_equal(told.periphery, 2);
    assert_true(told.connected && told.searches < 10);
    for (int v = 0; v < N; v++) assert_int_equal(values[v], v > N / 2 ? v : N - 1 - v);
}

/* Where nearly all vertices have the diameter, bounds settle little: searches are picked for several rounds at once. */
static void most_vertices_are_searched(void **unused)
{
    const int32_t n = test_sized(20000, 400);
    OWNED(test_graph) G = test_random_undirected(11, n, 20 * (int64_t)n);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    tropic_eccentricity_report all, one;
    free(values_in(context, A, false, &all));
    free(values_in(context, A, true, &one));
    assert_true(all.diameter == one.diameter && one.bound == one.diameter);
    if (n == 20000) assert_true(all.periphery > n / 2 && one.searches > n / 2);
}

/* On any number of threads the same searches are made. */
static void searches_are_the_same(void **unused)
{
    const int32_t n = test_sized(500, 100);
    test_graph G[] = {test_grid(test_sized(40, 10), 30), test_random_undirected(5, 2 * n, 8 * n),
                      test_random_graph(6, n, n, 4 * n)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED_MEMORY int32_t *first = NULL;
        tropic_eccentricity_report before = {0}, told;
        for (int threads = 1; threads <= 7; threads += test_sized(3, 6)) {
            const tropic_context_options wanted = {.size = sizeof wanted, .device = test_device(), .threads = threads};
            OWNED(tropic_context) *c = NULL;
            OWNED(tropic_matrix) *A = NULL;
            assert_int_equal(tropic_context_create(&c, &wanted), TROPIC_OK);
            A = test_matrix_of(c, &G[k], TROPIC_BOOL, NULL);
            OWNED_MEMORY int32_t *values = values_in(c, A, false, &told);
            if (first) {
                assert_memory_equal(values, first, (size_t)G[k].rows * sizeof *first);
                assert_memory_equal(&told, &before, sizeof told);
                continue;
            }
            first = values;
            values = NULL;
            before = told;
        }
        test_graph_free(&G[k]);
    }
}

static void updates_are_seen(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 10);
    tropic_eccentricity_report told;
    assert_ok(context, tropic_matrix_set(A, context, 0, 9, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 9, 0, NULL));
    free(values_in(context, A, false, &told));
    assert_true(told.diameter == 5);
    assert_ok(context, tropic_matrix_remove(A, context, 4, 5));
    free(values_in(context, A, false, &told));
    assert_true(told.diameter == 9);
}

static void bad_arguments_are_refused(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *values = NULL, *real = NULL, *longer = NULL;
    assert_ok(context, tropic_vector_create(&values, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_eccentricity(NULL, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_eccentricity(real, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_eccentricity(longer, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_eccentricity(values, wide, NULL, NULL));
    tropic_eccentricity_options options = {.size = sizeof options, .checkpoint_seconds = -1};
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_eccentricity(values, A, &options, NULL));
    options.checkpoint_seconds = 0;
    options.weighted = true;
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_eccentricity(values, A, &options, NULL));
    OWNED(tropic_matrix) *negative = NULL;
    assert_ok(context, tropic_matrix_from_coo(&negative, context, 5, 5, 1, &(const tropic_index){1},
                                              &(const tropic_index){2}, TROPIC_FP64, &(const double){-1}, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_eccentricity(real, negative, &options, NULL));
}

/* How many entries `part` has, all of them those of `whole`, where that has some. */
static tropic_index check_part(const tropic_vector *whole, const tropic_vector *part)
{
    const tropic_index n = tropic_vector_size(whole);
    const size_t size = tropic_type_size(tropic_vector_type(whole));
    OWNED_MEMORY char *all = test_room(n, size), *some = test_room(n, size);
    OWNED_MEMORY bool *in_all = test_room(n, sizeof *in_all), *in_some = test_room(n, sizeof *in_some);
    tropic_index count = 0;
    assert_int_equal(tropic_vector_get_dense(whole, all, in_all), TROPIC_OK);
    assert_int_equal(tropic_vector_get_dense(part, some, in_some), TROPIC_OK);
    for (tropic_index v = 0; v < n; v++) {
        count += in_some[v];
        if (in_some[v] && in_all[v]) assert_memory_equal(all + (size_t)v * size, some + (size_t)v * size, size);
    }
    return count;
}

/* A run that is cancelled again and again, and goes on from its checkpoint, has the values of one that is not. */
static void checkpoints_go_on(void **unused)
{
    int left = -1;
    OWNED_MEMORY char *path = test_file_name("eccentricity");
    OWNED(tropic_context) *c = test_stoppable(&left);
    const int32_t n = test_sized(400, 40);
    OWNED(test_graph) G = test_random_graph(7, n, n, n * 15 / 4);
    test_weigh(&G, 4, 1, 9, 1);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_INT32, NULL);
    for (int how = 0; how < 2; how++) {
        tropic_eccentricity_report told = {.size = sizeof told};
        tropic_eccentricity_options options = {.size = sizeof options, .weighted = how, .report = &told};
        OWNED(tropic_vector) *whole = test_vector_of(c, how ? TROPIC_INT64 : TROPIC_INT32, G.rows, NULL);
        OWNED(tropic_vector) *resumed = test_vector_of(c, how ? TROPIC_INT64 : TROPIC_INT32, G.rows, NULL);
        int breaks = 0;
        assert_ok(c, tropic_eccentricity(whole, A, &options, NULL));
        unlink(path);
        options.checkpoint = path;
        for (tropic_status status = TROPIC_CANCELLED; status != TROPIC_OK; breaks++) {
            left = 7 * breaks;
            status = tropic_eccentricity(resumed, A, &options, NULL);
            left = -1;
            if (status != TROPIC_OK) assert_int_equal(status, TROPIC_CANCELLED);
        }
        assert_true(told.known == G.rows && (how == 0 || told.resumed > 0));
        assert_int_equal(check_part(whole, resumed), G.rows);
        assert_ok(c, tropic_eccentricity(resumed, A, &options, NULL));
        assert_int_equal(told.searches, 0);
        options.diameter = true; /* another run */
        assert_status(c, TROPIC_INVALID_ARGUMENT, tropic_eccentricity(resumed, A, &options, NULL));
        options.diameter = false;
        assert_ok(c, tropic_matrix_remove(A, c, G.row[0], G.col[0])); /* another graph */
        assert_status(c, TROPIC_INVALID_ARGUMENT, tropic_eccentricity(resumed, A, &options, NULL));
        assert_ok(c, tropic_matrix_set(A, c, G.row[0], G.col[0], &(const int32_t){3}));
        unlink(path);
    }
}

/* A run that is cancelled has those that are known, and bounds of the diameter. */
static void partial_results_are_right(void **unused)
{
    int left = -1, some = 0;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_random_undirected(3, test_sized(500, 40), test_sized(600, 50));
    weigh_edges(&G, 4);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_FP64, NULL);
    for (int how = 0; how < 4; how++) {
        const tropic_type type = how % 2 ? TROPIC_FP64 : TROPIC_INT32;
        tropic_eccentricity_report all = {.size = sizeof all}, told = {.size = sizeof told};
        tropic_eccentricity_options options = {
            .size = sizeof options, .weighted = how % 2, .diameter = how / 2, .report = &all};
        OWNED(tropic_vector) *whole = test_vector_of(c, type, G.rows, NULL),
                             *part = test_vector_of(c, type, G.rows, NULL);
        assert_ok(c, tropic_eccentricity(whole, A, &options, NULL));
        options.partial = true;
        options.report = &told;
        for (int stop = 1; stop < 4000; stop += 1 + stop / test_sized(3, 2)) {
            tropic_status status;
            left = stop;
            told = (tropic_eccentricity_report){.size = sizeof told};
            status = tropic_eccentricity(part, A, &options, NULL);
            left = -1;
            if (status == TROPIC_OK) break;
            assert_int_equal(status, TROPIC_CANCELLED);
            if (told.known == 0) continue;
            some++;
            assert_true(told.diameter <= all.diameter && told.bound >= all.diameter && told.radius == -1);
            assert_int_equal(check_part(whole, part), options.diameter ? 1 : told.known);
        }
    }
    assert_true(some > 8);
}

/* A call that is cancelled ends. */
static void calls_are_cancelled(void **unused)
{
    int left = -1;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_grid(test_sized(30, 10), 30);
    OWNED(tropic_matrix) *A = test_matrix_of(c, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *values = test_vector_of(c, TROPIC_INT32, G.rows, NULL);
    for (int stop = 0; stop < 60; stop += 7) {
        left = stop;
        const tropic_status status = tropic_eccentricity(values, A, NULL, NULL);
        left = -1;
        assert_true(status == TROPIC_CANCELLED || status == TROPIC_OK);
        if (stop == 0) assert_int_equal(status, TROPIC_CANCELLED);
    }
}

static void make_values(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_INT32, TEST_FAILING_N));
}

/* Arcs both ways. */
static void make_undirected(tropic_context *c, test_failing_objects *o)
{
    o->A = test_path_matrix(c, TEST_FAILING_N);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_INT32, TEST_FAILING_N));
}

static tropic_status find(tropic_context *c, test_failing_objects *o)
{
    return tropic_eccentricity(o->v[0], o->A, NULL, NULL);
}

static void make_lengths(tropic_context *c, test_failing_objects *o)
{
    o->A = test_path_matrix(c, TEST_FAILING_N);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_INT64, TEST_FAILING_N));
}

static tropic_status find_by_lengths(tropic_context *c, test_failing_objects *o)
{
    const tropic_eccentricity_options options = {.size = sizeof options, .weighted = true};
    (void)c;
    return tropic_eccentricity(o->v[0], o->A, &options, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[] = {
        {"eccentricity", make_values, find, TROPIC_STRATEGY_AUTO},
        {"eccentricity, bounds", make_undirected, find, TROPIC_STRATEGY_AUTO},
        {"eccentricity, lengths", make_lengths, find_by_lengths, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(test_failing_run(&test_failing_host, &cases[k]) > 5);
}

/* Sums of a distance and an eccentricity may be 2^31 and more. */
static void bounds_do_not_overflow(void **unused)
{
    int32_t lower = 0, upper = INT32_MAX - 1;
    tp_bounds_meet(&lower, &upper, 1100000000, 1200000000);
    assert_int_equal(lower, 1100000000);
    assert_int_equal(upper, INT32_MAX - 1);
    tp_bounds_meet(&lower, &upper, 0, 1200000000);
    assert_true(lower == 1200000000 && upper == 1200000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_textbook),         cmocka_unit_test(known_values),
        cmocka_unit_test(most_vertices_are_searched), cmocka_unit_test(searches_are_the_same),
        cmocka_unit_test(updates_are_seen),           cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(lengths_equal_the_textbook), cmocka_unit_test(lengths_are_bounded),
        cmocka_unit_test(checkpoints_go_on),          cmocka_unit_test(partial_results_are_right),
        cmocka_unit_test(calls_are_cancelled),        cmocka_unit_test(allocations_that_fail_are_told),
        cmocka_unit_test(bounds_do_not_overflow),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

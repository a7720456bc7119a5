/* SPDX-License-Identifier: Apache-2.0
 *
 * Eccentricities against searches of the textbook, on graphs of every kind, and by their laws.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <string.h>

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
    if (n > 0) assert_int_equal(found[told->end], told->diameter);
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
                      test_directed_path(70),
                      test_path(150),
                      test_cycle(101),
                      test_complete(9),
                      test_disconnected(7, 5),
                      test_random_graph(1, 50, 50, 40), /* with loops */
                      test_random_graph(2, 300, 300, 900),
                      test_random_undirected(3, 1000, 1100),
                      test_random_undirected(4, 1500, 9000),
                      test_grid(20, 45),
                      test_tree(900),
                      test_kronecker(3, test_sized(11, 7), 8)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[k], TROPIC_BOOL, NULL);
        tropic_eccentricity_report all, one;
        free(values_in(context, A, false, &all));
        free(values_in(context, A, true, &one));
        assert_int_equal(all.diameter, one.diameter);
        assert_int_equal(one.radius, -1);
        assert_true(one.searches <= all.searches);
        test_graph_free(&G[k]);
    }
}

/* A path, whose centre and ends are known, takes few searches. */
static void known_values(void **unused)
{
    enum { N = 4001 };
    OWNED(tropic_matrix) *path = test_path_matrix(context, N);
    tropic_eccentricity_report told;
    OWNED_MEMORY int32_t *values = values_in(context, path, false, &told);
    assert_int_equal(told.diameter, N - 1);
    assert_int_equal(told.radius, N / 2);
    assert_int_equal(told.center, 1);
    assert_int_equal(told.periphery, 2);
    assert_true(told.connected && told.searches < 10);
    for (int v = 0; v < N; v++) assert_int_equal(values[v], v > N / 2 ? v : N - 1 - v);
}

/* On any number of threads the same searches are made. */
static void searches_are_the_same(void **unused)
{
    test_graph G[] = {test_grid(40, 30), test_random_undirected(5, 1000, 4000), test_random_graph(6, 500, 500, 2000)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        OWNED_MEMORY int32_t *first = NULL;
        tropic_eccentricity_report before = {0}, told;
        for (int threads = 1; threads <= 7; threads += 3) {
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
    assert_int_equal(told.diameter, 5);
    assert_ok(context, tropic_matrix_remove(A, context, 4, 5));
    free(values_in(context, A, false, &told));
    assert_int_equal(told.diameter, 9);
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
}

/* A call that is cancelled ends. */
static void calls_are_cancelled(void **unused)
{
    int left = -1;
    OWNED(tropic_context) *c = test_stoppable(&left);
    OWNED(test_graph) G = test_grid(30, 30);
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

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case cases[] = {{"eccentricity", make_values, find, TROPIC_STRATEGY_AUTO},
                                              {"eccentricity, bounds", make_undirected, find, TROPIC_STRATEGY_AUTO}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_true(test_failing_run(&test_failing_host, &cases[k]) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_textbook),
        cmocka_unit_test(known_values),
        cmocka_unit_test(searches_are_the_same),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(calls_are_cancelled),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

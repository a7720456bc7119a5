/* SPDX-License-Identifier: Apache-2.0
 *
 * Degrees and assortativity against sums over arcs, on graphs of every kind, and by hand.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <math.h>
#include <string.h>

enum { KINDS = 3 };

/* The degrees of A, checked; free() them. */
static double *degrees_of(tropic_context *c, const tropic_matrix *A, tropic_degree_options o,
                          tropic_degree_report *told)
{
    char message[REFERENCE_MESSAGE];
    const tropic_index n = tropic_matrix_rows(A);
    tropic_run_report report = {.size = sizeof report};
    tropic_degree_report own = {.size = sizeof own};
    OWNED(tropic_vector) *degree = test_vector_of(c, TROPIC_FP64, n, NULL);
    const reference_result r = {.values = {degree}, .A = A, .context = c, .options = &o};
    o.size = sizeof o;
    o.report = told ? told : &own;
    o.report->size = sizeof *o.report;
    assert_ok(c, tropic_degree(degree, A, &o, &report));
    assert_int_equal(report.reached, n);
    if (reference_table.find("degree")->check(&r, message, sizeof message) != REFERENCE_MATCH) fail_msg("%s", message);
    return test_numbers_of(c, degree);
}

static void check_all_kinds(const tropic_matrix *A)
{
    for (int k = 0; k < KINDS; k++)
        for (int way = 0; way < 8; way++) {
            const tropic_degree_options o = {.kind = (tropic_degree_kind)k,
                                             .weighted = way & 1,
                                             .normalize = way & 2,
                                             .directed = way & 4,
                                             .assortativity = true,
                                             .tail = (tropic_degree_kind)(way % KINDS),
                                             .head = (tropic_degree_kind)((way + k) % KINDS)};
            tropic_degree_report told;
            OWNED_MEMORY double *found = degrees_of(context, A, o, &told);
            double least = INFINITY, most = -INFINITY, sum = 0;
            const tropic_index n = tropic_matrix_rows(A);
            for (tropic_index v = 0; v < n; v++) {
                least = fmin(least, found[v]);
                most = fmax(most, found[v]);
                sum += found[v];
            }
            if (n == 0 || o.normalize) continue;
            assert_true(told.min == least && told.max == most);
            assert_true(fabs(told.mean * n - sum) <= 1e-9 * fmax(fabs(sum), 1));
        }
}

static void equal_the_sums(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_empty(5, 5),
                      test_star(test_sized(100000, 1000)),
                      test_path(test_sized(100000, 1000)),
                      test_directed_path(70),
                      test_complete(9),
                      test_disconnected(7, 5),
                      test_random_graph(1, 50, 50, 400), /* with loops */
                      test_random_undirected(2, 300, 2000),
                      test_kronecker(3, test_sized(11, 8), 8)};
    for (size_t g = 0; g < sizeof G / sizeof *G; g++) {
        OWNED(tropic_matrix) *A = NULL, *W = NULL;
        test_deduplicate(&G[g]);
        A = test_matrix_of(context, &G[g], TROPIC_BOOL, NULL);
        check_all_kinds(A);
        test_weigh(&G[g], g, -9, 20, 4);
        W = test_matrix_of(context, &G[g], g % 2 ? TROPIC_FP32 : TROPIC_FP64, NULL);
        check_all_kinds(W);
        test_graph_free(&G[g]);
    }
}

/* 0 -> 1 -> 2 -> 0, 3 -> 0, and a loop at 2; then the same as edges. */
static void by_hand(void **unused)
{
    static const tropic_index row[] = {0, 1, 2, 3, 2}, col[] = {1, 2, 0, 0, 2};
    static const tropic_index tail[] = {0, 1, 1, 2, 2, 0, 3, 0, 2}, head[] = {1, 0, 2, 1, 0, 2, 0, 3, 2};
    static const double weight[] = {1, 2, 3, 4, -5};
    static const double total[] = {3, 2, 4, 1}, in[] = {2, 1, 2, 0}, out[] = {1, 1, 2, 1}, edges[] = {3, 2, 4, 1};
    static const double half[] = {1, 2. / 3, 4. / 3, 1. / 3};
    OWNED(tropic_matrix) *A = NULL, *E = NULL;
    tropic_degree_report told;
    double *found;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 4, 4, 5, row, col, TROPIC_FP64, weight, NULL));
    assert_ok(context, tropic_matrix_from_coo(&E, context, 4, 4, 9, tail, head, TROPIC_BOOL, NULL, NULL));
    const struct {
        const tropic_matrix *A;
        tropic_degree_options o;
        const double *due;
    } cases[] = {{A, {.kind = TROPIC_DEGREE_TOTAL}, total},
                 {A, {.kind = TROPIC_DEGREE_IN}, in},
                 {A, {.kind = TROPIC_DEGREE_OUT}, out},
                 {A, {.kind = TROPIC_DEGREE_IN, .weighted = true}, (const double[]){7, 1, -3, 0}},
                 {A, {.kind = TROPIC_DEGREE_OUT, .weighted = true}, (const double[]){1, 2, -2, 4}},
                 {E, {.kind = TROPIC_DEGREE_TOTAL}, edges},
                 {E, {.kind = TROPIC_DEGREE_TOTAL, .directed = true}, (const double[]){6, 4, 6, 2}},
                 {E, {.kind = TROPIC_DEGREE_TOTAL, .normalize = true}, half}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        found = degrees_of(context, cases[k].A, cases[k].o, &told);
        for (int v = 0; v < 4; v++) assert_true(fabs(found[v] - cases[k].due[v]) <= 1e-15);
        assert_int_equal(told.directed, cases[k].A == A || cases[k].o.directed);
        assert_true(isnan(told.assortativity));
        free(found);
    }
}

/* -1 of a star, none of a graph whose degrees are all the same, and nearly 1 of two cliques of different size. */
static void assortativity_of_known_graphs(void **unused)
{
    test_graph G[] = {test_star(20), test_cycle(20), test_complete(7), test_empty(3, 3)};
    for (size_t g = 0; g < sizeof G / sizeof *G; g++) {
        OWNED(tropic_matrix) *A = test_matrix_of(context, &G[g], TROPIC_BOOL, NULL);
        tropic_degree_report told;
        free(degrees_of(context, A, (tropic_degree_options){.assortativity = true}, &told));
        if (g == 0)
            assert_true(fabs(told.assortativity + 1) <= 1e-12);
        else
            assert_true(isnan(told.assortativity));
        test_graph_free(&G[g]);
    }
}

/* The same bits by any number of threads; and by either device. */
static void bits_are_the_same(void **unused)
{
    OWNED(test_graph) G = test_kronecker(4, test_sized(12, 9), 8);
    double found[4][2];
    static const int threads[] = {1, 2, 7};
    void *first = NULL;
    test_deduplicate(&G);
    test_weigh(&G, 5, 1, 99, 64);
    for (int k = 0; k < 4; k++) {
        const tropic_context_options made = {.size = sizeof made,
                                             .device = k == 3 ? test_device() : TROPIC_DEVICE_CPU,
                                             .threads = k == 3 ? 1 : threads[k],
                                             .reproducible = true};
        const tropic_degree_options o = {.weighted = true, .directed = true, .assortativity = true};
        OWNED(tropic_context) *c = NULL;
        OWNED(tropic_matrix) *A = NULL;
        tropic_degree_report told;
        double *values;
        assert_ok(NULL, tropic_context_create(&c, &made));
        A = test_matrix_of(c, &G, TROPIC_FP64, NULL);
        values = degrees_of(c, A, o, &told);
        found[k][0] = told.assortativity;
        found[k][1] = told.mean;
        assert_memory_equal(found[k], found[0], sizeof found[0]);
        if (k > 0) assert_memory_equal(values, first, (size_t)G.rows * sizeof *values);
        if (k > 0)
            free(values);
        else
            first = values;
    }
    free(first);
}

/* Entries that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5);
    OWNED(tropic_vector) *degree = test_vector_of(context, TROPIC_FP64, 5, NULL);
    double found[5];
    const double due[] = {1, 1, 2, 3, 1}, old = 3;
    assert_ok(context, tropic_vector_set(degree, 4, &old));
    assert_ok(context, tropic_matrix_remove(A, context, 1, 2));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 1));
    assert_ok(context, tropic_matrix_set(A, context, 2, 2, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 2));
    assert_ok(context, tropic_matrix_set(A, context, 2, 0, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 0, 2, NULL));
    assert_ok(context, tropic_matrix_remove(A, context, 0, 1));
    assert_ok(context, tropic_matrix_remove(A, context, 1, 0));
    assert_ok(context, tropic_matrix_set(A, context, 3, 1, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 1, 3, NULL));
    assert_ok(context, tropic_degree(degree, A, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(degree, found, NULL));
    assert_memory_equal(found, due, sizeof due);
}

static void bad_arguments_are_refused(void **unused)
{
    static const tropic_index row[] = {0, 1}, col[] = {1, 2};
    double kept[5] = {9, 8, 7, 6, 5}, found[5];
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *x = test_vector_of(context, TROPIC_FP64, 5, kept),
                         *single = test_vector_of(context, TROPIC_FP32, 5, NULL),
                         *longer = test_vector_of(context, TROPIC_FP64, 6, NULL),
                         *three = test_vector_of(context, TROPIC_FP64, 3, NULL);
    tropic_degree_options o = {.size = sizeof o, .kind = (tropic_degree_kind)3};
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_degree(x, A, &o, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_degree(NULL, A, NULL, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_degree(x, NULL, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_degree(single, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_degree(longer, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_degree(x, wide, NULL, NULL));
    o = (tropic_degree_options){.size = sizeof o, .weighted = true};
    for (int k = 0; k < 2; k++) {
        const double weight[] = {1, k == 0 ? (double)NAN : (double)INFINITY};
        OWNED(tropic_matrix) *W = NULL;
        assert_ok(context, tropic_matrix_from_coo(&W, context, 3, 3, 2, row, col, TROPIC_FP64, weight, NULL));
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_degree(three, W, &o, NULL));
        assert_non_null(strstr(tropic_context_error(context), k == 0
                                                                  ? "the weight nan from vertex 1 to 2 is not a number"
                                                                  : "the weight inf from vertex 1 to 2 is infinite"));
    }
    assert_ok(context, tropic_vector_get_dense(x, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

static void make_degree(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_FP64, TEST_FAILING_N));
}

static tropic_status once(tropic_context *c, test_failing_objects *f)
{
    const tropic_degree_options o = {.size = sizeof o, .weighted = true, .assortativity = true};
    (void)c;
    return tropic_degree(f->v[0], f->A, &o, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case degree = {"degree", make_degree, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &degree) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_sums),
        cmocka_unit_test(by_hand),
        cmocka_unit_test(assortativity_of_known_graphs),
        cmocka_unit_test(bits_are_the_same),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

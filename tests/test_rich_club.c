/* SPDX-License-Identifier: Apache-2.0
 *
 * Rich-club coefficients against the definition, and what is refused.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void drop_loops(test_graph *G)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < G->count; k++) {
        if (G->row[k] == G->col[k]) continue;
        G->row[kept] = G->row[k];
        G->col[kept++] = G->col[k];
    }
    G->count = kept;
}

/* For each k, vertices of degree above k, and arcs between them: by a look at all. */
static void check(tropic_context *c, const test_graph *G)
{
    const tropic_index n = G->rows;
    OWNED(tropic_matrix) *A = test_matrix_of(c, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *v = test_vector_of(c, TROPIC_FP64, n, NULL);
    tropic_run_report report = {.size = sizeof report};
    OWNED_MEMORY double *found = test_room(n, sizeof *found);
    OWNED_MEMORY bool *has = test_room(n, sizeof *has);
    OWNED_MEMORY int64_t *degree = test_room(n, sizeof *degree);
    assert_ok(c, tropic_rich_club(v, A, &report));
    assert_ok(c, tropic_vector_get_dense(v, found, has));
    memset(degree, 0, (size_t)n * sizeof *degree);
    for (int64_t k = 0; k < G->count; k++) degree[G->row[k]]++;
    for (tropic_index k = 0; k < n; k++) {
        int64_t vertices = 0, arcs = 0;
        for (tropic_index u = 0; u < n; u++) vertices += degree[u] > k;
        assert_int_equal(has[k], vertices >= 2);
        if (!has[k]) continue;
        for (int64_t a = 0; a < G->count; a++) arcs += degree[G->row[a]] > k && degree[G->col[a]] > k;
        assert_true(fabs(found[k] - (double)arcs / ((double)vertices * (double)(vertices - 1))) <= 1e-15);
    }
}

static void equal_the_definition(void **unused)
{
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(2, 2),
                      test_star(300),
                      test_path(200),
                      test_complete(30),
                      test_disconnected(3, 6),
                      test_random_undirected(1, 60, 100),
                      test_random_undirected(2, 200, 3000),
                      test_random_undirected(3, 400, 900)};
    for (size_t g = 0; g < sizeof G / sizeof *G; g++) {
        static const int threads[] = {1, 2, 7};
        drop_loops(&G[g]);
        test_deduplicate(&G[g]);
        check(context, &G[g]);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            OWNED(tropic_context) *c = test_context_of(threads[t]);
            check(c, &G[g]);
        }
        test_graph_free(&G[g]);
    }
}

/* Of a large star, threads have arrays of their own: all that has more than one arc is the centre. */
static void large_graphs(void **unused)
{
    OWNED(test_graph) G = test_star(test_sized(100000, 1000)), H = test_path(test_sized(100000, 1000));
    for (int k = 0; k < 2; k++) {
        const test_graph *of = k == 0 ? &G : &H;
        OWNED(tropic_context) *c = test_context_of(7);
        OWNED(tropic_matrix) *A = test_matrix_of(c, of, TROPIC_BOOL, NULL);
        OWNED(tropic_vector) *v = test_vector_of(c, TROPIC_FP64, of->rows, NULL);
        double first;
        assert_ok(c, tropic_rich_club(v, A, NULL));
        assert_int_equal(tropic_vector_count(v), k == 0 ? 1 : 2);
        assert_ok(c, tropic_vector_get(v, 0, &first, NULL));
        assert_true(fabs(first - 2.0 / of->rows) <= 1e-12);
    }
}

static void updates_are_seen(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5);
    OWNED(tropic_vector) *v = test_vector_of(context, TROPIC_FP64, 5, NULL);
    double first;
    assert_ok(context, tropic_vector_set(v, 4, &(double){3}));
    assert_ok(context, tropic_matrix_set(A, context, 0, 4, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 4, 0, NULL));
    assert_ok(context, tropic_rich_club(v, A, NULL));
    assert_int_equal(tropic_vector_count(v), 2); /* a cycle now */
    assert_ok(context, tropic_vector_get(v, 1, &first, NULL));
    assert_true(first == 0.5);
}

static void bad_arguments_are_refused(void **unused)
{
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *v = test_vector_of(context, TROPIC_FP64, 5, NULL),
                         *single = test_vector_of(context, TROPIC_FP32, 5, NULL),
                         *longer = test_vector_of(context, TROPIC_FP64, 6, NULL);
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_rich_club(NULL, A, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_rich_club(v, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_rich_club(single, A, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_rich_club(longer, A, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_rich_club(v, wide, NULL));
    assert_ok(context, tropic_matrix_set(A, context, 2, 2, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_rich_club(v, A, NULL));
    assert_non_null(strstr(tropic_context_error(context), "a loop at vertex 2"));
    assert_ok(context, tropic_matrix_set(A, context, 3, 0, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_rich_club(v, A, NULL));
    assert_non_null(strstr(tropic_context_error(context), "the arc from vertex 3 to 0 has no opposite"));
    assert_int_equal(tropic_vector_count(v), 0);
}

/* (The harness's matrix is directed.) */
static void make_club(tropic_context *c, test_failing_objects *o)
{
    o->A = test_path_matrix(c, TEST_FAILING_N);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_FP64, TEST_FAILING_N));
}

static tropic_status once(tropic_context *c, test_failing_objects *o)
{
    (void)c;
    return tropic_rich_club(o->v[0], o->A, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case club = {"rich club", make_club, once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &club) > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_definition),
        cmocka_unit_test(large_graphs),
        cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

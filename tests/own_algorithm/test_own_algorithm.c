/* SPDX-License-Identifier: Apache-2.0
 *
 * Components of an algorithm with an op and a call of its own on both backends are those of a union-find, by every
 * strategy.
 */
#include "tests/common.h"
#include "tests/graphs.h"
#include "tests/own_algorithm/labels.h"

static int64_t root(int64_t *parent, int64_t v)
{
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
}

/* The smaller root stays: it is the smallest vertex of its component. */
static void unite(int64_t *parent, int64_t a, int64_t b)
{
    a = root(parent, a);
    b = root(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static void check(tropic_context *context, const test_graph *G, tropic_strategy strategy)
{
    OWNED_MEMORY int64_t *parent = malloc((size_t)(G->rows + 1) * sizeof *parent);
    OWNED_MEMORY int64_t *label = malloc((size_t)(G->rows + 1) * sizeof *label);
    const tropic_run_options options = {.size = sizeof options, .strategy = strategy};
    tropic_run_report report = {.size = sizeof report};
    int64_t components = -1, count = 0;
    OWNED(tropic_vector) *v = NULL;
    OWNED(tropic_matrix) *A = NULL;
    assert_true(parent && label);
    for (int64_t k = 0; k < G->rows; k++) parent[k] = k;
    for (int64_t k = 0; k < G->count; k++) unite(parent, G->row[k], G->col[k]);

    assert_ok(context,
              tropic_matrix_from_coo(&A, context, G->rows, G->cols, G->count, G->row, G->col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT64, G->rows));
    assert_ok(context, tropic_labels(v, &components, A, &options, &report));
    assert_ok(context, tropic_vector_get_dense(v, label, NULL));
    for (int64_t k = 0; k < G->rows; k++) {
        assert_int_equal(label[k], root(parent, k));
        count += label[k] == k;
    }
    assert_int_equal(components, count);
}

static void components_of_union_find(void **state)
{
    OWNED(tropic_context) *context = test_context();
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_star(5000), /* a hub */
                      test_path(64),
                      test_disconnected(7, 5),
                      test_random_undirected(1, test_sized(20000, 2000), test_sized(16000, 1600)),
                      test_kronecker(2, test_sized(12, 9), 4)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        for (int s = TROPIC_STRATEGY_AUTO; s < TROPIC_STRATEGIES; s++) check(context, &G[k], (tropic_strategy)s);
        test_graph_free(&G[k]);
    }
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **state)
{
    enum { N = 5 };
    OWNED(tropic_context) *context = test_context();
    OWNED(test_graph) G = test_path(N);
    OWNED(tropic_matrix) *A = NULL;
    OWNED(tropic_vector) *v = NULL;
    int64_t label[N], components = 0;
    const int64_t old = 9;
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, G.rows, G.cols, G.count, G.row, G.col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT64, N));
    assert_ok(context, tropic_vector_set(v, 2, &old));
    assert_ok(context, tropic_matrix_remove(A, context, 1, 2));
    assert_ok(context, tropic_matrix_remove(A, context, 2, 1));
    assert_ok(context, tropic_matrix_set(A, context, 0, N - 1, NULL));
    assert_ok(context, tropic_matrix_set(A, context, N - 1, 0, NULL));
    assert_ok(context, tropic_labels(v, &components, A, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(v, label, NULL));
    for (int k = 0; k < N; k++) assert_int_equal(label[k], 0);
    assert_int_equal(components, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(components_of_union_find), cmocka_unit_test(updates_are_seen)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

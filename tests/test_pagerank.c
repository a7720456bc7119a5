/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank against the textbook's power iteration, on graphs of every kind, and by its laws.
 */
#include "tests/context.h"
#include "tests/failing.h"
#include "tests/fixtures.h"
#include "tests/graphs.h"

#include "reference/reference.h"

#include <math.h>

/* Ranks of G, checked; free() them. */
static double *ranks_of(const test_graph *G, tropic_pagerank_options options)
{
    char message[REFERENCE_MESSAGE];
    tropic_run_report report = {.size = sizeof report};
    OWNED(tropic_matrix) *A = test_matrix_of(context, G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *rank = NULL;
    double *found = test_room(G->rows, sizeof *found), sum = 0;
    reference_result r = {.A = A, .context = context, .options = &options};
    options.size = sizeof options;
    assert_ok(context, tropic_vector_create(&rank, context, TROPIC_FP64, G->rows));
    assert_ok(context, tropic_pagerank(rank, A, &options, &report));
    assert_ok(context, tropic_vector_get_dense(rank, found, NULL));
    for (int64_t v = 0; v < G->rows; v++) sum += found[v];
    if (G->rows > 0) assert_true(fabs(sum - 1) <= 1e-12 * (double)G->rows);
    assert_true(report.levels <= (options.iterations > 0 ? options.iterations : 100));
    options.iterations = (int32_t)report.levels;
    r.values[0] = rank;
    if (reference_table.find("pagerank")->check(&r, message, sizeof message) != REFERENCE_MATCH)
        fail_msg("%s", message);
    return found;
}

static void equal_the_textbooks(void **unused)
{
    const tropic_pagerank_options options[] = {
        {.damping = 0},       {.damping = 0.5},  {.damping = 0.99, .iterations = 30},
        {.tolerance = 1e-12}, {.iterations = 1}, {.damping = 1 - 0x1p-50, .iterations = 20}};
    test_graph G[] = {test_empty(0, 0),
                      test_empty(1, 1),
                      test_empty(5, 5),
                      test_star(1000),
                      test_directed_path(70), /* its end has no arc */
                      test_complete(9),
                      test_disconnected(7, 5),
                      test_random_graph(1, 50, 50, 40), /* with many such ends, and loops */
                      test_random_graph(2, 400, 400, 3000),
                      test_kronecker(3, test_sized(12, 8), 8)};
    for (size_t k = 0; k < sizeof G / sizeof *G; k++) {
        for (size_t o = 0; o < sizeof options / sizeof *options; o++) free(ranks_of(&G[k], options[o]));
        test_graph_free(&G[k]);
    }
}

/* Values of the matrix are not looked at, and permuting vertices permutes ranks. */
static void permuted_vertices_permute_ranks(void **unused)
{
    enum { N = 300, ARCS = 2000 };
    const tropic_pagerank_options exact = {.tolerance = 1e-15, .iterations = 300};
    OWNED(test_graph) G = test_random_graph(5, N, N, ARCS);
    OWNED_MEMORY tropic_index *id = test_permutation_of(6, N);
    OWNED_MEMORY double *ranks = ranks_of(&G, exact), *permuted = NULL;
    for (int64_t k = 0; k < G.count; k++) {
        G.row[k] = id[G.row[k]];
        G.col[k] = id[G.col[k]];
    }
    permuted = ranks_of(&G, exact);
    for (int v = 0; v < N; v++) assert_true(fabs(permuted[id[v]] - ranks[v]) <= 1e-13);
}

/* More iterations come nearer; the tolerance ends them. */
static void tolerance_ends_the_iteration(void **unused)
{
    OWNED(test_graph) G = test_kronecker(3, 8, 8);
    OWNED(tropic_matrix) *A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    OWNED(tropic_vector) *rank = NULL;
    int64_t before = 0;
    assert_ok(context, tropic_vector_create(&rank, context, TROPIC_FP64, G.rows));
    for (double tolerance = 1e-2; tolerance > 1e-10; tolerance /= 10) {
        const tropic_pagerank_options options = {.size = sizeof options, .tolerance = tolerance};
        tropic_run_report report = {.size = sizeof report};
        assert_ok(context, tropic_pagerank(rank, A, &options, &report));
        assert_true(report.levels >= before && report.levels > 0 && report.levels < 100);
        assert_int_equal(report.reached_arcs, report.levels * tropic_matrix_count(A));
        before = report.levels;
    }
    assert_true(before > 10);
}

/* Entries of A, and of the result, that are set and removed before the call. */
static void updates_are_seen(void **unused)
{
    OWNED(test_graph) G = test_random_graph(7, 60, 60, 200);
    OWNED(tropic_matrix) *A = NULL, *B = NULL;
    tropic_vector *ranks[2] = {NULL, NULL};
    double got[2][60];
    const double old = 3;
    test_deduplicate(&G);
    A = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    assert_ok(context, tropic_matrix_remove(A, context, G.row[5], G.col[5]));
    assert_ok(context, tropic_matrix_remove(A, context, G.row[6], G.col[6]));
    assert_ok(context, tropic_matrix_set(A, context, G.row[5], G.col[5], NULL));
    G.row[6] = G.row[0], G.col[6] = G.col[0]; /* one arc twice */
    test_deduplicate(&G);
    B = test_matrix_of(context, &G, TROPIC_BOOL, NULL);
    for (int k = 0; k < 2; k++) {
        assert_ok(context, tropic_vector_create(&ranks[k], context, TROPIC_FP64, G.rows));
        if (k == 0) assert_ok(context, tropic_vector_set(ranks[k], 4, &old));
        assert_ok(context, tropic_pagerank(ranks[k], k == 0 ? A : B, NULL, NULL));
        assert_ok(context, tropic_vector_get_dense(ranks[k], got[k], NULL));
    }
    assert_memory_equal(got[0], got[1], sizeof got[0]);
    for (int k = 0; k < 2; k++) tropic_vector_free(&ranks[k]);
}

static void bad_arguments_are_refused(void **unused)
{
    tropic_pagerank_options options = {.size = sizeof options};
    OWNED(tropic_matrix) *A = test_path_matrix(context, 5), *wide = NULL;
    OWNED(tropic_vector) *rank = NULL, *level = NULL, *longer = NULL;
    double kept[5] = {9, 8, 7, 6, 5}, found[5];
    const double bad[] = {-0.1, 1, 1.5, NAN};
    assert_ok(context, tropic_vector_create(&rank, context, TROPIC_FP64, 5));
    assert_ok(context, tropic_vector_put_dense(rank, kept, NULL));
    assert_ok(context, tropic_vector_create(&level, context, TROPIC_INT32, 5));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_FP64, 6));
    assert_ok(context, tropic_matrix_create(&wide, context, TROPIC_BOOL, 5, 6));
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        options.damping = bad[k];
        assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(rank, A, &options, NULL));
    }
    options = (tropic_pagerank_options){.size = sizeof options, .tolerance = -1};
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(rank, A, &options, NULL));
    options.tolerance = NAN;
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(rank, A, &options, NULL));
    options = (tropic_pagerank_options){.size = sizeof options, .iterations = -1};
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(rank, A, &options, NULL));
    assert_status(context, TROPIC_INVALID_ARGUMENT, tropic_pagerank(NULL, A, NULL, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_pagerank(level, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_pagerank(longer, A, NULL, NULL));
    assert_status(context, TROPIC_DIMENSION_MISMATCH, tropic_pagerank(rank, wide, NULL, NULL));
    assert_ok(context, tropic_vector_get_dense(rank, found, NULL));
    assert_memory_equal(found, kept, sizeof kept);
}

static void make_rank(tropic_context *c, test_failing_objects *o)
{
    test_failing_make_matrix(c, o);
    assert_ok(c, tropic_vector_create(&o->v[0], c, TROPIC_FP64, TEST_FAILING_N));
}

static tropic_status rank_once(tropic_context *c, test_failing_objects *o)
{
    return tropic_pagerank(o->v[0], o->A, NULL, NULL);
}

static void allocations_that_fail_are_told(void **unused)
{
    static const test_failing_case ranking = {"pagerank", make_rank, rank_once, TROPIC_STRATEGY_AUTO};
    assert_true(test_failing_run(&test_failing_host, &ranking) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_the_textbooks),          cmocka_unit_test(permuted_vertices_permute_ranks),
        cmocka_unit_test(tolerance_ends_the_iteration), cmocka_unit_test(updates_are_seen),
        cmocka_unit_test(bad_arguments_are_refused),    cmocka_unit_test(allocations_that_fail_are_told),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, context_open, context_close);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= A' against GraphBLAS, with every type, mask and accumulator; matrices that are each other;
 * accumulators of the user's own; and what is refused.
 */
#include <tropic_define.h>

#include "tests/graphs.h"
#include "tests/jit.h"
#include "tests/operation_matrices.h"

/* clang-format off */
TROPIC_OPERATOR(user_minus, int32_t, int32_t, int32_t, x - y);
TROPIC_STRUCT(pair_of_ids, int32_t first, second;);
TROPIC_OPERATOR(pair_up, pair_of_ids, pair_of_ids, pair_of_ids, ((pair_of_ids){x.first, y.second}));
/* clang-format on */

static tropic_context *context;

static int set_up(void **unused)
{
    (void)unused;
    context = test_context();
    return test_cache_begin(NULL);
}

static int tear_down(void **unused)
{
    (void)unused;
    tropic_context_free(&context);
    return test_cache_end(NULL);
}

static void test_against_graphblas(void **unused)
{
    enum { CASES = 1000, SMALL = 60 };
    (void)unused;
    operations_check(3, test_sized(CASES, SMALL), OPERATION_TRANSPOSE);
}

/* What was made of a matrix does not need it any more; and products take it like any other. */
static void test_twice(void **unused)
{
    test_graph g = test_kronecker(3, 12, 8);
    const tropic_semiring *plus = tropic_semiring_builtin(TROPIC_PLUS_PAIR, TROPIC_INT32);
    tropic_matrix_facts facts = {.size = sizeof facts};
    tropic_matrix *A = NULL, *B = NULL, *C = NULL;
    tropic_vector *u = NULL, *v = NULL, *w = NULL;
    int32_t one = 1, *found = calloc((size_t)g.rows, 2 * sizeof *found);
    (void)unused;
    g.count = g.count * 2 / 3; /* not symmetric */
    assert_ok(context,
              tropic_matrix_from_coo(&A, context, g.rows, g.cols, g.count, g.row, g.col, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_transpose(&B, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_transpose(&C, context, NULL, NULL, B, NULL));
    assert_true(tropic_matrix_is_pattern(C));
    twin_compare_matrices(A, C, context, "twice");
    assert_ok(context, tropic_transpose(&C, context, NULL, tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL), A, NULL));
    assert_ok(context, tropic_matrix_describe(C, context, &facts));
    assert_true(facts.symmetric && !tropic_matrix_is_pattern(C));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_create(&v, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, g.rows));
    assert_ok(context, tropic_vector_fill(u, &one));
    assert_ok(context, tropic_vxm(v, NULL, NULL, plus, u, A, NULL));
    /* A itself goes. */
    assert_ok(context, tropic_transpose(&A, context, NULL, NULL, A, NULL));
    assert_ok(context, tropic_mxv(w, NULL, NULL, plus, A, u, NULL));
    assert_ok(context, tropic_vector_get_dense(v, found, NULL));
    assert_ok(context, tropic_vector_get_dense(w, found + g.rows, NULL));
    assert_memory_equal(found, found + g.rows, (size_t)g.rows * sizeof *found);
    twin_compare_matrices(A, B, context, "in its own place");
    tropic_matrix_free(&A);
    tropic_matrix_free(&B);
    tropic_matrix_free(&C);
    tropic_vector_free(&u);
    tropic_vector_free(&v);
    tropic_vector_free(&w);
    free(found);
    test_graph_free(&g);
}

static void test_users(void **unused)
{
    const tropic_index rows[] = {0, 0, 1, 2}, cols[] = {1, 2, 0, 2};
    const int32_t values[] = {5, 6, 7, 8};
    tropic_operator_source source = user_minus;
    tropic_type type = TROPIC_BOOL;
    (void)unused;
    for (int strings = 0; strings < 2; strings++) {
        const int32_t expected[] = {5 - 7, 6, 7 - 5, 6, 8 - 8};
        tropic_matrix *A = NULL;
        tropic_operator *op = NULL;
        const int32_t *found;
        if (strings) source.host = NULL;
        assert_ok(context, tropic_operator_create(&op, context, &source));
        assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, TROPIC_INT32, values, NULL));
        assert_ok(context, tropic_transpose(&A, context, NULL, op, A, NULL));
        assert_int_equal(tropic_matrix_count(A), 5);
        assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&found));
        assert_memory_equal(found, expected, sizeof expected);
        tropic_matrix_free(&A);
        tropic_operator_free(&op);
    }
    assert_ok(context, tropic_type_define(&type, context, &pair_of_ids_type));
    const pair_of_ids ids[] = {{0, 1}, {0, 2}, {1, 0}, {2, 2}};
    const pair_of_ids expected[] = {{0, 0}, {0, 2}, {1, 1}, {0, 2}, {2, 2}};
    const pair_of_ids *found;
    tropic_matrix *A = NULL;
    tropic_operator *op = NULL;
    assert_ok(context, tropic_operator_create(&op, context, &pair_up));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 3, 3, 4, rows, cols, type, ids, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_transpose(&A, context, A, op, A, NULL));
    assert_ok(context, tropic_transpose(&A, context, NULL, op, A, NULL));
    assert_ok(context, tropic_matrix_csr(A, context, NULL, NULL, (const void **)&found));
    assert_memory_equal(found, expected, sizeof expected);
    tropic_matrix_free(&A);
    tropic_operator_free(&op);
}

/* A pattern's entries are ones of the type that the other matrix or the accumulator has. */
static void test_patterns(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_INT32);
    const tropic_descriptor as_is = {.size = sizeof as_is, .transpose = true, .structure = true};
    const tropic_index rows[] = {0, 1}, cols[] = {1, 0}, mask_rows[] = {1}, mask_cols[] = {0};
    const int32_t values[] = {5, 7};
    (void)unused;
    /* The pattern comes to C, or C is the pattern; with a mask that lets (1, 0) through, and an accumulator. */
    for (int way = 0; way < 8; way++) {
        const bool into = way & 1, masked = way & 2, adds = way & 4;
        const int32_t before = into ? 5 : 1, t = into ? 1 : 7, before_t = into ? 7 : 1;
        const int32_t t_first = into ? 1 : 5;
        const int32_t expected[] = {masked ? before : adds ? before + t_first : t_first, adds ? before_t + t : t};
        tropic_matrix *A = NULL, *C = NULL, *M = NULL;
        const int32_t *found = NULL;
        assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 2, rows, cols, into ? TROPIC_BOOL : TROPIC_INT32,
                                                  into ? NULL : values, NULL));
        assert_ok(context, tropic_matrix_from_coo(&C, context, 2, 2, 2, rows, cols, into ? TROPIC_INT32 : TROPIC_BOOL,
                                                  into ? values : NULL, NULL));
        assert_ok(context, tropic_matrix_from_coo(&M, context, 2, 2, 1, mask_rows, mask_cols, TROPIC_BOOL, NULL, NULL));
        assert_ok(context, tropic_transpose(&C, context, masked ? M : NULL, adds ? plus : NULL, A, &as_is));
        assert_int_equal(tropic_matrix_type(C), TROPIC_INT32);
        assert_int_equal(tropic_matrix_count(C), 2);
        assert_ok(context, tropic_matrix_csr(C, context, NULL, NULL, (const void **)&found));
        assert_memory_equal(found, expected, sizeof expected);
        tropic_matrix_free(&A);
        tropic_matrix_free(&C);
        tropic_matrix_free(&M);
    }
    /* A struct has no one. */
    const pair_of_ids ids[] = {{0, 1}, {0, 2}};
    tropic_matrix *A = NULL, *C = NULL;
    tropic_type type = TROPIC_BOOL;
    assert_ok(context, tropic_type_define(&type, context, &pair_of_ids_type));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 2, 2, rows, cols, TROPIC_BOOL, NULL, NULL));
    assert_ok(context, tropic_matrix_from_coo(&C, context, 2, 2, 2, rows, cols, type, ids, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_transpose(&C, context, NULL, NULL, A, NULL));
    assert_status(context, TROPIC_TYPE_MISMATCH, tropic_transpose(&A, context, NULL, NULL, C, NULL));
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
}

static void test_labels(void **unused)
{
    tropic_matrix *A = NULL, *C = NULL;
    (void)unused;
    assert_ok(context, tropic_matrix_load(&A, context, "matrices/karate.mtx", NULL));
    assert_ok(context, tropic_transpose(&C, context, NULL, NULL, A, NULL));
    assert_int_equal(tropic_matrix_label(C, 0), 1);
    twin_compare_matrices(A, C, context, "an undirected graph");
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
}

static void test_refusals(void **unused)
{
    const tropic_operator *plus = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const double values[2] = {3, 4};
    const tropic_index rows[2] = {0, 1}, cols[2] = {2, 0};
    tropic_matrix *A = NULL, *C = NULL, *before;
    (void)unused;
    assert_ok(context, tropic_matrix_from_coo(&A, context, 2, 3, 2, rows, cols, TROPIC_FP64, values, NULL));
    assert_ok(context, tropic_matrix_from_coo(&C, context, 3, 2, 2, cols, rows, TROPIC_FP64, values, NULL));
    before = C;
    assert_int_equal(tropic_transpose(&C, NULL, NULL, NULL, A, NULL), TROPIC_INVALID_ARGUMENT);
#define REFUSED(status, ...)                                                                                           \
    assert_status(context, TROPIC_##status, tropic_transpose(__VA_ARGS__));                                            \
    assert_ptr_equal(C, before)
    REFUSED(INVALID_ARGUMENT, NULL, context, NULL, NULL, A, NULL);
    REFUSED(INVALID_ARGUMENT, &C, context, NULL, NULL, NULL, NULL);
    REFUSED(DIMENSION_MISMATCH, &C, context, A, NULL, A, NULL);
    REFUSED(DIMENSION_MISMATCH, &C, context, NULL, NULL, C, NULL);
    assert_ok(context, tropic_transpose(&C, context, NULL, plus, A, NULL));
    assert_ptr_not_equal(C, NULL);
    tropic_matrix_free(&A);
    tropic_matrix_free(&C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_against_graphblas, operations_teardown),
        cmocka_unit_test(test_twice),
        cmocka_unit_test(test_users),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_refusals),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

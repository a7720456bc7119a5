/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of the operations on matrices, on random matrices of all shapes.
 */
#include "tests/operation_algebra.h"
#include "tests/operation_matrices.h"

static tropic_context *context;
static uint64_t seed = 5;

static int set_up(void **unused)
{
    (void)unused;
    context = test_context();
    assert_int_equal(grb_start(), GrB_SUCCESS);
    algebra_open(context);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    algebra_close();
    tropic_context_free(&context);
    return 0;
}

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT64);
}

static twin draw(tropic_index rows, tropic_index cols, bool pattern)
{
    twin t;
    twin_draw(&t, context, pattern ? TROPIC_BOOL : TROPIC_INT64, rows, cols, pattern, VALUES_ANY, &seed);
    return t;
}

/* tril(k) + triu(k + 1) = all; and what is on a diagonal, and what is not. */
static void test_triangles(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    (void)unused;
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = test_below(&seed, LENGTH), cols = test_below(&seed, LENGTH);
        const int64_t y = test_below(&seed, 2 * LENGTH) - LENGTH, next = y + 1;
        const bool pattern = test_below(&seed, 2);
        const tropic_operator *lor = tropic_operator_builtin(TROPIC_LOR, TROPIC_BOOL);
        const tropic_operator *plus = pattern ? lor : op(TROPIC_PLUS);
        tropic_matrix *lower = NULL, *upper = NULL, *whole = NULL;
        twin t = draw(rows, cols, pattern);
        assert_ok(context, tropic_matrix_select(&lower, context, NULL, NULL, op(TROPIC_TRIL), t.A, &y, NULL));
        assert_ok(context, tropic_matrix_select(&upper, context, NULL, NULL, op(TROPIC_TRIU), t.A, &next, NULL));
        assert_int_equal(tropic_matrix_is_pattern(lower), pattern);
        assert_int_equal(tropic_matrix_count(lower) + tropic_matrix_count(upper), tropic_matrix_count(t.A));
        assert_ok(context, tropic_matrix_ewise_add(&whole, context, NULL, NULL, plus, lower, upper, NULL));
        twin_compare_matrices(whole, t.A, context, "tril and triu");
        assert_ok(context, tropic_matrix_select(&lower, context, NULL, NULL, op(TROPIC_DIAGONAL), t.A, &y, NULL));
        assert_ok(context, tropic_matrix_select(&upper, context, NULL, NULL, op(TROPIC_OFF_DIAGONAL), t.A, &y, NULL));
        assert_ok(context, tropic_matrix_ewise_add(&whole, context, NULL, NULL, plus, lower, upper, NULL));
        twin_compare_matrices(whole, t.A, context, "a diagonal and the rest");
        tropic_matrix_free(&lower);
        tropic_matrix_free(&upper);
        tropic_matrix_free(&whole);
        twin_free(&t);
    }
}

/* What a mask lets through and what its complement does are all of it. */
static void test_masks_partition(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    (void)unused;
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = test_below(&seed, LENGTH), cols = test_below(&seed, LENGTH);
        const bool structure = test_below(&seed, 2);
        const tropic_descriptor in = {.size = sizeof in, .transpose = true, .structure = structure};
        tropic_descriptor out = in;
        tropic_matrix *C = NULL;
        twin A = draw(rows, cols, false), M = draw(rows, cols, test_below(&seed, 2));
        out.complement = true;
        assert_ok(context, tropic_transpose(&C, context, M.A, NULL, A.A, &in));
        assert_ok(context, tropic_transpose(&C, context, M.A, NULL, A.A, &out));
        twin_compare_matrices(C, A.A, context, "a mask and its complement");
        tropic_matrix_free(&C);
        twin_free(&A);
        twin_free(&M);
    }
}

/* (A + B)' = A' + B', in several ways. */
static void test_transposes(void **unused)
{
    enum { CASES = 40, LENGTH = 30 };
    (void)unused;
    for (int k = 0; k < CASES; k++) {
        const tropic_index rows = test_below(&seed, LENGTH), cols = test_below(&seed, LENGTH);
        const tropic_descriptor both = {.size = sizeof both, .transpose = true, .transpose_second = true};
        const tropic_operator *minus = op(TROPIC_MINUS);
        const int64_t alpha = 5, beta = 7;
        tropic_matrix *C = NULL, *D = NULL;
        twin A = draw(rows, cols, false), B = draw(rows, cols, test_below(&seed, 2));
        assert_ok(context, tropic_matrix_ewise_union(&C, context, NULL, NULL, minus, A.A, &alpha, B.A, &beta, NULL));
        assert_ok(context, tropic_transpose(&D, context, NULL, NULL, C, NULL));
        tropic_matrix_free(&C);
        assert_ok(context, tropic_matrix_ewise_union(&C, context, NULL, NULL, minus, A.A, &alpha, B.A, &beta, &both));
        twin_compare_matrices(C, D, context, "a union and its transpose");
        tropic_matrix_free(&C);
        tropic_matrix_free(&D);
        twin_free(&A);
        twin_free(&B);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triangles),
        cmocka_unit_test(test_masks_partition),
        cmocka_unit_test(test_transposes),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * What elementwise operations refuse.
 */
#include "tests/common.h"

enum { N = 5 };

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

/* Nothing of them is done: w stays as it was. */
static void test_errors(void **unused)
{
    tropic_context *context = test_context();
    tropic_vector *w = NULL, *u = NULL, *real = NULL, *longer = NULL;
    const tropic_operator *plus = op(TROPIC_PLUS), *less = op(TROPIC_LT);
    const tropic_operator *reals = tropic_operator_builtin(TROPIC_PLUS, TROPIC_FP64);
    const tropic_index twice[] = {1, 0, 1}, outside[] = {1, N};
    const int32_t two = 2;
    const tropic_status argument = TROPIC_INVALID_ARGUMENT, size = TROPIC_DIMENSION_MISMATCH;
    const tropic_status type = TROPIC_TYPE_MISMATCH, range = TROPIC_INDEX_OUT_OF_RANGE;
    const int32_t values[N] = {7, 7, 7, 0, 7};
    const bool has[N] = {true, true, true, false, true};
    int32_t sum = 0, found[N];
    bool still[N];
    (void)unused;
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_create(&u, context, TROPIC_INT32, N));
    assert_ok(context, tropic_vector_put_dense(w, values, has));
    assert_ok(context, tropic_vector_put_dense(u, values, has));
    assert_ok(context, tropic_vector_create(&real, context, TROPIC_FP64, N));
    assert_ok(context, tropic_vector_create(&longer, context, TROPIC_INT32, N + 1));

    assert_int_equal(tropic_ewise_add(NULL, NULL, NULL, plus, u, u, NULL), argument);
    assert_status(context, argument, tropic_ewise_add(w, NULL, NULL, NULL, u, u, NULL));
    assert_status(context, argument, tropic_ewise_add(w, NULL, NULL, plus, NULL, u, NULL));
    assert_status(context, argument, tropic_ewise_add(w, NULL, NULL, plus, u, NULL, NULL));
    assert_status(context, size, tropic_ewise_add(w, NULL, NULL, plus, u, longer, NULL));
    assert_status(context, size, tropic_ewise_add(w, longer, NULL, plus, u, u, NULL));
    assert_status(context, type, tropic_ewise_add(w, NULL, NULL, plus, u, real, NULL));
    assert_status(context, type, tropic_ewise_add(real, NULL, NULL, plus, u, u, NULL));
    assert_status(context, type, tropic_ewise_add(w, NULL, reals, plus, u, u, NULL));
    assert_status(context, type, tropic_ewise_add(w, NULL, NULL, less, u, u, NULL));
    assert_status(context, type, tropic_ewise_multiply(w, NULL, NULL, less, u, u, NULL));
    assert_status(context, argument, tropic_apply(w, NULL, NULL, plus, u, NULL, NULL));
    assert_status(context, type, tropic_apply(w, NULL, NULL, plus, real, &two, NULL));
    assert_status(context, type, tropic_select(w, NULL, NULL, plus, u, &two, NULL));
    assert_status(context, argument, tropic_select(w, NULL, NULL, less, u, NULL, NULL));
    assert_status(context, type, tropic_select(real, NULL, NULL, less, u, &two, NULL));
    assert_status(context, range, tropic_assign(w, NULL, NULL, u, outside, 2, NULL));
    assert_status(context, range, tropic_assign_scalar(w, NULL, NULL, &two, outside, 2, NULL));
    assert_status(context, range, tropic_extract(w, NULL, NULL, u, outside, 2, NULL));
    assert_status(context, argument, tropic_assign_scalar(w, NULL, NULL, &two, twice, 3, NULL));
    assert_status(context, argument, tropic_assign_scalar(w, NULL, NULL, NULL, twice, 1, NULL));
    assert_status(context, argument, tropic_assign_scalar(w, NULL, NULL, &two, twice, -1, NULL));
    assert_status(context, size, tropic_assign(w, NULL, NULL, u, twice, 2, NULL));
    assert_status(context, size, tropic_assign(w, NULL, NULL, u, NULL, 2, NULL));
    assert_status(context, size, tropic_extract(w, NULL, NULL, u, twice, 3, NULL));
    assert_status(context, type, tropic_assign(real, NULL, NULL, u, NULL, N, NULL));
    assert_status(context, argument, tropic_reduce(NULL, plus, u));
    assert_status(context, argument, tropic_reduce(&sum, NULL, u));
    assert_status(context, argument, tropic_reduce(&sum, op(TROPIC_MINUS), u));
    assert_status(context, type, tropic_reduce(&sum, plus, real));
    assert_int_equal(tropic_reduce(&sum, plus, NULL), argument);
    assert_ok(context, tropic_vector_get_dense(w, found, still));
    assert_memory_equal(found, values, sizeof values);
    assert_memory_equal(still, has, sizeof has);

    /* What op does not look at may be of any type. */
    assert_ok(context, tropic_apply(w, NULL, NULL, op(TROPIC_INDEX), real, NULL, NULL));
    assert_int_equal(tropic_vector_count(w), 0);
    tropic_vector_free(&w);
    tropic_vector_free(&u);
    tropic_vector_free(&real);
    tropic_vector_free(&longer);
    tropic_context_free(&context);
}

static void expect_error(const tropic_context *context, const char *expected)
{
    assert_string_equal(tropic_context_error(context), expected);
}

/* What the tables have not is named where its NULL is given, and each kind by its own look-ups alone. */
static void test_missing(void **unused)
{
    tropic_context *context = test_context();
    const tropic_status argument = TROPIC_INVALID_ARGUMENT;
    const tropic_index zero = 0;
    tropic_matrix *A = NULL;
    tropic_vector *w = NULL;
    int32_t sum;
    (void)unused;
    assert_ok(context, tropic_vector_create(&w, context, TROPIC_INT32, 1));
    assert_ok(context, tropic_matrix_from_coo(&A, context, 1, 1, 1, &zero, &zero, TROPIC_BOOL, NULL, NULL));

    assert_status(context, argument, tropic_mxv(w, NULL, NULL, NULL, A, w, NULL));
    expect_error(context, "semiring is NULL");
    assert_status(context, argument, tropic_reduce(&sum, NULL, w));
    expect_error(context, "monoid is NULL");

    assert_status(context, argument,
                  tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_OR_AND, TROPIC_INT32), A, w, NULL));
    expect_error(context, "semiring is NULL: there is no built-in semiring or_and over int32, the "
                          "last that was looked up in vain");
    assert_status(
        context, argument,
        tropic_semiring_check(tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_BOOL), context, NULL, 0, 1, NULL));
    expect_error(context, "semiring is NULL: there is no built-in semiring min_plus over bool, the "
                          "last that was looked up in vain");
    assert_status(context, argument,
                  tropic_vxm(w, NULL, NULL, tropic_semiring_builtin(TROPIC_BUILTINS, (tropic_type)77), w, A, NULL));
    assert_non_null(strstr(tropic_context_error(context), "type 77, the last"));

    assert_status(context, argument, tropic_reduce(&sum, NULL, w));
    expect_error(context, "monoid is NULL");
    assert_status(context, argument,
                  tropic_ewise_add(w, NULL, NULL, tropic_operator_builtin(TROPIC_LOR, TROPIC_INT32), w, w, NULL));
    expect_error(context, "op is NULL: there is no built-in operator lor over int32, the last that "
                          "was looked up in vain");
    assert_status(context, argument, tropic_reduce(&sum, tropic_operator_builtin(TROPIC_LAND, TROPIC_FP64), w));
    expect_error(context, "monoid is NULL: there is no built-in operator land over fp64, the last "
                          "that was looked up in vain");
    tropic_vector_free(&w);
    tropic_matrix_free(&A);
    tropic_context_free(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing),
        cmocka_unit_test(test_errors),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

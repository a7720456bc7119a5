/* SPDX-License-Identifier: Apache-2.0
 *
 * Arguments that elementwise operations refuse.
 */
#include <tropic_define.h>

#include "tests/context.h"
#include "tests/fixtures.h"

enum { N = 5 };

TROPIC_STRUCT(spot, int32_t x, y;);

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

/* The operands of refused operations. */
static tropic_vector *w, *u, *spots, *longer;
static const int32_t values[N] = {7, 7, 7, 0, 7}, two = 2;
static const bool has[N] = {true, true, true, false, true};
static const tropic_status argument = TROPIC_INVALID_ARGUMENT, size = TROPIC_DIMENSION_MISMATCH;
static const tropic_status type = TROPIC_TYPE_MISMATCH, range = TROPIC_INDEX_OUT_OF_RANGE;

static int set_up(void **unused)
{
    tropic_type spot_is = TROPIC_BOOL;
    context = test_context();
    w = test_vector_of(context, TROPIC_INT32, N, NULL);
    u = test_vector_of(context, TROPIC_INT32, N, NULL);
    assert_ok(context, tropic_vector_put_dense(w, values, has));
    assert_ok(context, tropic_vector_put_dense(u, values, has));
    assert_ok(context, tropic_type_define(&spot_is, context, &spot_type));
    spots = test_vector_of(context, spot_is, N, NULL);
    longer = test_vector_of(context, TROPIC_INT32, N + 1, NULL);
    return 0;
}

static int tear_down(void **unused)
{
    tropic_vector_free(&w);
    tropic_vector_free(&u);
    tropic_vector_free(&spots);
    tropic_vector_free(&longer);
    return context_close(unused);
}

/* A refused operation changes nothing. */
static void assert_w_stays(void)
{
    int32_t found[N];
    bool still[N];
    assert_ok(context, tropic_vector_get_dense(w, found, still));
    assert_memory_equal(found, values, sizeof values);
    assert_memory_equal(still, has, sizeof has);
}

static void test_operators(void **unused)
{
    const tropic_operator *plus = op(TROPIC_PLUS), *less = op(TROPIC_LT);
    assert_int_equal(tropic_ewise_add(NULL, NULL, NULL, plus, u, u, NULL), argument);
    assert_status(context, argument, tropic_ewise_add(w, NULL, NULL, NULL, u, u, NULL));
    assert_status(context, argument, tropic_ewise_add(w, NULL, NULL, plus, NULL, u, NULL));
    assert_status(context, argument, tropic_ewise_add(w, NULL, NULL, plus, u, NULL, NULL));
    assert_status(context, size, tropic_ewise_add(w, NULL, NULL, plus, u, longer, NULL));
    assert_status(context, size, tropic_ewise_add(w, longer, NULL, plus, u, u, NULL));
    assert_status(context, type, tropic_ewise_add(w, NULL, NULL, plus, u, spots, NULL));
    assert_status(context, type, tropic_ewise_add(spots, NULL, NULL, plus, u, u, NULL));
    assert_status(context, type, tropic_assign(spots, NULL, plus, spots, NULL, N, NULL));
    assert_status(context, type, tropic_ewise_add(w, NULL, NULL, less, u, u, NULL));
    assert_status(context, type, tropic_ewise_multiply(spots, NULL, NULL, less, u, u, NULL));
    assert_status(context, argument, tropic_apply(w, NULL, NULL, plus, u, NULL, NULL));
    assert_status(context, type, tropic_apply(w, NULL, NULL, plus, spots, &two, NULL));
    assert_status(context, argument, tropic_apply_first(w, NULL, NULL, plus, NULL, u, NULL));
    assert_status(context, argument, tropic_apply_first(w, NULL, NULL, NULL, &two, u, NULL));
    assert_status(context, argument, tropic_apply_first(w, NULL, NULL, plus, &two, NULL, NULL));
    assert_status(context, type, tropic_apply_first(w, NULL, NULL, plus, &two, spots, NULL));
    assert_status(context, type, tropic_select(w, NULL, NULL, plus, u, &two, NULL));
    assert_status(context, argument, tropic_select(w, NULL, NULL, less, u, NULL, NULL));
    assert_status(context, type, tropic_select(spots, NULL, NULL, less, u, &two, NULL));
    assert_w_stays();

    /* An operand that op does not read may be of any type. */
    assert_ok(context, tropic_apply(w, NULL, NULL, op(TROPIC_INDEX), spots, NULL, NULL));
    assert_int_equal(tropic_vector_count(w), 0);
}

static void test_places(void **unused)
{
    const tropic_index twice[] = {1, 0, 1}, outside[] = {1, N};
    assert_status(context, range, tropic_assign(w, NULL, NULL, u, outside, 2, NULL));
    assert_status(context, range, tropic_assign_scalar(w, NULL, NULL, &two, outside, 2, NULL));
    assert_status(context, range, tropic_extract(w, NULL, NULL, u, outside, 2, NULL));
    assert_status(context, argument, tropic_assign_scalar(w, NULL, NULL, &two, twice, 3, NULL));
    assert_status(context, argument, tropic_assign_scalar(w, NULL, NULL, NULL, twice, 1, NULL));
    assert_status(context, argument, tropic_assign_scalar(w, NULL, NULL, &two, twice, -1, NULL));
    assert_status(context, size, tropic_assign(w, NULL, NULL, u, twice, 2, NULL));
    assert_status(context, size, tropic_assign(w, NULL, NULL, u, NULL, 2, NULL));
    assert_status(context, size, tropic_extract(w, NULL, NULL, u, twice, 3, NULL));
    assert_status(context, type, tropic_assign(spots, NULL, NULL, u, NULL, N, NULL));
    assert_w_stays();
}

static void test_reductions(void **unused)
{
    const tropic_operator *plus = op(TROPIC_PLUS);
    int32_t sum = 0;
    assert_status(context, argument, tropic_reduce(NULL, plus, u));
    assert_status(context, argument, tropic_reduce(&sum, NULL, u));
    assert_status(context, argument, tropic_reduce(&sum, op(TROPIC_MINUS), u));
    assert_status(context, type, tropic_reduce(&sum, plus, spots));
    assert_int_equal(tropic_reduce(&sum, plus, NULL), argument);
}

static void expect_error(const char *expected)
{
    assert_string_equal(tropic_context_error(context), expected);
}

/* A name that the tables lack is told where its NULL is given, if it is the newest look-up that failed. */
static void test_missing(void **unused)
{
    const tropic_index zero = 0;
    OWNED(tropic_matrix) *A = NULL;
    int32_t sum;
    assert_ok(context, tropic_matrix_from_coo(&A, context, N, N, 1, &zero, &zero, TROPIC_BOOL, NULL, NULL));

    assert_status(context, argument, tropic_mxv(w, NULL, NULL, NULL, A, w, NULL));
    expect_error("semiring is NULL");
    assert_status(context, argument, tropic_reduce(&sum, NULL, w));
    expect_error("monoid is NULL");

    assert_status(context, argument,
                  tropic_mxv(w, NULL, NULL, tropic_semiring_builtin(TROPIC_OR_AND, TROPIC_INT32), A, w, NULL));
    expect_error("semiring is NULL: the last call of tropic_semiring_builtin failed, there is no or_and over int32");
    assert_status(
        context, argument,
        tropic_semiring_check(tropic_semiring_builtin(TROPIC_MIN_PLUS, TROPIC_BOOL), context, NULL, 0, 1, NULL));
    expect_error("semiring is NULL: the last call of tropic_semiring_builtin failed, there is no min_plus over bool");
    assert_status(context, argument,
                  tropic_vxm(w, NULL, NULL, tropic_semiring_builtin(TROPIC_BUILTINS, (tropic_type)77), w, A, NULL));
    assert_non_null(strstr(tropic_context_error(context), "over type 77"));

    assert_status(context, argument, tropic_reduce(&sum, NULL, w));
    expect_error("monoid is NULL");
    assert_status(context, argument,
                  tropic_ewise_add(w, NULL, NULL, tropic_operator_builtin(TROPIC_LOR, TROPIC_INT32), w, w, NULL));
    expect_error("op is NULL: the last call of tropic_operator_builtin failed, there is no lor over int32");
    assert_status(context, argument, tropic_reduce(&sum, tropic_operator_builtin(TROPIC_LAND, TROPIC_FP64), w));
    expect_error("monoid is NULL: the last call of tropic_operator_builtin failed, there is no land over fp64");

    /* A name of the other table, and a NULL that is none of the newest look-up. */
    assert_status(
        context, argument,
        tropic_vxm(w, NULL, NULL, tropic_semiring_builtin((tropic_builtin)TROPIC_PLUS, TROPIC_INT32), w, A, NULL));
    expect_error("semiring is NULL: the last call of tropic_semiring_builtin failed, there is no plus over int32");
    assert_null(tropic_operator_builtin((tropic_builtin_operator)TROPIC_MIN_PLUS, TROPIC_INT32));
    assert_status(context, argument, tropic_vxm(w, NULL, NULL, NULL, w, A, NULL));
    expect_error("semiring is NULL");
    assert_status(context, argument, tropic_reduce(&sum, NULL, w));
    expect_error("monoid is NULL: the last call of tropic_operator_builtin failed, there is no min_plus over int32");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_missing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_operators, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_places, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_reductions, set_up, tear_down),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

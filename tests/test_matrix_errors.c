/* SPDX-License-Identifier: Apache-2.0
 *
 * What operations on matrices refuse, with a message that names the argument; C then stays.
 */
#include <tropic_define.h>

#include "tests/common.h"

enum { ROWS = 3, COLS = 4 };

TROPIC_STRUCT(spot, int32_t x, y;);

static tropic_context *context;
static tropic_matrix *A, *turned, *spots, *C;
static const int32_t two = 2;

static const tropic_status argument = TROPIC_INVALID_ARGUMENT, shape = TROPIC_DIMENSION_MISMATCH,
                           type = TROPIC_TYPE_MISMATCH;

static const tropic_operator *op(tropic_builtin_operator name)
{
    return tropic_operator_builtin(name, TROPIC_INT32);
}

static int set_up(void **unused)
{
    static const tropic_index rows[] = {0, 1, 2}, cols[] = {1, 3, 0};
    static const int32_t values[] = {1, 2, 3};
    static const spot places[] = {{1, 1}, {2, 2}, {3, 3}};
    tropic_type spot_is = TROPIC_BOOL;
    (void)unused;
    context = test_context();
    assert_ok(context, tropic_matrix_from_coo(&A, context, ROWS, COLS, 3, rows, cols, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_matrix_from_coo(&turned, context, COLS, ROWS, 3, cols, rows, TROPIC_INT32, values, NULL));
    assert_ok(context, tropic_type_define(&spot_is, context, &spot_type));
    assert_ok(context, tropic_matrix_from_coo(&spots, context, ROWS, COLS, 3, rows, cols, spot_is, places, NULL));
    assert_ok(context, tropic_matrix_from_coo(&C, context, ROWS, COLS, 3, rows, cols, TROPIC_INT32, values, NULL));
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    tropic_matrix_free(&A);
    tropic_matrix_free(&turned);
    tropic_matrix_free(&spots);
    tropic_matrix_free(&C);
    tropic_context_free(&context);
    return 0;
}

/* The call fails with the status and this message, and C is the same handle. */
#define assert_refused(status, message, call)                                                                          \
    do {                                                                                                               \
        tropic_matrix *const before = C;                                                                               \
        assert_status(context, status, call);                                                                          \
        assert_string_equal(tropic_context_error(context), message);                                                   \
        assert_ptr_equal(C, before);                                                                                   \
    } while (0)

static void test_entry_by_entry(void **unused)
{
    const tropic_operator *plus = op(TROPIC_PLUS), *less = op(TROPIC_LT);
    const tropic_descriptor unset = {0};
    (void)unused;
    assert_int_equal(tropic_matrix_ewise_add(&C, NULL, NULL, NULL, plus, A, A, NULL), argument);
    assert_refused(argument, "C is NULL", tropic_matrix_ewise_add(NULL, context, NULL, NULL, plus, A, A, NULL));
    assert_refused(argument, "A is NULL", tropic_matrix_ewise_add(&C, context, NULL, NULL, plus, NULL, A, NULL));
    assert_refused(argument, "B is NULL", tropic_matrix_ewise_add(&C, context, NULL, NULL, plus, A, NULL, NULL));
    assert_status(context, argument, tropic_matrix_ewise_add(&C, context, NULL, NULL, NULL, A, A, NULL));
    assert_status(context, argument, tropic_matrix_ewise_add(&C, context, NULL, NULL, plus, A, A, &unset));
    assert_refused(shape, "B is 4 x 3, not 3 x 4",
                   tropic_matrix_ewise_add(&C, context, NULL, NULL, plus, A, turned, NULL));
    assert_refused(shape, "C is 3 x 4, not 4 x 3",
                   tropic_matrix_ewise_add(&C, context, NULL, NULL, plus, turned, turned, NULL));
    assert_refused(shape, "mask is 4 x 3, not 3 x 4",
                   tropic_matrix_ewise_add(&C, context, turned, NULL, plus, A, A, NULL));
    assert_refused(type, "B is of type spot, not int32",
                   tropic_matrix_ewise_add(&C, context, NULL, NULL, plus, A, spots, NULL));
    assert_refused(type, "op lt does not map two values of one type to that type",
                   tropic_matrix_ewise_add(&C, context, NULL, NULL, less, A, A, NULL));
    assert_refused(type, "accum lt maps int32 and int32 to bool, but values of spot are accumulated into int32",
                   tropic_matrix_select(&C, context, NULL, less, op(TROPIC_TRIL), spots, &two, NULL));
    assert_refused(type, "the result is of type spot, not int32",
                   tropic_matrix_select(&C, context, NULL, NULL, op(TROPIC_TRIL), spots, &two, NULL));
    assert_refused(argument, "alpha is NULL, but op plus looks at it",
                   tropic_matrix_ewise_union(&C, context, NULL, NULL, plus, A, NULL, A, &two, NULL));
    assert_refused(argument, "beta is NULL, but op plus looks at it",
                   tropic_matrix_ewise_union(&C, context, NULL, NULL, plus, A, &two, A, NULL, NULL));
    assert_refused(argument, "y is NULL, but op plus looks at it",
                   tropic_matrix_apply(&C, context, NULL, NULL, plus, A, NULL, NULL));
    assert_refused(argument, "x is NULL, but op plus looks at it",
                   tropic_matrix_apply_first(&C, context, NULL, NULL, plus, NULL, A, NULL));
    assert_refused(type, "A is of type spot, not int32",
                   tropic_matrix_apply(&C, context, NULL, NULL, plus, spots, &two, NULL));
    assert_refused(type, "op plus has a result of int32, not bool",
                   tropic_matrix_select(&C, context, NULL, NULL, plus, A, &two, NULL));
    assert_refused(argument, "y is NULL, but op tril looks at it",
                   tropic_matrix_select(&C, context, NULL, NULL, op(TROPIC_TRIL), A, NULL, NULL));
}

static void test_parts(void **unused)
{
    const tropic_index twice[] = {1, 0, 1}, outside[] = {1, COLS};
    const tropic_indices two_ids = {.ids = twice, .count = 2}, repeated = {.ids = twice, .count = 3};
    const tropic_indices far = {.ids = outside, .count = 2}, range_ = {.first = 1, .count = 3, .stride = 2};
    const tropic_indices negative = {.count = -1};
    const tropic_status range = TROPIC_INDEX_OUT_OF_RANGE;
    tropic_matrix *none = NULL;
    int32_t sum;
    (void)unused;
    assert_refused(range, "cols[1] is 4, but there are 4",
                   tropic_matrix_extract(&C, context, NULL, NULL, A, NULL, &far, NULL));
    assert_refused(range, "cols go from 1 to 5, but there are 4",
                   tropic_matrix_extract(&C, context, NULL, NULL, A, NULL, &range_, NULL));
    assert_refused(argument, "rows: -1 ids", tropic_matrix_extract(&C, context, NULL, NULL, A, &negative, NULL, NULL));
    assert_refused(shape, "C is 3 x 4, not 2 x 4",
                   tropic_matrix_extract(&C, context, NULL, NULL, A, &two_ids, NULL, NULL));
    assert_refused(argument, "A is NULL", tropic_matrix_extract(&C, context, NULL, NULL, NULL, NULL, NULL, NULL));
    assert_refused(type, "the result is of type spot, not int32",
                   tropic_matrix_extract(&C, context, NULL, NULL, spots, NULL, NULL, NULL));
    assert_refused(argument, "rows has 1 twice, at 0 and 2",
                   tropic_matrix_assign(&C, context, NULL, NULL, A, &repeated, NULL, NULL));
    assert_refused(shape, "A is 3 x 4, not 2 x 4",
                   tropic_matrix_assign(&C, context, NULL, NULL, A, &two_ids, NULL, NULL));
    assert_refused(shape, "mask is 3 x 4, not 2 x 4",
                   tropic_matrix_subassign_scalar(&C, context, A, NULL, &two, &two_ids, NULL, NULL));
    assert_refused(argument, "value is NULL",
                   tropic_matrix_assign_scalar(&C, context, NULL, NULL, NULL, NULL, NULL, NULL));
    assert_refused(argument, "A is NULL", tropic_matrix_assign(&C, context, NULL, NULL, NULL, NULL, NULL, NULL));
    assert_status(context, argument, tropic_matrix_assign(&none, context, NULL, NULL, A, NULL, NULL, NULL));
    assert_status(context, argument, tropic_matrix_reduce(NULL, context, op(TROPIC_PLUS), A));
    assert_status(context, argument, tropic_matrix_reduce(&sum, context, op(TROPIC_MINUS), A));
    assert_status(context, type, tropic_matrix_reduce(&sum, context, op(TROPIC_PLUS), spots));
    assert_status(context, argument, tropic_matrix_create(&none, context, TROPIC_INT32, -1, 1));
    assert_status(context, argument, tropic_matrix_clear(&none, context));
    assert_null(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entry_by_entry),
        cmocka_unit_test(test_parts),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations on matrices refuse arguments with a message that names them; C then stays.
 */
#include <tropic_define.h>

#include "tests/context.h"

enum { ROWS = 3, COLS = 4 };

TROPIC_STRUCT(spot, int32_t x, y;);

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
    tropic_matrix_free(&A);
    tropic_matrix_free(&turned);
    tropic_matrix_free(&spots);
    tropic_matrix_free(&C);
    return context_close(unused);
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
    assert_refused(type, "ewise_add needs an op with one type; lt gives bool",
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

/* -- rows, columns and diagonals --------------------------------------------------------------- */

/* The same of a vector, whose entry stays. */
#define assert_vector_refused(status, message, call)                                                                   \
    do {                                                                                                               \
        assert_status(context, status, call);                                                                          \
        assert_string_equal(tropic_context_error(context), message);                                                   \
        assert_int_equal(tropic_vector_count(w), 1);                                                                   \
    } while (0)

static tropic_vector *vector_of(tropic_type of, tropic_index places)
{
    tropic_vector *v = NULL;
    assert_ok(context, tropic_vector_create(&v, context, of, places));
    return v;
}

static void test_extracted_vectors(void **unused)
{
    const tropic_indices two_ids = {.count = 2}, negative = {.count = -1};
    const tropic_index outside[] = {1, ROWS};
    const tropic_indices far = {.ids = outside, .count = 2};
    const tropic_status range = TROPIC_INDEX_OUT_OF_RANGE;
    OWNED(tropic_vector) *w = vector_of(TROPIC_INT32, ROWS), *narrow = vector_of(TROPIC_BOOL, 1);
    assert_ok(context, tropic_vector_set(w, 1, &two));
    assert_int_equal(tropic_matrix_extract_column(NULL, NULL, NULL, A, NULL, 0, NULL), argument);
    assert_int_equal(tropic_matrix_extract_row(NULL, NULL, NULL, A, 0, NULL, NULL), argument);
    assert_int_equal(tropic_matrix_extract_diagonal(NULL, NULL, NULL, A, 0, NULL), argument);
    assert_vector_refused(argument, "A is NULL", tropic_matrix_extract_column(w, NULL, NULL, NULL, NULL, 0, NULL));
    assert_vector_refused(argument, "A is NULL", tropic_matrix_extract_diagonal(w, NULL, NULL, NULL, 0, NULL));
    assert_vector_refused(range, "col is 4, but there are 4",
                          tropic_matrix_extract_column(w, NULL, NULL, A, NULL, COLS, NULL));
    assert_vector_refused(range, "row is -1, but there are 3",
                          tropic_matrix_extract_row(w, NULL, NULL, A, -1, NULL, NULL));
    assert_vector_refused(range, "rows[1] is 3, but there are 3",
                          tropic_matrix_extract_column(w, NULL, NULL, A, &far, 0, NULL));
    assert_vector_refused(argument, "rows: -1 ids", tropic_matrix_extract_column(w, NULL, NULL, A, &negative, 0, NULL));
    assert_vector_refused(shape, "w has 3 places, not 2",
                          tropic_matrix_extract_column(w, NULL, NULL, A, &two_ids, 0, NULL));
    assert_vector_refused(shape, "w has 3 places, not 4", tropic_matrix_extract_row(w, NULL, NULL, A, 0, NULL, NULL));
    assert_vector_refused(shape, "w has 3 places, not 1",
                          tropic_matrix_extract_diagonal(w, NULL, NULL, A, COLS - 1, NULL));
    assert_vector_refused(shape, "w has 3 places, not 0",
                          tropic_matrix_extract_diagonal(w, NULL, NULL, A, INT32_MIN, NULL));
    assert_vector_refused(shape, "mask has 1 places, not 3",
                          tropic_matrix_extract_diagonal(w, narrow, NULL, A, 0, NULL));
    assert_vector_refused(type, "A is of type spot, not int32",
                          tropic_matrix_extract_column(w, NULL, NULL, spots, NULL, 0, NULL));
    assert_vector_refused(type, "A is of type spot, not int32",
                          tropic_matrix_extract_diagonal(w, NULL, NULL, spots, 0, NULL));
}

static void test_assigned_vectors(void **unused)
{
    const tropic_index twice[] = {1, 0, 1};
    const tropic_indices two_ids = {.ids = twice, .count = 2}, repeated = {.ids = twice, .count = 3};
    const tropic_status range = TROPIC_INDEX_OUT_OF_RANGE;
    OWNED(tropic_vector) *u = vector_of(TROPIC_INT32, COLS), *column = vector_of(TROPIC_INT32, ROWS);
    OWNED(tropic_vector) *pair = vector_of(TROPIC_INT32, 2), *spot_places = vector_of(tropic_matrix_type(spots), COLS),
                         *alien = NULL;
    OWNED(tropic_context) *other = test_context();
    tropic_matrix *none = NULL;
    assert_ok(other, tropic_vector_create(&alien, other, TROPIC_INT32, COLS));
    assert_int_equal(tropic_matrix_assign_row(&C, NULL, NULL, NULL, u, 0, NULL, NULL), argument);
    assert_refused(argument, "C is NULL", tropic_matrix_assign_row(NULL, context, NULL, NULL, u, 0, NULL, NULL));
    assert_refused(argument, "C points to NULL",
                   tropic_matrix_assign_column(&none, context, NULL, NULL, column, NULL, 0, NULL));
    assert_refused(argument, "u is NULL", tropic_matrix_subassign_row(&C, context, NULL, NULL, NULL, 0, NULL, NULL));
    assert_refused(argument, "u belongs to another context",
                   tropic_matrix_assign_row(&C, context, NULL, NULL, alien, 0, NULL, NULL));
    assert_refused(range, "row is 3, but there are 3",
                   tropic_matrix_assign_row(&C, context, NULL, NULL, u, ROWS, NULL, NULL));
    assert_refused(range, "col is -2, but there are 4",
                   tropic_matrix_subassign_column(&C, context, NULL, NULL, column, NULL, -2, NULL));
    assert_refused(argument, "cols has 1 twice, at 0 and 2",
                   tropic_matrix_assign_row(&C, context, NULL, NULL, u, 0, &repeated, NULL));
    assert_refused(shape, "u has 4 places, not 2",
                   tropic_matrix_assign_row(&C, context, NULL, NULL, u, 0, &two_ids, NULL));
    assert_refused(shape, "u has 4 places, not 3",
                   tropic_matrix_assign_column(&C, context, NULL, NULL, u, NULL, 0, NULL));
    assert_refused(shape, "mask has 2 places, not 4",
                   tropic_matrix_assign_row(&C, context, pair, NULL, pair, 0, &two_ids, NULL));
    assert_refused(shape, "mask has 3 places, not 2",
                   tropic_matrix_subassign_column(&C, context, column, NULL, pair, &two_ids, 0, NULL));
    assert_refused(type, "the result is of type spot, not int32",
                   tropic_matrix_assign_row(&C, context, NULL, NULL, spot_places, 0, NULL, NULL));
    assert_refused(argument, "u is NULL", tropic_matrix_diagonal(&C, context, NULL, NULL, NULL, 0, NULL));
    assert_refused(shape, "C is 3 x 4, not 6 x 6", tropic_matrix_diagonal(&C, context, NULL, NULL, u, -2, NULL));
    assert_refused(TROPIC_NOT_SUPPORTED, "the result would have 2147483650 rows, of at most 2147483647",
                   tropic_matrix_diagonal(&C, context, NULL, NULL, pair, INT32_MIN, NULL));
}

/* -- tiles, and matrices as values ------------------------------------------------------------- */

static void test_tiles(void **unused)
{
    const tropic_matrix *const uneven[] = {A, A, A, turned}, *const missing[] = {A, NULL}, *const mixed[] = {A, spots};
    const tropic_index heights[] = {1, 2}, widths[] = {1, 2}, negative[] = {COLS + 1, -1};
    tropic_matrix *tiles[] = {A, A, A, A};
    assert_int_equal(tropic_matrix_concat(&C, NULL, NULL, NULL, mixed, 1, 1, NULL), argument);
    assert_refused(argument, "tiles is NULL", tropic_matrix_concat(&C, context, NULL, NULL, NULL, 1, 1, NULL));
    assert_refused(argument, "0 x 2 tiles", tropic_matrix_concat(&C, context, NULL, NULL, mixed, 0, 2, NULL));
    assert_refused(argument, "tiles[1] is NULL", tropic_matrix_concat(&C, context, NULL, NULL, missing, 2, 1, NULL));
    assert_refused(shape, "tiles[3] is 4 x 3, not 3 x 4",
                   tropic_matrix_concat(&C, context, NULL, NULL, uneven, 2, 2, NULL));
    assert_refused(type, "tiles[1] is of type spot, not int32",
                   tropic_matrix_concat(&C, context, NULL, NULL, mixed, 1, 2, NULL));
    assert_refused(shape, "C is 3 x 4, not 6 x 4", tropic_matrix_concat(&C, context, NULL, NULL, uneven, 2, 1, NULL));
    assert_refused(shape, "mask is 4 x 3, not 3 x 4",
                   tropic_matrix_concat(&C, context, turned, NULL, uneven, 1, 1, NULL));
    assert_int_equal(tropic_matrix_split(tiles, NULL, A, heights, 2, widths, 2, NULL), argument);
    assert_refused(argument, "tiles is NULL", tropic_matrix_split(NULL, context, A, heights, 2, widths, 2, NULL));
    assert_refused(argument, "A is NULL", tropic_matrix_split(tiles, context, NULL, heights, 2, widths, 2, NULL));
    assert_refused(argument, "2 x -1 tiles", tropic_matrix_split(tiles, context, A, heights, 2, widths, -1, NULL));
    assert_refused(argument, "heights is NULL", tropic_matrix_split(tiles, context, A, NULL, 2, widths, 2, NULL));
    assert_refused(argument, "widths is NULL", tropic_matrix_split(tiles, context, A, heights, 2, NULL, 2, NULL));
    assert_refused(shape, "widths add up to 3, not 4",
                   tropic_matrix_split(tiles, context, A, heights, 2, widths, 2, NULL));
    assert_refused(argument, "widths[1] is -1", tropic_matrix_split(tiles, context, A, heights, 2, negative, 2, NULL));
    for (int k = 0; k < 4; k++) assert_ptr_equal(tiles[k], A);
}

static void test_values(void **unused)
{
    const tropic_operator *times = op(TROPIC_TIMES);
    tropic_matrix *none = NULL, *empty = NULL;
    assert_int_equal(tropic_kronecker(&C, NULL, NULL, NULL, times, A, A, NULL), argument);
    assert_refused(argument, "C is NULL", tropic_kronecker(NULL, context, NULL, NULL, times, A, A, NULL));
    assert_refused(argument, "A is NULL", tropic_kronecker(&C, context, NULL, NULL, times, NULL, A, NULL));
    assert_refused(argument, "B is NULL", tropic_kronecker(&C, context, NULL, NULL, times, A, NULL, NULL));
    assert_status(context, argument, tropic_kronecker(&C, context, NULL, NULL, NULL, A, A, NULL));
    assert_refused(type, "B is of type spot, not int32",
                   tropic_kronecker(&C, context, NULL, NULL, times, A, spots, NULL));
    assert_refused(shape, "C is 3 x 4, not 9 x 16", tropic_kronecker(&C, context, NULL, NULL, times, A, A, NULL));
    assert_refused(shape, "mask is 3 x 4, not 9 x 16", tropic_kronecker(&none, context, A, NULL, times, A, A, NULL));
    assert_ok(context, tropic_matrix_create(&empty, context, TROPIC_INT32, 1, TROPIC_INDEX_MAX));
    assert_refused(TROPIC_NOT_SUPPORTED, "the result would have 3 rows and 8589934588 columns, of at most 2147483647",
                   tropic_kronecker(&none, context, NULL, NULL, times, A, empty, NULL));
    {
        const tropic_matrix *const wide[] = {empty, empty};
        assert_refused(TROPIC_NOT_SUPPORTED,
                       "the result would have 1 rows and 4294967294 columns, of at most 2147483647",
                       tropic_matrix_concat(&none, context, NULL, NULL, wide, 1, 2, NULL));
    }
    tropic_matrix_free(&empty);
    assert_int_equal(tropic_matrix_duplicate(&none, NULL, A), argument);
    assert_refused(argument, "copy is NULL", tropic_matrix_duplicate(NULL, context, A));
    assert_refused(argument, "A is NULL", tropic_matrix_duplicate(&none, context, NULL));
    assert_int_equal(tropic_matrix_resize(&C, NULL, 1, 1), argument);
    assert_refused(argument, "A is NULL", tropic_matrix_resize(NULL, context, 1, 1));
    assert_refused(argument, "A is NULL", tropic_matrix_resize(&none, context, 1, 1));
    assert_refused(argument, "a matrix of 1 x -1", tropic_matrix_resize(&C, context, 1, -1));
    assert_null(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entry_by_entry),   cmocka_unit_test(test_parts), cmocka_unit_test(test_extracted_vectors),
        cmocka_unit_test(test_assigned_vectors), cmocka_unit_test(test_tiles), cmocka_unit_test(test_values),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices that take over the caller's arrays, and give up their own.
 */
#include "tests/common.h"

#include <string.h>
#include <tropic_arrays.h>
#include <tropic_host.h>

/*  . 1 . 2
 *  3 . . .
 *  . 4 5 .
 */
enum { ROWS = 3, COLS = 4, COUNT = 5 };
static const tropic_offset BY_ROW[] = {0, 2, 3, 5}, BY_COLUMN[] = {0, 1, 3, 4, 5};
static const tropic_index COL_IDS[] = {1, 3, 0, 1, 2}, ROW_IDS[] = {1, 0, 2, 2, 0};
static const int32_t ROW_VALUES[] = {1, 2, 3, 4, 5}, COLUMN_VALUES[] = {3, 1, 4, 5, 2};

/* Arrays that may be given away. */
typedef struct own {
    tropic_offset *offsets;
    tropic_index *ids;
    int32_t *values;
} own;

static void *copy(tropic_context *context, const void *from, size_t bytes)
{
    void *to = NULL;
    assert_ok(context, tropic_host_allocate(context, &to, bytes));
    memcpy(to, from, bytes);
    return to;
}

static own own_rows(tropic_context *context)
{
    return (own){copy(context, BY_ROW, sizeof BY_ROW), copy(context, COL_IDS, sizeof COL_IDS),
                 copy(context, ROW_VALUES, sizeof ROW_VALUES)};
}

static void release(tropic_context *context, own *arrays)
{
    tropic_host_release(context, arrays->offsets);
    tropic_host_release(context, arrays->ids);
    tropic_host_release(context, arrays->values);
}

static void are_rows(const own *arrays)
{
    assert_memory_equal(arrays->offsets, BY_ROW, sizeof BY_ROW);
    assert_memory_equal(arrays->ids, COL_IDS, sizeof COL_IDS);
    assert_memory_equal(arrays->values, ROW_VALUES, sizeof ROW_VALUES);
}

static void are_columns(const own *arrays)
{
    assert_memory_equal(arrays->offsets, BY_COLUMN, sizeof BY_COLUMN);
    assert_memory_equal(arrays->ids, ROW_IDS, sizeof ROW_IDS);
    assert_memory_equal(arrays->values, COLUMN_VALUES, sizeof COLUMN_VALUES);
}

static void taken_and_given(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    own arrays = own_rows(context), got = {NULL, NULL, NULL};
    assert_ok(context,
              tropic_matrix_take_csr(&A, context, ROWS, COLS, arrays.offsets, arrays.ids, TROPIC_INT32, arrays.values));
    const tropic_index *ids = NULL;
    assert_ok(context, tropic_matrix_csr(A, context, NULL, &ids, NULL));
    assert_ptr_equal(ids, arrays.ids);
    assert_ok(context, tropic_matrix_give_csr(&A, context, &got.offsets, &got.ids, (void **)&got.values));
    assert_null(A);
    assert_true(got.offsets == arrays.offsets && got.ids == arrays.ids && got.values == arrays.values);
    are_rows(&got);
    /* By columns, the arrays are others, and those by rows are freed with the matrix. */
    assert_ok(context, tropic_matrix_take_csr(&A, context, ROWS, COLS, got.offsets, got.ids, TROPIC_INT32, got.values));
    assert_ok(context, tropic_matrix_give_csc(&A, context, &got.offsets, &got.ids, (void **)&got.values));
    are_columns(&got);
    assert_ok(context, tropic_matrix_take_csc(&A, context, ROWS, COLS, got.offsets, got.ids, TROPIC_INT32, got.values));
    assert_ok(context, tropic_matrix_give_csr(&A, context, NULL, &got.ids, NULL));
    assert_memory_equal(got.ids, COL_IDS, sizeof COL_IDS);
    tropic_host_release(context, got.ids);
}

/* Entries that were set or removed are in the arrays that a matrix gives, by rows and by columns. */
static void updates_are_seen(void **state)
{
    OWNED(tropic_context) *context = test_context();
    for (int by_columns = 0; by_columns < 2; by_columns++) {
        tropic_matrix *A = NULL;
        tropic_offset *offsets = NULL;
        tropic_index *ids = NULL;
        int32_t *values = NULL;
        const tropic_index from[] = {0, 0}, to[] = {0, 1};
        assert_ok(context,
                  tropic_matrix_from_coo(&A, context, 2, 2, 2, from, to, TROPIC_INT32, (int32_t[]){5, 6}, NULL));
        assert_ok(context, tropic_matrix_remove(A, context, 0, 0));
        assert_ok(context, tropic_matrix_set(A, context, 1, 0, &(int32_t){7}));
        assert_ok(context, (by_columns ? tropic_matrix_give_csc : tropic_matrix_give_csr)(&A, context, &offsets, &ids,
                                                                                          (void **)&values));
        assert_memory_equal(offsets, ((tropic_offset[]){0, 1, 2}), 3 * sizeof *offsets);
        assert_memory_equal(ids, ((tropic_index[]){1, 0}), 2 * sizeof *ids);
        assert_memory_equal(values, by_columns ? ((int32_t[]){7, 6}) : ((int32_t[]){6, 7}), 2 * sizeof *values);
        tropic_host_release(context, offsets);
        tropic_host_release(context, ids);
        tropic_host_release(context, values);
    }
}

/* The arrays stay the caller's. */
static void refused(void **state)
{
    OWNED(tropic_context) *context = test_context();
    tropic_matrix *A = NULL;
    own arrays = own_rows(context);
    arrays.ids[0] = 3;
    assert_int_equal(
        tropic_matrix_take_csr(&A, context, ROWS, COLS, arrays.offsets, arrays.ids, TROPIC_INT32, arrays.values),
        TROPIC_INVALID_ARGUMENT);
    arrays.ids[0] = COLS;
    assert_int_equal(
        tropic_matrix_take_csr(&A, context, ROWS, COLS, arrays.offsets, arrays.ids, TROPIC_INT32, arrays.values),
        TROPIC_INDEX_OUT_OF_RANGE);
    arrays.ids[0] = COL_IDS[0];
    assert_int_equal(tropic_matrix_take_csr(&A, context, ROWS, COLS, arrays.offsets, arrays.ids, TROPIC_INT32, NULL),
                     TROPIC_INVALID_ARGUMENT);
    assert_int_equal(
        tropic_matrix_take_csr(NULL, context, ROWS, COLS, arrays.offsets, arrays.ids, TROPIC_INT32, arrays.values),
        TROPIC_INVALID_ARGUMENT);
    memset(arrays.offsets, 0, sizeof BY_ROW);
    assert_int_equal(tropic_matrix_take_csr(&A, context, ROWS, COLS, arrays.offsets, NULL, TROPIC_INT32, NULL),
                     TROPIC_INVALID_ARGUMENT);
    memcpy(arrays.offsets, BY_ROW, sizeof BY_ROW);
    are_rows(&arrays);
    release(context, &arrays);
    assert_int_equal(tropic_matrix_give_csr(&A, context, NULL, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_matrix_give_csr(NULL, context, NULL, NULL, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_matrix_take_csr(&A, NULL, 0, 0, NULL, NULL, TROPIC_INT32, NULL), TROPIC_INVALID_ARGUMENT);
    assert_int_equal(tropic_matrix_give_csr(&A, NULL, NULL, NULL, NULL), TROPIC_INVALID_ARGUMENT);
}

/* A view's arrays are the caller's, so it gives copies; pending entries are merged first; a pattern has no values. */
static void what_it_gives(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_build_options view = {.size = sizeof view, .view = true};
    tropic_matrix *A = NULL;
    own got = {NULL, NULL, NULL};
    const int32_t six = 6;
    assert_ok(context,
              tropic_matrix_from_csr(&A, context, ROWS, COLS, BY_ROW, COL_IDS, TROPIC_INT32, ROW_VALUES, &view));
    assert_ok(context, tropic_matrix_give_csr(&A, context, &got.offsets, &got.ids, (void **)&got.values));
    assert_true(got.offsets != BY_ROW && got.ids != COL_IDS && got.values != ROW_VALUES);
    are_rows(&got);
    assert_ok(context, tropic_matrix_take_csr(&A, context, ROWS, COLS, got.offsets, got.ids, TROPIC_INT32, got.values));
    assert_ok(context, tropic_matrix_set(A, context, 2, 3, &six));
    assert_ok(context, tropic_matrix_give_csr(&A, context, &got.offsets, &got.ids, (void **)&got.values));
    assert_int_equal(got.offsets[ROWS], COUNT + 1);
    assert_int_equal(got.ids[COUNT], 3);
    assert_int_equal(got.values[COUNT], six);
    tropic_host_release(context, got.values);
    got.values = (int32_t *)&view;
    assert_ok(context, tropic_matrix_take_csr(&A, context, ROWS, COLS, got.offsets, got.ids, TROPIC_BOOL, NULL));
    assert_true(tropic_matrix_is_pattern(A));
    assert_ok(context, tropic_matrix_give_csr(&A, context, &got.offsets, &got.ids, (void **)&got.values));
    assert_null(got.values);
    release(context, &got);
}

/* Both orientations of a symmetric matrix are one. */
static void symmetric(void **state)
{
    OWNED(tropic_context) *context = test_context();
    const tropic_offset offsets[] = {0, 1, 2};
    const tropic_index ids[] = {1, 0};
    const double values[] = {4, 4};
    tropic_matrix *A = NULL;
    tropic_offset *got = NULL;
    tropic_index *got_ids = NULL;
    void *got_values = NULL;
    assert_ok(context, tropic_matrix_take_csc(&A, context, 2, 2, copy(context, offsets, sizeof offsets),
                                              copy(context, ids, sizeof ids), TROPIC_FP64,
                                              copy(context, values, sizeof values)));
    assert_ok(context, tropic_matrix_give_csr(&A, context, &got, &got_ids, &got_values));
    assert_memory_equal(got, offsets, sizeof offsets);
    assert_memory_equal(got_ids, ids, sizeof ids);
    assert_memory_equal(got_values, values, sizeof values);
    tropic_host_release(context, got);
    tropic_host_release(context, got_ids);
    tropic_host_release(context, got_values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(taken_and_given), cmocka_unit_test(refused),
                                       cmocka_unit_test(what_it_gives), cmocka_unit_test(symmetric),
                                       cmocka_unit_test(updates_are_seen)};
    test_need_device();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Row iterators and sorting of the GraphBLAS C API on Tropic.
 */
#include "tests/graphblas/common.h"

/* ------------------------------------------------------------------------------------------------
 * Iterators
 */

static void test_iterator(void **state)
{
    const GrB_Index rows[] = {0, 0, 2, 3}, cols[] = {1, 3, 0, 3};
    GrB_Matrix A = NULL;
    GxB_Iterator it = NULL;
    GrB_Index seen = 0;
    ok(GxB_Iterator_new(&it));
    assert_int_equal(GxB_EXHAUSTED, GxB_rowIterator_seekRow(it, 0));
    ok(GrB_Matrix_new(&A, GrB_BOOL, 5, 4));
    for (int k = 0; k < 4; k++) ok(GrB_Matrix_setElement(A, k != 2, rows[k], cols[k]));
    ok(GxB_rowIterator_attach(it, A, NULL));
    assert_int_equal(GxB_rowIterator_kount(it), 5);
    GrB_Info info = GxB_rowIterator_seekRow(it, 0);
    for (GrB_Index row = 0; info != GxB_EXHAUSTED; row++) {
        assert_int_equal(GxB_rowIterator_getRowIndex(it), row);
        while (info == GrB_SUCCESS) {
            assert_int_equal(row, rows[seen]);
            bool flag = false;
            assert_int_equal(GxB_rowIterator_getColIndex(it), cols[seen]);
            assert_true(GxB_Iterator_get_FP64(it) == (seen != 2));
            assert_int_equal(GxB_Iterator_get_BOOL(it), seen != 2);
            GxB_Iterator_get_UDT(it, &flag);
            assert_int_equal(flag, seen != 2);
            seen++;
            info = GxB_rowIterator_nextCol(it);
        }
        fails(NO_VALUE, info);
        fails(NO_VALUE, GxB_rowIterator_nextCol(it));
        assert_true(GxB_Iterator_get_FP64(it) == 0);
        info = GxB_rowIterator_nextRow(it);
    }
    assert_int_equal(seen, 4);
    assert_int_equal(GxB_rowIterator_getRowIndex(it), 5);
    fails(NO_VALUE, GxB_rowIterator_seekRow(it, 1));
    ok(GxB_rowIterator_nextRow(it));
    assert_int_equal(GxB_EXHAUSTED, GxB_rowIterator_seekRow(it, 5));
    assert_int_equal(GxB_EXHAUSTED, GxB_rowIterator_nextRow(it));
    fails(NULL_POINTER, GxB_rowIterator_attach(NULL, A, NULL));
    fails(NULL_POINTER, GxB_rowIterator_attach(it, NULL, NULL));
    fails(NULL_POINTER, GxB_rowIterator_nextRow(NULL));
    ok(GrB_free(&it));
    assert_null(it);
    ok(GrB_free(&A));
}

/* A matrix most of whose rows are empty: the walk leaves them out, and a search finds them. */
static void test_hypersparse_iterator(void **state)
{
    const GrB_Index n = 10000000, rows[] = {5, 5, 777777, 9999999}, cols[] = {6, 9000000, 0, 1};
    const double values[] = {1, 2, 3, 4};
    GrB_Matrix A = NULL;
    GxB_Iterator it = NULL;
    ok(GrB_Matrix_new(&A, GrB_FP64, n, n));
    ok(GrB_Matrix_build(A, rows, cols, values, 4, GrB_PLUS_FP64));
    ok(GxB_Iterator_new(&it));
    ok(GxB_rowIterator_attach(it, A, NULL));
    assert_in_range(GxB_rowIterator_kount(it), 3, 7);
    ok(GxB_rowIterator_seekRow(it, 5));
    ok(GxB_rowIterator_nextCol(it));
    assert_int_equal(GxB_rowIterator_getColIndex(it), 9000000);
    fails(NO_VALUE, GxB_rowIterator_seekRow(it, 6));
    assert_int_equal(GxB_rowIterator_getRowIndex(it), 6);
    GrB_Info info;
    while ((info = GxB_rowIterator_nextRow(it)) == GrB_NO_VALUE) continue;
    ok(info);
    assert_int_equal(GxB_rowIterator_getRowIndex(it), 777777);
    ok(GxB_rowIterator_seekRow(it, 9999999));
    assert_int_equal(GxB_rowIterator_getColIndex(it), 1);
    assert_int_equal(GxB_EXHAUSTED, GxB_rowIterator_nextRow(it));
    ok(GrB_free(&it));
    ok(GrB_free(&A));
}

/* ------------------------------------------------------------------------------------------------
 * Sorting
 */

enum { SIZE = 1000 };

/* |x| < |y|, of ids that are compared as real numbers. */
static void less_absolute(void *z, const void *x, const void *y)
{
    *(bool *)z = fabs(*(const double *)x) < fabs(*(const double *)y);
}

static void check_sorted(GrB_BinaryOp less, GrB_Vector u, const int64_t *values)
{
    GrB_Vector w = NULL, p = NULL;
    GrB_Index count = 0, entries = 0;
    int64_t before = 0, before_at = 0;
    ok(GrB_Vector_new(&w, GrB_INT64, SIZE));
    ok(GrB_Vector_new(&p, GrB_UINT32, SIZE));
    ok(GxB_Vector_sort(w, p, less, u, NULL));
    ok(GrB_Vector_nvals(&entries, u));
    ok(GrB_Vector_nvals(&count, w));
    assert_int_equal(count, entries);
    ok(GrB_Vector_nvals(&count, p));
    assert_int_equal(count, entries);
    for (GrB_Index k = 0; k < entries; k++) {
        int64_t value = 0, at = 0;
        ok(GrB_Vector_extractElement(&value, w, k));
        ok(GrB_Vector_extractElement(&at, p, k));
        assert_int_equal(value, values[at]);
        if (k > 0) {
            const int64_t a = less == GrB_GT_FP32 ? -before : llabs(before);
            const int64_t b = less == GrB_GT_FP32 ? -value : llabs(value);
            assert_true(a < b || (a == b && before_at < at));
        }
        before = value;
        before_at = at;
    }
    ok(GrB_free(&w));
    ok(GrB_free(&p));
}

static void test_sort_vector(void **state)
{
    int64_t values[SIZE] = {0};
    GrB_Vector u = NULL;
    GrB_BinaryOp less = NULL;
    ok(GrB_BinaryOp_new(&less, less_absolute, GrB_BOOL, GrB_FP64, GrB_FP64));
    ok(GrB_Vector_new(&u, GrB_INT64, SIZE));
    check_sorted(GrB_GT_FP32, u, values);
    for (int k = 0; k < SIZE; k++) {
        values[k] = (k * 7919 + 13) % 101 - 50;
        if (k % 3 != 0) ok(GrB_Vector_setElement(u, values[k], (GrB_Index)k));
        if (k == 1) check_sorted(GrB_GT_FP32, u, values);
    }
    check_sorted(GrB_GT_FP32, u, values);
    check_sorted(less, u, values);
    ok(GrB_free(&u));
    ok(GrB_free(&less));
}

/* In place, without positions, and the positions alone. */
static void test_sort_in_place(void **state)
{
    GrB_Vector u = NULL, p = NULL, shorter = NULL, bytes = NULL;
    int64_t value = 0;
    const char *text = NULL;
    ok(GrB_Vector_new(&u, GrB_INT64, 9));
    ok(GrB_Vector_new(&p, GrB_INT64, 9));
    ok(GrB_Vector_new(&shorter, GrB_INT64, 8));
    ok(GrB_Vector_new(&bytes, GrB_INT8, 9));
    ok(GrB_Vector_setElement(u, 5, 2));
    ok(GrB_Vector_setElement(u, 3, 7));
    fails(NULL_POINTER, GxB_Vector_sort(NULL, NULL, GrB_LT_INT64, u, NULL));
    fails(DIMENSION_MISMATCH, GxB_Vector_sort(shorter, NULL, GrB_LT_INT64, u, NULL));
    ok(GrB_error(&text, shorter));
    assert_non_null(strstr(text, "other sizes"));
    fails(DOMAIN_MISMATCH, GxB_Vector_sort(p, NULL, GrB_PLUS_INT64, u, NULL));
    fails(INVALID_VALUE, GxB_Vector_sort(p, p, GrB_LT_INT64, u, NULL));
    fails(DOMAIN_MISMATCH, GxB_Vector_sort(NULL, bytes, GrB_LT_INT64, u, NULL));
    ok(GxB_Vector_sort(NULL, p, GrB_LT_INT64, u, NULL));
    ok(GrB_Vector_extractElement(&value, p, 0));
    assert_int_equal(value, 7);
    ok(GxB_Vector_sort(u, NULL, GrB_LT_INT64, u, NULL));
    ok(GrB_Vector_extractElement(&value, u, 0));
    assert_int_equal(value, 3);
    fails(NO_VALUE, GrB_Vector_extractElement(&value, u, 7));
    ok(GrB_free(&u));
    ok(GrB_free(&p));
    ok(GrB_free(&shorter));
    ok(GrB_free(&bytes));
}

/* The values of A, row by row; 0: no entry. */
static void check_matrix(GrB_Matrix A, const int *expected, GrB_Index nrows, GrB_Index ncols)
{
    for (GrB_Index i = 0; i < nrows; i++)
        for (GrB_Index j = 0; j < ncols; j++) {
            int64_t value = 0;
            const GrB_Info info = GrB_Matrix_extractElement(&value, A, i, j);
            assert_int_equal(info, expected[i * ncols + j] == 0 ? GrB_NO_VALUE : GrB_SUCCESS);
            assert_int_equal(value, expected[i * ncols + j]);
        }
}

static void test_sort_matrix(void **state)
{
    static const int given[] = {9, 0, 4, 7, 0, 0, 0, 0, 5, 8, 0, 5};
    static const int rows[] = {4, 7, 9, 0, 0, 0, 0, 0, 5, 5, 8, 0};
    static const int columns[] = {5, 8, 4, 5, 9, 0, 0, 7, 0, 0, 0, 0};
    static const int places[] = {2, 3, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0};
    GrB_Matrix A = NULL, C = NULL, P = NULL, other = NULL;
    GrB_Index count = 0;
    ok(GrB_Matrix_new(&A, GrB_FP32, 3, 4));
    ok(GrB_Matrix_new(&C, GrB_INT16, 3, 4));
    ok(GrB_Matrix_new(&P, GrB_INT64, 3, 4));
    ok(GrB_Matrix_new(&other, GrB_INT64, 4, 3));
    for (int k = 0; k < 12; k++)
        if (given[k] != 0) ok(GrB_Matrix_setElement(A, (float)given[k], (GrB_Index)k / 4, (GrB_Index)k % 4));
    ok(GxB_Matrix_sort(C, P, GrB_LT_FP32, A, NULL));
    check_matrix(C, rows, 3, 4);
    ok(GrB_Matrix_nvals(&count, P));
    assert_int_equal(count, 6);
    for (int k = 0; k < 12; k++) {
        int64_t at = 0;
        if (rows[k] != 0) ok(GrB_Matrix_extractElement(&at, P, (GrB_Index)k / 4, (GrB_Index)k % 4));
        assert_int_equal(at, places[k]);
    }
    ok(GxB_Matrix_sort(C, NULL, GrB_LT_FP32, A, GrB_DESC_T0));
    check_matrix(C, columns, 3, 4);
    fails(DIMENSION_MISMATCH, GxB_Matrix_sort(C, other, GrB_LT_FP32, A, NULL));
    check_matrix(C, columns, 3, 4);
    ok(GxB_Matrix_sort(A, NULL, GrB_LT_FP32, A, NULL));
    check_matrix(A, rows, 3, 4);
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&P));
    ok(GrB_free(&other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_iterator),    cmocka_unit_test(test_hypersparse_iterator),
        cmocka_unit_test(test_sort_vector), cmocka_unit_test(test_sort_in_place),
        cmocka_unit_test(test_sort_matrix),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

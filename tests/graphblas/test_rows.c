/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices of few long rows, which are kept as vectors after a product. Every function that takes a matrix takes them,
 * and gives the result of an ordinary one.
 */
#include "tests/graphblas/common.h"

#include <stdio.h>

#define ROWS 3
#define COLS 2000
#define ENTRIES 12

static GrB_Matrix shift; /* j becomes j + 1 */

/* Entry k is at row k % ROWS and column 1 + 7k, and has the value ENTRIES - k. */
static GrB_Index row_of(GrB_Index k)
{
    return k % ROWS;
}
static GrB_Index col_of(GrB_Index k)
{
    return 1 + 7 * k;
}
static double value_of(GrB_Index k)
{
    return (double)(ENTRIES - k);
}
static double sum(void)
{
    return ENTRIES * (ENTRIES + 1) / 2;
}

/* A matrix with these entries that is kept as rows. */
static GrB_Matrix by_rows(void)
{
    GrB_Matrix A = NULL, C = NULL;
    ok(GrB_Matrix_new(&A, GrB_FP64, ROWS, COLS));
    ok(GrB_Matrix_new(&C, GrB_FP64, ROWS, COLS));
    for (GrB_Index k = 0; k < ENTRIES; k++) ok(GrB_Matrix_setElement_FP64(A, value_of(k), row_of(k), col_of(k) - 1));
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, shift, NULL));
    ok(GrB_Matrix_free(&A));
    return C;
}

/* Has it those entries and no others? */
static void check(GrB_Matrix A)
{
    GrB_Index nvals;
    ok(GrB_Matrix_nvals(&nvals, A));
    assert_int_equal(nvals, ENTRIES);
    for (GrB_Index k = 0; k < ENTRIES; k++) {
        double x = 0;
        ok(GrB_Matrix_extractElement_FP64(&x, A, row_of(k), col_of(k)));
        assert_true(x == value_of(k));
    }
}

static int open_rows(void **state)
{
    if (setup(state) != 0) return -1;
    ok(GrB_Matrix_new(&shift, GrB_BOOL, COLS, COLS));
    for (GrB_Index j = 0; j + 1 < COLS; j++) ok(GrB_Matrix_setElement_BOOL(shift, true, j, j + 1));
    return 0;
}

static int close_rows(void **state)
{
    ok(GrB_Matrix_free(&shift));
    return teardown(state);
}

static void entries(void **state)
{
    GrB_Matrix A = by_rows();
    double x;
    GrB_Index n;
    check(A);
    fails(NO_VALUE, GrB_Matrix_extractElement_FP64(&x, A, 0, 0));
    ok(GrB_Matrix_setElement_FP64(A, 5, 2, COLS - 1));
    ok(GrB_Matrix_setElement_FP64(A, 6, row_of(1), col_of(1)));
    ok(GrB_Matrix_nvals(&n, A));
    assert_int_equal(n, ENTRIES + 1);
    ok(GrB_Matrix_removeElement(A, 2, COLS - 1));
    ok(GrB_Matrix_setElement_FP64(A, value_of(1), row_of(1), col_of(1)));
    fails(INVALID_INDEX, GrB_Matrix_setElement_FP64(A, 5, ROWS, 0));
    check(A);
    ok(GrB_Matrix_clear(A));
    ok(GrB_Matrix_nvals(&n, A));
    assert_int_equal(n, 0);
    ok(GrB_Matrix_free(&A));
}

static void wholes(void **state)
{
    GrB_Matrix A = by_rows(), copy = NULL;
    GrB_Index rows[ENTRIES], cols[ENTRIES], n = ENTRIES, size;
    double values[ENTRIES];
    ok(GrB_Matrix_dup(&copy, A));
    check(copy);
    ok(GrB_Matrix_free(&copy));
    A = (GrB_Matrix_free(&A), by_rows());
    ok(GrB_Matrix_extractTuples_FP64(rows, cols, values, &n, A));
    assert_int_equal(n, ENTRIES);
    A = (GrB_Matrix_free(&A), by_rows());
    fails(OUTPUT_NOT_EMPTY, GrB_Matrix_build_FP64(A, rows, cols, values, n, NULL));
    ok(GrB_Matrix_serializeSize(&size, A));
    char *bytes = malloc(size);
    assert_non_null(bytes);
    ok(GrB_Matrix_serialize(bytes, &size, A));
    ok(GrB_Matrix_deserialize(&copy, NULL, bytes, size));
    check(copy);
    free(bytes);
    ok(GrB_Matrix_free(&copy));
    A = (GrB_Matrix_free(&A), by_rows());
    ok(GrB_Matrix_resize(A, ROWS + 1, COLS + 1));
    check(A);
    A = (GrB_Matrix_free(&A), by_rows());
    FILE *file = fopen("/dev/null", "w");
    assert_non_null(file);
    ok(GxB_Matrix_fprint(A, "A", 5, file));
    (void)fclose(file);
    check(A);
    ok(GrB_Matrix_free(&A));
}

static void operations(void **state)
{
    GrB_Matrix A = by_rows(), C = NULL, T = NULL;
    GrB_Vector w = NULL;
    double x = 0;
    ok(GrB_Matrix_reduce_FP64(&x, NULL, GrB_PLUS_MONOID_FP64, A, NULL));
    assert_true(x == sum());
    for (int transposed = 0; transposed < 2; transposed++) {
        A = (GrB_Matrix_free(&A), by_rows());
        ok(GrB_Vector_new(&w, GrB_FP64, transposed ? COLS : ROWS));
        ok(GrB_Matrix_reduce_Monoid(w, NULL, NULL, GrB_PLUS_MONOID_FP64, A, transposed ? GrB_DESC_T0 : NULL));
        ok(GrB_Vector_reduce_FP64(&x, NULL, GrB_PLUS_MONOID_FP64, w, NULL));
        assert_true(x == sum());
        ok(GrB_Vector_free(&w));
    }
    A = (GrB_Matrix_free(&A), by_rows());
    ok(GrB_Matrix_new(&T, GrB_FP64, COLS, ROWS));
    ok(GrB_transpose(T, NULL, NULL, A, NULL));
    A = (GrB_Matrix_free(&A), by_rows());
    ok(GrB_transpose(A, NULL, NULL, T, NULL));
    check(A);
    A = (GrB_Matrix_free(&A), by_rows());
    C = by_rows();
    ok(GrB_Matrix_apply(C, NULL, NULL, GrB_IDENTITY_FP64, A, NULL));
    check(C);
    A = (GrB_Matrix_free(&A), by_rows());
    ok(GrB_Matrix_select_FP64(C, NULL, NULL, GrB_VALUEGT_FP64, A, 0, NULL));
    check(C);
    A = (GrB_Matrix_free(&A), by_rows());
    ok(GrB_Matrix_extract(C, NULL, NULL, A, GrB_ALL, ROWS, GrB_ALL, COLS, NULL));
    check(C);
    ok(GrB_Matrix_free(&A));
    ok(GrB_Matrix_free(&C));
    ok(GrB_Matrix_free(&T));
}

static void sort(void **state)
{
    GrB_Matrix A = by_rows(), C = by_rows(), P = NULL;
    GrB_Index n;
    double x = 0;
    ok(GrB_Matrix_new(&P, GrB_INT64, ROWS, COLS));
    ok(GxB_Matrix_sort(C, P, GrB_LT_FP64, A, NULL));
    ok(GrB_Matrix_nvals(&n, P));
    assert_int_equal(n, ENTRIES);
    ok(GrB_Matrix_nvals(&n, C));
    assert_int_equal(n, ENTRIES);
    ok(GrB_Matrix_extractElement_FP64(&x, C, 0, 0)); /* the least of row 0: that of its last entry */
    assert_true(x == value_of(ENTRIES - ROWS));
    check(A);
    ok(GrB_Matrix_free(&A));
    ok(GrB_Matrix_free(&C));
    ok(GrB_Matrix_free(&P));
}

/* A matrix that somebody goes over stays as it is while it is an operand. */
static void iterator(void **state)
{
    GrB_Matrix A = by_rows(), C = by_rows();
    GxB_Iterator it = NULL;
    GrB_Index seen = 0;
    ok(GxB_Iterator_new(&it));
    ok(GxB_rowIterator_attach(it, A, NULL));
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, A, shift, NULL));
    for (GrB_Info row = GxB_rowIterator_seekRow(it, 0); row != GxB_EXHAUSTED; row = GxB_rowIterator_nextRow(it))
        for (GrB_Info info = row; info == GrB_SUCCESS; info = GxB_rowIterator_nextCol(it)) {
            double x = 0;
            ok(GrB_Matrix_extractElement_FP64(&x, A, GxB_rowIterator_getRowIndex(it), GxB_rowIterator_getColIndex(it)));
            seen++;
        }
    assert_int_equal(seen, ENTRIES);
    check(A);
    ok(GxB_Iterator_free(&it));
    ok(GrB_Matrix_free(&A));
    ok(GrB_Matrix_free(&C));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(entries), cmocka_unit_test(wholes),
                                       cmocka_unit_test(operations), cmocka_unit_test(sort),
                                       cmocka_unit_test(iterator)};
    test_need_device();
    return cmocka_run_group_tests(tests, open_rows, close_rows);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * All iterators of the GraphBLAS C API on Tropic: by rows, by columns, entry by entry, and of vectors.
 */
#include "tests/graphblas/common.h"

/* ------------------------------------------------------------------------------------------------
 * All iterators of one matrix, against its tuples
 */

enum { MOST_ENTRIES = 400 };

/* In the order of rows; 0 is no value of any. */
typedef struct tuples {
    GrB_Index count, rows[MOST_ENTRIES], cols[MOST_ENTRIES];
    int values[MOST_ENTRIES];
} tuples;

static void expect(const tuples *t, GrB_Index row, GrB_Index col, GxB_Iterator it)
{
    GrB_Index k = 0;
    while (k < t->count && (t->rows[k] != row || t->cols[k] != col)) k++;
    assert_int_not_equal(k, t->count);
    assert_int_equal(GxB_Iterator_get_INT32(it), t->values[k]);
    assert_true(GxB_Iterator_get_FP64(it) == t->values[k]);
}

/* The functions of rows, or those of columns. */
typedef struct walker {
    GrB_Info (*attach)(GxB_Iterator, GrB_Matrix, GrB_Descriptor);
    GrB_Index (*kount)(GxB_Iterator);
    GrB_Info (*seek)(GxB_Iterator, GrB_Index);
    GrB_Info (*kseek)(GxB_Iterator, GrB_Index);
    GrB_Info (*next)(GxB_Iterator);
    GrB_Info (*next_entry)(GxB_Iterator);
    GrB_Index (*row)(GxB_Iterator);
    GrB_Index (*col)(GxB_Iterator);
} walker;

static const walker by_rows = {GxB_rowIterator_attach,      GxB_rowIterator_kount,      GxB_rowIterator_seekRow,
                               GxB_rowIterator_kseek,       GxB_rowIterator_nextRow,    GxB_rowIterator_nextCol,
                               GxB_rowIterator_getRowIndex, GxB_rowIterator_getColIndex};
static const walker by_columns = {GxB_colIterator_attach,      GxB_colIterator_kount,      GxB_colIterator_seekCol,
                                  GxB_colIterator_kseek,       GxB_colIterator_nextCol,    GxB_colIterator_nextRow,
                                  GxB_colIterator_getRowIndex, GxB_colIterator_getColIndex};

/* The entries of the line where it is, in ascending order; returns how many. */
static GrB_Index walk_line(const walker *w, GxB_Iterator it, GrB_Info info, const tuples *t)
{
    GrB_Index count = 0, before = 0;
    while (info == GrB_SUCCESS) {
        const GrB_Index id = w == &by_rows ? w->col(it) : w->row(it);
        assert_true(count == 0 || before < id);
        before = id;
        expect(t, w->row(it), w->col(it), it);
        count++;
        info = w->next_entry(it);
    }
    fails(NO_VALUE, info);
    return count;
}

static void check_lines(const walker *w, GrB_Matrix A, const tuples *t, GxB_Iterator it, GrB_Index lines)
{
    GrB_Index seen = 0;
    ok(w->attach(it, A, NULL));
    GrB_Info info = w->seek(it, 0);
    while (info != GxB_EXHAUSTED) {
        seen += walk_line(w, it, info, t);
        info = w->next(it);
    }
    assert_int_equal(seen, t->count);
    assert_int_equal(w == &by_rows ? w->row(it) : w->col(it), lines);
    /* All that it walks over, in another way. */
    for (GrB_Index k = w->kount(it); k > 0; k--) {
        info = w->kseek(it, k - 1);
        seen -= walk_line(w, it, info, t);
    }
    assert_int_equal(seen, 0);
    assert_int_equal(GxB_EXHAUSTED, w->kseek(it, w->kount(it)));
    assert_int_equal(GxB_EXHAUSTED, w->seek(it, lines));
    assert_int_equal(GxB_EXHAUSTED, w->seek(it, UINT64_MAX));
    for (GrB_Index k = 0; k < t->count; k++) {
        const GrB_Index line = w == &by_rows ? t->rows[k] : t->cols[k];
        ok(w->seek(it, line));
        assert_int_equal(w == &by_rows ? w->row(it) : w->col(it), line);
    }
}

static void check_entries(GrB_Matrix A, const tuples *t, GxB_Iterator it)
{
    GrB_Index row = 0, col = 0;
    ok(GxB_Matrix_Iterator_attach(it, A, NULL));
    assert_int_equal(GxB_Matrix_Iterator_getpmax(it), t->count);
    GrB_Info info = GxB_Matrix_Iterator_seek(it, 0);
    for (GrB_Index k = 0; k < t->count; k++) {
        ok(info);
        GxB_Matrix_Iterator_getIndex(it, &row, &col);
        assert_int_equal(row, t->rows[k]);
        assert_int_equal(col, t->cols[k]);
        assert_int_equal(GxB_Matrix_Iterator_getp(it), k);
        assert_int_equal(GxB_Iterator_get_INT32(it), t->values[k]);
        info = GxB_Matrix_Iterator_next(it);
    }
    assert_int_equal(GxB_EXHAUSTED, info);
    assert_int_equal(GxB_EXHAUSTED, GxB_Matrix_Iterator_next(it));
    assert_int_equal(GxB_EXHAUSTED, GxB_Matrix_Iterator_seek(it, UINT64_MAX));
    for (GrB_Index k = t->count; k > 0; k--) {
        ok(GxB_Matrix_Iterator_seek(it, k - 1));
        GxB_Matrix_Iterator_getIndex(it, &row, &col);
        assert_true(row == t->rows[k - 1] && col == t->cols[k - 1]);
    }
}

static void check_walks(GrB_Matrix A, GxB_Iterator it)
{
    tuples t = {.count = MOST_ENTRIES};
    GrB_Index rows = 0, cols = 0;
    GrB_Matrix copy = NULL;
    ok(GrB_Matrix_nrows(&rows, A));
    ok(GrB_Matrix_ncols(&cols, A));
    ok(GrB_Matrix_dup(&copy, A));
    ok(GrB_Matrix_extractTuples(t.rows, t.cols, t.values, &t.count, copy));
    ok(GrB_free(&copy));
    check_lines(&by_columns, A, &t, it, cols);
    check_lines(&by_rows, A, &t, it, rows);
    check_entries(A, &t, it);
}

/* The same matrix, from arrays: the library may have it by columns first. */
static void build_again(GrB_Matrix A)
{
    tuples t = {.count = MOST_ENTRIES};
    ok(GrB_Matrix_extractTuples(t.rows, t.cols, t.values, &t.count, A));
    ok(GrB_Matrix_clear(A));
    ok(GrB_Matrix_build(A, t.rows, t.cols, t.values, t.count, NULL));
}

static void test_walks(void **state)
{
    static const GrB_Index shapes[][2] = {{0, 0}, {1, 1}, {7, 3}, {3, 9}, {1, 30}, {30, 1}, {200, 5}};
    uint64_t random = 21;
    GxB_Iterator it = NULL;
    ok(GxB_Iterator_new(&it));
    for (int round = 0; round < 35; round++) {
        const GrB_Index rows = shapes[round % 7][0], cols = shapes[round % 7][1];
        const int entries = rows == 0 ? 0 : test_below(&random, (int32_t)(rows * cols < 200 ? rows * cols : 200) + 1);
        GrB_Matrix A = NULL;
        ok(GrB_Matrix_new(&A, round % 2 ? GrB_INT32 : GrB_FP32, rows, cols));
        for (int k = 0; k < entries; k++)
            ok(GrB_Matrix_setElement(A, 1 + k % 100, (GrB_Index)test_below(&random, (int32_t)rows),
                                     (GrB_Index)test_below(&random, (int32_t)cols)));
        if (round % 3 == 0) ok(GrB_wait(A, GrB_MATERIALIZE));
        if (round % 3 == 1) build_again(A);
        check_walks(A, it);
        /* Pending ones, after a walk. */
        if (entries > 0) {
            ok(GrB_Matrix_setElement(A, 77, rows - 1, cols - 1));
            ok(GrB_Matrix_removeElement(A, 0, 0));
            check_walks(A, it);
        }
        ok(GrB_free(&A));
    }
    ok(GrB_free(&it));
}

/* Most rows and columns are empty. */
static void test_hypersparse_walks(void **state)
{
    const GrB_Index n = 2000000000;
    const GrB_Index rows[] = {5, 5, 777777, 1999999999, 9}, cols[] = {6, 9000000, 0, 6, 1999999999};
    const int values[] = {1, 2, 3, 4, 5};
    GrB_Matrix A = NULL;
    GxB_Iterator it = NULL;
    ok(GxB_Iterator_new(&it));
    ok(GrB_Matrix_new(&A, GrB_INT32, n, n));
    check_walks(A, it);
    ok(GrB_Matrix_build(A, rows, cols, values, 5, NULL));
    check_walks(A, it);
    assert_in_range(GxB_Matrix_Iterator_getpmax(it), 5, 5);
    ok(GrB_Matrix_setElement(A, 9, 100, 100));
    check_walks(A, it);
    ok(GxB_colIterator_attach(it, A, NULL));
    ok(GxB_colIterator_seekCol(it, 6));
    assert_int_equal(GxB_colIterator_getRowIndex(it), 5);
    ok(GxB_colIterator_nextRow(it));
    assert_int_equal(GxB_colIterator_getRowIndex(it), 1999999999);
    fails(NO_VALUE, GxB_colIterator_seekCol(it, 7));
    ok(GrB_free(&A));
    ok(GrB_free(&it));
}

static void test_vector_iterator(void **state)
{
    GxB_Iterator it = NULL;
    ok(GxB_Iterator_new(&it));
    assert_int_equal(GxB_EXHAUSTED, GxB_Vector_Iterator_seek(it, 0));
    /* Without an entry, with some, and full. */
    for (GrB_Index step = 0; step < 3; step++) {
        enum { N = 50 };
        GrB_Vector v = NULL;
        GrB_Index seen = 0;
        ok(GrB_Vector_new(&v, GrB_INT16, N));
        for (GrB_Index i = step == 2 ? 0 : 3; step > 0 && i < N; i += step == 2 ? 1 : 7)
            ok(GrB_Vector_setElement(v, (int)i + 1, i));
        ok(GrB_Vector_nvals(&seen, v));
        ok(GxB_Vector_Iterator_attach(it, v, NULL));
        assert_int_equal(GxB_Vector_Iterator_getpmax(it), seen);
        GrB_Info info = GxB_Vector_Iterator_seek(it, 0);
        GrB_Index k = 0;
        for (; info == GrB_SUCCESS; k++) {
            const GrB_Index i = step == 2 ? k : 3 + 7 * k;
            int16_t value = 0;
            assert_int_equal(GxB_Vector_Iterator_getIndex(it), i);
            assert_int_equal(GxB_Vector_Iterator_getp(it), k);
            assert_int_equal(GxB_Iterator_get_INT16(it), (int16_t)i + 1);
            assert_int_equal(GxB_Iterator_get_UINT64(it), i + 1);
            GxB_Iterator_get_UDT(it, &value);
            assert_int_equal(value, (int16_t)i + 1);
            info = GxB_Vector_Iterator_next(it);
        }
        assert_int_equal(k, seen);
        assert_int_equal(GxB_EXHAUSTED, info);
        assert_int_equal(GxB_EXHAUSTED, GxB_Vector_Iterator_next(it));
        assert_int_equal(GxB_Vector_Iterator_seek(it, 1), seen > 1 ? GrB_SUCCESS : GxB_EXHAUSTED);
        assert_int_equal(GxB_Vector_Iterator_getIndex(it), step == 0 ? 0 : step == 1 ? 10 : 1);
        ok(GrB_free(&v));
    }
    fails(NULL_POINTER, GxB_Vector_Iterator_attach(it, NULL, NULL));
    fails(NULL_POINTER, GxB_Matrix_Iterator_attach(NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_Vector_Iterator_next(NULL));
    assert_int_equal(GxB_Matrix_Iterator_getpmax(NULL), 0);
    ok(GrB_free(&it));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_hypersparse_walks),
        cmocka_unit_test(test_vector_iterator),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Objects with more than 2^31 - 1 rows, columns or places: single entries, build, tuples, sizes. Their contents are
 * kept beside in a list, or known by a formula.
 */
#include "tests/graphblas/common.h"

#define MOST 400
#define LARGE ((GrB_Index)1 << 60)

/* Ids of which many come again, in no order. */
static GrB_Index id_of(uint64_t *random, GrB_Index n)
{
    const GrB_Index k = (GrB_Index)test_below(random, 40);
    return (k * k * k * UINT64_C(0x9e3779b97f4a7c15) >> 4) % n;
}

/* Entries by row, then column. */
typedef struct entry {
    GrB_Index i, j;
    double x;
} entry;

static int by_place(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    return x->i != y->i ? (x->i > y->i) - (x->i < y->i) : (x->j > y->j) - (x->j < y->j);
}

/* Sets the entry, or removes it. */
static void put(entry *all, int *count, GrB_Index i, GrB_Index j, const double *x)
{
    int k = 0;
    while (k < *count && (all[k].i != i || all[k].j != j)) k++;
    if (!x && k < *count)
        all[k] = all[--*count];
    else if (x) {
        all[k] = (entry){i, j, *x};
        if (k == *count) ++*count;
    }
}

static void check_matrix(GrB_Matrix A, entry *all, int count)
{
    GrB_Index rows[MOST], columns[MOST], n = MOST;
    double values[MOST];
    ok(GrB_Matrix_nvals(&n, A));
    assert_int_equal(n, count);
    n = MOST;
    ok(GrB_Matrix_extractTuples(rows, columns, values, &n, A));
    assert_int_equal(n, count);
    qsort(all, (size_t)count, sizeof *all, by_place);
    for (int k = 0; k < count; k++) {
        double x = -1;
        assert_int_equal(rows[k], all[k].i);
        assert_int_equal(columns[k], all[k].j);
        assert_true(values[k] == all[k].x);
        ok(GrB_Matrix_extractElement(&x, A, rows[k], columns[k]));
        assert_true(x == all[k].x);
    }
}

static void check_vector(GrB_Vector v, entry *all, int count)
{
    GrB_Index ids[MOST], n;
    double values[MOST];
    ok(GrB_Vector_nvals(&n, v));
    assert_int_equal(n, count);
    n = MOST;
    ok(GrB_Vector_extractTuples(ids, values, &n, v));
    qsort(all, (size_t)count, sizeof *all, by_place);
    for (int k = 0; k < count; k++) {
        assert_int_equal(ids[k], all[k].i);
        assert_true(values[k] == all[k].x);
    }
}

static void test_single_entries(void **state)
{
    const GrB_Index shapes[][2] = {{LARGE, LARGE}, {LARGE, 7}, {3, (GrB_Index)1 << 31}, {LARGE - 5, 1}};
    uint64_t random = 5;
    for (int s = 0; s < 4; s++) {
        const GrB_Index m = shapes[s][0], n = shapes[s][1];
        entry all[MOST];
        int count = 0;
        GrB_Matrix A = NULL, B = NULL;
        GrB_Index size;
        ok(GrB_Matrix_new(&A, GrB_FP64, m, n));
        ok(GrB_Matrix_nrows(&size, A));
        assert_int_equal(size, m);
        ok(GrB_Matrix_ncols(&size, A));
        assert_int_equal(size, n);
        for (int k = 0; k < 300; k++) {
            const GrB_Index i = id_of(&random, m), j = id_of(&random, n);
            const double x = k;
            const bool removes = test_below(&random, 3) == 0;
            if (removes)
                ok(GrB_Matrix_removeElement(A, i, j));
            else
                ok(GrB_Matrix_setElement(A, x, i, j));
            put(all, &count, i, j, removes ? NULL : &x);
            if (k % 60 == 59) check_matrix(A, all, count);
        }
        ok(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        ok(GrB_Matrix_dup(&B, A));
        ok(GrB_Matrix_clear(A));
        ok(GrB_Matrix_nvals(&size, A));
        assert_int_equal(size, 0);
        ok(GrB_Matrix_setElement(A, 1, m - 1, n - 1));
        check_matrix(B, all, count);
        if (s != 2) fails(NO_VALUE, GxB_Matrix_isStoredElement(B, m - 1, 0));
        fails(INVALID_INDEX, GrB_Matrix_setElement(A, 1, m, 0));
        fails(INVALID_INDEX, GrB_Matrix_setElement(A, 1, 0, n));
        ok(GrB_free(&A));
        check_matrix(B, all, count);
        ok(GrB_free(&B));
    }
}

static void test_vectors(void **state)
{
    entry all[MOST];
    int count = 0;
    uint64_t random = 9;
    GrB_Vector v = NULL, copy = NULL;
    GrB_Index size;
    ok(GrB_Vector_new(&v, GrB_FP64, LARGE));
    ok(GrB_Vector_size(&size, v));
    assert_int_equal(size, LARGE);
    for (int k = 0; k < 300; k++) {
        const GrB_Index i = id_of(&random, LARGE);
        const double x = k;
        if (k % 4)
            ok(GrB_Vector_setElement(v, x, i));
        else
            ok(GrB_Vector_removeElement(v, i));
        put(all, &count, i, 0, k % 4 ? &x : NULL);
    }
    check_vector(v, all, count);
    ok(GrB_Vector_dup(&copy, v));
    ok(GrB_Vector_setElement(v, 4, 17));
    check_vector(copy, all, count);
    fails(INVALID_INDEX, GrB_Vector_setElement(v, 4, LARGE));
    fails(NO_VALUE, GxB_Vector_isStoredElement(copy, 17));
    ok(GxB_Vector_isStoredElement(v, 17));
    ok(GrB_free(&v));
    ok(GrB_free(&copy));
}

static void test_build(void **state)
{
    GrB_Index rows[MOST], columns[MOST];
    double values[MOST];
    entry all[MOST];
    int count = 0;
    uint64_t random = 11;
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    for (int k = 0; k < MOST; k++) {
        rows[k] = id_of(&random, LARGE);
        columns[k] = id_of(&random, 5);
        values[k] = k;
        double sum = k;
        for (int e = 0; e < count; e++)
            if (all[e].i == rows[k] && all[e].j == columns[k]) sum += all[e].x;
        put(all, &count, rows[k], columns[k], &sum);
    }
    ok(GrB_Matrix_new(&A, GrB_FP64, LARGE, 5));
    fails(INVALID_VALUE, GrB_Matrix_build(A, rows, columns, values, MOST, NULL));
    ok(GrB_Matrix_build(A, rows, columns, values, MOST, GrB_PLUS_FP64));
    check_matrix(A, all, count);
    fails(OUTPUT_NOT_EMPTY, GrB_Matrix_build(A, rows, columns, values, MOST, GrB_PLUS_FP64));
    ok(GrB_Matrix_clear(A));
    rows[7] = LARGE;
    fails(INDEX_OUT_OF_BOUNDS, GrB_Matrix_build(A, rows, columns, values, MOST, GrB_PLUS_FP64));
    count = 0;
    for (GrB_Index k = 0; k < 30; k++) {
        rows[k] = (k * 11 % 30) << 50;
        put(all, &count, rows[k], 0, &values[k]);
    }
    ok(GrB_Vector_new(&v, GrB_FP64, LARGE));
    ok(GrB_Vector_build(v, rows, values, 30, NULL));
    check_vector(v, all, count);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

static void test_build_of_a_scalar(void **state)
{
    const GrB_Index rows[] = {LARGE - 1, 5, LARGE - 1}, columns[] = {7, LARGE / 2, 7};
    entry all[] = {{5, LARGE / 2, 4}, {LARGE - 1, 7, 4}}, of_vector[] = {{5, 0, 4}, {LARGE - 1, 0, 4}};
    GrB_Scalar s = NULL;
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    ok(GrB_Scalar_new(&s, GrB_INT8));
    ok(GrB_Scalar_setElement(s, 4));
    ok(GrB_Matrix_new(&A, GrB_FP64, LARGE, LARGE));
    ok(GrB_Vector_new(&v, GrB_FP64, LARGE));
    ok(GxB_Matrix_build_Scalar(A, rows, columns, s, 3));
    ok(GxB_Vector_build_Scalar(v, rows, s, 3));
    check_matrix(A, all, 2);
    check_vector(v, of_vector, 2);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
    ok(GrB_free(&s));
}

/* Lists of ids and entries that are vectors, also large ones: their entries come by id. */
static void test_vectors_of_entries(void **state)
{
    entry all[] = {{3, 9, 1}, {3, LARGE - 4, 2}, {LARGE - 9, 1, 3}}, of_vector[] = {{3, 0, 5}, {LARGE - 1, 0, 6}};
    GrB_Matrix A = NULL, B = NULL;
    GrB_Vector rows = NULL, columns = NULL, values = NULL, list = NULL, w = NULL, large = NULL;
    GrB_Descriptor by_index = NULL;
    GrB_Index size, n = 2, ids[2];
    double x = 0, of_list[2];
    ok(GrB_Matrix_new(&A, GrB_FP64, LARGE, LARGE));
    ok(GrB_Matrix_new(&B, GrB_FP64, LARGE, LARGE));
    for (int k = 2; k >= 0; k--) ok(GrB_Matrix_setElement(A, all[k].x, all[k].i, all[k].j));
    ok(GrB_Vector_new(&rows, GrB_UINT64, LARGE)); /* (which it is no longer then) */
    ok(GrB_Vector_new(&columns, GrB_UINT64, 1));
    ok(GrB_Vector_new(&values, GrB_FP64, 1));
    ok(GxB_Matrix_extractTuples_Vector(rows, columns, values, A, NULL));
    ok(GrB_Vector_size(&size, rows));
    assert_int_equal(size, 3);
    ok(GxB_Matrix_build_Vector(B, rows, columns, values, NULL, NULL));
    check_matrix(B, all, 3);
    /* The values of a large list are ids, in the order of its own; and its ids are. */
    ok(GrB_Vector_new(&list, GrB_UINT64, LARGE));
    ok(GrB_Vector_setElement(list, 3, LARGE - 1));
    ok(GrB_Vector_setElement(list, LARGE - 1, 3));
    ok(GrB_Vector_new(&w, GrB_FP64, 2));
    ok(GrB_Vector_setElement(w, 6, 0));
    ok(GrB_Vector_setElement(w, 5, 1));
    ok(GrB_Vector_new(&large, GrB_FP64, LARGE));
    ok(GxB_Vector_assign_Vector(large, NULL, NULL, w, list, NULL));
    check_vector(large, of_vector, 2);
    ok(GrB_Descriptor_new(&by_index));
    ok(GxB_Desc_set(by_index, GxB_ROWINDEX_LIST, GxB_USE_INDICES));
    ok(GxB_Vector_extract_Vector(w, NULL, NULL, large, list, by_index));
    ok(GrB_Vector_extractTuples(ids, of_list, &n, w));
    assert_true(n == 2 && of_list[0] == 5 && of_list[1] == 6);
    ok(GxB_Vector_extractTuples_Vector(rows, values, large, NULL));
    ok(GrB_Vector_extractElement(&size, rows, 1));
    assert_int_equal(size, LARGE - 1);
    ok(GrB_Vector_extractElement(&x, values, 1));
    assert_true(x == 6);
    ok(GrB_free(&A));
    ok(GrB_free(&B));
    ok(GrB_free(&rows));
    ok(GrB_free(&columns));
    ok(GrB_free(&values));
    ok(GrB_free(&list));
    ok(GrB_free(&w));
    ok(GrB_free(&large));
    ok(GrB_free(&by_index));
}

static void test_sizes(void **state)
{
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    GrB_Index size;
    entry all[] = {{1, 2, 5}, {1, 9, 6}, {8, 9, 7}};
    fails(INVALID_VALUE, GrB_Matrix_new(&A, GrB_FP64, LARGE + 1, 1));
    fails(INVALID_VALUE, GrB_Matrix_new(&A, GrB_FP64, 1, LARGE + 1));
    fails(INVALID_VALUE, GrB_Vector_new(&v, GrB_FP64, LARGE + 1));
    ok(GrB_Matrix_new(&A, GrB_FP64, 10, 10));
    for (int k = 0; k < 3; k++) ok(GrB_Matrix_setElement(A, all[k].x, all[k].i, all[k].j));
    ok(GrB_Matrix_resize(A, 10, LARGE)); /* larger */
    check_matrix(A, all, 3);
    ok(GrB_Matrix_setElement(A, 1, 3, LARGE - 1));
    ok(GrB_Matrix_resize(A, LARGE, LARGE));
    ok(GrB_Matrix_setElement(A, 1, LARGE - 1, 3));
    ok(GrB_Matrix_nrows(&size, A));
    assert_int_equal(size, LARGE);
    ok(GrB_Matrix_resize(A, LARGE / 2, 1000)); /* smaller */
    check_matrix(A, all, 3);
    ok(GrB_Matrix_resize(A, 10, 9));
    check_matrix(A, all, 1);
    ok(GrB_Vector_new(&v, GrB_FP64, 10));
    ok(GrB_Vector_setElement(v, 5, 1));
    ok(GrB_Vector_resize(v, LARGE));
    ok(GrB_Vector_setElement(v, 6, LARGE - 1));
    ok(GrB_Vector_resize(v, LARGE - 1));
    check_vector(v, (entry[]){{1, 0, 5}}, 1);
    ok(GrB_Vector_resize(v, 1));
    check_vector(v, all, 0);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

/* Entries that come and go, with ever other ids, of which the dictionary keeps only some. */
static void test_ids_that_go(void **state)
{
    enum { STAY = 50, ALL = 20000 };
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    entry all[STAY];
    int count = 0;
    ok(GrB_Matrix_new(&A, GrB_FP64, LARGE, LARGE));
    ok(GrB_Vector_new(&v, GrB_FP64, LARGE));
    for (GrB_Index k = 0; k < ALL; k++) {
        const GrB_Index i = k * UINT64_C(0x9e3779b97f4a7c15) >> 4;
        const double x = (double)k;
        ok(GrB_Matrix_setElement(A, x, i, i / 3));
        ok(GrB_Vector_setElement(v, x, i));
        if (k % (ALL / STAY) == 0) {
            put(all, &count, i, i / 3, &x);
        } else {
            ok(GrB_Matrix_removeElement(A, i, i / 3));
            ok(GrB_Vector_removeElement(v, i));
        }
    }
    check_matrix(A, all, count);
    check_vector(v, all, count);
    ok(GrB_Matrix_wait(A, GrB_MATERIALIZE));
    ok(GrB_Vector_wait(v, GrB_MATERIALIZE));
    check_matrix(A, all, count);
    check_vector(v, all, count);
    for (GrB_Index round = 0; round < 9; round++) {
        GrB_Index rows[MOST], columns[MOST];
        double values[MOST];
        for (GrB_Index k = 0; k < MOST; k++) {
            rows[k] = columns[k] = LARGE - 1 - k - MOST * round;
            values[k] = (double)k;
        }
        ok(GrB_Matrix_clear(A));
        ok(GrB_Matrix_build(A, rows, columns, values, MOST, NULL));
        ok(GrB_Vector_clear(v));
        ok(GrB_assign(v, NULL, NULL, 3.0, rows, MOST, NULL));
    }
    GrB_Index n;
    ok(GrB_Matrix_nvals(&n, A));
    assert_int_equal(n, MOST);
    ok(GrB_Vector_nvals(&n, v));
    assert_int_equal(n, MOST);
    ok(GxB_Matrix_isStoredElement(A, LARGE - MOST * 9, LARGE - MOST * 9));
    ok(GxB_Vector_isStoredElement(v, LARGE - MOST * 9));
    ok(GrB_Matrix_clear(A));
    ok(GrB_Matrix_setElement(A, all[0].x, all[0].i, all[0].j));
    check_matrix(A, all, 1);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_entries),
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_build),
        cmocka_unit_test(test_ids_that_go),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_build_of_a_scalar),
        cmocka_unit_test(test_vectors_of_entries),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors that are passed for matrices of one column, and such matrices that are passed for vectors.
 */
#include "tests/graphblas/common.h"

enum { N = 7 };

/* At i a value of i + first, if i is a multiple of `step`. */
static GrB_Vector vector_of(int first, int step)
{
    GrB_Vector v = NULL;
    ok(GrB_Vector_new(&v, GrB_FP64, N));
    for (int i = 0; i < N; i += step) ok(GrB_Vector_setElement_FP64(v, i + first, (GrB_Index)i));
    return v;
}

static void expect(GrB_Vector v, GrB_Index i, double wanted)
{
    double x = 0;
    ok(GrB_Vector_extractElement_FP64(&x, v, i));
    assert_true(x == wanted);
}

static void expect_count(GrB_Vector v, GrB_Index size, GrB_Index nvals)
{
    GrB_Index n = 0;
    ok(GrB_Vector_size(&n, v));
    assert_int_equal(n, size);
    ok(GrB_Vector_nvals(&n, v));
    assert_int_equal(n, nvals);
}

static void test_input(void **state)
{
    GrB_Vector v = vector_of(1, 2), w = vector_of(0, 3);
    GrB_Matrix C = NULL, copy = NULL;
    GrB_Index rows = 0, cols = 0;
    double sum = 0;
    ok(GrB_Matrix_nrows(&rows, (GrB_Matrix)v));
    ok(GrB_Matrix_ncols(&cols, (GrB_Matrix)v));
    assert_true(rows == N && cols == 1);
    ok(GrB_Matrix_reduce_FP64(&sum, NULL, GrB_PLUS_MONOID_FP64, (GrB_Matrix)v, NULL));
    assert_true(sum == 1 + 3 + 5 + 7);
    /* The inner product, and the outer one. */
    ok(GrB_Matrix_new(&C, GrB_FP64, 1, 1));
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, (GrB_Matrix)v, (GrB_Matrix)w, GrB_DESC_T0));
    ok(GrB_Matrix_extractElement_FP64(&sum, C, 0, 0));
    assert_true(sum == 7 * 6);
    ok(GrB_Matrix_free(&C));
    ok(GrB_Matrix_new(&C, GrB_FP64, N, N));
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, (GrB_Matrix)v, (GrB_Matrix)v, GrB_DESC_T1));
    ok(GrB_Matrix_extractElement_FP64(&sum, C, 4, 2));
    assert_true(sum == 5 * 3);
    /* Both as itself and as a matrix. */
    ok(GrB_Vector_resize(w, 1));
    ok(GrB_mxv(w, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, (GrB_Matrix)v, v, GrB_DESC_T0));
    expect(w, 0, 1 + 9 + 25 + 49);
    ok(GrB_Matrix_dup(&copy, (GrB_Matrix)v));
    ok(GrB_Matrix_ncols(&cols, copy));
    assert_int_equal(cols, 1);
    expect_count(v, N, 4);
    ok(GrB_free(&copy));
    ok(GrB_free(&C));
    ok(GrB_free(&v));
    ok(GrB_free(&w));
}

static void test_output(void **state)
{
    GrB_Vector v = vector_of(1, 2), w = vector_of(10, 3);
    GrB_Matrix V = (GrB_Matrix)v, W = (GrB_Matrix)w;
    ok(GrB_Matrix_eWiseAdd_BinaryOp(W, W, GrB_PLUS_FP64, GrB_PLUS_FP64, V, W, GrB_DESC_S));
    expect(w, 0, 10 + 11);
    expect(w, 3, 13 + 13);
    expect(w, 6, 16 + 23);
    expect_count(w, N, 3);
    ok(GrB_Matrix_setElement_FP64(V, -1, 5, 0));
    ok(GrB_Matrix_removeElement(V, 0, 0));
    expect(v, 5, -1);
    expect_count(v, N, 4);
    ok(GrB_Matrix_resize(V, 3, 1));
    expect_count(v, 3, 1);
    ok(GrB_Matrix_clear(W));
    expect_count(w, N, 0);
    ok(GrB_Matrix_build_FP64(W, (GrB_Index[]){6, 2}, (GrB_Index[]){0, 0}, (double[]){1, 2}, 2, NULL));
    expect(w, 6, 1);
    ok(GrB_Matrix_wait(W, GrB_MATERIALIZE));
    ok(GrB_Matrix_free((GrB_Matrix *)&v));
    assert_null(v);
    ok(GrB_free(&w));
}

/* The vector stays as it is. */
static void test_failure(void **state)
{
    GrB_Vector v = vector_of(1, 2);
    GrB_Matrix V = (GrB_Matrix)v;
    const char *text = NULL;
    fails(DIMENSION_MISMATCH, GrB_Matrix_resize(V, N, 2));
    ok(GrB_Matrix_error(&text, V));
    assert_non_null(strstr(text, "2 columns"));
    fails(OUTPUT_NOT_EMPTY, GrB_Matrix_build_FP64(V, (GrB_Index[]){1}, (GrB_Index[]){0}, (double[]){1}, 1, NULL));
    fails(INVALID_INDEX, GrB_Matrix_setElement_FP64(V, 1, 0, 1));
    fails(DIMENSION_MISMATCH, GrB_mxm(V, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_FP64, V, V, GrB_DESC_T0));
    expect_count(v, N, 4);
    expect(v, 6, 7);
    ok(GrB_free(&v));
}

static void test_matrix_as_vector(void **state)
{
    GrB_Matrix A = NULL, D = NULL;
    GrB_Vector a;
    GrB_Index n = 0;
    double x = 0;
    ok(GrB_Matrix_new(&A, GrB_FP64, N, 1));
    a = (GrB_Vector)A;
    ok(GrB_Matrix_setElement_FP64(A, 4, 2, 0));
    ok(GrB_Matrix_diag(&D, a, 1));
    ok(GrB_Matrix_extractElement_FP64(&x, D, 2, 3));
    assert_true(x == 4);
    ok(GrB_Vector_setElement_FP64(a, 5, 6));
    ok(GrB_Vector_apply(a, NULL, NULL, GrB_AINV_FP64, a, NULL));
    expect(a, 2, -4);
    ok(GrB_Matrix_extractElement_FP64(&x, A, 6, 0));
    assert_true(x == -5);
    ok(GrB_Vector_resize(a, 4));
    ok(GrB_Matrix_nrows(&n, A));
    assert_int_equal(n, 4);
    fails(DIMENSION_MISMATCH, GrB_Vector_size(&n, (GrB_Vector)D));
    fails(DIMENSION_MISMATCH, GrB_Vector_setElement_FP64((GrB_Vector)D, 1, 0));
    ok(GrB_Vector_free(&a));
    ok(GrB_free(&D));
}

/* The iterator has the entries, and what becomes of the vector does not matter. */
static void test_iterators_tiles_and_arrays(void **state)
{
    GrB_Vector v = vector_of(1, 2);
    GrB_Matrix V = (GrB_Matrix)v, tiles[] = {V, V}, C = NULL;
    GxB_Iterator it = NULL;
    GrB_Index i = 0, j = 1, *p = NULL, *h = NULL, p_size = 0, h_size = 0, x_size = 0, rows = 0, cols = 0;
    void *x = NULL;
    GrB_Type type = NULL;
    bool iso = false;
    ok(GrB_Matrix_new(&C, GrB_FP64, N, 2));
    ok(GxB_Matrix_concat(C, tiles, 1, 2, NULL));
    ok(GrB_Matrix_nvals(&i, C));
    assert_int_equal(i, 8);
    ok(GxB_Iterator_new(&it));
    ok(GxB_Matrix_Iterator_attach(it, V, NULL));
    ok(GrB_Vector_clear(v));
    ok(GxB_Matrix_Iterator_seek(it, 2));
    GxB_Matrix_Iterator_getIndex(it, &i, &j);
    assert_true(i == 4 && j == 0 && GxB_Iterator_get_FP64(it) == 5);
    ok(GxB_colIterator_attach(it, V, NULL));
    ok(GxB_Iterator_free(&it));
    /* Exported, it is gone. */
    ok(GxB_Matrix_export_CSC(&V, &type, &rows, &cols, &p, &h, &x, &p_size, &h_size, &x_size, &iso, NULL, NULL));
    assert_true(rows == N && cols == 1 && p[1] == 0 && !V);
    free(p);
    free(h);
    free(x);
    ok(GrB_free(&C));
}

/* Sizes above Tropic's own, which are those of the vector's dictionary. */
static void test_large(void **state)
{
    const GrB_Index size = (GrB_Index)1 << 40;
    GrB_Vector v = NULL;
    GrB_Matrix A = NULL;
    GrB_Index n = 0;
    ok(GrB_Vector_new(&v, GrB_FP64, size));
    ok(GrB_Matrix_new(&A, GrB_FP64, size, 1));
    ok(GrB_Vector_setElement_FP64(v, 3, size - 1));
    ok(GrB_Matrix_setElement_FP64((GrB_Matrix)v, 4, size - 2, 0));
    ok(GrB_Matrix_setElement_FP64(A, 5, size - 1, 0));
    ok(GrB_Matrix_nrows(&n, (GrB_Matrix)v));
    assert_true(n == size);
    ok(GrB_Matrix_eWiseAdd_BinaryOp((GrB_Matrix)v, NULL, NULL, GrB_PLUS_FP64, (GrB_Matrix)v, A, NULL));
    expect(v, size - 1, 3 + 5);
    expect_count(v, size, 2);
    ok(GrB_Vector_apply((GrB_Vector)A, NULL, NULL, GrB_AINV_FP64, v, NULL));
    ok(GrB_Matrix_nvals(&n, A));
    assert_int_equal(n, 2);
    expect((GrB_Vector)A, size - 2, -4);
    ok(GrB_Matrix_resize((GrB_Matrix)v, 10, 1));
    expect_count(v, 10, 0);
    ok(GrB_free(&v));
    ok(GrB_free(&A));
}

/* Both outputs of a sort are columns; and positions come to a vector that has an array. */
static void test_two_outputs(void **state)
{
    GrB_Vector v = vector_of(1, 1), w = vector_of(0, 3), p = NULL, loaded = NULL;
    GrB_Matrix P = NULL;
    GrB_Info info;
    int64_t *array = malloc(N * sizeof *array), fixed[N] = {0}, at = 0;
    void *given = array;
    ok(GrB_Vector_new(&p, GrB_INT64, N));
    ok(GrB_Matrix_new(&P, GrB_INT64, N, 1));
    ok(GxB_Matrix_sort((GrB_Matrix)w, (GrB_Matrix)p, GrB_GT_FP64, (GrB_Matrix)v, GrB_DESC_T0));
    expect(w, 0, N);
    expect(p, 0, N - 1);
    ok(GxB_Vector_sort(w, (GrB_Vector)P, GrB_GT_FP64, v, NULL));
    ok(GrB_Matrix_extractElement_INT64(&at, P, 0, 0));
    assert_int_equal(at, N - 1);
    for (int i = 0; i < N; i++) array[i] = 100 + i;
    ok(GrB_Vector_new(&loaded, GrB_INT64, N));
    ok(GxB_Vector_load(loaded, &given, GrB_INT64, N, N * sizeof *array, GrB_DEFAULT, NULL));
    ok(GxB_Vector_sort(w, loaded, GrB_GT_FP64, v, NULL));
    expect(loaded, 0, N - 1);
    given = fixed;
    ok(GxB_Vector_load(loaded, &given, GrB_INT64, N, sizeof fixed, GxB_IS_READONLY, NULL));
    info = GxB_Vector_sort(w, loaded, GrB_GT_FP64, v, NULL);
    assert_int_equal(info, GxB_OUTPUT_IS_READONLY);
    ok(GrB_Vector_free(&v));
    ok(GrB_Vector_free(&w));
    ok(GrB_Vector_free(&p));
    ok(GrB_Vector_free(&loaded));
    ok(GrB_Matrix_free(&P));
}

static void test_settings(void **state)
{
    GrB_Vector v = vector_of(1, 1);
    GrB_Matrix V = (GrB_Matrix)v;
    int32_t code = 0;
    char name[8] = "";
    ok(GrB_Matrix_get_INT32(V, &code, GrB_EL_TYPE_CODE));
    assert_int_equal(code, GrB_FP64_CODE);
    ok(GrB_Matrix_set_String(V, "a name", GrB_NAME));
    ok(GrB_Vector_get_String(v, name, GrB_NAME));
    assert_string_equal(name, "a name");
    ok(GxB_Matrix_Option_set(V, GxB_SPARSITY_CONTROL, GxB_BITMAP));
    ok(GxB_Matrix_Option_get(V, GxB_SPARSITY_CONTROL, &code));
    assert_int_equal(code, GxB_BITMAP);
    ok(GrB_free(&v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_input),
                                       cmocka_unit_test(test_output),
                                       cmocka_unit_test(test_failure),
                                       cmocka_unit_test(test_matrix_as_vector),
                                       cmocka_unit_test(test_iterators_tiles_and_arrays),
                                       cmocka_unit_test(test_large),
                                       cmocka_unit_test(test_two_outputs),
                                       cmocka_unit_test(test_settings)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Large objects that come of arrays and bytes, and go to them: import and export, pack and unpack, containers, bytes,
 * iterators, sorting, printing, options.
 */
#include "tests/graphblas/common.h"

#include <stdio.h>
#include <string.h>

#define LARGE ((GrB_Index)1 << 60)
#define FAR(k) (LARGE - (GrB_Index)(k))
enum { N = 4 };

/* Entries by row, then column. They are set in another order. */
static const GrB_Index rows_of[N] = {1, 1, 70, FAR(1)}, cols_of[N] = {FAR(2), FAR(1), 3, 0};
static const int32_t values_of[N] = {30, 20, 10, 40};

static GrB_Matrix new_matrix(GrB_Index rows, GrB_Index columns)
{
    GrB_Matrix A = NULL;
    ok(GrB_Matrix_new(&A, GrB_INT32, rows, columns));
    for (int k = N - 1; k >= 0; k--) ok(GrB_Matrix_setElement(A, values_of[k], rows_of[k], cols_of[k] % columns));
    return A;
}

static GrB_Vector new_vector(void)
{
    GrB_Vector v = NULL;
    ok(GrB_Vector_new(&v, GrB_INT32, LARGE));
    for (int k = N - 1; k > 0; k--) ok(GrB_Vector_setElement(v, values_of[k], rows_of[k]));
    return v;
}

static void same(GrB_Matrix A, GrB_Index columns)
{
    GrB_Index rows[N + 1], cols[N + 1], n = N + 1;
    int32_t values[N + 1];
    ok(GrB_Matrix_extractTuples(rows, cols, values, &n, A));
    assert_int_equal(n, N);
    for (int k = 0; k < N; k++) {
        assert_int_equal(rows[k], rows_of[k]);
        assert_int_equal(cols[k], cols_of[k] % columns);
        assert_int_equal(values[k], values_of[k]);
    }
    ok(GrB_Matrix_ncols(&n, A));
    assert_int_equal(n, columns);
}

static void same_vector(GrB_Vector v)
{
    GrB_Index ids[N], n = N;
    int32_t values[N];
    ok(GrB_Vector_extractTuples(ids, values, &n, v));
    assert_int_equal(n, N - 1);
    for (int k = 1; k < N; k++) {
        assert_int_equal(ids[k - 1], rows_of[k]);
        assert_int_equal(values[k - 1], values_of[k]);
    }
}

static void test_export(void **state)
{
    GrB_Matrix A = new_matrix(LARGE, 5), B = NULL;
    GrB_Index p[6], i[N], n, m, l;
    int32_t x[N];
    GrB_Format hint;
    ok(GrB_Matrix_exportHint(&hint, A));
    ok(GrB_Matrix_exportSize(&n, &m, &l, GrB_CSR_FORMAT, A));
    assert_int_equal(n, LARGE + 1);
    n = 6;
    m = l = N;
    fails(INSUFFICIENT_SPACE, GrB_Matrix_export(p, i, x, &n, &m, &l, GrB_CSR_FORMAT, A));
    ok(GrB_Matrix_export(p, i, x, &n, &m, &l, GrB_CSC_FORMAT, A));
    ok(GrB_Matrix_import_INT32(&B, GrB_INT32, LARGE, 5, p, i, x, n, m, l, GrB_CSC_FORMAT));
    for (int k = 0; k < N; k++) {
        int32_t got = 0;
        ok(GrB_Matrix_extractElement(&got, B, rows_of[k], cols_of[k] % 5));
        assert_int_equal(got, values_of[k]);
    }
    ok(GrB_free(&B));
    fails(INVALID_VALUE, GrB_Matrix_import_INT32(&B, GrB_INT32, LARGE, 5, p, i, x, n, m, l, GrB_CSR_FORMAT));
    i[0] = LARGE;
    fails(INDEX_OUT_OF_BOUNDS, GrB_Matrix_import_INT32(&B, GrB_INT32, LARGE, 5, p, i, x, n, m, l, GrB_CSC_FORMAT));
    p[1] = 7;
    fails(INDEX_OUT_OF_BOUNDS, GrB_Matrix_import_INT32(&B, GrB_INT32, LARGE, 5, p, i, x, n, m, l, GrB_CSC_FORMAT));
    ok(GrB_Matrix_import_INT32(&B, GrB_INT32, LARGE, LARGE, rows_of, cols_of, values_of, N, N, N, GrB_COO_FORMAT));
    same(B, LARGE);
    ok(GrB_free(&A));
    ok(GrB_free(&B));
}

static void test_bytes(void **state)
{
    GrB_Matrix A = new_matrix(LARGE, LARGE), B = NULL;
    GrB_Vector v = new_vector(), w = NULL;
    GrB_Index size, n;
    void *bytes = NULL;
    char name[GxB_MAX_NAME_LEN], *moved;
    ok(GrB_Matrix_serializeSize(&size, A));
    ok(GxB_Matrix_serialize(&bytes, &n, A, NULL));
    assert_int_equal(n, size);
    moved = malloc(size + 1);
    assert_non_null(moved);
    ok(GrB_Matrix_serialize(moved + 1, &size, A));
    assert_memory_equal(bytes, moved + 1, size);
    ok(GrB_Matrix_deserialize(&B, NULL, moved + 1, size));
    same(B, LARGE);
    ok(GrB_free(&B));
    ok(GxB_deserialize_type_name(name, bytes, size));
    assert_string_equal(name, "int32_t");
    n = size - 1;
    fails(INSUFFICIENT_SPACE, GrB_Matrix_serialize(moved, &n, A));
    fails(DOMAIN_MISMATCH, GrB_Matrix_deserialize(&B, GrB_FP64, bytes, size));
    fails(INVALID_OBJECT, GxB_Vector_deserialize(&w, NULL, bytes, size, NULL));
    for (n = 0; n < size; n += 5) fails(INVALID_OBJECT, GrB_Matrix_deserialize(&B, NULL, bytes, n));
    /* Each 8 bytes in turn become wrong: never a crash, and mostly an error. */
    for (n = 0; n + 8 <= size; n += 8) {
        memcpy(moved, bytes, size);
        memset(moved + n, 0x7f, 8);
        const GrB_Info info = GrB_Matrix_deserialize(&B, NULL, moved, size);
        assert_true(info == GrB_INVALID_OBJECT || (info == GrB_SUCCESS && n >= size - N * sizeof(int32_t)));
        GrB_Matrix_free(&B);
    }
    free(bytes);
    ok(GxB_Vector_serialize(&bytes, &n, v, NULL));
    ok(GxB_Vector_deserialize(&w, GrB_INT32, bytes, n, NULL));
    same_vector(w);
    free(bytes);
    free(moved);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
    ok(GrB_free(&w));
}

static void test_pack(void **state)
{
    GrB_Matrix A = new_matrix(LARGE, LARGE), B = NULL;
    GrB_Vector v = new_vector();
    GrB_Index *p, *h, *i, p_size, h_size, i_size, x_size, nvec, nvals;
    int8_t *b;
    void *x;
    bool iso, jumbled;
    fails(OUT_OF_MEMORY, GxB_Matrix_unpack_CSR(A, &p, &i, &x, &p_size, &i_size, &x_size, &iso, &jumbled, NULL));
    fails(OUT_OF_MEMORY, GxB_Matrix_unpack_BitmapC(A, &b, &x, &p_size, &x_size, &iso, &nvals, NULL));
    fails(INVALID_VALUE, GxB_Matrix_unpack_FullR(A, &x, &x_size, &iso, NULL));
    fails(INVALID_VALUE, GxB_Vector_unpack_Full(v, &x, &x_size, &iso, NULL));
    fails(OUT_OF_MEMORY, GxB_Vector_unpack_Bitmap(v, &b, &x, &p_size, &x_size, &iso, &nvals, NULL));
    same(A, LARGE);
    ok(GxB_Matrix_unpack_HyperCSC(A, &p, &h, &i, &x, &p_size, &h_size, &i_size, &x_size, &iso, &nvec, &jumbled, NULL));
    assert_int_equal(nvec, 4);
    assert_int_equal(h[0], 0);
    assert_int_equal(h[3], FAR(1));
    assert_int_equal(i[0], FAR(1));
    ok(GrB_Matrix_nvals(&nvals, A));
    assert_int_equal(nvals, 0);
    h[3] = LARGE;
    fails(INVALID_OBJECT,
          GxB_Matrix_pack_HyperCSC(A, &p, &h, &i, &x, p_size, h_size, i_size, x_size, false, nvec, false, NULL));
    h[3] = h[2];
    i[3] = i[2];
    fails(INDEX_OUT_OF_BOUNDS,
          GxB_Matrix_pack_HyperCSC(A, &p, &h, &i, &x, p_size, h_size, i_size, x_size, false, nvec, false, NULL));
    h[3] = FAR(1);
    ok(GxB_Matrix_pack_HyperCSC(A, &p, &h, &i, &x, p_size, h_size, i_size, x_size, false, nvec, false, NULL));
    assert_null(p);
    same(A, LARGE);
    x = calloc(1, 8);
    fails(OUT_OF_MEMORY, GxB_Matrix_import_FullR(&B, GrB_INT32, LARGE, LARGE, &x, 4, true, NULL));
    free(x);
    ok(GxB_Vector_unpack_CSC(v, &i, &x, &i_size, &x_size, &iso, &nvals, &jumbled, NULL));
    assert_int_equal(nvals, N - 1);
    fails(INVALID_OBJECT,
          GxB_Vector_import_CSC(&v, GrB_INT32, FAR(1), &i, &x, i_size, x_size, false, nvals, false, NULL));
    ok(GxB_Vector_pack_CSC(v, &i, &x, i_size, x_size, false, nvals, false, NULL));
    same_vector(v);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

static void test_containers(void **state)
{
    GrB_Matrix A = new_matrix(LARGE, LARGE), B = NULL;
    GrB_Vector v = new_vector(), w = NULL;
    GxB_Container container = NULL;
    void *x = NULL;
    GrB_Type type;
    uint64_t n, size;
    int handling;
    ok(GxB_Container_new(&container));
    ok(GxB_unload_Matrix_into_Container(A, container, NULL));
    assert_int_equal(container->format, GxB_HYPERSPARSE);
    assert_int_equal(container->nrows, LARGE);
    ok(GrB_Matrix_new(&B, GrB_FP64, 2, 2));
    ok(GxB_load_Matrix_from_Container(B, container, NULL));
    same(B, LARGE);
    ok(GxB_unload_Vector_into_Container(v, container, NULL));
    assert_int_equal(container->format, GxB_SPARSE);
    ok(GrB_Vector_new(&w, GrB_INT32, LARGE - 1));
    ok(GxB_load_Vector_from_Container(w, container, NULL));
    same_vector(w);
    fails(INVALID_OBJECT, GxB_Vector_unload(w, &x, &type, &n, &size, &handling, NULL));
    /* A large object may become a small one. */
    x = calloc(3, sizeof(double));
    ok(GxB_Vector_load(w, &x, GrB_FP64, 3, 3 * sizeof(double), GrB_DEFAULT, NULL));
    ok(GrB_Vector_size(&n, w));
    assert_int_equal(n, 3);
    ok(GxB_Container_free(&container));
    ok(GrB_free(&A));
    ok(GrB_free(&B));
    ok(GrB_free(&v));
    ok(GrB_free(&w));
}

static void test_iterators(void **state)
{
    GrB_Matrix A = new_matrix(LARGE, LARGE);
    GrB_Vector v = new_vector();
    GxB_Iterator it = NULL;
    GrB_Index i, j;
    int k = 0;
    ok(GxB_Iterator_new(&it));
    ok(GxB_Matrix_Iterator_attach(it, A, NULL));
    for (GrB_Info info = GxB_Matrix_Iterator_seek(it, 0); info == GrB_SUCCESS; info = GxB_Matrix_Iterator_next(it)) {
        GxB_Matrix_Iterator_getIndex(it, &i, &j);
        assert_int_equal(i, rows_of[k]);
        assert_int_equal(j, cols_of[k]);
        assert_int_equal(GxB_Iterator_get_INT32(it), values_of[k++]);
    }
    assert_int_equal(k, N);
    ok(GxB_colIterator_attach(it, A, NULL));
    assert_int_equal(GxB_colIterator_kount(it), 4);
    ok(GxB_colIterator_seekCol(it, FAR(2)));
    assert_int_equal(GxB_colIterator_getColIndex(it), FAR(2));
    assert_int_equal(GxB_colIterator_getRowIndex(it), 1);
    fails(NO_VALUE, GxB_colIterator_seekCol(it, FAR(3)));
    assert_int_equal(GxB_colIterator_getColIndex(it), FAR(3));
    ok(GxB_colIterator_nextCol(it));
    assert_int_equal(GxB_colIterator_getColIndex(it), FAR(2));
    assert_int_equal(GxB_colIterator_seekCol(it, LARGE), GxB_EXHAUSTED);
    assert_int_equal(GxB_colIterator_getColIndex(it), LARGE);
    ok(GxB_Vector_Iterator_attach(it, v, NULL));
    assert_int_equal(GxB_Vector_Iterator_getpmax(it), N - 1);
    ok(GxB_Vector_Iterator_seek(it, 2));
    assert_int_equal(GxB_Vector_Iterator_getIndex(it), FAR(1));
    ok(GxB_Iterator_free(&it));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

static void test_sort(void **state)
{
    GrB_Matrix A = new_matrix(LARGE, LARGE), C = NULL, P = NULL;
    GrB_Vector v = new_vector(), p = NULL;
    int64_t x = 0;
    ok(GrB_Matrix_new(&C, GrB_INT32, LARGE, LARGE));
    ok(GrB_Matrix_new(&P, GrB_INT64, LARGE, LARGE));
    ok(GxB_Matrix_sort(C, P, GrB_LT_INT32, A, NULL));
    ok(GrB_Matrix_extractElement(&x, C, 1, 0));
    assert_int_equal(x, 20);
    ok(GrB_Matrix_extractElement(&x, P, 1, 0));
    assert_int_equal(x, FAR(1));
    ok(GrB_Matrix_extractElement(&x, P, 1, 1));
    assert_int_equal(x, FAR(2));
    ok(GrB_Matrix_extractElement(&x, C, FAR(1), 0));
    assert_int_equal(x, 40);
    fails(DOMAIN_MISMATCH, GxB_Matrix_sort(NULL, C, GrB_LT_INT32, A, NULL));
    ok(GxB_Matrix_sort(NULL, P, GrB_GT_INT32, A, GrB_DESC_T0));
    ok(GrB_Matrix_extractElement(&x, P, 0, 3));
    assert_int_equal(x, 70);
    ok(GrB_Vector_new(&p, GrB_INT64, LARGE));
    ok(GxB_Vector_sort(v, p, GrB_GT_INT32, v, NULL));
    ok(GrB_Vector_extractElement(&x, v, 0));
    assert_int_equal(x, 40);
    ok(GrB_Vector_extractElement(&x, p, 0));
    assert_int_equal(x, FAR(1));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&P));
    ok(GrB_free(&v));
    ok(GrB_free(&p));
}

static void test_print(void **state)
{
    GrB_Matrix A = new_matrix(LARGE, 6);
    GrB_Vector v = new_vector();
    char text[600] = "";
    FILE *file = fmemopen(text, sizeof text, "w");
    size_t bytes = 0, more = 0;
    int32_t number = 0;
    assert_non_null(file);
    ok(GxB_Matrix_fprint(A, "A", GxB_COMPLETE, file));
    ok(GxB_Vector_fprint(v, "v", GxB_SHORT, file));
    assert_int_equal(fclose(file), 0);
    assert_non_null(strstr(text, "1152921504606846976 x 6, 4 entries"));
    assert_non_null(strstr(text, "(1152921504606846975,0) 40"));
    assert_non_null(strstr(text, "size 1152921504606846976, 3 entries"));
    assert_non_null(strstr(text, "(70) 10"));
    /* Whoever shares a dictionary has a part of it. */
    ok(GxB_Vector_memoryUsage(&bytes, v));
    assert_true(bytes > 16 * sizeof(GrB_Index));
    ok(GxB_Matrix_memoryUsage(&more, A));
    assert_true(more > 16 * sizeof(GrB_Index));
    ok(GxB_Matrix_Option_set(A, GxB_FORMAT, GxB_BY_COL));
    ok(GxB_Matrix_Option_set(A, GxB_SPARSITY_CONTROL, GxB_HYPERSPARSE));
    ok(GrB_Matrix_get_INT32(A, &number, GrB_STORAGE_ORIENTATION_HINT));
    assert_int_equal(number, GrB_COLMAJOR);
    same(A, 6);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_export),     cmocka_unit_test(test_bytes),     cmocka_unit_test(test_pack),
        cmocka_unit_test(test_containers), cmocka_unit_test(test_iterators), cmocka_unit_test(test_sort),
        cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

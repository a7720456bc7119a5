/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of matrices, vectors and descriptors.
 */
#include "tests/graphblas/options.h"

static void test_matrix(void **state)
{
    GrB_Matrix A = NULL, B = NULL;
    GrB_Scalar s = NULL;
    const char *text = NULL;
    int number = -1;
    ok(GrB_Matrix_new(&A, GrB_FP64, 300, 200));
    for (GrB_Index i = 0; i < 200; i++) ok(GrB_Matrix_setElement(A, (double)i, i, i));
    gives(GxB_BY_ROW, A, GxB_FORMAT);
    ok(GxB_set(A, GxB_FORMAT, GxB_BY_COL));
    gives(GxB_BY_COL, A, GxB_FORMAT);
    ok(GrB_get(A, &number, GrB_STORAGE_ORIENTATION_HINT));
    assert_int_equal(number, GrB_COLMAJOR);
    gives_real(GxB_HYPER_DEFAULT, A, GxB_HYPER_SWITCH);
    ok(GxB_set(GxB_HYPER_SWITCH, 0.25));
    gives_real(0.25, A, GxB_HYPER_SWITCH);
    ok(GxB_set(A, GxB_HYPER_SWITCH, GxB_ALWAYS_HYPER));
    gives_real(GxB_ALWAYS_HYPER, A, GxB_HYPER_SWITCH);
    ok(GxB_set(GxB_HYPER_SWITCH, GxB_HYPER_DEFAULT));
    gives_real(0.40, A, GxB_BITMAP_SWITCH);
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Scalar_setElement(s, 0.5));
    ok(GrB_set(A, s, GxB_BITMAP_SWITCH));
    ok(GrB_Matrix_dup(&B, A));
    gives_real(0.5, B, GxB_BITMAP_SWITCH);
    gives_real(GxB_ALWAYS_HYPER, B, GxB_HYPER_SWITCH);
    gives(GxB_BY_COL, B, GxB_FORMAT);
    ok(GrB_free(&B));
    fails(INVALID_VALUE, GxB_set(A, GxB_FORMAT, 5));
    ok(GrB_error(&text, A));
    assert_non_null(strstr(text, "there is no format 5"));
    fails(INVALID_VALUE, GxB_set(A, GxB_FORMAT, GxB_NO_FORMAT));
    fails(INVALID_VALUE, GxB_set(A, GxB_SPARSITY_STATUS, GxB_SPARSE));
    fails(INVALID_VALUE, GxB_set(A, GxB_NTHREADS, 2));
    fails(INVALID_VALUE, GxB_Matrix_Option_set_INT32(A, GxB_HYPER_SWITCH, 1));
    fails(NULL_POINTER, GxB_Matrix_Option_set(NULL, GxB_FORMAT, GxB_BY_ROW));
    fails(NULL_POINTER, GxB_Matrix_Option_get(A, GxB_FORMAT, NULL));
    ok(GrB_free(&A));
    ok(GrB_free(&s));
}

static void test_forms(void **state)
{
    GrB_Matrix A = NULL;
    bool hyper = true;
    int number = -1;
    ok(GrB_Matrix_new(&A, GrB_FP64, 300, 200));
    for (GrB_Index i = 0; i < 200; i++) ok(GrB_Matrix_setElement(A, (double)i, i, i));
    ok(GrB_wait(A, GrB_MATERIALIZE));
    gives(GxB_AUTO_SPARSITY, A, GxB_SPARSITY_CONTROL);
    gives(GxB_SPARSE, A, GxB_SPARSITY_STATUS);
    ok(GxB_get(A, GxB_IS_HYPER, &hyper));
    assert_false(hyper);
    static const int forms[] = {GxB_HYPERSPARSE, GxB_BITMAP, GxB_SPARSE};
    for (int k = 0; k < 3; k++) {
        double sum = 0;
        ok(k == 1 ? GrB_set(A, forms[k], GxB_SPARSITY_CONTROL) : GxB_set(A, GxB_SPARSITY_CONTROL, forms[k]));
        gives(forms[k], A, GxB_SPARSITY_CONTROL);
        ok(GrB_get(A, &number, GxB_SPARSITY_STATUS));
        assert_int_equal(number, forms[k]);
        ok(GxB_get(A, GxB_IS_HYPER, &hyper));
        assert_int_equal(hyper, k == 0);
        ok(GrB_reduce(&sum, NULL, GrB_PLUS_MONOID_FP64, A, NULL));
        assert_true(sum == 19900);
    }
    ok(GxB_set(A, GxB_SPARSITY_CONTROL, 99));
    gives(3, A, GxB_SPARSITY_CONTROL);
    ok(GxB_set(A, GxB_SPARSITY_CONTROL, 0));
    gives(GxB_AUTO_SPARSITY, A, GxB_SPARSITY_CONTROL);
    ok(GrB_assign(A, NULL, NULL, 1.0, GrB_ALL, 300, GrB_ALL, 200, NULL));
    gives(GxB_FULL, A, GxB_SPARSITY_STATUS);
    ok(GrB_free(&A));
}

static void test_vector(void **state)
{
    GrB_Vector u = NULL, v = NULL;
    double real = 0;
    ok(GrB_Vector_new(&u, GrB_FP64, 1000));
    ok(GrB_Vector_setElement(u, 1.0, 7));
    gives(GxB_BY_COL, u, GxB_FORMAT);
    fails(INVALID_VALUE, GxB_set(u, GxB_FORMAT, GxB_BY_ROW));
    gives_real(0.04, u, GxB_BITMAP_SWITCH);
    ok(GxB_Vector_Option_set_FP64(u, GxB_BITMAP_SWITCH, 0.5));
    ok(GxB_Vector_Option_get_FP64(u, GxB_BITMAP_SWITCH, &real));
    assert_true(real == 0.5);
    fails(INVALID_VALUE, GxB_set(u, GxB_HYPER_SWITCH, 0.5));
    ok(GxB_Vector_Option_set_INT32(u, GxB_SPARSITY_CONTROL, GxB_BITMAP + GxB_FULL));
    gives(GxB_BITMAP + GxB_FULL, u, GxB_SPARSITY_CONTROL);
    static const int forms[] = {GxB_BITMAP, GxB_SPARSE};
    for (int k = 0; k < 4; k++) {
        ok(GxB_set(u, GxB_SPARSITY_CONTROL, forms[k % 2]));
        gives(forms[k % 2], u, GxB_SPARSITY_STATUS);
        ok(GrB_Vector_extractElement(&real, u, 7));
        assert_true(real == 1);
    }
    ok(GxB_Vector_Option_set_INT32(u, GxB_SPARSITY_CONTROL, GxB_BITMAP + GxB_FULL));
    ok(GrB_Vector_dup(&v, u));
    gives(GxB_BITMAP + GxB_FULL, v, GxB_SPARSITY_CONTROL);
    ok(GrB_assign(u, NULL, NULL, 1.0, GrB_ALL, 1000, NULL));
    gives(GxB_FULL, u, GxB_SPARSITY_STATUS);
    ok(GrB_free(&u));
    ok(GrB_free(&v));
}

/* ------------------------------------------------------------------------------------------------
 * Descriptors
 */

static void test_descriptor(void **state)
{
    GrB_Descriptor d = NULL;
    GrB_Desc_Value value = GrB_DEFAULT;
    int number = -1;
    double real = -1;
    ok(GrB_Descriptor_new(&d));
    ok(GxB_set(d, GrB_OUTP, GrB_REPLACE));
    ok(GxB_Desc_set(d, GrB_MASK, GrB_SCMP));
    ok(GxB_Desc_set(d, GrB_MASK, GrB_STRUCTURE + GrB_COMP));
    ok(GrB_Descriptor_set(d, GrB_INP1, GrB_TRAN));
    gives(GrB_REPLACE, d, GrB_OUTP);
    gives(GrB_COMP + GrB_STRUCTURE, d, GrB_MASK);
    ok(GxB_Descriptor_get(&value, d, GrB_INP1));
    assert_int_equal(value, GrB_TRAN);
    ok(GxB_set(d, GrB_MASK, GxB_DEFAULT));
    gives(GxB_DEFAULT, d, GrB_MASK);
    ok(GxB_set(d, GxB_NTHREADS, 7));
    gives(7, d, GxB_NTHREADS);
    ok(GxB_Desc_set_INT32(d, GxB_DESCRIPTOR_NTHREADS, 3));
    ok(GxB_Desc_get_INT32(d, GxB_NTHREADS, &number));
    assert_int_equal(number, 3);
    ok(GxB_Desc_set_FP64(d, GxB_CHUNK, 4.5));
    ok(GxB_Desc_get_FP64(d, GxB_CHUNK, &real));
    assert_true(real == 4.5);
    ok(GxB_set(d, GxB_AxB_METHOD, GxB_AxB_DOT));
    gives(GxB_AxB_DOT, d, GxB_AxB_METHOD);
    ok(GrB_Descriptor_set(d, GxB_AxB_METHOD, GxB_AxB_HASH));
    ok(GrB_get(d, &number, (GrB_Field)GxB_AxB_METHOD));
    assert_int_equal(number, GxB_AxB_HASH);
    fails(INVALID_VALUE, GxB_set(d, GxB_AxB_METHOD, 7));
    ok(GxB_set(d, GxB_SORT, 9));
    gives(1, d, GxB_SORT);
    ok(GxB_set(d, GxB_COMPRESSION, GxB_COMPRESSION_LZ4HC + 4));
    gives(2004, d, GxB_COMPRESSION);
    ok(GxB_set(d, GxB_IMPORT, GxB_SECURE_IMPORT));
    gives(GxB_SECURE_IMPORT, d, GxB_IMPORT);
    fails(INVALID_VALUE, GxB_set(d, GrB_OUTP, GrB_TRAN));
    fails(INVALID_VALUE, GxB_set(d, 77, 1));
    gives(GxB_DEFAULT, (GrB_Descriptor)NULL, GrB_OUTP);
    gives(GxB_DEFAULT, (GrB_Descriptor)NULL, GxB_NTHREADS);
    fails(NULL_POINTER, GxB_Desc_set(NULL, GrB_OUTP, GrB_REPLACE));
    fails(INVALID_VALUE, GxB_Desc_set(GrB_DESC_T0, GrB_OUTP, GrB_REPLACE));
    fails(INVALID_VALUE, GxB_Desc_set(GrB_DESC_T0, GxB_NTHREADS, 1));
    fails(INVALID_VALUE, GxB_Desc_set(GrB_DESC_T0, GxB_CHUNK, 1.0));
    fails(NULL_POINTER, GxB_Descriptor_get(NULL, d, GrB_OUTP));
    ok(GrB_free(&d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_matrix), cmocka_unit_test(test_forms),
                                       cmocka_unit_test(test_vector), cmocka_unit_test(test_descriptor)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

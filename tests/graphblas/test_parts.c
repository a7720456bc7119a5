/* SPDX-License-Identifier: Apache-2.0
 *
 * What GrB_get tells of monoids, semirings, bytes and types of texts; and operands of a user's type that an operator
 * does not read.
 */
#include "tests/graphblas/common.h"

static void test_monoids(void **state)
{
    GrB_Scalar s = NULL;
    GrB_BinaryOp op = NULL;
    int32_t x = 0;
    ok(GrB_Scalar_new(&s, GrB_INT32));
    ok(GrB_get(GrB_MIN_MONOID_INT32, s, GxB_MONOID_IDENTITY));
    ok(GrB_Scalar_extractElement(&x, s));
    assert_int_equal(x, INT32_MAX);
    ok(GrB_get(GrB_MIN_PLUS_SEMIRING_INT32, s, GxB_MONOID_TERMINAL));
    ok(GrB_Scalar_extractElement(&x, s));
    assert_int_equal(x, INT32_MIN);
    ok(GrB_get(GrB_PLUS_MONOID_INT32, s, GxB_MONOID_TERMINAL));
    fails(NO_VALUE, GrB_Scalar_extractElement(&x, s));
    fails(DOMAIN_MISMATCH, GrB_get(GrB_PLUS_MONOID_FP64, s, GxB_MONOID_IDENTITY));
    fails(INVALID_VALUE, GrB_get(GrB_PLUS_FP64, s, GxB_MONOID_IDENTITY));
    fails(INVALID_VALUE, GrB_get(GrB_PLUS_MONOID_INT32, &x, GxB_MONOID_IDENTITY));
    ok(GrB_get(GrB_PLUS_MONOID_INT32, (void *)&op, GxB_MONOID_OPERATOR));
    assert_ptr_equal(op, GrB_PLUS_INT32);
    fails(INVALID_VALUE, GrB_get(GrB_PLUS_MONOID_INT32, s, GxB_MONOID_OPERATOR));
    ok(GrB_free(&s));
}

static void test_semirings(void **state)
{
    GrB_BinaryOp op = NULL;
    GrB_Monoid monoid = NULL;
    size_t size = 0;
    ok(GrB_get(GrB_MAX_SECOND_SEMIRING_INT8, (void *)&op, GxB_SEMIRING_MULTIPLY));
    assert_ptr_equal(op, GrB_SECOND_INT8);
    ok(GrB_get(GrB_MAX_SECOND_SEMIRING_INT8, (void *)&monoid, GxB_SEMIRING_MONOID));
    assert_ptr_equal(monoid, GrB_MAX_MONOID_INT8);
    ok(GrB_get(GrB_MAX_SECOND_SEMIRING_INT8, (void *)&op, GxB_MONOID_OPERATOR));
    assert_ptr_equal(op, GrB_MAX_INT8);
    ok(GrB_get(GrB_MAX_SECOND_SEMIRING_INT8, &size, GxB_SEMIRING_MONOID));
    assert_int_equal(size, sizeof monoid);
    fails(INVALID_VALUE, GrB_get(GrB_MAX_MONOID_INT8, (void *)&op, GxB_SEMIRING_MULTIPLY));
}

static void test_collections(void **state)
{
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    int32_t x = -1;
    ok(GrB_Matrix_new(&A, GrB_FP32, 40, 40));
    ok(GrB_Vector_new(&v, GrB_FP32, 40));
    ok(GrB_get(A, &x, GxB_WILL_WAIT));
    assert_int_equal(x, 0);
    ok(GrB_Matrix_setElement(A, 1, 3, 3));
    ok(GrB_get(A, &x, GxB_WILL_WAIT));
    assert_int_equal(x, 1);
    ok(GrB_wait(A, GrB_MATERIALIZE));
    ok(GrB_get(A, &x, GxB_WILL_WAIT));
    assert_int_equal(x, 0);
    ok(GrB_get(A, &x, GxB_ISO));
    assert_int_equal(x, 0);
    ok(GrB_get(v, &x, GxB_IS_READONLY));
    assert_int_equal(x, 0);
    ok(GrB_get(A, &x, GxB_COLINDEX_INTEGER_BITS));
    assert_int_equal(x, 32);
    ok(GrB_get(v, &x, GxB_OFFSET_INTEGER_BITS));
    assert_int_equal(x, 64);
    fails(INVALID_VALUE, GrB_set(A, 64, GxB_ROWINDEX_INTEGER_BITS));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
    /* Of a size that Tropic has not. */
    ok(GrB_Matrix_new(&A, GrB_FP32, (GrB_Index)1 << 40, (GrB_Index)1 << 50));
    ok(GrB_get(A, &x, GrB_EL_TYPE_CODE));
    assert_int_equal(x, GrB_FP32_CODE);
    ok(GrB_get(A, &x, GxB_SPARSITY_STATUS));
    assert_int_not_equal(x, GxB_FULL);
    ok(GrB_set(A, "a large one", GrB_NAME));
    ok(GrB_free(&A));
}

static void test_bytes(void **state)
{
    GrB_Vector v = NULL;
    GrB_Scalar s = NULL;
    void *bytes = NULL;
    GrB_Index size = 0;
    size_t length = 0;
    int32_t x = 0;
    char text[16] = "";
    ok(GrB_Vector_new(&v, GrB_UINT16, 3));
    ok(GrB_Scalar_new(&s, GrB_INT8));
    ok(GrB_Vector_setElement(v, 3, 1));
    ok(GxB_Vector_serialize(&bytes, &size, v, NULL));
    ok(GrB_get(bytes, &x, GrB_EL_TYPE_CODE, size));
    assert_int_equal(x, GrB_UINT16_CODE);
    ok(GrB_get(bytes, text, GrB_EL_TYPE_STRING, size));
    assert_string_equal(text, "GrB_UINT16");
    ok(GrB_get(bytes, &length, GxB_JIT_C_NAME, size));
    assert_int_equal(length, sizeof "uint16_t");
    ok(GrB_get(bytes, s, GxB_FORMAT, size));
    ok(GrB_Scalar_extractElement(&x, s));
    assert_int_equal(x, GxB_BY_COL);
    ok(GrB_get(bytes, &x, GxB_SPARSITY_STATUS, size));
    assert_int_equal(x, GxB_SPARSE);
    fails(INVALID_VALUE, GrB_get(bytes, &x, GrB_EL_TYPE_STRING, size));
    fails(INVALID_VALUE, GrB_get(bytes, &x, GrB_OUTP_FIELD, size));
    fails(INVALID_OBJECT, GrB_get(bytes, &x, GrB_EL_TYPE_CODE, 8));
    fails(NULL_POINTER, GxB_Serialized_get_INT32(NULL, &x, GrB_EL_TYPE_CODE, size));
    fails(NULL_POINTER, GxB_Serialized_get_INT32(bytes, NULL, GrB_EL_TYPE_CODE, size));
    free(bytes);
    ok(GrB_free(&v));
    ok(GrB_free(&s));
}

static void test_contexts(void **state)
{
    GxB_Context context = NULL;
    int32_t x = 0;
    double chunk = 0;
    ok(GxB_Context_new(&context));
    ok(GxB_Context_set_INT32(context, GxB_NTHREADS, 3));
    ok(GxB_Context_get_INT(context, &x, GxB_NTHREADS));
    assert_int_equal(x, 3);
    ok(GxB_Context_set_INT(context, 2, GxB_NTHREADS));
    ok(GxB_Context_get_INT32(context, GxB_NTHREADS, &x));
    assert_int_equal(x, 2);
    ok(GxB_Context_set_FP64(context, GxB_CHUNK, 77));
    ok(GxB_Context_get_FP64(context, GxB_CHUNK, &chunk));
    assert_true(chunk == 77);
    fails(INVALID_VALUE, GxB_Context_set_FP64(context, GxB_NTHREADS, 77));
    ok(GrB_free(&context));
}

static void test_types(void **state)
{
    GrB_Type type = NULL;
    size_t size = 0;
    char name[16] = "";
    /* (The size is the text's, which a compiler finds.) */
    ok(GxB_Type_new(&type, 0, "triple", "typedef struct { double x[3]; } triple;"));
    ok(GxB_Type_size(&size, type));
    assert_int_equal(size, 3 * sizeof(double));
    /* A name of its own, once. */
    ok(GrB_set(type, "three", GrB_NAME));
    fails(ALREADY_SET, GrB_set(type, "four", GrB_NAME));
    ok(GrB_get(type, name, GrB_NAME));
    assert_string_equal(name, "three");
    ok(GrB_get(type, name, GxB_JIT_C_NAME));
    assert_string_equal(name, "triple");
    ok(GrB_free(&type));
    fails(INVALID_VALUE, GxB_Type_new(&type, 0, "triple", "typedef struct { double x[3; } triple;"));
    fails(INVALID_VALUE, GxB_Type_new(&type, 0, "triple", NULL));
    fails(INVALID_VALUE, GrB_Type_new(&type, 0));
    assert_null(type);
}

typedef struct pair {
    double x, y;
} pair;

/* Operands of a user's type for FIRST, SECOND and ONEB. */
static void test_operands_that_are_not_read(void **state)
{
    const pair p = {1, 2};
    GrB_Type type = NULL;
    GrB_Vector pairs = NULL, v = NULL, w = NULL;
    GrB_Matrix P = NULL, A = NULL, C = NULL;
    GrB_Scalar nine = NULL;
    double x = 0;
    ok(GrB_Type_new(&type, sizeof p));
    ok(GrB_Vector_new(&pairs, type, 3));
    ok(GrB_Vector_new(&v, GrB_FP64, 3));
    ok(GrB_Vector_new(&w, GrB_FP64, 3));
    ok(GrB_Scalar_new(&nine, GrB_FP64));
    ok(GrB_Scalar_setElement(nine, 9));
    ok(GrB_Vector_setElement_UDT(pairs, &p, 1));
    ok(GrB_Vector_setElement(v, 5, 2));
    ok(GxB_eWiseUnion(w, NULL, NULL, GrB_FIRST_FP64, v, nine, pairs, nine, NULL));
    ok(GrB_Vector_extractElement(&x, w, 1));
    assert_true(x == 9);
    ok(GrB_Vector_extractElement(&x, w, 2));
    assert_true(x == 5);
    fails(DOMAIN_MISMATCH, GxB_eWiseUnion(w, NULL, NULL, GrB_SECOND_FP64, v, nine, pairs, nine, NULL));
    ok(GrB_Vector_apply_BinaryOp1st_FP64(w, NULL, NULL, GrB_FIRST_FP64, 3, pairs, NULL));
    ok(GrB_Vector_extractElement(&x, w, 1));
    assert_true(x == 3);
    ok(GrB_Vector_apply_BinaryOp2nd_UDT(w, NULL, NULL, GrB_FIRST_FP64, v, &p, NULL));
    ok(GrB_Vector_extractElement(&x, w, 2));
    assert_true(x == 5);
    ok(GrB_Vector_apply_BinaryOp2nd_FP64(w, NULL, NULL, GrB_ONEB_FP64, pairs, 3, NULL));
    ok(GrB_Vector_extractElement(&x, w, 1));
    assert_true(x == 1);
    fails(DOMAIN_MISMATCH, GrB_Vector_apply_BinaryOp2nd_UDT(w, NULL, NULL, GrB_PLUS_FP64, v, &p, NULL));
    fails(DOMAIN_MISMATCH, GrB_Vector_apply_BinaryOp1st_FP64(w, NULL, NULL, GrB_SECOND_FP64, 3, pairs, NULL));
    ok(GrB_Matrix_new(&P, type, 2, 2));
    ok(GrB_Matrix_new(&A, GrB_FP64, 2, 2));
    ok(GrB_Matrix_new(&C, GrB_FP64, 2, 2));
    ok(GrB_Matrix_setElement_UDT(P, &p, 1, 0));
    ok(GrB_Matrix_setElement(A, 6, 0, 0));
    ok(GxB_eWiseUnion(C, NULL, NULL, GrB_FIRST_FP64, A, nine, P, nine, NULL));
    ok(GrB_Matrix_extractElement(&x, C, 1, 0));
    assert_true(x == 9);
    ok(GrB_Matrix_apply_BinaryOp1st_FP64(C, NULL, NULL, GrB_FIRST_FP64, 4, P, NULL));
    ok(GrB_Matrix_extractElement(&x, C, 1, 0));
    assert_true(x == 4);
    ok(GrB_free(&P));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&pairs));
    ok(GrB_free(&v));
    ok(GrB_free(&w));
    ok(GrB_free(&nine));
    ok(GrB_free(&type));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_monoids),
                                       cmocka_unit_test(test_semirings),
                                       cmocka_unit_test(test_collections),
                                       cmocka_unit_test(test_bytes),
                                       cmocka_unit_test(test_contexts),
                                       cmocka_unit_test(test_types),
                                       cmocka_unit_test(test_operands_that_are_not_read)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that are functions of the program, between operations that a GPU does; and calls at both sides of the
 * limits.
 */
#include "tests/graphblas/common.h"

#define N 50

static void twice(void *z, const void *x)
{
    *(int64_t *)z = 2 * *(const int64_t *)x;
}

/* y is a pointer to an array of the program. */
static void is_marked(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    const bool *marked = *(const bool *const *)y;
    *(bool *)z = marked[i] && marked[j];
}

/* A cycle, i -> i + 1. */
static GrB_Matrix cycle(void)
{
    GrB_Matrix A;
    ok(GrB_Matrix_new(&A, GrB_INT64, N, N));
    for (GrB_Index i = 0; i < N; i++) ok(GrB_Matrix_setElement_INT64(A, (int64_t)i + 1, i, (i + 1) % N));
    return A;
}

/* A product is on the device alone; functions see it, and their results go back. */
static void between_products(void **state)
{
    GrB_Matrix A = cycle(), C;
    GrB_UnaryOp op;
    GrB_Vector w;
    int64_t value;
    ok(GrB_UnaryOp_new(&op, twice, GrB_INT64, GrB_INT64));
    ok(GrB_Matrix_new(&C, GrB_INT64, N, N));
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, A, NULL));
    ok(GrB_Matrix_apply(C, NULL, NULL, op, C, NULL));
    ok(GrB_Matrix_extractElement_INT64(&value, C, 3, 5));
    assert_int_equal(value, 2 * 4 * 5);
    ok(GrB_mxm(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, C, A, NULL));
    ok(GrB_Matrix_apply(C, C, GrB_PLUS_INT64, op, A, GrB_DESC_R));
    ok(GrB_Matrix_reduce_Monoid(w, NULL, NULL, GrB_PLUS_MONOID_INT64, C, NULL));
    ok(GrB_Vector_apply(w, NULL, NULL, op, w, NULL));
    ok(GrB_Vector_extractElement_INT64(&value, w, 7));
    assert_int_equal(value, 2 * 2 * 8 * 9 * 10);
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&w));
    ok(GrB_free(&op));
}

static void select_by_array(void **state)
{
    GrB_Matrix A = cycle(), C;
    GrB_Type type;
    GrB_IndexUnaryOp op;
    bool marked[N] = {false};
    const bool *pointer = marked;
    GrB_Index count;
    for (int i = 10; i < 20; i++) marked[i] = true;
    ok(GrB_Type_new(&type, sizeof pointer));
    ok(GrB_IndexUnaryOp_new(&op, is_marked, GrB_BOOL, GrB_INT64, type));
    ok(GrB_Matrix_new(&C, GrB_BOOL, N, N));
    ok(GrB_Matrix_apply(C, NULL, NULL, GrB_IDENTITY_BOOL, A, NULL));
    for (int round = 0; round < 2; round++) {
        ok(GrB_Matrix_select_UDT(C, NULL, NULL, op, C, &pointer, NULL));
        ok(GrB_Matrix_nvals(&count, C));
        assert_int_equal(count, 9);
    }
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&op));
    ok(GrB_free(&type));
}

/* A type that is aligned by its size. */
typedef struct wide {
    _Alignas(64) int64_t number;
} wide;

static void add_wide(void *z, const void *x, const void *y)
{
    assert_int_equal((uintptr_t)z % _Alignof(wide), 0);
    assert_int_equal((uintptr_t)x % _Alignof(wide), 0);
    assert_int_equal((uintptr_t)y % _Alignof(wide), 0);
    ((wide *)z)->number = ((const wide *)x)->number + ((const wide *)y)->number;
}

static void wide_alignment(void **state)
{
    wide value = {1};
    GrB_Type type;
    GrB_BinaryOp op;
    GrB_Vector u, w;
    ok(GrB_Type_new(&type, sizeof value));
    ok(GrB_BinaryOp_new(&op, add_wide, type, type, type));
    ok(GrB_Vector_new(&u, type, N));
    ok(GrB_Vector_new(&w, type, N));
    ok(GrB_Vector_assign_UDT(u, NULL, NULL, &value, GrB_ALL, N, NULL));
    ok(GrB_Vector_eWiseAdd_BinaryOp(w, NULL, NULL, op, u, u, NULL));
    ok(GrB_Vector_eWiseAdd_BinaryOp(w, NULL, op, op, u, w, NULL));
    ok(GrB_Vector_extractElement_UDT(&value, w, N - 1));
    assert_int_equal(value.number, 5);
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&op));
    ok(GrB_free(&type));
}

static GrB_Info inner, inner_init, inner_finalize;
static void calls_graphblas(void *z, const void *x)
{
    unsigned int version;
    GrB_Vector v;
    (void)GrB_getVersion(&version, &version);
    inner = GrB_Vector_new(&v, GrB_BOOL, 1);
    inner_init = GrB_init(GrB_BLOCKING);
    inner_finalize = GrB_finalize();
    *(int64_t *)z = *(const int64_t *)x;
}

static void call_in_operator(void **state)
{
    GrB_Matrix A = cycle();
    GrB_UnaryOp op;
    ok(GrB_UnaryOp_new(&op, calls_graphblas, GrB_INT64, GrB_INT64));
    ok(GrB_Matrix_apply(A, NULL, NULL, op, A, NULL));
    assert_int_equal(inner, GrB_PANIC);
    assert_int_equal(inner_init, GrB_PANIC);
    assert_int_equal(inner_finalize, GrB_PANIC);
    ok(GrB_free(&A));
    ok(GrB_free(&op));
}

/* w = A u over a semiring whose products are k, the place in u; by masks of all kinds. It is for products alone. */
static void places_of_products(void **state)
{
    GrB_Matrix A = cycle();
    GrB_Vector u, w;
    int64_t k;
    ok(GrB_Vector_new(&u, GrB_INT64, N));
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_Vector_setElement_INT64(u, 70, 1));
    ok(GrB_Vector_setElement_INT64(u, 80, 3));
    ok(GrB_Matrix_setElement_INT64(A, 9, 0, 3)); /* row 0 has columns 1 and 3 */
    ok(GrB_mxv(w, NULL, NULL, GxB_MIN_SECONDI_INT64, A, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 0));
    assert_int_equal(k, 1);
    ok(GrB_Vector_extractElement_INT64(&k, w, 2));
    assert_int_equal(k, 3);
    fails(NO_VALUE, GrB_Vector_extractElement_INT64(&k, w, 1));
    ok(GrB_mxv(w, NULL, NULL, GxB_ANY_SECONDI_INT64, A, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 0));
    assert_true(k == 1 || k == 3);
    ok(GrB_Vector_eWiseMult_Semiring(w, NULL, NULL, GxB_ANY_SECONDI_INT64, u, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 3));
    assert_int_equal(k, 3);
    ok(GrB_Vector_eWiseAdd_Semiring(w, NULL, NULL, GxB_MIN_SECONDI_INT64, u, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&k, w, 3));
    assert_int_equal(k, 80);
    ok(GrB_free(&A));
    ok(GrB_free(&u));
    ok(GrB_free(&w));
}

static void edges(void **state)
{
    GrB_Matrix A = cycle(), D = NULL;
    GrB_Vector v;
    const char *error;
    const double values[2] = {1, 2};
    ok(GrB_Vector_new(&v, GrB_FP64, N));
    fails(INVALID_VALUE, GrB_Vector_build_FP64(v, GrB_ALL, values, 2, NULL));
    ok(GrB_error(&error, v));
    assert_non_null(strstr(error, "GrB_ALL"));
    ok(GrB_Vector_assign_FP64(v, NULL, NULL, 3, (const GrB_Index[]){4, 2, 4}, 3, NULL));
    ok(GrB_error(&error, v));
    assert_string_equal(error, "");
    for (GrB_Index i = 0; i < N; i++) {
        double value = 0;
        const GrB_Info info = GrB_Vector_extractElement_FP64(&value, v, i);
        assert_int_equal(info, i == 2 || i == 4 ? GrB_SUCCESS : GrB_NO_VALUE);
        if (info == GrB_SUCCESS) assert_true(value == 3);
    }
    fails(INVALID_VALUE, GrB_Matrix_diag(&D, v, INT64_MIN));
    assert_null(D);
    fails(DIMENSION_MISMATCH, GrB_Matrix_kronecker_BinaryOp(A, NULL, NULL, GrB_TIMES_INT64, A, A, NULL));
    fails(INVALID_VALUE, GrB_Vector_resize(v, (GrB_Index)INT32_MAX + 1));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

/* A blob whose last byte, a bool, is none. */
static void damaged_bool(void **state)
{
    GrB_Matrix A, copy = NULL;
    char bytes[1024];
    GrB_Index size = sizeof bytes;
    ok(GrB_Matrix_new(&A, GrB_BOOL, 3, 3));
    ok(GrB_Matrix_setElement_BOOL(A, true, 1, 2));
    ok(GrB_Matrix_serialize(bytes, &size, A));
    ok(GrB_Matrix_deserialize(&copy, NULL, bytes, size));
    ok(GrB_free(&copy));
    bytes[size - 1] = 3;
    fails(INVALID_OBJECT, GrB_Matrix_deserialize(&copy, NULL, bytes, size));
    assert_null(copy);
    ok(GrB_free(&A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_of_products),
                                       cmocka_unit_test(damaged_bool),
                                       cmocka_unit_test(between_products),
                                       cmocka_unit_test(select_by_array),
                                       cmocka_unit_test(wide_alignment),
                                       cmocka_unit_test(call_in_operator),
                                       cmocka_unit_test(edges)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

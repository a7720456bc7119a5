/* SPDX-License-Identifier: Apache-2.0
 *
 * Extensions of the GraphBLAS C API on Tropic: old names, questions about objects, monoids with a terminal value.
 */
#include "tests/graphblas/common.h"

#include <tropic.h>

/* ------------------------------------------------------------------------------------------------
 * Old names
 */

static void test_scalars(void **state)
{
    /* (They are functions, too.) */
    GrB_Info (*const make)(GrB_Scalar *, GrB_Type) = GxB_Scalar_new;
    GrB_Info (*const set)(GrB_Scalar, float) = GxB_Scalar_setElement_FP32;
    GxB_Scalar s = NULL, copy = NULL;
    GrB_Index count = 7;
    const char *error = NULL;
    double x = 0;
    int8_t small = 0;
    ok(make(&s, GrB_FP64));
    ok(GxB_Scalar_nvals(&count, s));
    assert_int_equal(count, 0);
    fails(NO_VALUE, GxB_Scalar_extractElement(&x, s));
    ok(set(s, 2.5F));
    ok(GxB_Scalar_dup(&copy, s));
    ok(GxB_Scalar_setElement(s, 7));
    ok(GxB_Scalar_extractElement(&x, copy));
    assert_true(x == 2.5);
    ok(GxB_Scalar_extractElement_INT8(&small, s));
    assert_int_equal(small, 7);
    ok(GxB_Scalar_wait(&s));
    fails(NULL_POINTER, GxB_Scalar_wait(NULL));
    fails(DOMAIN_MISMATCH, GxB_Scalar_setElement_UDT(s, &x));
    ok(GxB_Scalar_error(&error, s));
    assert_non_null(strstr(error, "user's type"));
    ok(GxB_Scalar_clear(s));
    ok(GxB_Scalar_nvals(&count, s));
    assert_int_equal(count, 0);
    ok(GxB_Scalar_fprint(s, "s", GxB_SILENT, NULL));
    ok(GxB_Scalar_free(&s));
    assert_null(s);
    ok(GrB_free(&copy));
}

static void test_resize(void **state)
{
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    GrB_Index n = 0;
    ok(GrB_Matrix_new(&A, GrB_INT8, 3, 3));
    ok(GrB_Vector_new(&v, GrB_INT8, 3));
    ok(GxB_Matrix_resize(A, 5, 2));
    ok(GrB_Matrix_nrows(&n, A));
    assert_int_equal(n, 5);
    ok(GxB_Vector_resize(v, 8));
    ok(GrB_Vector_size(&n, v));
    assert_int_equal(n, 8);
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

/* ------------------------------------------------------------------------------------------------
 * Questions
 */

static void test_types(void **state)
{
    GrB_Type type = NULL, point = NULL;
    GrB_Matrix A = NULL;
    char name[GxB_MAX_NAME_LEN];
    size_t size = 0;
#define CHECK(T, ctype)                                                                                                \
    ok(GxB_Type_name(name, GrB_##T));                                                                                  \
    assert_string_equal(name, #ctype);                                                                                 \
    ok(GxB_Type_from_name(&type, name));                                                                               \
    assert_ptr_equal(type, GrB_##T);                                                                                   \
    ok(GxB_Type_size(&size, type));                                                                                    \
    assert_int_equal(size, sizeof(ctype));
    GRB_TYPES(CHECK)
#undef CHECK
    ok(GxB_Type_from_name(&type, "quaternion"));
    assert_null(type);
    fails(NULL_POINTER, GxB_Type_from_name(NULL, "double"));
    ok(GxB_Type_new(&point, 24, "point", "typedef struct { double x, y, z; } point;"));
    ok(GrB_Matrix_new(&A, point, 2, 2));
    ok(GxB_Type_name(name, point));
    assert_string_equal(name, "point");
    ok(GxB_Matrix_type(&type, A));
    assert_ptr_equal(type, point);
    ok(GxB_Matrix_type_name(name, A));
    assert_string_equal(name, "point");
    ok(GrB_free(&A));
    ok(GrB_free(&point));
}

static void test_operators(void **state)
{
    GrB_Type type = NULL;
    GrB_Monoid monoid = NULL;
    GrB_BinaryOp op = NULL;
    char name[GxB_MAX_NAME_LEN];
    ok(GxB_BinaryOp_ztype(&type, GrB_LT_INT16));
    assert_ptr_equal(type, GrB_BOOL);
    ok(GxB_BinaryOp_xtype_name(name, GrB_LT_INT16));
    assert_string_equal(name, "int16_t");
    ok(GxB_BinaryOp_ytype(&type, GrB_LT_INT16));
    assert_ptr_equal(type, GrB_INT16);
    ok(GxB_UnaryOp_ztype_name(name, GrB_ABS_FP32));
    assert_string_equal(name, "float");
    ok(GxB_UnaryOp_xtype(&type, GrB_ABS_FP32));
    assert_ptr_equal(type, GrB_FP32);
    ok(GxB_IndexUnaryOp_ztype(&type, GrB_TRIL));
    assert_ptr_equal(type, GrB_BOOL);
    ok(GxB_IndexUnaryOp_xtype(&type, GrB_TRIL));
    assert_null(type);
    ok(GxB_IndexUnaryOp_xtype_name(name, GrB_TRIL));
    assert_string_equal(name, "");
    ok(GxB_IndexUnaryOp_ytype_name(name, GrB_TRIL));
    assert_string_equal(name, "int64_t");
    fails(NULL_POINTER, GxB_BinaryOp_ztype(NULL, GrB_LT_INT16));
    fails(NULL_POINTER, GxB_UnaryOp_xtype_name(name, NULL));

    ok(GxB_Semiring_add(&monoid, GrB_MIN_PLUS_SEMIRING_INT32));
    assert_ptr_equal(monoid, GrB_MIN_MONOID_INT32);
    ok(GxB_Semiring_multiply(&op, GrB_MIN_PLUS_SEMIRING_INT32));
    assert_ptr_equal(op, GrB_PLUS_INT32);
    ok(GxB_Monoid_operator(&op, monoid));
    assert_ptr_equal(op, GrB_MIN_INT32);
    fails(NULL_POINTER, GxB_Semiring_add(&monoid, NULL));
}

/* op(x, y), from one vector of one place each. */
#define COMBINE(z, T, op, x, y)                                                                                        \
    ok(GrB_Vector_new(&u, GrB_##T, 1));                                                                                \
    ok(GrB_Vector_new(&v, GrB_##T, 1));                                                                                \
    ok(GrB_Vector_setElement(u, x, 0));                                                                                \
    ok(GrB_Vector_setElement(v, y, 0));                                                                                \
    ok(GrB_Vector_eWiseMult_BinaryOp(u, NULL, NULL, op, u, v, NULL));                                                  \
    ok(GrB_Vector_extractElement(&(z), u, 0));                                                                         \
    ok(GrB_free(&u));                                                                                                  \
    ok(GrB_free(&v));

/* What each monoid says of itself is so: id + x = x, and terminal + x = terminal. */
static void test_monoids(void **state)
{
    GrB_Vector u = NULL, v = NULL;
    int terminals = 0;
#define CHECK(name, operator_, OP, T, ctype)                                                                           \
    for (int k = 0; k < 3; k++) {                                                                                      \
        ctype identity = 0, terminal = 0, x = (ctype)(k - 1), z = 0;                                                   \
        bool has = false;                                                                                              \
        ok(GxB_Monoid_identity(&identity, name));                                                                      \
        COMBINE(z, T, operator_, identity, x)                                                                          \
        assert_true(z == x);                                                                                           \
        ok(GxB_Monoid_terminal(&has, &terminal, name));                                                                \
        terminals += has;                                                                                              \
        if (!has) continue;                                                                                            \
        COMBINE(z, T, operator_, terminal, x)                                                                          \
        assert_true(z == terminal);                                                                                    \
    }
    GRB_MONOIDS(CHECK)
#undef CHECK
    assert_int_equal(terminals, 3 * (3 * 8 + 2)); /* MIN, MAX, TIMES of integers, LOR and LAND */
    fails(NULL_POINTER, GxB_Monoid_identity(NULL, GrB_PLUS_MONOID_FP64));
    fails(NULL_POINTER, GxB_Monoid_terminal(NULL, NULL, GrB_PLUS_MONOID_FP64));
}

/* ------------------------------------------------------------------------------------------------
 * Monoids with a terminal value
 */

static long calls;

static void least(void *z, const void *x, const void *y)
{
    const int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
    *(int32_t *)z = a < b ? a : b;
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
}

/* The sum of n threes, the first of which is a zero; returns the calls of the operator. */
static long sum_of(GrB_Monoid monoid, int32_t n)
{
    GrB_Vector u = NULL;
    int32_t sum = 9;
    ok(GrB_Vector_new(&u, GrB_INT32, (GrB_Index)n));
    ok(GrB_Vector_assign_INT32(u, NULL, NULL, 3, GrB_ALL, (GrB_Index)n, NULL));
    ok(GrB_Vector_setElement_INT32(u, 0, 0));
    calls = 0;
    ok(GrB_Vector_reduce_INT32(&sum, NULL, monoid, u, NULL));
    assert_int_equal(sum, 0);
    ok(GrB_free(&u));
    return calls;
}

static void test_terminal(void **state)
{
    enum { N = 200000 };
    GrB_BinaryOp op = NULL;
    GrB_Monoid with = NULL, without = NULL, builtin = NULL;
    int32_t identity = 0, terminal = 7;
    bool has = true;
    ok(GrB_BinaryOp_new(&op, least, GrB_INT32, GrB_INT32, GrB_INT32));
    ok(GrB_Monoid_new(&without, op, INT32_MAX));
    ok(GxB_Monoid_terminal(&has, &terminal, without));
    assert_false(has);
    assert_int_equal(terminal, 7);
    ok(GxB_Monoid_terminal_new(&with, op, INT32_MAX, 0));
    ok(GxB_Monoid_terminal(&has, &terminal, with));
    assert_true(has);
    assert_int_equal(terminal, 0);
    ok(GxB_Monoid_identity(&identity, with));
    assert_int_equal(identity, INT32_MAX);
    assert_true(sum_of(without, N) >= N - 1);
    assert_true(sum_of(with, N) < N / 2);
    /* A built-in operator's own. */
    ok(GxB_Monoid_terminal_new_INT32(&builtin, GrB_MIN_INT32, 5, 5));
    ok(GxB_Monoid_terminal(&has, &terminal, builtin));
    assert_int_equal(terminal, INT32_MIN);
    ok(GxB_Monoid_identity(&identity, builtin));
    assert_int_equal(identity, 5);
    ok(GrB_free(&builtin));
    fails(DOMAIN_MISMATCH, GxB_Monoid_terminal_new_INT64(&builtin, op, 1, 1));
    fails(NULL_POINTER, GxB_Monoid_terminal_new_INT32(NULL, op, 1, 1));
    assert_null(builtin);
    ok(GrB_free(&with));
    ok(GrB_free(&without));
    ok(GrB_free(&op));
}

typedef struct pair {
    int32_t first, second;
} pair;

static void least_pair(void *z, const void *x, const void *y)
{
    const pair a = *(const pair *)x, b = *(const pair *)y;
    *(pair *)z = a.first <= b.first ? a : b;
    __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
}

static void test_terminal_of_users_type(void **state)
{
    enum { N = 50000 };
    const pair identity = {INT32_MAX, 0}, end = {0, 1}, other = {4, 4};
    GrB_Type type = NULL;
    GrB_BinaryOp op = NULL;
    GrB_Monoid with = NULL, without = NULL;
    GrB_Vector u = NULL;
    GrB_Scalar sum = NULL;
    pair got = {9, 9};
    bool has = false;
    ok(GrB_Type_new(&type, sizeof(pair)));
    ok(GrB_BinaryOp_new(&op, least_pair, type, type, type));
    ok(GxB_Monoid_terminal_new_UDT(&with, op, &identity, &end));
    ok(GxB_Monoid_terminal_new_UDT(&without, op, &identity, NULL));
    ok(GxB_Monoid_terminal(&has, &got, without));
    assert_false(has);
    ok(GxB_Monoid_terminal(&has, &got, with));
    assert_true(has && got.first == 0 && got.second == 1);
    ok(GrB_Vector_new(&u, type, N));
    ok(GrB_Vector_assign_UDT(u, NULL, NULL, &other, GrB_ALL, N, NULL));
    ok(GrB_Vector_setElement_UDT(u, &end, 0));
    ok(GrB_Scalar_new(&sum, type));
    calls = 0;
    ok(GrB_Vector_reduce_Monoid_Scalar(sum, NULL, with, u, NULL));
    assert_true(calls < N / 2);
    ok(GrB_Scalar_extractElement_UDT(&got, sum));
    assert_true(got.first == 0 && got.second == 1);
    ok(GrB_free(&u));
    ok(GrB_free(&sum));
    ok(GrB_free(&with));
    ok(GrB_free(&without));
    ok(GrB_free(&op));
    ok(GrB_free(&type));
}

/* As a text, which a GPU and the CPU compile. */
static void test_terminal_of_text(void **state)
{
    GrB_BinaryOp op = NULL;
    GrB_Monoid monoid = NULL;
    GrB_Vector u = NULL;
    int32_t sum = 9;
    ok(GxB_BinaryOp_new(&op, NULL, GrB_INT32, GrB_INT32, GrB_INT32, "lesser",
                        "void lesser(int32_t *z, const int32_t *x, const int32_t *y) { *z = *x < *y ? *x : *y; }"));
    ok(GxB_Monoid_terminal_new(&monoid, op, INT32_MAX, INT32_MIN));
    ok(GrB_Vector_new(&u, GrB_INT32, 5));
    for (GrB_Index k = 0; k < 5; k++) ok(GrB_Vector_setElement(u, k == 3 ? INT32_MIN : (int32_t)k, k));
    const GrB_Info info = GrB_reduce(&sum, NULL, monoid, u, NULL);
    if (info != GrB_NOT_IMPLEMENTED) { /* there is no compiler */
        ok(info);
        assert_int_equal(sum, INT32_MIN);
    }
    ok(GrB_free(&u));
    ok(GrB_free(&monoid));
    ok(GrB_free(&op));
}

/* ------------------------------------------------------------------------------------------------
 * Entries
 */

static void test_stored(void **state)
{
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    bool pending = true, iso = true;
    ok(GrB_Matrix_new(&A, GrB_BOOL, 3, 4));
    ok(GxB_Matrix_Pending(A, &pending));
    assert_false(pending);
    ok(GrB_Matrix_setElement(A, false, 2, 3));
    ok(GxB_Matrix_Pending(A, &pending));
    assert_true(pending);
    ok(GxB_Matrix_isStoredElement(A, 2, 3));
    fails(NO_VALUE, GxB_Matrix_isStoredElement(A, 1, 3));
    fails(INVALID_INDEX, GxB_Matrix_isStoredElement(A, 1, 4));
    ok(GrB_wait(A, GrB_MATERIALIZE));
    ok(GxB_Matrix_Pending(A, &pending));
    assert_false(pending);
    ok(GxB_Matrix_isStoredElement(A, 2, 3));
    ok(GxB_Matrix_iso(&iso, A));
    assert_false(iso);
    ok(GrB_Vector_new(&v, GrB_INT8, 3));
    ok(GrB_Vector_setElement(v, 0, 1));
    ok(GxB_Vector_isStoredElement(v, 1));
    fails(NO_VALUE, GxB_Vector_isStoredElement(v, 2));
    fails(INVALID_INDEX, GxB_Vector_isStoredElement(v, 3));
    ok(GxB_Vector_iso(&iso, v));
    fails(NULL_POINTER, GxB_Vector_iso(NULL, v));
    fails(NULL_POINTER, GxB_Matrix_Pending(NULL, &pending));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
}

static void test_build_scalar(void **state)
{
    const GrB_Index rows[] = {2, 0, 2, 1}, cols[] = {1, 3, 1, 0}, far[] = {0, 3};
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    GrB_Scalar s = NULL;
    GrB_Index count = 0;
    double x = 0;
    ok(GrB_Matrix_new(&A, GrB_FP64, 3, 4));
    ok(GrB_Vector_new(&v, GrB_FP64, 3));
    ok(GrB_Scalar_new(&s, GrB_INT32));
    fails(EMPTY_OBJECT, GxB_Matrix_build_Scalar(A, rows, cols, s, 4));
    ok(GrB_Scalar_setElement(s, -3));
    fails(INDEX_OUT_OF_BOUNDS, GxB_Matrix_build_Scalar(A, far, cols, s, 2));
    fails(INDEX_OUT_OF_BOUNDS, GxB_Vector_build_Scalar(v, far, s, 2));
    ok(GxB_Matrix_build_Scalar(A, rows, cols, s, 4));
    ok(GrB_Matrix_nvals(&count, A));
    assert_int_equal(count, 3);
    for (int k = 0; k < 4; k++) {
        ok(GrB_Matrix_extractElement(&x, A, rows[k], cols[k]));
        assert_true(x == -3);
    }
    fails(OUTPUT_NOT_EMPTY, GxB_Matrix_build_Scalar(A, rows, cols, s, 4));
    ok(GxB_Vector_build_Scalar(v, rows, s, 3));
    ok(GrB_Vector_nvals(&count, v));
    assert_int_equal(count, 2);
    ok(GrB_Vector_extractElement(&x, v, 2));
    assert_true(x == -3);
    fails(NO_VALUE, GrB_Vector_extractElement(&x, v, 1));
    fails(OUTPUT_NOT_EMPTY, GxB_Vector_build_Scalar(v, rows, s, 3));
    fails(NULL_POINTER, GxB_Vector_build_Scalar(v, NULL, s, 3));
    fails(NULL_POINTER, GxB_Matrix_build_Scalar(A, rows, cols, NULL, 3));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
    ok(GrB_free(&s));
}

static void test_memory(void **state)
{
    enum { N = 1000 };
    GrB_Matrix A = NULL;
    GrB_Vector v = NULL;
    GrB_Scalar s = NULL;
    size_t before = 0, after = 0;
    ok(GrB_Matrix_new(&A, GrB_FP64, N, N));
    ok(GrB_Vector_new(&v, GrB_FP64, N));
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GxB_Matrix_memoryUsage(&before, A));
    ok(GrB_Vector_assign_FP64(v, NULL, NULL, 1, GrB_ALL, N, NULL));
    ok(GxB_Matrix_diag(A, v, 0, NULL));
    ok(GxB_Matrix_memoryUsage(&after, A));
    assert_true(after >= N * (sizeof(double) + sizeof(tropic_index)) && after > before);
    ok(GxB_Vector_memoryUsage(&after, v));
    assert_in_range(after, N * sizeof(double), 2 * N * sizeof(double));
    ok(GxB_Scalar_memoryUsage(&after, s));
    assert_in_range(after, sizeof(double), 1000);
    fails(NULL_POINTER, GxB_Scalar_memoryUsage(&after, NULL));
    fails(NULL_POINTER, GxB_Vector_memoryUsage(NULL, v));
    ok(GrB_free(&A));
    ok(GrB_free(&v));
    ok(GrB_free(&s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scalars),
        cmocka_unit_test(test_resize),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_operators),
        cmocka_unit_test(test_monoids),
        cmocka_unit_test(test_terminal),
        cmocka_unit_test(test_terminal_of_users_type),
        cmocka_unit_test(test_terminal_of_text),
        cmocka_unit_test(test_stored),
        cmocka_unit_test(test_build_scalar),
        cmocka_unit_test(test_memory),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

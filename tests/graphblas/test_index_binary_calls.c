/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators made of a GxB_IndexBinaryOp: a semiring that finds places, long rows, fields, and what is refused.
 */
#include "tests/graphblas/index_binary.h"

/* ------------------------------------------------------------------------------------------------
 * The least sum of a row of A and a column of B, and where it is
 */

typedef struct least {
    double value;
    int64_t at;
} least;

static void make_least(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                       const void *theta)
{
    *(least *)z = (least){*(const double *)x + *(const double *)y, (int64_t)jx};
}

static void less_of(void *z, const void *x, const void *y)
{
    const least *a = x, *b = y;
    *(least *)z = a->value < b->value || (a->value == b->value && a->at < b->at) ? *a : *b;
}

#define LEAST_TEXT "typedef struct { double value; int64_t at; } least;"
#define MAKE_TEXT                                                                                                      \
    "void make_least(least *z, const double *x, GrB_Index ix, GrB_Index jx, const double *y, GrB_Index iy,\n"          \
    "                GrB_Index jy, const bool *theta)\n"                                                               \
    "{ z->value = *x + *y; z->at = (int64_t)jx; }"
#define LESS_TEXT                                                                                                      \
    "void less_of(least *z, const least *x, const least *y)\n"                                                         \
    "{ *z = x->value < y->value || (x->value == y->value && x->at < y->at) ? *x : *y; }"

/* SUCCESS: the semiring finds the places. text: without functions. */
static GrB_Info find_places(bool text)
{
    const least none = {INFINITY, INT64_MAX}, wanted[] = {{3, 1}, {6, 3}, {1, 0}, {4, 3}};
    const double a[4][4] = {{5, 3, 9, 3}, {0, 8, 7, 6}, {1, 1, 1, 1}, {0, 0, 0, 4}};
    OWNED(GrB_Type) type = NULL;
    OWNED(GxB_IndexBinaryOp) index_op = NULL;
    OWNED(GrB_BinaryOp) op = NULL, less = NULL;
    OWNED(GrB_Monoid) monoid = NULL;
    OWNED(GrB_Semiring) semiring = NULL;
    OWNED(GrB_Matrix) A = NULL, Z = NULL, C = NULL;
    OWNED(GrB_Vector) zeros = NULL, w = NULL;
    OWNED(GrB_Scalar) theta = scalar_of(NULL, 0);
    ok(GxB_Type_new(&type, sizeof(least), "least", LEAST_TEXT));
    ok(GxB_IndexBinaryOp_new(&index_op, text ? NULL : make_least, type, GrB_FP64, GrB_FP64, GrB_BOOL, "make_least",
                             MAKE_TEXT));
    ok(GxB_BinaryOp_new_IndexOp(&op, index_op, theta));
    ok(GxB_BinaryOp_new(&less, text ? NULL : less_of, type, type, type, "less_of", LESS_TEXT));
    ok(GrB_Monoid_new_UDT(&monoid, less, (void *)&none));
    ok(GrB_Semiring_new(&semiring, monoid, op));
    ok(GrB_Matrix_new(&A, GrB_FP64, 4, 4));
    ok(GrB_Matrix_new(&Z, GrB_FP64, 4, 1));
    ok(GrB_Matrix_new(&C, type, 4, 1));
    ok(GrB_Vector_new(&zeros, GrB_FP64, 4));
    ok(GrB_Vector_new(&w, type, 4));
    ok(GrB_Vector_assign_FP64(zeros, NULL, NULL, 0, GrB_ALL, 4, NULL));
    ok(GrB_Matrix_assign_FP64(Z, NULL, NULL, 0, GrB_ALL, 4, GrB_ALL, 1, NULL));
    for (GrB_Index i = 0; i < 4; i++)
        for (GrB_Index j = 0; j < 4; j++)
            if (a[i][j] > 0) ok(GrB_Matrix_setElement_FP64(A, a[i][j], i, j));
    const GrB_Info info = GrB_mxv(w, NULL, NULL, semiring, A, zeros, NULL);
    if (info != GrB_SUCCESS) return info;
    ok(GrB_mxm(C, NULL, NULL, semiring, A, Z, NULL));
    for (GrB_Index i = 0; i < 4; i++) {
        least found, same;
        ok(GrB_Vector_extractElement_UDT(&found, w, i));
        ok(GrB_Matrix_extractElement_UDT(&same, C, i, 0));
        assert_true(found.value == wanted[i].value && found.at == wanted[i].at);
        assert_true(same.value == wanted[i].value && same.at == wanted[i].at);
    }
    return GrB_SUCCESS;
}

static void test_argmin(void **state)
{
    ok(find_places(false));
}

static void test_argmin_of_texts(void **state)
{
    const GrB_Info info = find_places(true);
    if (info == GrB_NOT_IMPLEMENTED) test_skip("no compiler for texts");
    ok(info);
}

/* ------------------------------------------------------------------------------------------------
 * eWiseAdd of an operator of one type
 */

static void integers(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                     const void *theta)
{
    *(int64_t *)z = sum_of(*(const int64_t *)x, ix, jx, *(const int64_t *)y, iy, jy, *(const int8_t *)theta);
}

static void test_add(void **state)
{
    OWNED(GrB_Scalar) theta = scalar_of(NULL, 9);
    OWNED(GxB_IndexBinaryOp) index_op = NULL;
    OWNED(GrB_BinaryOp) op = NULL;
    OWNED(GrB_Matrix) C = NULL;
    OWNED(GrB_Vector) w = NULL;
    const given g = {.theta = 9};
    twin a = make_twin(NULL, ROWS, COLUMNS, true, 1), b = make_twin(NULL, ROWS, COLUMNS, false, 2);
    twin u = make_twin(NULL, ROWS, 0, false, 3), v = make_twin(NULL, ROWS, 0, false, 4);
    ok(GxB_IndexBinaryOp_new(&index_op, integers, GrB_INT64, GrB_INT64, GrB_INT64, GrB_INT8, NULL, NULL));
    ok(GxB_BinaryOp_new_IndexOp(&op, index_op, theta));
    ok(GrB_Matrix_new(&C, GrB_INT64, ROWS, COLUMNS));
    ok(GrB_Vector_new(&w, GrB_INT64, ROWS));
    ok(GrB_Matrix_eWiseAdd_BinaryOp(C, NULL, NULL, op, a.A, b.A, GrB_DESC_T0));
    ok(GrB_Vector_eWiseAdd_BinaryOp(w, NULL, NULL, op, u.v, v.v, NULL));
    for (int i = 0; i < ROWS; i++) {
        const bool in_u = u.has[i][0], in_v = v.has[i][0];
        const int x = u.value[i][0], y = v.value[i][0];
        expect_in("add", w, i, in_u || in_v, !in_v ? x : !in_u ? y : sum_here(&g, x, y, i, 0));
        for (int j = 0; j < COLUMNS; j++) {
            const bool in_a = a.has[i][j], in_b = b.has[i][j];
            const int at_a = a.value[i][j], at_b = b.value[i][j];
            expect_at("add", C, i, j, in_a || in_b, !in_b ? at_a : !in_a ? at_b : sum_here(&g, at_a, at_b, i, j));
        }
    }
    free_twin(&a);
    free_twin(&b);
    free_twin(&u);
    free_twin(&v);
}

/* ------------------------------------------------------------------------------------------------
 * Long rows, which are kept as vectors, have their places too
 */

static void test_rows(void **state)
{
    enum { LONG = 2048 };
    OWNED(GrB_Matrix) A = NULL, B = NULL, C = NULL;
    given g;
    make_numbers(&g, FUNCTION);
    ok(GrB_Matrix_new(&A, GrB_INT64, 2, LONG));
    ok(GrB_Matrix_new(&B, GrB_INT64, LONG, LONG));
    ok(GrB_Matrix_new(&C, GrB_INT64, 2, LONG));
    ok(GrB_Matrix_setElement_INT64(A, 4, 1, 9));
    ok(GrB_Matrix_setElement_INT64(B, 1, 9, 9));
    ok(GrB_mxm(A, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, NULL)); /* A has rows from here on */
    ok(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, g.op, A, A, NULL));
    expect_at("rows", C, 1, 9, true, sum_here(&g, 4, 4, 1, 9));
    ok(GrB_mxm(A, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, NULL));
    ok(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, GxB_FIRSTI1_INT64, A, A, NULL));
    expect_at("rows", C, 1, 9, true, 2);
    ok(GrB_mxm(A, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, A, B, NULL));
    ok(GrB_mxm(C, NULL, NULL, g.semiring, A, B, NULL));
    expect_at("rows", C, 1, 9, true, sum_of(4, 1, 9, 1, 9, 9, g.theta));
    free_given(&g);
}

/* ------------------------------------------------------------------------------------------------
 * Fields, and what is refused
 */

static void test_fields(void **state)
{
    OWNED(GxB_IndexBinaryOp) op = NULL;
    OWNED(GrB_BinaryOp) binary = NULL;
    OWNED(GrB_Semiring) semiring = NULL;
    OWNED(GrB_Scalar) theta = NULL, found = NULL;
    char name[GxB_MAX_NAME_LEN];
    const char *error = NULL;
    int32_t code = -1;
    int64_t value = 0;
    ok(GxB_IndexBinaryOp_new(&op, numbers, GrB_INT64, GrB_FP64, GrB_INT32, GrB_INT64, "numbers", NUMBERS_TEXT));
    ok(GrB_Scalar_new(&theta, GrB_INT64));
    ok(GrB_Scalar_setElement_INT64(theta, 12));
    ok(GrB_Scalar_new(&found, GrB_INT64));
    ok(GxB_BinaryOp_new_IndexOp(&binary, op, theta));
    ok(GrB_Semiring_new(&semiring, GrB_PLUS_MONOID_INT64, binary));
    ok(GxB_IndexBinaryOp_get_INT32(op, &code, GxB_THETA_TYPE_CODE));
    assert_int_equal(code, GrB_INT64_CODE);
    ok(GrB_Semiring_get_String(semiring, name, GxB_THETA_TYPE_STRING));
    assert_string_equal(name, "GrB_INT64");
    ok(GrB_get(op, &code, GrB_INP1_TYPE_CODE));
    assert_int_equal(code, GrB_INT32_CODE);
    ok(GrB_get(binary, (char *)name, GxB_JIT_C_NAME));
    assert_string_equal(name, "numbers");
    ok(GrB_get(binary, found, GxB_THETA));
    ok(GrB_Scalar_extractElement_INT64(&value, found));
    assert_int_equal(value, 12);
    ok(GrB_Scalar_clear(found));
    ok(GrB_get(semiring, found, GxB_THETA));
    ok(GrB_Scalar_extractElement_INT64(&value, found));
    assert_int_equal(value, 12);
    ok(GrB_free(&found));
    ok(GrB_Scalar_new(&found, GrB_FP64));
    fails(DOMAIN_MISMATCH, GrB_get(binary, found, GxB_THETA));
    fails(INVALID_VALUE, GrB_get(GrB_PLUS_FP64, found, GxB_THETA));
    fails(INVALID_VALUE, GrB_get(binary, (char *)name, GxB_THETA));
    fails(INVALID_VALUE, GrB_get(op, found, GxB_THETA));
    assert_int_equal(GrB_get(GrB_PLUS_FP64, &code, GxB_THETA_TYPE_CODE), GrB_NO_VALUE);
    ok(GrB_wait(op, GrB_MATERIALIZE));
    ok(GrB_error(&error, op));
    assert_string_equal(error, "");
    ok(GxB_IndexBinaryOp_error(&error, NULL));
    ok(GxB_fprint(op, GxB_SILENT, stdout));
    ok(GrB_free(&op));
    assert_null(op);
    ok(GxB_IndexBinaryOp_free(NULL));
    fails(NULL_POINTER, GxB_IndexBinaryOp_wait(NULL, GrB_COMPLETE));
}

static void test_refused_new(void **state)
{
    OWNED(GrB_Type) own = NULL;
    OWNED(GrB_Scalar) wrong = NULL, empty = NULL;
    OWNED(GxB_IndexBinaryOp) op = NULL;
    GxB_IndexBinaryOp none = NULL;
    GrB_BinaryOp binary = NULL;
    ok(GrB_Type_new(&own, 4));
    ok(GrB_Scalar_new(&wrong, own));
    ok(GrB_Scalar_new(&empty, GrB_INT64));
    ok(GxB_IndexBinaryOp_new(&op, numbers, GrB_INT64, GrB_FP64, GrB_INT32, GrB_INT64, NULL, NULL));
    fails(NULL_POINTER, GxB_IndexBinaryOp_new(NULL, numbers, GrB_INT64, GrB_FP64, GrB_INT32, GrB_INT64, NULL, NULL));
    fails(NULL_POINTER, GxB_IndexBinaryOp_new(&none, NULL, GrB_INT64, GrB_FP64, GrB_INT32, GrB_INT64, "f", NULL));
    fails(NULL_POINTER, GxB_IndexBinaryOp_new(&none, numbers, GrB_INT64, GrB_FP64, GrB_INT32, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_BinaryOp_new_IndexOp(NULL, op, empty));
    fails(NULL_POINTER, GxB_BinaryOp_new_IndexOp(&binary, NULL, empty));
    fails(NULL_POINTER, GxB_BinaryOp_new_IndexOp(&binary, op, NULL));
    fails(EMPTY_OBJECT, GxB_BinaryOp_new_IndexOp(&binary, op, empty));
    fails(DOMAIN_MISMATCH, GxB_BinaryOp_new_IndexOp(&binary, op, wrong));
    fails(UNINITIALIZED_OBJECT, GxB_BinaryOp_new_IndexOp(&binary, (GxB_IndexBinaryOp)GrB_PLUS_FP64, empty));
    assert_true(!none && !binary);
}

static void first_of_all(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                         const void *theta)
{
    *(int64_t *)z = *(const int64_t *)x;
}

static void test_refused(void **state)
{
    const GrB_Index ids[] = {1, 1};
    const int64_t values[] = {1, 2};
    OWNED(GrB_Scalar) theta = scalar_of(NULL, 1);
    OWNED(GxB_IndexBinaryOp) index_op = NULL;
    OWNED(GrB_BinaryOp) op = NULL;
    OWNED(GrB_Vector) w = NULL, u = NULL;
    OWNED(GrB_Matrix) A = NULL;
    GrB_Monoid monoid = NULL;
    ok(GxB_IndexBinaryOp_new(&index_op, first_of_all, GrB_INT64, GrB_INT64, GrB_INT64, GrB_INT8, NULL, NULL));
    ok(GxB_BinaryOp_new_IndexOp(&op, index_op, theta));
    ok(GrB_Vector_new(&w, GrB_INT64, 4));
    ok(GrB_Vector_new(&u, GrB_INT64, 4));
    ok(GrB_Vector_setElement_INT64(w, 5, 2));
    ok(GrB_Matrix_new(&A, GrB_INT64, 4, 4));
    fails(DOMAIN_MISMATCH, GrB_Vector_apply(w, NULL, op, GxB_ONE_INT64, w, NULL));
    fails(DOMAIN_MISMATCH, GrB_Vector_assign_INT64(w, NULL, op, 3, GrB_ALL, 4, NULL));
    fails(DOMAIN_MISMATCH, GrB_Vector_apply_BinaryOp1st_INT64(w, NULL, NULL, op, 3, w, NULL));
    fails(DOMAIN_MISMATCH, GrB_Matrix_apply_BinaryOp2nd_Scalar(A, NULL, NULL, op, A, theta, NULL));
    fails(DOMAIN_MISMATCH, GrB_Vector_build_INT64(u, ids, values, 2, op));
    fails(DOMAIN_MISMATCH, GrB_Matrix_build_INT64(A, ids, ids, values, 2, op));
    fails(DOMAIN_MISMATCH, GrB_Monoid_new_INT64(&monoid, op, 0));
    fails(DOMAIN_MISMATCH, GxB_Monoid_terminal_new_INT64(&monoid, op, 0, 1));
    fails(DOMAIN_MISMATCH, GxB_Vector_sort(u, NULL, op, w, NULL));
    fails(NOT_IMPLEMENTED, GrB_Matrix_reduce_BinaryOp(w, NULL, NULL, op, A, NULL));
    assert_null(monoid);
    expect_in("kept", w, 2, true, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_argmin),  cmocka_unit_test(test_argmin_of_texts), cmocka_unit_test(test_add),
        cmocka_unit_test(test_rows),    cmocka_unit_test(test_fields),          cmocka_unit_test(test_refused_new),
        cmocka_unit_test(test_refused),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranges as lists, values for missing entries, select operators, older names: results by hand, and errors.
 */
#include "tests/graphblas/common.h"

#include <string.h>

#define N 10

typedef struct pair {
    int64_t a, b;
} pair;

/* v(i) = i, at all places. */
static GrB_Vector numbers(GrB_Type type, GrB_Index size)
{
    GrB_Vector v;
    ok(GrB_Vector_new(&v, type, size));
    for (GrB_Index i = 0; i < size; i++) ok(GrB_Vector_setElement_INT64(v, (int64_t)i, i));
    return v;
}

/* A(i,j) = 10 i + j, at all places. */
static GrB_Matrix grid(void)
{
    GrB_Matrix A;
    ok(GrB_Matrix_new(&A, GrB_INT64, N, N));
    for (GrB_Index i = 0; i < N; i++)
        for (GrB_Index j = 0; j < N; j++) ok(GrB_Matrix_setElement_INT64(A, (int64_t)(10 * i + j), i, j));
    return A;
}

static void expect_vector(GrB_Vector v, const int64_t *values, GrB_Index count)
{
    GrB_Index size, nvals;
    ok(GrB_Vector_size(&size, v));
    ok(GrB_Vector_nvals(&nvals, v));
    assert_int_equal(size, count);
    for (GrB_Index i = 0; i < count; i++) {
        int64_t value = -1; /* no entry */
        const GrB_Info info = GrB_Vector_extractElement_INT64(&value, v, i);
        assert_int_equal(info, values[i] < 0 ? GrB_NO_VALUE : GrB_SUCCESS);
        assert_int_equal(value, values[i]);
    }
}

/* ------------------------------------------------------------------------------------------------
 * Ranges
 */

typedef struct range {
    GrB_Index kind, begin, end, step;
    GrB_Info info;
    GrB_Index count;
    int64_t ids[N];
} range;

static const range ranges[] = {
    {GxB_RANGE, 2, 5, 0, GrB_SUCCESS, 4, {2, 3, 4, 5}},
    {GxB_RANGE, 0, 9, 0, GrB_SUCCESS, 10, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {GxB_RANGE, 5, 2, 0, GrB_SUCCESS, 0, {0}},
    {GxB_RANGE, 12, 5, 0, GrB_SUCCESS, 0, {0}}, /* begins anywhere */
    {GxB_RANGE, 5, 10, 0, GrB_INDEX_OUT_OF_BOUNDS, 0, {0}},
    {GxB_RANGE, 0, UINT64_MAX, 0, GrB_INDEX_OUT_OF_BOUNDS, 0, {0}},
    {GxB_STRIDE, 0, 9, 3, GrB_SUCCESS, 4, {0, 3, 6, 9}},
    {GxB_STRIDE, 1, 11, 4, GrB_SUCCESS, 3, {1, 5, 9}}, /* a bound that is not met may be beyond */
    {GxB_STRIDE, 1, 13, 4, GrB_INDEX_OUT_OF_BOUNDS, 0, {0}},
    {GxB_STRIDE, 0, 9, UINT64_MAX, GrB_SUCCESS, 1, {0}},
    {GxB_STRIDE, 0, 9, 0, GrB_SUCCESS, 0, {0}},
    {GxB_STRIDE, 5, 2, 1, GrB_SUCCESS, 0, {0}},
    {GxB_BACKWARDS, 9, 0, 2, GrB_SUCCESS, 5, {9, 7, 5, 3, 1}},
    {GxB_BACKWARDS, 5, 0, 100, GrB_SUCCESS, 1, {5}},
    {GxB_BACKWARDS, 10, 0, 3, GrB_INDEX_OUT_OF_BOUNDS, 0, {0}},
    {GxB_BACKWARDS, 20, 30, 3, GrB_SUCCESS, 0, {0}},
    {GxB_BACKWARDS, 5, 0, 0, GrB_SUCCESS, 0, {0}},
};

/* Of vectors and, in rows and columns, of matrices. */
static void extract_ranges(void **state)
{
    GrB_Vector u = numbers(GrB_INT64, N);
    GrB_Matrix A = grid();
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        const range *r = &ranges[k];
        const GrB_Index list[] = {r->begin, r->end, r->step};
        GrB_Vector w;
        GrB_Matrix C;
        ok(GrB_Vector_new(&w, GrB_INT64, r->count));
        ok(GrB_Matrix_new(&C, GrB_INT64, r->count, r->count));
        assert_int_equal(GrB_Vector_extract(w, NULL, NULL, u, list, r->kind, NULL), r->info);
        if (r->info == GrB_SUCCESS) expect_vector(w, r->ids, r->count);
        assert_int_equal(GrB_Col_extract(w, NULL, NULL, A, list, r->kind, 0, GrB_DESC_T0), r->info);
        if (r->info == GrB_SUCCESS) expect_vector(w, r->ids, r->count);
        assert_int_equal(GrB_Matrix_extract(C, NULL, NULL, A, list, r->kind, list, r->kind, NULL), r->info);
        for (GrB_Index i = 0; i < r->count; i++) {
            int64_t value;
            ok(GrB_Matrix_extractElement_INT64(&value, C, i, r->count - 1 - i));
            assert_int_equal(value, 10 * r->ids[i] + r->ids[r->count - 1 - i]);
        }
        ok(GrB_free(&w));
        ok(GrB_free(&C));
    }
    ok(GrB_free(&u));
    ok(GrB_free(&A));
}

static void assign_ranges(void **state)
{
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        const range *r = &ranges[k];
        const GrB_Index list[] = {r->begin, r->end, r->step};
        int64_t wanted[N];
        GrB_Vector w, u = numbers(GrB_INT64, r->count);
        GrB_Matrix C;
        ok(GrB_Vector_new(&w, GrB_INT64, N));
        ok(GrB_Matrix_new(&C, GrB_INT64, N, N));
        for (int i = 0; i < N; i++) wanted[i] = -1;
        for (GrB_Index i = 0; i < r->count; i++) wanted[r->ids[i]] = (int64_t)i;
        assert_int_equal(GrB_Vector_assign(w, NULL, NULL, u, list, r->kind, NULL), r->info);
        expect_vector(w, wanted, N);
        assert_int_equal(GrB_Row_assign(C, NULL, NULL, u, 3, list, r->kind, NULL), r->info);
        assert_int_equal(GxB_Col_subassign(C, NULL, NULL, u, list, r->kind, 3, NULL), r->info);
        if (r->info == GrB_SUCCESS) {
            ok(GrB_Col_extract(w, NULL, NULL, C, GrB_ALL, N, 3, NULL));
            if (wanted[3] < 0) ok(GrB_Vector_removeElement(w, 3));
            expect_vector(w, wanted, N);
        }
        assert_int_equal(GrB_Vector_assign_INT64(w, NULL, NULL, 7, list, r->kind, NULL), r->info);
        assert_int_equal(GxB_Matrix_subassign_INT64(C, NULL, NULL, 7, list, r->kind, list, r->kind, NULL), r->info);
        ok(GrB_free(&w));
        ok(GrB_free(&u));
        ok(GrB_free(&C));
    }
}

/* The mask is of the region, and replace ends with it. */
static void regions(void **state)
{
    const GrB_Index list[] = {1, 8, 4};
    GrB_Vector w = numbers(GrB_INT64, N), mask;
    GrB_Matrix C = grid();
    GrB_Index count;
    int64_t value;
    ok(GrB_Vector_new(&mask, GrB_BOOL, 3));
    ok(GrB_Vector_setElement_BOOL(mask, true, 1));
    ok(GxB_Vector_subassign_INT64(w, mask, NULL, 77, list, 3, GrB_DESC_R));
    expect_vector(w, (const int64_t[]){0, -1, 2, 3, -1, 5, 6, 7, 77, 9}, N);
    ok(GxB_Row_subassign(C, mask, GrB_PLUS_INT64, mask, 2, list, 3, GrB_DESC_R));
    ok(GrB_Matrix_nvals(&count, C));
    assert_int_equal(count, N * N - 2);
    ok(GrB_Matrix_extractElement_INT64(&value, C, 2, 8));
    assert_int_equal(value, 29);
    fails(DIMENSION_MISMATCH, GrB_Vector_assign_INT64(w, mask, NULL, 77, list, 3, GrB_DESC_R));
    fails(INVALID_INDEX, GxB_Row_subassign(C, mask, NULL, mask, N, list, 3, NULL));
    fails(NULL_POINTER, GxB_Vector_subassign(w, mask, NULL, mask, NULL, 3, NULL));
    ok(GrB_free(&w));
    ok(GrB_free(&mask));
    ok(GrB_free(&C));
}

/* ------------------------------------------------------------------------------------------------
 * eWiseUnion
 */

static void unions(void **state)
{
    GrB_Vector u, v, w;
    GrB_Scalar alpha, beta, none;
    GrB_Type type;
    GrB_Scalar of_user;
    ok(GrB_Vector_new(&u, GrB_INT64, 4));
    ok(GrB_Vector_new(&v, GrB_INT64, 4));
    ok(GrB_Vector_new(&w, GrB_INT64, 4));
    ok(GrB_Scalar_new(&alpha, GrB_FP64));
    ok(GrB_Scalar_new(&beta, GrB_INT8));
    ok(GrB_Scalar_new(&none, GrB_INT64));
    ok(GrB_Type_new(&type, sizeof(pair)));
    ok(GrB_Scalar_new(&of_user, type));
    ok(GrB_Scalar_setElement_UDT(of_user, &(pair){1, 2}));
    ok(GrB_Scalar_setElement_FP64(alpha, 100.75));
    ok(GrB_Scalar_setElement_INT8(beta, 3));
    for (GrB_Index i = 0; i < 2; i++) ok(GrB_Vector_setElement_INT64(u, 50, i));
    for (GrB_Index i = 1; i < 3; i++) ok(GrB_Vector_setElement_INT64(v, 20, i));
    ok(GxB_Vector_eWiseUnion(w, NULL, NULL, GrB_MINUS_INT64, u, alpha, v, beta, NULL));
    expect_vector(w, (const int64_t[]){47, 30, 80, -1}, 4);
    ok(GxB_Vector_eWiseUnion(w, NULL, GrB_PLUS_INT64, GrB_GT_INT64, u, alpha, v, beta, NULL));
    expect_vector(w, (const int64_t[]){48, 31, 81, -1}, 4);
    fails(EMPTY_OBJECT, GxB_Vector_eWiseUnion(w, NULL, NULL, GrB_MINUS_INT64, u, none, v, beta, NULL));
    fails(EMPTY_OBJECT, GxB_Vector_eWiseUnion(w, NULL, NULL, GrB_MINUS_INT64, u, alpha, v, none, NULL));
    fails(NULL_POINTER, GxB_Vector_eWiseUnion(w, NULL, NULL, GrB_MINUS_INT64, u, alpha, v, NULL, NULL));
    fails(DOMAIN_MISMATCH, GxB_Vector_eWiseUnion(w, NULL, NULL, GrB_MINUS_INT64, u, of_user, v, beta, NULL));
    expect_vector(w, (const int64_t[]){48, 31, 81, -1}, 4);
    ok(GrB_free(&u));
    ok(GrB_free(&v));
    ok(GrB_free(&w));
    ok(GrB_free(&alpha));
    ok(GrB_free(&beta));
    ok(GrB_free(&none));
    ok(GrB_free(&of_user));
    ok(GrB_free(&type));
}

/* ------------------------------------------------------------------------------------------------
 * Select operators
 */

/* It was made without types: it gets neither. */
static bool even_place(GrB_Index i, GrB_Index j, const void *x, const void *thunk)
{
    return !x && !thunk && (i + j) % 2 == 0;
}

static bool second_is(GrB_Index i, GrB_Index j, const void *x, const void *thunk)
{
    return ((const pair *)x)->b == *(const int16_t *)thunk;
}

static void select_operators(void **state)
{
    GrB_Vector u = numbers(GrB_UINT8, 6), w;
    GrB_Scalar thunk, none;
    GxB_SelectOp op;
    GrB_Type type = GrB_INT8;
    const char *text;
    ok(GrB_Vector_new(&w, GrB_INT64, 6));
    ok(GrB_Scalar_new(&thunk, GrB_FP32));
    ok(GrB_Scalar_new(&none, GrB_INT64));
    ok(GrB_Scalar_setElement_FP32(thunk, 3.75F)); /* 3 as a UINT8 */
    ok(GxB_Vector_select(w, NULL, NULL, GxB_GE_THUNK, u, thunk, NULL));
    expect_vector(w, (const int64_t[]){-1, -1, -1, 3, 4, 5}, 6);
    ok(GxB_Vector_select(w, NULL, NULL, GxB_LE_ZERO, u, thunk, NULL));
    expect_vector(w, (const int64_t[]){0, -1, -1, -1, -1, -1}, 6);
    ok(GxB_Vector_select(w, NULL, NULL, GxB_NE_THUNK, u, none, NULL)); /* that is 0 */
    expect_vector(w, (const int64_t[]){-1, 1, 2, 3, 4, 5}, 6);
    ok(GxB_Vector_select(w, NULL, NULL, GxB_EQ_THUNK, u, NULL, NULL));
    expect_vector(w, (const int64_t[]){0, -1, -1, -1, -1, -1}, 6);
    ok(GxB_SelectOp_new(&op, even_place, NULL, NULL));
    ok(GxB_Vector_select(w, NULL, NULL, op, u, NULL, NULL));
    expect_vector(w, (const int64_t[]){0, -1, 2, -1, 4, -1}, 6);
    fails(DOMAIN_MISMATCH, GxB_Vector_select(w, NULL, NULL, op, u, thunk, NULL));
    ok(GxB_SelectOp_xtype(&type, op));
    assert_null(type);
    ok(GxB_SelectOp_wait(op, GrB_MATERIALIZE));
    ok(GxB_SelectOp_error(&text, op));
    assert_string_equal(text, "");
    text = NULL;
    ok(GxB_SelectOp_error(&text, NULL));
    assert_string_equal(text, "");
    ok(GxB_SelectOp_fprint(op, "op", GxB_SILENT, NULL));
    ok(GrB_free(&op));
    assert_null(op);
    op = GxB_TRIL;
    ok(GxB_SelectOp_free(&op)); /* stays */
    assert_ptr_equal(op, GxB_TRIL);
    fails(NULL_POINTER, GxB_Vector_select(w, NULL, NULL, NULL, u, thunk, NULL));
    fails(UNINITIALIZED_OBJECT, GxB_Vector_select(w, NULL, NULL, (GxB_SelectOp)GrB_TRIL, u, thunk, NULL));
    fails(NULL_POINTER, GxB_SelectOp_new(&op, NULL, NULL, NULL));
    fails(NULL_POINTER, GxB_SelectOp_new(NULL, even_place, NULL, NULL));
    expect_vector(w, (const int64_t[]){0, -1, 2, -1, 4, -1}, 6);
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&thunk));
    ok(GrB_free(&none));
}

/* Values of a user's type: by bytes, by a function, and not in any order. */
static void select_pairs(void **state)
{
    GrB_Type type, found;
    GrB_Matrix A, C;
    GrB_Scalar thunk, number;
    GxB_SelectOp op;
    GrB_Index count;
    pair p;
    ok(GrB_Type_new(&type, sizeof(pair)));
    ok(GrB_Matrix_new(&A, type, 3, 3));
    ok(GrB_Matrix_new(&C, type, 3, 3));
    ok(GrB_Scalar_new(&thunk, type));
    ok(GrB_Scalar_new(&number, GrB_INT16));
    for (int64_t i = 0; i < 3; i++) ok(GrB_Matrix_setElement_UDT(A, &(pair){0, i}, (GrB_Index)i, 2 - (GrB_Index)i));
    ok(GxB_Matrix_select(C, NULL, NULL, GxB_NONZERO, A, NULL, NULL));
    ok(GrB_Matrix_nvals(&count, C));
    assert_int_equal(count, 2);
    ok(GrB_Scalar_setElement_UDT(thunk, &(pair){0, 2}));
    ok(GxB_Matrix_select(C, NULL, NULL, GxB_EQ_THUNK, A, thunk, GrB_DESC_T0));
    ok(GrB_Matrix_nvals(&count, C));
    assert_int_equal(count, 1);
    ok(GrB_Matrix_extractElement_UDT(&p, C, 0, 2));
    assert_int_equal(p.b, 2);
    ok(GxB_Matrix_select(C, NULL, NULL, GxB_DIAG, A, NULL, NULL));
    ok(GrB_Matrix_nvals(&count, C));
    assert_int_equal(count, 1);
    ok(GxB_SelectOp_new(&op, second_is, type, GrB_INT16));
    ok(GxB_SelectOp_ttype(&found, op));
    assert_ptr_equal(found, GrB_INT16);
    fails(NULL_POINTER, GxB_Matrix_select(C, NULL, NULL, op, A, NULL, NULL));
    fails(EMPTY_OBJECT, GxB_Matrix_select(C, NULL, NULL, op, A, number, NULL));
    fails(DOMAIN_MISMATCH, GxB_Matrix_select(C, NULL, NULL, op, A, thunk, NULL));
    fails(DOMAIN_MISMATCH, GxB_Matrix_select(C, NULL, NULL, GxB_GT_ZERO, A, NULL, NULL));
    fails(DOMAIN_MISMATCH, GxB_Matrix_select(C, NULL, NULL, GxB_TRIL, A, thunk, NULL));
    ok(GrB_Scalar_setElement_INT16(number, 1));
    ok(GxB_Matrix_select(C, NULL, NULL, op, A, number, NULL));
    ok(GrB_Matrix_extractElement_UDT(&p, C, 1, 1));
    assert_int_equal(p.b, 1);
    ok(GrB_Matrix_nvals(&count, C));
    assert_int_equal(count, 1);
    ok(GrB_free(&op));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&thunk));
    ok(GrB_free(&number));
    ok(GrB_free(&type));
}

/* ------------------------------------------------------------------------------------------------
 * Older names
 */

static void older_names(void **state)
{
    GrB_Vector u = numbers(GrB_INT64, 3), w;
    GrB_Matrix A = grid(), C, K;
    GrB_Scalar ten;
    int64_t value;
    ok(GrB_Vector_new(&w, GrB_INT64, 3));
    ok(GrB_Matrix_new(&C, GrB_INT64, N, N));
    ok(GrB_Matrix_new(&K, GrB_INT64, N * N, N * N));
    ok(GrB_Scalar_new(&ten, GrB_INT64));
    ok(GrB_Scalar_setElement_INT64(ten, 10));
    ok(GxB_Vector_apply_BinaryOp1st(w, NULL, NULL, GrB_MINUS_INT64, ten, u, NULL));
    expect_vector(w, (const int64_t[]){10, 9, 8}, 3);
    ok(GxB_Vector_apply_BinaryOp2nd(w, NULL, NULL, GrB_TIMES_INT64, u, ten, NULL));
    expect_vector(w, (const int64_t[]){0, 10, 20}, 3);
    ok(GxB_Matrix_apply_BinaryOp1st(C, NULL, NULL, GrB_MINUS_INT64, ten, A, GrB_DESC_T1));
    ok(GrB_Matrix_extractElement_INT64(&value, C, 2, 3));
    assert_int_equal(value, 10 - 32);
    ok(GxB_Matrix_apply_BinaryOp2nd(C, NULL, NULL, GrB_MINUS_INT64, A, ten, NULL));
    ok(GrB_Matrix_extractElement_INT64(&value, C, 2, 3));
    assert_int_equal(value, 23 - 10);
    ok(GxB_kron(K, NULL, NULL, GrB_PLUS_INT64, A, A, NULL));
    ok(GrB_Matrix_extractElement_INT64(&value, K, 35, 46));
    assert_int_equal(value, 34 + 56);
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&K));
    ok(GrB_free(&ten));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(extract_ranges),   cmocka_unit_test(assign_ranges),
                                       cmocka_unit_test(regions),          cmocka_unit_test(unions),
                                       cmocka_unit_test(select_operators), cmocka_unit_test(select_pairs),
                                       cmocka_unit_test(older_names)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

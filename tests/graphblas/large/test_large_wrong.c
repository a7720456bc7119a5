/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls with large objects that are errors: sizes that differ, ids and values that do not fit. Outputs stay as they
 * are.
 */
#include "tests/graphblas/common.h"

#define LARGE ((GrB_Index)1 << 60)

/* One entry each. Tropic's objects are of one size: 16 lines, for all dimensions but that of 15. */
static GrB_Matrix square, other, flat, plain, narrow;
static GrB_Vector vector, short_vector, plain_vector;

static GrB_Matrix matrix_of(GrB_Index rows, GrB_Index columns)
{
    GrB_Matrix A = NULL;
    ok(GrB_Matrix_new(&A, GrB_FP64, rows, columns));
    ok(GrB_Matrix_setElement(A, 3, 2, 2));
    return A;
}

static GrB_Vector vector_of(GrB_Index size)
{
    GrB_Vector v = NULL;
    ok(GrB_Vector_new(&v, GrB_FP64, size));
    ok(GrB_Vector_setElement(v, 3, 2));
    return v;
}

static int make_all(void **state)
{
    if (setup(state) != 0) return -1;
    square = matrix_of(LARGE, LARGE);
    other = matrix_of(LARGE - 1, LARGE - 1);
    flat = matrix_of(LARGE, 16);
    plain = matrix_of(16, 16);
    narrow = matrix_of(16, LARGE);
    vector = vector_of(LARGE);
    short_vector = vector_of(LARGE / 2);
    plain_vector = vector_of(16);
    return 0;
}

static void same(GrB_Matrix A)
{
    double x = 0;
    GrB_Index n;
    ok(GrB_Matrix_nvals(&n, A));
    assert_int_equal(n, 1);
    ok(GrB_Matrix_extractElement(&x, A, 2, 2));
    assert_true(x == 3);
}

static int free_all(void **state)
{
    GrB_Matrix matrices[] = {square, other, flat, plain, narrow};
    GrB_Vector vectors[] = {vector, short_vector, plain_vector};
    for (int k = 0; k < 5; k++) same(matrices[k]);
    for (int k = 0; k < 5; k++) ok(GrB_free(&matrices[k]));
    for (int k = 0; k < 3; k++) ok(GrB_free(&vectors[k]));
    return teardown(state);
}

#define mismatches(call) fails(DIMENSION_MISMATCH, call)

static void test_products(void **state)
{
    const GrB_Semiring s = GrB_PLUS_TIMES_SEMIRING_FP64;
    mismatches(GrB_mxm(square, NULL, NULL, s, square, other, NULL));
    mismatches(GrB_mxm(square, NULL, NULL, s, square, plain, NULL));
    mismatches(GrB_mxm(square, NULL, NULL, s, plain, square, NULL));
    mismatches(GrB_mxm(other, NULL, NULL, s, square, square, NULL));
    mismatches(GrB_mxm(plain, NULL, NULL, s, square, square, NULL));
    mismatches(GrB_mxm(square, other, NULL, s, square, square, NULL));
    mismatches(GrB_mxm(square, plain, NULL, s, square, square, NULL));
    mismatches(GrB_mxm(square, NULL, NULL, s, flat, narrow, GrB_DESC_T0));
    mismatches(GrB_mxv(vector, NULL, NULL, s, square, short_vector, NULL));
    mismatches(GrB_mxv(short_vector, NULL, NULL, s, square, vector, NULL));
    mismatches(GrB_mxv(vector, plain_vector, NULL, s, square, vector, NULL));
    mismatches(GrB_mxv(vector, NULL, NULL, s, narrow, vector, NULL));
    mismatches(GrB_mxv(plain_vector, NULL, NULL, s, flat, vector, NULL));
    mismatches(GrB_vxm(vector, NULL, NULL, s, vector, flat, NULL));
    mismatches(GrB_vxm(plain_vector, NULL, NULL, s, plain_vector, square, NULL));
}

static void test_elementwise(void **state)
{
    GrB_Scalar s = NULL;
    double x;
    ok(GrB_Scalar_new(&s, GrB_FP64));
    ok(GrB_Scalar_setElement(s, 1));
    mismatches(GrB_eWiseAdd(square, NULL, NULL, GrB_PLUS_FP64, square, other, NULL));
    mismatches(GrB_eWiseMult(square, NULL, NULL, GrB_PLUS_FP64, plain, square, NULL));
    mismatches(GrB_eWiseMult(flat, NULL, NULL, GrB_PLUS_FP64, flat, flat, GrB_DESC_T1));
    mismatches(GxB_eWiseUnion(square, NULL, NULL, GrB_PLUS_FP64, square, s, flat, s, NULL));
    mismatches(GrB_eWiseAdd(vector, NULL, NULL, GrB_PLUS_FP64, vector, short_vector, NULL));
    mismatches(GrB_eWiseMult(vector, short_vector, NULL, GrB_PLUS_FP64, vector, vector, NULL));
    mismatches(GrB_apply(square, NULL, NULL, GrB_AINV_FP64, other, NULL));
    mismatches(GrB_apply(vector, NULL, NULL, GrB_AINV_FP64, plain_vector, NULL));
    mismatches(GrB_apply(square, other, NULL, GrB_ROWINDEX_INT64, square, 0, NULL));
    mismatches(GrB_select(flat, NULL, NULL, GrB_TRIL, narrow, 0, NULL));
    mismatches(GrB_select(short_vector, NULL, NULL, GrB_ROWLE, vector, 0, NULL));
    mismatches(GxB_select(square, NULL, NULL, GxB_TRIL, other, NULL, NULL));
    mismatches(GrB_transpose(flat, NULL, NULL, flat, NULL));
    mismatches(GrB_reduce(short_vector, NULL, NULL, GrB_PLUS_MONOID_FP64, square, NULL));
    mismatches(GrB_reduce(vector, NULL, NULL, GrB_PLUS_MONOID_FP64, flat, GrB_DESC_T0));
    ok(GrB_reduce(&x, NULL, GrB_PLUS_MONOID_FP64, square, NULL));
    ok(GrB_free(&s));
}

static void test_lists(void **state)
{
    const GrB_Index ids[] = {2, LARGE - 3, 1}, wrong[] = {1, LARGE, 2};
    GrB_Matrix small = NULL;
    GrB_Vector three = NULL;
    ok(GrB_Matrix_new(&small, GrB_FP64, 3, 3));
    ok(GrB_Vector_new(&three, GrB_FP64, 3));
    ok(GrB_extract(small, NULL, NULL, square, ids, 3, ids, 3, NULL));
    fails(INDEX_OUT_OF_BOUNDS, GrB_extract(small, NULL, NULL, square, wrong, 3, ids, 3, NULL));
    fails(INDEX_OUT_OF_BOUNDS, GrB_assign(square, NULL, NULL, small, wrong, 3, ids, 3, NULL));
    fails(INDEX_OUT_OF_BOUNDS, GrB_assign(square, NULL, NULL, 1.0, ids, 3, wrong, 3, NULL));
    fails(INVALID_INDEX, GrB_Col_extract(vector, NULL, NULL, square, GrB_ALL, LARGE, LARGE, NULL));
    fails(INVALID_INDEX, GrB_Row_assign(square, NULL, NULL, vector, LARGE, GrB_ALL, LARGE, NULL));
    mismatches(GrB_extract(small, NULL, NULL, square, ids, 2, ids, 3, NULL));
    mismatches(GrB_extract(plain, NULL, NULL, square, GrB_ALL, LARGE, GrB_ALL, LARGE, NULL));
    mismatches(GrB_extract(small, square, NULL, square, ids, 3, ids, 3, NULL));
    mismatches(GrB_extract(three, NULL, NULL, vector, ids, 2, NULL));
    mismatches(GrB_extract(short_vector, NULL, NULL, vector, GrB_ALL, LARGE, NULL));
    mismatches(GrB_Col_extract(short_vector, NULL, NULL, square, GrB_ALL, LARGE, 0, NULL));
    mismatches(GrB_assign(square, NULL, NULL, other, GrB_ALL, LARGE, GrB_ALL, LARGE, NULL));
    mismatches(GrB_assign(square, small, NULL, small, ids, 3, ids, 3, NULL));
    mismatches(GxB_subassign(square, square, NULL, small, ids, 3, ids, 3, NULL));
    mismatches(GrB_assign(vector, NULL, NULL, short_vector, GrB_ALL, LARGE, NULL));
    mismatches(GrB_assign(vector, three, NULL, three, ids, 3, NULL));
    mismatches(GrB_Row_assign(square, NULL, NULL, short_vector, 0, GrB_ALL, LARGE, NULL));
    mismatches(GrB_Col_assign(flat, short_vector, NULL, vector, GrB_ALL, LARGE, 15, NULL));
    ok(GrB_free(&small));
    ok(GrB_free(&three));
}

/* A value for all places of a large dimension. */
static void test_endless_values(void **state)
{
    const GrB_Index ids[] = {2};
    GrB_Scalar empty = NULL;
    const char *text = "";
    fails(OUT_OF_MEMORY, GrB_assign(square, NULL, NULL, 1.0, GrB_ALL, LARGE, GrB_ALL, LARGE, NULL));
    ok(GrB_error(&text, square));
    assert_non_null(strstr(text, "1152921504606846976"));
    fails(OUT_OF_MEMORY, GrB_assign(square, NULL, NULL, 1.0, ids, 1, GrB_ALL, LARGE, NULL));
    fails(OUT_OF_MEMORY, GrB_assign(square, square, NULL, 1.0, GrB_ALL, LARGE, ids, 1, GrB_DESC_C));
    fails(OUT_OF_MEMORY, GxB_subassign(narrow, NULL, GrB_PLUS_FP64, 1.0, ids, 1, GrB_ALL, LARGE, NULL));
    fails(OUT_OF_MEMORY, GrB_assign(vector, NULL, NULL, 1.0, GrB_ALL, LARGE, NULL));
    ok(GrB_assign(square, NULL, NULL, 1.0, GrB_ALL, LARGE, ids, 0, NULL));
    ok(GrB_assign(square, NULL, NULL, 1.0, GrB_ALL, LARGE, GrB_ALL, LARGE, GrB_DESC_C)); /* nothing */
    same(square);
    ok(GrB_Scalar_new(&empty, GrB_FP64));
    ok(GrB_assign(square, NULL, NULL, empty, GrB_ALL, LARGE, GrB_ALL, LARGE, NULL));
    GrB_Index n;
    ok(GrB_Matrix_nvals(&n, square));
    assert_int_equal(n, 0);
    ok(GrB_Matrix_setElement(square, 3, 2, 2));
    ok(GrB_free(&empty));
}

/* Long ranges are looked at, beside one another, and a value goes to as many places as can be used. */
static void test_long_ranges(void **state)
{
    const GrB_Index rows[] = {0, 200000}, columns[] = {0, 100000}, high[] = {LARGE - 1000, LARGE + 100000};
    GrB_Matrix tall = matrix_of(LARGE, 1000), part = NULL;
    GrB_Vector v = vector_of(LARGE);
    GrB_Index n = 0;
    double x = 0;
    ok(GrB_Matrix_new(&part, GrB_FP64, 200001, 100001));
    fails(INDEX_OUT_OF_BOUNDS, GrB_Matrix_extract(part, NULL, NULL, tall, rows, GxB_RANGE, columns, GxB_RANGE, NULL));
    fails(INDEX_OUT_OF_BOUNDS, GrB_Matrix_assign(tall, NULL, NULL, part, rows, GxB_RANGE, columns, GxB_RANGE, NULL));
    fails(INDEX_OUT_OF_BOUNDS, GrB_Vector_assign_FP64(v, NULL, NULL, 5, high, GxB_RANGE, NULL));
    same(tall);
    ok(GrB_Vector_assign_FP64(v, NULL, NULL, 5, columns, GxB_RANGE, NULL));
    ok(GrB_Vector_nvals(&n, v));
    assert_int_equal(n, 100001);
    ok(GrB_Vector_extractElement_FP64(&x, v, 100000));
    assert_true(x == 5);
    ok(GrB_Vector_free(&v));
    ok(GrB_Matrix_free(&tall));
    ok(GrB_Matrix_free(&part));
}

/* An empty matrix is not one whose size has no 64 bits. */
static void test_endless_diagonal(void **state)
{
    GrB_Matrix none = NULL;
    GrB_Vector v = vector_of(LARGE / 2);
    ok(GrB_Matrix_new(&none, GrB_FP64, 0, 0));
    fails(DIMENSION_MISMATCH, GxB_Matrix_diag(none, v, INT64_MAX, NULL));
    ok(GrB_Vector_free(&v));
    ok(GrB_Matrix_free(&none));
}

/* One that has a large vector is freed. */
static void test_container(void **state)
{
    GxB_Container container = NULL;
    ok(GxB_Container_new(&container));
    ok(GrB_Vector_free(&container->x));
    container->x = vector_of(LARGE);
    ok(GxB_Container_free(&container));
    assert_null(container);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),    cmocka_unit_test(test_elementwise),
        cmocka_unit_test(test_lists),       cmocka_unit_test(test_endless_values),
        cmocka_unit_test(test_long_ranges), cmocka_unit_test(test_endless_diagonal),
        cmocka_unit_test(test_container),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, make_all, free_all);
}

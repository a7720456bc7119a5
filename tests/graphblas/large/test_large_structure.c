/* SPDX-License-Identifier: Apache-2.0
 *
 * Large objects whose entries move to other places: Kronecker products, tiles, diagonals, shapes, and ranges of indices
 * that are too long for lists. Where entries go is told by a formula.
 */
#include "tests/graphblas/common.h"

#define LARGE ((GrB_Index)1 << 60)
#define FAR(k) (LARGE - (GrB_Index)(k))
enum { MOST = 64 };

static GrB_Matrix matrix_of(GrB_Index rows, GrB_Index columns, int count, const GrB_Index *i, const GrB_Index *j)
{
    GrB_Matrix A = NULL;
    ok(GrB_Matrix_new(&A, GrB_INT64, rows, columns));
    for (int k = 0; k < count; k++) ok(GrB_Matrix_setElement(A, k + 1, i[k], j[k]));
    return A;
}

static GrB_Vector vector_of(GrB_Index size, int count, const GrB_Index *i)
{
    GrB_Vector v = NULL;
    ok(GrB_Vector_new(&v, GrB_INT64, size));
    for (int k = 0; k < count; k++) ok(GrB_Vector_setElement(v, k + 1, i[k]));
    return v;
}

static void has(GrB_Matrix A, GrB_Index i, GrB_Index j, int64_t expected)
{
    int64_t x = -1;
    ok(GrB_Matrix_extractElement(&x, A, i, j));
    assert_int_equal(x, expected);
}

static void has_at(GrB_Vector v, GrB_Index i, int64_t expected)
{
    int64_t x = -1;
    ok(GrB_Vector_extractElement(&x, v, i));
    assert_int_equal(x, expected);
}

static void is_shaped(GrB_Matrix A, GrB_Index rows, GrB_Index columns, GrB_Index entries)
{
    GrB_Index n;
    ok(GrB_Matrix_nrows(&n, A));
    assert_int_equal(n, rows);
    ok(GrB_Matrix_ncols(&n, A));
    assert_int_equal(n, columns);
    ok(GrB_Matrix_nvals(&n, A));
    assert_int_equal(n, entries);
}

static void counts(GrB_Vector v, GrB_Index entries)
{
    GrB_Index n;
    ok(GrB_Vector_nvals(&n, v));
    assert_int_equal(n, entries);
}

/* ------------------------------------------------------------------------------------------------
 * Kronecker products
 */

static const GrB_Index far_rows[] = {0, 5, ((GrB_Index)1 << 40) - 1}, far_cols[] = {2, 0, 3};

static void test_kronecker(void **state)
{
    const GrB_Index few[] = {1, 2}, m = (GrB_Index)1 << 40, p = (GrB_Index)1 << 20;
    GrB_Matrix A = matrix_of(m, 4, 3, far_rows, far_cols), B = matrix_of(p, 3, 2, few, few), C = NULL, D = NULL;
    ok(GrB_Matrix_new(&C, GrB_INT64, LARGE, 12));
    ok(GrB_Matrix_kronecker_BinaryOp(C, NULL, NULL, GrB_TIMES_INT64, A, B, NULL));
    is_shaped(C, LARGE, 12, 6);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 2; b++) has(C, far_rows[a] * p + few[b], far_cols[a] * 3 + few[b], (a + 1) * (b + 1));
    /* Places of a factor, also where it is transposed. */
    ok(GrB_Matrix_kronecker_BinaryOp(C, NULL, NULL, GxB_FIRSTI_INT64, A, B, NULL));
    has(C, far_rows[2] * p + 1, far_cols[2] * 3 + 1, (int64_t)far_rows[2]);
    ok(GrB_Matrix_new(&D, GrB_INT64, 4 * p, m * 3));
    ok(GrB_Matrix_kronecker_BinaryOp(D, NULL, NULL, GxB_FIRSTJ1_INT64, A, B, GrB_DESC_T0));
    is_shaped(D, 4 * p, 3 * m, 6);
    has(D, far_cols[2] * p + 2, far_rows[2] * 3 + 2, (int64_t)far_rows[2] + 1);
    /* A product of small factors may be large; one of more than 2^60 rows is no object's. */
    ok(GrB_free(&C));
    ok(GrB_Matrix_new(&C, GrB_INT64, p * p, 9));
    ok(GrB_Matrix_kronecker_Semiring(C, NULL, NULL, GrB_PLUS_TIMES_SEMIRING_INT64, B, B, NULL));
    has(C, 2 * p + 1, 2 * 3 + 1, 2);
    fails(DIMENSION_MISMATCH, GrB_Matrix_kronecker_BinaryOp(C, NULL, NULL, GrB_TIMES_INT64, A, B, NULL));
    fails(DIMENSION_MISMATCH, GrB_Matrix_kronecker_BinaryOp(D, NULL, NULL, GrB_TIMES_INT64, D, A, NULL));
    is_shaped(C, p * p, 9, 4);
    ok(GrB_free(&A));
    ok(GrB_free(&B));
    ok(GrB_free(&C));
    ok(GrB_free(&D));
}

static void sum_of_places(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                          const void *theta)
{
    *(int64_t *)z = *(const int64_t *)x + 3 * (int64_t)ix + 5 * (int64_t)jx + *(const int64_t *)y + 7 * (int64_t)iy +
                    11 * (int64_t)jy + *(const int64_t *)theta;
}

/* A function sees the ids of both entries. */
static void test_kronecker_indexed(void **state)
{
    const GrB_Index few[] = {1, 2}, m = (GrB_Index)1 << 40, p = (GrB_Index)1 << 20;
    GrB_Matrix A = matrix_of(m, 4, 3, far_rows, far_cols), B = matrix_of(p, 3, 2, few, few), C = NULL;
    GrB_Scalar theta = NULL;
    GxB_IndexBinaryOp indexed = NULL;
    GrB_BinaryOp op = NULL;
    ok(GrB_Scalar_new(&theta, GrB_INT64));
    ok(GrB_Scalar_setElement(theta, 13));
    ok(GxB_IndexBinaryOp_new(&indexed, sum_of_places, GrB_INT64, GrB_INT64, GrB_INT64, GrB_INT64, NULL, NULL));
    ok(GxB_BinaryOp_new_IndexOp(&op, indexed, theta));
    ok(GrB_Matrix_new(&C, GrB_INT64, LARGE, 12));
    ok(GrB_Matrix_kronecker_BinaryOp(C, NULL, NULL, op, A, B, NULL));
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 2; b++)
            has(C, far_rows[a] * p + few[b], far_cols[a] * 3 + few[b],
                a + 1 + 3 * (int64_t)far_rows[a] + 5 * (int64_t)far_cols[a] + b + 1 + 18 * (int64_t)few[b] + 13);
    ok(GrB_free(&op));
    ok(GxB_IndexBinaryOp_free(&indexed));
    ok(GrB_free(&theta));
    ok(GrB_free(&A));
    ok(GrB_free(&B));
    ok(GrB_free(&C));
}

/* ------------------------------------------------------------------------------------------------
 * Tiles, diagonals, shapes
 */

static void test_tiles(void **state)
{
    const GrB_Index i[] = {0, 3, FAR(1), FAR(1)}, j[] = {1, FAR(5), 0, FAR(1)};
    const GrB_Index heights[] = {2, FAR(3), 1}, widths[] = {LARGE / 2, LARGE / 2}, wrong[] = {2, FAR(3), 2};
    GrB_Matrix A = matrix_of(LARGE, LARGE, 4, i, j), tiles[6] = {NULL}, C = NULL;
    GrB_Index n;
    ok(GxB_Matrix_split(tiles, 3, 2, heights, widths, A, NULL));
    has(tiles[0], 0, 1, 1);
    has(tiles[3], 1, LARGE / 2 - 5, 2);
    has(tiles[4], 0, 0, 3);
    has(tiles[5], 0, LARGE / 2 - 1, 4);
    is_shaped(tiles[1], 2, LARGE / 2, 0);
    is_shaped(tiles[4], 1, LARGE / 2, 1);
    ok(GrB_Matrix_new(&C, GrB_INT32, LARGE, LARGE));
    ok(GrB_Matrix_setElement(C, 9, 9, 9));
    ok(GxB_Matrix_concat(C, tiles, 3, 2, NULL));
    is_shaped(C, LARGE, LARGE, 4);
    for (int k = 0; k < 4; k++) has(C, i[k], j[k], k + 1);
    fails(DIMENSION_MISMATCH, GxB_Matrix_split(tiles, 3, 2, wrong, widths, A, NULL));
    fails(DIMENSION_MISMATCH, GxB_Matrix_concat(C, tiles, 2, 2, NULL));
    ok(GrB_Matrix_nvals(&n, C));
    assert_int_equal(n, 4);
    for (int k = 0; k < 6; k++) ok(GrB_free(&tiles[k]));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
}

static void test_diagonals(void **state)
{
    const GrB_Index i[] = {0, 7, FAR(101)};
    GrB_Vector v = vector_of(FAR(100), 3, i), w = NULL;
    GrB_Matrix A = NULL, C = NULL;
    ok(GrB_Matrix_diag(&A, v, 100));
    is_shaped(A, LARGE, LARGE, 3);
    for (int k = 0; k < 3; k++) has(A, i[k], i[k] + 100, k + 1);
    fails(INVALID_VALUE, GrB_Matrix_diag(&C, v, 101));
    fails(INVALID_VALUE, GrB_Matrix_diag(&C, v, INT64_MIN));
    ok(GrB_Matrix_new(&C, GrB_FP64, LARGE, LARGE));
    ok(GxB_Matrix_diag(C, v, -100, NULL));
    for (int k = 0; k < 3; k++) has(C, i[k] + 100, i[k], k + 1);
    ok(GrB_Vector_new(&w, GrB_INT64, FAR(100)));
    ok(GxB_Vector_diag(w, C, -100, NULL));
    counts(w, 3);
    for (int k = 0; k < 3; k++) has_at(w, i[k], k + 1);
    ok(GxB_Vector_diag(w, A, -100, NULL));
    counts(w, 0);
    fails(DIMENSION_MISMATCH, GxB_Vector_diag(w, A, 99, NULL));
    fails(DIMENSION_MISMATCH, GxB_Matrix_diag(C, v, 99, NULL));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&v));
    ok(GrB_free(&w));
}

/* (So many places are no number of 64 bits.) */
static void test_shapes(void **state)
{
    const GrB_Index i[] = {0, FAR(1), 77}, j[] = {LARGE / 2, FAR(1), 5};
    GrB_Matrix A = matrix_of(LARGE, LARGE, 3, i, j), C = NULL;
    ok(GrB_Matrix_resize(A, LARGE / 4, LARGE));
    ok(GrB_Matrix_setElement(A, 2, LARGE / 4 - 1, FAR(1)));
    ok(GxB_Matrix_reshapeDup(&C, A, false, LARGE / 2, LARGE / 2, NULL));
    is_shaped(C, LARGE / 2, LARGE / 2, 3);
    has(C, 1, 0, 1);
    has(C, 2 * 77, 5, 3);
    has(C, LARGE / 2 - 1, LARGE / 2 - 1, 2);
    ok(GxB_Matrix_reshape(C, true, LARGE / 4, LARGE, NULL));
    has(C, 1, 0, 1);
    has(C, LARGE / 4 - 1, FAR(1), 2);
    fails(DIMENSION_MISMATCH, GxB_Matrix_reshape(C, true, LARGE / 2, LARGE, NULL));
    fails(INVALID_VALUE, GxB_Matrix_reshape(C, true, LARGE * 2, LARGE / 8, NULL));
    ok(GrB_free(&A));
    A = matrix_of(1000, 1000, 0, NULL, NULL);
    ok(GrB_Matrix_setElement(A, 4, 999, 3));
    ok(GrB_Matrix_resize(A, (GrB_Index)1 << 16, (GrB_Index)1 << 20));
    ok(GxB_Matrix_reshape(A, false, 1, (GrB_Index)1 << 36, NULL));
    has(A, 0, ((GrB_Index)999 << 20) + 3, 4);
    ok(GxB_Matrix_reshape(A, false, (GrB_Index)1 << 20, (GrB_Index)1 << 16, NULL));
    has(A, 999 << 4, 3, 4);
    ok(GrB_free(&A));
    ok(GrB_free(&C));
}

/* ------------------------------------------------------------------------------------------------
 * Ranges
 */

/* Every third id from 5 on; and the same from the end. */
#define COUNT ((LARGE - 6) / 3 + 1)
static const GrB_Index forth[] = {[GxB_BEGIN] = 5, [GxB_END] = LARGE - 1, [GxB_INC] = 3};
static const GrB_Index back[] = {[GxB_BEGIN] = 5 + 3 * (COUNT - 1), [GxB_END] = 5, [GxB_INC] = 3};

static void test_extract_ranges(void **state)
{
    const GrB_Index i[] = {5, 6, 8, 5 + 3 * (COUNT - 1), 4}, few[] = {1, 0};
    GrB_Vector u = vector_of(LARGE, 5, i), w = NULL;
    GrB_Matrix A = matrix_of(LARGE, 2, 0, NULL, NULL), C = NULL;
    ok(GrB_Vector_new(&w, GrB_INT64, COUNT));
    ok(GrB_Vector_extract(w, NULL, NULL, u, forth, GxB_STRIDE, NULL));
    counts(w, 3);
    has_at(w, 0, 1);
    has_at(w, 1, 3);
    has_at(w, COUNT - 1, 4);
    ok(GrB_Vector_extract(w, NULL, NULL, u, back, GxB_BACKWARDS, NULL));
    counts(w, 3);
    has_at(w, COUNT - 1, 1);
    has_at(w, 0, 4);
    fails(DIMENSION_MISMATCH, GrB_Vector_extract(u, NULL, NULL, u, forth, GxB_STRIDE, NULL));
    for (int k = 0; k < 5; k++) ok(GrB_Matrix_setElement(A, 10 * k + 1, i[k], (GrB_Index)(k % 2)));
    ok(GrB_Matrix_new(&C, GrB_INT64, COUNT, 2));
    ok(GrB_Matrix_extract(C, NULL, NULL, A, forth, GxB_STRIDE, few, 2, NULL));
    is_shaped(C, COUNT, 2, 3);
    has(C, 0, 1, 1);
    has(C, 1, 1, 21);
    has(C, COUNT - 1, 0, 31);
    ok(GrB_Col_extract(w, NULL, NULL, A, forth, GxB_STRIDE, 0, NULL));
    counts(w, 2);
    has_at(w, 1, 21);
    ok(GrB_free(&C));
    ok(GrB_Matrix_new(&C, GrB_INT64, 2, COUNT));
    ok(GrB_Matrix_extract(C, NULL, NULL, A, GrB_ALL, 2, back, GxB_BACKWARDS, GrB_DESC_T0));
    has(C, 1, 0, 31);
    has(C, 0, COUNT - 2, 21);
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&A));
    ok(GrB_free(&C));
}

static void test_assign_ranges(void **state)
{
    const GrB_Index in_w[] = {4, 5, 8, FAR(1)}, in_u[] = {1, COUNT - 1};
    GrB_Vector w = vector_of(LARGE, 4, in_w), u = vector_of(COUNT, 2, in_u), mask = NULL;
    GrB_Matrix C = NULL;
    const GrB_Index last = 5 + 3 * (COUNT - 1);
    /* The rest of the range loses its entries. */
    ok(GrB_Vector_assign(w, NULL, NULL, u, forth, GxB_STRIDE, NULL));
    counts(w, 3 + (last != FAR(1)));
    has_at(w, 4, 1);
    has_at(w, 8, 1);
    has_at(w, last, 2);
    fails(NO_VALUE, GxB_Vector_isStoredElement(w, 5));
    ok(GrB_Vector_assign(w, NULL, GrB_PLUS_INT64, u, forth, GxB_STRIDE, NULL));
    has_at(w, 8, 2);
    has_at(w, 4, 1);
    /* A mask says where a value goes; else it goes to more places than can be used. */
    ok(GrB_Vector_new(&mask, GrB_BOOL, LARGE));
    ok(GrB_Vector_setElement(mask, true, 11));
    ok(GrB_Vector_setElement(mask, true, 12));
    ok(GrB_Vector_assign_INT64(w, mask, NULL, 77, forth, GxB_STRIDE, NULL));
    has_at(w, 11, 77);
    fails(NO_VALUE, GxB_Vector_isStoredElement(w, 12));
    fails(OUT_OF_MEMORY, GrB_Vector_assign_INT64(w, NULL, NULL, 77, forth, GxB_STRIDE, NULL));
    fails(OUT_OF_MEMORY, GrB_Vector_assign_INT64(w, mask, NULL, 77, forth, GxB_STRIDE, GrB_DESC_C));
    has_at(w, 4, 1);
    /* Of a region, the mask has its own places, and replace ends with it. */
    ok(GrB_Vector_resize(mask, COUNT));
    ok(GrB_Vector_clear(mask));
    ok(GrB_Vector_setElement(mask, true, 3));
    ok(GxB_Vector_subassign_INT64(w, mask, NULL, 5, forth, GxB_STRIDE, GrB_DESC_R));
    counts(w, 2 + (last != FAR(1)));
    has_at(w, 14, 5);
    has_at(w, 4, 1);
    fails(DIMENSION_MISMATCH, GrB_Vector_assign(w, NULL, NULL, w, forth, GxB_STRIDE, NULL));
    /* Rows, columns, both. */
    ok(GrB_Matrix_new(&C, GrB_INT64, LARGE, LARGE));
    ok(GrB_Matrix_setElement(C, 6, 5, 5));
    ok(GrB_Row_assign(C, NULL, NULL, u, FAR(9), back, GxB_BACKWARDS, NULL));
    has(C, FAR(9), 5, 2);
    has(C, FAR(9), last - 3, 1);
    ok(GrB_Col_assign(C, NULL, NULL, u, forth, GxB_STRIDE, 5, NULL));
    has(C, 8, 5, 1);
    fails(NO_VALUE, GxB_Matrix_isStoredElement(C, 5, 5));
    ok(GrB_Matrix_assign_INT64(C, C, NULL, 8, forth, GxB_STRIDE, forth, GxB_STRIDE, NULL));
    has(C, 8, 5, 8);
    fails(OUT_OF_MEMORY, GrB_Matrix_assign_INT64(C, NULL, NULL, 8, forth, GxB_STRIDE, in_w, 2, NULL));
    ok(GrB_free(&u));
    ok(GrB_free(&w));
    ok(GrB_free(&mask));
    ok(GrB_free(&C));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kronecker),     cmocka_unit_test(test_kronecker_indexed),
        cmocka_unit_test(test_tiles),         cmocka_unit_test(test_diagonals),
        cmocka_unit_test(test_shapes),        cmocka_unit_test(test_extract_ranges),
        cmocka_unit_test(test_assign_ranges),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

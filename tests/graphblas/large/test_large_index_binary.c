/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that are made of a GxB_IndexBinaryOp, on large objects: they get the caller's ids.
 */
#include "tests/graphblas/large/relabel.h"

static void places(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy, GrB_Index jy,
                   const void *theta)
{
    const int64_t value = (int64_t) * (const double *)x;
    /* (Without sign, sums may go round.) */
    const uint64_t sum = (uint64_t)value - *(const uint64_t *)y + (ix ^ 3 * jx) + (5 * iy ^ jy);
    *(uint64_t *)z = sum + *(const uint64_t *)theta;
}

static int64_t place_sum(int64_t x, GrB_Index ix, GrB_Index jx, int64_t y, GrB_Index iy, GrB_Index jy)
{
    const double value = (double)x;
    const int64_t theta = 1000;
    int64_t z;
    places(&z, &value, ix, jx, &y, iy, jy, &theta);
    return z;
}

static void swap(entries *e)
{
    entries t = *e;
    memcpy(e->i, t.j, sizeof t.j);
    memcpy(e->j, t.i, sizeof t.i);
}

/* The sum at a place, and whether it has a term; a vector is a column if it is the second factor, else a row. */
static bool sum_at(const entries *a, const entries *b, GrB_Index i, GrB_Index j, int64_t *sum)
{
    bool any = false;
    *sum = 0;
    for (GrB_Index k = 0; k < a->n; k++)
        for (GrB_Index l = 0; l < b->n; l++)
            if (a->i[k] == i && b->j[l] == j && a->j[k] == b->i[l]) {
                *sum = (int64_t)((uint64_t)*sum + (uint64_t)place_sum(a->x[k], i, a->j[k], b->x[l], b->i[l], j));
                any = true;
            }
    return any;
}

/* C = AB, w = Au and w = uA, with the given semiring, of functions that see places. */
static void check_products(uint64_t seed, GrB_Semiring semiring)
{
    uint64_t random = seed;
    const bool t0 = seed % 2, t1 = seed % 3 == 0;
    const dim m = any_dim(&random), k = any_dim(&random), n = any_dim(&random);
    const GrB_Descriptor d = t0 ? (t1 ? GrB_DESC_T0T1 : GrB_DESC_T0) : t1 ? GrB_DESC_T1 : NULL;
    matrices C = new_matrices(&random, GrB_INT64, m, n, 0), A = input(&random, t0, m, k), B = input(&random, t1, k, n);
    vectors u = new_vectors(&random, GrB_INT64, k, 5), left = new_vectors(&random, GrB_INT64, n, 0),
            right = new_vectors(&random, GrB_INT64, m, 0);
    entries a = entries_of(A.large), b = entries_of(B.large), column = entries_of_vector(u.large), row = column;
    int64_t sum, z;
    if (t0) swap(&a);
    if (t1) swap(&b);
    memset(column.j, 0, sizeof column.j);
    row = column;
    swap(&row);
    ok(GrB_mxm(C.large, NULL, NULL, semiring, A.large, B.large, d));
    ok(GrB_mxv(right.large, NULL, NULL, semiring, A.large, u.large, d));
    ok(GrB_vxm(left.large, NULL, NULL, semiring, u.large, B.large, d));
    for (GrB_Index i = 0; i < small_size(m); i++)
        for (GrB_Index j = 0; j < small_size(n); j++) {
            const GrB_Index at = large_id(m, i), to = large_id(n, j);
            const bool any = sum_at(&a, &b, at, to, &sum);
            assert_int_equal(GrB_Matrix_extractElement(&z, C.large, at, to), any ? GrB_SUCCESS : GrB_NO_VALUE);
            if (any) assert_int_equal(z, sum);
        }
    for (GrB_Index i = 0; i < small_size(m); i++)
        if (sum_at(&a, &column, large_id(m, i), 0, &sum)) {
            ok(GrB_Vector_extractElement(&z, right.large, large_id(m, i)));
            assert_int_equal(z, sum);
        }
    for (GrB_Index j = 0; j < small_size(n); j++)
        if (sum_at(&row, &b, 0, large_id(n, j), &sum)) {
            ok(GrB_Vector_extractElement(&z, left.large, large_id(n, j)));
            assert_int_equal(z, sum);
        }
    free_matrices(&C);
    free_matrices(&A);
    free_matrices(&B);
    free_vectors(&u);
    free_vectors(&left);
    free_vectors(&right);
}

static void test_made_of_index_operators(void **state)
{
    GxB_IndexBinaryOp of = NULL;
    GrB_BinaryOp op = NULL;
    GrB_Monoid monoid = GrB_PLUS_MONOID_INT64;
    GrB_Semiring semiring = NULL;
    GrB_Scalar theta = NULL;
    GrB_Matrix A = NULL, B = NULL, C = NULL;
    int64_t z;
    const GrB_Index i = LARGE - 7, j = LARGE / 3;
    ok(GxB_IndexBinaryOp_new(&of, places, GrB_INT64, GrB_FP64, GrB_INT64, GrB_INT64, NULL, NULL));
    ok(GrB_Scalar_new(&theta, GrB_INT64));
    ok(GrB_Scalar_setElement(theta, 1000));
    ok(GxB_BinaryOp_new_IndexOp(&op, of, theta));
    ok(GrB_Semiring_new(&semiring, monoid, op));
    ok(GrB_Matrix_new(&A, GrB_INT8, LARGE, LARGE));
    ok(GrB_Matrix_new(&B, GrB_FP64, LARGE, LARGE));
    ok(GrB_Matrix_new(&C, GrB_INT64, LARGE, LARGE));
    ok(GrB_Matrix_setElement(A, 7, i, j));
    ok(GrB_Matrix_setElement(A, 7, 2, 2));
    ok(GrB_Matrix_setElement(B, 4, i, j));
    const int64_t expected = 7 - 4 + (int64_t)(i ^ 3 * j) + (int64_t)(5 * i ^ j) + 1000;
    ok(GrB_eWiseMult(C, NULL, NULL, op, A, B, NULL));
    ok(GrB_Matrix_extractElement(&z, C, i, j));
    assert_int_equal(z, expected);
    ok(GrB_eWiseAdd(C, NULL, NULL, op, A, B, NULL));
    ok(GrB_Matrix_extractElement(&z, C, i, j));
    assert_int_equal(z, expected);
    ok(GrB_Matrix_extractElement(&z, C, 2, 2));
    assert_int_equal(z, 7);
    ok(GxB_eWiseUnion(C, NULL, NULL, op, A, theta, B, theta, NULL));
    ok(GrB_Matrix_extractElement(&z, C, 2, 2));
    assert_int_equal(z, 7 - 1000 + (2 ^ 6) + (10 ^ 2) + 1000);
    for (uint64_t random = 1; random < 40; random++) check_products(random, semiring);
    ok(GrB_free(&A));
    ok(GrB_free(&B));
    ok(GrB_free(&C));
    ok(GrB_free(&semiring));
    ok(GrB_free(&op));
    ok(GrB_free(&of));
    ok(GrB_free(&theta));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_made_of_index_operators)};
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

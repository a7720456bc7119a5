/* SPDX-License-Identifier: Apache-2.0
 *
 * Tiles, diagonals and other shapes of matrices of the GraphBLAS C API on Tropic.
 */
#include "tests/graphblas/pictures.h"

/* ------------------------------------------------------------------------------------------------
 * Tiles
 */

static picture part(const picture *p, int i, int j, int m, int n)
{
    picture t = {.m = m, .n = n};
    for (int k = 0; k < m * n; k++) t.at[k] = p->at[(i + k / n) * p->n + j + k % n];
    return t;
}

/* Sizes that add up to n, some of which are 0; returns how many. */
static GrB_Index cut(uint64_t *random, int n, GrB_Index *sizes)
{
    GrB_Index count = 0;
    do {
        const int size = test_below(random, n + 1);
        sizes[count++] = (GrB_Index)size;
        n -= size;
    } while (n > 0 && count < 4);
    sizes[count - 1] += (GrB_Index)n;
    return count;
}

static void test_split_and_concat(void **state)
{
    uint64_t random = 7;
    for (int round = 0; round < 60; round++) {
        const picture p = draw(&random, 1 + test_below(&random, MOST), 1 + test_below(&random, MOST));
        const GrB_Type type = round % 3 == 0 ? GrB_INT8 : GrB_FP64;
        GrB_Matrix A = matrix_of(&p, type), C = NULL, tiles[16] = {NULL};
        GrB_Index heights[4], widths[4];
        const GrB_Index m = cut(&random, p.m, heights), n = cut(&random, p.n, widths);
        ok(GxB_Matrix_split(tiles, m, n, heights, widths, A, round % 2 ? GrB_DESC_T0 : NULL));
        for (GrB_Index r = 0, i = 0; r < m; i += heights[r++])
            for (GrB_Index s = 0, j = 0; s < n; j += widths[s++]) {
                const picture t = part(&p, (int)i, (int)j, (int)heights[r], (int)widths[s]);
                GrB_Type of_tile = NULL;
                ok(GxB_Matrix_type(&of_tile, tiles[r * n + s]));
                assert_ptr_equal(of_tile, type);
                check(tiles[r * n + s], &t);
                /* Another type. */
                if (test_below(&random, 3) == 0) {
                    ok(GrB_free(&tiles[r * n + s]));
                    tiles[r * n + s] = matrix_of(&t, GrB_UINT16);
                }
            }
        ok(GrB_Matrix_new(&C, round % 2 ? type : GrB_INT64, (GrB_Index)p.m, (GrB_Index)p.n));
        ok(GrB_Matrix_setElement(C, 77, 0, 0));
        ok(GxB_Matrix_concat(C, tiles, m, n, NULL));
        check(C, &p);
        for (GrB_Index k = 0; k < m * n; k++) ok(GrB_free(&tiles[k]));
        ok(GrB_free(&A));
        ok(GrB_free(&C));
    }
}

/* C is its own tile, and more tiles than a call has operands. */
static void test_concat_of_itself(void **state)
{
    uint64_t random = 3;
    const picture p = draw(&random, 1, MOST), column = draw(&random, MOST, 1);
    GrB_Matrix C = matrix_of(&p, GrB_INT32), tiles[MOST] = {C}, cells[MOST];
    GrB_Index heights[] = {MOST}, widths[MOST];
    ok(GxB_Matrix_concat(C, tiles, 1, 1, NULL));
    check(C, &p);
    for (int k = 0; k < MOST; k++) widths[k] = 1;
    GrB_Matrix A = matrix_of(&column, GrB_INT32);
    for (int k = 0; k < MOST; k++) tiles[k] = A;
    ok(GxB_Matrix_resize(C, MOST, MOST));
    ok(GxB_Matrix_concat(C, tiles, 1, MOST, NULL));
    picture all = {.m = MOST, .n = MOST};
    for (int k = 0; k < MOST * MOST; k++) all.at[k] = column.at[k / MOST];
    check(C, &all);
    ok(GxB_Matrix_split(cells, 1, MOST, heights, widths, C, NULL));
    for (int k = 0; k < MOST; k++) {
        check(cells[k], &column);
        ok(GrB_free(&cells[k]));
    }
    ok(GrB_free(&A));
    ok(GrB_free(&C));
}

static void test_wrong_tiles(void **state)
{
    const GrB_Index heights[] = {1, 2}, widths[] = {2, 2}, large[] = {UINT64_MAX, 4};
    GrB_Matrix A = NULL, C = NULL, pairs = NULL, tiles[4] = {NULL};
    GrB_Type pair = NULL;
    const char *error = NULL;
    ok(GrB_Type_new(&pair, 16));
    ok(GrB_Matrix_new(&A, GrB_FP64, 3, 4));
    ok(GrB_Matrix_new(&C, GrB_FP64, 3, 8));
    ok(GrB_Matrix_new(&pairs, pair, 3, 4));
    tiles[0] = A;
    fails(NULL_POINTER, GxB_Matrix_concat(C, tiles, 1, 2, NULL));
    tiles[1] = C;
    fails(DIMENSION_MISMATCH, GxB_Matrix_concat(C, tiles, 1, 2, NULL));
    tiles[1] = pairs;
    fails(DOMAIN_MISMATCH, GxB_Matrix_concat(C, tiles, 1, 2, NULL));
    ok(GrB_error(&error, C));
    assert_non_null(strstr(error, "a tile"));
    tiles[1] = A;
    fails(DIMENSION_MISMATCH, GxB_Matrix_concat(C, tiles, 2, 1, NULL));
    fails(INVALID_VALUE, GxB_Matrix_concat(C, tiles, 0, 1, NULL));
    fails(INVALID_VALUE, GxB_Matrix_concat(C, tiles, UINT64_MAX, 2, NULL));
    fails(NULL_POINTER, GxB_Matrix_concat(C, NULL, 1, 1, NULL));
    fails(NULL_POINTER, GxB_Matrix_concat(NULL, tiles, 1, 1, NULL));
    ok(GxB_Matrix_concat(C, tiles, 1, 2, NULL));
    memset(tiles, 0, sizeof tiles);
    fails(INVALID_VALUE, GxB_Matrix_split(tiles, 2, 0, heights, widths, A, NULL));
    fails(DIMENSION_MISMATCH, GxB_Matrix_split(tiles, 2, 1, heights, widths, A, NULL));
    fails(DIMENSION_MISMATCH, GxB_Matrix_split(tiles, 1, 2, heights, widths, A, NULL));
    fails(DIMENSION_MISMATCH, GxB_Matrix_split(tiles, 2, 2, large, widths, A, NULL));
    fails(NULL_POINTER, GxB_Matrix_split(tiles, 2, 2, NULL, widths, A, NULL));
    fails(NULL_POINTER, GxB_Matrix_split(NULL, 2, 2, heights, widths, A, NULL));
    for (int k = 0; k < 4; k++) assert_null(tiles[k]);
    ok(GrB_free(&A));
    ok(GrB_free(&C));
    ok(GrB_free(&pairs));
    ok(GrB_free(&pair));
}

/* ------------------------------------------------------------------------------------------------
 * Diagonals and shapes
 */

static void test_diagonals(void **state)
{
    uint64_t random = 5;
    for (int k = -MOST; k <= MOST; k++) {
        const picture p = draw(&random, 7, 5);
        const int size = k >= 5 || k <= -7 ? 0 : k >= 0 ? (5 - k < 7 ? 5 - k : 7) : (7 + k < 5 ? 7 + k : 5);
        const int n = size + abs(k);
        picture d = {.m = n, .n = n};
        GrB_Matrix A = matrix_of(&p, GrB_INT16), C = NULL;
        GrB_Vector v = NULL;
        ok(GrB_Vector_new(&v, GrB_FP32, (GrB_Index)size));
        ok(GxB_Vector_diag(v, A, k, NULL));
        for (int i = 0; i < size; i++) {
            const int value = p.at[(k < 0 ? i - k : i) * 5 + (k < 0 ? i : i + k)];
            int got = 0;
            assert_int_equal(GrB_Vector_extractElement(&got, v, (GrB_Index)i), value ? GrB_SUCCESS : GrB_NO_VALUE);
            assert_int_equal(got, value);
            if (n <= MOST) d.at[(k < 0 ? i - k : i) * n + (k < 0 ? i : i + k)] = value;
        }
        if (n <= MOST) {
            ok(GrB_Matrix_new(&C, GrB_INT64, (GrB_Index)n, (GrB_Index)n));
            if (n > 0) ok(GrB_Matrix_setElement(C, 5, 0, 0));
            ok(GxB_Matrix_diag(C, v, k, NULL));
            check(C, &d);
            ok(GxB_Matrix_resize(C, (GrB_Index)n + 1, (GrB_Index)n));
            fails(DIMENSION_MISMATCH, GxB_Matrix_diag(C, v, k, NULL));
            ok(GrB_free(&C));
        }
        ok(GxB_Vector_resize(v, (GrB_Index)size + 1));
        fails(DIMENSION_MISMATCH, GxB_Vector_diag(v, A, k, NULL));
        ok(GrB_free(&v));
        ok(GrB_free(&A));
    }
}

static void test_far_diagonals(void **state)
{
    const int64_t far[] = {INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, -INT32_MAX};
    GrB_Matrix A = NULL;
    GrB_Vector none = NULL, v = NULL;
    ok(GrB_Matrix_new(&A, GrB_BOOL, 3, 3));
    ok(GrB_Vector_new(&none, GrB_BOOL, 0));
    ok(GrB_Vector_new(&v, GrB_BOOL, 3));
    for (int k = 0; k < 5; k++) {
        ok(GxB_Vector_diag(none, A, far[k], NULL));
        fails(DIMENSION_MISMATCH, GxB_Vector_diag(v, A, far[k], NULL));
        fails(DIMENSION_MISMATCH, GxB_Matrix_diag(A, v, far[k], NULL));
    }
    fails(NULL_POINTER, GxB_Matrix_diag(A, NULL, 0, NULL));
    fails(NULL_POINTER, GxB_Vector_diag(NULL, A, 0, NULL));
    ok(GrB_free(&A));
    ok(GrB_free(&none));
    ok(GrB_free(&v));
}

static void test_reshape(void **state)
{
    static const int shapes[][2] = {{1, 12}, {2, 6}, {3, 4}, {4, 3}, {6, 2}, {12, 1}};
    uint64_t random = 9;
    for (int round = 0; round < 72; round++) {
        const int *to = shapes[round % 6], *from = shapes[round / 6 % 6];
        const bool by_column = round >= 36;
        const picture p = draw(&random, from[0], from[1]);
        picture q = {.m = to[0], .n = to[1]};
        for (int k = 0; k < 12; k++)
            q.at[by_column ? k % q.m * q.n + k / q.m : k] = p.at[by_column ? k % p.m * p.n + k / p.m : k];
        GrB_Matrix A = matrix_of(&p, GrB_UINT8), C = NULL;
        ok(GxB_Matrix_reshapeDup(&C, A, by_column, (GrB_Index)q.m, (GrB_Index)q.n, NULL));
        check(C, &q);
        check(A, &p);
        ok(GxB_Matrix_reshape(A, by_column, (GrB_Index)q.m, (GrB_Index)q.n, NULL));
        check(A, &q);
        fails(DIMENSION_MISMATCH, GxB_Matrix_reshape(A, by_column, 5, 3, NULL));
        fails(INVALID_VALUE, GxB_Matrix_reshape(A, by_column, UINT64_MAX, 3, NULL));
        check(A, &q);
        ok(GrB_free(&A));
        ok(GrB_free(&C));
    }
    GrB_Matrix C = NULL;
    fails(NULL_POINTER, GxB_Matrix_reshapeDup(&C, NULL, false, 1, 1, NULL));
    fails(NULL_POINTER, GxB_Matrix_reshape(NULL, false, 1, 1, NULL));
}

/* Most rows of one are empty, and most columns of the other. */
static void test_reshape_large(void **state)
{
    const GrB_Index n = 2000000000;
    GrB_Matrix A = NULL;
    int64_t x = 0;
    ok(GrB_Matrix_new(&A, GrB_INT64, n, n / 2));
    ok(GrB_Matrix_setElement(A, 5, n - 1, n / 2 - 1));
    ok(GrB_Matrix_setElement(A, 7, 3, 4));
    ok(GxB_Matrix_reshape(A, false, n / 2, n, NULL));
    ok(GrB_Matrix_extractElement(&x, A, n / 2 - 1, n - 1));
    assert_int_equal(x, 5);
    ok(GrB_Matrix_extractElement(&x, A, 1, n / 2 + 4));
    assert_int_equal(x, 7);
    ok(GrB_free(&A));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split_and_concat), cmocka_unit_test(test_concat_of_itself),
        cmocka_unit_test(test_wrong_tiles),      cmocka_unit_test(test_diagonals),
        cmocka_unit_test(test_far_diagonals),    cmocka_unit_test(test_reshape),
        cmocka_unit_test(test_reshape_large),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators made of a GxB_IndexBinaryOp, in all operations, against loops over all places.
 */
#include "tests/graphblas/index_binary.h"

static bool compiler; /* is there one for texts? */

/* ------------------------------------------------------------------------------------------------
 * Products
 */

/* The sum at (i, j) of the product of x and y, which are matrices or vectors as columns; `row`: x is a row. */
static bool product_at(const given *g, const twin *x, const twin *y, bool row, int i, int j, int64_t *sum)
{
    bool has = false;
    *sum = 0;
    for (int k = 0; k < INNER; k++) {
        const int xi = row ? k : i, xj = row ? 0 : k;
        if (!x->has[xi][xj] || !y->has[k][j]) continue;
        has = true;
        *sum += sum_of(x->value[xi][xj], row ? 0 : (GrB_Index)i, (GrB_Index)k, y->value[k][j], (GrB_Index)k,
                       (GrB_Index)j, g->theta);
    }
    return has;
}

static void expect_mxm(const given *g, int bits)
{
    twin a = make_twin(g->x, ROWS, INNER, bits & 1, 1), b = make_twin(g->y, INNER, COLUMNS, bits & 2, 2);
    OWNED(GrB_Matrix) C = NULL, D = NULL, mask = NULL;
    ok(GrB_Matrix_new(&C, GrB_INT64, ROWS, COLUMNS));
    ok(GrB_Matrix_new(&D, GrB_INT64, ROWS, COLUMNS));
    ok(GrB_Matrix_new(&mask, GrB_BOOL, ROWS, COLUMNS));
    for (GrB_Index i = 0; i < ROWS; i++) {
        ok(GrB_Matrix_setElement_BOOL(mask, true, i, i % COLUMNS));
        ok(GrB_Matrix_setElement_INT64(D, 7, i, i % 2));
    }
    ok(GrB_mxm(C, NULL, NULL, g->semiring, a.A, b.A, descriptors()[bits]));
    ok(GrB_mxm(D, mask, GrB_MINUS_INT64, g->semiring, a.A, b.A, descriptors()[bits]));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int64_t sum;
            const bool has = product_at(g, &a, &b, false, i, j, &sum), in_mask = i % COLUMNS == j, old = j == i % 2;
            expect_at("mxm", C, i, j, has, sum);
            expect_at("masked mxm", D, i, j, old || (in_mask && has), in_mask && has ? (old ? 7 - sum : sum) : 7);
        }
    free_twin(&a);
    free_twin(&b);
}

static void expect_vectors(const given *g, bool transposed)
{
    twin a = make_twin(g->x, ROWS, INNER, transposed, 3), b = make_twin(g->y, INNER, COLUMNS, transposed, 4);
    twin u = make_twin(g->y, INNER, 0, false, 5), v = make_twin(g->x, INNER, 0, false, 6);
    OWNED(GrB_Vector) w = NULL, row = NULL;
    ok(GrB_Vector_new(&w, GrB_INT64, ROWS));
    ok(GrB_Vector_new(&row, GrB_INT64, COLUMNS));
    ok(GrB_mxv(w, NULL, NULL, g->semiring, a.A, u.v, transposed ? GrB_DESC_T0 : NULL));
    ok(GrB_vxm(row, NULL, NULL, g->semiring, v.v, b.A, transposed ? GrB_DESC_T1 : NULL));
    for (int k = 0; k < ROWS; k++) {
        int64_t sum;
        bool has = product_at(g, &a, &u, false, k, 0, &sum);
        expect_in("mxv", w, k, has, sum);
        if (k >= COLUMNS) continue;
        has = product_at(g, &v, &b, true, 0, k, &sum);
        expect_in("vxm", row, k, has, sum);
    }
    free_twin(&a);
    free_twin(&b);
    free_twin(&u);
    free_twin(&v);
}

static void expect_kronecker(const given *g, int bits)
{
    twin a = make_twin(g->x, 3, 4, bits & 1, 7), b = make_twin(g->y, 2, 3, bits & 2, 8);
    OWNED(GrB_Matrix) C = NULL;
    ok(GrB_Matrix_new(&C, GrB_INT64, 6, 12));
    ok(GrB_Matrix_kronecker_BinaryOp(C, NULL, NULL, g->op, a.A, b.A, descriptors()[bits]));
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 12; j++) {
            const int ix = i / 2, iy = i % 2, jx = j / 3, jy = j % 3;
            expect_at("kronecker", C, i, j, a.has[ix][jx] && b.has[iy][jy],
                      sum_of(a.value[ix][jx], (GrB_Index)ix, (GrB_Index)jx, b.value[iy][jy], (GrB_Index)iy,
                             (GrB_Index)jy, g->theta));
        }
    free_twin(&a);
    free_twin(&b);
}

/* ------------------------------------------------------------------------------------------------
 * Elementwise
 */

static void expect_matrices(const given *g, int bits)
{
    twin a = make_twin(g->x, ROWS, COLUMNS, bits & 1, 9), b = make_twin(g->y, ROWS, COLUMNS, bits & 2, 10);
    OWNED(GrB_Scalar) alpha = scalar_of(g->x, 88), beta = scalar_of(g->y, 99);
    OWNED(GrB_Matrix) C = NULL, D = NULL, E = NULL;
    ok(GrB_Matrix_new(&C, GrB_INT64, ROWS, COLUMNS));
    ok(GrB_Matrix_new(&D, GrB_INT64, ROWS, COLUMNS));
    ok(GrB_Matrix_new(&E, GrB_INT64, ROWS, COLUMNS));
    ok(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, g->op, a.A, b.A, descriptors()[bits]));
    ok(GxB_Matrix_eWiseUnion(D, NULL, NULL, g->op, a.A, alpha, b.A, beta, descriptors()[bits]));
    if (!g->x) ok(GrB_Matrix_eWiseAdd_BinaryOp(E, NULL, NULL, g->op, a.A, b.A, descriptors()[bits]));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            const bool in_a = a.has[i][j], in_b = b.has[i][j];
            const int x = a.value[i][j], y = b.value[i][j];
            expect_at("multiply", C, i, j, in_a && in_b, sum_here(g, x, y, i, j));
            expect_at("union", D, i, j, in_a || in_b, sum_here(g, in_a ? x : 88, in_b ? y : 99, i, j));
            if (!g->x) expect_at("add", E, i, j, in_a || in_b, !in_b ? x : !in_a ? y : sum_here(g, x, y, i, j));
        }
    free_twin(&a);
    free_twin(&b);
}

static void expect_elements(const given *g)
{
    twin u = make_twin(g->x, ROWS, 0, false, 11), v = make_twin(g->y, ROWS, 0, false, 12);
    OWNED(GrB_Scalar) alpha = scalar_of(g->x, 88), beta = scalar_of(g->y, 99);
    OWNED(GrB_Vector) w = NULL, t = NULL;
    ok(GrB_Vector_new(&w, GrB_INT64, ROWS));
    ok(GrB_Vector_new(&t, GrB_INT64, ROWS));
    ok(GrB_Vector_eWiseMult_BinaryOp(w, NULL, NULL, g->op, u.v, v.v, NULL));
    ok(GxB_Vector_eWiseUnion(t, NULL, NULL, g->op, u.v, alpha, v.v, beta, NULL));
    for (int i = 0; i < ROWS; i++) {
        const bool in_u = u.has[i][0], in_v = v.has[i][0];
        const int x = u.value[i][0], y = v.value[i][0];
        expect_in("multiply", w, i, in_u && in_v, sum_here(g, x, y, i, 0));
        expect_in("union", t, i, in_u || in_v, sum_here(g, in_u ? x : 88, in_v ? y : 99, i, 0));
    }
    free_twin(&u);
    free_twin(&v);
}

static void expect_all(const given *g)
{
    for (int bits = 0; bits < 4; bits++) {
        expect_mxm(g, bits);
        expect_kronecker(g, bits);
        expect_matrices(g, bits);
    }
    expect_vectors(g, false);
    expect_vectors(g, true);
    expect_elements(g);
}

static void test_numbers(void **state)
{
    for (form f = FUNCTION; f <= BOTH; f++) {
        given g;
        if (f == TEXT && !compiler) continue;
        make_numbers(&g, f);
        expect_all(&g);
        free_given(&g);
    }
}

static void test_bytes(void **state)
{
    static const size_t sizes[][2] = {{1, 16}, {5, 2}, {12, 6}, {120, 8}, {3, 120}};
    for (form f = FUNCTION; f <= BOTH; f++)
        for (int k = 0; k < 5; k++) {
            given g;
            if ((f == TEXT && !compiler) || (f != FUNCTION && k > 1)) continue; /* (Each is compiled.) */
            make_bytes(&g, f, sizes[k][0], sizes[k][1]);
            expect_all(&g);
            free_given(&g);
        }
}

/* With their places, such values are larger than those of a GPU. */
static void test_large(void **state)
{
    given g;
    make_bytes(&g, FUNCTION, 128, 128);
    expect_all(&g);
    free_given(&g);
}

static int setup_and_look(void **state)
{
    given g;
    OWNED(GrB_Matrix) A = NULL;
    if (setup(state) != 0) return -1;
    make_numbers(&g, TEXT);
    ok(GrB_Matrix_new(&A, GrB_INT64, 2, 2));
    ok(GrB_Matrix_setElement_INT64(A, 1, 0, 0));
    compiler = GrB_mxm(A, NULL, NULL, g.semiring, A, A, NULL) != GrB_NOT_IMPLEMENTED;
    free_given(&g);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_large),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup_and_look, teardown);
}

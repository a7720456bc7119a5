/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that see places, on large objects: they get the caller's ids.
 */
#include "tests/graphblas/large/relabel.h"

/* ------------------------------------------------------------------------------------------------
 * Index operators: entries are compared with formulas
 */

typedef int64_t formula(int64_t x, int64_t i, int64_t j, int64_t y);
static int64_t row_index(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return i + y;
}
static int64_t column_index(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j + y;
}
static int64_t diagonal_index(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j - i + y;
}
static int64_t mixed(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return 3 * x + (i ^ (5 * j)) + y;
}
static void mixed_function(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    *(int64_t *)z = mixed(*(const int64_t *)x, (int64_t)i, (int64_t)j, *(const int64_t *)y);
}
static int64_t row_le(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return i <= y;
}
static int64_t row_gt(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return i > y;
}
static int64_t column_le(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j <= y;
}
static int64_t column_gt(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j > y;
}
static int64_t lower(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j - i <= y;
}
static int64_t upper(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j - i >= y;
}
static int64_t on_diagonal(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j - i == y;
}
static int64_t off_diagonal(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return j - i != y;
}
static void odd_function(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y)
{
    *(bool *)z = (i + 3 * j + *(const uint32_t *)y) % 2;
}
static int64_t odd(int64_t x, int64_t i, int64_t j, int64_t y)
{
    return (i + 3 * j + y) % 2;
}

static bool transposed;

static void check_applied(GrB_IndexUnaryOp op, formula *f, matrices *A, int64_t y)
{
    GrB_Matrix C = NULL;
    const entries e = entries_of(A->large);
    ok(GrB_Matrix_new(&C, GrB_INT64, large_size(transposed ? A->columns : A->rows),
                      large_size(transposed ? A->rows : A->columns)));
    ok(GrB_apply(C, NULL, NULL, op, A->large, y, transposed ? GrB_DESC_T0 : NULL));
    const entries r = entries_of(C);
    assert_int_equal(r.n, e.n);
    for (GrB_Index k = 0; k < e.n; k++) {
        int64_t x = 0;
        const GrB_Index i = transposed ? e.j[k] : e.i[k], j = transposed ? e.i[k] : e.j[k];
        ok(GrB_Matrix_extractElement(&x, C, i, j));
        assert_int_equal(x, f(e.x[k], (int64_t)i, (int64_t)j, y));
    }
    ok(GrB_free(&C));
}

static void check_selected(GrB_IndexUnaryOp op, GxB_SelectOp old, formula *f, matrices *A, int64_t y)
{
    GrB_Matrix C = NULL;
    GrB_Scalar thunk = NULL;
    const entries e = entries_of(A->large);
    GrB_Index kept = 0, n;
    ok(GrB_Matrix_new(&C, GrB_INT64, large_size(transposed ? A->columns : A->rows),
                      large_size(transposed ? A->rows : A->columns)));
    if (old) {
        ok(GrB_Scalar_new(&thunk, GrB_INT64));
        ok(GrB_Scalar_setElement(thunk, y));
        ok(GxB_select(C, NULL, NULL, old, A->large, thunk, transposed ? GrB_DESC_T0 : NULL));
        ok(GrB_free(&thunk));
    } else {
        ok(GrB_select(C, NULL, NULL, op, A->large, y, transposed ? GrB_DESC_T0 : NULL));
    }
    for (GrB_Index k = 0; k < e.n; k++) {
        int64_t x = 0;
        const GrB_Index i = transposed ? e.j[k] : e.i[k], j = transposed ? e.i[k] : e.j[k];
        const bool keeps = f(e.x[k], (int64_t)i, (int64_t)j, y) != 0;
        assert_int_equal(GrB_Matrix_extractElement(&x, C, i, j), keeps ? GrB_SUCCESS : GrB_NO_VALUE);
        if (keeps) assert_int_equal(x, e.x[k]);
        kept += keeps;
    }
    ok(GrB_Matrix_nvals(&n, C));
    assert_int_equal(n, kept);
    ok(GrB_free(&C));
}

static void check_vector(GrB_IndexUnaryOp op, formula *f, vectors *v, int64_t y, bool selects)
{
    GrB_Vector w = NULL;
    const entries e = entries_of_vector(v->large);
    GrB_Index kept = 0;
    ok(GrB_Vector_new(&w, GrB_INT64, LARGE));
    if (selects)
        ok(GrB_select(w, NULL, NULL, op, v->large, y, NULL));
    else
        ok(GrB_apply(w, NULL, NULL, op, v->large, y, NULL));
    const entries r = entries_of_vector(w);
    for (GrB_Index k = 0; k < e.n; k++) {
        const int64_t z = f(e.x[k], (int64_t)e.i[k], 0, y);
        if (selects && z == 0) continue;
        assert_int_equal(r.i[kept], e.i[k]);
        assert_int_equal(r.x[kept++], selects ? e.x[k] : z);
    }
    assert_int_equal(r.n, kept);
    ok(GrB_free(&w));
}

static bool odd_place(GrB_Index i, GrB_Index j, const void *x, const void *thunk)
{
    return (i + 3 * j + *(const uint64_t *)thunk) % 2;
}

static const int64_t thunks[] = {
    0, 1, -1, INT64_C(0x80000000), INT64_C(0x7fffffff) - (int64_t)(LARGE / 2), INT64_MAX, INT64_MIN};

static void test_index_operators(void **state)
{
    GrB_IndexUnaryOp mixed_op = NULL, odd_op = NULL;
    GxB_SelectOp odd_select = NULL;
    uint64_t random = 1;
    ok(GrB_IndexUnaryOp_new(&mixed_op, mixed_function, GrB_INT64, GrB_INT64, GrB_INT64));
    ok(GrB_IndexUnaryOp_new(&odd_op, odd_function, GrB_BOOL, GrB_FP64, GrB_UINT32));
    ok(GxB_SelectOp_new(&odd_select, odd_place, NULL, GrB_INT64));
    for (int round = 0; round < 28; round++) {
        const int64_t y = thunks[round % 7], small = round;
        const dim m = any_dim(&random);
        matrices A = new_matrices(&random, GrB_INT64, m, m == WIDE ? any_dim(&random) : WIDE, 30);
        vectors v = new_vectors(&random, GrB_INT64, WIDE, 6);
        transposed = round % 2;
        check_applied(GrB_ROWINDEX_INT64, row_index, &A, small);
        check_applied(GrB_COLINDEX_INT64, column_index, &A, small);
        check_applied(GrB_DIAGINDEX_INT64, diagonal_index, &A, small);
        check_applied(mixed_op, mixed, &A, small);
        check_selected(GrB_ROWLE, NULL, row_le, &A, y);
        check_selected(GrB_ROWGT, NULL, row_gt, &A, y);
        check_selected(GrB_COLLE, NULL, column_le, &A, y);
        check_selected(GrB_COLGT, NULL, column_gt, &A, y);
        check_selected(mixed_op, NULL, mixed, &A, small);
        check_selected(odd_op, NULL, odd, &A, small);
        check_selected(NULL, odd_select, odd, &A, small);
        check_vector(GrB_ROWINDEX_INT64, row_index, &v, small, false);
        check_vector(mixed_op, mixed, &v, small, false);
        check_vector(GrB_ROWLE, row_le, &v, y, true);
        check_vector(odd_op, odd, &v, small, true);
        if (y != INT64_MAX && y != INT64_MIN) { /* (i + y would overflow in the formulas of others) */
            check_selected(GrB_TRIL, NULL, lower, &A, y);
            check_selected(GrB_TRIU, NULL, upper, &A, y);
            check_selected(GrB_DIAG, NULL, on_diagonal, &A, y);
            check_selected(GrB_OFFDIAG, NULL, off_diagonal, &A, y);
            check_selected(NULL, GxB_TRIL, lower, &A, y);
            check_selected(NULL, GxB_DIAG, on_diagonal, &A, y);
        }
        free_matrices(&A);
        free_vectors(&v);
    }
    ok(GrB_free(&mixed_op));
    ok(GrB_free(&odd_op));
    ok(GrB_free(&odd_select));
}

/* ------------------------------------------------------------------------------------------------
 * Operators that give a place, as results of any call, compared with those of the small objects
 */

typedef enum whose { ROW, INNER, COLUMN } whose;

/* Semirings whose results are the least, or any, place of a term. */
#define PLACES(X)                                                                                                      \
    X(FIRSTI, ROW, 0)                                                                                                  \
    X(FIRSTI1, ROW, 1)                                                                                                 \
    X(FIRSTJ, INNER, 0)                                                                                                \
    X(FIRSTJ1, INNER, 1) X(SECONDI, INNER, 0) X(SECONDI1, INNER, 1) X(SECONDJ, COLUMN, 0) X(SECONDJ1, COLUMN, 1)
static const struct {
    GrB_Semiring *semiring;
    whose of;
    int from;
} semirings[] = {
#define ROW_OF(OP, of, from) {&GxB_MIN_##OP##_INT64, of, from}, {&GxB_MAX_##OP##_INT64, of, from},
    PLACES(ROW_OF)
#undef ROW_OF
};
enum { SEMIRINGS = sizeof semirings / sizeof *semirings };

static GrB_Descriptor draw_descriptor(uint64_t *random, bool *t0, bool *t1)
{
    GrB_Descriptor d = NULL;
    ok(GrB_Descriptor_new(&d));
    *t0 = test_below(random, 2);
    *t1 = test_below(random, 2);
    if (*t0) ok(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    if (*t1) ok(GrB_Descriptor_set(d, GrB_INP1, GrB_TRAN));
    if (test_below(random, 3) == 0) ok(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    return d;
}

static void test_products(void **state)
{
    uint64_t random = 2;
    for (int round = 0; round < 20 * SEMIRINGS; round++) {
        const GrB_Semiring s = *semirings[round % SEMIRINGS].semiring;
        const int from = semirings[round % SEMIRINGS].from;
        const dim m = any_dim(&random), k = any_dim(&random), n = any_dim(&random);
        const dim *of = semirings[round % SEMIRINGS].of == ROW     ? &m
                        : semirings[round % SEMIRINGS].of == INNER ? &k
                                                                   : &n;
        bool t0, t1;
        const GrB_Descriptor d = draw_descriptor(&random, &t0, &t1);
        matrices C = new_matrices(&random, GrB_INT64, m, n, 0), Mask = new_matrices(&random, GrB_BOOL, m, n, 20),
                 A = input(&random, t0, m, k), B = input(&random, t1, k, n);
        const bool masked = test_below(&random, 2);
        ok(GrB_mxm(C.large, masked ? Mask.large : NULL, NULL, s, A.large, B.large, d));
        ok(GrB_mxm(C.small, masked ? Mask.small : NULL, NULL, s, A.small, B.small, d));
        same_matrices(&C, of, from);
        free_matrices(&C);
        free_matrices(&Mask);
        free_matrices(&A);
        free_matrices(&B);
        GrB_Descriptor gone = d;
        ok(GrB_free(&gone));
    }
}

/* w = Au, or uA; of a vector the other place is that of one row or column. */
static void test_vector_products(void **state)
{
    const dim one = PLAIN;
    uint64_t random = 3;
    for (int round = 0; round < 20 * SEMIRINGS; round++) {
        const GrB_Semiring s = *semirings[round % SEMIRINGS].semiring;
        const whose of = semirings[round % SEMIRINGS].of;
        const dim m = any_dim(&random), n = any_dim(&random);
        const bool left = test_below(&random, 2); /* w' = u'A, A is n x m */
        const dim *place = of == INNER ? &n : (of == ROW) == !left ? &m : &one;
        bool t0, t1;
        GrB_Descriptor d = draw_descriptor(&random, &t0, &t1);
        matrices A = left ? input(&random, t1, n, m) : input(&random, t0, m, n);
        vectors u = new_vectors(&random, GrB_INT32, n, 9), w = new_vectors(&random, GrB_INT64, m, 0);
        ok(left ? GrB_vxm(w.large, NULL, NULL, s, u.large, A.large, d)
                : GrB_mxv(w.large, NULL, NULL, s, A.large, u.large, d));
        ok(left ? GrB_vxm(w.small, NULL, NULL, s, u.small, A.small, d)
                : GrB_mxv(w.small, NULL, NULL, s, A.small, u.small, d));
        same_vectors(&w, place, semirings[round % SEMIRINGS].from);
        free_matrices(&A);
        free_vectors(&u);
        free_vectors(&w);
        ok(GrB_free(&d));
    }
}

static void test_at_one_place(void **state)
{
    GrB_Scalar alpha = NULL;
    uint64_t random = 4;
    ok(GrB_Scalar_new(&alpha, GrB_FP64));
    ok(GrB_Scalar_setElement(alpha, 2.0));
    for (int round = 0; round < 200; round++) {
        const GrB_BinaryOp ops[] = {GxB_FIRSTI_INT64, GxB_FIRSTJ_INT64, GxB_SECONDI1_INT64, GxB_SECONDJ1_INT64};
        const GrB_UnaryOp unary[] = {GxB_POSITIONI_INT64, GxB_POSITIONJ_INT64, GxB_POSITIONI1_INT64,
                                     GxB_POSITIONJ1_INT64};
        const dim m = any_dim(&random), n = any_dim(&random);
        const int which = test_below(&random, 4);
        const dim *of = which % 2 ? &n : &m, none = PLAIN, *of_vector = which % 2 ? &none : &m;
        bool t0, t1;
        GrB_Descriptor d = draw_descriptor(&random, &t0, &t1);
        matrices C = new_matrices(&random, GrB_INT64, m, n, 0), A = input(&random, t0, m, n),
                 B = input(&random, t1, m, n);
        vectors w = new_vectors(&random, GrB_INT64, m, 0), u = new_vectors(&random, GrB_FP64, m, 6),
                v = new_vectors(&random, GrB_BOOL, m, 6);
        if (round % 3 == 0) {
            ok(GrB_eWiseMult(C.large, NULL, NULL, ops[which], A.large, B.large, d));
            ok(GrB_eWiseMult(C.small, NULL, NULL, ops[which], A.small, B.small, d));
            ok(GrB_eWiseMult(w.large, NULL, NULL, ops[which], u.large, v.large, NULL));
            ok(GrB_eWiseMult(w.small, NULL, NULL, ops[which], u.small, v.small, NULL));
        } else if (round % 3 == 1) {
            ok(GxB_eWiseUnion(C.large, NULL, NULL, ops[which], A.large, alpha, B.large, alpha, d));
            ok(GxB_eWiseUnion(C.small, NULL, NULL, ops[which], A.small, alpha, B.small, alpha, d));
            ok(GxB_eWiseUnion(w.large, NULL, NULL, ops[which], u.large, alpha, v.large, alpha, NULL));
            ok(GxB_eWiseUnion(w.small, NULL, NULL, ops[which], u.small, alpha, v.small, alpha, NULL));
        } else {
            ok(GrB_apply(C.large, NULL, NULL, unary[which], A.large, d));
            ok(GrB_apply(C.small, NULL, NULL, unary[which], A.small, d));
            ok(GrB_apply(w.large, NULL, NULL, unary[which], u.large, NULL));
            ok(GrB_apply(w.small, NULL, NULL, unary[which], u.small, NULL));
        }
        same_matrices(&C, of, which > 1);
        same_vectors(&w, of_vector, which > 1);
        free_matrices(&C);
        free_matrices(&A);
        free_matrices(&B);
        free_vectors(&w);
        free_vectors(&u);
        free_vectors(&v);
        ok(GrB_free(&d));
    }
    ok(GrB_free(&alpha));
}

/* Where both have an entry the place, else the value. */
static void test_added(void **state)
{
    GrB_Vector u = NULL, v = NULL, w = NULL;
    int64_t x[3];
    GrB_Index i[3], n = 3;
    ok(GrB_Vector_new(&u, GrB_INT64, LARGE));
    ok(GrB_Vector_new(&v, GrB_INT64, LARGE));
    ok(GrB_Vector_new(&w, GrB_INT64, LARGE));
    ok(GrB_Vector_setElement(u, 5, LARGE - 1));
    ok(GrB_Vector_setElement(u, 6, LARGE - 2));
    ok(GrB_Vector_setElement(v, 7, LARGE - 3));
    ok(GrB_Vector_setElement(v, 8, LARGE - 2));
    ok(GrB_eWiseAdd(w, NULL, NULL, GxB_FIRSTI1_INT64, u, v, NULL));
    ok(GrB_Vector_extractTuples(i, x, &n, w));
    assert_int_equal(n, 3);
    assert_int_equal(x[0], 7);
    assert_int_equal(x[1], LARGE - 1);
    assert_int_equal(x[2], 5);
    ok(GrB_free(&u));
    ok(GrB_free(&v));
    ok(GrB_free(&w));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_index_operators), cmocka_unit_test(test_products), cmocka_unit_test(test_vector_products),
        cmocka_unit_test(test_at_one_place),    cmocka_unit_test(test_added),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, setup, teardown);
}

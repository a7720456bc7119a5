/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations on large objects, compared with the same call on objects of few places.
 */
#include "tests/graphblas/large/relabel.h"

#define ROUNDS 400

/* What a random call takes: outputs, masks and inputs of both sizes, and what is not of a size. */
typedef struct trial {
    uint64_t *random;
    GrB_BinaryOp accum;
    GrB_Descriptor desc;
    bool t0, t1, masked, complement;
} trial;

static int one_of(const trial *t, int n)
{
    return (int)test_below(t->random, n);
}

static trial draw(uint64_t *random)
{
    trial t = {.random = random};
    GrB_Descriptor d = NULL;
    ok(GrB_Descriptor_new(&d));
    t.t0 = one_of(&t, 2);
    t.t1 = one_of(&t, 2);
    t.masked = one_of(&t, 2);
    t.complement = one_of(&t, 4) == 0;
    if (t.t0) ok(GrB_Descriptor_set(d, GrB_INP0, GrB_TRAN));
    if (t.t1) ok(GrB_Descriptor_set(d, GrB_INP1, GrB_TRAN));
    if (t.complement) ok(GrB_Descriptor_set(d, GrB_MASK, GrB_COMP));
    if (one_of(&t, 3) == 0) ok(GrB_Descriptor_set(d, GrB_MASK, GrB_STRUCTURE));
    if (one_of(&t, 3) == 0) ok(GrB_Descriptor_set(d, GrB_OUTP, GrB_REPLACE));
    t.desc = d;
    t.accum = one_of(&t, 3) ? NULL : GrB_PLUS_FP64;
    return t;
}

static matrices some_matrix(const trial *t, dim rows, dim columns)
{
    return new_matrices(t->random, one_of(t, 4) ? GrB_FP64 : GrB_INT32, rows, columns, one_of(t, 30));
}

/* One whose transpose, if that is taken, has this shape. */
static matrices some_input(const trial *t, bool transpose, dim rows, dim columns)
{
    return transpose ? some_matrix(t, columns, rows) : some_matrix(t, rows, columns);
}

static vectors some_vector(const trial *t, dim size)
{
    return new_vectors(t->random, one_of(t, 4) ? GrB_FP64 : GrB_INT32, size, one_of(t, 12));
}

static GrB_Matrix mask_of(const trial *t, GrB_Matrix Mask)
{
    return t->masked ? Mask : NULL;
}
static GrB_Vector mask_of_vector(const trial *t, GrB_Vector mask)
{
    return t->masked ? mask : NULL;
}

/* ------------------------------------------------------------------------------------------------
 * Calls of three matrices, or of vectors
 */

typedef GrB_Info call_matrices(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B);
typedef GrB_Info call_vectors(const trial *t, GrB_Vector w, GrB_Vector mask, GrB_Vector u, GrB_Vector v);

static void run_matrices(const trial *t, call_matrices *call, matrices C, matrices A, matrices B)
{
    matrices Mask = some_matrix(t, C.rows, C.columns);
    const GrB_Info info = call(t, C.large, mask_of(t, Mask.large), A.large, B.large);
    assert_int_equal(info, call(t, C.small, mask_of(t, Mask.small), A.small, B.small));
    same_matrices(&C, NULL, 0);
    same_matrices(&A, NULL, 0);
    same_matrices(&B, NULL, 0);
    free_matrices(&Mask);
    free_matrices(&C);
    free_matrices(&A);
    free_matrices(&B);
}

static void run_vectors(const trial *t, call_vectors *call, vectors w, vectors u, vectors v)
{
    vectors mask = some_vector(t, w.size);
    const GrB_Info info = call(t, w.large, mask_of_vector(t, mask.large), u.large, v.large);
    assert_int_equal(info, call(t, w.small, mask_of_vector(t, mask.small), u.small, v.small));
    same_vectors(&w, NULL, 0);
    same_vectors(&u, NULL, 0);
    same_vectors(&v, NULL, 0);
    free_vectors(&mask);
    free_vectors(&w);
    free_vectors(&u);
    free_vectors(&v);
}

static GrB_Semiring semiring;
static GrB_BinaryOp binary;

static GrB_Info mxm(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_mxm(C, Mask, t->accum, semiring, A, B, t->desc);
}
static GrB_Info add(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_eWiseAdd(C, Mask, t->accum, binary, A, B, t->desc);
}
static GrB_Info multiply(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_eWiseMult(C, Mask, t->accum, binary, A, B, t->desc);
}
static GrB_Info transpose(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_transpose(C, Mask, t->accum, A, t->desc);
}
static GrB_Scalar alpha;
static GrB_Info unite(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GxB_eWiseUnion(C, Mask, t->accum, binary, A, alpha, B, alpha, t->desc);
}
static GrB_Info apply(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_apply(C, Mask, t->accum, GrB_AINV_FP64, A, t->desc);
}
static GrB_Info bind(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_apply(C, Mask, t->accum, GrB_MINUS_FP64, A, 3.0, t->desc);
}
static GrB_Info select_values(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_select(C, Mask, t->accum, GrB_VALUEGT_FP64, A, 1.0, t->desc);
}
static GrB_Info select_lower(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GrB_select(C, Mask, t->accum, GrB_TRIL, A, 0, t->desc);
}
static GrB_Info select_upper(const trial *t, GrB_Matrix C, GrB_Matrix Mask, GrB_Matrix A, GrB_Matrix B)
{
    return GxB_select(C, Mask, t->accum, GxB_TRIU, A, NULL, t->desc);
}

static GrB_Info add_vectors(const trial *t, GrB_Vector w, GrB_Vector mask, GrB_Vector u, GrB_Vector v)
{
    return GrB_eWiseAdd(w, mask, t->accum, binary, u, v, t->desc);
}
static GrB_Info multiply_vectors(const trial *t, GrB_Vector w, GrB_Vector mask, GrB_Vector u, GrB_Vector v)
{
    return GrB_eWiseMult(w, mask, t->accum, binary, u, v, t->desc);
}
static GrB_Info unite_vectors(const trial *t, GrB_Vector w, GrB_Vector mask, GrB_Vector u, GrB_Vector v)
{
    return GxB_eWiseUnion(w, mask, t->accum, binary, u, alpha, v, alpha, t->desc);
}
static GrB_Info apply_vector(const trial *t, GrB_Vector w, GrB_Vector mask, GrB_Vector u, GrB_Vector v)
{
    return GrB_apply(w, mask, t->accum, GrB_ABS_FP64, u, t->desc);
}
static GrB_Info select_vector(const trial *t, GrB_Vector w, GrB_Vector mask, GrB_Vector u, GrB_Vector v)
{
    return GrB_select(w, mask, t->accum, GrB_VALUELE_FP64, u, 2.0, t->desc);
}

static void test_products(void **state)
{
    const GrB_Semiring semirings[] = {GrB_PLUS_TIMES_SEMIRING_FP64, GrB_MIN_PLUS_SEMIRING_FP64, GxB_PLUS_PAIR_FP64,
                                      GrB_MAX_FIRST_SEMIRING_FP64};
    uint64_t random = 1;
    for (int round = 0; round < ROUNDS; round++) {
        trial t = draw(&random);
        const dim m = any_dim(&random), k = any_dim(&random), n = any_dim(&random);
        semiring = semirings[round % 4];
        run_matrices(&t, mxm, some_matrix(&t, m, n), some_input(&t, t.t0, m, k), some_input(&t, t.t1, k, n));
        ok(GrB_free(&t.desc));
    }
}

static void test_vector_products(void **state)
{
    uint64_t random = 2;
    for (int round = 0; round < ROUNDS; round++) {
        trial t = draw(&random);
        const dim m = any_dim(&random), n = any_dim(&random);
        vectors w = some_vector(&t, m), mask = some_vector(&t, m), u = some_vector(&t, n);
        matrices A = some_input(&t, round % 2 ? t.t0 : !t.t1, m, n);
        const GrB_Semiring s = round % 4 < 2 ? GrB_PLUS_TIMES_SEMIRING_FP64 : GrB_MIN_PLUS_SEMIRING_FP64;
        const GrB_Vector masks[] = {mask_of_vector(&t, mask.large), mask_of_vector(&t, mask.small)};
        if (round % 2) {
            ok(GrB_mxv(w.large, masks[0], t.accum, s, A.large, u.large, t.desc));
            ok(GrB_mxv(w.small, masks[1], t.accum, s, A.small, u.small, t.desc));
        } else {
            ok(GrB_vxm(w.large, masks[0], t.accum, s, u.large, A.large, t.desc));
            ok(GrB_vxm(w.small, masks[1], t.accum, s, u.small, A.small, t.desc));
        }
        same_vectors(&w, NULL, 0);
        free_vectors(&w);
        free_vectors(&mask);
        free_vectors(&u);
        free_matrices(&A);
        ok(GrB_free(&t.desc));
    }
}

static void test_elementwise(void **state)
{
    call_matrices *const calls[] = {add, multiply, unite, transpose, apply, bind, select_values};
    call_vectors *const of_vectors[] = {add_vectors, multiply_vectors, unite_vectors, apply_vector, select_vector};
    const GrB_BinaryOp ops[] = {GrB_PLUS_FP64, GrB_MINUS_FP64, GrB_LT_FP64, GrB_SECOND_FP64};
    uint64_t random = 3;
    for (int round = 0; round < 2 * ROUNDS; round++) {
        trial t = draw(&random);
        const dim m = any_dim(&random), n = any_dim(&random);
        const int which = one_of(&t, 7);
        const bool transposed = calls[which] == transpose ? !t.t0 : t.t0;
        binary = ops[one_of(&t, 4)];
        run_matrices(&t, calls[which], some_matrix(&t, m, n), some_input(&t, transposed, m, n),
                     some_input(&t, t.t1, m, n));
        run_vectors(&t, of_vectors[one_of(&t, 5)], some_vector(&t, m), some_vector(&t, m), some_vector(&t, m));
        ok(GrB_free(&t.desc));
    }
}

/* (Numbers keep the order of ids, so the triangles of square matrices are the same.) */
static void test_triangles(void **state)
{
    uint64_t random = 4;
    for (int round = 0; round < ROUNDS; round++) {
        trial t = draw(&random);
        run_matrices(&t, round % 2 ? select_lower : select_upper, some_matrix(&t, WIDE, WIDE),
                     some_matrix(&t, WIDE, WIDE), some_matrix(&t, WIDE, WIDE));
        ok(GrB_free(&t.desc));
    }
}

static void test_reduce(void **state)
{
    uint64_t random = 5;
    for (int round = 0; round < ROUNDS; round++) {
        trial t = draw(&random);
        const dim m = any_dim(&random), n = any_dim(&random);
        vectors w = some_vector(&t, m), mask = some_vector(&t, m);
        matrices A = some_input(&t, t.t0, m, n);
        double x = 1, y = 1;
        ok(GrB_reduce(w.large, mask_of_vector(&t, mask.large), t.accum, GrB_PLUS_MONOID_FP64, A.large, t.desc));
        ok(GrB_reduce(w.small, mask_of_vector(&t, mask.small), t.accum, GrB_PLUS_MONOID_FP64, A.small, t.desc));
        same_vectors(&w, NULL, 0);
        ok(GrB_reduce(&x, t.accum, GrB_PLUS_MONOID_FP64, A.large, NULL));
        ok(GrB_reduce(&y, t.accum, GrB_PLUS_MONOID_FP64, A.small, NULL));
        assert_true(x == y);
        ok(GrB_reduce(&x, t.accum, GrB_MAX_MONOID_FP64, mask.large, NULL));
        ok(GrB_reduce(&y, t.accum, GrB_MAX_MONOID_FP64, mask.small, NULL));
        assert_true(x == y);
        free_vectors(&w);
        free_vectors(&mask);
        free_matrices(&A);
        ok(GrB_free(&t.desc));
    }
}

static int open_all(void **state)
{
    if (setup(state) != 0) return -1;
    return GrB_Scalar_new(&alpha, GrB_FP64) == GrB_SUCCESS && GrB_Scalar_setElement(alpha, 5.0) == GrB_SUCCESS ? 0 : -1;
}

static int close_all(void **state)
{
    return GrB_free(&alpha) == GrB_SUCCESS ? teardown(state) : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),  cmocka_unit_test(test_vector_products), cmocka_unit_test(test_elementwise),
        cmocka_unit_test(test_triangles), cmocka_unit_test(test_reduce),
    };
    test_need_device();
    return cmocka_run_group_tests(tests, open_all, close_all);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators that take the place of an operand, in all operations, under transposes and for operands of any type.
 */
#include "tests/graphblas/common.h"

enum { N = 3, PLACES = 8 };

/* (The order of these names is that of the numbers by which `place` knows them.) */
#define EACH_PLACE(X, before, after)                                                                                   \
    X(before##FIRSTI##after), X(before##FIRSTI1##after), X(before##FIRSTJ##after), X(before##FIRSTJ1##after),          \
        X(before##SECONDI##after), X(before##SECONDI1##after), X(before##SECONDJ##after), X(before##SECONDJ1##after)
#define SAME(name) name
#define QUOTED(name) #name

/* Of x at (i, j) and y at (k, l). */
static int64_t place(int which, int i, int j, int k, int l)
{
    const int column = which / 2 % 2, second = which / 4;
    return (second ? (column ? l : k) : column ? j : i) + which % 2;
}

/* Where A and B have entries, and u. */
static const bool in_A[N][N] = {{0, 1, 0}, {0, 0, 0}, {1, 1, 0}}, in_B[N][N] = {{0, 0, 1}, {0, 0, 1}, {0, 1, 0}},
                  in_u[N] = {0, 1, 1};

typedef struct operands {
    GrB_Matrix A, B;
    GrB_Vector u;
    bool transpose_A, transpose_B;
    GrB_Descriptor desc;
} operands;

static bool has_A(const operands *o, int i, int j)
{
    return o->transpose_A ? in_A[j][i] : in_A[i][j];
}

static bool has_B(const operands *o, int i, int j)
{
    return o->transpose_B ? in_B[j][i] : in_B[i][j];
}

static void make_operands(operands *o, GrB_Type type)
{
    const int64_t value[2] = {40, 0}; /* of any type of at most 16 bytes */
    *o = (operands){0};
    ok(GrB_Matrix_new(&o->A, type, N, N));
    ok(GrB_Matrix_new(&o->B, type, N, N));
    ok(GrB_Vector_new(&o->u, type, N));
    for (GrB_Index i = 0; i < N; i++) {
        for (GrB_Index j = 0; j < N; j++) {
            const bool own = type != GrB_FP64;
            if (in_A[i][j])
                ok(own ? GrB_Matrix_setElement_UDT(o->A, value, i, j) : GrB_Matrix_setElement_FP64(o->A, 40.5, i, j));
            if (in_B[i][j])
                ok(own ? GrB_Matrix_setElement_UDT(o->B, value, i, j) : GrB_Matrix_setElement_FP64(o->B, 50.5, i, j));
            if (j == 0 && in_u[i])
                ok(own ? GrB_Vector_setElement_UDT(o->u, value, i) : GrB_Vector_setElement_FP64(o->u, 60.5, i));
        }
    }
}

static void transpose_operands(operands *o, int bits)
{
    const GrB_Descriptor all[4] = {NULL, GrB_DESC_T0, GrB_DESC_T1, GrB_DESC_T0T1};
    o->transpose_A = bits & 1;
    o->transpose_B = bits & 2;
    o->desc = all[bits];
}

static void free_operands(operands *o)
{
    ok(GrB_Matrix_free(&o->A));
    ok(GrB_Matrix_free(&o->B));
    ok(GrB_Vector_free(&o->u));
}

/* The value at (i, j) is x, if there is one. */
static void expect_at(const char *what, GrB_Matrix C, int i, int j, bool has, int64_t x)
{
    int64_t found = 0;
    const GrB_Info info = GrB_Matrix_extractElement_INT64(&found, C, (GrB_Index)i, (GrB_Index)j);
    if (info != (has ? GrB_SUCCESS : GrB_NO_VALUE) || (has && found != x))
        fail_msg("%s: at (%d, %d) status %d, %d instead of %d", what, i, j, info, (int)found, (int)x);
}

static void expect_in_vector(const char *what, GrB_Vector w, int i, bool has, int64_t x)
{
    int64_t found = 0;
    const GrB_Info info = GrB_Vector_extractElement_INT64(&found, w, (GrB_Index)i);
    if (info != (has ? GrB_SUCCESS : GrB_NO_VALUE) || (has && found != x))
        fail_msg("%s: at %d status %d, %d instead of %d", what, i, info, (int)found, (int)x);
}

static void expect_products(const operands *o, int which, const char *name, GrB_Semiring plus)
{
    OWNED(GrB_Matrix) C = NULL;
    OWNED(GrB_Vector) w = NULL, v = NULL;
    ok(GrB_Matrix_new(&C, GrB_INT64, N, N));
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_Vector_new(&v, GrB_INT64, N));
    ok(GrB_mxm(C, NULL, NULL, plus, o->A, o->B, o->desc));
    ok(GrB_mxv(w, NULL, NULL, plus, o->A, o->u, o->desc));
    ok(GrB_vxm(v, NULL, NULL, plus, o->u, o->B, o->desc));
    for (int i = 0; i < N; i++) {
        int64_t in_w = 0, in_v = 0;
        bool has_w = false, has_v = false;
        for (int j = 0; j < N; j++) {
            int64_t sum_at = 0;
            bool has = false;
            for (int k = 0; k < N; k++) {
                if (!has_A(o, i, k) || !has_B(o, k, j)) continue;
                has = true;
                sum_at += place(which, i, k, k, j);
            }
            expect_at(name, C, i, j, has, sum_at);
            if (has_A(o, i, j) && in_u[j]) has_w = true, in_w += place(which, i, j, j, 0);
            if (in_u[j] && has_B(o, j, i)) has_v = true, in_v += place(which, 0, j, j, i);
        }
        expect_in_vector(name, w, i, has_w, in_w);
        expect_in_vector(name, v, i, has_v, in_v);
    }
}

static void expect_elementwise(const operands *o, int which, const char *name, GrB_BinaryOp op, bool add)
{
    OWNED(GrB_Matrix) C = NULL, K = NULL, D = NULL;
    ok(GrB_Matrix_new(&C, GrB_INT64, N, N));
    ok(GrB_Matrix_new(&D, GrB_INT64, N, N));
    ok(GrB_Matrix_new(&K, GrB_INT64, N * N, N * N));
    ok(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, op, o->A, o->B, o->desc));
    ok(GrB_Matrix_kronecker_BinaryOp(K, NULL, NULL, op, o->A, o->B, o->desc));
    if (add) ok(GrB_Matrix_eWiseAdd_BinaryOp(D, NULL, NULL, op, o->A, o->B, o->desc));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            const bool a = has_A(o, i, j), b = has_B(o, i, j);
            const int64_t here = place(which, i, j, i, j);
            expect_at(name, C, i, j, a && b, here);
            if (add) expect_at(name, D, i, j, a || b, a && b ? here : a ? 40 : 50);
            for (int k = 0; k < N; k++)
                for (int l = 0; l < N; l++)
                    expect_at(name, K, i * N + k, j * N + l, a && has_B(o, k, l), place(which, i, j, k, l));
        }
}

static void expect_applied(const operands *o, int which, GrB_UnaryOp unary, GrB_BinaryOp first, GrB_BinaryOp second)
{
    OWNED(GrB_Matrix) C = NULL, D = NULL, E = NULL;
    OWNED(GrB_Vector) w = NULL;
    ok(GrB_Matrix_new(&C, GrB_INT64, N, N));
    ok(GrB_Matrix_new(&D, GrB_INT64, N, N));
    ok(GrB_Matrix_new(&E, GrB_INT64, N, N));
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_Matrix_apply(C, NULL, NULL, unary, o->A, o->desc));
    ok(GrB_Matrix_apply_BinaryOp2nd_FP64(D, NULL, NULL, first, o->A, 7, o->desc));
    ok(GrB_Matrix_apply_BinaryOp1st_FP64(E, NULL, NULL, second, 7, o->B, o->desc));
    ok(GrB_Vector_apply(w, NULL, NULL, unary, o->u, NULL));
    for (int i = 0; i < N; i++) {
        expect_in_vector("apply", w, i, in_u[i], place(which, i, 0, 0, 0));
        for (int j = 0; j < N; j++) {
            const int64_t here = place(which, i, j, 0, 0);
            expect_at("apply", C, i, j, has_A(o, i, j), here);
            expect_at("apply with a value", D, i, j, has_A(o, i, j), here);
            expect_at("apply of a value", E, i, j, has_B(o, i, j), here);
        }
    }
}

/* Values are real numbers, or of a type of the caller, which nothing casts. */
static void places_of(GrB_Type type)
{
    static const char *const names[] = {EACH_PLACE(QUOTED, , )};
    const GrB_BinaryOp ops[2][PLACES] = {{EACH_PLACE(SAME, GxB_, _INT32)}, {EACH_PLACE(SAME, GxB_, _INT64)}};
    const GrB_Semiring plus[2][PLACES] = {{EACH_PLACE(SAME, GxB_PLUS_, _INT32)}, {EACH_PLACE(SAME, GxB_PLUS_, _INT64)}};
    const GrB_UnaryOp unary[2][4] = {
        {GxB_POSITIONI_INT32, GxB_POSITIONI1_INT32, GxB_POSITIONJ_INT32, GxB_POSITIONJ1_INT32},
        {GxB_POSITIONI_INT64, GxB_POSITIONI1_INT64, GxB_POSITIONJ_INT64, GxB_POSITIONJ1_INT64}};
    operands o;
    make_operands(&o, type);
    for (int bits = 0; bits < 4; bits++)
        for (int wide = 0; wide < 2; wide++)
            for (int k = 0; k < PLACES; k++) {
                transpose_operands(&o, bits);
                expect_products(&o, k, names[k], plus[wide][k]);
                expect_elementwise(&o, k, names[k], ops[wide][k], type == GrB_FP64);
                if (k < 4) expect_applied(&o, k, unary[wide][k], ops[wide][k], ops[!wide][k + 4]);
            }
    free_operands(&o);
}

static void places(void **state)
{
    places_of(GrB_FP64);
}

static void places_of_any_type(void **state)
{
    OWNED(GrB_Type) type = NULL;
    ok(GrB_Type_new(&type, 16));
    places_of(type);
}

/* ANY and a mask; an accumulator; a monoid of the caller. */
static void places_elsewhere(void **state)
{
    OWNED(GrB_Monoid) monoid = NULL;
    OWNED(GrB_Semiring) semiring = NULL;
    OWNED(GrB_Matrix) C = NULL;
    operands o;
    make_operands(&o, GrB_FP64);
    ok(GrB_Matrix_new(&C, GrB_FP64, N, N));
    ok(GrB_Matrix_setElement_FP64(C, 100, 2, 2));
    ok(GrB_mxm(C, NULL, GrB_PLUS_FP64, GxB_ANY_FIRSTI1_INT32, o.A, o.B, NULL));
    expect_at("accumulated", C, 2, 2, true, 103);
    expect_at("accumulated", C, 0, 2, true, 1);
    ok(GrB_mxm(C, o.A, NULL, GxB_MAX_FIRSTJ_INT64, o.A, o.B, GrB_DESC_RSC));
    expect_at("masked", C, 2, 2, true, 1);
    ok(GrB_Monoid_new_INT64(&monoid, GrB_BXOR_INT64, 0));
    ok(GrB_Semiring_new(&semiring, monoid, GxB_SECONDJ1_INT64));
    ok(GrB_mxm(C, NULL, NULL, semiring, o.A, o.B, NULL));
    expect_at("xor", C, 2, 2, true, 0); /* 3 and 3 */
    expect_at("xor", C, 0, 2, true, 3);
    free_operands(&o);
}

static void places_refused(void **state)
{
    const GrB_Index ids[] = {1, 1};
    const int64_t values[] = {1, 2};
    OWNED(GrB_Monoid) monoid = NULL;
    OWNED(GrB_Vector) w = NULL, u = NULL;
    OWNED(GrB_Matrix) A = NULL;
    int64_t x = 5;
    ok(GrB_Vector_new(&w, GrB_INT64, N));
    ok(GrB_Vector_new(&u, GrB_INT64, N));
    ok(GrB_Matrix_new(&A, GrB_INT64, N, N));
    fails(DOMAIN_MISMATCH, GrB_Vector_apply(w, NULL, GxB_FIRSTI_INT64, GxB_ONE_INT64, u, NULL));
    fails(DOMAIN_MISMATCH, GrB_Vector_assign_INT64(w, NULL, GxB_SECONDJ_INT32, 3, GrB_ALL, N, NULL));
    fails(DOMAIN_MISMATCH, GrB_Vector_reduce_INT64(&x, GxB_FIRSTJ1_INT64, GrB_PLUS_MONOID_INT64, u, NULL));
    fails(DOMAIN_MISMATCH, GrB_Vector_build_INT64(w, ids, values, 2, GxB_SECONDI_INT64));
    fails(DOMAIN_MISMATCH, GrB_Matrix_build_INT64(A, ids, ids, values, 2, GxB_FIRSTI1_INT64));
    fails(DOMAIN_MISMATCH, GrB_Monoid_new_INT64(&monoid, GxB_FIRSTI_INT64, 0));
    assert_true(x == 5 && !monoid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(places_of_any_type),
        cmocka_unit_test(places_elsewhere),
        cmocka_unit_test(places_refused),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The predefined monoids and semirings of extensions, each by the sums that its name says; and those of the caller,
 * of operators of extensions.
 */
#include "tests/graphblas/common.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------
 * Monoids
 */

/* The sum of one value at two places, or of 5 and 6; and that of none. */
static void expect_sum(const char *name, GrB_Monoid monoid, GrB_Type type, bool any, uint64_t wanted, uint64_t identity)
{
    OWNED(GrB_Vector) u = NULL;
    uint64_t sum = 77;
    ok(GrB_Vector_new(&u, type, 40));
    ok(GrB_Vector_reduce_UINT64(&sum, NULL, monoid, u, NULL));
    if (sum != identity) fail_msg("%s of none: %llu", name, (unsigned long long)sum);
    ok(GrB_Vector_setElement_UINT64(u, any ? 1 : 5, 7));
    ok(GrB_Vector_setElement_UINT64(u, any ? 1 : 6, 31));
    ok(GrB_Vector_reduce_UINT64(&sum, NULL, monoid, u, NULL));
    if (sum != wanted) fail_msg("%s: %llu, not %llu", name, (unsigned long long)sum, (unsigned long long)wanted);
}

static void monoids(void **state)
{
#define BITS(T, ctype, not_used)                                                                                       \
    expect_sum("BOR " #T, GxB_BOR_##T##_MONOID, GrB_##T, false, 7, 0);                                                 \
    expect_sum("BAND " #T, GxB_BAND_##T##_MONOID, GrB_##T, false, 4, T##_MAX);                                         \
    expect_sum("BXOR " #T, GxB_BXOR_##T##_MONOID, GrB_##T, false, 3, 0);                                               \
    expect_sum("BXNOR " #T, GxB_BXNOR_##T##_MONOID, GrB_##T, false, T##_MAX - 3, T##_MAX);
    GRB_FOR_UNSIGNED(BITS, 0)
#undef BITS
#define ANY(T, ctype, not_used) expect_sum("ANY " #T, GxB_ANY_##T##_MONOID, GrB_##T, true, 1, 0);
    GRB_FOR_TYPES(ANY, 0)
#undef ANY
}

/* A monoid and a semiring of the caller, of operators that Tropic has no monoid of. */
static void of_the_caller(void **state)
{
    OWNED(GrB_Monoid) either = NULL, same = NULL;
    OWNED(GrB_Semiring) semiring = NULL;
    OWNED(GrB_Vector) u = NULL, w = NULL;
    OWNED(GrB_Matrix) A = NULL;
    int32_t sum = 7;
    ok(GrB_Monoid_new_INT32(&either, GxB_LOR_INT32, 0));
    ok(GrB_Monoid_new_FP64(&same, GxB_LXOR_FP64, 0));
    ok(GrB_Vector_new(&u, GrB_INT32, 50));
    ok(GrB_Vector_new(&w, GrB_INT32, 50));
    ok(GrB_Matrix_new(&A, GrB_INT32, 50, 50));
    ok(GrB_Vector_reduce_INT32(&sum, NULL, either, u, NULL));
    assert_int_equal(sum, 0);
    for (GrB_Index i = 0; i < 50; i++) ok(GrB_Vector_setElement_INT32(u, (int32_t)(i % 3), i));
    ok(GrB_Vector_reduce_INT32(&sum, NULL, either, u, NULL));
    assert_int_equal(sum, 1);
    ok(GrB_Vector_reduce_INT32(&sum, NULL, same, u, NULL)); /* 33 are not 0 */
    assert_int_equal(sum, 1);
    ok(GrB_Matrix_setElement_INT32(A, 4, 2, 7));
    ok(GrB_Matrix_setElement_INT32(A, 5, 2, 9));
    ok(GrB_Semiring_new(&semiring, either, GxB_BGET_INT32));
    ok(GrB_mxv(w, NULL, NULL, semiring, A, u, NULL)); /* bit 1 of 4, bit 0 of 5 */
    ok(GrB_Vector_extractElement_INT32(&sum, w, 2));
    assert_int_equal(sum, 0);
    ok(GrB_Vector_setElement_INT32(u, 3, 7));
    ok(GrB_mxv(w, NULL, GxB_RMINUS_INT32, semiring, A, u, NULL)); /* 1 - 0 */
    ok(GrB_Vector_extractElement_INT32(&sum, w, 2));
    assert_int_equal(sum, 1);
}

/* ------------------------------------------------------------------------------------------------
 * Semirings: C(1, 2) of A(1, 0) B(0, 2) and A(1, 2) B(2, 2)
 */

typedef struct term {
    double x, y;
    int i, k, j; /* of A(i, k) and B(k, j) */
} term;

static bool is_real(GrB_Type type)
{
    return type == GrB_FP32 || type == GrB_FP64;
}

static double quotient(double x, double y, bool real)
{
    return real ? x / y : y == 0 ? (x == 0 ? 0 : HUGE_VAL) : (double)((int)x / (int)y);
}

static double product(const char *mul, const term *t, bool real)
{
    const double x = t->x, y = t->y;
#define VALUE(NAME, value)                                                                                             \
    if (strcmp(mul, #NAME) == 0) return value;
    VALUE(FIRST, x)
    VALUE(SECOND, y)
    VALUE(PAIR, 1)
    VALUE(MIN, x < y ? x : y)
    VALUE(MAX, x > y ? x : y)
    VALUE(PLUS, x + y)
    VALUE(MINUS, x - y)
    VALUE(RMINUS, y - x)
    VALUE(TIMES, x * y)
    VALUE(DIV, quotient(x, y, real))
    VALUE(RDIV, quotient(y, x, real))
    VALUE(ISEQ, x == y)
    VALUE(ISNE, x != y)
    VALUE(ISGT, x > y)
    VALUE(ISLT, x < y)
    VALUE(ISGE, x >= y)
    VALUE(ISLE, x <= y)
    VALUE(EQ, x == y)
    VALUE(NE, x != y)
    VALUE(GT, x > y)
    VALUE(LT, x < y)
    VALUE(GE, x >= y)
    VALUE(LE, x <= y)
    VALUE(LOR, x != 0 || y != 0)
    VALUE(LAND, x != 0 && y != 0)
    VALUE(LXOR, (x != 0) != (y != 0))
    VALUE(BOR, (int)x | (int)y)
    VALUE(BAND, (int)x & (int)y)
    VALUE(BXOR, (int)x ^ (int)y)
    VALUE(BXNOR, ~((int)x ^ (int)y))
    VALUE(FIRSTI, t->i)
    VALUE(FIRSTI1, t->i + 1)
    VALUE(FIRSTJ, t->k)
    VALUE(FIRSTJ1, t->k + 1)
    VALUE(SECONDI, t->k)
    VALUE(SECONDI1, t->k + 1)
    VALUE(SECONDJ, t->j)
    VALUE(SECONDJ1, t->j + 1)
#undef VALUE
    fail_msg("no product %s", mul);
    return 0;
}

static double sum(const char *add, double a, double b)
{
#define VALUE(NAME, value)                                                                                             \
    if (strcmp(add, #NAME) == 0) return value;
    VALUE(MIN, a < b ? a : b)
    VALUE(MAX, a > b ? a : b)
    VALUE(PLUS, a + b)
    VALUE(TIMES, a * b)
    VALUE(ANY, a)
    VALUE(LOR, a != 0 || b != 0)
    VALUE(LAND, a != 0 && b != 0)
    VALUE(LXOR, (a != 0) != (b != 0))
    VALUE(EQ, (a != 0) == (b != 0))
    VALUE(BOR, (double)((int64_t)a | (int64_t)b))
    VALUE(BAND, (double)((int64_t)a & (int64_t)b))
    VALUE(BXOR, (double)((int64_t)a ^ (int64_t)b))
    VALUE(BXNOR, (double)~((int64_t)a ^ (int64_t)b))
#undef VALUE
    fail_msg("no sum %s", add);
    return 0;
}

/* As a value of the type: bits that are complemented are its own. */
static double cut(GrB_Type type, double x)
{
    if (type == GrB_BOOL) return x != 0;
    if (x >= 0 || type == GrB_FP32 || type == GrB_FP64) return x;
    if (type == GrB_UINT8) return (uint8_t)(int64_t)x;
    if (type == GrB_UINT16) return (uint16_t)(int64_t)x;
    return type == GrB_UINT32 ? (uint32_t)(int64_t)x : x;
}

typedef struct tested {
    const char *name, *add, *mul;
    GrB_Semiring semiring;
    GrB_Type type, z;
} tested;

static void expect_semiring(const tested *s, const term t[2])
{
    OWNED(GrB_Matrix) A = NULL, B = NULL, C = NULL;
    double a[2], wanted, found = 0;
    GrB_Index entries = 0;
    ok(GrB_Matrix_new(&A, s->type, 3, 3));
    ok(GrB_Matrix_new(&B, s->type, 3, 3));
    ok(GrB_Matrix_new(&C, s->z, 3, 3));
    for (int e = 0; e < 2; e++) {
        ok(GrB_Matrix_setElement_FP64(A, t[e].x, (GrB_Index)t[e].i, (GrB_Index)t[e].k));
        ok(GrB_Matrix_setElement_FP64(B, t[e].y, (GrB_Index)t[e].k, (GrB_Index)t[e].j));
        a[e] = cut(s->z, product(s->mul, &t[e], is_real(s->type)));
    }
    wanted = cut(s->z, sum(s->add, a[0], a[1]));
    if (s->z == GrB_UINT64 && wanted < 0) wanted += 0x1p64;
    ok(GrB_mxm(C, NULL, NULL, s->semiring, A, B, NULL));
    ok(GrB_Matrix_nvals(&entries, C));
    assert_int_equal(entries, 1);
    ok(GrB_Matrix_extractElement_FP64(&found, C, 1, 2));
    if (found != wanted && !(strcmp(s->add, "ANY") == 0 && found == a[1]))
        fail_msg("%s: %g and %g are %g, not %g", s->name, a[0], a[1], found, wanted);
}

/* (A GPU compiles each: one of several. Differences are none that an unsigned type lacks.) */
static void semiring(const tested *s)
{
    static int calls;
    static const term numbers[2] = {{4, 2, 1, 0, 2}, {1, 8, 1, 2, 2}}, down[2] = {{4, 2, 1, 0, 2}, {8, 1, 1, 2, 2}},
                      up[2] = {{2, 4, 1, 0, 2}, {1, 8, 1, 2, 2}}, truths[2] = {{1, 0, 1, 0, 2}, {1, 1, 1, 2, 2}},
                      more[2] = {{0, 1, 1, 0, 2}, {0, 0, 1, 2, 2}};
    if (test_device() == TROPIC_DEVICE_CUDA && calls++ % 50 != 0) return;
    if (strcmp(s->mul, "MINUS") == 0 || strcmp(s->mul, "RMINUS") == 0) {
        expect_semiring(s, s->mul[0] == 'M' ? down : up);
        return;
    }
    if (s->type != GrB_BOOL) expect_semiring(s, numbers);
    if (strstr(s->mul, "DIV")) return;
    expect_semiring(s, truths);
    expect_semiring(s, more);
}

static void semirings(void **state)
{
#define GRB_CHECK(name, ADD, MUL, T, Z) semiring(&(tested){#name, #ADD, #MUL, name, GrB_##T, GrB_##Z});
    GRB_EXTENSION_SEMIRINGS(GRB_CHECK)
#undef GRB_CHECK
}

/* Outside of sums, ANY is the second of two values: elementwise, as accumulator, and of values built at one place. */
static void any_of_two(void **state)
{
    enum { N = 3 };
    GrB_Vector u, v, w;
    double x = 0;
    ok(GrB_Vector_new(&u, GrB_FP64, N));
    ok(GrB_Vector_new(&v, GrB_FP64, N));
    ok(GrB_Vector_new(&w, GrB_FP64, N));
    ok(GrB_Vector_setElement_FP64(u, 1, 0));
    ok(GrB_Vector_setElement_FP64(u, 2, 1));
    ok(GrB_Vector_setElement_FP64(v, 12, 1));
    ok(GrB_Vector_eWiseAdd_BinaryOp(w, NULL, NULL, GxB_ANY_FP64, u, v, NULL));
    ok(GrB_Vector_extractElement_FP64(&x, w, 0));
    assert_true(x == 1);
    ok(GrB_Vector_extractElement_FP64(&x, w, 1));
    assert_true(x == 12);
    ok(GrB_Vector_eWiseMult_Monoid(w, NULL, NULL, GxB_ANY_FP64_MONOID, v, u, NULL));
    ok(GrB_Vector_extractElement_FP64(&x, w, 1));
    assert_true(x == 2);
    ok(GrB_Vector_assign(w, NULL, GxB_ANY_FP64, v, GrB_ALL, N, NULL));
    ok(GrB_Vector_extractElement_FP64(&x, w, 1));
    assert_true(x == 12);
    ok(GrB_Vector_clear(w));
    ok(GrB_Vector_build_FP64(w, ((GrB_Index[]){2, 2}), ((double[]){5, 6}), 2, GxB_ANY_FP64));
    ok(GrB_Vector_extractElement_FP64(&x, w, 2));
    assert_true(x == 6);
    ok(GrB_Vector_free(&u));
    ok(GrB_Vector_free(&v));
    ok(GrB_Vector_free(&w));
}

/* What an operator does not read has any type. */
static void unread_operands(void **state)
{
    const int64_t value[3] = {7, 8, 9};
    GrB_Type own;
    GrB_Matrix A, B, C;
    GrB_Vector u, w;
    int64_t x;
    ok(GrB_Type_new(&own, sizeof value));
    ok(GrB_Matrix_new(&A, own, 2, 2));
    ok(GrB_Matrix_new(&B, GrB_INT64, 2, 2));
    ok(GrB_Matrix_new(&C, GrB_INT64, 2, 2));
    ok(GrB_Vector_new(&u, own, 2));
    ok(GrB_Vector_new(&w, GrB_INT64, 2));
    for (GrB_Index i = 0; i < 2; i++) {
        ok(GrB_Matrix_setElement_UDT(A, value, 0, i));
        ok(GrB_Matrix_setElement_INT64(B, 5 * (int64_t)i + 5, i, 0));
        ok(GrB_Vector_setElement_UDT(u, value, i));
    }
    ok(GrB_mxm(C, NULL, NULL, GxB_PLUS_PAIR_INT64, A, A, GrB_DESC_T1));
    ok(GrB_Matrix_extractElement_INT64(&x, C, 0, 0));
    assert_int_equal(x, 2);
    ok(GrB_mxm(C, NULL, NULL, GxB_PLUS_SECOND_INT64, A, B, NULL));
    ok(GrB_Matrix_extractElement_INT64(&x, C, 0, 0));
    assert_int_equal(x, 15);
    ok(GrB_Matrix_eWiseMult_BinaryOp(C, NULL, NULL, GrB_FIRST_INT64, B, A, NULL));
    ok(GrB_Matrix_extractElement_INT64(&x, C, 0, 0));
    assert_int_equal(x, 5);
    ok(GrB_mxv(w, NULL, NULL, GxB_PLUS_PAIR_INT64, A, u, NULL));
    ok(GrB_Vector_extractElement_INT64(&x, w, 0));
    assert_int_equal(x, 2);
    fails(DOMAIN_MISMATCH, GrB_mxm(C, NULL, NULL, GxB_PLUS_SECOND_INT64, B, A, NULL));
    fails(DOMAIN_MISMATCH, GrB_mxm(C, NULL, NULL, GxB_PLUS_FIRST_INT64, A, B, NULL));
    fails(DOMAIN_MISMATCH, GrB_Matrix_eWiseAdd_BinaryOp(C, NULL, NULL, GrB_FIRST_INT64, B, A, NULL));
    ok(GrB_Matrix_free(&A));
    ok(GrB_Matrix_free(&B));
    ok(GrB_Matrix_free(&C));
    ok(GrB_Vector_free(&u));
    ok(GrB_Vector_free(&w));
    ok(GrB_Type_free(&own));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_of_two), cmocka_unit_test(monoids),         cmocka_unit_test(of_the_caller),
        cmocka_unit_test(semirings),  cmocka_unit_test(unread_operands),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

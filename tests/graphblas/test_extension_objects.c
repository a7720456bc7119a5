/* SPDX-License-Identifier: Apache-2.0
 *
 * The predefined objects of extensions: each row of the tables is there under its name, and operators compute what
 * the name says. Monoids and semirings: test_extension_semirings.c.
 */
#include "tests/graphblas/common.h"

#include <math.h>
#include <string.h>

/* Exact for values of all types. */
typedef long double number;

/* ------------------------------------------------------------------------------------------------
 * Names and types
 */

static void expect_object(const char *name, GrB_Info found, const char *wanted)
{
    ok(found);
    assert_string_equal(name, wanted);
}

static void names(void **state)
{
    char name[64];
#define GRB_NAMED(KIND, object) expect_object(name, GrB_##KIND##_get_String(object, name, GrB_NAME), #object);
#define GRB_CHECK(object, ...) GRB_NAMED(UnaryOp, object)
    GRB_ONE_OPS(GRB_CHECK)
    GRB_EXTENSION_UNARY_OPS(GRB_CHECK)
    GRB_REAL_TESTS(GRB_CHECK)
    GRB_PLACE_OPS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(object, ...) GRB_NAMED(BinaryOp, object)
    GRB_ANY_OPS(GRB_CHECK)
    GRB_EXTENSION_BINARY_OPS(GRB_CHECK)
    GRB_SHIFT_OPS(GRB_CHECK)
    GRB_PLACES_OF_TWO(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(object, ...) GRB_NAMED(Monoid, object)
    GRB_EXTENSION_MONOIDS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(object, ...) GRB_NAMED(Semiring, object)
    GRB_EXTENSION_SEMIRINGS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(KIND, object, original) assert_ptr_equal(object, original);
    GRB_OPERATOR_ALIASES(GRB_CHECK)
    GRB_MONOID_ALIASES(GRB_CHECK)
    GRB_SEMIRING_ALIASES(GRB_CHECK)
#undef GRB_CHECK
}

/* Of operators the types of z, x and y; of monoids and semirings that of their sums. */
static void types(void **state)
{
    int32_t code = 0;
#define GRB_EXPECT(KIND, object, FIELD, T)                                                                             \
    ok(GrB_##KIND##_get_INT32(object, &code, GrB_##FIELD##_TYPE_CODE));                                                \
    assert_int_equal(code, GrB_##T##_CODE);
#define GRB_CHECK(name, OP, T, ctype) GRB_EXPECT(UnaryOp, name, OUTP, T) GRB_EXPECT(UnaryOp, name, INP0, T)
    GRB_ONE_OPS(GRB_CHECK)
    GRB_EXTENSION_UNARY_OPS(GRB_CHECK)
    GRB_PLACE_OPS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(name, OP, T, ctype) GRB_EXPECT(UnaryOp, name, OUTP, BOOL) GRB_EXPECT(UnaryOp, name, INP0, T)
    GRB_REAL_TESTS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(name, OP, T, ctype)                                                                                  \
    GRB_EXPECT(BinaryOp, name, OUTP, T) GRB_EXPECT(BinaryOp, name, INP0, T) GRB_EXPECT(BinaryOp, name, INP1, T)
    GRB_ANY_OPS(GRB_CHECK)
    GRB_EXTENSION_BINARY_OPS(GRB_CHECK)
    GRB_PLACES_OF_TWO(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(name, OP, T, ctype)                                                                                  \
    GRB_EXPECT(BinaryOp, name, OUTP, T) GRB_EXPECT(BinaryOp, name, INP0, T) GRB_EXPECT(BinaryOp, name, INP1, INT8)
    GRB_SHIFT_OPS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(name, operator_, OP, T, ctype) GRB_EXPECT(Monoid, name, OUTP, T)
    GRB_EXTENSION_MONOIDS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(name, ADD, MUL, T, Z) GRB_EXPECT(Semiring, name, OUTP, Z)
    GRB_EXTENSION_SEMIRINGS(GRB_CHECK)
#undef GRB_CHECK
}

/* ------------------------------------------------------------------------------------------------
 * Values
 */

static void set(GrB_Vector v, GrB_Index i, number x)
{
    if (isnan(x) || isinf(x) || x != floorl(x))
        ok(GrB_Vector_setElement_FP64(v, (double)x, i));
    else if (x < 0)
        ok(GrB_Vector_setElement_INT64(v, (int64_t)x, i));
    else
        ok(GrB_Vector_setElement_UINT64(v, (uint64_t)x, i));
}

static number get(GrB_Vector v, GrB_Type type, GrB_Index i)
{
    double real = 0;
    int64_t integer = 0;
    uint64_t word = 0;
    if (type == GrB_FP32 || type == GrB_FP64) {
        ok(GrB_Vector_extractElement_FP64(&real, v, i));
        return (number)real;
    }
    ok(GrB_Vector_extractElement_INT64(&integer, v, i));
    ok(GrB_Vector_extractElement_UINT64(&word, v, i));
    return type == GrB_UINT64 ? (number)word : (number)integer;
}

/* A function of real numbers is right up to the last bits of its type. */
static void expect(const char *name, GrB_Type type, number x, number y, number found, number wanted)
{
    const number within = type == GrB_FP32 ? 1e-5L : type == GrB_FP64 ? 1e-13L : 0;
    const bool same =
        (isnan(found) && isnan(wanted)) || found == wanted || fabsl(found - wanted) <= within * fmaxl(1, fabsl(wanted));
    if (!same) fail_msg("%s(%.20Lg, %.20Lg) is %.20Lg, not %.20Lg", name, x, y, found, wanted);
}

/* f(x) or f(x, y), by an operation on vectors at place 0. */
typedef struct function {
    const char *name;
    GrB_UnaryOp unary; /* NULL: binary */
    GrB_BinaryOp binary;
    GrB_Type z, x, y;
} function;

/* A GPU compiles each operator: one of several. */
static bool is_left_out(void)
{
    static int calls;
    return test_device() == TROPIC_DEVICE_CUDA && calls++ % 5 != 0;
}

static void evaluates_to(const function *f, number x, number y, number wanted)
{
    OWNED(GrB_Vector) u = NULL, v = NULL, w = NULL;
    ok(GrB_Vector_new(&u, f->x, 1));
    ok(GrB_Vector_new(&v, f->y, 1));
    ok(GrB_Vector_new(&w, f->z, 1));
    set(u, 0, x);
    set(v, 0, y);
    if (f->unary)
        ok(GrB_Vector_apply(w, NULL, NULL, f->unary, u, NULL));
    else
        ok(GrB_Vector_eWiseMult_BinaryOp(w, NULL, NULL, f->binary, u, v, NULL));
    expect(f->name, f->z, x, y, get(w, f->z, 0), wanted);
}

/* The values of each OP, for whole numbers or real ones. */
#define UNARY_VALUES(X)                                                                                                \
    X(SQRT, sqrt(x))                                                                                                   \
    X(LOG, log(x))                                                                                                     \
    X(EXP, exp(x))                                                                                                     \
    X(LOG2, log2(x))                                                                                                   \
    X(SIN, sin(x))                                                                                                     \
    X(COS, cos(x))                                                                                                     \
    X(TAN, tan(x))                                                                                                     \
    X(ACOS, acos(x))                                                                                                   \
    X(ASIN, asin(x))                                                                                                   \
    X(ATAN, atan(x))                                                                                                   \
    X(SINH, sinh(x))                                                                                                   \
    X(COSH, cosh(x))                                                                                                   \
    X(TANH, tanh(x))                                                                                                   \
    X(ACOSH, acosh(x))                                                                                                 \
    X(ASINH, asinh(x))                                                                                                 \
    X(ATANH, atanh(x))                                                                                                 \
    X(SIGNUM, x < 0 ? -1 : 1)                                                                                          \
    X(CEIL, x < 0 ? 0 : x < 1 ? 1 : 2)                                                                                 \
    X(FLOOR, x < 0 ? -1 : x < 1 ? 0 : 1)                                                                               \
    X(ROUND, x < 0 ? -1 : x < 1 ? 1 : 2)                                                                               \
    X(TRUNC, x < 1 ? 0 : 1)                                                                                            \
    X(EXP2, exp2(x))                                                                                                   \
    X(EXPM1, expm1(x))                                                                                                 \
    X(LOG10, log10(x))                                                                                                 \
    X(LOG1P, log1p(x))                                                                                                 \
    X(LGAMMA, lgamma(x))                                                                                               \
    X(TGAMMA, tgamma(x))                                                                                               \
    X(ERF, erf(x))                                                                                                     \
    X(ERFC, erfc(x))                                                                                                   \
    X(CBRT, cbrt(x))                                                                                                   \
    X(FREXPX, x < 0 ? -0.5 : x < 1 ? 0.5 : 0.75)                                                                       \
    X(FREXPE, x < 1 ? 0 : 1)                                                                                           \
    X(LNOT, 0)                                                                                                         \
    X(ONE, 1)

static double unary_value(const char *op, double x)
{
#define VALUE(OP, value)                                                                                               \
    if (strcmp(op, #OP) == 0) return value;
    UNARY_VALUES(VALUE)
#undef VALUE
    fail_msg("no value of %s", op);
    return 0;
}

/* At 0.5, 1.5 and -0.5, of other types at 3. */
static void unary_operator(const char *name, const char *op, GrB_UnaryOp f, GrB_Type type)
{
    static const double reals[] = {0.5, 1.5, -0.5};
    const function g = {name, f, NULL, type, type, GrB_BOOL};
    if (is_left_out()) return;
    if (type != GrB_FP32 && type != GrB_FP64)
        evaluates_to(&g, type == GrB_BOOL ? 1 : 3, 0, unary_value(op, 3));
    else
        for (int k = 0; k < 3; k++) evaluates_to(&g, reals[k], 0, unary_value(op, reals[k]));
}

static void unary_operators(void **state)
{
#define GRB_CHECK(name, OP, T, ctype) unary_operator(#name, #OP, name, GrB_##T);
    GRB_ONE_OPS(GRB_CHECK)
    GRB_EXTENSION_UNARY_OPS(GRB_CHECK)
#undef GRB_CHECK
}

/* (x, y) = (2, 3): of whole numbers and of real ones. */
static const struct binary_value {
    const char *op;
    double whole, real;
} binary_values[] = {
    {"POW", 8, 8},
    {"RMINUS", 1, 1},
    {"RDIV", 1, 1.5},
    {"ISEQ", 0, 0},
    {"ISNE", 1, 1},
    {"ISGT", 0, 0},
    {"ISLT", 1, 1},
    {"ISGE", 0, 0},
    {"ISLE", 1, 1},
    {"LOR", 1, 1},
    {"LAND", 1, 1},
    {"LXOR", 0, 0},
    {"BGET", 0, 0},
    {"BSET", 6, 0},
    {"BCLR", 2, 0},
    {"BSHIFT", 16, 0},
    {"FMOD", 0, 2},
    {"LDEXP", 0, 16},
    {"COPYSIGN", 0, 2},
    {"REMAINDER", 0, -1},
    {"HYPOT", 0, 3.6055512754639892931},
    {"ATAN2", 0, 0.58800260354756755125},
};

static void binary_operator(const char *name, const char *op, GrB_BinaryOp f, GrB_Type type, GrB_Type y)
{
    const function g = {name, NULL, f, type, type, y};
    const bool real = type == GrB_FP32 || type == GrB_FP64;
    if (is_left_out()) return;
    for (size_t k = 0; k < sizeof binary_values / sizeof *binary_values; k++) {
        if (strcmp(op, binary_values[k].op) != 0) continue;
        evaluates_to(&g, 2, 3, real ? binary_values[k].real : binary_values[k].whole);
        return;
    }
    fail_msg("no value of %s", op);
}

static void binary_operators(void **state)
{
#define GRB_CHECK(name, OP, T, ctype)                                                                                  \
    if (GrB_##T != GrB_BOOL) binary_operator(#name, #OP, name, GrB_##T, GrB_##T);
    GRB_EXTENSION_BINARY_OPS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(name, OP, T, ctype) binary_operator(#name, #OP, name, GrB_##T, GrB_INT8);
    GRB_SHIFT_OPS(GRB_CHECK)
#undef GRB_CHECK
#define GRB_CHECK(name, OP, T, ctype) evaluates_to(&(function){#name, NULL, name, GrB_##T, GrB_##T, GrB_##T}, 1, 1, 1);
    GRB_ANY_OPS(GRB_CHECK)
#undef GRB_CHECK
}

/* ------------------------------------------------------------------------------------------------
 * Values at the ends of types
 */

#define BINARY(OP, T, Y)                                                                                               \
    &(function)                                                                                                        \
    {                                                                                                                  \
        "GxB_" #OP "_" #T, NULL, GxB_##OP##_##T, GrB_##T, GrB_##T, GrB_##Y                                             \
    }
#define UNARY(OP, T, Z)                                                                                                \
    &(function)                                                                                                        \
    {                                                                                                                  \
        "GxB_" #OP "_" #T, GxB_##OP##_##T, NULL, GrB_##Z, GrB_##T, GrB_BOOL                                            \
    }

static void powers(void **state)
{
    for (int x = 0; x < 2; x++)
        for (int y = 0; y < 2; y++) evaluates_to(BINARY(POW, BOOL, BOOL), x, y, x || !y);
    evaluates_to(BINARY(POW, INT8, INT8), -2, 7, -128);
    evaluates_to(BINARY(POW, INT8, INT8), -2, 9, -128);
    evaluates_to(BINARY(POW, INT8, INT8), 2, 7, 127);
    evaluates_to(BINARY(POW, INT8, INT8), 0, -1, 127);
    evaluates_to(BINARY(POW, INT8, INT8), -1, -3, -1);
    evaluates_to(BINARY(POW, INT8, INT8), 2, -1, 0);
    evaluates_to(BINARY(POW, INT16, INT16), -128, 2, 16384);
    evaluates_to(BINARY(POW, INT32, INT32), 0, 0, 1);
    evaluates_to(BINARY(POW, INT64, INT64), 3, 39, 4052555153018976256); /* the nearest double */
    evaluates_to(BINARY(POW, INT64, INT64), -2, 63, INT64_MIN);
    evaluates_to(BINARY(POW, INT64, INT64), INT64_MIN, 1, INT64_MIN);
    evaluates_to(BINARY(POW, UINT8, UINT8), 2, 8, 255);
    evaluates_to(BINARY(POW, UINT32, UINT32), 65535, 2, 4294836225);
    evaluates_to(BINARY(POW, UINT64, UINT64), 2, 63, 9223372036854775808.0L);
    evaluates_to(BINARY(POW, UINT64, UINT64), 2, 64, (number)UINT64_MAX);
    evaluates_to(BINARY(POW, FP64, FP64), NAN, 0, NAN);
    evaluates_to(BINARY(POW, FP64, FP64), 1, NAN, NAN);
    evaluates_to(BINARY(POW, FP32, FP32), -8, 2, 64);
    evaluates_to(BINARY(POW, FP32, FP32), 0, -1, INFINITY);
}

static void quotients(void **state)
{
    evaluates_to(BINARY(RDIV, INT8, INT8), 0, -3, -128);
    evaluates_to(BINARY(RDIV, INT16, INT16), 0, 3, 32767);
    evaluates_to(BINARY(RDIV, INT32, INT32), 0, 0, 0);
    evaluates_to(BINARY(RDIV, INT32, INT32), -1, INT32_MIN, INT32_MIN);
    evaluates_to(BINARY(RDIV, INT64, INT64), -1, INT64_MIN, INT64_MIN);
    evaluates_to(BINARY(RDIV, INT64, INT64), -2, 7, -3);
    evaluates_to(BINARY(RDIV, UINT8, UINT8), 0, 3, 255);
    evaluates_to(BINARY(RDIV, UINT64, UINT64), 0, 0, 0);
    evaluates_to(BINARY(RDIV, FP64, FP64), 0, -1, -INFINITY);
    evaluates_to(BINARY(RDIV, FP32, FP32), 0, 0, NAN);
    evaluates_to(BINARY(RMINUS, INT8, INT8), 1, -128, 127);
    evaluates_to(BINARY(RMINUS, INT64, INT64), 1, INT64_MIN, INT64_MAX);
    evaluates_to(BINARY(RMINUS, UINT32, UINT32), 1, 0, UINT32_MAX);
    evaluates_to(BINARY(RMINUS, FP32, FP32), 0.5L, 0.25L, -0.25L);
}

static void truths(void **state)
{
    evaluates_to(UNARY(LNOT, INT8, INT8), 0, 0, 1);
    evaluates_to(UNARY(LNOT, FP64, FP64), -0.5L, 0, 0);
    evaluates_to(BINARY(LOR, FP32, FP32), 0, 0, 0);
    evaluates_to(BINARY(LOR, INT64, INT64), 0, -7, 1);
    evaluates_to(BINARY(LAND, UINT16, UINT16), 0, 7, 0);
    evaluates_to(BINARY(LXOR, FP64, FP64), 0, NAN, 1);
    evaluates_to(BINARY(LXOR, INT32, INT32), 4, 0, 1);
    evaluates_to(BINARY(ISEQ, FP64, FP64), NAN, NAN, 0);
    evaluates_to(BINARY(ISNE, FP32, FP32), NAN, NAN, 1);
    evaluates_to(BINARY(ISGE, UINT64, UINT64), (number)UINT64_MAX, (number)UINT64_MAX, 1);
    evaluates_to(BINARY(ISGT, INT64, INT64), INT64_MIN, INT64_MAX, 0);
    evaluates_to(BINARY(ISLT, INT8, INT8), -1, 0, 1);
    evaluates_to(BINARY(ISLE, UINT8, UINT8), 255, 254, 0);
    evaluates_to(UNARY(ISINF, FP32, BOOL), -INFINITY, 0, 1);
    evaluates_to(UNARY(ISINF, FP64, BOOL), NAN, 0, 0);
    evaluates_to(UNARY(ISINF, FP64, BOOL), 1e300L, 0, 0);
    evaluates_to(UNARY(ISNAN, FP64, BOOL), NAN, 0, 1);
    evaluates_to(UNARY(ISNAN, FP32, BOOL), INFINITY, 0, 0);
    evaluates_to(UNARY(ISFINITE, FP32, BOOL), 1, 0, 1);
    evaluates_to(UNARY(ISFINITE, FP64, BOOL), INFINITY, 0, 0);
    evaluates_to(UNARY(ISFINITE, FP64, BOOL), NAN, 0, 0);
}

static void bits(void **state)
{
    evaluates_to(BINARY(BGET, INT8, INT8), -128, 8, 1);
    evaluates_to(BINARY(BGET, INT8, INT8), -128, 9, 0);
    evaluates_to(BINARY(BGET, UINT64, UINT64), (number)UINT64_MAX, 64, 1);
    evaluates_to(BINARY(BGET, INT32, INT32), -1, 0, 0);
    evaluates_to(BINARY(BSET, INT8, INT8), 0, 8, -128);
    evaluates_to(BINARY(BSET, INT16, INT16), 5, 17, 5);
    evaluates_to(BINARY(BSET, UINT32, UINT32), 0, 32, 2147483648.0L);
    evaluates_to(BINARY(BCLR, INT64, INT64), -1, 64, INT64_MAX);
    evaluates_to(BINARY(BCLR, UINT8, UINT8), 255, 1, 254);
    evaluates_to(BINARY(BCLR, INT64, INT64), 5, -1, 5);
    evaluates_to(BINARY(BSHIFT, INT8, INT8), -3, -1, -2);
    evaluates_to(BINARY(BSHIFT, INT8, INT8), -3, -8, -1);
    evaluates_to(BINARY(BSHIFT, INT8, INT8), 3, -128, 0);
    evaluates_to(BINARY(BSHIFT, INT8, INT8), 3, 7, -128);
    evaluates_to(BINARY(BSHIFT, UINT16, INT8), 65535, -15, 1);
    evaluates_to(BINARY(BSHIFT, UINT64, INT8), 1, 63, 9223372036854775808.0L);
    evaluates_to(BINARY(BSHIFT, INT64, INT8), 1, 64, 0);
    evaluates_to(BINARY(BSHIFT, INT64, INT8), INT64_MIN, -63, -1);
    evaluates_to(BINARY(BSHIFT, UINT32, INT8), 7, 0, 7);
}

static void reals(void **state)
{
    evaluates_to(UNARY(SIGNUM, FP64, FP64), NAN, 0, NAN);
    evaluates_to(UNARY(SIGNUM, FP32, FP32), 0, 0, 0);
    evaluates_to(UNARY(FREXPX, FP64, FP64), -10, 0, -0.625L);
    evaluates_to(UNARY(FREXPE, FP64, FP64), -10, 0, 4);
    evaluates_to(UNARY(FREXPX, FP32, FP32), INFINITY, 0, INFINITY);
    evaluates_to(UNARY(FREXPE, FP32, FP32), INFINITY, 0, 0);
    evaluates_to(UNARY(FREXPX, FP64, FP64), NAN, 0, NAN);
    evaluates_to(UNARY(ROUND, FP64, FP64), -2.5L, 0, -3);
    evaluates_to(UNARY(TGAMMA, FP64, FP64), 5, 0, 24);
    evaluates_to(UNARY(LGAMMA, FP32, FP32), -1, 0, INFINITY);
    evaluates_to(BINARY(LDEXP, FP64, FP64), 3, -2.9L, 0.75L);
    evaluates_to(BINARY(LDEXP, FP32, FP32), -1, INFINITY, -INFINITY);
    evaluates_to(BINARY(LDEXP, FP64, FP64), 1, -1e300L, 0);
    evaluates_to(BINARY(LDEXP, FP64, FP64), 3, NAN, 3);
    evaluates_to(BINARY(FMOD, FP64, FP64), -7, 3, -1);
    evaluates_to(BINARY(REMAINDER, FP32, FP32), -7, 4, 1);
    evaluates_to(BINARY(COPYSIGN, FP64, FP64), -7, 4, 7);
    evaluates_to(BINARY(HYPOT, FP64, FP64), INFINITY, NAN, INFINITY);
    evaluates_to(BINARY(ATAN2, FP64, FP64), 1, -1, 2.3561944901923449288L);
}

/* Of several values the last one stays; it is no operator. */
static void ignored(void **state)
{
    const GrB_Index ids[] = {1, 2, 1};
    const double values[] = {5, 6, 7.5};
    OWNED(GrB_Vector) u = NULL;
    OWNED(GrB_Matrix) A = NULL;
    double x = 0;
    int32_t y = 0;
    ok(GrB_Vector_new(&u, GrB_FP64, 3));
    ok(GrB_Matrix_new(&A, GrB_INT32, 3, 3));
    ok(GrB_Vector_build_FP64(u, ids, values, 3, GxB_IGNORE_DUP));
    ok(GrB_Vector_extractElement_FP64(&x, u, 1));
    assert_true(x == 7.5);
    ok(GrB_Matrix_build_FP64(A, ids, ids, values, 3, GxB_IGNORE_DUP));
    ok(GrB_Matrix_extractElement_INT32(&y, A, 1, 1));
    assert_int_equal(y, 7);
    fails(INVALID_OBJECT, GrB_Vector_apply_BinaryOp2nd_FP64(u, NULL, NULL, GxB_IGNORE_DUP, u, 1, NULL));
    ok(GrB_BinaryOp_free(&GxB_IGNORE_DUP));
    assert_non_null(GxB_IGNORE_DUP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names),           cmocka_unit_test(types),
                                       cmocka_unit_test(unary_operators), cmocka_unit_test(binary_operators),
                                       cmocka_unit_test(powers),          cmocka_unit_test(quotients),
                                       cmocka_unit_test(truths),          cmocka_unit_test(bits),
                                       cmocka_unit_test(reals),           cmocka_unit_test(ignored)};
    return cmocka_run_group_tests(tests, setup, teardown);
}

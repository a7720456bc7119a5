/* SPDX-License-Identifier: Apache-2.0
 *
 * The predefined operators of extensions, from the tables of GraphBLAS_extension_objects.h. Each is one of Tropic's
 * built-in operators, or an expression: a macro below, of which the CPU has the function, and a GPU the text.
 *
 * (In texts, macros are expanded: an expression has neither NAN nor isnan, and its function no bool.)
 */
#include <tropic_define.h>

#include "graphblas/predefined.h"

/* ------------------------------------------------------------------------------------------------
 * Functions that expressions call, and their texts
 */

#define DEFINITIONS(...)                                                                                               \
    __VA_ARGS__                                                                                                        \
    const char grb_definitions[] = #__VA_ARGS__;

/* grb_power: the least of x^y, y > 0, and `most`, as the nearest number that a double has. grb_signed_power: the same
 * for all x and y, between `least` and `most`; a sign changes with odd y, and doubles beyond 2^53 are even.
 * grb_fraction, grb_exponent: those of a number; what is not finite is its own fraction, and has the exponent 0.
 * grb_int: the nearest int of a number cut off, 0 for a NaN. */
DEFINITIONS(
    static inline uint64_t grb_power(uint64_t x, uint64_t y, uint64_t most) {
        uint64_t z = 1;
        if (x < 2) return x;
        for (; y > 0; y--) {
            if (z > most / x) return most;
            z *= x;
        }
        return (double)z >= (double)most ? most : (uint64_t)(double)z;
    }

    static inline int64_t grb_signed_power(int64_t x, int64_t y, int64_t least, int64_t most) {
        const int64_t even = (int64_t)1 << 53;
        const int odd = (y & 1) != 0 && y < even && y > -even;
        const int negative = x < 0 && odd;
        uint64_t z;
        if (y == 0) return 1;
        if (y < 0) return x == 0 ? most : x == 1 || x == -1 ? (negative ? -1 : 1) : 0;
        z = grb_power(x < 0 ? 0 - (uint64_t)x : (uint64_t)x, (uint64_t)y,
                      negative ? 0 - (uint64_t)least : (uint64_t)most);
        return (int64_t)(negative ? 0 - z : z);
    }

    static inline double grb_fraction(double x) {
        int exponent = 0;
        return x - x == 0 ? frexp(x, &exponent) : x;
    }

    static inline double grb_exponent(double x) {
        int exponent = 0;
        if (x - x == 0) (void)frexp(x, &exponent);
        return exponent;
    }

    static inline int grb_int(double x) {
        return x >= 2147483647 ? 2147483647 : x <= -2147483647 ? -2147483647 : x == x ? (int)x : 0;
    })

/* ------------------------------------------------------------------------------------------------
 * Expressions, EXPR_OP(T, ctype)
 */

/* For real, signed and unsigned types. */
#define BY_FP32(real, signed_, unsigned_) real
#define BY_FP64(real, signed_, unsigned_) real
#define BY_INT8(real, signed_, unsigned_) signed_
#define BY_INT16(real, signed_, unsigned_) signed_
#define BY_INT32(real, signed_, unsigned_) signed_
#define BY_INT64(real, signed_, unsigned_) signed_
#define BY_UINT8(real, signed_, unsigned_) unsigned_
#define BY_UINT16(real, signed_, unsigned_) unsigned_
#define BY_UINT32(real, signed_, unsigned_) unsigned_
#define BY_UINT64(real, signed_, unsigned_) unsigned_
/* A function of <math.h>. */
#define MATH_FP32(function) function##f
#define MATH_FP64(function) function

#define EXPR_LNOT(T, ctype) x == 0
#define EXPR_LOR(T, ctype) x != 0 || y != 0
#define EXPR_LAND(T, ctype) x != 0 && y != 0
#define EXPR_LXOR(T, ctype) (x != 0) != (y != 0)
#define EXPR_ISEQ(T, ctype) x == y
#define EXPR_ISNE(T, ctype) x != y
#define EXPR_ISGT(T, ctype) x > y
#define EXPR_ISLT(T, ctype) x < y
#define EXPR_ISGE(T, ctype) x >= y
#define EXPR_ISLE(T, ctype) x <= y

#define MINUS_OF(ctype) (ctype)((uint64_t)y - (uint64_t)x)
#define EXPR_RMINUS(T, ctype) BY_##T(y - x, MINUS_OF(ctype), MINUS_OF(ctype))
/* Division by 0 gives the end of the type in y's direction, and 0 / 0 is 0. */
#define EXPR_RDIV(T, ctype)                                                                                            \
    BY_##T(y / x,                                                                                                      \
           (ctype)(x == 0    ? y == 0  ? 0                                                                             \
                               : y < 0 ? T##_MIN                                                                       \
                                       : T##_MAX                                                                       \
                   : x == -1 ? (ctype)((uint64_t)0 - (uint64_t)y)                                                      \
                             : y / x),                                                                                 \
           (ctype)(x == 0 ? y == 0 ? 0 : T##_MAX : y / x))
#define EXPR_IMPLIED(T, ctype) x || !y
#define EXPR_POW(T, ctype)                                                                                             \
    BY_##T(x != x || y != y ? x + y : MATH_##T(pow)(x, y), (ctype)grb_signed_power(x, y, T##_MIN, T##_MAX),            \
           (ctype)(y == 0 ? 1 : grb_power(x, y, T##_MAX)))

#define BITS_INT8 8
#define BITS_INT16 16
#define BITS_INT32 32
#define BITS_INT64 64
#define BITS_UINT8 8
#define BITS_UINT16 16
#define BITS_UINT32 32
#define BITS_UINT64 64
#define HAS_BIT(T) y >= 1 && y <= BITS_##T
#define EXPR_BGET(T, ctype) (ctype)(HAS_BIT(T) ? x >> (y - 1) & 1 : 0)
#define EXPR_BSET(T, ctype) (ctype)(HAS_BIT(T) ? (uint64_t)x | (uint64_t)1 << (y - 1) : (uint64_t)x)
#define EXPR_BCLR(T, ctype) (ctype)(HAS_BIT(T) ? (uint64_t)x & ~((uint64_t)1 << (y - 1)) : (uint64_t)x)
#define LEFT(T) y >= BITS_##T ? 0 : y >= 0 ? (uint64_t)x << y
#define EXPR_BSHIFT(T, ctype)                                                                                          \
    (ctype)(LEFT(T) : y <= -BITS_##T ? BY_##T(0, x < 0 ? (uint64_t)-1 : 0, 0) : (uint64_t)(x >> -y))

#define EXPR_SQRT(T, ctype) MATH_##T(sqrt)(x)
#define EXPR_LOG(T, ctype) MATH_##T(log)(x)
#define EXPR_EXP(T, ctype) MATH_##T(exp)(x)
#define EXPR_LOG2(T, ctype) MATH_##T(log2)(x)
#define EXPR_SIN(T, ctype) MATH_##T(sin)(x)
#define EXPR_COS(T, ctype) MATH_##T(cos)(x)
#define EXPR_TAN(T, ctype) MATH_##T(tan)(x)
#define EXPR_ACOS(T, ctype) MATH_##T(acos)(x)
#define EXPR_ASIN(T, ctype) MATH_##T(asin)(x)
#define EXPR_ATAN(T, ctype) MATH_##T(atan)(x)
#define EXPR_SINH(T, ctype) MATH_##T(sinh)(x)
#define EXPR_COSH(T, ctype) MATH_##T(cosh)(x)
#define EXPR_TANH(T, ctype) MATH_##T(tanh)(x)
#define EXPR_ACOSH(T, ctype) MATH_##T(acosh)(x)
#define EXPR_ASINH(T, ctype) MATH_##T(asinh)(x)
#define EXPR_ATANH(T, ctype) MATH_##T(atanh)(x)
#define EXPR_CEIL(T, ctype) MATH_##T(ceil)(x)
#define EXPR_FLOOR(T, ctype) MATH_##T(floor)(x)
#define EXPR_ROUND(T, ctype) MATH_##T(round)(x)
#define EXPR_TRUNC(T, ctype) MATH_##T(trunc)(x)
#define EXPR_EXP2(T, ctype) MATH_##T(exp2)(x)
#define EXPR_EXPM1(T, ctype) MATH_##T(expm1)(x)
#define EXPR_LOG10(T, ctype) MATH_##T(log10)(x)
#define EXPR_LOG1P(T, ctype) MATH_##T(log1p)(x)
#define EXPR_LGAMMA(T, ctype) MATH_##T(lgamma)(x)
#define EXPR_TGAMMA(T, ctype) MATH_##T(tgamma)(x)
#define EXPR_ERF(T, ctype) MATH_##T(erf)(x)
#define EXPR_ERFC(T, ctype) MATH_##T(erfc)(x)
#define EXPR_CBRT(T, ctype) MATH_##T(cbrt)(x)
#define EXPR_SIGNUM(T, ctype) x > 0 ? 1 : x < 0 ? -1 : x == x ? 0 : x
#define EXPR_FREXPX(T, ctype) (ctype) grb_fraction((double)x)
#define EXPR_FREXPE(T, ctype) (ctype) grb_exponent((double)x)
#define EXPR_ISINF(T, ctype) (x == x) && (x - x != 0)
#define EXPR_ISNAN(T, ctype) x != x
#define EXPR_ISFINITE(T, ctype) x - x == 0
#define EXPR_ATAN2(T, ctype) MATH_##T(atan2)(x, y)
#define EXPR_COPYSIGN(T, ctype) MATH_##T(copysign)(x, y)
#define EXPR_FMOD(T, ctype) MATH_##T(fmod)(x, y)
#define EXPR_HYPOT(T, ctype) MATH_##T(hypot)(x, y)
#define EXPR_REMAINDER(T, ctype) MATH_##T(remainder)(x, y)
#define EXPR_LDEXP(T, ctype) MATH_##T(ldexp)(x, grb_int((double)y))

#define EXPR_POSITIONI1(T, ctype) (ctype)((int64_t)i + 1)
#define EXPR_POSITIONJ(T, ctype) (ctype) j
#define EXPR_POSITIONJ1(T, ctype) (ctype)((int64_t)j + 1)

/* ------------------------------------------------------------------------------------------------
 * The operators of expressions
 */

#define TEXT(...) #__VA_ARGS__
/* An operand that the function does not use: of any type, so that no byte of it is wrong. */
#define UNREAD char
#define EXPRESSION(OP, T, Z, X, Y, c)                                                                                  \
    TROPIC_HOST_OPERATOR(grb_##OP##_##T, Z, X, Y, c, x, y)                                                             \
    static const grb_expression expression_##OP##_##T = {TEXT(c), &grb_##OP##_##T##_host_operator};

/* How an operator is computed. */
#define BUILTIN(OP, T) .builtin = TROPIC_##OP, .over = TROPIC_##T
#define BY_TEXT(OP, T) .builtin = TROPIC_OPERATORS, .expression = &expression_##OP##_##T
#define OBJECT(KIND, name_, z_, x_, y_, ...)                                                                           \
    struct GrB_##KIND##_opaque grb_object_##name_ = {                                                                  \
        {.object = GRB_PREDEFINED(KIND, #name_), .z = &grb_type_##z_, .x = &grb_type_##x_, .y = y_, __VA_ARGS__}};     \
    GrB_##KIND name_ = &grb_object_##name_;

#define GRB_DEFINE(name, OP, T, ctype) OBJECT(UnaryOp, name, T, T, NULL, BUILTIN(PAIR, T))
GRB_ONE_OPS(GRB_DEFINE)
#undef GRB_DEFINE
#define GRB_DEFINE(name, OP, T, ctype)                                                                                 \
    EXPRESSION(OP, T, ctype, ctype, UNREAD, EXPR_##OP(T, ctype))                                                       \
    OBJECT(UnaryOp, name, T, T, NULL, BY_TEXT(OP, T))
GRB_EXTENSION_UNARY_OPS(GRB_DEFINE)
#undef GRB_DEFINE
#define GRB_DEFINE(name, OP, T, ctype)                                                                                 \
    EXPRESSION(OP, T, bool, ctype, UNREAD, EXPR_##OP(T, ctype))                                                        \
    OBJECT(UnaryOp, name, BOOL, T, NULL, BY_TEXT(OP, T))
GRB_REAL_TESTS(GRB_DEFINE)
#undef GRB_DEFINE

#define GRB_DEFINE(name, OP, T, ctype) OBJECT(BinaryOp, name, T, T, &grb_type_##T, BUILTIN(ANY, T))
GRB_ANY_OPS(GRB_DEFINE)
#undef GRB_DEFINE
#define GRB_DEFINE(name, OP, T, ctype)                                                                                 \
    EXPRESSION(OP, T, ctype, ctype, ctype, EXPR_##OP(T, ctype))                                                        \
    OBJECT(BinaryOp, name, T, T, &grb_type_##T, BY_TEXT(OP, T))
GRB_EXTENSION_BINARY_OPS(GRB_DEFINE)
#undef GRB_DEFINE
#define GRB_DEFINE(name, OP, T, ctype)                                                                                 \
    EXPRESSION(OP, T, ctype, ctype, int8_t, EXPR_##OP(T, ctype))                                                       \
    OBJECT(BinaryOp, name, T, T, &grb_type_INT8, BY_TEXT(OP, T))
GRB_SHIFT_OPS(GRB_DEFINE)
#undef GRB_DEFINE

#define GRB_DEFINE(KIND, name, original) GrB_##KIND name = &grb_object_##original;
GRB_OPERATOR_ALIASES(GRB_DEFINE)
#undef GRB_DEFINE

/* (No operator: calls other than build say so.) */
static struct GrB_BinaryOp_opaque ignore_dup = {
    {.object = {.magic = GRB_FREED, .kind = GRB_BinaryOp, .predefined = true, .name = (char *)"GxB_IGNORE_DUP"}}};
GrB_BinaryOp GxB_IGNORE_DUP = &ignore_dup;

/* ------------------------------------------------------------------------------------------------
 * Places
 */

#define GRB_DEFINE(T, ctype, OP) EXPRESSION(OP, T, ctype, UNREAD, UNREAD, EXPR_##OP(T, ctype))
GRB_FOR_INDICES(GRB_DEFINE, POSITIONI1)
GRB_FOR_INDICES(GRB_DEFINE, POSITIONJ)
GRB_FOR_INDICES(GRB_DEFINE, POSITIONJ1)
#undef GRB_DEFINE

#define HOW_POSITIONI(T) .position = GRB_ROW, BUILTIN(INDEX, T)
#define HOW_POSITIONI1(T) .position = GRB_ROW1, BY_TEXT(POSITIONI1, T)
#define HOW_POSITIONJ(T) .position = GRB_COLUMN, BY_TEXT(POSITIONJ, T)
#define HOW_POSITIONJ1(T) .position = GRB_COLUMN1, BY_TEXT(POSITIONJ1, T)
#define GRB_DEFINE(name, OP, T, ctype) OBJECT(UnaryOp, name, T, T, NULL, .any_type = true, HOW_##OP(T))
GRB_PLACE_OPS(GRB_DEFINE)
#undef GRB_DEFINE

/* X(OP, T, at, transposed, PICK, mxm, mxv, vxm, SEEN_AS): the unary operators of the place, and that if the operand is
 * transposed; in each product, whether it is SEEN, as by the operator SEEN_AS, or the operand has it INSTEAD of its
 * value, and PICK takes it. At one place of both operands it is as `at`. */
#define PLACES_OF_TWO(X, T)                                                                                            \
    X(FIRSTI, T, POSITIONI, POSITIONJ, FIRST, INSTEAD, SEEN, INSTEAD, SECONDJ)                                         \
    X(FIRSTI1, T, POSITIONI1, POSITIONJ1, FIRST, INSTEAD, SEEN, INSTEAD, SECONDJ1)                                     \
    X(FIRSTJ, T, POSITIONJ, POSITIONI, FIRST, SEEN, SEEN, SEEN, SECONDI)                                               \
    X(FIRSTJ1, T, POSITIONJ1, POSITIONI1, FIRST, SEEN, SEEN, SEEN, SECONDI1)                                           \
    X(SECONDI, T, POSITIONI, POSITIONJ, SECOND, SEEN, SEEN, SEEN, SECONDI)                                             \
    X(SECONDI1, T, POSITIONI1, POSITIONJ1, SECOND, SEEN, SEEN, SEEN, SECONDI1)                                         \
    X(SECONDJ, T, POSITIONJ, POSITIONI, SECOND, SEEN, INSTEAD, SEEN, SECONDJ)                                          \
    X(SECONDJ1, T, POSITIONJ1, POSITIONI1, SECOND, SEEN, INSTEAD, SEEN, SECONDJ1)
#define OPERAND_FIRST 0
#define OPERAND_SECOND 1
#define SEEN(T, at_, transposed, PICK, SEEN_AS)                                                                        \
    {                                                                                                                  \
        .op = &grb_object_GxB_##SEEN_AS##_##T.of                                                                       \
    }
#define INSTEAD(T, at_, transposed, PICK, SEEN_AS)                                                                     \
    {                                                                                                                  \
        .op = &grb_object_GrB_##PICK##_##T.of, .instead = {                                                            \
            [OPERAND_##PICK] = {&grb_object_GxB_##at_##_##T.of, &grb_object_GxB_##transposed##_##T.of}                 \
        }                                                                                                              \
    }
#define GRB_DEFINE(OP, T, at_, transposed, PICK, mxm, mxv, vxm, SEEN_AS)                                               \
    static const grb_places places_##OP##_##T = {{[GRB_MXM] = mxm(T, at_, transposed, PICK, SEEN_AS),                  \
                                                  [GRB_MXV] = mxv(T, at_, transposed, PICK, SEEN_AS),                  \
                                                  [GRB_VXM] = vxm(T, at_, transposed, PICK, SEEN_AS),                  \
                                                  [GRB_KRONECKER] = INSTEAD(T, at_, transposed, PICK, SEEN_AS)}};      \
    OBJECT(BinaryOp, GxB_##OP##_##T, T, T, &grb_type_##T, .any_type = true, .places = &places_##OP##_##T, HOW_##at_(T))
PLACES_OF_TWO(GRB_DEFINE, INT32)
PLACES_OF_TWO(GRB_DEFINE, INT64)
#undef GRB_DEFINE

void grb_free_expressions(void)
{
#define GRB_FREE_MADE(name, ...) tropic_operator_free(&grb_object_##name.of.made);
    GRB_EXTENSION_UNARY_OPS(GRB_FREE_MADE)
    GRB_REAL_TESTS(GRB_FREE_MADE)
    GRB_PLACE_OPS(GRB_FREE_MADE)
    GRB_EXTENSION_BINARY_OPS(GRB_FREE_MADE)
    GRB_SHIFT_OPS(GRB_FREE_MADE)
    GRB_PLACES_OF_TWO(GRB_FREE_MADE)
#undef GRB_FREE_MADE
}

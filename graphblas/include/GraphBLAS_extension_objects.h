/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_objects.h: predefined objects that the specification does not have, as tables and variables, as
 * in GraphBLAS_objects.h. The semirings: GraphBLAS_extension_semirings.h. None is of a complex type.
 *
 * GPUs compile those that a program uses, at their first use; the CPU has functions of all.
 */
#ifndef GRAPHBLAS_EXTENSION_OBJECTS_H
#define GRAPHBLAS_EXTENSION_OBJECTS_H

#include "GraphBLAS_objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows for types: ROW(T, ctype, ...) for each. */
#define GRB_FOR_TYPES(ROW, ...) ROW(BOOL, bool, __VA_ARGS__) GRB_FOR_NUMBERS(ROW, __VA_ARGS__)
#define GRB_FOR_NUMBERS(ROW, ...) GRB_FOR_INTEGERS(ROW, __VA_ARGS__) GRB_FOR_REALS(ROW, __VA_ARGS__)
#define GRB_FOR_INTEGERS(ROW, ...)                                                                                     \
    ROW(INT8, int8_t, __VA_ARGS__)                                                                                     \
    ROW(INT16, int16_t, __VA_ARGS__)                                                                                   \
    ROW(INT32, int32_t, __VA_ARGS__)                                                                                   \
    ROW(INT64, int64_t, __VA_ARGS__)                                                                                   \
    GRB_FOR_UNSIGNED(ROW, __VA_ARGS__)
#define GRB_FOR_UNSIGNED(ROW, ...)                                                                                     \
    ROW(UINT8, uint8_t, __VA_ARGS__)                                                                                   \
    ROW(UINT16, uint16_t, __VA_ARGS__)                                                                                 \
    ROW(UINT32, uint32_t, __VA_ARGS__)                                                                                 \
    ROW(UINT64, uint64_t, __VA_ARGS__)
#define GRB_FOR_REALS(ROW, ...) ROW(FP32, float, __VA_ARGS__) ROW(FP64, double, __VA_ARGS__)
#define GRB_FOR_INDICES(ROW, ...) ROW(INT32, int32_t, __VA_ARGS__) ROW(INT64, int64_t, __VA_ARGS__)

/* ----------------------------------------------------------------------------------------------------------------
 * Operators, X(name, OP, T, ctype)
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_EXTENSION_OP(T, ctype, X, OP) X(GxB_##OP##_##T, OP, T, ctype)

/* z = f(x), T to T: 1. */
#define GRB_ONE_OPS(X) GRB_FOR_TYPES(GRB_EXTENSION_OP, X, ONE)
/* not (x != 0), as 0 or 1; functions of real numbers. Those of <math.h> have its names. SIGNUM is -1, 0 or 1, FREXPX
 * and FREXPE the fraction and the exponent of frexp. */
#define GRB_EXTENSION_UNARY_OPS(X)                                                                                     \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, LNOT)                                                                         \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, SQRT)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, LOG)                                                                            \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, EXP)                                                                            \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, LOG2)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, SIN)                                                                            \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, COS)                                                                            \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, TAN)                                                                            \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ACOS)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ASIN)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ATAN)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, SINH)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, COSH)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, TANH)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ACOSH)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ASINH)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ATANH)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, SIGNUM)                                                                         \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, CEIL)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, FLOOR)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ROUND)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, TRUNC)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, EXP2)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, EXPM1)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, LOG10)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, LOG1P)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, LGAMMA)                                                                         \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, TGAMMA)                                                                         \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ERF)                                                                            \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ERFC)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, CBRT)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, FREXPX)                                                                         \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, FREXPE)
/* T to bool. */
#define GRB_REAL_TESTS(X)                                                                                              \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ISINF)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ISNAN)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ISFINITE)

/* z = f(x, y), T x T to T: x or y. */
#define GRB_ANY_OPS(X) GRB_FOR_TYPES(GRB_EXTENSION_OP, X, ANY)
/*
 *   RMINUS, RDIV     y - x, y / x
 *   POW              x^y; NaN if either is; for integers the nearest double, or the closest value that T has;
 *                    of booleans, x or not y
 *   ISEQ .. ISGE     comparisons, as 0 or 1
 *   LOR, LAND, LXOR  of x != 0 and y != 0, as 0 or 1
 *   LDEXP            x 2^y, y cut to an int; ATAN2 to REMAINDER as in <math.h>
 *   BGET, BSET, BCLR bit y of x, x with that bit set or cleared; the lowest is bit 1; x has no bit y: 0, x and x */
#define GRB_EXTENSION_BINARY_OPS(X)                                                                                    \
    X(GxB_POW_BOOL, IMPLIED, BOOL, bool)                                                                               \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, POW)                                                                          \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, RMINUS)                                                                       \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, RDIV)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, ISEQ)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, ISNE)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, ISGT)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, ISLT)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, ISGE)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, ISLE)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, LOR)                                                                          \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, LAND)                                                                         \
    GRB_FOR_NUMBERS(GRB_EXTENSION_OP, X, LXOR)                                                                         \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, ATAN2)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, COPYSIGN)                                                                       \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, FMOD)                                                                           \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, HYPOT)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, LDEXP)                                                                          \
    GRB_FOR_REALS(GRB_EXTENSION_OP, X, REMAINDER)                                                                      \
    GRB_FOR_INTEGERS(GRB_EXTENSION_OP, X, BGET)                                                                        \
    GRB_FOR_INTEGERS(GRB_EXTENSION_OP, X, BSET)                                                                        \
    GRB_FOR_INTEGERS(GRB_EXTENSION_OP, X, BCLR)
/* T x INT8 to T: x shifted left by y bits; y < 0: right, with copies of x's sign from the left. */
#define GRB_SHIFT_OPS(X) GRB_FOR_INTEGERS(GRB_EXTENSION_OP, X, BSHIFT)

/* Any type to T: the place of x, its row or its column (of a vector 0), counted from 0 or from 1. */
#define GRB_PLACE_OPS(X)                                                                                               \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, POSITIONI)                                                                    \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, POSITIONI1)                                                                   \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, POSITIONJ)                                                                    \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, POSITIONJ1)
/* Any types to T: the row or the column of x, or of y. In a product of A and B, they are those of A(i,k) and B(k,j),
 * after transposes: i, k, k and j. A vector is a column in mxv, and a row in vxm. In kronecker, too, x is an entry of A
 * and y one of B; else both are at the place of the result, and in apply, too, whichever operand is a value. No such
 * operator is an accum, a dup or that of a monoid: DOMAIN_MISMATCH. */
#define GRB_PLACES_OF_TWO(X)                                                                                           \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, FIRSTI)                                                                       \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, FIRSTI1)                                                                      \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, FIRSTJ)                                                                       \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, FIRSTJ1)                                                                      \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, SECONDI)                                                                      \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, SECONDI1)                                                                     \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, SECONDJ)                                                                      \
    GRB_FOR_INDICES(GRB_EXTENSION_OP, X, SECONDJ1)

/* ----------------------------------------------------------------------------------------------------------------
 * Monoids, X(name, operator, OP, T, ctype)
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_EXTENSION_MONOID(T, ctype, X, OP, PREFIX) X(GxB_##OP##_##T##_MONOID, PREFIX##_##OP##_##T, OP, T, ctype)
/* ANY of no values is 0. */
#define GRB_EXTENSION_MONOIDS(X)                                                                                       \
    GRB_FOR_TYPES(GRB_EXTENSION_MONOID, X, ANY, GxB)                                                                   \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_MONOID, X, BOR, GrB)                                                                \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_MONOID, X, BAND, GrB)                                                               \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_MONOID, X, BXOR, GrB)                                                               \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_MONOID, X, BXNOR, GrB)

/* ----------------------------------------------------------------------------------------------------------------
 * Other names of objects, X(KIND, name, original)
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_ALIAS_OP(T, ctype, X, KIND, NEW, OLD) X(KIND, GxB_##NEW##_##T, GrB_##OLD##_##T)
#define GRB_ALIAS_MONOID(T, ctype, X, OP) X(Monoid, GxB_##OP##_##T##_MONOID, GrB_##OP##_MONOID_##T)
#define GRB_OPERATOR_ALIASES(X)                                                                                        \
    GRB_FOR_TYPES(GRB_ALIAS_OP, X, UnaryOp, ABS, ABS)                                                                  \
    X(UnaryOp, GxB_LNOT_BOOL, GrB_LNOT)                                                                                \
    GRB_FOR_TYPES(GRB_ALIAS_OP, X, BinaryOp, PAIR, ONEB)                                                               \
    X(BinaryOp, GxB_RMINUS_BOOL, GrB_MINUS_BOOL)                                                                       \
    X(BinaryOp, GxB_RDIV_BOOL, GrB_SECOND_BOOL)                                                                        \
    X(BinaryOp, GxB_ISEQ_BOOL, GrB_EQ_BOOL)                                                                            \
    X(BinaryOp, GxB_ISNE_BOOL, GrB_NE_BOOL)                                                                            \
    X(BinaryOp, GxB_ISGT_BOOL, GrB_GT_BOOL)                                                                            \
    X(BinaryOp, GxB_ISLT_BOOL, GrB_LT_BOOL)                                                                            \
    X(BinaryOp, GxB_ISGE_BOOL, GrB_GE_BOOL)                                                                            \
    X(BinaryOp, GxB_ISLE_BOOL, GrB_LE_BOOL)                                                                            \
    X(BinaryOp, GxB_LOR_BOOL, GrB_LOR)                                                                                 \
    X(BinaryOp, GxB_LAND_BOOL, GrB_LAND)                                                                               \
    X(BinaryOp, GxB_LXOR_BOOL, GrB_LXOR)
#define GRB_MONOID_ALIASES(X)                                                                                          \
    GRB_FOR_NUMBERS(GRB_ALIAS_MONOID, X, MIN)                                                                          \
    GRB_FOR_NUMBERS(GRB_ALIAS_MONOID, X, MAX)                                                                          \
    GRB_FOR_NUMBERS(GRB_ALIAS_MONOID, X, PLUS)                                                                         \
    GRB_FOR_NUMBERS(GRB_ALIAS_MONOID, X, TIMES)                                                                        \
    X(Monoid, GxB_LOR_BOOL_MONOID, GrB_LOR_MONOID_BOOL)                                                                \
    X(Monoid, GxB_LAND_BOOL_MONOID, GrB_LAND_MONOID_BOOL)                                                              \
    X(Monoid, GxB_LXOR_BOOL_MONOID, GrB_LXOR_MONOID_BOOL)                                                              \
    X(Monoid, GxB_LXNOR_BOOL_MONOID, GrB_LXNOR_MONOID_BOOL)                                                            \
    X(Monoid, GxB_EQ_BOOL_MONOID, GrB_LXNOR_MONOID_BOOL)

/* ----------------------------------------------------------------------------------------------------------------
 * The variables
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_DECLARE(name, OP, T, ctype) extern GRB_API GrB_UnaryOp name;
GRB_ONE_OPS(GRB_DECLARE)
GRB_EXTENSION_UNARY_OPS(GRB_DECLARE)
GRB_REAL_TESTS(GRB_DECLARE)
GRB_PLACE_OPS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, OP, T, ctype) extern GRB_API GrB_BinaryOp name;
GRB_ANY_OPS(GRB_DECLARE)
GRB_EXTENSION_BINARY_OPS(GRB_DECLARE)
GRB_SHIFT_OPS(GRB_DECLARE)
GRB_PLACES_OF_TWO(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, operator_, OP, T, ctype) extern GRB_API GrB_Monoid name;
GRB_EXTENSION_MONOIDS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(KIND, name, original) extern GRB_API GrB_##KIND name;
GRB_OPERATOR_ALIASES(GRB_DECLARE)
GRB_MONOID_ALIASES(GRB_DECLARE)
#undef GRB_DECLARE

/* In place of dup in build: of several values at one place the last one stays. */
extern GRB_API GrB_BinaryOp GxB_IGNORE_DUP;

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_OBJECTS_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_objects.h: the predefined types, operators, monoids, semirings and descriptors, as tables and variables.
 *
 * The name of an object is the first column of its table. T and ctype are those of GRB_TYPES: the type of the operands.
 * Predefined objects are there before GrB_init, and cannot be freed or changed.
 */
#ifndef GRAPHBLAS_OBJECTS_H
#define GRAPHBLAS_OBJECTS_H

#include "GraphBLAS_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Operators, X(name, OP, T, ctype)
 * ------------------------------------------------------------------------------------------------------------- */

/* Rows for an operator OP on all types, on numbers, on integers. */
#define GRB_ON_TYPES(X, OP) X(GrB_##OP##_BOOL, OP, BOOL, bool) GRB_ON_NUMBERS(X, OP)
#define GRB_ON_NUMBERS(X, OP)                                                                                          \
    GRB_ON_INTEGERS(X, OP)                                                                                             \
    X(GrB_##OP##_FP32, OP, FP32, float)                                                                                \
    X(GrB_##OP##_FP64, OP, FP64, double)
#define GRB_ON_INTEGERS(X, OP)                                                                                         \
    X(GrB_##OP##_INT8, OP, INT8, int8_t)                                                                               \
    X(GrB_##OP##_UINT8, OP, UINT8, uint8_t)                                                                            \
    X(GrB_##OP##_INT16, OP, INT16, int16_t)                                                                            \
    X(GrB_##OP##_UINT16, OP, UINT16, uint16_t)                                                                         \
    X(GrB_##OP##_INT32, OP, INT32, int32_t)                                                                            \
    X(GrB_##OP##_UINT32, OP, UINT32, uint32_t)                                                                         \
    X(GrB_##OP##_INT64, OP, INT64, int64_t)                                                                            \
    X(GrB_##OP##_UINT64, OP, UINT64, uint64_t)

/* z = f(x), T to T: x, |x|, -x, 1/x, not x and ~x. */
#define GRB_UNARY_OPS(X)                                                                                               \
    GRB_ON_TYPES(X, IDENTITY)                                                                                          \
    GRB_ON_TYPES(X, ABS)                                                                                               \
    GRB_ON_TYPES(X, AINV)                                                                                              \
    GRB_ON_TYPES(X, MINV)                                                                                              \
    X(GrB_LNOT, LNOT, BOOL, bool)                                                                                      \
    GRB_ON_INTEGERS(X, BNOT)

/* z = f(x, y), T x T to bool: comparisons. */
#define GRB_COMPARISONS(X)                                                                                             \
    GRB_ON_TYPES(X, EQ)                                                                                                \
    GRB_ON_TYPES(X, NE)                                                                                                \
    GRB_ON_TYPES(X, GT)                                                                                                \
    GRB_ON_TYPES(X, LT)                                                                                                \
    GRB_ON_TYPES(X, GE)                                                                                                \
    GRB_ON_TYPES(X, LE)

/* z = f(x, y), T x T to T: or, and, xor, equal, of booleans and of bits; 1, x, y, min, max, x + y, x - y, xy, x/y. */
#define GRB_ARITHMETIC_OPS(X)                                                                                          \
    X(GrB_LOR, LOR, BOOL, bool)                                                                                        \
    X(GrB_LAND, LAND, BOOL, bool)                                                                                      \
    X(GrB_LXOR, LXOR, BOOL, bool)                                                                                      \
    X(GrB_LXNOR, LXNOR, BOOL, bool)                                                                                    \
    GRB_ON_INTEGERS(X, BOR)                                                                                            \
    GRB_ON_INTEGERS(X, BAND)                                                                                           \
    GRB_ON_INTEGERS(X, BXOR)                                                                                           \
    GRB_ON_INTEGERS(X, BXNOR)                                                                                          \
    GRB_ON_TYPES(X, ONEB)                                                                                              \
    GRB_ON_TYPES(X, FIRST)                                                                                             \
    GRB_ON_TYPES(X, SECOND)                                                                                            \
    GRB_ON_TYPES(X, MIN)                                                                                               \
    GRB_ON_TYPES(X, MAX)                                                                                               \
    GRB_ON_TYPES(X, PLUS)                                                                                              \
    GRB_ON_TYPES(X, MINUS)                                                                                             \
    GRB_ON_TYPES(X, TIMES)                                                                                             \
    GRB_ON_TYPES(X, DIV)

#define GRB_BINARY_OPS(X) GRB_COMPARISONS(X) GRB_ARITHMETIC_OPS(X)

/* z = f(i, j, s), T the type of s and z: i + s, j + s, j - i + s. */
#define GRB_POSITIONS(X)                                                                                               \
    X(GrB_ROWINDEX_INT32, ROWINDEX, INT32, int32_t)                                                                    \
    X(GrB_ROWINDEX_INT64, ROWINDEX, INT64, int64_t)                                                                    \
    X(GrB_COLINDEX_INT32, COLINDEX, INT32, int32_t)                                                                    \
    X(GrB_COLINDEX_INT64, COLINDEX, INT64, int64_t)                                                                    \
    X(GrB_DIAGINDEX_INT32, DIAGINDEX, INT32, int32_t)                                                                  \
    X(GrB_DIAGINDEX_INT64, DIAGINDEX, INT64, int64_t)

/* f(i, j, s) to bool, T the type of s: j <= i + s, j >= i + s, j == i + s, j != i + s, j <= s, j > s, i <= s and
 * i > s. */
#define GRB_POSITION_TESTS(X)                                                                                          \
    X(GrB_TRIL, TRIL, INT64, int64_t)                                                                                  \
    X(GrB_TRIU, TRIU, INT64, int64_t)                                                                                  \
    X(GrB_DIAG, DIAG, INT64, int64_t)                                                                                  \
    X(GrB_OFFDIAG, OFFDIAG, INT64, int64_t)                                                                            \
    X(GrB_COLLE, COLLE, INT64, int64_t)                                                                                \
    X(GrB_COLGT, COLGT, INT64, int64_t)                                                                                \
    X(GrB_ROWLE, ROWLE, INT64, int64_t)                                                                                \
    X(GrB_ROWGT, ROWGT, INT64, int64_t)

/* f(x, s), T the type of both, to bool: comparisons of an entry x with s. */
#define GRB_VALUE_TESTS(X)                                                                                             \
    GRB_ON_TYPES(X, VALUEEQ)                                                                                           \
    GRB_ON_TYPES(X, VALUENE)                                                                                           \
    GRB_ON_TYPES(X, VALUELT)                                                                                           \
    GRB_ON_TYPES(X, VALUELE)                                                                                           \
    GRB_ON_TYPES(X, VALUEGT)                                                                                           \
    GRB_ON_TYPES(X, VALUEGE)

#define GRB_INDEX_UNARY_OPS(X) GRB_POSITIONS(X) GRB_POSITION_TESTS(X) GRB_VALUE_TESTS(X)

/* ----------------------------------------------------------------------------------------------------------------
 * Monoids, X(name, operator, OP, T, ctype): GrB_OP_MONOID_T, and the GrB_BinaryOp it has
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_MONOIDS_OF(X, OP)                                                                                          \
    X(GrB_##OP##_MONOID_INT8, GrB_##OP##_INT8, OP, INT8, int8_t)                                                       \
    X(GrB_##OP##_MONOID_UINT8, GrB_##OP##_UINT8, OP, UINT8, uint8_t)                                                   \
    X(GrB_##OP##_MONOID_INT16, GrB_##OP##_INT16, OP, INT16, int16_t)                                                   \
    X(GrB_##OP##_MONOID_UINT16, GrB_##OP##_UINT16, OP, UINT16, uint16_t)                                               \
    X(GrB_##OP##_MONOID_INT32, GrB_##OP##_INT32, OP, INT32, int32_t)                                                   \
    X(GrB_##OP##_MONOID_UINT32, GrB_##OP##_UINT32, OP, UINT32, uint32_t)                                               \
    X(GrB_##OP##_MONOID_INT64, GrB_##OP##_INT64, OP, INT64, int64_t)                                                   \
    X(GrB_##OP##_MONOID_UINT64, GrB_##OP##_UINT64, OP, UINT64, uint64_t)                                               \
    X(GrB_##OP##_MONOID_FP32, GrB_##OP##_FP32, OP, FP32, float)                                                        \
    X(GrB_##OP##_MONOID_FP64, GrB_##OP##_FP64, OP, FP64, double)

/* The identities: 0, 1, the largest and the smallest value of the type; false, true, false, true. */
#define GRB_MONOIDS(X)                                                                                                 \
    GRB_MONOIDS_OF(X, PLUS)                                                                                            \
    GRB_MONOIDS_OF(X, TIMES)                                                                                           \
    GRB_MONOIDS_OF(X, MIN)                                                                                             \
    GRB_MONOIDS_OF(X, MAX)                                                                                             \
    X(GrB_LOR_MONOID_BOOL, GrB_LOR, LOR, BOOL, bool)                                                                   \
    X(GrB_LAND_MONOID_BOOL, GrB_LAND, LAND, BOOL, bool)                                                                \
    X(GrB_LXOR_MONOID_BOOL, GrB_LXOR, LXOR, BOOL, bool)                                                                \
    X(GrB_LXNOR_MONOID_BOOL, GrB_LXNOR, LXNOR, BOOL, bool)

/* ----------------------------------------------------------------------------------------------------------------
 * Semirings, X(name, monoid, operator, ADD, MUL, T, ctype): GrB_ADD_MUL_SEMIRING_T
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_SEMIRING_OF(X, ADD, MUL, T, ctype)                                                                         \
    X(GrB_##ADD##_##MUL##_SEMIRING_##T, GrB_##ADD##_MONOID_##T, GrB_##MUL##_##T, ADD, MUL, T, ctype)
#define GRB_SEMIRINGS_OF(X, ADD, MUL)                                                                                  \
    GRB_SEMIRING_OF(X, ADD, MUL, INT8, int8_t)                                                                         \
    GRB_SEMIRING_OF(X, ADD, MUL, UINT8, uint8_t)                                                                       \
    GRB_SEMIRING_OF(X, ADD, MUL, INT16, int16_t)                                                                       \
    GRB_SEMIRING_OF(X, ADD, MUL, UINT16, uint16_t)                                                                     \
    GRB_SEMIRING_OF(X, ADD, MUL, INT32, int32_t)                                                                       \
    GRB_SEMIRING_OF(X, ADD, MUL, UINT32, uint32_t)                                                                     \
    GRB_SEMIRING_OF(X, ADD, MUL, INT64, int64_t)                                                                       \
    GRB_SEMIRING_OF(X, ADD, MUL, UINT64, uint64_t)                                                                     \
    GRB_SEMIRING_OF(X, ADD, MUL, FP32, float)                                                                          \
    GRB_SEMIRING_OF(X, ADD, MUL, FP64, double)
#define GRB_BOOL_SEMIRING(X, ADD, MUL)                                                                                 \
    X(GrB_##ADD##_##MUL##_SEMIRING_BOOL, GrB_##ADD##_MONOID_BOOL, GrB_##MUL, ADD, MUL, BOOL, bool)

#define GRB_SEMIRINGS(X)                                                                                               \
    GRB_SEMIRINGS_OF(X, PLUS, TIMES)                                                                                   \
    GRB_SEMIRINGS_OF(X, MIN, PLUS)                                                                                     \
    GRB_SEMIRINGS_OF(X, MAX, PLUS)                                                                                     \
    GRB_SEMIRINGS_OF(X, MIN, TIMES)                                                                                    \
    GRB_SEMIRINGS_OF(X, MIN, MAX)                                                                                      \
    GRB_SEMIRINGS_OF(X, MAX, MIN)                                                                                      \
    GRB_SEMIRINGS_OF(X, MAX, TIMES)                                                                                    \
    GRB_SEMIRINGS_OF(X, PLUS, MIN)                                                                                     \
    GRB_SEMIRINGS_OF(X, MIN, FIRST)                                                                                    \
    GRB_SEMIRINGS_OF(X, MIN, SECOND)                                                                                   \
    GRB_SEMIRINGS_OF(X, MAX, FIRST)                                                                                    \
    GRB_SEMIRINGS_OF(X, MAX, SECOND)                                                                                   \
    GRB_BOOL_SEMIRING(X, LOR, LAND)                                                                                    \
    GRB_BOOL_SEMIRING(X, LAND, LOR)                                                                                    \
    GRB_BOOL_SEMIRING(X, LXOR, LAND)                                                                                   \
    GRB_BOOL_SEMIRING(X, LXNOR, LOR)

/* ----------------------------------------------------------------------------------------------------------------
 * Descriptors, X(name, outp, mask, inp0, inp1): the GrB_Desc_Value of each field
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_TRANSPOSING(X, prefix, outp, mask)                                                                         \
    X(prefix##T1, outp, mask, GrB_DEFAULT, GrB_TRAN)                                                                   \
    X(prefix##T0, outp, mask, GrB_TRAN, GrB_DEFAULT)                                                                   \
    X(prefix##T0T1, outp, mask, GrB_TRAN, GrB_TRAN)
#define GRB_DESCRIPTORS_OF(X, name, outp, mask)                                                                        \
    X(name, outp, mask, GrB_DEFAULT, GrB_DEFAULT)                                                                      \
    GRB_TRANSPOSING(X, name, outp, mask)

/* R: the output is cleared first; C, S: the mask's complement, structure; T0, T1: that input is transposed. */
#define GRB_DESCRIPTORS(X)                                                                                             \
    GRB_TRANSPOSING(X, GrB_DESC_, GrB_DEFAULT, GrB_DEFAULT)                                                            \
    GRB_DESCRIPTORS_OF(X, GrB_DESC_C, GrB_DEFAULT, GrB_COMP)                                                           \
    GRB_DESCRIPTORS_OF(X, GrB_DESC_S, GrB_DEFAULT, GrB_STRUCTURE)                                                      \
    GRB_DESCRIPTORS_OF(X, GrB_DESC_SC, GrB_DEFAULT, GrB_COMP_STRUCTURE)                                                \
    GRB_DESCRIPTORS_OF(X, GrB_DESC_R, GrB_REPLACE, GrB_DEFAULT)                                                        \
    GRB_DESCRIPTORS_OF(X, GrB_DESC_RC, GrB_REPLACE, GrB_COMP)                                                          \
    GRB_DESCRIPTORS_OF(X, GrB_DESC_RS, GrB_REPLACE, GrB_STRUCTURE)                                                     \
    GRB_DESCRIPTORS_OF(X, GrB_DESC_RSC, GrB_REPLACE, GrB_COMP_STRUCTURE)

/* ----------------------------------------------------------------------------------------------------------------
 * The variables
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_DECLARE(T, ctype) extern GRB_API GrB_Type GrB_##T;
GRB_TYPES(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, OP, T, ctype) extern GRB_API GrB_UnaryOp name;
GRB_UNARY_OPS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, OP, T, ctype) extern GRB_API GrB_BinaryOp name;
GRB_BINARY_OPS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, OP, T, ctype) extern GRB_API GrB_IndexUnaryOp name;
GRB_INDEX_UNARY_OPS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, operator_, OP, T, ctype) extern GRB_API GrB_Monoid name;
GRB_MONOIDS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, monoid, operator_, ADD, MUL, T, ctype) extern GRB_API GrB_Semiring name;
GRB_SEMIRINGS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(name, outp, mask, inp0, inp1) extern GRB_API GrB_Descriptor name;
GRB_DESCRIPTORS(GRB_DECLARE)
#undef GRB_DECLARE

/* In place of an array of indices: all of them. The number that goes with it is not read. */
extern GRB_API const GrB_Index *GrB_ALL;

/* The library as a whole, for GrB_get and GrB_set. */
extern GRB_API GrB_Global GrB_GLOBAL;

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_OBJECTS_H */

/* SPDX-License-Identifier: Apache-2.0
 *
 * GraphBLAS_extension_semirings.h: predefined semirings that the specification does not have, and short names of those
 * that it has. GxB_ADD_MUL_T adds by the monoid of ADD, and multiplies values of type T by MUL: see
 * GraphBLAS_extension_objects.h. It is one of those if the result of MUL is of ADD's type.
 */
#ifndef GRAPHBLAS_EXTENSION_SEMIRINGS_H
#define GRAPHBLAS_EXTENSION_SEMIRINGS_H

#include "GraphBLAS_extension_objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------------------------------
 * Semirings, X(name, ADD, MUL, T, Z): T is the type of the operands, and Z that of the sums
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_EXTENSION_SEMIRING(T, ctype, X, ADD, MUL) X(GxB_##ADD##_##MUL##_##T, ADD, MUL, T, T)
#define GRB_COMPARING_SEMIRING(T, ctype, X, ADD, MUL) X(GxB_##ADD##_##MUL##_##T, ADD, MUL, T, BOOL)

#define GRB_NUMBER_SEMIRINGS(X, ADD, MUL) GRB_FOR_NUMBERS(GRB_EXTENSION_SEMIRING, X, ADD, MUL)
#define GRB_SEMIRINGS_OF_ALL_ADDS(X, ADD)                                                                              \
    GRB_NUMBER_SEMIRINGS(X, ADD, PAIR)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, MINUS)                                                                                \
    GRB_NUMBER_SEMIRINGS(X, ADD, RMINUS)                                                                               \
    GRB_NUMBER_SEMIRINGS(X, ADD, DIV)                                                                                  \
    GRB_NUMBER_SEMIRINGS(X, ADD, RDIV)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, ISEQ)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, ISNE)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, ISGT)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, ISLT)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, ISGE)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, ISLE)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, LOR)                                                                                  \
    GRB_NUMBER_SEMIRINGS(X, ADD, LAND)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, LXOR)
#define GRB_SEMIRINGS_OF_ARITHMETIC(X, ADD)                                                                            \
    GRB_NUMBER_SEMIRINGS(X, ADD, FIRST)                                                                                \
    GRB_NUMBER_SEMIRINGS(X, ADD, SECOND)                                                                               \
    GRB_NUMBER_SEMIRINGS(X, ADD, MIN)                                                                                  \
    GRB_NUMBER_SEMIRINGS(X, ADD, MAX)                                                                                  \
    GRB_NUMBER_SEMIRINGS(X, ADD, PLUS)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, ADD, TIMES)

/* Comparisons of numbers, which booleans add. */
#define GRB_COMPARING_SEMIRINGS(X, ADD)                                                                                \
    GRB_FOR_NUMBERS(GRB_COMPARING_SEMIRING, X, ADD, EQ)                                                                \
    GRB_FOR_NUMBERS(GRB_COMPARING_SEMIRING, X, ADD, NE)                                                                \
    GRB_FOR_NUMBERS(GRB_COMPARING_SEMIRING, X, ADD, GT)                                                                \
    GRB_FOR_NUMBERS(GRB_COMPARING_SEMIRING, X, ADD, LT)                                                                \
    GRB_FOR_NUMBERS(GRB_COMPARING_SEMIRING, X, ADD, GE)                                                                \
    GRB_FOR_NUMBERS(GRB_COMPARING_SEMIRING, X, ADD, LE)

/* Of booleans; those with LOR and LAND are not the same for all. */
#define GRB_BOOL_EXTENSION(X, ADD, MUL) GRB_EXTENSION_SEMIRING(BOOL, bool, X, ADD, MUL)
#define GRB_BOOL_EXTENSIONS(X, ADD)                                                                                    \
    GRB_BOOL_EXTENSION(X, ADD, FIRST)                                                                                  \
    GRB_BOOL_EXTENSION(X, ADD, SECOND)                                                                                 \
    GRB_BOOL_EXTENSION(X, ADD, PAIR)                                                                                   \
    GRB_BOOL_EXTENSION(X, ADD, LXOR)                                                                                   \
    GRB_BOOL_EXTENSION(X, ADD, EQ)                                                                                     \
    GRB_BOOL_EXTENSION(X, ADD, GT)                                                                                     \
    GRB_BOOL_EXTENSION(X, ADD, LT)                                                                                     \
    GRB_BOOL_EXTENSION(X, ADD, GE)                                                                                     \
    GRB_BOOL_EXTENSION(X, ADD, LE)

/* Of bits. */
#define GRB_BIT_SEMIRINGS(X, ADD)                                                                                      \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_SEMIRING, X, ADD, BOR)                                                              \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_SEMIRING, X, ADD, BAND)                                                             \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_SEMIRING, X, ADD, BXOR)                                                             \
    GRB_FOR_UNSIGNED(GRB_EXTENSION_SEMIRING, X, ADD, BXNOR)

/* Of places. */
#define GRB_PLACE_SEMIRINGS(X, ADD)                                                                                    \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, FIRSTI)                                                            \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, FIRSTI1)                                                           \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, FIRSTJ)                                                            \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, FIRSTJ1)                                                           \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, SECONDI)                                                           \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, SECONDI1)                                                          \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, SECONDJ)                                                           \
    GRB_FOR_INDICES(GRB_EXTENSION_SEMIRING, X, ADD, SECONDJ1)

#define GRB_EXTENSION_SEMIRINGS(X)                                                                                     \
    GRB_SEMIRINGS_OF_ALL_ADDS(X, MIN)                                                                                  \
    GRB_SEMIRINGS_OF_ALL_ADDS(X, MAX)                                                                                  \
    GRB_SEMIRINGS_OF_ALL_ADDS(X, PLUS)                                                                                 \
    GRB_SEMIRINGS_OF_ALL_ADDS(X, TIMES)                                                                                \
    GRB_SEMIRINGS_OF_ALL_ADDS(X, ANY)                                                                                  \
    GRB_SEMIRINGS_OF_ARITHMETIC(X, TIMES)                                                                              \
    GRB_SEMIRINGS_OF_ARITHMETIC(X, ANY)                                                                                \
    GRB_NUMBER_SEMIRINGS(X, MIN, MIN)                                                                                  \
    GRB_NUMBER_SEMIRINGS(X, MAX, MAX)                                                                                  \
    GRB_NUMBER_SEMIRINGS(X, PLUS, FIRST)                                                                               \
    GRB_NUMBER_SEMIRINGS(X, PLUS, SECOND)                                                                              \
    GRB_NUMBER_SEMIRINGS(X, PLUS, MAX)                                                                                 \
    GRB_NUMBER_SEMIRINGS(X, PLUS, PLUS)                                                                                \
    GRB_COMPARING_SEMIRINGS(X, LOR)                                                                                    \
    GRB_COMPARING_SEMIRINGS(X, LAND)                                                                                   \
    GRB_COMPARING_SEMIRINGS(X, LXOR)                                                                                   \
    GRB_COMPARING_SEMIRINGS(X, EQ)                                                                                     \
    GRB_COMPARING_SEMIRINGS(X, ANY)                                                                                    \
    GRB_BOOL_EXTENSIONS(X, LOR)                                                                                        \
    GRB_BOOL_EXTENSIONS(X, LAND)                                                                                       \
    GRB_BOOL_EXTENSIONS(X, LXOR)                                                                                       \
    GRB_BOOL_EXTENSIONS(X, EQ)                                                                                         \
    GRB_BOOL_EXTENSIONS(X, ANY)                                                                                        \
    GRB_BOOL_EXTENSION(X, LOR, LOR)                                                                                    \
    GRB_BOOL_EXTENSION(X, LAND, LAND)                                                                                  \
    GRB_BOOL_EXTENSION(X, LXOR, LOR)                                                                                   \
    GRB_BOOL_EXTENSION(X, EQ, LAND)                                                                                    \
    GRB_BOOL_EXTENSION(X, ANY, LOR)                                                                                    \
    GRB_BOOL_EXTENSION(X, ANY, LAND)                                                                                   \
    GRB_BIT_SEMIRINGS(X, BOR)                                                                                          \
    GRB_BIT_SEMIRINGS(X, BAND)                                                                                         \
    GRB_BIT_SEMIRINGS(X, BXOR)                                                                                         \
    GRB_BIT_SEMIRINGS(X, BXNOR)                                                                                        \
    GRB_PLACE_SEMIRINGS(X, MIN)                                                                                        \
    GRB_PLACE_SEMIRINGS(X, MAX)                                                                                        \
    GRB_PLACE_SEMIRINGS(X, PLUS)                                                                                       \
    GRB_PLACE_SEMIRINGS(X, TIMES)                                                                                      \
    GRB_PLACE_SEMIRINGS(X, ANY)

/* ----------------------------------------------------------------------------------------------------------------
 * Other names of objects, X(KIND, name, original)
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_SEMIRING_ALIAS(T, ctype, X, ADD, MUL) X(Semiring, GxB_##ADD##_##MUL##_##T, GrB_##ADD##_##MUL##_SEMIRING_##T)
#define GRB_SEMIRING_ALIASES(X)                                                                                        \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, PLUS, TIMES)                                                                \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, PLUS, MIN)                                                                  \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MIN, FIRST)                                                                 \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MIN, SECOND)                                                                \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MIN, MAX)                                                                   \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MIN, PLUS)                                                                  \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MIN, TIMES)                                                                 \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MAX, FIRST)                                                                 \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MAX, SECOND)                                                                \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MAX, MIN)                                                                   \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MAX, PLUS)                                                                  \
    GRB_FOR_NUMBERS(GRB_SEMIRING_ALIAS, X, MAX, TIMES)                                                                 \
    GRB_SEMIRING_ALIAS(BOOL, bool, X, LOR, LAND)                                                                       \
    GRB_SEMIRING_ALIAS(BOOL, bool, X, LAND, LOR)                                                                       \
    GRB_SEMIRING_ALIAS(BOOL, bool, X, LXOR, LAND)                                                                      \
    X(Semiring, GxB_EQ_LOR_BOOL, GrB_LXNOR_LOR_SEMIRING_BOOL)

/* ----------------------------------------------------------------------------------------------------------------
 * The variables
 * ------------------------------------------------------------------------------------------------------------- */

#define GRB_DECLARE(name, ADD, MUL, T, Z) extern GRB_API GrB_Semiring name;
GRB_EXTENSION_SEMIRINGS(GRB_DECLARE)
#undef GRB_DECLARE

#define GRB_DECLARE(KIND, name, original) extern GRB_API GrB_##KIND name;
GRB_SEMIRING_ALIASES(GRB_DECLARE)
#undef GRB_DECLARE

#ifdef __cplusplus
}
#endif

#endif /* GRAPHBLAS_EXTENSION_SEMIRINGS_H */

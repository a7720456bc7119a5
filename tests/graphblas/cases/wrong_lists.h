/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of methods with one wrong argument, and the objects of their lines.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_WRONG_LISTS_H
#define TROPIC_TESTS_GRAPHBLAS_WRONG_LISTS_H

#include "tests/graphblas/cases/world.h"

enum { ROOM = 400, WORDS = 300 };

/* The objects of the lines. M, v, and s have an entry and some built-in type, pairs are of the user's own, the others
 * are empty. Arrays: one valid entry, and room. */
typedef struct bench {
    GrB_Type type;
    GrB_Index n;
    GrB_Matrix M, pairs, none, made;
    GrB_Vector v, pairs_v, none_v, made_v;
    GrB_Scalar s, pairs_s, none_s, made_s;
    GrB_Index i[ROOM], j[ROOM], count;
    int32_t x[ROOM];
    char bytes[8 * ROOM];
    pair one;
    GrB_UnaryOp unary;
    GrB_BinaryOp binary;
    GrB_IndexUnaryOp index;
    GrB_Monoid monoid;
    GrB_Semiring semiring;
    GrB_Descriptor desc;
    GrB_Type own;
    const char *words;
} bench;

static const GrB_Index too_large __attribute__((unused)) = UINT64_MAX;

/* A line: if it is the one wanted, the call, whose words are its text. */
#define WRONG(CALL)                                                                                                    \
    if (wanted == line++) {                                                                                            \
        b->words = #CALL;                                                                                              \
        return CALL;                                                                                                   \
    }

/* Lists of extensions. */
GrB_Info wrong_pack(bench *b, int wanted);
GrB_Info wrong_extensions(bench *b, int wanted);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators, monoids and semirings of random operations, each as the library and GraphBLAS have it: the built-in
 * ones by the library's numbers, and after these some of the user's own. Few of those: a GPU compiles each.
 */
#ifndef TROPIC_TESTS_OPERATION_ALGEBRA_H
#define TROPIC_TESTS_OPERATION_ALGEBRA_H

#include "tests/common.h"

#include "reference/grb.h"

enum {
    USER_NEAREST = TROPIC_BUILTINS, /* the least of ways, one arc on; a vector's value is a struct */
    USER_PLUS_MINUS,                /* UINT32: its multiply tells its operands apart */
    USER_OR_EXCEEDS,                /* BOOL: so does this one, and its sums stop early */
    USER_PLUS_MIXED,                /* FP64, of FP32 and INT32 */
    USER_ANY_SEVEN,                 /* INT32, of INT32 and BOOL: any, of products that are all 7 */
    USER_ANY_COLUMN,                /* INT64: any, of products that are the place of the result, from 1 on */
    USER_ANY_WAY,                   /* ways: any, of products that are one way */
    USER_ANY_PAIR,                  /* UINT16: any and pair, as two operators */
    ALGEBRA_SEMIRINGS
};
enum {
    USER_SLOPE = TROPIC_OPERATORS, /* UINT32: 3 x - y */
    USER_EXCEEDS,                  /* BOOL, of FP64: x > 2 y */
    USER_NEARER,                   /* BOOL, of two ways */
    USER_PLACED,                   /* UINT64: x + y i */
    USER_AT,                       /* INT64: x + 3 i - y j */
    USER_XOR,                      /* UINT64: a monoid */
    USER_ADDS,                     /* and on: the adds of the semirings, in their order: monoids */
    ALGEBRA_OPERATORS = USER_ADDS + ALGEBRA_SEMIRINGS - TROPIC_BUILTINS,
    ALGEBRA_MARK = ALGEBRA_OPERATORS /* GraphBLAS alone: another integer than x */
};

/* All that follows works between these two. */
void algebra_open(tropic_context *context);
void algebra_close(void);

/* The struct type, and any type's twin. */
tropic_type algebra_way(void);
GrB_Type algebra_type(tropic_type type);
/* A small random value of it. */
void algebra_draw_way(void *value, uint64_t *random);

/* Of operands of this type; NULL where there is none. The type of its result. */
const tropic_operator *algebra_operator(int op, tropic_type type);
tropic_type algebra_result(int op, tropic_type type);
/* Its twin; NULL of one that sees the place, or one operand alone. (The library's `any` takes the first.) */
GrB_BinaryOp algebra_operator_grb(int op, tropic_type type);
GrB_Monoid algebra_monoid_grb(int op, tropic_type type);
/* The twin of a built-in function of x alone; NULL of another operator. */
GrB_UnaryOp algebra_unary_grb(int op, tropic_type type);
/* Is it a built-in operator of row, column and y? Does it see the place at all? */
bool algebra_of_places(int op);
bool algebra_is_placed(int op);
/* Does a sum take any of its terms? */
bool algebra_is_any(int op);
/* Can it accumulate: do two values of the type combine to one of them, with no index? */
bool algebra_is_same(int op, tropic_type type);

/* A semiring whose sums have this type; NULL where there is none. (That of USER_ANY_COLUMN's twin has the right places,
 * and ones: some versions have other places in products of hypersparse matrices, 7.4.0.) */
const tropic_semiring *algebra_semiring(int semiring, tropic_type type);
GrB_Semiring algebra_semiring_grb(int semiring, tropic_type type);
/* The types of multiply's operands; *looks: whether it looks at neither, one or both of them, bit 0 for x, bit 1
 * for y. */
void algebra_operands(int semiring, tropic_type type, tropic_type *x, tropic_type *y, int *looks);

#endif

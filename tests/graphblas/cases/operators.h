/* SPDX-License-Identifier: Apache-2.0
 *
 * Every predefined operator, monoid and semiring by its name, some of the user's own, and the 32 descriptors.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_OPERATORS_H
#define TROPIC_TESTS_GRAPHBLAS_OPERATORS_H

#include "tests/graphblas/answer.h"

#include <GraphBLAS.h>

/* z = f(x), f(x, y), or f(x, i, j, y). */
typedef struct unary_op {
    const char *name;
    GrB_UnaryOp op;
    value_type z, x;
} unary_op;

typedef struct binary_op {
    const char *name;
    GrB_BinaryOp op;
    value_type z, x, y;
} binary_op;

/* x may be TYPE_NONE: of any type. */
typedef struct index_op {
    const char *name;
    GrB_IndexUnaryOp op;
    value_type z, x, y;
} index_op;

/* By the place, the value, the value and the thunk; of the user's own: by the place, without a thunk, or INT32 values
 * and an INT64 thunk. */
typedef enum select_rule { SELECT_PLACES, SELECT_ZEROS, SELECT_THUNKS, SELECT_OWN_PLACES, SELECT_OWN } select_rule;
typedef struct select_op {
    const char *name;
    GxB_SelectOp op;
    select_rule rule;
    bool ordered; /* takes no pairs */
} select_op;

/* The values that a sum has to have for all libraries to agree. NUMBERS: the least of no numbers is not defined.
 * SMALL: small integers. POWERS: powers of two, since no sum of floating numbers is rounded then. */
typedef enum sum_rule { SUMS_ANY, SUMS_NUMBERS, SUMS_SMALL, SUMS_POWERS } sum_rule;

typedef struct monoid {
    const char *name;
    GrB_Monoid monoid;
    value_type type;
    sum_rule rule;
    const binary_op *add; /* NULL but for predefined monoids */
} monoid;

typedef struct semiring {
    const char *name;
    GrB_Semiring semiring;
    const monoid *add;
    const binary_op *multiply;
} semiring;

enum {
    DESC_REPLACE = 1,
    DESC_COMPLEMENT = 2,
    DESC_STRUCTURE = 4,
    DESC_TRANSPOSE_0 = 8,
    DESC_TRANSPOSE_1 = 16,
    DESCRIPTORS = 32
};
enum {
    MOST_UNARY = 200,
    MOST_BINARY = 450,
    MOST_INDEX = 100,
    MOST_SELECT = 20,
    MOST_MONOIDS = 110,
    MOST_SEMIRINGS = 1700
};

typedef struct algebra {
    GrB_Type types[VALUE_TYPES];
    unary_op unary[MOST_UNARY];
    binary_op binary[MOST_BINARY];
    index_op index[MOST_INDEX];
    select_op select[MOST_SELECT];
    monoid monoids[MOST_MONOIDS];
    semiring semirings[MOST_SEMIRINGS];
    int unaries, binaries, indices, selects, all_monoids, all_semirings;
    int extension_semirings; /* the first of SuiteSparse's */
    int own_unaries, own_binaries, own_indices, own_selects, own_monoids,
        own_semirings; /* the first of the user's own */
    GrB_Descriptor descriptors[DESCRIPTORS];
} algebra;

extern algebra ops;

GrB_Info operators_open(void);
GrB_Info operators_close(void);
/* Adds SuiteSparse's, and the user's own. */
void extension_operators_open(void);
GrB_Info user_operators_open(void);

void operators_add_unary(const char *name, GrB_UnaryOp op, value_type z, value_type x);
void operators_add_binary(const char *name, GrB_BinaryOp op, value_type z, value_type x, value_type y);
void operators_add_index(const char *name, GrB_IndexUnaryOp op, value_type z, value_type x, value_type y);
void operators_add_select(const char *name, GxB_SelectOp op, select_rule rule, bool ordered);
void operators_add_monoid(const char *name, GrB_Monoid op, value_type type, const binary_op *add);
void operators_add_semiring(const char *name, GrB_Semiring op, const monoid *add, const binary_op *multiply);
const binary_op *operators_find(const char *name);
const monoid *operators_find_monoid(const char *name);
bool operators_see_places(const binary_op *op);
/* Whether a sum of such products is the same in any order, since none is rounded. */
bool operators_sum_exactly(const monoid *add, const binary_op *multiply);

/* Whether values of one type may be cast to the other. */
static inline bool castable(value_type from, value_type to)
{
    return from == to || (from < BUILTIN_TYPES && to < BUILTIN_TYPES);
}
static inline bool is_real(value_type type)
{
    return type == TYPE_FP32 || type == TYPE_FP64 || type == TYPE_PAIR;
}

#endif

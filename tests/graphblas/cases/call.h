/* SPDX-License-Identifier: Apache-2.0
 *
 * One operation of GraphBLAS with all its arguments.
 */
#ifndef TROPIC_TESTS_GRAPHBLAS_CALL_H
#define TROPIC_TESTS_GRAPHBLAS_CALL_H

#include "tests/graphblas/cases/world.h"

typedef enum call_kind {
    CALL_MXM,
    CALL_MXV,
    CALL_VXM,
    CALL_EWISE_ADD, /* these: of matrices, or of vectors */
    CALL_EWISE_MULT,
    CALL_EWISE_UNION,
    CALL_EXTRACT,
    CALL_ASSIGN,
    CALL_ASSIGN_VALUE,
    CALL_APPLY,
    CALL_SELECT,
    CALL_REDUCE_VALUE,
    CALL_KRONECKER, /* from here on as their names say */
    CALL_EXTRACT_COLUMN,
    CALL_ASSIGN_COLUMN,
    CALL_ASSIGN_ROW,
    CALL_REDUCE,
    CALL_TRANSPOSE,
    CALL_KINDS
} call_kind;

/* Which operator a call has, where there is a choice. */
typedef enum call_form {
    FORM_UNARY,
    FORM_BINARY,
    FORM_MONOID,
    FORM_SEMIRING,
    FORM_INDEX,
    FORM_FIRST,
    FORM_SECOND,
    FORM_SELECT_OP
} call_form;

/* ids: GrB_ALL, or an array that the call owns. given: count, or what says that the array has the ends of a range. */
typedef struct id_list {
    const GrB_Index *ids;
    GrB_Index count, given;
    GrB_Index *owned;
} id_list;

/* Objects and operators that a call does not have are NULL. A reduction to a value has it in `scalar`, or in `v`. */
typedef struct call {
    call_kind kind;
    call_form form;
    bool matrix, region; /* region: subassign. matrix: the function is one of matrices */
    object *out, *mask, *a, *b;
    const unary_op *unary;
    const binary_op *binary, *accum;
    const index_op *index;
    const select_op *select;
    const monoid *monoid;
    const semiring *semiring;
    id_list rows, cols;
    GrB_Index line;
    object *scalar; /* NULL: the value is v, of type v_type (a select operator: there is no thunk) */
    object *beta;   /* of a union, whose alpha is the scalar */
    value_type v_type;
    value v;
    value *v_at; /* &v; NULL in a wrong call */
    int desc_bits;
    GrB_Descriptor desc;
    bool own_desc;
} call;

/* Draws a call that the specification allows. */
void call_draw(world *w, call *c);
void call_free(call *c);
GrB_Info call_run(call *c);
/* The same of those with a value. */
GrB_Info call_run_value(call *c);
const char *call_words(const call *c);
/* Changes operands so that both libraries have to answer the same: sums are exact, an operator's scalar has an entry,
 * and the faults of the reference that we know of do not show. */
void call_settle(world *w, call *c);
/* Runs it, and adds its return value and outputs to the answer. */
void call_check(world *w, call *c);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * What operations on matrices add to a backend: tables of their own (runtime/backend.h, TP_BACKEND_PART).
 */
#ifndef TP_MATRIX_CALLS_H
#define TP_MATRIX_CALLS_H

#include "spmv/matrices/matrix_output.h"

TP_BEGIN_C

/* The operands of a product and their orientations. */
typedef struct tp_product_operands {
    const tropic_semiring *semiring;
    const tropic_matrix *A, *B;
    tp_orientation a, b; /* whose lists are rows of A and rows of B, as they are multiplied */
} tp_product_operands;

static inline tp_orientation tp_product_other(tp_orientation o)
{
    return o == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
}

/* An operator of each entry of A, or A', and one value. */
typedef struct tp_entrywise {
    const tropic_operator *op;
    const tropic_matrix *A;
    bool transposed;
    const void *value; /* in host memory */
    bool value_first;  /* op(value, a) */
} tp_entrywise;

/* A and B, or their transposes as the output's descriptor says, entry by entry; as tp_merge has it. */
typedef struct tp_combination {
    tp_merge_kind kind;
    const tropic_operator *op;
    const tropic_matrix *A, *B;
    const void *alpha, *beta; /* in host memory */
} tp_combination;

/* C<mask> (accum)= T, whose operands and output are checked.
 *   mxm     T = A (add.mul) B
 *   ewise   T(i,j) = op(A(i,j), B(i,j))
 *   apply   T(i,j) = op(A(i,j), value)
 *   select  T has the entries of A for which op is true */
#define TP_MATRIX_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, mxm, (const tp_product_operands *in, tp_matrix_output *o))                                \
    X(tropic_status, prefix, ewise, (const tp_combination *c, tp_matrix_output *o))                                    \
    X(tropic_status, prefix, apply, (const tp_entrywise *in, tp_matrix_output *o))                                     \
    X(tropic_status, prefix, select, (const tp_entrywise *in, tp_matrix_output *o))

typedef struct tp_matrix_calls {
    TP_MATRIX_CALLS(TP_CALL_POINTER, )
} tp_matrix_calls;

TP_MATRIX_CALLS(TP_CALL_PROTOTYPE, tp_cpu_)
TP_MATRIX_CALLS(TP_CALL_PROTOTYPE, tp_cuda_)
extern const tp_matrix_calls tp_cpu_matrix_calls, tp_cuda_matrix_calls;

/* The calls of the context's backend; those of the host for an operator that looks at names of places, which only the
 * host has. */
static inline const tp_matrix_calls *tp_matrix_calls_for(const tp_matrix_output *o, const tropic_operator *op)
{
    return tp_matrix_output_names(o, op) ? &tp_cpu_matrix_calls : TP_BACKEND_PART(o->context, matrix);
}

TP_END_C

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A product of a matrix and a vector, as it is asked for.
 */
#ifndef TP_MXV_H
#define TP_MXV_H

#include "formats/matrix/use.h"
#include "semiring/semiring.h"
#include "spmv/operands/operand.h"
#include "spmv/operands/vector_cast.h"
#include "spmv/ops/state.h"
#include "spmv/write/vector_output.h"

TP_BEGIN_C

/* The product as asked for, and the memory that it takes on the way. */
typedef struct tp_mxv_product {
    tropic_context *context;
    const tropic_semiring *semiring;
    const tropic_operator *accum;
    bool vxm;
    tropic_index columns; /* of the vectors, where they are blocks; else 1 */
    bool uses_matrix, uses_vector;
    const tropic_matrix *A;
    tp_matrix_use use; /* of A, as it was when the call began */
    const tropic_vector *u;
    tp_orientation by_destination;
    tropic_index n; /* of the result */
    tropic_descriptor descriptor;
    tp_cast_vector cast;
    tp_operand u_dense;     /* u by place */
    void *filled, *grouped; /* u's values, as a pull reads them: spmv/mxv/mxv_source.c; NULL: as they are */
    tp_result result;
} tp_mxv_product;

static inline tp_orientation tp_by_source(const tp_mxv_product *p)
{
    return p->by_destination == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
}

/* Is the accumulator the semiring's add, which kernels for the CPU have at hand? */
static inline bool tp_mxv_adds(const tp_mxv_product *p)
{
    const bool host = p->context->backend->location == TROPIC_HOST;
    return host && p->accum && !p->accum->user && !p->semiring->user && p->columns == 1 &&
           p->accum->builtin == p->semiring->add && p->semiring->add != TROPIC_ANY;
}

/* spmv/mxv/mxv_pull.c: w[j] = the sum of column j of A, or with TP_BY_ROW of row j, if it has an entry; others of w
 * stay. w is an array of the semiring's type, of which u, which is full and looked at, and A are, too. Pulls by one of
 * the strategies that sum in a fixed order, or AUTO. Does not wait. */
tropic_status tp_vxm_pull(tropic_context *context, void *w, const tropic_semiring *semiring, const tropic_vector *u,
                          const tropic_matrix *A, tp_orientation orientation, tropic_strategy strategy);

/* spmv/mxv/mxv_listed.c: w<mask> (accum)= A u along the list of u's entries, or (where u is no list) of the mask's, if
 * the product is to go along a list; *done: it did. */
tropic_status tp_mxv_run_listed(tp_mxv_product *p, tropic_vector *w, const tropic_vector *mask, bool *done);

/* spmv/mxv/mxv_source.c: step->gather = the matrix by destination, as step->strategy walks it. */
tropic_status tp_mxv_lay_out_lists(tp_mxv_product *p, tp_step *step);
/* The same file: brings state->u and the matrix into the layout that a pull reads fastest, where they are not
 * in it. */
tropic_status tp_mxv_lay_out_source(tp_mxv_product *p, tp_step *step, tp_mxv_state *state);
void tp_mxv_release_source(tp_mxv_product *p);

TP_END_C
#endif

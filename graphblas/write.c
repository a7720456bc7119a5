/* SPDX-License-Identifier: Apache-2.0
 *
 * Results that a call has as objects of their own, to its output.
 */
#include "graphblas/call.h"

tropic_status grb_write_vector(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const tropic_vector *t)
{
    return tropic_assign(w->of, grb_vector_of(mask), grb_accum(accum), t, NULL, tropic_vector_size(w->of),
                         &c->descriptor);
}

tropic_status grb_write_matrix(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, const tropic_matrix *T)
{
    tropic_descriptor d = c->descriptor;
    d.transpose = d.transpose_second = false;
    return tropic_matrix_assign(&C->of, c->context, grb_matrix_of(Mask), grb_accum(accum), T, NULL, NULL, &d);
}

tropic_status grb_write_kept_vector(grb_call *c, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, GrB_Vector u,
                                    const tropic_vector *keep)
{
    const tropic_index n = tropic_vector_size(u->of);
    tropic_vector *t = NULL;
    tropic_status status = tropic_vector_create(&t, c->context, u->type->type, n);
    if (status == TROPIC_OK) status = tropic_assign(t, keep, NULL, u->of, NULL, n, NULL);
    if (status == TROPIC_OK) status = grb_write_vector(c, w, mask, accum, t);
    tropic_vector_free(&t);
    return status;
}

tropic_status grb_write_kept_matrix(grb_call *c, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, GrB_Matrix A,
                                    const tropic_matrix *keep)
{
    const tropic_descriptor transpose = {.size = sizeof transpose, .transpose = c->descriptor.transpose};
    tropic_matrix *t = NULL;
    tropic_status status =
        tropic_matrix_create(&t, c->context, A->type->type, tropic_matrix_rows(keep), tropic_matrix_cols(keep));
    if (status == TROPIC_OK) status = tropic_matrix_assign(&t, c->context, keep, NULL, A->of, NULL, NULL, &transpose);
    if (status == TROPIC_OK) status = grb_write_matrix(c, C, Mask, accum, t);
    tropic_matrix_free(&t);
    return status;
}

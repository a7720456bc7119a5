/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors that hold an array of the caller, with the values of all places. Tropic's vector is a copy, which is made
 * when a call looks into the vector, or waits for it: before that, threads that read it would meet. The array stays
 * until the vector changes, for other vectors may share it.
 */
#include "graphblas/library.h"

tropic_status grb_have_vector(GrB_Vector v)
{
    tropic_context *host = grb_host_context();
    tropic_vector *made = NULL;
    if (v->of) return TROPIC_OK;
    tropic_status status = tropic_vector_create(&made, host, v->type->type, (tropic_index)v->places);
    if (status == TROPIC_OK) status = tropic_vector_put_dense(made, v->held, NULL);
    if (status == TROPIC_OK) {
        v->of = made;
        v->context = host;
    } else {
        tropic_vector_free(&made);
    }
    return status;
}

void grb_let_go(GrB_Vector v)
{
    if (!v->loaned) grb_release(v->held);
    v->held = NULL;
    v->loaned = false;
}

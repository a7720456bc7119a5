/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_transpose: C<mask> (accum)= A'. Checks; the context's backend does the rest.
 */
#include "spmv/matrices/matrix_calls.h"

tropic_status tropic_transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_matrix *A,
                               const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    bool transposed;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    transposed = !o.descriptor.transpose;
    o.labels = A;
    TP_TRY(tp_matrix_output_check(&o, tp_input_rows(A, transposed), tp_input_cols(A, transposed), A->type, A->pattern));
    return TP_BACKEND_PART(context, matrix)->turn(A, tp_input_by(transposed), &o);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_transpose: C<mask> (accum)= A'. Checks; the context's backend does the rest.
 */
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

/* Operand of the transposition: T = the lists of A of this orientation, as rows. */
typedef struct turning {
    const tropic_matrix *A;
    tp_orientation by;
} turning;

static tropic_status run(void *of, tp_matrix_output *o)
{
    const turning *in = of;
    return tp_matrix_calls_for(o, NULL)->transpose_matrix(in->A, in->by, o);
}

tropic_status tropic_transpose(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_matrix *A,
                               const tropic_descriptor *descriptor)
{
    turning in = {.A = A};
    tp_matrix_output o;
    bool transposed;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    transposed = !o.descriptor.transpose;
    in.by = tp_input_by(transposed);
    o.labels = A;
    o.bipartite = A->bipartite;
    TP_TRY(tp_matrix_output_check(&o, tp_input_rows(A, transposed), tp_input_cols(A, transposed), A->type, A->pattern));
    return tp_cores_run(&o, (tp_core_operand[]){tp_core_like(&in.A, transposed)}, 1, run, &in);
}

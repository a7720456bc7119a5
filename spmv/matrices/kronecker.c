/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_kronecker. Checks; the context's backend does the rest.
 */
#include "spmv/matrices/matrix_calls.h"

tropic_status tropic_kronecker(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                               const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                               const tropic_matrix *B, const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    const tp_combination c = {.op = op, .A = A, .B = B};
    int64_t rows, cols;
    bool first, second;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    first = o.descriptor.transpose;
    second = o.descriptor.transpose_second;
    TP_TRY(tp_matrix_check_op(context, op));
    TP_TRY(tp_matrix_check_input(context, A, "A", op->uses_x, op->x));
    TP_TRY(tp_matrix_check_input(context, B, "B", op->uses_y, op->y));
    rows = (int64_t)tp_input_rows(A, first) * tp_input_rows(B, second);
    cols = (int64_t)tp_input_cols(A, first) * tp_input_cols(B, second);
    if (rows > TROPIC_INDEX_MAX || cols > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows and %lld columns, of at most %d",
                       (long long)rows, (long long)cols, TROPIC_INDEX_MAX);
    TP_TRY(tp_matrix_output_check(&o, (tropic_index)rows, (tropic_index)cols, op->z, false));
    return TP_BACKEND_PART(context, matrix)->kronecker(&c, &o);
}

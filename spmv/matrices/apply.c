/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_apply and tropic_matrix_apply_first: T has the places of A.
 */
#include "spmv/matrices/bound.h"

static tropic_status apply(tp_matrix_output *o, const tropic_operator *op, const tropic_matrix *A, const void *value,
                           bool value_first)
{
    tropic_context *context = o->context;
    const tp_memory *memory = &context->memory;
    const bool transposed = o->descriptor.transpose;
    tp_bound b;
    tp_lists T;
    TP_TRY(tp_matrix_check_op(context, op));
    TP_TRY(tp_matrix_check_input(context, A, "A", value_first ? op->uses_y : op->uses_x, value_first ? op->y : op->x));
    TP_TRY(tp_matrix_check_value(context, op, value_first ? "x" : "y", value_first ? op->uses_x : op->uses_y, value));
    o->labels = A;
    TP_TRY(tp_matrix_output_check(o, tp_input_rows(A, transposed), tp_input_cols(A, transposed), op->z, false));
    TP_TRY(tp_bound_open(&b, context, op, A, transposed, value, value_first));
    TP_TRY(tp_lists_allocate(context, memory, &T, b.a.lists, b.a.count, tropic_type_size(op->z)));
    memcpy(T.offsets, b.a.offsets, ((size_t)T.lists + 1) * sizeof *T.offsets);
    if (T.count > 0) memcpy(T.ids, b.a.ids, (size_t)T.count * sizeof *T.ids);
    tp_bound_evaluate(&b, T.values);
    return tp_matrix_write(o, &T);
}

tropic_status tropic_matrix_apply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                  const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                                  const void *y, const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    return apply(&o, op, A, y, false);
}

tropic_status tropic_matrix_apply_first(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                        const tropic_operator *accum, const tropic_operator *op, const void *x,
                                        const tropic_matrix *A, const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    return apply(&o, op, A, x, true);
}

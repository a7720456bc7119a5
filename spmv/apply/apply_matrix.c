/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_apply, tropic_matrix_apply_first and tropic_matrix_select: an operator of each entry and one value.
 * Checks; the context's backend does the rest.
 */
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

static tropic_status run_apply(void *of, tp_matrix_output *o)
{
    const tp_apply_operands *in = of;
    return tp_matrix_calls_for(o, in->op)->apply(in, o);
}

static tropic_status run_select(void *of, tp_matrix_output *o)
{
    const tp_apply_operands *in = of;
    return tp_matrix_calls_for(o, in->op)->select(in, o);
}

static tropic_status apply(tp_matrix_output *o, const tropic_operator *op, const tropic_matrix *A, const void *value,
                           bool value_first)
{
    tropic_context *context = o->context;
    const bool transposed = o->descriptor.transpose;
    tp_apply_operands in = {op, A, transposed, value, value_first};
    uint64_t number = 0;
    bool same;
    TP_TRY(tp_matrix_check_op(context, op));
    TP_TRY(tp_matrix_check_input(context, A, "A", value_first ? op->uses_y : op->uses_x, value_first ? op->y : op->x));
    TP_TRY(tp_matrix_check_value(context, op, value_first ? "x" : "y", value_first ? op->uses_x : op->uses_y, value));
    o->labels = A;
    o->bipartite = A->bipartite;
    TP_TRY(tp_matrix_output_check(o, tp_input_rows(A, transposed), tp_input_cols(A, transposed), op->z, false));
    same = !transposed && tp_matrix_output_plain(o, false);
    if (same) TP_TRY(tp_matrix_pattern_number(context, A, &number));
    TP_TRY(tp_cores_run(o, (tp_core_operand[]){tp_core_like(&in.A, transposed)}, 1, run_apply, &in));
    if (same) (*o->handle)->pattern_number = number;
    return TROPIC_OK;
}

tropic_status tropic_matrix_apply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                  const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                                  const void *y, const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    return apply(&o, op, A, y, false);
}

tropic_status tropic_matrix_apply_first(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                        const tropic_operator *accum, const tropic_operator *op, const void *x,
                                        const tropic_matrix *A, const tropic_descriptor *descriptor)
{
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    return apply(&o, op, A, x, true);
}

tropic_status tropic_matrix_select(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                   const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                                   const void *y, const tropic_descriptor *descriptor)
{
    tp_apply_operands in = {.op = op, .A = A, .value = y};
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    TP_TRY(tp_matrix_check_op(context, op));
    if (op->z != TROPIC_BOOL)
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "op %s has a result of %s, not bool", op->name,
                       tropic_type_name(op->z));
    TP_TRY(tp_matrix_check_input(context, A, "A", op->uses_x, op->x));
    TP_TRY(tp_matrix_check_value(context, op, "y", op->uses_y, y));
    in.transposed = o.descriptor.transpose;
    o.labels = A;
    o.bipartite = A->bipartite;
    TP_TRY(tp_matrix_output_check(&o, tp_input_rows(A, in.transposed), tp_input_cols(A, in.transposed), A->type,
                                  A->pattern));
    return tp_cores_run(&o, (tp_core_operand[]){tp_core_like(&in.A, in.transposed)}, 1, run_select, &in);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_ewise_add, tropic_matrix_ewise_multiply and tropic_matrix_ewise_union. Checks; the context's backend
 * does the rest.
 */
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

static tropic_status check(tp_matrix_output *o, const tp_combination *c)
{
    tropic_context *context = o->context;
    const tropic_operator *op = c->op;
    const bool adds = c->kind == TP_MERGE_UNION; /* and takes values as they are */
    const bool fills = c->kind == TP_MERGE_FILLED;
    tropic_index rows, cols;
    TP_TRY(tp_matrix_check_op(context, op));
    if (adds && (op->x != op->z || op->y != op->z))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "ewise_add needs an op with one type; %s gives %s", op->name,
                       tropic_type_name(op->z));
    TP_TRY(tp_matrix_check_input(context, c->A, "A", adds || op->uses_x, op->x));
    TP_TRY(tp_matrix_check_input(context, c->B, "B", adds || op->uses_y, op->y));
    TP_TRY(tp_matrix_check_value(context, op, "alpha", fills && op->uses_x, c->alpha));
    TP_TRY(tp_matrix_check_value(context, op, "beta", fills && op->uses_y, c->beta));
    rows = tp_input_rows(c->A, o->descriptor.transpose);
    cols = tp_input_cols(c->A, o->descriptor.transpose);
    o->labels = c->A;
    o->bipartite = c->A->bipartite;
    TP_TRY(tp_matrix_check_shape(context, c->B, "B", tp_transposed(rows, cols, o->descriptor.transpose_second),
                                 tp_transposed(cols, rows, o->descriptor.transpose_second)));
    return tp_matrix_output_check(o, rows, cols, op->z, false);
}

static tropic_status run(void *of, tp_matrix_output *o)
{
    const tp_combination *c = of;
    return tp_matrix_calls_for(o, c->op)->ewise(c, o);
}

static tropic_status combine(tp_matrix_output *o, tp_combination *c)
{
    const tp_core_operand operands[] = {tp_core_like(&c->A, o->descriptor.transpose),
                                        tp_core_like(&c->B, o->descriptor.transpose_second)};
    uint64_t number = 0, other = 0;
    TP_TRY(check(o, c));
    if (tp_matrix_output_plain(o, false) && !o->descriptor.transpose && !o->descriptor.transpose_second) {
        TP_TRY(tp_matrix_pattern_number(o->context, c->A, &number));
        TP_TRY(tp_matrix_pattern_number(o->context, c->B, &other));
    }
    TP_TRY(tp_cores_run(o, operands, 2, run, c));
    if (number == other && number > 0) (*o->handle)->pattern_number = number;
    return TROPIC_OK;
}

tropic_status tropic_matrix_ewise_add(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                      const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                                      const tropic_matrix *B, const tropic_descriptor *descriptor)
{
    tp_combination c = {.kind = TP_MERGE_UNION, .op = op, .A = A, .B = B};
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, B);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    return combine(&o, &c);
}

tropic_status tropic_matrix_ewise_multiply(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                           const tropic_operator *accum, const tropic_operator *op,
                                           const tropic_matrix *A, const tropic_matrix *B,
                                           const tropic_descriptor *descriptor)
{
    tp_combination c = {.kind = TP_MERGE_INTERSECTION, .op = op, .A = A, .B = B};
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, B);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    return combine(&o, &c);
}

tropic_status tropic_matrix_ewise_union(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                        const tropic_operator *accum, const tropic_operator *op, const tropic_matrix *A,
                                        const void *alpha, const tropic_matrix *B, const void *beta,
                                        const tropic_descriptor *descriptor)
{
    tp_combination c = {.kind = TP_MERGE_FILLED, .op = op, .A = A, .B = B, .alpha = alpha, .beta = beta};
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, B);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    return combine(&o, &c);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Two matrices combined entry by entry on a GPU: rows merged.
 */
#include "runtime/types.h"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cast.cuh"

#define DOING "combining matrices"

/* The rows of an operand of op, with values of `type`; without, if op does not look at them. */
static tropic_status open(tropic_context *context, tp_working *w, const tropic_matrix *A, bool transposed, bool read,
                          tropic_type type, tp_arcs *arcs)
{
    TP_TRY(tp_matrix_arcs(context, A, tp_input_by(transposed), false, arcs));
    if (!read) arcs->values = NULL;
    return tp_cuda_cast_values(context, w, type, A->type, arcs->count, &arcs->values);
}

tropic_status tp_cuda_ewise(const tp_combination *c, tp_matrix_output *o)
{
    const tropic_operator *op = c->op;
    const bool reads_x = c->kind == TP_MERGE_UNION || op->uses_x, reads_y = c->kind == TP_MERGE_UNION || op->uses_y;
    tp_working w(o->context, DOING);
    tp_device_merge m = {};
    tp_device_lists t;
    tp_cuda_use use(o->context);
    m.kind = c->kind;
    m.lists = o->rows;
    m.op = op;
    m.type = op->z;
    m.alpha = op->uses_x ? c->alpha : tp_type_one(op->x);
    m.beta = op->uses_y ? c->beta : tp_type_one(op->y);
    TP_TRY(open(o->context, &w, c->A, o->descriptor.transpose, reads_x, op->x, &m.x));
    TP_TRY(open(o->context, &w, c->B, o->descriptor.transpose_second, reads_y, op->y, &m.y));
    TP_TRY(tp_cuda_matrix_mask(o, &m));
    TP_TRY(tp_cuda_merge(o->context, &m, &t));
    if (m.masked) tp_matrix_output_within(o);
    return tp_cuda_matrix_write(o, &t, tropic_type_size(op->z));
}

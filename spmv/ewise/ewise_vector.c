/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_ewise_add and tropic_ewise_multiply.
 */
#include "spmv/ewise/ewise_driver.h"
#include "spmv/work.h"

static tropic_status combine(tp_operation *o, const tropic_descriptor *descriptor)
{
    const tropic_operator *op = o->op;
    const bool adds = o->kind == TP_UNION; /* and takes values as they are */
    if (!o->w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    o->context = o->w->context;
    TP_TRY(tp_op_check(o->context, op));
    if (adds && (op->x != op->z || op->y != op->z))
        return tp_fail(o->context, TROPIC_TYPE_MISMATCH, "ewise_add needs an op with one type; %s gives %s", op->name,
                       tropic_type_name(op->z));
    TP_TRY(tp_input_check(o->context, o->u, "u", o->w->n, adds || op->uses_x, op->x));
    TP_TRY(tp_input_check(o->context, o->v, "v", o->w->n, adds || op->uses_y, op->y));
    return tp_operation_run(o, op->z, descriptor);
}

tropic_status tropic_ewise_add(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                               const tropic_operator *op, const tropic_vector *u, const tropic_vector *v,
                               const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_UNION, .op = op, .u = u, .v = v};
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, tp_entries_of_either(u, v), mask, descriptor);
    return combine(&o, descriptor);
}

tropic_status tropic_ewise_multiply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_operator *op, const tropic_vector *u, const tropic_vector *v,
                                    const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_INTERSECTION, .op = op, .u = u, .v = v};
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, tp_entries_of_both(u, v), mask, descriptor);
    return combine(&o, descriptor);
}

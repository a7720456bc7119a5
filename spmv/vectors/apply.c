/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_apply and tropic_select: an operator of each entry and one value.
 */
#include "spmv/vectors/elementwise_driver.h"

#include <string.h>

/* y's value, where op looks at it. */
static tropic_status check_value(tp_operation *o, const void *y)
{
    if (!o->op->uses_y) return TROPIC_OK;
    if (!y) return tp_fail(o->context, TROPIC_INVALID_ARGUMENT, "y is NULL, but op %s looks at it", o->op->name);
    memcpy(o->value.byte, y, tropic_type_size(o->op->y));
    return TROPIC_OK;
}

tropic_status tropic_apply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                           const tropic_operator *op, const tropic_vector *u, const void *y,
                           const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_INTERSECTION, .op = op, .u = u};
    if (!w) return TROPIC_INVALID_ARGUMENT;
    o.context = w->context;
    TP_TRY(tp_op_check(o.context, op));
    TP_TRY(tp_input_check(o.context, u, "u", w->n, op->uses_x, op->x));
    TP_TRY(check_value(&o, y));
    return tp_operation_run(&o, op->z, descriptor);
}

tropic_status tropic_select(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                            const tropic_operator *op, const tropic_vector *u, const void *y,
                            const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_SELECT, .op = op, .u = u};
    if (!w) return TROPIC_INVALID_ARGUMENT;
    o.context = w->context;
    TP_TRY(tp_op_check(o.context, op));
    if (op->z != TROPIC_BOOL)
        return tp_fail(o.context, TROPIC_TYPE_MISMATCH, "op %s has a result of %s, not bool", op->name,
                       tropic_type_name(op->z));
    TP_TRY(tp_input_check(o.context, u, "u", w->n, op->uses_x, op->x));
    TP_TRY(check_value(&o, y));
    return tp_operation_run(&o, u->type, descriptor);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_apply, tropic_apply_first and tropic_select: an operator of each entry and one value.
 */
#include "spmv/ewise/ewise_driver.h"
#include "spmv/work.h"

#include <string.h>

/* The value that op meets each entry with, as its second operand or, with `first`, its first: copied, if op looks at
 * it. The entries are checked, too. */
static tropic_status check(tp_operation *o, const tropic_vector *u, const void *value, bool first)
{
    const tropic_operator *op = o->op;
    const tropic_type type = first ? op->x : op->y;
    TP_TRY(tp_input_check(o->context, u, "u", o->w->n, first ? op->uses_y : op->uses_x, first ? op->y : op->x));
    if (!(first ? op->uses_x : op->uses_y)) return TROPIC_OK;
    if (!value)
        return tp_fail(o->context, TROPIC_INVALID_ARGUMENT, "%s is NULL, but op %s looks at it", first ? "x" : "y",
                       op->name);
    tp_operation_value(o, value, type);
    return TROPIC_OK;
}

tropic_status tropic_apply(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                           const tropic_operator *op, const tropic_vector *u, const void *y,
                           const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_INTERSECTION, .op = op, .u = u};
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, tp_entries_of_both(u, NULL), mask, descriptor);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    o.context = w->context;
    TP_TRY(tp_op_check(o.context, op));
    TP_TRY(check(&o, u, y, false));
    return tp_operation_run(&o, op->z, descriptor);
}

tropic_status tropic_apply_first(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                 const tropic_operator *op, const void *x, const tropic_vector *u,
                                 const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_INTERSECTION, .op = op, .v = u};
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, tp_entries_of_both(u, NULL), mask, descriptor);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    o.context = w->context;
    TP_TRY(tp_op_check(o.context, op));
    TP_TRY(check(&o, u, x, true));
    return tp_operation_run(&o, op->z, descriptor);
}

tropic_status tropic_select(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                            const tropic_operator *op, const tropic_vector *u, const void *y,
                            const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_SELECT, .op = op, .u = u};
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, tp_entries_of_both(u, NULL), mask, descriptor);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    o.context = w->context;
    TP_TRY(tp_op_check(o.context, op));
    if (op->z != TROPIC_BOOL)
        return tp_fail(o.context, TROPIC_TYPE_MISMATCH, "op %s has a result of %s, not bool", op->name,
                       tropic_type_name(op->z));
    TP_TRY(check(&o, u, y, false));
    return tp_operation_run(&o, u->type, descriptor);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_assign and tropic_assign_scalar.
 */
#include "spmv/ewise/ewise_driver.h"
#include "spmv/work.h"

#include <string.h>

tropic_status tropic_assign(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                            const tropic_vector *u, const tropic_index *ids, tropic_index count,
                            const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_COPY, .u = u, .ids = ids, .count = count};
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, tp_entries_of_both(u, NULL), mask, descriptor);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    o.context = w->context;
    TP_TRY(tp_ids_check(o.context, &o.ids, count, "w", w->n, true));
    TP_TRY(tp_vector_check(o.context, u, "u", count));
    return tp_operation_run(&o, u->type, descriptor);
}

tropic_status tropic_assign_scalar(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                   const void *value, const tropic_index *ids, tropic_index count,
                                   const tropic_descriptor *descriptor)
{
    tp_operation o = {.w = w, .mask = mask, .accum = accum, .kind = TP_COPY, .ids = ids, .count = count};
    TP_ENTER(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, ids ? count : w->n, mask, descriptor);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    o.context = w->context;
    if (!value) return tp_fail(o.context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(tp_ids_check(o.context, &o.ids, count, "w", w->n, true));
    tp_operation_value(&o, value, w->type);
    return tp_operation_run(&o, w->type, descriptor);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_reduce: the sum of a vector's entries.
 */
#include "spmv/operands/vector_cast.h"
#include "spmv/step.h"
#include "spmv/work.h"

tropic_status tropic_reduce(void *value, const tropic_operator *monoid, const tropic_vector *u)
{
    tropic_context *context;
    tp_reduction r = {.monoid = monoid};
    tp_cast_vector cast;
    tropic_status status;
    TP_ENTER(u ? u->context : NULL);
    TP_WORK_OF_PLACES(u, tp_entries_of_both(u, NULL), NULL, NULL);
    if (!u) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "u is NULL");
    context = u->context;
    TP_TRY(tp_outside_loops(context, "reduce to a value"));
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(tp_monoid_check(context, monoid));
    TP_TRY(tp_vector_check_castable(context, u, "u", monoid->z));
    TP_TRY(tp_vector_finish(u));
    status = tp_cast_vector_open(&cast, u, monoid->z);
    r.values = cast.v->values;
    r.has = u->form == TROPIC_BITMAP ? u->has : NULL;
    r.n = u->form == TROPIC_SPARSE ? u->count.entries : u->n;
    if (status == TROPIC_OK) status = context->backend->reduce(context, value, &r);
    tp_cast_vector_close(&cast);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_reduce: the sum of a vector's entries.
 */
#include "spmv/vectors/operand.h"

tropic_status tropic_reduce(void *value, const tropic_operator *monoid, const tropic_vector *u)
{
    tropic_context *context;
    tp_reduction r = {.monoid = monoid};
    if (!u) return TROPIC_INVALID_ARGUMENT;
    context = u->context;
    TP_TRY(tp_outside_loops(context, "reduce to a value"));
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(tp_monoid_check(context, monoid));
    TP_TRY(tp_vector_check_type(context, u, "u", monoid->z));
    r.values = u->values;
    r.has = u->form == TROPIC_BITMAP ? u->has : NULL;
    r.n = u->form == TROPIC_SPARSE ? u->count : u->n;
    return context->backend->reduce(context, value, &r);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_reduce: the sum of all entries, in the order of the rows.
 */
#include "spmv/cpu_backend.h"
#include "spmv/matrices/cast.h"
#include "spmv/matrices/matrix_output.h"
#include "spmv/vectors/operand.h"

tropic_status tropic_matrix_reduce(void *value, tropic_context *context, const tropic_operator *monoid,
                                   const tropic_matrix *A)
{
    tp_reduction r = {.monoid = monoid};
    tropic_status status = TROPIC_OK;
    tp_lists lists, ones = {0};
    void *cast = NULL;
    if (!context) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(tp_outside_loops(context, "reduce to a value"));
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(tp_monoid_check(context, monoid));
    TP_TRY(tp_matrix_check_input(context, A, "A", true, monoid->z));
    TP_TRY(tp_matrix_open_cast(context, A, TP_BY_ROW, monoid->z, &lists, &cast));
    ones.count = lists.count;
    if (lists.size == 0) status = tp_lists_fill(context, &ones, monoid->z, tp_type_one(monoid->z));
    r.values = lists.size == 0 ? ones.values : lists.values;
    r.n = lists.count;
    if (status == TROPIC_OK) status = tp_cpu_reduce(context, value, &r);
    tp_release(&context->memory, ones.values);
    tp_release(&context->memory, cast);
    return status;
}

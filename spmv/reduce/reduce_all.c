/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_reduce: the sum of all entries, in an order that depends on their number alone.
 */
#include "formats/matrix/forms/hypersparse.h"
#include "semiring/evaluate.h"
#include "spmv/operands/operand.h"
#include "spmv/work.h"
#include "spmv/write/matrix_output.h"

/* The sum of `count` ones, by doubling. */
static tropic_status sum_ones(tropic_context *context, const tropic_operator *monoid, tropic_offset count, void *value)
{
    static const tropic_index place;
    const size_t size = tropic_type_size(monoid->z);
    char *power, *sum;
    tp_evaluator f;
    bool any = false;
    TP_TRY(tp_evaluator_open(context, &f, monoid));
    power = tp_allocate(&context->memory, 2, size);
    if (!power) return tp_out_of_memory(context, "a sum");
    sum = power + size;
    memcpy(power, tp_type_one(monoid->z), size);
    for (; count > 0; count /= 2) {
        if (count % 2 != 0) {
            if (any)
                tp_evaluate(&f, sum, sum, power, &place, &place, 1);
            else
                memcpy(sum, power, size);
            any = true;
        }
        tp_evaluate(&f, power, power, power, &place, &place, 1);
    }
    memcpy(value, sum, size);
    tp_release(&context->memory, power);
    return TROPIC_OK;
}

tropic_status tropic_matrix_reduce(void *value, tropic_context *context, const tropic_operator *monoid,
                                   const tropic_matrix *A)
{
    tp_reduction r = {.monoid = monoid};
    const tp_hypersparse *form;
    tp_arcs arcs;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_matrix_check_call(context, "reduce to a value"));
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(tp_monoid_check(context, monoid));
    TP_TRY(tp_matrix_check_input(context, A, "A", true, monoid->z));
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (form) A = form->core; /* which has the same entries in the same order */
    TP_TRY(tp_matrix_cast(context, A, monoid->z, &A));
    TP_TRY(tp_matrix_arcs(context, A, TP_BY_ROW, false, &arcs));
    if (A->pattern && arcs.count > 0) return sum_ones(context, monoid, arcs.count, value);
    r.values = arcs.values;
    r.n = arcs.count;
    return context->backend->reduce(context, value, &r);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_apply and tropic_matrix_apply_first on the host: T has the places of A.
 */
#include "spmv/apply/bound.h"
#include "spmv/matrix_calls.h"

tropic_status tp_cpu_apply(const tp_apply_operands *in, tp_matrix_output *o)
{
    const tp_memory *memory = &o->context->memory;
    tp_bound b;
    tp_lists T;
    TP_TRY(tp_bound_open(&b, o, in->op, in->A, in->transposed, in->value, in->value_first));
    TP_TRY(tp_lists_allocate(o->context, memory, &T, b.a.lists, b.a.count, tropic_type_size(in->op->z)));
    memcpy(T.offsets, b.a.offsets, ((size_t)T.lists + 1) * sizeof *T.offsets);
    if (T.count > 0) memcpy(T.ids, b.a.ids, (size_t)T.count * sizeof *T.ids);
    tp_bound_evaluate(&b, T.values);
    return tp_matrix_write(o, &T);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts of all values of a matrix.
 */
#include "spmv/operands/cast.h"

tropic_status tp_cast_values(tropic_context *context, tropic_type to, tropic_type from, const void *values,
                             tropic_offset count, void **made)
{
    *made = NULL;
    if (!tp_cast_of(to, from)) return TROPIC_OK;
    *made = tp_allocate(&context->memory, count, tropic_type_size(to));
    if (!*made) return tp_out_of_memory(context, "the values of a matrix");
    tp_cast_all(context, *made, to, values, from, count);
    return TROPIC_OK;
}

tropic_status tp_matrix_open_cast(tropic_context *context, const tropic_matrix *A, tp_orientation orientation,
                                  tropic_type type, tp_lists *lists, void **made)
{
    *made = NULL;
    TP_TRY(tp_matrix_open_lists(context, A, orientation, lists));
    if (lists->size == 0) return TROPIC_OK;
    TP_TRY(tp_cast_values(context, type, A->type, lists->values, lists->count, made));
    if (!*made) return TROPIC_OK;
    lists->values = *made;
    lists->size = tropic_type_size(type);
    return TROPIC_OK;
}

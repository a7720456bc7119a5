/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows in host memory: written, filled and freed.
 */
#include "spmv/matrix_calls.h"

tropic_status tp_cpu_fill_lists(tropic_context *context, tp_lists *T, tropic_type type, const void *value)
{
    return tp_lists_fill(context, T, type, value);
}

tropic_status tp_cpu_write_lists(tp_matrix_output *o, tp_lists *T)
{
    return tp_matrix_write(o, T);
}

void tp_cpu_free_lists(tropic_context *context, tp_lists *T)
{
    tp_lists_free(&context->memory, T);
}

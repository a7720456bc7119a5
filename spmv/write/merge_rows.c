/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows that are merged.
 */
#include "spmv/write/merge.h"

#include "runtime/types.h"

tropic_status tp_merge_rows_open(tropic_context *context, tp_merge_rows *rows, const tropic_matrix *A, bool transposed,
                                 bool read, tropic_type type)
{
    tp_lists lists = {0};
    if (A) TP_TRY(tp_matrix_open_lists(context, A, transposed ? TP_BY_COLUMN : TP_BY_ROW, &lists));
    if (!read) lists.size = 0;
    *rows = tp_merge_rows_of(&lists, lists.size > 0 ? A->type : type);
    return TROPIC_OK;
}

tp_merge_rows tp_merge_rows_of(const tp_lists *lists, tropic_type type)
{
    return (tp_merge_rows){.offsets = lists->offsets,
                           .ids = lists->ids,
                           .values = lists->size > 0 ? lists->values : NULL,
                           .one = tp_type_one(type),
                           .type = type,
                           .size = tropic_type_size(type)};
}

tropic_offset tp_merge_rows_count(const tp_merge_rows *rows, tropic_index lists)
{
    return rows->offsets ? rows->offsets[lists] : 0;
}

tropic_status tp_lists_fill(tropic_context *context, tp_lists *lists, tropic_type type, const void *value)
{
    const size_t size = tropic_type_size(type);
    char *values = tp_allocate(&context->memory, lists->count, size);
    if (!values) {
        tp_lists_free(&context->memory, lists);
        *lists = (tp_lists){0};
        return tp_out_of_memory(context, "the values of a matrix");
    }
    for (tropic_offset k = 0; k < lists->count; k++) tp_copy_value(values + (size_t)k * size, value, size);
    lists->values = values;
    lists->size = size;
    return TROPIC_OK;
}

tropic_index tp_rows_of_chunk(tropic_index lists)
{
    enum { CHUNKS = 64 };
    const tropic_index rows = lists / CHUNKS;
    return rows < 1 ? 1 : rows < TP_LIST_CHUNK ? rows : TP_LIST_CHUNK;
}

void tp_each_row(tropic_context *context, tropic_index lists, tropic_offset work, tp_loop_body *body, const void *of)
{
    tp_for(tp_team_for(context, work + lists), lists, tp_rows_of_chunk(lists), body, of);
}

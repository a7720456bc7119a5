/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns taken from a matrix: under extract, assign and resize.
 */
#include "semiring/evaluate.h"
#include "spmv/matrices/indices.h"
#include "spmv/matrices/merge.h"

typedef struct taking {
    const tp_lists *from;
    const tropic_index *row, *to;
    tp_lists *out;
} taking;

static tropic_index row_of(const taking *t, int64_t i)
{
    return t->row ? t->row[i] : i < t->from->lists ? (tropic_index)i : -1;
}

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const taking *t = of;
    const tropic_offset *offsets = t->from->offsets;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index r = row_of(t, i);
        tropic_offset length = r < 0 ? 0 : offsets[r + 1] - offsets[r];
        if (t->to && r >= 0) {
            length = 0;
            for (tropic_offset k = offsets[r]; k < offsets[r + 1]; k++) length += t->to[t->from->ids[k]] >= 0;
        }
        t->out->offsets[i + 1] = length;
    }
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const taking *t = of;
    const tp_lists *from = t->from, *out = t->out;
    const size_t size = out->size;
    for (int64_t i = begin; i < end; i++) {
        const tropic_index r = row_of(t, i);
        tropic_offset at = out->offsets[i];
        for (tropic_offset k = r < 0 ? 0 : from->offsets[r]; r >= 0 && k < from->offsets[r + 1]; k++) {
            const tropic_index j = t->to ? t->to[from->ids[k]] : from->ids[k];
            if (j < 0) continue;
            out->ids[at] = j;
            if (size > 0) tp_copy_value(tp_value_at(out->values, size, at), tp_value_at(from->values, size, k), size);
            at++;
        }
    }
}

static tropic_status take_rows(tropic_context *context, const tp_lists *from, tropic_index rows,
                               const tropic_index *row, const tropic_index *to, tp_lists *out)
{
    const taking t = {from, row, to, out};
    *out = (tp_lists){.lists = rows, .size = from->size};
    out->offsets = tp_allocate(&context->memory, (int64_t)rows + 1, sizeof *out->offsets);
    if (!out->offsets) return tp_out_of_memory(context, "a matrix");
    tp_each_row(context, rows, from->count, count_rows, &t);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, out));
    tp_each_row(context, rows, out->count, fill_rows, &t);
    return TROPIC_OK;
}

tropic_status tp_take_lists(tropic_context *context, const tp_lists *from, const tp_taking *t, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    tropic_index old_cols = 0;
    tp_lists rows, cols;
    TP_TRY(take_rows(context, from, t->rows, t->row, t->to, &rows));
    if (!t->col) {
        *out = rows;
        return TROPIC_OK;
    }
    for (tropic_index j = 0; j < t->cols; j++)
        if (t->col[j] >= old_cols) old_cols = t->col[j] + 1;
    for (tropic_offset k = 0; k < rows.count; k++)
        if (rows.ids[k] >= old_cols) old_cols = rows.ids[k] + 1;
    TP_TRY(tp_transpose_consume(context, memory, &rows, old_cols, &cols));
    {
        const tropic_status status = take_rows(context, &cols, t->cols, t->col, NULL, &rows);
        tp_lists_free(memory, &cols);
        TP_TRY(status);
    }
    return tp_transpose_consume(context, memory, &rows, t->rows, out);
}

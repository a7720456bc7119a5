/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns taken from a matrix: under extract, assign and resize.
 */
#include "spmv/matrices/evaluate.h"
#include "spmv/matrices/indices.h"
#include "spmv/matrices/merge.h"

typedef struct taking {
    const tp_lists *from;
    const tropic_index *row, *to;
    tropic_index shift, cols;
    tp_lists *out;
} taking;

static tropic_index row_of(const taking *t, int64_t i)
{
    return t->row ? t->row[i] : i < t->from->lists ? (tropic_index)i : -1;
}

/* The positions that row i takes, apart from those that `to` drops. */
static void find_row(const taking *t, int64_t i, tropic_offset *from, tropic_offset *end)
{
    const tropic_index r = row_of(t, i), *ids = t->from->ids;
    const int64_t beyond = (int64_t)t->shift + t->cols;
    *from = *end = 0;
    if (r < 0) return;
    *from = t->from->offsets[r];
    *end = t->from->offsets[r + 1];
    if (t->to || *from == *end) return;
    if (ids[*from] < t->shift) *from = tp_find_id(ids, *from, *end, t->shift);
    if (*from < *end && ids[*end - 1] >= beyond) *end = tp_find_id(ids, *from, *end, beyond);
}

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const taking *t = of;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset from, last, length;
        find_row(t, i, &from, &last);
        length = last - from;
        if (t->to) {
            length = 0;
            for (tropic_offset k = from; k < last; k++) length += t->to[t->from->ids[k]] >= 0;
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
        tropic_offset at = out->offsets[i], k, last;
        find_row(t, i, &k, &last);
        for (; k < last; k++) {
            const tropic_index j = t->to ? t->to[from->ids[k]] : from->ids[k] - t->shift;
            if (j < 0) continue;
            out->ids[at] = j;
            if (size > 0) tp_copy_value(tp_value_at(out->values, size, at), tp_value_at(from->values, size, k), size);
            at++;
        }
    }
}

static tropic_status take_rows(tropic_context *context, const taking *t, tropic_index rows)
{
    tp_lists *out = t->out;
    *out = (tp_lists){.lists = rows, .size = t->from->size};
    out->offsets = tp_allocate(&context->memory, (int64_t)rows + 1, sizeof *out->offsets);
    if (!out->offsets) return tp_out_of_memory(context, "a matrix");
    tp_each_row(context, rows, t->from->count, count_rows, t);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, out));
    tp_each_row(context, rows, out->count, fill_rows, t);
    return TROPIC_OK;
}

tropic_status tp_take_lists(tropic_context *context, const tp_lists *from, const tp_taking *t, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    tropic_index old_cols = 0;
    tp_lists rows, cols;
    const taking by_rows = {from, t->row, t->to, t->shift, t->col ? INT32_MAX : t->cols, &rows};
    const taking by_cols = {&cols, t->col, NULL, 0, INT32_MAX, &rows};
    TP_TRY(take_rows(context, &by_rows, t->rows));
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
        const tropic_status status = take_rows(context, &by_cols, t->cols);
        tp_lists_free(memory, &cols);
        TP_TRY(status);
    }
    return tp_transpose_consume(context, memory, &rows, t->rows, out);
}

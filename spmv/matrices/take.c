/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns taken from a matrix: under extract, assign, split and resize.
 */
#include "semiring/evaluate.h"
#include "spmv/matrices/indices.h"
#include "spmv/matrices/merge.h"

typedef struct taking {
    const tp_lists *from;
    const tp_taking *t;
    tp_lists *out;
} taking;

/* The entries of the old matrix from which new row i is made: all of a row, or those of a span. */
static void find_row(const taking *g, int64_t i, tropic_offset *begin, tropic_offset *end)
{
    const tp_taking *t = g->t;
    const int64_t r = t->row ? t->row[i] : t->first_row + i;
    *begin = *end = 0;
    if (r < 0 || r >= g->from->lists) return;
    *begin = g->from->offsets[r];
    *end = g->from->offsets[r + 1];
    if (!t->span) return;
    *end = tp_list_find(g->from, (tropic_index)r, (int64_t)t->first_col + t->cols);
    *begin = tp_list_find(g->from, (tropic_index)r, t->first_col);
}

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const taking *g = of;
    const tropic_index *to = g->t->to;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset first, last, length;
        find_row(g, i, &first, &last);
        length = last - first;
        for (tropic_offset k = first; to && k < last; k++) length -= to[g->from->ids[k]] < 0;
        g->out->offsets[i + 1] = length;
    }
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const taking *g = of;
    const tp_lists *from = g->from, *out = g->out;
    const tropic_index *to = g->t->to, first_col = g->t->span ? g->t->first_col : 0;
    const size_t size = out->size;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset at = out->offsets[i], first, last;
        find_row(g, i, &first, &last);
        for (tropic_offset k = first; k < last; k++) {
            const tropic_index j = to ? to[from->ids[k]] : from->ids[k] - first_col;
            if (j < 0) continue;
            out->ids[at] = j;
            if (size > 0) tp_copy_value(tp_value_at(out->values, size, at), tp_value_at(from->values, size, k), size);
            at++;
        }
    }
}

/* (Without `col`.) */
static tropic_status take_rows(tropic_context *context, const tp_lists *from, const tp_taking *t, tp_lists *out)
{
    const taking g = {from, t, out};
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, out, t->rows, from->size));
    tp_each_row(context, t->rows, t->to ? from->count : 0, count_rows, &g);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, out));
    tp_each_row(context, t->rows, out->count, fill_rows, &g);
    return TROPIC_OK;
}

tropic_status tp_take_lists(tropic_context *context, const tp_lists *from, const tp_taking *t, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    tropic_index old_cols = 0;
    tp_lists rows, cols;
    TP_TRY(take_rows(context, from, t, &rows));
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
        const tp_taking by_column = {.rows = t->cols, .row = t->col};
        const tropic_status status = take_rows(context, &cols, &by_column, &rows);
        tp_lists_free(memory, &cols);
        TP_TRY(status);
    }
    return tp_transpose_consume(context, memory, &rows, t->rows, out);
}

tropic_status tp_place_lists(tropic_context *context, const tp_lists *from, const tp_indices *rows,
                             const tp_indices *cols, tp_lists *out)
{
    tp_taking t = {.rows = rows->n, .cols = cols->n, .row = rows->place_of};
    if (cols->ids && cols->ascending) t.to = cols->ids;
    if (cols->ids && !cols->ascending) t.col = cols->place_of;
    return tp_take_lists(context, from, &t, out);
}

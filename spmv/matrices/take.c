/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns taken from a matrix, on the host: under extract, assign, split and resize.
 */
#include "semiring/evaluate.h"
#include "spmv/matrices/matrix_calls.h"
#include "spmv/matrices/merge.h"

typedef struct taking {
    const tp_lists *from;
    const tp_taking *t;
    const tropic_index *to; /* of t, or made */
    tp_mask allows;
    bool filters; /* by the mask */
    tp_lists *out;
} taking;

/* Rows of so many entries at most are looked through, longer ones searched. (Lattice 1200, a range of rows and columns:
 * searches take 2.5 times as long.) */
#define SHORT_ROW 16

/* The entries of the old matrix from which new row i is made: all of a row, or, of a long one, those of a span. Returns
 * whether any of these may be left out. */
static inline bool find_row(const taking *g, int64_t i, tropic_offset *begin, tropic_offset *end)
{
    const tp_taking *t = g->t;
    const int64_t r = t->row ? t->row[i] : t->first_row + i * t->row_step;
    *begin = *end = 0;
    if (r < 0 || r >= g->from->lists) return false;
    *begin = g->from->offsets[r];
    *end = g->from->offsets[r + 1];
    if (t->col_step == 0) return g->to || g->filters;
    if (*end - *begin <= SHORT_ROW) return true;
    *end = tp_list_find(g->from, (tropic_index)r, t->first_col + (int64_t)t->cols * t->col_step);
    *begin = tp_list_find(g->from, (tropic_index)r, t->first_col);
    return g->filters || t->col_step > 1;
}

/* What entry k's column becomes; -1: it is dropped. */
static inline tropic_index new_column(const taking *g, tropic_offset k)
{
    const tropic_index j = g->from->ids[k];
    const uint32_t step = (uint32_t)g->t->col_step;
    uint32_t beyond = (uint32_t)j - (uint32_t)g->t->first_col;
    if (g->filters && !tp_mask_allows(&g->allows, k)) return -1;
    if (g->to) return g->to[j];
    if (step == 0) return j;
    if (step > 1 && beyond % step != 0) return -1;
    if (step > 1) beyond /= step;
    return beyond < (uint32_t)g->t->cols ? (tropic_index)beyond : -1;
}

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const taking *g = of;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset first, last, length;
        const bool some = find_row(g, i, &first, &last);
        length = last - first;
        for (tropic_offset k = first; some && k < last; k++) length -= new_column(g, k) < 0;
        g->out->offsets[i + 1] = length;
    }
}

/* All entries first .. last - 1, to `at` and beyond. */
static void copy_entries(const taking *g, tropic_offset at, tropic_offset first, tropic_offset last)
{
    const tropic_index less = g->t->first_col, *ids = g->from->ids + first;
    const size_t size = g->out->size;
    const tropic_offset count = last - first;
    tropic_index *to = g->out->ids + at;
    char *values = tp_value_at(g->out->values, size, at);
    const char *from = tp_value_at(g->from->values, size, first);
    for (tropic_offset k = 0; k < count; k++) to[k] = ids[k] - less;
    if (size > 0 && count > SHORT_ROW)
        memcpy(values, from, (size_t)count * size);
    else if (size > 0)
        for (tropic_offset k = 0; k < count; k++)
            tp_copy_value(values + (size_t)k * size, from + (size_t)k * size, size);
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const taking *g = of;
    const tp_lists *from = g->from, *out = g->out;
    const size_t size = out->size;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset at = out->offsets[i], first, last;
        if (!find_row(g, i, &first, &last)) {
            copy_entries(g, at, first, last);
            continue;
        }
        for (tropic_offset k = first; k < last; k++) {
            const tropic_index j = new_column(g, k);
            if (j < 0) continue;
            out->ids[at] = j;
            if (size > 0) tp_copy_value(tp_value_at(out->values, size, at), tp_value_at(from->values, size, k), size);
            at++;
        }
    }
}

/* Columns by `to` or a span, in their order. */
static tropic_status take_rows(tropic_context *context, const tp_lists *from, const tp_taking *t,
                               const tropic_index *to, tropic_type type, tp_lists *out)
{
    taking g = {.from = from, .t = t, .to = to, .out = out};
    g.filters = t->as_mask && !t->structure && from->size > 0;
    g.allows = (tp_mask){.values = from->values, .type = type};
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, out, t->rows, t->as_mask ? 0 : from->size));
    tp_each_row(context, t->rows, to || g.filters || t->col_step > 1 ? from->count : 0, count_rows, &g);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, out));
    tp_each_row(context, t->rows, out->count, fill_rows, &g);
    return TROPIC_OK;
}

/* Where the columns are listed in another order: column by column, between two transposes. */
static tropic_status take_sorted(tropic_context *context, const tp_lists *from, const tp_taking *t, tropic_index cols,
                                 tropic_type type, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    const tp_taking by_column = {.rows = t->cols, .row = t->col, .row_step = 1};
    tp_lists made_rows, made_cols;
    tropic_status status;
    TP_TRY(take_rows(context, from, t, NULL, type, &made_rows));
    TP_TRY(tp_transpose_consume(context, memory, &made_rows, cols, &made_cols));
    status = take_rows(context, &made_cols, &by_column, NULL, type, &made_rows);
    tp_lists_free(memory, &made_cols);
    TP_TRY(status);
    return tp_transpose_consume(context, memory, &made_rows, t->rows, out);
}

tropic_status tp_cpu_take(tropic_context *context, const tropic_matrix *A, bool transposed, const tp_taking *t,
                          tp_lists *T)
{
    const tropic_index cols = tp_input_cols(A, transposed);
    tropic_index *to = NULL;
    tropic_status status;
    tp_lists from;
    TP_TRY(tp_matrix_open_lists(context, A, tp_input_by(transposed), &from));
    if (t->col && !t->ascending) return take_sorted(context, &from, t, cols, A->type, T);
    if (t->col && !t->to) {
        to = tp_allocate(&context->memory, cols, sizeof *to);
        if (!to) return tp_out_of_memory(context, "the columns");
        for (tropic_index j = 0; j < cols; j++) to[j] = -1;
        for (tropic_index c = 0; c < t->cols; c++)
            if (t->col[c] >= 0) to[t->col[c]] = c;
    }
    status = take_rows(context, &from, t, to ? to : t->to, A->type, T);
    tp_release(&context->memory, to);
    return status;
}

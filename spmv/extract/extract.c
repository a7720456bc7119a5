/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns extracted from a matrix, on the host: under extract, assign, split and resize.
 */
#include "semiring/evaluate.h"
#include "spmv/extract/spans.h"
#include "spmv/matrix_calls.h"
#include "spmv/write/merge.h"

typedef struct extraction {
    const tp_lists *from;
    const tp_extraction *t;
    const tropic_index *to; /* of t, or made */
    tp_mask allows;
    bool filters; /* by the mask */
    tp_lists *out;
} extraction;

/* The entries of the old matrix from which new row i is made. */
static inline void find_row(const extraction *g, int64_t i, tropic_offset *begin, tropic_offset *end)
{
    const tp_extraction *t = g->t;
    const int64_t r = t->row ? t->row[i] : t->first_row + i * t->row_step;
    const bool there = r >= 0 && r < g->from->lists;
    *begin = there ? g->from->offsets[r] : 0;
    *end = there ? g->from->offsets[r + 1] : 0;
}

/* The new column of entry k; -1: it is dropped. */
static inline tropic_index new_column(const extraction *g, tropic_offset k)
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
    const extraction *g = of;
    for (int64_t i = begin; i < end; i++) {
        tropic_offset first, last, length = 0;
        find_row(g, i, &first, &last);
        for (tropic_offset k = first; k < last; k++) length += new_column(g, k) >= 0;
        g->out->offsets[i + 1] = length;
    }
}

/* (Each entry is written, and the next one over it if it is dropped: no branch depends on that.) */
static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const extraction *g = of;
    const tp_lists *from = g->from, *out = g->out;
    const size_t size = out->size;
    for (int64_t i = begin; i < end; i++) {
        const tropic_offset full = out->offsets[i + 1];
        tropic_offset at = out->offsets[i], first, last;
        find_row(g, i, &first, &last);
        for (tropic_offset k = first; at < full; k++) {
            const tropic_index j = new_column(g, k);
            out->ids[at] = j;
            if (size > 0) tp_copy_value(tp_value_at(out->values, size, at), tp_value_at(from->values, size, k), size);
            at += j >= 0;
        }
    }
}

/* Columns that lie side by side, none of which is dropped. */
static tropic_status extract_spans(tropic_context *context, const tp_lists *from, const tp_extraction *t, size_t size,
                                   tp_lists *out)
{
    const tp_spans s = {.from = from,
                        .rows = t->rows,
                        .row = t->row,
                        .first_row = t->first_row,
                        .row_step = t->row_step,
                        .row_end = from->lists,
                        .whole = t->col_step == 0,
                        .first = t->first_col,
                        .last = (int64_t)t->first_col + t->cols,
                        .less = t->first_col};
    return tp_spans_extract(context, &s, size, out);
}

/* Columns by `to` or a span, in their order. */
static tropic_status extract_rows(tropic_context *context, const tp_lists *from, const tp_extraction *t,
                                  const tropic_index *to, tropic_type type, tp_lists *out)
{
    extraction g = {.from = from, .t = t, .to = to, .out = out};
    g.filters = t->as_mask && !t->structure && from->size > 0;
    g.allows = (tp_mask){.values = from->values, .type = type};
    if (!to && !g.filters && t->col_step <= 1) return extract_spans(context, from, t, t->as_mask ? 0 : from->size, out);
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, out, t->rows, t->as_mask ? 0 : from->size));
    tp_each_row(context, t->rows, from->count, count_rows, &g);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, out));
    tp_each_row(context, t->rows, out->count, fill_rows, &g);
    return TROPIC_OK;
}

/* Where the columns are listed in another order: column by column, between two transposes. */
static tropic_status extract_sorted(tropic_context *context, const tp_lists *from, const tp_extraction *t,
                                    tropic_index cols, tropic_type type, tp_lists *out)
{
    const tp_memory *memory = &context->memory;
    const tp_extraction by_column = {.rows = t->cols, .row = t->col, .row_step = 1};
    tp_lists made_rows, made_cols;
    tropic_status status;
    TP_TRY(extract_rows(context, from, t, NULL, type, &made_rows));
    TP_TRY(tp_transpose_consume(context, memory, &made_rows, cols, &made_cols));
    status = extract_rows(context, &made_cols, &by_column, NULL, type, &made_rows);
    tp_lists_free(memory, &made_cols);
    TP_TRY(status);
    return tp_transpose_consume(context, memory, &made_rows, t->rows, out);
}

/* Is it all of A, or A', as it is? */
static bool takes_all(const tropic_matrix *A, bool transposed, const tp_extraction *t)
{
    const bool rows = !t->row && t->first_row == 0 && t->row_step == 1 && t->rows == tp_input_rows(A, transposed);
    const bool cols = !t->col && !t->to && t->first_col == 0 && t->col_step <= 1;
    return rows && cols && t->cols == tp_input_cols(A, transposed) && !t->as_mask;
}

tropic_status tp_cpu_extract(tropic_context *context, const tropic_matrix *A, bool transposed, const tp_extraction *t,
                             tp_lists *T)
{
    const tropic_index cols = tp_input_cols(A, transposed);
    tropic_index *to = NULL;
    tropic_status status;
    tp_lists from;
    if (t->to_check) TP_TRY(tp_indices_check(context, t->to_check));
    if (takes_all(A, transposed, t)) return tp_matrix_copy_lists(context, A, tp_input_by(transposed), T);
    TP_TRY(tp_matrix_open_lists(context, A, tp_input_by(transposed), &from));
    if (t->col && !t->ascending) return extract_sorted(context, &from, t, cols, A->type, T);
    if (t->col && !t->to) {
        to = tp_allocate(&context->memory, cols, sizeof *to);
        if (!to) return tp_out_of_memory(context, "the columns");
        for (tropic_index j = 0; j < cols; j++) to[j] = -1;
        for (tropic_index c = 0; c < t->cols; c++)
            if (t->col[c] >= 0) to[t->col[c]] = c;
    }
    status = extract_rows(context, &from, t, to ? to : t->to, A->type, T);
    tp_release(&context->memory, to);
    return status;
}

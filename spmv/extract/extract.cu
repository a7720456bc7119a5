/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns extracted from a matrix on a GPU. Columns that are listed in another order than theirs: the lists
 * are taken by column, and transposed.
 */
#include "formats/matrix/device.cuh"
#include "formats/matrix/use.h"
#include "spmv/device/working.cuh"
#include "spmv/extract/extract_rows.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/write/backend_lists.cuh"

#include <string.h>

#define DOING "extracting rows and columns"

/* ---- columns ---- */

/* to[list[k]] = k; *repeats: two of them are one place. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    invert_kernel(const tropic_index *list, tropic_index count, tropic_index *to, int *repeats)
{
    TP_FOR_EACH(k, count)
    {
        const tropic_index place = list[k];
        if (place >= 0 && atomicExch(to + place, (tropic_index)k) >= 0) *repeats = 1;
    }
}

/* *inverse = where each of n places is in a list in device memory, or -1. *repeats: two of the list are one place;
 * NULL: that is known not to be so. */
static tropic_status invert(tropic_context *context, tp_working *w, const tropic_index *list, tropic_index count,
                            tropic_index n, const tropic_index **inverse, bool *repeats)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const int all_bits = 0xff; /* -1, byte by byte */
    tropic_index *to = NULL;
    int *found = NULL, any = 0;
    TP_TRY(w->make(&to, n));
    TP_TRY(w->make(&found, 1));
    *inverse = to;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(found, 0, sizeof *found, stream), DOING));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(to, all_bits, (size_t)n * sizeof *to, stream), DOING));
    TP_TRY(tp_pass(context, DOING, count, invert_kernel, list, count, to, found));
    if (!repeats) return TROPIC_OK;
    TP_TRY(tp_cuda_download(context, &any, found, sizeof any));
    *repeats = any != 0;
    return TROPIC_OK;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    mark_kernel(const tropic_index *list, tropic_index count, unsigned *in, tropic_index *to)
{
    TP_FOR_EACH(k, count)
    {
        const tropic_index place = list[k];
        if (place < 0) continue;
        atomicOr(in + place / TP_WARP, 1u << place % TP_WARP);
        to[place] = (tropic_index)k;
    }
}

/* Of n columns, those of a list in device memory, of which no two are the same, are kept. */
static tropic_status keep_columns(tropic_context *context, tp_working *w, const tropic_index *list, tropic_index count,
                                  tropic_index n, tp_device_extraction *t)
{
    const int64_t words = tp_quotient_up(n, TP_WARP);
    unsigned *in = NULL;
    tropic_index *to = NULL;
    TP_TRY(w->make(&in, words));
    TP_TRY(w->make(&to, n));
    t->in_cols = in;
    t->to = to;
    TP_TRY(
        tp_cuda_check(context, cudaMemsetAsync(in, 0, (size_t)words * sizeof *in, tp_cuda_of(context)->stream), DOING));
    return tp_pass(context, DOING, count, mark_kernel, list, count, in, to);
}

/* The columns keep their order. */
static tropic_status extract_ascending(tropic_context *context, const tropic_matrix *A, bool transposed,
                                       const tp_extraction *in, tp_device_extraction *t, tp_device_lists *out)
{
    const tropic_index old_cols = tp_input_cols(A, transposed);
    const tropic_index *rows = NULL, *cols = NULL;
    tp_working w(context, DOING);
    TP_TRY(tp_matrix_arcs(context, A, tp_input_by(transposed), false, &t->from));
    t->filters = in->as_mask && !in->structure && t->from.values;
    t->mask.values = t->from.values;
    t->rows = in->rows;
    t->first_row = in->first_row;
    t->row_step = in->row_step;
    t->first_col = in->first_col;
    t->col_step = in->first_col == 0 && in->col_step == 1 && in->cols == old_cols ? 0 : in->col_step;
    t->spans = t->col_step > 0;
    t->span_first = in->first_col;
    t->span_last = in->first_col + (int64_t)in->cols * in->col_step;
    t->row_end = t->from.lists;
    t->to_rows = in->to_rows;
    t->to_cols = in->to_cols;
    if (in->row) TP_TRY(w.upload_ids(&t->row, in->row, in->rows));
    if (in->to) {
        TP_TRY(w.upload(&t->to, in->to, old_cols));
    } else if (in->col) {
        cols = t->row; /* one list for both, perhaps */
        if (in->col != in->row || in->cols != in->rows) TP_TRY(w.upload_ids(&cols, in->col, in->cols));
        TP_TRY(keep_columns(context, &w, cols, in->cols, old_cols, t));
    }
    if (in->to_rows.ids) {
        TP_TRY(w.upload_ids(&rows, in->to_rows.ids, in->to_rows.count));
        TP_TRY(invert(context, &w, rows, in->to_rows.count, in->rows, &t->row, NULL));
    }
    /* (A matrix that is placed is placed whole.) */
    t->drops = t->in_cols || (t->to && in->as_mask) || t->filters || t->col_step > 1;
    return tp_cuda_extract_rows(context, t, out);
}

/* The lists of A's columns, or rows. Where the host would make them of those that it has, the device does, for this
 * call; else they are made once, and kept. */
static tropic_status open_columns(tropic_context *context, const tropic_matrix *A, bool transposed, tp_arcs *arcs,
                                  tp_device_lists *made)
{
    const tp_orientation by = tp_input_by(!transposed), other = tp_input_by(transposed);
    tp_side side = {};
    tp_matrix_use use;
    TP_TRY(tp_matrix_use_open(context, A, &use));
    if (use.on_device[by] || use.on_host[by] || !use.on_host[other]) return tp_matrix_arcs(context, A, by, false, arcs);
    TP_TRY(tp_matrix_arcs(context, A, other, false, arcs));
    TP_TRY(tp_cuda_transpose(context, arcs, tp_matrix_lists(A, by), A->type, &side));
    tp_cuda_adopt_side(context, &side, arcs->count, made);
    *arcs = tp_cuda_lists_arcs(made, tp_matrix_lists(A, by));
    return TROPIC_OK;
}

/* By column, each entry to its new row; then by row. Where rows repeat, they are taken last. *beyond: columns repeat so
 * often that the lists by column are too long for a transpose. */
static tropic_status extract_sorted(tropic_context *context, const tropic_matrix *A, bool transposed,
                                    const tp_extraction *in, tp_device_extraction *t, tp_device_lists *out,
                                    bool *beyond)
{
    const tropic_index old_rows = tp_input_rows(A, transposed);
    const tropic_index *row = NULL;
    tp_working w(context, DOING);
    tp_device_lists columns, by_column, by_row;
    tp_arcs arcs;
    tp_side side = {};
    tp_device_extraction again = {};
    bool repeats = false;
    TP_TRY(open_columns(context, A, transposed, &t->from, &columns));
    t->rows = in->cols;
    t->row_end = t->from.lists;
    TP_TRY(w.upload_ids(&t->row, in->col, in->cols));
    if (in->row) {
        row = t->row; /* of a permutation of both, one list */
        if (in->row != in->col || in->rows != in->cols) TP_TRY(w.upload_ids(&row, in->row, in->rows));
        TP_TRY(invert(context, &w, row, in->rows, old_rows, &t->to, &repeats));
        if (repeats) t->to = NULL;
        /* (As many rows, all of them others, are all rows; and a matrix that is placed is placed whole.) */
        t->drops = t->to && in->rows < old_rows;
    } else {
        t->first_col = in->first_row; /* (row_step is 1) */
        t->spans = true;
        t->span_first = in->first_row;
        t->span_last = (int64_t)in->first_row + in->rows;
    }
    TP_TRY(tp_cuda_extract_rows(context, t, &by_column));
    tp_cuda_drop_lists(&columns);
    *beyond = by_column.count >= TROPIC_INDEX_MAX;
    if (*beyond) return TROPIC_OK;
    arcs = tp_cuda_lists_arcs(&by_column, t->rows);
    TP_TRY(tp_cuda_transpose(context, &arcs, repeats ? old_rows : in->rows, A->type, &side));
    tp_cuda_adopt_side(context, &side, arcs.count, &by_row);
    tp_cuda_drop_lists(&by_column);
    if (!repeats) {
        tp_cuda_swap_lists(&by_row, out);
        return TROPIC_OK;
    }
    again.from = tp_cuda_lists_arcs(&by_row, old_rows);
    again.rows = in->rows;
    again.row_end = old_rows;
    again.row = row;
    again.size = t->size;
    return tp_cuda_extract_rows(context, &again, out);
}

/* By way of the host, where a transpose on a GPU does not go. */
static tropic_status extract_on_host(tropic_context *context, const tropic_matrix *A, bool transposed,
                                     const tp_extraction *in, tp_lists *T)
{
    tp_lists made = {};
    tropic_status status;
    TP_TRY(tp_cpu_extract(context, A, transposed, in, &made));
    status = tp_cuda_upload_lists(context, &made, T);
    tp_lists_free(&context->memory, &made);
    return status;
}

tropic_status tp_cuda_extract(tropic_context *context, const tropic_matrix *A, bool transposed, const tp_extraction *in,
                              tp_lists *T)
{
    const bool sorts = in->col && !in->ascending;
    bool beyond = sorts && (in->as_mask || tropic_matrix_count(A) >= TROPIC_INDEX_MAX);
    tp_cuda_use use(context);
    tp_device_lists out;
    tp_device_extraction t = {};
    t.size = in->as_mask ? 0 : tp_matrix_value_size(A);
    t.mask.type = A->type;
    if (!sorts)
        TP_TRY(extract_ascending(context, A, transposed, in, &t, &out));
    else if (!beyond)
        TP_TRY(extract_sorted(context, A, transposed, in, &t, &out, &beyond));
    if (beyond) return extract_on_host(context, A, transposed, in, T);
    if (in->to_check) TP_TRY(tp_indices_check(context, in->to_check)); /* meanwhile */
    TP_TRY(tp_cuda_wait(context));
    tp_cuda_hand_over(&out, in->rows, t.size, T);
    return TROPIC_OK;
}

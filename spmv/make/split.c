/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_split: each tile is a span of rows and columns.
 */
#include "spmv/extract/extract_core.h"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

typedef struct cuts {
    const tropic_index *heights, *widths;
    tropic_index rows, cols; /* how many of each */
} cuts;

/* INVALID_ARGUMENT (NULL, negative), DIMENSION_MISMATCH unless they add up to n. */
static tropic_status check_lengths(tropic_context *context, const tropic_index *lengths, tropic_index count,
                                   const char *name, tropic_index n)
{
    int64_t sum = 0;
    if (!lengths) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", name);
    for (tropic_index k = 0; k < count; k++) {
        if (lengths[k] < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s[%d] is %d", name, k, lengths[k]);
        sum += lengths[k];
    }
    if (sum == n) return TROPIC_OK;
    return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "%s add up to %lld, not %d", name, (long long)sum, n);
}

/* The matrix that is cut: rows of A, or of A', or its hypersparse form. */
typedef struct whole {
    const tropic_matrix *A;
    const tp_hypersparse *form; /* NULL: not so */
    bool transposed;
} whole;

static tropic_status make_tile(tropic_matrix **made, tropic_context *context, const whole *w, const tp_extraction *t)
{
    const tropic_matrix *A = w->A;
    const tp_indices rows = {.n = tp_input_rows(A, w->transposed),
                             .count = t->rows,
                             .first = t->first_row,
                             .stride = 1,
                             .range = true,
                             .ascending = true};
    const tp_indices cols = {.n = tp_input_cols(A, w->transposed),
                             .count = t->cols,
                             .first = t->first_col,
                             .stride = 1,
                             .range = true,
                             .ascending = true};
    tropic_matrix *core = NULL;
    tp_hyperlist row_names, col_names;
    tp_matrix_output o;
    if (!w->form) return tp_extract_matrix(context, A, w->transposed, t, made);
    TP_TRY(tp_matrix_output_open(&o, made, context, NULL, NULL, NULL));
    TP_TRY(tp_matrix_output_check(&o, t->rows, t->cols, A->type, A->pattern));
    TP_TRY(tp_extract_core(context, w->form, w->transposed, &rows, &cols, &core, &row_names, &col_names));
    return tp_cores_write(&o, core, &row_names, &col_names);
}

/* All tiles, or none. */
static tropic_status make_tiles(tropic_matrix **made, tropic_context *context, const whole *w, const cuts *c)
{
    tp_extraction t = {.row_step = 1, .col_step = 1};
    int64_t count = 0;
    tropic_status status = TROPIC_OK;
    for (tropic_index r = 0; r < c->rows && status == TROPIC_OK; r++, t.first_row += t.rows) {
        t.rows = c->heights[r];
        t.first_col = 0;
        for (tropic_index k = 0; k < c->cols && status == TROPIC_OK; k++, t.first_col += t.cols) {
            t.cols = c->widths[k];
            made[count] = NULL;
            status = make_tile(&made[count], context, w, &t);
            if (status == TROPIC_OK) count++;
        }
    }
    while (status != TROPIC_OK && count > 0) tropic_matrix_free(&made[--count]);
    return status;
}

tropic_status tropic_matrix_split(tropic_matrix **tiles, tropic_context *context, const tropic_matrix *A,
                                  const tropic_index *heights, tropic_index tile_rows, const tropic_index *widths,
                                  tropic_index tile_cols, const tropic_descriptor *descriptor)
{
    const cuts c = {.heights = heights, .widths = widths, .rows = tile_rows, .cols = tile_cols};
    const int64_t count = (int64_t)tile_rows * tile_cols;
    tropic_matrix **made;
    tropic_descriptor d;
    tropic_status status;
    whole w = {.A = A};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_matrix_check_call(context, "make matrices"));
    if (!tiles) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tiles is NULL");
    TP_TRY(tp_options_copy(context, &d, sizeof d, descriptor, "descriptor"));
    TP_TRY(tp_matrix_check_input(context, A, "A", false, TROPIC_BOOL));
    if (tile_rows < 1 || tile_cols < 1)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d x %d tiles", tile_rows, tile_cols);
    TP_TRY(check_lengths(context, heights, tile_rows, "heights", tp_input_rows(A, d.transpose)));
    TP_TRY(check_lengths(context, widths, tile_cols, "widths", tp_input_cols(A, d.transpose)));
    w.transposed = d.transpose;
    TP_TRY(tp_matrix_hypersparse(context, A, &w.form));
    made = tp_allocate(&context->memory, count, sizeof(tropic_matrix *));
    if (!made) return tp_out_of_memory(context, "the tiles");
    status = make_tiles(made, context, &w, &c);
    if (status == TROPIC_OK) memcpy(tiles, made, (size_t)count * sizeof(tropic_matrix *));
    tp_release(&context->memory, made);
    return status;
}

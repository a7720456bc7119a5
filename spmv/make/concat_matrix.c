/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_concat. Checks; the context's backend does the rest.
 */
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"

#include <stdio.h>

/* The type of the tiles that have values. */
static tropic_type find_type(const tp_concatenation *g, bool *pattern)
{
    const int64_t count = (int64_t)g->rows * g->cols;
    int64_t k = 0;
    while (k < count && g->tiles[k]->pattern) k++;
    *pattern = k == count;
    return g->tiles[*pattern ? 0 : k]->type;
}

static tropic_status check_tiles(tropic_context *context, const tp_concatenation *g, bool *pattern, tropic_type *type)
{
    char name[64];
    for (int64_t k = 0; k < (int64_t)g->rows * g->cols; k++)
        if (!g->tiles[k]) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tiles[%lld] is NULL", (long long)k);
    *type = find_type(g, pattern);
    for (tropic_index r = 0; r < g->rows; r++)
        for (tropic_index c = 0; c < g->cols; c++) {
            const tropic_matrix *A = tp_concatenated(g, r, c);
            snprintf(name, sizeof name, "tiles[%lld]", (long long)r * g->cols + c);
            TP_TRY(tp_matrix_check_type(context, A, name, *type));
            TP_TRY(tp_matrix_check_shape(context, A, name, tp_concatenated(g, r, 0)->rows,
                                         tp_concatenated(g, 0, c)->cols));
        }
    return TROPIC_OK;
}

/* Where the rows and columns begin. */
static tropic_status measure(tropic_context *context, const tp_concatenation *g)
{
    int64_t rows = 0, cols = 0;
    for (tropic_index r = 0; r < g->rows; r++) rows += tp_concatenated(g, r, 0)->rows;
    for (tropic_index c = 0; c < g->cols; c++) cols += tp_concatenated(g, 0, c)->cols;
    if (rows > TROPIC_INDEX_MAX || cols > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows and %lld columns, of at most %d",
                       (long long)rows, (long long)cols, TROPIC_INDEX_MAX);
    g->row_begin[0] = g->col_begin[0] = 0;
    for (tropic_index r = 0; r < g->rows; r++) g->row_begin[r + 1] = g->row_begin[r] + tp_concatenated(g, r, 0)->rows;
    for (tropic_index c = 0; c < g->cols; c++) g->col_begin[c + 1] = g->col_begin[c] + tp_concatenated(g, 0, c)->cols;
    return TROPIC_OK;
}

static tropic_status check(tp_matrix_output *o, const tp_concatenation *g, tropic_type *type, bool *pattern)
{
    TP_TRY(check_tiles(o->context, g, pattern, type));
    TP_TRY(measure(o->context, g));
    return tp_matrix_output_check(o, g->row_begin[g->rows], g->col_begin[g->cols], *type, *pattern);
}

/* The entries of all tiles. */
static tropic_offset count_all(const tp_concatenation *g)
{
    tropic_offset count = 0;
    for (int64_t k = 0; k < (int64_t)g->rows * g->cols; k++) count += g->tiles[k]->count;
    return count;
}

/* T's entries at e's from the at-th on. */
static tropic_status place_tile(tropic_context *context, const tp_concatenation *g, tropic_index r, tropic_index c,
                                tropic_offset at, tp_entries *e)
{
    const tropic_matrix *A = tp_concatenated(g, r, c);
    const size_t size = tp_entries_size(e);
    tropic_index *rows = e->row_ids + at, *cols = e->col_ids + at;
    TP_TRY(tropic_matrix_get_entries(A, context, rows, cols, A->pattern ? NULL : tp_value_at(e->values, size, at)));
    for (tropic_offset k = 0; k < A->count; k++) {
        rows[k] += g->row_begin[r];
        cols[k] += g->col_begin[c];
        if (A->pattern && size > 0) memcpy(tp_value_at(e->values, size, at + k), tp_type_one(e->type), size);
    }
    return TROPIC_OK;
}

/* T by its entries alone. */
static tropic_status make_hypersparse(tp_matrix_output *o, const tp_concatenation *g, tropic_type type, bool pattern)
{
    tropic_context *context = o->context;
    const tropic_offset count = count_all(g);
    tp_entries e = {.rows = o->rows, .cols = o->cols, .count = count, .type = type};
    tropic_matrix *T = NULL;
    tropic_offset at = 0;
    tropic_status status = tp_entries_allocate(context, &e, count, pattern ? 0 : tropic_type_size(type), "the tiles");
    for (tropic_index r = 0; r < g->rows; r++)
        for (tropic_index c = 0; c < g->cols && status == TROPIC_OK; c++) {
            status = place_tile(context, g, r, c, at, &e);
            at += tp_concatenated(g, r, c)->count;
        }
    if (status != TROPIC_OK) {
        tp_entries_free(context, &e);
        return status;
    }
    TP_TRY(tp_matrix_build(&T, context, &e, TROPIC_DUPLICATES_FIRST, TROPIC_LOOPS_KEEP, false));
    return tp_cores_write_matrix(o, T);
}

tropic_status tropic_matrix_concat(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                   const tropic_operator *accum, const tropic_matrix *const *tiles,
                                   tropic_index tile_rows, tropic_index tile_cols, const tropic_descriptor *descriptor)
{
    tp_concatenation g = {.tiles = tiles, .rows = tile_rows, .cols = tile_cols};
    tp_matrix_output o;
    tropic_status status = TROPIC_OK;
    tropic_type type = TROPIC_BOOL;
    bool pattern = true, ordinary = true;
    const tp_memory *memory;
    tp_lists T;
    TP_CALL(context);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    if (!tiles) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tiles is NULL");
    if (tile_rows < 1 || tile_cols < 1)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d x %d tiles", tile_rows, tile_cols);
    memory = &context->memory;
    g.row_begin = tp_allocate(memory, (int64_t)tile_rows + 1, sizeof *g.row_begin);
    g.col_begin = tp_allocate(memory, (int64_t)tile_cols + 1, sizeof *g.col_begin);
    if (!g.row_begin || !g.col_begin) status = tp_out_of_memory(context, "the tiles");
    if (status == TROPIC_OK) status = check(&o, &g, &type, &pattern);
    if (status == TROPIC_OK) {
        ordinary = !tp_hypersparse_pays(o.rows, o.cols, count_all(&g));
        status = ordinary ? TP_BACKEND_PART(context, matrix)->concat(context, &g, o.rows, type, pattern, &T)
                          : make_hypersparse(&o, &g, type, pattern);
    }
    tp_release(memory, g.row_begin);
    tp_release(memory, g.col_begin);
    return status == TROPIC_OK && ordinary ? TP_BACKEND_PART(context, matrix)->write_lists(&o, &T) : status;
}

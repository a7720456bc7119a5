/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_concat. Checks; the context's backend does the rest.
 */
#include "spmv/matrices/matrix_calls.h"

#include <stdio.h>

/* The type of the tiles that have values. */
static tropic_type find_type(const tp_tiles *g, bool *pattern)
{
    const int64_t count = (int64_t)g->rows * g->cols;
    int64_t k = 0;
    while (k < count && g->tiles[k]->pattern) k++;
    *pattern = k == count;
    return g->tiles[*pattern ? 0 : k]->type;
}

static tropic_status check_tiles(tropic_context *context, const tp_tiles *g, bool *pattern, tropic_type *type)
{
    char name[64];
    for (int64_t k = 0; k < (int64_t)g->rows * g->cols; k++)
        if (!g->tiles[k]) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tiles[%lld] is NULL", (long long)k);
    *type = find_type(g, pattern);
    for (tropic_index r = 0; r < g->rows; r++)
        for (tropic_index c = 0; c < g->cols; c++) {
            const tropic_matrix *A = tp_tile(g, r, c);
            snprintf(name, sizeof name, "tiles[%lld]", (long long)r * g->cols + c);
            TP_TRY(tp_matrix_check_type(context, A, name, *type));
            TP_TRY(tp_matrix_check_shape(context, A, name, tp_tile(g, r, 0)->rows, tp_tile(g, 0, c)->cols));
        }
    return TROPIC_OK;
}

/* Where the rows and columns begin. */
static tropic_status measure(tropic_context *context, const tp_tiles *g)
{
    int64_t rows = 0, cols = 0;
    for (tropic_index r = 0; r < g->rows; r++) rows += tp_tile(g, r, 0)->rows;
    for (tropic_index c = 0; c < g->cols; c++) cols += tp_tile(g, 0, c)->cols;
    if (rows > TROPIC_INDEX_MAX || cols > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "the result would have %lld rows and %lld columns, of at most %d",
                       (long long)rows, (long long)cols, TROPIC_INDEX_MAX);
    g->row_begin[0] = g->col_begin[0] = 0;
    for (tropic_index r = 0; r < g->rows; r++) g->row_begin[r + 1] = g->row_begin[r] + tp_tile(g, r, 0)->rows;
    for (tropic_index c = 0; c < g->cols; c++) g->col_begin[c + 1] = g->col_begin[c] + tp_tile(g, 0, c)->cols;
    return TROPIC_OK;
}

static tropic_status make(tp_matrix_output *o, const tp_tiles *g, tp_lists *T)
{
    tropic_context *context = o->context;
    tropic_type type = TROPIC_BOOL;
    bool pattern = true;
    TP_TRY(check_tiles(context, g, &pattern, &type));
    TP_TRY(measure(context, g));
    TP_TRY(tp_matrix_output_check(o, g->row_begin[g->rows], g->col_begin[g->cols], type, pattern));
    return TP_BACKEND_PART(context, matrix)->tiles(context, g, o->rows, type, pattern, T);
}

tropic_status tropic_matrix_concat(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                   const tropic_operator *accum, const tropic_matrix *const *tiles,
                                   tropic_index tile_rows, tropic_index tile_cols, const tropic_descriptor *descriptor)
{
    tp_tiles g = {.tiles = tiles, .rows = tile_rows, .cols = tile_cols};
    tp_matrix_output o;
    tropic_status status = TROPIC_OK;
    const tp_memory *memory;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    if (!tiles) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "tiles is NULL");
    if (tile_rows < 1 || tile_cols < 1)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%d x %d tiles", tile_rows, tile_cols);
    memory = &context->memory;
    g.row_begin = tp_allocate(memory, (int64_t)tile_rows + 1, sizeof *g.row_begin);
    g.col_begin = tp_allocate(memory, (int64_t)tile_cols + 1, sizeof *g.col_begin);
    if (!g.row_begin || !g.col_begin) status = tp_out_of_memory(context, "the tiles");
    if (status == TROPIC_OK) status = make(&o, &g, &T);
    tp_release(memory, g.row_begin);
    tp_release(memory, g.col_begin);
    return status == TROPIC_OK ? TP_BACKEND_PART(context, matrix)->write_lists(&o, &T) : status;
}

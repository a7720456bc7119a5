/* SPDX-License-Identifier: Apache-2.0
 *
 * Tiles side by side, row by row, on the host.
 */
#include "spmv/matrix_calls.h"

typedef struct joining {
    const tp_concatenation *grid;
    tp_merge_rows *entries; /* of each tile */
    tp_lists *out;
} joining;

/* The tiles that row i of the result is of; returns which row of theirs it is. */
static int64_t find_row(const joining *g, int64_t i, const tp_merge_rows **entries)
{
    const int64_t r = tp_list_at_int32(g->grid->row_begin, g->grid->rows, i);
    *entries = g->entries + r * g->grid->cols;
    return i - g->grid->row_begin[r];
}

static void count_rows(const void *of, int64_t begin, int64_t end)
{
    const joining *g = of;
    for (int64_t i = begin; i < end; i++) {
        const tp_merge_rows *entries;
        const int64_t row = find_row(g, i, &entries);
        tropic_offset length = 0;
        for (tropic_index c = 0; c < g->grid->cols; c++)
            length += entries[c].offsets[row + 1] - entries[c].offsets[row];
        g->out->offsets[i + 1] = length;
    }
}

/* Row `row` of one tile, to position `at` of the result; returns the position behind it. */
static tropic_offset copy_row(const tp_lists *out, const tp_merge_rows *from, int64_t row, tropic_index first,
                              tropic_offset at)
{
    const size_t size = out->size;
    for (tropic_offset k = from->offsets[row]; k < from->offsets[row + 1]; k++, at++) {
        const void *value = from->values ? (const char *)from->values + (size_t)k * size : from->one;
        out->ids[at] = first + from->ids[k];
        if (size > 0) tp_copy_value(tp_value_at(out->values, size, at), value, size);
    }
    return at;
}

static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const joining *g = of;
    for (int64_t i = begin; i < end; i++) {
        const tp_merge_rows *entries;
        const int64_t row = find_row(g, i, &entries);
        tropic_offset at = g->out->offsets[i];
        for (tropic_index c = 0; c < g->grid->cols; c++)
            at = copy_row(g->out, entries + c, row, g->grid->col_begin[c], at);
    }
}

static tropic_status join(tropic_context *context, joining *g, tropic_index rows, tropic_type type, bool pattern)
{
    const int64_t count = (int64_t)g->grid->rows * g->grid->cols;
    tropic_offset work = 0;
    for (int64_t k = 0; k < count; k++) {
        TP_TRY(tp_merge_rows_open(context, &g->entries[k], g->grid->tiles[k], false, true, type));
        work += tp_merge_rows_count(&g->entries[k], g->grid->tiles[k]->rows);
    }
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, g->out, rows, pattern ? 0 : tropic_type_size(type)));
    tp_each_row(context, rows, work, count_rows, g);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, g->out));
    tp_each_row(context, rows, work, fill_rows, g);
    return TROPIC_OK;
}

tropic_status tp_cpu_concat(tropic_context *context, const tp_concatenation *grid, tropic_index rows, tropic_type type,
                            bool pattern, tp_lists *T)
{
    joining g = {.grid = grid, .out = T};
    tropic_status status;
    g.entries = tp_allocate(&context->memory, (int64_t)grid->rows * grid->cols, sizeof *g.entries);
    if (!g.entries) return tp_out_of_memory(context, "the tiles");
    status = join(context, &g, rows, type, pattern);
    tp_release(&context->memory, g.entries);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tp_matrix_build: with all rows and columns, or, if few of many have entries, with those alone.
 */
#include "formats/matrix/build/loops.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/tuning.h"

#include <string.h>

/* Ids and values of our own, where they are the caller's of the library. */
static tropic_status own(tropic_context *context, tp_entries *e)
{
    const size_t size = tp_entries_size(e), count = (size_t)e->count;
    tp_entries copy = *e;
    if (!e->borrowed) return TROPIC_OK;
    copy.borrowed = false;
    copy.labels = NULL;
    if (tp_entries_allocate(context, &copy, e->count, size, "a matrix's entries") != TROPIC_OK) {
        tp_entries_free(context, &copy);
        return TROPIC_OUT_OF_MEMORY;
    }
    /* Values that are there but none keep that: they are the difference to a pattern. */
    if (count > 0) {
        memcpy(copy.row_ids, e->row_ids, count * sizeof *copy.row_ids);
        memcpy(copy.col_ids, e->col_ids, count * sizeof *copy.col_ids);
        if (size > 0) memcpy(copy.values, e->values, count * size);
    }
    copy.labels = e->labels;
    *e = copy;
    return TROPIC_OK;
}

/* Rows and columns of a square matrix share their names: each entry may stand for its transpose, too. */
static tropic_status find_names(tropic_context *context, const tp_entries *e, tp_hyperlist *rows, tp_hyperlist *cols)
{
    const bool square = e->rows == e->cols;
    *rows = tp_hyperlist_all(e->rows);
    *cols = tp_hyperlist_all(e->cols);
    if (e->rows > TP_SHORT_SIDE)
        TP_TRY(tp_hyperlist_of(context, e->rows, e->row_ids, square ? e->col_ids : NULL, e->count, rows));
    if (square) return tp_hyperlist_copy(context, rows, cols);
    if (e->cols > TP_SHORT_SIDE) TP_TRY(tp_hyperlist_of(context, e->cols, e->col_ids, NULL, e->count, cols));
    return TROPIC_OK;
}

/* The core, of entries by the positions of their names. */
static tropic_status build_core(tropic_matrix **core, tropic_context *context, tp_entries *e, const tp_hyperlist *rows,
                                const tp_hyperlist *cols, tropic_duplicates duplicates, bool undirected)
{
    tp_hyperlist_find_all(context, rows, e->row_ids, e->count, e->row_ids);
    tp_hyperlist_find_all(context, cols, e->col_ids, e->count, e->col_ids);
    e->rows = rows->count;
    e->cols = cols->count;
    e->row_names = rows->ids;
    e->col_names = cols->ids;
    return tp_matrix_build_lists(core, context, e, duplicates, TROPIC_LOOPS_KEEP, undirected);
}

static tropic_status build(tropic_matrix **A, tropic_context *context, tp_entries *e, tropic_duplicates duplicates,
                           tropic_loops loops, bool undirected)
{
    const tp_memory *memory = &context->memory;
    tropic_matrix *made = tp_matrix_new(context, e), *core = NULL;
    tp_entries dropped = {0};
    tp_hyperlist rows = {0}, cols = {0};
    tropic_status status = made ? own(context, e) : tp_out_of_memory(context, "a matrix");
    if (status == TROPIC_OK) status = find_names(context, e, &rows, &cols);
    /* (By their ids: names of rows are others than names of columns.) */
    if (status == TROPIC_OK && loops == TROPIC_LOOPS_DROP) status = tp_loops_take(context, e, &dropped);
    if (status == TROPIC_OK) status = tp_loops_note(context, made, &dropped, duplicates);
    tp_entries_free(context, &dropped);
    if (status == TROPIC_OK) status = build_core(&core, context, e, &rows, &cols, duplicates, undirected);
    if (status == TROPIC_OK) {
        made->count = core->count;
        made->type = core->type;
        made->symmetric = core->symmetric; /* by the same names */
        status = tp_hypersparse_new(context, &core, &rows, &cols, &made->hypersparse);
    }
    tp_hyperlist_free(memory, &rows);
    tp_hyperlist_free(memory, &cols);
    tropic_matrix_free(&core);
    if (status == TROPIC_OK)
        *A = made;
    else
        tropic_matrix_free(&made);
    return status;
}

tropic_status tp_matrix_build(tropic_matrix **A, tropic_context *context, tp_entries *entries,
                              tropic_duplicates duplicates, tropic_loops loops, bool undirected)
{
    tropic_status status;
    if (entries->rows != entries->cols && (undirected || entries->mirrored))
        status = tp_fail(context, TROPIC_DIMENSION_MISMATCH, "a %d x %d matrix cannot be made symmetric", entries->rows,
                         entries->cols);
    else if (!entries->labels && tp_hypersparse_pays(entries->rows, entries->cols, entries->count))
        status = build(A, context, entries, duplicates, loops, undirected);
    else
        status = tp_matrix_build_lists(A, context, entries, duplicates, loops, undirected);
    tp_entries_free(context, entries);
    return status;
}

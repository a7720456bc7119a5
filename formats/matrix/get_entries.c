/* SPDX-License-Identifier: Apache-2.0
 *
 * All entries of a matrix, by row, then column: copied into the caller's arrays, or gone over one by one.
 */
#include "formats/matrix/forms/hypersparse.h"

#include <string.h>

typedef struct copying {
    const tp_lists *from;
    tropic_index *cols;
    void *values;
} copying;

static void copy_some(const void *of, int64_t begin, int64_t end)
{
    const copying *c = of;
    const tp_lists *from = c->from;
    const size_t count = (size_t)(end - begin), size = from->size;
    if (c->cols) memcpy(c->cols + begin, from->ids + begin, count * sizeof *c->cols);
    if (!c->values) return;
    if (size > 0)
        memcpy(tp_value_at(c->values, size, begin), tp_value_at(from->values, size, begin), count * size);
    else
        for (int64_t k = begin; k < end; k++) ((bool *)c->values)[k] = true;
}

/* Rows as lists, and their names: of a hypersparse matrix those of its core, else all. */
static tropic_status open_rows(tropic_context *context, const tropic_matrix *A, bool forever, tp_lists *rows,
                               tp_hyperlist *row_names, tp_hyperlist *col_names)
{
    const tp_hypersparse *form;
    tp_orientation o = TP_BY_ROW;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    *row_names = form ? form->rows : tp_hyperlist_all(A->rows);
    *col_names = form ? form->cols : tp_hyperlist_all(A->cols);
    return tp_matrix_open(context, form ? form->core : A, &o, false, forever, rows);
}

tropic_status tropic_matrix_get_entries(const tropic_matrix *A, tropic_context *context, tropic_index *row_ids,
                                        tropic_index *col_ids, void *values)
{
    tp_hyperlist rows, cols;
    tp_lists lists;
    tp_team team;
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(open_rows(context, A, false, &lists, &rows, &cols));
    team = tp_team_for(context, lists.count);
    if (row_ids) tp_fill_row_of(row_ids, lists.offsets, lists.lists, team);
    if (col_ids || values) tp_for(team, lists.count, TP_CHUNK_ANY, copy_some, &(copying){&lists, col_ids, values});
    if (row_ids && rows.ids) tp_hyperlist_translate(context, &rows, row_ids, lists.count, row_ids);
    if (col_ids && cols.ids) tp_hyperlist_translate(context, &cols, col_ids, lists.count, col_ids);
    return TROPIC_OK;
}

tropic_status tropic_matrix_entries(tropic_entries *e, const tropic_matrix *A, tropic_context *context)
{
    const bool theirs = tp_is_callers(context);
    tp_hyperlist rows, cols;
    tp_lists lists;
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!e) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "e is NULL");
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(open_rows(context, A, theirs, &lists, &rows, &cols));
    *e = (tropic_entries){.lists = lists.lists,
                          .row_names = rows.ids,
                          .col_names = cols.ids,
                          .offsets = lists.offsets,
                          .col_ids = lists.ids,
                          .values = lists.values,
                          .value_size = lists.size};
    return TROPIC_OK;
}

bool tropic_entries_next(tropic_entries *e)
{
    while (e->list < e->lists && e->next == e->offsets[e->list + 1]) e->list++;
    if (e->list == e->lists) return false;
    e->row = e->row_names ? e->row_names[e->list] : e->list;
    e->col = e->col_names ? e->col_names[e->col_ids[e->next]] : e->col_ids[e->next];
    e->value = e->value_size > 0 ? e->values + (size_t)e->next * e->value_size : NULL;
    e->next++;
    return true;
}

void tropic_entries_seek(tropic_entries *e, tropic_index i)
{
    tropic_index first = i, end = i;
    if (e->row_names) {
        first = 0;
        end = e->lists;
    }
    while (first < end) {
        const tropic_index middle = first + (end - first) / 2;
        if (e->row_names[middle] < i)
            first = middle + 1;
        else
            end = middle;
    }
    e->list = first;
    e->next = e->offsets[first];
}

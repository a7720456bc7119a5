/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns taken from a hypersparse matrix.
 */
#include "spmv/matrices/take_core.h"

/* Some of the positions of a list, ascending, and the core's rows (or columns) that they take. */
typedef struct taken {
    tp_names names;
    tropic_index *from;
} taken;

static void add(taken *t, int64_t at, tropic_index from)
{
    t->from[t->names.count] = from;
    t->names.ids[t->names.count++] = (tropic_index)at;
}

static void take_listed(const tp_indices *list, const tp_names *names, taken *t)
{
    for (tropic_index k = 0; k < list->count; k++) {
        const tropic_index at = tp_names_find(names, list->ids[k]);
        if (at >= 0) add(t, k, at);
    }
}

/* (All of them are a range, too.) */
static void take_range(const tp_indices *list, const tp_names *names, taken *t)
{
    const int64_t stride = list->stride != 0 ? list->stride : 1;
    for (tropic_index k = 0; k < names->count; k++) {
        const tropic_index at = stride > 0 ? k : names->count - 1 - k;
        const int64_t distance = (int64_t)tp_name_at(names, at) - list->first, place = distance / stride;
        if (distance % stride == 0 && place >= 0 && place < list->count) add(t, place, at);
    }
}

static tropic_status take(tropic_context *context, const tp_indices *list, const tp_names *names, taken *t)
{
    const tropic_index most = list->ids ? list->count : names->count;
    t->names.n = list->count;
    t->names.ids = tp_allocate(&context->memory, most, sizeof *t->names.ids);
    t->from = tp_allocate(&context->memory, most, sizeof *t->from);
    if (!t->names.ids || !t->from) return tp_out_of_memory(context, "names of rows and columns");
    (list->ids ? take_listed : take_range)(list, names, t);
    return TROPIC_OK;
}

/* The core's rows and columns that are taken. */
static tropic_status take_lists(tropic_context *context, const tp_hypersparse *form, bool transposed, const taken *rows,
                                const taken *cols, bool ascending, tp_lists *out)
{
    const tropic_index n = transposed ? form->rows.count : form->cols.count;
    tp_taking t = {.rows = rows->names.count, .cols = cols->names.count, .row = rows->from};
    tropic_index *to = NULL;
    tropic_status status;
    tp_lists from;
    TP_TRY(tp_matrix_open_lists(context, form->core, transposed ? TP_BY_COLUMN : TP_BY_ROW, &from));
    if (ascending) {
        to = tp_allocate(&context->memory, n, sizeof *to);
        if (!to) return tp_out_of_memory(context, "the columns");
        for (tropic_index j = 0; j < n; j++) to[j] = -1;
        for (tropic_index c = 0; c < cols->names.count; c++) to[cols->from[c]] = c;
        t.to = to;
    } else {
        t.col = cols->from;
    }
    status = tp_take_lists(context, &from, &t, out);
    tp_release(&context->memory, to);
    return status;
}

static tropic_status make(tropic_context *context, const tp_hypersparse *form, bool transposed, const taken *rows,
                          const taken *cols, bool ascending, tropic_matrix **core)
{
    tp_entries shape = {.rows = rows->names.count, .cols = cols->names.count, .type = form->core->type};
    tp_lists lists;
    TP_TRY(take_lists(context, form, transposed, rows, cols, ascending, &lists));
    shape.count = lists.count;
    *core = tp_matrix_new(context, &shape);
    if (!*core) {
        tp_lists_free(&context->memory, &lists);
        return tp_out_of_memory(context, "a matrix");
    }
    (*core)->pattern = form->core->pattern;
    (*core)->host[TP_BY_ROW] = tp_side_of(&lists);
    return TROPIC_OK;
}

tropic_status tp_take_core(tropic_context *context, const tp_hypersparse *form, bool transposed, const tp_indices *rows,
                           const tp_indices *cols, tropic_matrix **core, tp_names *row_names, tp_names *col_names)
{
    const tp_memory *memory = &context->memory;
    taken r = {0}, c = {0};
    tropic_status status = take(context, rows, transposed ? &form->cols : &form->rows, &r);
    if (status == TROPIC_OK) status = take(context, cols, transposed ? &form->rows : &form->cols, &c);
    if (status == TROPIC_OK) status = make(context, form, transposed, &r, &c, cols->ascending, core);
    tp_release(memory, r.from);
    tp_release(memory, c.from);
    *row_names = r.names;
    *col_names = c.names;
    if (status == TROPIC_OK) return TROPIC_OK;
    tp_names_free(memory, row_names);
    tp_names_free(memory, col_names);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns extracted as a matrix, also from a hypersparse one.
 */
#include "spmv/extract/extract_core.h"

#include "spmv/matrix_calls.h"

/* Some of the positions of a list, ascending, and the core's rows (or columns) that they take. */
typedef struct taken {
    tp_hyperlist names;
    tropic_index *from;
} taken;

static void add(taken *t, int64_t at, tropic_index from)
{
    t->from[t->names.count] = from;
    t->names.ids[t->names.count++] = (tropic_index)at;
}

static void extract_listed(const tp_indices *list, const tp_hyperlist *names, taken *t)
{
    for (tropic_index k = 0; k < list->count; k++) {
        const tropic_index at = tp_hyperlist_find(names, list->ids[k]);
        if (at >= 0) add(t, k, at);
    }
}

/* (All of them are a range, too.) */
static void extract_range(const tp_indices *list, const tp_hyperlist *names, taken *t)
{
    const int64_t stride = list->stride != 0 ? list->stride : 1;
    for (tropic_index k = 0; k < names->count; k++) {
        const tropic_index at = stride > 0 ? k : names->count - 1 - k;
        const int64_t distance = (int64_t)tp_hyperlist_at(names, at) - list->first, place = distance / stride;
        if (distance % stride == 0 && place >= 0 && place < list->count) add(t, place, at);
    }
}

static tropic_status extract(tropic_context *context, const tp_indices *list, const tp_hyperlist *names, taken *t)
{
    const tropic_index most = list->ids ? list->count : names->count;
    t->names.n = list->count;
    t->names.ids = tp_allocate(&context->memory, most, sizeof *t->names.ids);
    t->from = tp_allocate(&context->memory, most, sizeof *t->from);
    if (!t->names.ids || !t->from) return tp_out_of_memory(context, "names of rows and columns");
    (list->ids ? extract_listed : extract_range)(list, names, t);
    return TROPIC_OK;
}

tropic_status tp_extract_matrix(tropic_context *context, const tropic_matrix *A, bool transposed,
                                const tp_extraction *t, tropic_matrix **made)
{
    tp_matrix_output o;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, made, context, NULL, NULL, NULL));
    TP_TRY(tp_matrix_output_check(&o, t->rows, t->cols, A->type, A->pattern));
    TP_TRY(TP_BACKEND_PART(context, matrix)->extract(context, A, transposed, t, &T));
    return TP_BACKEND_PART(context, matrix)->write_lists(&o, &T);
}

/* A core of the rows and columns that are taken. */
static tropic_status make(tropic_context *context, const tropic_matrix *from, bool transposed, const taken *rows,
                          const taken *cols, bool ascending, tropic_matrix **core)
{
    const tp_extraction t = {.rows = rows->names.count,
                             .cols = cols->names.count,
                             .row = rows->from,
                             .row_step = 1,
                             .col = cols->from,
                             .ascending = ascending};
    return tp_extract_matrix(context, from, transposed, &t, core);
}

tropic_status tp_extract_core(tropic_context *context, const tp_hypersparse *form, bool transposed,
                              const tp_indices *rows, const tp_indices *cols, tropic_matrix **core,
                              tp_hyperlist *row_names, tp_hyperlist *col_names)
{
    const tp_memory *memory = &context->memory;
    taken r = {0}, c = {0};
    tropic_status status = extract(context, rows, transposed ? &form->cols : &form->rows, &r);
    if (status == TROPIC_OK) status = extract(context, cols, transposed ? &form->rows : &form->cols, &c);
    if (status == TROPIC_OK) status = make(context, form->core, transposed, &r, &c, cols->ascending, core);
    tp_release(memory, r.from);
    tp_release(memory, c.from);
    *row_names = r.names;
    *col_names = c.names;
    if (status == TROPIC_OK) return TROPIC_OK;
    tp_hyperlist_free(memory, row_names);
    tp_hyperlist_free(memory, col_names);
    return status;
}

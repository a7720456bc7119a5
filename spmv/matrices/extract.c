/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_extract, and rows and columns as vectors.
 */
#include "spmv/matrices/cores.h"
#include "spmv/matrices/indices.h"
#include "spmv/matrices/line.h"
#include "spmv/matrices/take_core.h"

/* Of a list that ascends: does it have all ids from its first to its last? */
static bool contiguous(const tp_indices *list)
{
    return list->ids && (list->count == 0 || list->ids[list->count - 1] - list->ids[0] == list->count - 1);
}

/* T(r,c) = A(rows[r], cols[c]). */
static tropic_status extract(tropic_context *context, const tropic_matrix *A, bool transposed, const tp_indices *rows,
                             const tp_indices *cols, tp_lists *T)
{
    tp_taking t = {.rows = rows->count, .cols = cols->count, .row = rows->ids};
    tropic_index *to = NULL;
    tropic_status status;
    tp_lists from;
    TP_TRY(tp_matrix_open_lists(context, A, tp_input_by(transposed), &from));
    if (!cols->ascending) {
        t.col = cols->ids;
    } else if (contiguous(cols)) {
        t.span = true;
        t.first_col = cols->count > 0 ? cols->ids[0] : 0;
    } else if (cols->ids) {
        to = tp_allocate(&context->memory, cols->n, sizeof *to);
        if (!to) return tp_out_of_memory(context, "the columns");
        for (tropic_index j = 0; j < cols->n; j++) to[j] = -1;
        for (tropic_index c = 0; c < cols->count; c++) to[cols->ids[c]] = c;
        t.to = to;
    }
    status = tp_take_lists(context, &from, &t, T);
    tp_release(&context->memory, to);
    return status;
}

static tropic_status extract_core(tp_matrix_output *o, const tropic_matrix *A, const tp_hypersparse *form,
                                  const tropic_indices *rows, const tropic_indices *cols)
{
    const bool transposed = o->descriptor.transpose;
    tropic_matrix *core = NULL;
    tp_names row_names, col_names;
    tp_indices I, J;
    TP_TRY(tp_indices_check(o->context, &I, rows, "rows", tp_input_rows(A, transposed)));
    TP_TRY(tp_indices_check(o->context, &J, cols, "cols", tp_input_cols(A, transposed)));
    TP_TRY(tp_matrix_output_check(o, I.count, J.count, A->type, A->pattern));
    TP_TRY(tp_take_core(o->context, form, transposed, &I, &J, &core, &row_names, &col_names));
    return tp_cores_write(o, core, &row_names, &col_names);
}

tropic_status tropic_matrix_extract(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                    const tropic_operator *accum, const tropic_matrix *A, const tropic_indices *rows,
                                    const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    tp_indices I = {0}, J = {0};
    const tp_hypersparse *form;
    tp_matrix_output o;
    tropic_status status;
    bool transposed;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    TP_TRY(tp_matrix_check_input(context, A, "A", false, TROPIC_BOOL));
    transposed = o.descriptor.transpose;
    if (!rows && !cols) o.labels = A;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (form) return extract_core(&o, A, form, rows, cols);
    status = tp_indices_open(context, &I, rows, "rows", tp_input_rows(A, transposed), false);
    if (status == TROPIC_OK) status = tp_indices_open(context, &J, cols, "cols", tp_input_cols(A, transposed), false);
    if (status == TROPIC_OK) status = tp_matrix_output_check(&o, I.count, J.count, A->type, A->pattern);
    if (status == TROPIC_OK) status = extract(context, A, transposed, &I, &J, &T);
    tp_indices_close(&I);
    tp_indices_close(&J);
    return status == TROPIC_OK ? tp_matrix_write(&o, &T) : status;
}

/* -- as a vector ------------------------------------------------------------------------------- */

/* The row (of A', where `transposed`) of a hypersparse matrix. */
static tropic_status take_line(tropic_context *context, const tp_hypersparse *form, bool transposed,
                               const tp_indices *row, const tp_indices *ids, tp_lists *T)
{
    tropic_matrix *core = NULL;
    tp_names row_names, names;
    tropic_status status;
    tp_lists lists;
    TP_TRY(tp_take_core(context, form, transposed, row, ids, &core, &row_names, &names));
    status = tp_matrix_open_lists(context, core, TP_BY_ROW, &lists);
    if (status == TROPIC_OK) status = tp_lists_copy(context, &context->memory, &lists, T);
    if (status == TROPIC_OK) tp_names_translate(context, &names, T->ids, T->count, T->ids);
    tropic_matrix_free(&core);
    tp_names_free(&context->memory, &row_names);
    tp_names_free(&context->memory, &names);
    return status;
}

static tropic_status extract_vector(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                    const tropic_matrix *A, bool by_column, tropic_index list,
                                    const tropic_indices *given, const tropic_descriptor *descriptor)
{
    const tp_hypersparse *form;
    tropic_context *context;
    tropic_descriptor d;
    tp_indices row = {0}, ids = {0};
    const char *name = by_column ? "rows" : "cols";
    tropic_status status;
    bool transposed;
    tp_lists T;
    if (!w) return TROPIC_INVALID_ARGUMENT;
    context = w->context;
    TP_TRY(tp_outside_loops(context, "extract from matrices"));
    TP_TRY(tp_options_copy(context, &d, sizeof d, descriptor, "descriptor"));
    TP_TRY(tp_matrix_check_input(context, A, "A", true, w->type));
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    transposed = d.transpose != by_column;
    status = tp_indices_open_one(context, &row, list, by_column ? "col" : "row", tp_input_rows(A, transposed), false);
    if (status == TROPIC_OK && form)
        status = tp_indices_check(context, &ids, given, name, tp_input_cols(A, transposed));
    if (status == TROPIC_OK && !form)
        status = tp_indices_open(context, &ids, given, name, tp_input_cols(A, transposed), false);
    if (status == TROPIC_OK) status = tp_vector_check(context, w, "w", ids.count);
    if (status == TROPIC_OK)
        status = form ? take_line(context, form, transposed, &row, &ids, &T)
                      : extract(context, A, transposed, &row, &ids, &T);
    tp_indices_close(&row);
    tp_indices_close(&ids);
    return status == TROPIC_OK ? tp_line_write(w, mask, accum, &T, A->type, descriptor) : status;
}

tropic_status tropic_matrix_extract_column(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                           const tropic_matrix *A, const tropic_indices *rows, tropic_index col,
                                           const tropic_descriptor *descriptor)
{
    return extract_vector(w, mask, accum, A, true, col, rows, descriptor);
}

tropic_status tropic_matrix_extract_row(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                        const tropic_matrix *A, tropic_index row, const tropic_indices *cols,
                                        const tropic_descriptor *descriptor)
{
    return extract_vector(w, mask, accum, A, false, row, cols, descriptor);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_extract, and rows and columns as vectors.
 */
#include "spmv/extract/extract_core.h"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

/* Does the list have all ids from its first to its last, in order? */
static bool contiguous(const tp_indices *list)
{
    if (list->range) return list->stride == 1 || list->count <= 1;
    return list->ids && list->ascending &&
           (list->count == 0 || list->ids[list->count - 1] - list->ids[0] == list->count - 1);
}

/* The columns of these ids, which are contiguous or an ascending range. */
static void extract_range(tp_extraction *t, const tp_indices *ids)
{
    t->cols = ids->count;
    t->first_col = ids->range ? ids->first : ids->count > 0 ? ids->ids[0] : 0;
    t->col_step = ids->range && ids->count > 1 ? ids->stride : 1;
}

/* T(r,c) = A(rows[r], cols[c]). Ranges become lists if the columns are to be sorted. */
static tropic_status open_extraction(tropic_context *context, tp_indices *rows, tp_indices *cols, tp_extraction *t)
{
    *t = (tp_extraction){.rows = rows->count, .cols = cols->count, .row_step = 1};
    if (!cols->ascending) {
        TP_TRY(tp_indices_list(context, rows, "rows"));
        TP_TRY(tp_indices_list(context, cols, "cols"));
    }
    if (rows->range) {
        t->first_row = rows->first;
        t->row_step = rows->stride;
    }
    t->row = rows->ids;
    t->to_check = rows;
    if (contiguous(cols) || cols->range) {
        extract_range(t, cols);
    } else {
        t->col = cols->ids;
        t->ascending = cols->ascending;
    }
    return TROPIC_OK;
}

/* Both lists; where they are one and the same, as of a permutation, it is looked at once. How rows are taken does not
 * depend on their ids, unless columns are listed. */
static tropic_status open_lists(tropic_context *context, tp_indices *I, tp_indices *J, const tropic_indices *rows,
                                const tropic_indices *cols, const tropic_matrix *A, bool transposed)
{
    TP_TRY(tp_indices_open_unchecked(context, I, rows, "rows", tp_input_rows(A, transposed)));
    if (rows && cols && rows->ids && rows->ids == cols->ids && rows->count == cols->count && A->rows == A->cols) {
        TP_TRY(tp_indices_check(context, I));
        *J = *I;
        J->made = NULL; /* (I releases it) */
        return TROPIC_OK;
    }
    TP_TRY(tp_indices_open(context, J, cols, "cols", tp_input_cols(A, transposed), false));
    return J->ids || !J->ascending ? tp_indices_check(context, I) : TROPIC_OK;
}

/* A part of a graph, whose rows and columns are the same vertices in their order, keeps their labels. */
static void take_labels(tp_matrix_output *o, const tropic_matrix *A, const tropic_indices *rows,
                        const tropic_indices *cols, bool ascending)
{
    if (!rows || !cols || A->rows != A->cols || !ascending) return;
    if (rows->ids != cols->ids || rows->count != cols->count) return;
    if (!rows->ids && (rows->first != cols->first || rows->stride != cols->stride)) return;
    o->labels = A;
    o->labelled = rows;
}

static tropic_status extract_core(tp_matrix_output *o, const tropic_matrix *A, const tp_hypersparse *form,
                                  const tropic_indices *rows, const tropic_indices *cols)
{
    const bool transposed = o->descriptor.transpose;
    tropic_matrix *core = NULL;
    tp_hyperlist row_names, col_names;
    tp_indices I, J;
    TP_TRY(tp_indices_open(o->context, &I, rows, "rows", tp_input_rows(A, transposed), false));
    TP_TRY(tp_indices_open(o->context, &J, cols, "cols", tp_input_cols(A, transposed), false));
    TP_TRY(tp_matrix_output_check(o, I.count, J.count, A->type, A->pattern));
    take_labels(o, A, rows, cols, I.ascending);
    TP_TRY(tp_extract_core(o->context, form, transposed, &I, &J, &core, &row_names, &col_names));
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
    tp_extraction t;
    tp_lists T;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    TP_TRY(tp_matrix_output_open(&o, C, context, mask, accum, descriptor));
    TP_TRY(tp_matrix_check_input(context, A, "A", false, TROPIC_BOOL));
    if (!rows && !cols) o.labels = A;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (form) return extract_core(&o, A, form, rows, cols);
    status = open_lists(context, &I, &J, rows, cols, A, o.descriptor.transpose);
    if (status == TROPIC_OK) status = tp_matrix_output_check(&o, I.count, J.count, A->type, A->pattern);
    if (status == TROPIC_OK) status = open_extraction(context, &I, &J, &t);
    take_labels(&o, A, rows, cols, I.ascending);
    if (status == TROPIC_OK)
        status = TP_BACKEND_PART(context, matrix)->extract(context, A, o.descriptor.transpose, &t, &T);
    tp_indices_close(&I);
    tp_indices_close(&J);
    return status == TROPIC_OK ? TP_BACKEND_PART(context, matrix)->write_lists(&o, &T) : status;
}

/* -- as a vector ------------------------------------------------------------------------------- */

/* w<mask> (accum)= that row at ids, which are contiguous there, or are picked from all of the row. */
static tropic_status extract_row(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                 const tropic_matrix *A, bool transposed, tropic_index row, tp_indices *ids,
                                 const tropic_descriptor *descriptor)
{
    tropic_context *context = w->context;
    const bool picks = !contiguous(ids);
    tp_extraction t = {.rows = 1, .cols = ids->n, .first_row = row, .row_step = 1};
    tp_lists T;
    if (picks)
        TP_TRY(tp_indices_list(context, ids, "ids"));
    else
        extract_range(&t, ids);
    TP_TRY(TP_BACKEND_PART(context, matrix)->extract(context, A, transposed, &t, &T));
    return tp_matrix_line_write(w, mask, accum, &T, A->type, picks ? ids->ids : NULL, t.cols, descriptor);
}

/* The same of a hypersparse matrix. */
static tropic_status extract_named(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                   const tropic_matrix *A, const tp_hypersparse *form, bool transposed,
                                   const tp_indices *row, const tp_indices *ids, const tropic_descriptor *descriptor)
{
    tropic_context *context = w->context;
    tropic_matrix *core = NULL;
    tp_hyperlist row_names, names;
    tropic_status status;
    tp_lists lists, T;
    TP_TRY(tp_extract_core(context, form, transposed, row, ids, &core, &row_names, &names));
    status = tp_matrix_open_lists(context, core, TP_BY_ROW, &lists);
    if (status == TROPIC_OK) status = tp_lists_copy(context, &context->memory, &lists, &T);
    if (status == TROPIC_OK) tp_hyperlist_translate(context, &names, T.ids, T.count, T.ids);
    tropic_matrix_free(&core);
    tp_hyperlist_free(&context->memory, &row_names);
    tp_hyperlist_free(&context->memory, &names);
    return status == TROPIC_OK ? tp_matrix_line_write_host(w, mask, accum, &T, A->type, descriptor) : status;
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
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    context = w->context;
    TP_TRY(tp_matrix_check_call(context, "extract from matrices"));
    TP_TRY(tp_options_copy(context, &d, sizeof d, descriptor, "descriptor"));
    TP_TRY(tp_matrix_check_input(context, A, "A", true, w->type));
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    transposed = d.transpose != by_column;
    status = tp_indices_open_one(context, &row, list, by_column ? "col" : "row", tp_input_rows(A, transposed), false);
    if (status == TROPIC_OK) status = tp_indices_open(context, &ids, given, name, tp_input_cols(A, transposed), false);
    if (status == TROPIC_OK) status = tp_vector_check(context, w, "w", ids.count);
    if (status == TROPIC_OK)
        status = form ? extract_named(w, mask, accum, A, form, transposed, &row, &ids, descriptor)
                      : extract_row(w, mask, accum, A, transposed, list, &ids, descriptor);
    tp_indices_close(&row);
    tp_indices_close(&ids);
    return status;
}

tropic_status tropic_matrix_extract_column(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                           const tropic_matrix *A, const tropic_indices *rows, tropic_index col,
                                           const tropic_descriptor *descriptor)
{
    TP_CALL(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, w->n, mask, descriptor);
    return extract_vector(w, mask, accum, A, true, col, rows, descriptor);
}

tropic_status tropic_matrix_extract_row(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                        const tropic_matrix *A, tropic_index row, const tropic_indices *cols,
                                        const tropic_descriptor *descriptor)
{
    TP_CALL(w ? w->context : NULL);
    TP_WORK_OF_PLACES(w, w->n, mask, descriptor);
    return extract_vector(w, mask, accum, A, false, row, cols, descriptor);
}

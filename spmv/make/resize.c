/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_duplicate and tropic_matrix_resize.
 */
#include "formats/matrix/build/loops.h"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

tropic_status tropic_matrix_duplicate(tropic_matrix **copy, tropic_context *context, const tropic_matrix *A)
{
    const tropic_descriptor as_it_is = {.size = sizeof as_it_is, .transpose = true};
    tropic_matrix *made = NULL;
    tropic_status status;
    uint64_t number;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (!copy) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "copy is NULL");
    TP_TRY(tropic_transpose(&made, context, NULL, NULL, A, &as_it_is));
    /* (A is there, and has no updates any more.) */
    if (tp_matrix_pattern_number(context, A, &number) == TROPIC_OK) made->pattern_number = number;
    made->format = A->format;
    made->file_direction = A->file_direction;
    status = tp_loops_copy(context, made, A);
    if (status == TROPIC_OK)
        *copy = made;
    else
        tropic_matrix_free(&made);
    return status;
}

/* The first rows or columns of the old ones, of which there are now n. */
static tropic_status resize_names(tropic_context *context, const tp_hyperlist *before, tropic_index n,
                                  tp_hyperlist *names)
{
    tropic_index count = 0;
    if (!before->ids && n == before->n) {
        *names = *before;
        return TROPIC_OK;
    }
    names->n = n;
    names->ids = tp_allocate(&context->memory, before->count, sizeof *names->ids);
    if (!names->ids) return tp_out_of_memory(context, "names of rows and columns");
    for (; count < before->count && tp_hyperlist_at(before, count) < n; count++)
        names->ids[count] = tp_hyperlist_at(before, count);
    names->count = count;
    return TROPIC_OK;
}

static tropic_status resize_core(tp_matrix_output *o, const tp_hypersparse *form)
{
    tropic_context *context = o->context;
    tp_hyperlist rows = {0}, cols = {0};
    tropic_matrix *core = NULL;
    tropic_status status = resize_names(context, &form->rows, o->rows, &rows);
    if (status == TROPIC_OK) status = resize_names(context, &form->cols, o->cols, &cols);
    if (status == TROPIC_OK) status = tropic_matrix_duplicate(&core, context, form->core);
    if (status == TROPIC_OK) status = tropic_matrix_resize(&core, context, rows.count, cols.count);
    if (status == TROPIC_OK) return tp_cores_write(o, core, &rows, &cols);
    tropic_matrix_free(&core);
    tp_hyperlist_free(&context->memory, &rows);
    tp_hyperlist_free(&context->memory, &cols);
    return status;
}

/* A's entries in the output's shape. */
static tropic_status resize(tp_matrix_output *o, const tropic_matrix *A)
{
    tropic_context *context = o->context;
    tp_extraction t = {.rows = o->rows, .cols = o->cols, .row_step = 1, .col_step = o->cols < A->cols};
    tp_hypersparse *made = NULL;
    const tp_hypersparse *form;
    tropic_status status;
    tp_lists T;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (!form && tp_hypersparse_pays(o->rows, o->cols, A->count)) {
        TP_TRY(tp_hypersparse_of(context, A, &made));
        form = made;
    }
    if (form) {
        status = resize_core(o, form);
        tp_hypersparse_free(&made);
        return status;
    }
    TP_TRY(TP_BACKEND_PART(context, matrix)->extract(context, A, false, &t, &T));
    return TP_BACKEND_PART(context, matrix)->write_lists(o, &T);
}

tropic_status tropic_matrix_resize(tropic_matrix **A, tropic_context *context, tropic_index rows, tropic_index cols)
{
    tropic_matrix *made = NULL;
    tp_matrix_output o;
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A ? *A : NULL, NULL);
    TP_TRY(tp_matrix_output_open(&o, &made, context, NULL, NULL, NULL));
    if (!A || !*A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (rows < 0 || cols < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a matrix of %d x %d", rows, cols);
    o.labels = *A;
    TP_TRY(tp_matrix_output_check(&o, rows, cols, (*A)->type, (*A)->pattern));
    TP_TRY(resize(&o, *A));
    made->bipartite = (*A)->bipartite;
    tropic_matrix_free(A);
    *A = made;
    return TROPIC_OK;
}

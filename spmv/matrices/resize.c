/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_duplicate and tropic_matrix_resize.
 */
#include "spmv/matrices/matrix_calls.h"

tropic_status tropic_matrix_duplicate(tropic_matrix **copy, tropic_context *context, const tropic_matrix *A)
{
    const tropic_descriptor as_it_is = {.size = sizeof as_it_is, .transpose = true};
    tropic_matrix *made = NULL;
    if (!context) return TROPIC_INVALID_ARGUMENT;
    if (!copy) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "copy is NULL");
    TP_TRY(tropic_transpose(&made, context, NULL, NULL, A, &as_it_is));
    *copy = made;
    return TROPIC_OK;
}

tropic_status tropic_matrix_resize(tropic_matrix **A, tropic_context *context, tropic_index rows, tropic_index cols)
{
    tp_taking t = {.rows = rows, .cols = cols, .row_step = 1};
    tropic_matrix *made = NULL;
    tp_matrix_output o;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, &made, context, NULL, NULL, NULL));
    if (!A || !*A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (rows < 0 || cols < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a matrix of %d x %d", rows, cols);
    o.labels = *A;
    t.col_step = cols < (*A)->cols;
    TP_TRY(tp_matrix_output_check(&o, rows, cols, (*A)->type, (*A)->pattern));
    TP_TRY(TP_BACKEND_PART(context, matrix)->take(context, *A, false, &t, &T));
    TP_TRY(TP_BACKEND_PART(context, matrix)->write_lists(&o, &T));
    made->bipartite = (*A)->bipartite;
    tropic_matrix_free(A);
    *A = made;
    return TROPIC_OK;
}

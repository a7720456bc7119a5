/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices without entries: tropic_matrix_create, tropic_matrix_clear.
 */
#include "spmv/matrices/matrix_output.h"

tropic_status tropic_matrix_create(tropic_matrix **A, tropic_context *context, tropic_type type, tropic_index rows,
                                   tropic_index cols)
{
    tropic_matrix *none = NULL;
    tp_matrix_output o;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&o, &none, context, NULL, NULL, NULL));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (rows < 0 || cols < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a matrix of %d x %d", rows, cols);
    if (tropic_type_size(type) == 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no type %d", (int)type);
    TP_TRY(tp_matrix_output_check(&o, rows, cols, type, false));
    TP_TRY(tp_lists_allocate(context, &context->memory, &T, rows, 0, tropic_type_size(type)));
    memset(T.offsets, 0, ((size_t)rows + 1) * sizeof *T.offsets);
    TP_TRY(tp_matrix_write(&o, &T));
    *A = none;
    return TROPIC_OK;
}

tropic_status tropic_matrix_clear(tropic_matrix **A, tropic_context *context)
{
    tropic_matrix *made = NULL;
    if (!context) return TROPIC_INVALID_ARGUMENT;
    if (!A || !*A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(tropic_matrix_create(&made, context, (*A)->type, (*A)->rows, (*A)->cols));
    tropic_matrix_free(A);
    *A = made;
    return TROPIC_OK;
}

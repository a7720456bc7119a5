/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrices without entries: tropic_matrix_create, tropic_matrix_clear.
 */
#include "formats/tuning.h"
#include "runtime/types.h"
#include "spmv/operands/cores.h"

static tropic_status make_empty(tp_matrix_output *o, tropic_index rows, tropic_index cols, tropic_type type,
                                bool pattern);

/* Without names for its long sides. */
static tropic_status make_nameless(tp_matrix_output *o, tropic_type type, bool pattern)
{
    tropic_context *context = o->context;
    tp_hyperlist rows = tp_hyperlist_all(o->rows), cols = tp_hyperlist_all(o->cols);
    tropic_matrix *core = NULL;
    tropic_status status = TROPIC_OK;
    if (o->rows > TP_SHORT_SIDE) status = tp_hyperlist_of(context, o->rows, NULL, NULL, 0, &rows);
    if (status == TROPIC_OK && o->cols > TP_SHORT_SIDE)
        status = tp_hyperlist_of(context, o->cols, NULL, NULL, 0, &cols);
    if (status == TROPIC_OK) {
        tp_matrix_output small;
        status = tp_matrix_output_open(&small, &core, context, NULL, NULL, NULL);
        if (status == TROPIC_OK) status = make_empty(&small, rows.count, cols.count, type, pattern);
    }
    if (status == TROPIC_OK) return tp_cores_write(o, core, &rows, &cols);
    tp_hyperlist_free(&context->memory, &rows);
    tp_hyperlist_free(&context->memory, &cols);
    return status;
}

static tropic_status make_empty(tp_matrix_output *o, tropic_index rows, tropic_index cols, tropic_type type,
                                bool pattern)
{
    tropic_context *context = o->context;
    tp_lists T;
    TP_TRY(tp_matrix_output_check(o, rows, cols, type, pattern));
    if (tp_hypersparse_pays(rows, cols, 0)) return make_nameless(o, type, pattern);
    TP_TRY(tp_lists_allocate(context, &context->memory, &T, rows, 0, pattern ? 0 : tropic_type_size(type)));
    memset(T.offsets, 0, ((size_t)rows + 1) * sizeof *T.offsets);
    return tp_matrix_write(o, &T);
}

tropic_status tropic_matrix_create(tropic_matrix **A, tropic_context *context, tropic_type type, tropic_index rows,
                                   tropic_index cols)
{
    tropic_matrix *none = NULL;
    tp_matrix_output o;
    TP_ENTER(context);
    TP_TRY(tp_matrix_output_open(&o, &none, context, NULL, NULL, NULL));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (rows < 0 || cols < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a matrix of %d x %d", rows, cols);
    if (tropic_type_size(type) == 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no type %d", (int)type);
    TP_TRY(tp_type_fits(context, type));
    TP_TRY(make_empty(&o, rows, cols, type, false));
    *A = none;
    return TROPIC_OK;
}

tropic_status tropic_matrix_clear(tropic_matrix **A, tropic_context *context)
{
    tropic_matrix *made = NULL;
    tp_matrix_output o;
    TP_CALL(context);
    TP_TRY(tp_matrix_output_open(&o, &made, context, NULL, NULL, NULL));
    if (!A || !*A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    o.labels = *A;
    o.bipartite = (*A)->bipartite;
    TP_TRY(make_empty(&o, (*A)->rows, (*A)->cols, (*A)->type, (*A)->pattern));
    tropic_matrix_free(A);
    *A = made;
    return TROPIC_OK;
}

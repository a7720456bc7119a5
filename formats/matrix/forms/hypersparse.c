/* SPDX-License-Identifier: Apache-2.0
 *
 * The hypersparse form of a matrix: found, with other names, and given up where it does not pay.
 */
#include "formats/matrix/forms/hypersparse.h"

#include <string.h>

static tropic_status find_form(tropic_context *context, tropic_matrix *A, void *form)
{
    (void)context;
    *(const tp_hypersparse **)form = A->hypersparse;
    return TROPIC_OK;
}

tropic_status tp_matrix_hypersparse(tropic_context *context, const tropic_matrix *A, const tp_hypersparse **form)
{
    *form = NULL;
    return tp_matrix_with(context, A, find_form, form);
}

/* -- other names ------------------------------------------------------------------------------- */

static tropic_status relabel_core(tropic_context *context, const tropic_matrix *core, const tropic_index *row_to,
                                  const tropic_index *col_to, tropic_matrix *made)
{
    tp_orientation o;
    tp_lists in, out;
    unsigned borrowed;
    bool by_row;
    TP_TRY(tp_matrix_open_either(context, core, &o, &in));
    by_row = o == TP_BY_ROW;
    TP_TRY(tp_lists_relabel(context, &made->memory, &in, by_row ? row_to : col_to, tp_matrix_lists(made, o),
                            by_row ? col_to : row_to, &borrowed, &out));
    made->host.sides[o] = tp_side_of(&out);
    made->host.sides[o].borrowed = borrowed;
    return TROPIC_OK;
}

tropic_status tp_hypersparse_express(tropic_context *context, const tp_hypersparse *form, const tp_hyperlist *rows,
                                     const tp_hyperlist *cols, tropic_matrix **made, const tropic_matrix **expressed)
{
    const tp_memory *memory = &context->memory;
    const tropic_matrix *core = form->core;
    tp_entries shape = {.rows = rows->count, .cols = cols->count, .count = core->count, .type = core->type};
    tropic_index *row_to = NULL, *col_to = NULL;
    tropic_status status;
    *made = NULL;
    *expressed = core;
    if (tp_hyperlist_equal(rows, &form->rows) && tp_hyperlist_equal(cols, &form->cols)) return TROPIC_OK;
    status = tp_hyperlist_positions(context, &form->rows, rows, &row_to);
    if (status == TROPIC_OK) status = tp_hyperlist_positions(context, &form->cols, cols, &col_to);
    if (status == TROPIC_OK) {
        *made = tp_matrix_new(context, &shape);
        if (!*made) status = tp_out_of_memory(context, "a matrix by other names");
    }
    if (status == TROPIC_OK) {
        (*made)->pattern = core->pattern;
        (*made)->bipartite = core->bipartite;
        status = relabel_core(context, core, row_to, col_to, *made);
    }
    tp_release(memory, row_to);
    tp_release(memory, col_to);
    if (status == TROPIC_OK)
        *expressed = *made;
    else
        tropic_matrix_free(made);
    return status;
}

tropic_status tp_hypersparse_square(tropic_context *context, const tp_hypersparse *form, tp_hyperlist *names,
                                    tropic_matrix **made, const tropic_matrix **square)
{
    tropic_status status;
    TP_TRY(tp_hyperlist_unite(context, &form->rows, &form->cols, names));
    status = tp_hypersparse_express(context, form, names, names, made, square);
    if (status != TROPIC_OK) tp_hyperlist_free(&context->memory, names);
    return status;
}

/* -- without names that have no entry ---------------------------------------------------------- */

static tropic_status trim(tropic_context *context, const tropic_matrix *from, const tp_hyperlist *rows,
                          const tp_hyperlist *cols, bool all, tp_hypersparse **made)
{
    tp_orientation o;
    tp_lists lists;
    TP_TRY(tp_matrix_open_either(context, from, &o, &lists));
    return tp_hypersparse_trim(context, from, o, &lists, rows, cols, all, made);
}

tropic_status tp_hypersparse_of(tropic_context *context, const tropic_matrix *A, tp_hypersparse **made)
{
    const tp_hyperlist rows = tp_hyperlist_all(A->rows), cols = tp_hyperlist_all(A->cols);
    const tp_hypersparse *form;
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    if (form) return trim(context, form->core, &form->rows, &form->cols, true, made);
    return trim(context, A, &rows, &cols, true, made);
}

tropic_status tp_hypersparse_settle(tropic_context *context, tropic_matrix *A)
{
    const tp_hypersparse *form = A->hypersparse;
    tp_lists made;
    tp_hypersparse *trimmed = NULL;
    const bool stays = tp_hypersparse_stays(A->rows, A->cols, A->count);
    if (stays && !tp_hypersparse_is_loose(form)) return TROPIC_OK;
    if (stays)
        TP_TRY(trim(context, form->core, &form->rows, &form->cols, false, &trimmed));
    else
        TP_TRY(tp_matrix_open_lists(context, A, TP_BY_ROW, &made));
    tp_matrix_lock(A);
    tp_hypersparse_free(&A->hypersparse);
    A->hypersparse = trimmed;
    tp_matrix_unlock(A);
    return TROPIC_OK;
}

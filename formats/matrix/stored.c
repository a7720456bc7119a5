/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of a matrix as they are, whatever is pending.
 */
#include "formats/matrix/stored.h"

#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"

tropic_status tp_stored_open(tropic_context *context, tropic_matrix *A, tp_orientation o, tp_stored *s)
{
    const tp_side *there = tp_stored_there(context, A, &o);
    if (!there || tp_stored_is_here(A)) {
        TP_TRY(tp_stored_open_host(context, A, o, s));
        s->mirrored = there;
        return TROPIC_OK;
    }
    *s = (tp_stored){
        .A = A, .there = there, .device = context->device_index, .o = o, .lists = tp_stored_lists(A, there, o)};
    tp_matrix_hold(context, A, (tp_side *)there);
    return TROPIC_OK;
}

tropic_status tp_stored_open_host(tropic_context *context, tropic_matrix *A, tp_orientation o, tp_stored *s)
{
    if (A->pending && !A->hypersparse && !tp_stored_is_here(A)) TP_TRY(tp_matrix_finish(context, A));
    *s = (tp_stored){.A = A, .form = A->hypersparse, .dense = A->host.dense.present, .o = tp_matrix_here(A)};
    if (s->dense) {
        s->form = NULL;
        s->values = A->host.dense.values;
        return TROPIC_OK;
    }
    if (s->form) {
        TP_TRY(tp_matrix_open_either(context, s->form->core, &s->o, &s->lists));
    } else {
        /* (Those of a symmetric matrix are rows: where a value is written, it is symmetric no more.) */
        if (A->host.sides[tp_matrix_stored(A, o)].present) s->o = tp_matrix_stored(A, o);
        if (!A->host.sides[tp_matrix_stored(A, s->o)].present) TP_TRY(tp_matrix_need(context, A, s->o));
        s->lists = tp_host_lists(A, s->o);
    }
    s->values = s->lists.values;
    return TROPIC_OK;
}

tropic_offset tp_stored_find(const tp_stored *s, tropic_index i, tropic_index j)
{
    const bool by_row = s->o == TP_BY_ROW;
    if (s->dense) return tp_dense_has(s->A, i, j) ? (tropic_offset)i * s->A->cols + j : -1;
    i = tp_stored_number(s, TP_BY_ROW, i);
    j = tp_stored_number(s, TP_BY_COLUMN, j);
    return i >= 0 && j >= 0 ? tp_list_position(&s->lists, by_row ? i : j, by_row ? j : i) : -1;
}

/* (Both forms of a full matrix have the same values, which one of them owns.) */
tp_claim tp_stored_claim(const tp_stored *s, bool entries)
{
    tropic_matrix *A = s->A;
    tp_side *rows = &A->host.sides[TP_BY_ROW], *dense = &A->host.dense;
    tp_side *form = s->dense ? dense : &A->host.sides[tp_matrix_stored(A, s->o)], *too = NULL;
    if (s->there || s->mirrored) return TP_CLAIM_NONE;
    if (entries && s->dense && tp_dense_is_open(A)) {
        tp_dense_alone(A);
        return TP_CLAIM_ENTRIES;
    }
    if (s->form || A->pattern) return TP_CLAIM_NONE;
    if (form != rows && rows->present && rows->values == form->values) too = rows;
    if (form != dense && dense->present && dense->values == form->values) too = dense;
    if ((form->borrowed & TP_BORROWED_VALUES) && (!too || (too->borrowed & TP_BORROWED_VALUES))) return TP_CLAIM_NONE;
    tp_matrix_drop_forms(A, form, too);
    A->symmetric = A->facts_known = A->components_known = false;
    return TP_CLAIM_VALUES;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays of a matrix as they are, whatever is pending.
 */
#include "formats/matrix/stored.h"

#include "formats/matrix/forms/dense.h"
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/pending.h"
#include "formats/matrix/given_lines.h"
#include "formats/matrix/places.h"

/* ---- on a device ---- */

tp_side *tp_stored_there(const tropic_context *context, const tropic_matrix *A, tp_orientation *o)
{
    tp_forms *forms = (tp_forms *)tp_matrix_forms(context, A);
    const tp_orientation stored = tp_matrix_stored(A, *o);
    if (context->backend->location != TROPIC_DEVICE || A->viewed || A->hypersparse) return NULL;
    if (A->host.sides[tp_matrix_here(A)].borrowed) return NULL; /* (The caller has them.) */
    *o = forms->sides[stored].present ? stored : stored == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    return forms->sides[*o].present && tp_places_of(&forms->sides[*o]) ? &forms->sides[*o] : NULL;
}

static bool is_on_host(const tropic_matrix *A)
{
    return A->host.dense.present || A->host.sides[tp_matrix_here(A)].present;
}

bool tp_stored_is_there(const tropic_context *context, const tropic_matrix *A)
{
    tp_orientation o = TP_BY_ROW;
    return !is_on_host(A) && tp_stored_there(context, A, &o);
}

tp_lists tp_stored_lists(const tropic_matrix *A, const tp_side *side, tp_orientation o)
{
    return (tp_lists){.lists = tp_matrix_lists(A, o),
                      .count = tp_matrix_merged_count(A),
                      .offsets = side->offsets,
                      .ids = side->ids,
                      .values = side->values,
                      .size = tp_matrix_value_size(A)};
}

/* So many updates are looked up at a time. */
enum { AT_A_TIME = 240 };

/* The next updates of which it is not known; returns where to go on. */
static int64_t take_unknown(const tp_pending *p, tp_orientation o, int64_t k, int64_t *updates, tropic_index *list,
                            tropic_index *id, int64_t *count)
{
    for (*count = 0; k < p->count && *count < AT_A_TIME; k++) {
        if (p->stored[k] != TP_STORED_UNKNOWN) continue;
        list[*count] = o == TP_BY_ROW ? p->rows[k] : p->cols[k];
        id[*count] = o == TP_BY_ROW ? p->cols[k] : p->rows[k];
        updates[(*count)++] = k;
    }
    return k;
}

tropic_status tp_stored_resolve(tropic_context *context, tropic_matrix *A)
{
    tp_pending *p = A->pending;
    const tp_forms *forms = A->host.next;
    tropic_index list[AT_A_TIME], id[AT_A_TIME];
    tropic_offset at[AT_A_TIME];
    int64_t updates[AT_A_TIME], count;
    if (p && p->lines) return tp_given_resolve(context, A);
    if (!p || p->unknown == 0) return TROPIC_OK;
    while (forms && !forms->sides[TP_BY_ROW].present && !forms->sides[TP_BY_COLUMN].present) forms = forms->next;
    if (!forms) return tp_fail(context, TROPIC_DEVICE_ERROR, "a matrix has no arrays");
    const tp_orientation o = forms->sides[TP_BY_ROW].present ? TP_BY_ROW : TP_BY_COLUMN;
    const tp_side *side = &forms->sides[o];
    const tp_lists lists = tp_stored_lists(A, side, o);
    for (int64_t k = 0; p->unknown > 0;) {
        k = take_unknown(p, o, k, updates, list, id, &count);
        TP_TRY(tp_places_of(side)->find(context, forms->device, &lists, list, id, count, at, NULL, NULL));
        for (int64_t u = 0; u < count; u++) {
            p->stored[updates[u]] = at[u] >= 0 ? TP_STORED : TP_STORED_NONE;
            A->count -= at[u] >= 0;
        }
        p->unknown -= count;
    }
    return TROPIC_OK;
}

/* ---- wherever they are ---- */

tropic_status tp_stored_open(tropic_context *context, tropic_matrix *A, tp_orientation o, tp_stored *s)
{
    const tp_side *there = tp_stored_there(context, A, &o);
    if (!there || is_on_host(A)) {
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
    if (A->pending && !A->hypersparse && !is_on_host(A)) TP_TRY(tp_matrix_finish(context, A));
    *s = (tp_stored){.A = A, .form = A->hypersparse, .dense = A->host.dense.present, .o = tp_matrix_here(A)};
    if (s->dense) {
        s->form = NULL;
        s->values = A->host.dense.values;
        return TROPIC_OK;
    }
    if (s->form) {
        TP_TRY(tp_matrix_open_either(context, s->form->core, &s->o, &s->lists));
    } else {
        if (A->host.sides[tp_matrix_stored(A, o)].present) s->o = o;
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

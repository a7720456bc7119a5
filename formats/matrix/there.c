/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists of a matrix on a device.
 */
#include "formats/matrix/there.h"

#include "formats/matrix/forms/evict.h"
#include "formats/matrix/places.h"

tp_side *tp_stored_there(const tropic_context *context, const tropic_matrix *A, tp_orientation *o)
{
    tp_forms *forms = (tp_forms *)tp_matrix_forms(context, A);
    const tp_orientation stored = tp_matrix_stored(A, *o);
    if (context->backend->location != TROPIC_DEVICE || A->viewed || A->hypersparse) return NULL;
    if (A->host.sides[tp_matrix_here(A)].borrowed) return NULL; /* (The caller has them.) */
    const tp_orientation found = forms->sides[stored].present ? stored : stored == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    if (!forms->sides[found].present || !tp_places_of(&forms->sides[found])) return NULL;
    *o = found;
    return &forms->sides[found];
}

bool tp_stored_is_there(const tropic_context *context, const tropic_matrix *A)
{
    tp_orientation o = TP_BY_ROW;
    return !tp_stored_is_here(A) && tp_stored_there(context, A, &o);
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

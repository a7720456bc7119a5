/* SPDX-License-Identifier: Apache-2.0
 *
 * A device's arrays of a matrix, copied to the host: by that device, whatever the context's is.
 */
#include "formats/matrix/there.h"

#include <string.h>

static bool has_side(const tp_forms *forms)
{
    return forms->sides[TP_BY_ROW].present || forms->sides[TP_BY_COLUMN].present;
}

/* The device whose arrays are to be copied: the context's own, if that has some. */
static const tp_forms *choose_device(const tropic_context *context, const tropic_matrix *A)
{
    static const tp_forms none; /* of a matrix without entries */
    const tp_forms *own = tp_matrix_forms(context, A), *forms = A->host.next;
    if (context->backend->location == TROPIC_DEVICE && has_side(own)) return own;
    while (forms && !has_side(forms)) forms = forms->next;
    return forms ? forms : &none;
}

tropic_status tp_matrix_download(tropic_context *context, tropic_matrix *A)
{
    const tp_forms *there = choose_device(context, A);
    const tp_orientation o = there->sides[TP_BY_ROW].present ? TP_BY_ROW : TP_BY_COLUMN;
    const tp_side *from = &there->sides[o];
    const int device = there->device;
    tp_lists to;
    tropic_status status = TROPIC_OK;
    TP_TRY(tp_lists_allocate(context, &A->memory, &to, tp_matrix_lists(A, o), A->count, tp_matrix_value_size(A)));
    if (to.count == 0)
        memset(to.offsets, 0, ((size_t)to.lists + 1) * sizeof *to.offsets);
    else
        status = from->owner->mirror_download(context, device, to.offsets, from->offsets,
                                              ((size_t)to.lists + 1) * sizeof *to.offsets);
    if (status == TROPIC_OK && to.count > 0)
        status = from->owner->mirror_download(context, device, to.ids, from->ids, (size_t)to.count * sizeof *to.ids);
    if (status == TROPIC_OK && to.count > 0 && to.size > 0)
        status = from->owner->mirror_download(context, device, to.values, from->values, (size_t)to.count * to.size);
    if (status != TROPIC_OK) {
        tp_lists_free(&A->memory, &to);
        return status;
    }
    A->host.sides[o] = tp_side_of(&to);
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors as lines of matrices, and lines as vectors.
 */
#include "spmv/matrices/line.h"

#include "runtime/types.h"
#include "spmv/matrices/merge.h"

tropic_status tp_line_lists(tropic_context *context, const tropic_vector *v, tp_line line, tropic_index rows,
                            tp_lists *out)
{
    const tropic_index count = tropic_vector_count(v);
    tropic_index places = 0; /* of v that are in earlier rows */
    tropic_status status;
    TP_TRY(tp_lists_allocate(context, &context->memory, out, rows, count, tropic_type_size(v->type)));
    status = count > 0 ? tropic_vector_get_entries(v, out->ids, out->values) : TROPIC_OK;
    if (status != TROPIC_OK) {
        tp_lists_free(&context->memory, out);
        return status;
    }
    for (tropic_index i = 0, k = 0; i <= rows; i++) {
        if (i > line.row) places = line.down && i - line.row < v->n ? i - line.row : v->n;
        while (k < count && out->ids[k] < places) k++;
        out->offsets[i] = k;
    }
    for (tropic_index k = 0; k < count; k++) out->ids[k] = line.col + (line.right ? out->ids[k] : 0);
    return TROPIC_OK;
}

tropic_status tp_line_write(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum, tp_lists *T,
                            tropic_type made, const tropic_descriptor *descriptor)
{
    const tropic_type type = T->size == 0 ? w->type : made;
    tropic_context *context = w->context;
    tropic_vector *t = NULL;
    tropic_status status = TROPIC_OK;
    if (T->size == 0 && T->count > 0) status = tp_lists_fill(context, T, type, tp_type_one(type));
    if (status == TROPIC_OK) status = tropic_vector_create(&t, context, type, w->n);
    if (status == TROPIC_OK) status = tropic_vector_put_entries(t, (tropic_index)T->count, T->ids, T->values);
    tp_lists_free(&context->memory, T);
    if (status == TROPIC_OK) status = tropic_extract(w, mask, accum, t, NULL, t->n, descriptor);
    tropic_vector_free(&t);
    return status;
}

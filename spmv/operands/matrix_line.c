/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors as lines of matrices, and lines as vectors.
 */
#include "spmv/operands/matrix_line.h"

#include "runtime/types.h"
#include "spmv/matrix_calls.h"

tropic_status tp_matrix_line_lists(tropic_context *context, const tropic_vector *v, tp_matrix_line line,
                                   tropic_index rows, tp_lists *T)
{
    tp_entry_list entries;
    tropic_status status;
    TP_TRY(tp_vector_finish(v)); /* a mask's count may not be known yet */
    entries = (tp_entry_list){.ids = v->ids, .values = v->values, .count = v->count};
    if (v->form == TROPIC_BITMAP) TP_TRY(tp_vector_list(v, &entries.ids, &entries.values));
    status = TP_BACKEND_PART(context, matrix)->line_lists(context, &entries, tropic_type_size(v->type), line, rows, T);
    if (v->form == TROPIC_BITMAP) {
        context->backend->release(context, entries.ids);
        context->backend->release(context, entries.values);
    }
    return status;
}

/* t, without entries yet, gets copies of T's; a pattern's are ones. */
static tropic_status fill(tropic_vector *t, const tp_lists *T)
{
    tropic_context *context = t->context;
    const tp_backend *backend = context->backend;
    const tropic_index count = (tropic_index)T->count;
    const bool full = count == t->n;
    const size_t bytes = (size_t)count * tropic_type_size(t->type);
    void *ids = NULL, *values = NULL;
    tropic_status status = backend->allocate(context, &values, bytes, "a vector's values");
    if (status == TROPIC_OK && T->size == 0)
        status = backend->fill(context, values, t->type, tp_type_one(t->type), count);
    if (status == TROPIC_OK && T->size > 0 && count > 0) status = backend->copy(context, values, T->values, bytes);
    if (!full) {
        const size_t id_bytes = (size_t)count * sizeof *T->ids;
        if (status == TROPIC_OK) status = backend->allocate(context, &ids, id_bytes, "a vector's ids");
        if (status == TROPIC_OK && count > 0) status = backend->copy(context, ids, T->ids, id_bytes);
    }
    if (status == TROPIC_OK) {
        tp_vector_replace(t, full ? TROPIC_FULL : TROPIC_SPARSE, count, values, NULL, ids);
        return TROPIC_OK;
    }
    backend->release(context, values);
    backend->release(context, ids);
    return status;
}

tropic_status tp_matrix_line_write(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                   tp_lists *T, tropic_type made, const tropic_index *ids, tropic_index n,
                                   const tropic_descriptor *descriptor)
{
    tropic_context *context = w->context;
    tropic_vector *t = NULL;
    tropic_status status = tropic_vector_create(&t, context, T->size == 0 ? w->type : made, n);
    if (status == TROPIC_OK) status = fill(t, T);
    TP_BACKEND_PART(context, matrix)->free_lists(context, T);
    if (status == TROPIC_OK) status = tropic_extract(w, mask, accum, t, ids, w->n, descriptor);
    tropic_vector_free(&t);
    return status;
}

tropic_status tp_matrix_line_write_host(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                        tp_lists *T, tropic_type made, const tropic_descriptor *descriptor)
{
    const tropic_type type = T->size == 0 ? w->type : made;
    tropic_context *context = w->context;
    tropic_vector *t = NULL;
    tropic_status status = TROPIC_OK;
    if (T->size == 0 && T->count > 0) status = tp_lists_fill(context, T, type, tp_type_one(type));
    if (status == TROPIC_OK) status = tropic_vector_create(&t, context, type, w->n);
    if (status == TROPIC_OK) status = tropic_vector_put_entries(t, (tropic_index)T->count, T->ids, T->values);
    tp_lists_free(&context->memory, T);
    if (status == TROPIC_OK) status = tropic_extract(w, mask, accum, t, NULL, w->n, descriptor);
    tropic_vector_free(&t);
    return status;
}

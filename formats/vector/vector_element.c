/* SPDX-License-Identifier: Apache-2.0
 *
 * One entry of a vector: tropic_vector_set, get and remove. Those of a list become pending.
 */
#include "formats/matrix/pending.h"
#include "formats/vector/vector.h"

#include <string.h>

static void *place(void *values, tropic_type type, tropic_index i)
{
    return (char *)values + (size_t)i * tropic_type_size(type);
}

tropic_status tp_vector_search(const tropic_vector *v, tropic_index i, tropic_index *at, bool *found)
{
    const tp_backend *backend = v->context->backend;
    tropic_index low = 0, high = v->count.entries, id = -1;
    while (low < high) {
        const tropic_index middle = low + (high - low) / 2;
        TP_TRY(backend->download(v->context, &id, v->ids + middle, sizeof id));
        if (id < i)
            low = middle + 1;
        else
            high = middle;
        if (id == i) low = high = middle;
    }
    *at = low;
    *found = id == i;
    return TROPIC_OK;
}

tropic_index tp_vector_entries(const tropic_vector *v)
{
    const tp_pending *p;
    tropic_index count;
    if (tp_vector_finish(v) == TROPIC_OK || !v->pending) return v->count.entries;
    p = v->pending;
    count = v->count.entries;
    for (int64_t k = 0; k < p->count; k++) {
        tropic_index at;
        bool found = false;
        (void)tp_vector_search(v, p->cols[k], &at, &found);
        count += !p->removed[k] - found;
    }
    return count;
}

static tropic_status check_place(tropic_context *context, const tropic_vector *v, tropic_index i)
{
    if (i >= 0 && i < v->n) return TROPIC_OK;
    return tp_fail_range(context, "place", i, v->n);
}

tropic_status tropic_vector_set(tropic_vector *v, tropic_index i, const void *value)
{
    const uint8_t one = 1;
    const tp_backend *backend;
    tropic_context *context;
    uint8_t has = 1;
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "set entries"));
    context = v->context;
    backend = context->backend;
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(check_place(context, v, i));
    TP_TRY(tp_vector_have_count(v));
    if (v->form == TROPIC_SPARSE) return tp_vector_update(v, i, value);
    TP_TRY(backend->upload(context, place(v->values, v->type, i), value, tropic_type_size(v->type)));
    if (v->form == TROPIC_BITMAP) {
        TP_TRY(backend->download(context, &has, v->has + i, 1));
        TP_TRY(backend->upload(context, v->has + i, &one, 1));
        v->count.entries += !has;
    }
    return backend->wait(context);
}

tropic_status tropic_vector_get(const tropic_vector *v, tropic_index i, void *value, bool *present)
{
    const tp_backend *backend;
    tropic_context *context;
    const void *updated;
    tropic_index at = i;
    uint8_t has = 1;
    bool found = true;
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    context = v->context;
    backend = context->backend;
    TP_TRY(tp_outside_loops(context, "get entries"));
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(check_place(context, v, i));
    TP_TRY(tp_vector_have_count(v));
    if (tp_vector_updated(v, i, &updated)) {
        if (updated) memcpy(value, updated, tropic_type_size(v->type));
        if (present) *present = updated != NULL;
        return TROPIC_OK;
    }
    if (v->form == TROPIC_SPARSE) {
        TP_TRY(tp_vector_search(v, i, &at, &found));
    } else if (v->form == TROPIC_BITMAP) {
        TP_TRY(backend->download(context, &has, v->has + i, 1));
        found = has != 0;
    }
    if (found) TP_TRY(backend->download(context, value, place(v->values, v->type, at), tropic_type_size(v->type)));
    if (present) *present = found;
    return TROPIC_OK;
}

tropic_status tropic_vector_remove(tropic_vector *v, tropic_index i)
{
    const uint8_t none = 0;
    tropic_context *context;
    uint8_t has = 0;
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    context = v->context;
    TP_TRY(tp_outside_loops(context, "remove entries"));
    TP_TRY(check_place(context, v, i));
    TP_TRY(tp_vector_have_count(v));
    if (v->view) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a view stays full: place %d keeps its entry", i);
    if (v->form == TROPIC_SPARSE)
        return v->count.entries == 0 && !v->pending ? TROPIC_OK : tp_vector_update(v, i, NULL);
    if (v->form == TROPIC_FULL) TP_TRY(tp_vector_set_form(v, TROPIC_BITMAP));
    TP_TRY(context->backend->download(context, &has, v->has + i, 1));
    TP_TRY(context->backend->upload(context, v->has + i, &none, 1));
    v->count.entries -= has;
    return context->backend->wait(context);
}

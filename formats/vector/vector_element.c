/* SPDX-License-Identifier: Apache-2.0
 *
 * One entry of a vector: tropic_vector_set, get and remove.
 */
#include "formats/vector/vector.h"

/* A new entry is inserted into a sparse vector of up to so many entries, or until insertions have moved one entry in so
 * many places. Then the vector becomes a bitmap, where the next ones cost nothing. */
#define INSERT_LIMIT 64
#define MOVED_PART 8

static void *place(void *values, tropic_type type, tropic_index i)
{
    return (char *)values + (size_t)i * tropic_type_size(type);
}

tropic_status tp_vector_search(const tropic_vector *v, tropic_index i, tropic_index *at, bool *found)
{
    const tp_backend *backend = v->context->backend;
    tropic_index low = 0, high = v->count, id = -1;
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

static tropic_status check_place(tropic_context *context, const tropic_vector *v, tropic_index i)
{
    if (i >= 0 && i < v->n) return TROPIC_OK;
    return tp_fail(context, TROPIC_INDEX_OUT_OF_RANGE, "place %d, but v has %d", i, v->n);
}

/* Inserts an entry into a sparse vector, at position `at`; or removes the one there, where value is NULL. */
static tropic_status splice(tropic_vector *v, tropic_index at, tropic_index i, const void *value)
{
    tropic_context *context = v->context;
    const tp_backend *backend = context->backend;
    const tropic_index count = value ? v->count + 1 : v->count - 1;
    const tropic_index from = value ? at : at + 1, to = value ? at + 1 : at; /* of the entries above */
    const size_t size = tropic_type_size(v->type), capacity = count > 0 ? (size_t)count : 1;
    const size_t below = (size_t)at, above = (size_t)(v->count - from);
    void *ids = NULL, *values = NULL;
    tropic_status status = backend->allocate(context, &ids, capacity * sizeof i, "a vector's ids");
    if (status == TROPIC_OK) status = backend->allocate(context, &values, capacity * size, "a vector's values");
    if (status == TROPIC_OK && below > 0) {
        status = backend->copy(context, ids, v->ids, below * sizeof i);
        if (status == TROPIC_OK) status = backend->copy(context, values, v->values, below * size);
    }
    if (status == TROPIC_OK && above > 0) {
        status = backend->copy(context, (tropic_index *)ids + to, v->ids + from, above * sizeof i);
        if (status == TROPIC_OK)
            status = backend->copy(context, place(values, v->type, to), place(v->values, v->type, from), above * size);
    }
    if (status == TROPIC_OK && value) status = backend->upload(context, (tropic_index *)ids + at, &i, sizeof i);
    if (status == TROPIC_OK && value) status = backend->upload(context, place(values, v->type, at), value, size);
    if (status != TROPIC_OK) {
        backend->release(context, ids);
        backend->release(context, values);
        return status;
    }
    backend->release(context, v->ids);
    backend->release(context, v->values);
    v->ids = ids;
    v->values = values;
    v->room = v->count = count;
    return TROPIC_OK;
}

tropic_status tropic_vector_set(tropic_vector *v, tropic_index i, const void *value)
{
    const uint8_t one = 1;
    const tp_backend *backend;
    tropic_context *context;
    tropic_index at = 0;
    uint8_t has = 1;
    bool found;
    if (!v) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(tp_outside_loops(v->context, "set entries"));
    context = v->context;
    backend = context->backend;
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(check_place(context, v, i));
    if (v->form == TROPIC_SPARSE) {
        TP_TRY(tp_vector_search(v, i, &at, &found));
        if (!found && (v->count < INSERT_LIMIT || v->merged + v->count <= v->n / MOVED_PART)) {
            TP_TRY(splice(v, at, i, value));
            if (v->count > INSERT_LIMIT) v->merged += v->count;
            return backend->wait(context);
        }
        if (found)
            i = at; /* the entry's position among the values */
        else
            TP_TRY(tp_vector_densify(v));
    }
    TP_TRY(backend->upload(context, place(v->values, v->type, i), value, tropic_type_size(v->type)));
    if (v->form == TROPIC_BITMAP) {
        TP_TRY(backend->download(context, &has, v->has + i, 1));
        TP_TRY(backend->upload(context, v->has + i, &one, 1));
        v->count += !has;
    }
    return backend->wait(context);
}

tropic_status tropic_vector_get(const tropic_vector *v, tropic_index i, void *value, bool *present)
{
    const tp_backend *backend;
    tropic_context *context;
    tropic_index at = i;
    uint8_t has = 1;
    bool found = true;
    if (!v) return TROPIC_INVALID_ARGUMENT;
    context = v->context;
    backend = context->backend;
    TP_TRY(tp_outside_loops(context, "get entries"));
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    TP_TRY(check_place(context, v, i));
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
    tropic_index at = 0;
    uint8_t has = 0;
    bool found;
    if (!v) return TROPIC_INVALID_ARGUMENT;
    context = v->context;
    TP_TRY(tp_outside_loops(context, "remove entries"));
    TP_TRY(check_place(context, v, i));
    if (v->view) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a view stays full: place %d keeps its entry", i);
    if (v->form == TROPIC_SPARSE) {
        TP_TRY(tp_vector_search(v, i, &at, &found));
        if (!found) return TROPIC_OK;
        TP_TRY(splice(v, at, i, NULL));
        return context->backend->wait(context);
    }
    if (v->form == TROPIC_FULL) TP_TRY(tp_vector_set_form(v, TROPIC_BITMAP));
    TP_TRY(context->backend->download(context, &has, v->has + i, 1));
    TP_TRY(context->backend->upload(context, v->has + i, &none, 1));
    v->count -= has;
    return context->backend->wait(context);
}

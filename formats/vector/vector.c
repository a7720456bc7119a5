/* SPDX-License-Identifier: Apache-2.0
 *
 * The vector handle, and its entries one at a time.
 */
#include "formats/vector/vector.h"

/* A new entry is inserted into a sparse vector of up to so many entries, or until insertions have moved one entry in so
 * many places. Then the vector becomes a bitmap, where the next ones cost nothing. */
#define INSERT_LIMIT 64
#define MOVED_PART 8

static tropic_status check_new(tropic_context *context, tropic_vector **v, tropic_type type, tropic_index n)
{
    if (!v) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "v is NULL");
    if (!tropic_type_name(type)) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no type %d", (int)type);
    if (n < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a vector of %d places", n);
    return TROPIC_OK;
}

tropic_status tropic_vector_create(tropic_vector **v, tropic_context *context, tropic_type type, tropic_index n)
{
    tropic_vector *made;
    if (!context) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(check_new(context, v, type, n));
    TP_TRY(tp_outside_loops(context, "make vectors"));
    made = tp_allocate_zero(&context->memory, 1, sizeof *made);
    if (!made) return tp_out_of_memory(context, "a vector");
    made->context = context;
    made->memory = context->memory;
    made->type = type;
    made->n = n;
    made->columns = 1;
    made->form = TROPIC_SPARSE;
    *v = made;
    return TROPIC_OK;
}

tropic_status tropic_vector_create_block(tropic_vector **v, tropic_context *context, tropic_type type, tropic_index n,
                                         tropic_index columns)
{
    if (!context) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(check_new(context, v, type, n));
    if (columns < 1 || columns > TROPIC_COLUMNS_MAX)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a block of %d columns, not 1 to %d", columns,
                       TROPIC_COLUMNS_MAX);
    if (n > TROPIC_INDEX_MAX / columns)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "a block of %d rows and %d columns has more than %d places", n,
                       columns, TROPIC_INDEX_MAX);
    TP_TRY(tropic_vector_create(v, context, type, n * columns));
    (*v)->columns = columns;
    return TROPIC_OK;
}

tropic_status tropic_vector_view(tropic_vector **v, tropic_context *context, tropic_type type, tropic_index n,
                                 void *values, tropic_location location)
{
    if (!context) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(check_new(context, v, type, n));
    if (!values && n > 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "values is NULL");
    if ((unsigned)location > TROPIC_DEVICE)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no location %d", (int)location);
    if (location == TROPIC_DEVICE && context->backend->location == TROPIC_HOST)
        return tp_fail(context, TROPIC_NO_DEVICE, "a view of device memory needs a CUDA context");
    if (location != context->backend->location)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "a CUDA context cannot compute in host memory: view device memory, or use "
                       "tropic_vector_put_dense");
    TP_TRY(tropic_vector_create(v, context, type, n));
    (*v)->view = true;
    (*v)->form = TROPIC_FULL;
    (*v)->count = n;
    (*v)->values = values;
    return TROPIC_OK;
}

void tropic_vector_free(tropic_vector **v)
{
    const tp_backend *before;
    tropic_vector *old;
    tp_memory memory;
    if (!v || !*v) return;
    old = *v;
    *v = NULL;
    memory = old->memory;
    before = tp_recording_suspend(old->context);
    if (!old->view) old->context->backend->release(old->context, old->values);
    old->context->backend->release(old->context, old->has);
    old->context->backend->release(old->context, old->ids);
    tp_recording_resume(old->context, before);
    tp_release(&memory, old);
}

/* *to = a copy of an array in memory of the backend; NULL where there is none. */
static tropic_status copy_array(tropic_context *context, void **to, const void *from, size_t bytes)
{
    *to = NULL;
    if (!from) return TROPIC_OK;
    TP_TRY(context->backend->allocate(context, to, bytes, "a vector's duplicate"));
    return bytes > 0 ? context->backend->copy(context, *to, from, bytes) : TROPIC_OK;
}

tropic_status tropic_vector_duplicate(tropic_vector **copy, const tropic_vector *v)
{
    tropic_context *context;
    tropic_vector *made = NULL;
    void *values = NULL, *has = NULL, *ids = NULL;
    tropic_status status;
    size_t stored;
    if (!v) return TROPIC_INVALID_ARGUMENT;
    context = v->context;
    if (!copy) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "copy is NULL");
    TP_TRY(tropic_vector_create(&made, context, v->type, v->n));
    stored = (size_t)(v->form == TROPIC_SPARSE ? v->count : v->n);
    status = copy_array(context, &values, v->values, stored * tropic_type_size(v->type));
    if (status == TROPIC_OK) status = copy_array(context, &has, v->has, stored);
    if (status == TROPIC_OK) status = copy_array(context, &ids, v->ids, stored * sizeof *v->ids);
    tp_vector_replace(made, v->form, v->count, values, has, ids);
    made->columns = v->columns;
    if (status == TROPIC_OK) status = context->backend->wait(context);
    if (status == TROPIC_OK)
        *copy = made;
    else
        tropic_vector_free(&made);
    return status;
}

tropic_status tropic_vector_swap(tropic_vector *v, tropic_vector *w)
{
    tropic_vector before;
    if (!v) return TROPIC_INVALID_ARGUMENT;
    TP_TRY(tp_outside_loops(v->context, "swap vectors: assign one to the other"));
    TP_TRY(tp_vector_check(v->context, w, "w", w ? w->n : 0)); /* of any length */
    before = *v;
    *v = *w;
    *w = before;
    w->memory = v->memory;
    v->memory = before.memory;
    return TROPIC_OK;
}

tropic_context *tropic_vector_context(const tropic_vector *v)
{
    return v ? v->context : NULL;
}

tropic_index tropic_vector_size(const tropic_vector *v)
{
    return v ? v->n : 0;
}

tropic_index tropic_vector_columns(const tropic_vector *v)
{
    return v ? v->columns : 0;
}

tropic_type tropic_vector_type(const tropic_vector *v)
{
    return v ? v->type : TROPIC_BOOL;
}

tropic_index tropic_vector_count(const tropic_vector *v)
{
    return v ? v->count : 0;
}

tropic_vector_form tropic_vector_get_form(const tropic_vector *v)
{
    return v ? v->form : TROPIC_SPARSE;
}

static void *place(void *values, tropic_type type, tropic_index i)
{
    return (char *)values + (size_t)i * tropic_type_size(type);
}

/* *at = how many entries of a sparse vector are below i; *found: entry *at is i itself. */
static tropic_status search(const tropic_vector *v, tropic_index i, tropic_index *at, bool *found)
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
        TP_TRY(search(v, i, &at, &found));
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
        TP_TRY(search(v, i, &at, &found));
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
        TP_TRY(search(v, i, &at, &found));
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

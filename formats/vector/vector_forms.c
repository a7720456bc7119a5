/* SPDX-License-Identifier: Apache-2.0
 *
 * A vector's three forms and conversions between them. Each makes its new arrays first, so that a
 * failure leaves the vector as it was.
 */
#include "formats/matrix/pending.h"
#include "formats/tuning.h"
#include "formats/vector/vector.h"
#include "runtime/types.h"

void tp_vector_drop_ones(tropic_vector *v)
{
    if (v->ones) v->context->backend->release(v->context, v->ones);
    v->ones = NULL;
}

void tp_vector_replace(tropic_vector *v, tropic_vector_form form, tropic_index count, void *values, void *has,
                       void *ids)
{
    const tp_backend *backend = v->context->backend;
    tp_pending_free(&v->context->memory, &v->pending);
    (void)tp_count_get(v->context, &v->count); /* of the old content */
    if (v->values != values) backend->release(v->context, v->values);
    if (v->has != has) backend->release(v->context, v->has);
    if (v->ids != ids) backend->release(v->context, v->ids);
    if (v->ones == has) v->ones = NULL;
    if (form != TROPIC_FULL) tp_vector_drop_ones(v);
    if (form != TROPIC_SPARSE || count == 0) v->merged = 0;
    v->form = form;
    if (tp_count_is_known(&v->count)) v->count = tp_count_known(count);
    v->room = form == TROPIC_SPARSE ? count : 0;
    v->values = values;
    v->has = has;
    v->ids = ids;
}

static tropic_status follow_count(tropic_vector *v)
{
    const tp_backend *backend = v->context->backend;
    /* (A loop may have noted its arrays, and a graph that is captured gives no memory back.) */
    if (v->context->recorded || (backend->is_captured && backend->is_captured(v->context))) return TROPIC_OK;
    if (v->form == TROPIC_SPARSE) tp_vector_settle(v);
    return v->form == TROPIC_BITMAP && v->count.entries == v->n ? tp_vector_densify(v) : TROPIC_OK;
}

tropic_status tp_vector_changed(tropic_vector *v, tp_count change)
{
    change.entries += v->count.entries;
    v->count = change;
    return tp_count_is_known(&v->count) ? follow_count(v) : TROPIC_OK;
}

tropic_status tp_vector_get_count(const tropic_vector *vector)
{
    tropic_vector *v = (tropic_vector *)vector; /* the content stays, so this is no change */
    TP_TRY(tp_count_get(v->context, &v->count));
    return tp_count_is_known(&v->count) ? follow_count(v) : TROPIC_OK;
}

static tropic_status full_to_bitmap(tropic_vector *v)
{
    const uint8_t one = 1;
    const tp_backend *backend = v->context->backend;
    void *has = v->ones;
    tropic_status status;
    if (has) {
        tp_vector_replace(v, TROPIC_BITMAP, v->count.entries, v->values, has, NULL);
        return TROPIC_OK;
    }
    TP_TRY(backend->allocate(v->context, &has, (size_t)v->n, "a vector's flags"));
    status = backend->fill(v->context, has, TROPIC_BOOL, &one, v->n);
    if (status != TROPIC_OK) {
        backend->release(v->context, has);
        return status;
    }
    tp_vector_replace(v, TROPIC_BITMAP, v->count.entries, v->values, has, NULL);
    return TROPIC_OK;
}

tropic_status tp_vector_spread(const tropic_vector *v, void *values, uint8_t *has)
{
    const tp_backend *backend = v->context->backend;
    const uint8_t all = v->form == TROPIC_FULL;
    if (v->form == TROPIC_BITMAP)
        TP_TRY(backend->copy(v->context, has, v->has, (size_t)v->n));
    else
        TP_TRY(backend->fill(v->context, has, TROPIC_BOOL, &all, v->n));
    if (v->form == TROPIC_SPARSE)
        return backend->scatter(v->context, values, has, v->type, v->ids, v->values, v->count.entries);
    return backend->copy(v->context, values, v->values, (size_t)v->n * tropic_type_size(v->type));
}

static tropic_status sparse_to_bitmap(tropic_vector *v)
{
    tropic_context *context = v->context;
    const tp_backend *backend = context->backend;
    const size_t n = (size_t)v->n;
    void *has = NULL, *values = NULL;
    tropic_status status = backend->allocate(context, &has, n, "a vector's flags");
    if (status == TROPIC_OK)
        status = backend->allocate(context, &values, n * tropic_type_size(v->type), "a vector's values");
    /* A value without an entry may be anything, but copies should not read memory that was never written. */
    if (status == TROPIC_OK) status = backend->fill(context, values, v->type, tp_type_zero(), v->n);
    if (status == TROPIC_OK) status = tp_vector_spread(v, values, has);
    if (status != TROPIC_OK) {
        backend->release(context, has);
        backend->release(context, values);
        return status;
    }
    tp_vector_replace(v, TROPIC_BITMAP, v->count.entries, values, has, NULL);
    return TROPIC_OK;
}

tropic_status tp_vector_list(const tropic_vector *v, void **ids, void **values)
{
    tropic_context *context = v->context;
    const tp_backend *backend = context->backend;
    tropic_status status;
    *ids = *values = NULL;
    status = backend->allocate(context, ids, (size_t)v->count.entries * sizeof(tropic_index), "a vector's ids");
    if (status == TROPIC_OK)
        status = backend->allocate(context, values, (size_t)v->count.entries * tropic_type_size(v->type),
                                   "a vector's values");
    if (status == TROPIC_OK) status = backend->compact(context, *ids, v->has, v->n, NULL);
    if (status == TROPIC_OK && v->count.entries > 0)
        status = backend->gather(context, *values, v->type, *ids, v->values, v->count.entries);
    if (status == TROPIC_OK) return TROPIC_OK;
    backend->release(context, *ids);
    backend->release(context, *values);
    return status;
}

static tropic_status bitmap_to_sparse(tropic_vector *v)
{
    void *ids, *values;
    TP_TRY(tp_vector_list(v, &ids, &values));
    tp_vector_replace(v, TROPIC_SPARSE, v->count.entries, values, NULL, ids);
    return TROPIC_OK;
}

/* With an entry at every place, ascending values and values by place are the same. A GPU keeps the flags, which are all
 * set, for the next operation that may remove entries: it then allocates, fills and releases none. */
static void complete_to_full(tropic_vector *v)
{
    uint8_t *ones = v->context->backend->location == TROPIC_DEVICE ? v->has : NULL;
    if (ones) v->has = NULL;
    tp_vector_replace(v, TROPIC_FULL, v->n, v->values, NULL, NULL);
    v->ones = ones;
}

tropic_status tp_vector_densify(tropic_vector *v)
{
    if (v->form == TROPIC_FULL) return TROPIC_OK;
    if (v->count.entries == v->n)
        complete_to_full(v);
    else if (v->form == TROPIC_SPARSE)
        return sparse_to_bitmap(v);
    return TROPIC_OK;
}

void tp_vector_settle(tropic_vector *v)
{
    if (v->context->recorded || v->view || v->n <= TP_FEW_PLACES) return;
    if (v->form == TROPIC_SPARSE && v->count.entries > v->n / TP_LIST_MAX)
        (void)tp_vector_densify(v);
    else if (v->form == TROPIC_BITMAP && v->count.entries < v->n / TP_BITMAP_MIN)
        (void)bitmap_to_sparse(v);
}

tropic_status tp_vector_set_form(tropic_vector *v, tropic_vector_form form)
{
    const tropic_vector_form before = v->form;
    tropic_status status;
    if ((unsigned)form > TROPIC_SPARSE)
        return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "no form %d of vectors", (int)form);
    if (form == before) return TROPIC_OK;
    if (v->view) return tp_fail(v->context, TROPIC_NOT_SUPPORTED, "a view stays full");
    if (form == TROPIC_FULL) {
        if (v->count.entries < v->n)
            return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "v has %d of %d entries, too few to be full",
                           v->count.entries, v->n);
        complete_to_full(v);
        return TROPIC_OK;
    }
    if (before == TROPIC_FULL) TP_TRY(full_to_bitmap(v));
    status = before == TROPIC_SPARSE ? sparse_to_bitmap(v) : form == TROPIC_SPARSE ? bitmap_to_sparse(v) : TROPIC_OK;
    if (status != TROPIC_OK && before == TROPIC_FULL) complete_to_full(v);
    return status;
}

tropic_status tropic_vector_clear(tropic_vector *v)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "clear vectors"));
    if (v->view && v->n > 0) return tp_fail(v->context, TROPIC_NOT_SUPPORTED, "a view stays full");
    if (v->view) return TROPIC_OK;
    if (v->context->backend->location == TROPIC_DEVICE && v->room > 0 && v->room <= TP_KEPT_ROOM) {
        const tropic_index room = v->room;
        tp_vector_replace(v, TROPIC_SPARSE, 0, v->values, NULL, v->ids);
        v->room = room;
    } else {
        tp_vector_replace(v, TROPIC_SPARSE, 0, NULL, NULL, NULL);
    }
    return TROPIC_OK;
}

tropic_status tropic_vector_fill(tropic_vector *v, const void *value)
{
    tropic_context *context;
    const tp_backend *backend;
    void *values;
    tropic_status status;
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "fill vectors: assign a scalar"));
    context = v->context;
    backend = context->backend;
    if (!value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    values = v->values;
    if (v->form == TROPIC_SPARSE)
        TP_TRY(backend->allocate(context, &values, (size_t)v->n * tropic_type_size(v->type), "a vector's values"));
    status = backend->fill(context, values, v->type, value, v->n);
    if (status == TROPIC_OK && v->view) status = backend->wait(context);
    if (status != TROPIC_OK) {
        if (values != v->values) backend->release(context, values);
        return status;
    }
    tp_vector_replace(v, TROPIC_FULL, v->n, values, NULL, NULL);
    return TROPIC_OK;
}

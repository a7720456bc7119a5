/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors as results: a call computes in memory of its own and hands it over when all went well, so
 * that a failure leaves the vector as it was.
 */
#include "formats/vector/vector.h"
#include "runtime/types.h"

tropic_status tp_vector_check_arrays(tropic_context *context, const tropic_vector *v, const char *name, int64_t n)
{
    if (!v) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", name);
    if (v->context != context) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s belongs to another context", name);
    TP_TRY(tp_check_context(context));
    if (v->n != n)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "%s has %d places, not %lld", name, v->n, (long long)n);
    if (v->form == TROPIC_SPARSE) TP_TRY(tp_vector_finish(v));
    return v->form == TROPIC_SPARSE ? tp_vector_make_bitmap(v) : TROPIC_OK;
}

tropic_status tp_vector_check(tropic_context *context, const tropic_vector *v, const char *name, int64_t n)
{
    TP_TRY(tp_vector_check_arrays(context, v, name, n));
    return tp_vector_finish(v);
}

tropic_status tp_vector_check_type(tropic_context *context, const tropic_vector *v, const char *name, tropic_type type)
{
    if (v->type == type) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH, "%s is of type %s, not %s", name, tropic_type_name(v->type),
                   tropic_type_name(type));
}

tropic_status tp_vector_check_typed(tropic_context *context, const tropic_vector *v, const char *name, int64_t n,
                                    tropic_type type)
{
    TP_TRY(tp_vector_check(context, v, name, n));
    return tp_vector_check_type(context, v, name, type);
}

tropic_status tp_vector_adopt(tropic_vector *v, void **values)
{
    const tp_backend *backend = v->context->backend;
    if (v->view) {
        TP_TRY(backend->copy(v->context, v->values, *values, (size_t)v->n * tropic_type_size(v->type)));
        return backend->wait(v->context);
    }
    tp_vector_replace(v, TROPIC_FULL, v->n, *values, NULL, NULL);
    *values = NULL;
    return TROPIC_OK;
}

/* *array = w->n places of `size` bytes, which are then new. */
static tropic_status new_array(const tropic_vector *w, size_t size, void *array, bool *is_new)
{
    void *made = NULL;
    TP_TRY(w->context->backend->allocate(w->context, &made, (size_t)w->n * size, "the result"));
    *(void **)array = made;
    *is_new = true;
    return TROPIC_OK;
}

tropic_status tp_output_open(tp_output *out, tropic_vector *w, bool full, bool keep)
{
    const tp_backend *backend = w->context->backend;
    const uint8_t all = 1;
    int64_t none;
    *out = (tp_output){.w = w};
    if (w->context->recorded) {
        full = full && w->form == TROPIC_FULL;
        if (!full) TP_TRY(tp_vector_make_bitmap(w));
    }
    /* tp_output_close counts, and values that are written in place by then must not be lost for want of memory. */
    if (!full) TP_TRY(backend->count(w->context, NULL, 0, &none));
    if (w->form == TROPIC_BITMAP && !full) {
        out->values = w->values;
        out->has = w->has;
        return TROPIC_OK;
    }
    if (w->form == TROPIC_FULL && (full || !w->view)) {
        out->values = w->values;
        if (full) return TROPIC_OK;
        TP_TRY(new_array(w, 1, &out->has, &out->new_has));
        return keep ? backend->fill(w->context, out->has, TROPIC_BOOL, &all, w->n) : TROPIC_OK;
    }
    TP_TRY(new_array(w, tropic_type_size(w->type), &out->values, &out->new_values));
    if (full) return TROPIC_OK;
    /* A value without an entry may be anything, but copies should not read memory that was never written. */
    TP_TRY(backend->fill(w->context, out->values, w->type, tp_type_zero(), w->n));
    TP_TRY(new_array(w, 1, &out->has, &out->new_has));
    return keep ? tp_vector_spread(w, out->values, out->has) : TROPIC_OK;
}

tropic_status tp_output_close(tp_output *out)
{
    tropic_vector *w = out->w;
    tropic_context *context = w->context;
    const tp_backend *backend = context->backend;
    int64_t count = w->n;
    uint8_t *has;
    if (out->has) TP_TRY(backend->count(context, out->has, w->n, &count));
    if (w->view) {
        if (count < w->n)
            return tp_fail(context, TROPIC_NOT_SUPPORTED,
                           "w is a view of full memory, and the result has %lld of %d entries", (long long)count, w->n);
        if (out->new_values)
            TP_TRY(backend->copy(context, w->values, out->values, (size_t)w->n * tropic_type_size(w->type)));
        return backend->wait(context);
    }
    has = count < w->n ? out->has : NULL;
    if (out->new_has && !has) backend->release(context, out->has);
    /* While it is recorded, nothing has been written, and the count stays. */
    tp_vector_replace(w, has ? TROPIC_BITMAP : TROPIC_FULL, context->recorded ? w->count.entries : (tropic_index)count,
                      out->values, has, NULL);
    if (context->recorded && has && w->count.state != TP_COUNT_RECORDED) {
        w->count.state = TP_COUNT_RECORDED;
        w->count.next = context->uncounted;
        context->uncounted = w;
    }
    out->new_values = out->new_has = false;
    tp_vector_settle(w);
    return TROPIC_OK;
}

void tp_output_drop(tp_output *out)
{
    const tp_backend *backend;
    if (!out->w) return;
    backend = out->w->context->backend;
    if (out->new_values) backend->release(out->w->context, out->values);
    if (out->new_has) backend->release(out->w->context, out->has);
    out->new_values = out->new_has = false;
}

tropic_status tp_vector_make_bitmap(const tropic_vector *v)
{
    tropic_context *context = v->context;
    const tp_backend *recorder;
    tropic_status status;
    if (!context->recorded || v->form == TROPIC_BITMAP) return TROPIC_OK;
    recorder = tp_recording_suspend(context);
    /* The content stays, so this is no change. */
    status = tp_vector_set_form((tropic_vector *)v, TROPIC_BITMAP);
    tp_recording_resume(context, recorder);
    context->reformed = true;
    return status;
}

tropic_status tp_vectors_count(tropic_context *context)
{
    tropic_status status = TROPIC_OK;
    while (context->uncounted) {
        tropic_vector *v = context->uncounted;
        int64_t count = v->n - 1; /* where counting failed */
        context->uncounted = v->count.next;
        if (status == TROPIC_OK) status = context->backend->count(context, v->has, v->n, &count);
        v->count = tp_count_known(count);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The vector handle: made, copied, exchanged, of another size, freed.
 */
#include "formats/matrix/pending.h"
#include "formats/vector/vector.h"
#include "runtime/choice.h"
#include "runtime/types.h"

static tropic_status check_new(tropic_context *context, tropic_vector **v, tropic_type type, tropic_index n)
{
    if (!v) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "v is NULL");
    if (!tropic_type_name(type)) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no type %d", (int)type);
    if (n < 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a vector of %d places", n);
    return tp_type_fits(context, type);
}

tropic_status tropic_vector_create(tropic_vector **v, tropic_context *context, tropic_type type, tropic_index n)
{
    tropic_vector *made;
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
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
    tp_context_enter(context);
    tp_vector_enter(made);
    *v = made;
    return TROPIC_OK;
}

static tropic_status check_block(tropic_context *context, tropic_index n, tropic_index columns)
{
    if (n <= TROPIC_INDEX_MAX / columns) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "a block of %d rows and %d columns has more than %d places", n,
                   columns, TROPIC_INDEX_MAX);
}

tropic_status tropic_vector_create_block(tropic_vector **v, tropic_context *context, tropic_type type, tropic_index n,
                                         tropic_index columns)
{
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(check_new(context, v, type, n));
    if (columns < 1 || columns > TROPIC_COLUMNS_MAX)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "a block of %d columns, not 1 to %d", columns,
                       TROPIC_COLUMNS_MAX);
    TP_TRY(check_block(context, n, columns));
    TP_TRY(tropic_vector_create(v, context, type, n * columns));
    (*v)->columns = columns;
    return TROPIC_OK;
}

tropic_status tropic_vector_view(tropic_vector **v, tropic_context *context, tropic_type type, tropic_index n,
                                 void *values, tropic_location location)
{
    TP_ENTER(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(check_new(context, v, type, n));
    if (!values && n > 0) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "values is NULL");
    if ((unsigned)location > TROPIC_DEVICE)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no location %d", (int)location);
    if (location == TROPIC_DEVICE) TP_NEEDS_GPU(context);
    if (tp_undecided(context)) tp_choose_cpu(context, "the context computes in host memory of the caller's");
    if (location == TROPIC_DEVICE && context->backend->location == TROPIC_HOST)
        return tp_fail(context, TROPIC_NO_DEVICE, "a view of device memory needs a CUDA context");
    if (location != context->backend->location)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "a CUDA context cannot compute in host memory: view device memory, or use "
                       "tropic_vector_put_dense");
    TP_TRY(tropic_vector_create(v, context, type, n));
    (*v)->view = true;
    (*v)->form = TROPIC_FULL;
    (*v)->count = tp_count_known(n);
    (*v)->values = values;
    return TROPIC_OK;
}

void tropic_vector_free(tropic_vector **v)
{
    const tp_backend *before;
    tropic_context *context;
    tropic_vector *old;
    tp_memory memory;
    if (!v || !*v) return;
    old = *v;
    *v = NULL;
    context = old->context;
    memory = old->memory;
    tp_vector_leave(old);
    tp_pending_free(&context->memory, &old->pending);
    (void)tp_vector_have_count(old);
    before = tp_recording_suspend(context);
    if (!old->view) context->backend->release(context, old->values);
    context->backend->release(context, old->has);
    tp_vector_drop_ones(old);
    context->backend->release(context, old->ids);
    tp_recording_resume(context, before);
    tp_release(&memory, old);
    tp_context_leave(context);
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
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    context = v->context;
    if (!copy) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "copy is NULL");
    TP_TRY(tp_check_context(context));
    TP_TRY(tp_vector_finish(v));
    TP_TRY(tropic_vector_create(&made, context, v->type, v->n));
    stored = (size_t)(v->form == TROPIC_SPARSE ? v->count.entries : v->n);
    status = copy_array(context, &values, v->values, stored * tropic_type_size(v->type));
    if (status == TROPIC_OK) status = copy_array(context, &has, v->has, stored);
    if (status == TROPIC_OK) status = copy_array(context, &ids, v->ids, stored * sizeof *v->ids);
    tp_vector_replace(made, v->form, v->count.entries, values, has, ids);
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
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "swap vectors: assign one to the other"));
    TP_TRY(tp_vector_check(v->context, w, "w", w ? w->n : 0)); /* of any length */
    before = *v;
    *v = *w;
    *w = before;
    w->memory = v->memory;
    v->memory = before.memory;
    w->next = v->next;
    w->link = v->link;
    v->next = before.next;
    v->link = before.link;
    return TROPIC_OK;
}

/* The arrays stay: their beginnings hold the entries that are left. */
static tropic_status shrink(tropic_vector *v, tropic_index places)
{
    int64_t count = places;
    if (v->form == TROPIC_BITMAP) {
        TP_TRY(v->context->backend->count(v->context, v->has, places, &count));
    } else if (v->form == TROPIC_SPARSE) {
        tropic_index below;
        bool found;
        TP_TRY(tp_vector_search(v, places, &below, &found));
        count = below;
    }
    v->n = places;
    v->count = tp_count_known(count);
    return v->count.entries == v->n ? tp_vector_densify(v) : TROPIC_OK;
}

tropic_status tropic_vector_resize(tropic_vector *v, tropic_index n)
{
    tropic_index places;
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "change the size of vectors"));
    if (n < 0) return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "a vector of %d places", n);
    TP_TRY(check_block(v->context, n, v->columns));
    places = n * v->columns;
    if (places == v->n) return TROPIC_OK;
    TP_TRY(tp_vector_finish(v));
    if (v->view) return tp_fail(v->context, TROPIC_NOT_SUPPORTED, "a view stays as large as the caller's memory");
    if (places < v->n) {
        TP_TRY(shrink(v, places));
    } else {
        TP_TRY(tp_vector_set_form(v, TROPIC_SPARSE)); /* whose arrays do not depend on the number of places */
        v->n = places;
    }
    tp_vector_settle(v);
    return TROPIC_OK;
}

tropic_context *tropic_vector_context(const tropic_vector *v)
{
    return v && !v->context->freed ? v->context : NULL;
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
    TP_ENTER(v ? v->context : NULL);
    return v ? tp_vector_entries(v) : 0;
}

tropic_status tropic_vector_wait(const tropic_vector *v)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "wait for vectors"));
    TP_TRY(tp_vector_finish(v));
    return v->context->backend->wait(v->context);
}

tropic_vector_form tropic_vector_get_form(const tropic_vector *v)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return TROPIC_SPARSE;
    (void)tp_vector_finish(v); /* without memory, v stays a list */
    return v->form;
}

tropic_status tropic_vector_set_form(tropic_vector *v, tropic_vector_form form)
{
    TP_ENTER(v ? v->context : NULL);
    if (!v) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "v is NULL");
    TP_TRY(tp_outside_loops(v->context, "change a vector's form"));
    TP_TRY(tp_vector_finish(v));
    return tp_vector_set_form(v, form);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_vector_move: a vector's arrays are handed over to another context where both have their memory from the same
 * place, else copied. And all of a context that has chosen a GPU.
 */
#include "formats/vector/vector.h"
#include "runtime/choice.h"
#include "runtime/evict.h"
#include "runtime/types.h"

enum { VALUES, HAS, IDS, ARRAYS };

/* An error in the context that v leaves is told in the one that it comes to. */
static tropic_status tell(tropic_context *to, const tropic_context *from, tropic_status status)
{
    return status == TROPIC_OK ? TROPIC_OK : tp_fail(to, status, "%s", tropic_context_error(from));
}

static bool share_memory(const tropic_context *from, const tropic_context *to)
{
    const bool on_host = from->backend->location == TROPIC_HOST;
    const tp_place place = {&from->memory, on_host ? TP_ON_HOST : from->device_index};
    return from->backend == to->backend && from->device_index == to->device_index && from->shared == to->shared &&
           tp_place_of(&place, &to->memory);
}

/* From one GPU to another, or to other memory of the same. */
static tropic_status copy_through_host(tropic_context *from, tropic_context *to, void *made, const void *array,
                                       size_t bytes)
{
    void *host = tp_allocate(&to->memory, (int64_t)bytes, 1);
    tropic_status status = host ? tell(to, from, from->backend->download(from, host, array, bytes))
                                : tp_out_of_memory(to, "a vector on its way from GPU to GPU");
    if (status == TROPIC_OK) status = to->backend->upload(to, made, host, bytes);
    if (status == TROPIC_OK) status = to->backend->wait(to);
    tp_release(&to->memory, host);
    return status;
}

/* *made = a copy in memory of the other context; NULL where there is no array. */
static tropic_status copy_array(tropic_context *from, tropic_context *to, void **made, const void *array, size_t bytes)
{
    if (!array) return TROPIC_OK;
    TP_TRY(to->backend->allocate(to, made, bytes, "a vector"));
    if (from->backend->location == TROPIC_HOST) return to->backend->upload(to, *made, array, bytes);
    if (to->backend->location == TROPIC_HOST) return tell(to, from, from->backend->download(from, *made, array, bytes));
    return copy_through_host(from, to, *made, array, bytes);
}

static tropic_status copy_arrays(tropic_vector *v, tropic_context *to, void *const *arrays)
{
    const size_t stored = (size_t)(v->form == TROPIC_SPARSE ? v->count.entries : v->n);
    const size_t sizes[ARRAYS] = {tropic_type_size(v->type), sizeof *v->has, sizeof *v->ids};
    void *made[ARRAYS] = {NULL};
    tropic_status status = TROPIC_OK;
    for (int k = 0; k < ARRAYS && status == TROPIC_OK; k++)
        status = copy_array(v->context, to, &made[k], arrays[k], stored * sizes[k]);
    if (status == TROPIC_OK) status = to->backend->wait(to);
    if (status == TROPIC_OK) {
        tp_vector_replace(v, v->form, v->count.entries, made[VALUES], made[HAS], made[IDS]);
        return TROPIC_OK;
    }
    for (int k = 0; k < ARRAYS; k++) to->backend->release(to, made[k]);
    return status;
}

static tropic_status move_arrays(tropic_vector *v, tropic_context *to)
{
    void *const arrays[ARRAYS] = {[VALUES] = v->values, [HAS] = v->has, [IDS] = v->ids};
    if (share_memory(v->context, to)) return v->context->backend->hand_over(v->context, to, arrays, ARRAYS);
    return copy_arrays(v, to, arrays);
}

/* ---- from the CPU to the GPU that a context of `auto` has chosen ---- */

void tp_vector_enter(tropic_vector *v)
{
    tp_choice *choice = &v->context->choice;
    if (!choice->gpu) return;
    choice->follow = tp_vectors_follow;
    v->next = choice->vectors;
    v->link = &choice->vectors;
    if (v->next) v->next->link = &v->next;
    choice->vectors = v;
}

void tp_vector_leave(tropic_vector *v)
{
    if (!v->link) return;
    *v->link = v->next;
    if (v->next) v->next->link = v->link;
    v->link = NULL;
}

typedef struct copies {
    void *arrays[ARRAYS];
} copies;

/* In memory of the context's backend. (Pending updates are in host memory on both.) */
static tropic_status copy_vector(tropic_context *context, const tropic_vector *v, copies *made)
{
    const tp_backend *to = context->backend;
    const void *const arrays[ARRAYS] = {[VALUES] = v->values, [HAS] = v->has, [IDS] = v->ids};
    const size_t sizes[ARRAYS] = {tropic_type_size(v->type), sizeof *v->has, sizeof *v->ids};
    const size_t stored = (size_t)(v->form == TROPIC_SPARSE ? v->count.entries : v->n);
    for (int k = 0; k < ARRAYS; k++) {
        if (!arrays[k]) continue;
        TP_TRY(to->allocate(context, &made->arrays[k], stored * sizes[k], "a vector"));
        if (stored > 0) TP_TRY(to->upload(context, made->arrays[k], arrays[k], stored * sizes[k]));
    }
    return TROPIC_OK;
}

static void release_arrays(tropic_context *context, const tp_backend *backend, void *const *arrays)
{
    for (int k = 0; k < ARRAYS; k++) backend->release(context, arrays[k]);
}

tropic_status tp_vectors_follow(tropic_context *context, tropic_vector *vectors, const tp_backend *from)
{
    tropic_status status = TROPIC_OK;
    int64_t count = 0;
    copies *made, *at;
    for (const tropic_vector *v = vectors; v; v = v->next) count++;
    at = made = tp_allocate_zero(&context->memory, count, sizeof *made);
    if (!made) return tp_out_of_memory(context, "vectors on their way to a GPU");
    for (const tropic_vector *v = vectors; v && status == TROPIC_OK; v = v->next)
        status = copy_vector(context, v, at++);
    if (status == TROPIC_OK) status = context->backend->wait(context);
    at = made;
    for (tropic_vector *v = vectors; v; v = v->next, at++) {
        void *const before[ARRAYS] = {[VALUES] = v->values, [HAS] = v->has, [IDS] = v->ids};
        if (status != TROPIC_OK) {
            release_arrays(context, context->backend, at->arrays);
            continue;
        }
        v->values = at->arrays[VALUES];
        v->has = at->arrays[HAS];
        v->ids = at->arrays[IDS];
        v->room = v->form == TROPIC_SPARSE ? v->count.entries : 0;
        release_arrays(context, from, before);
    }
    tp_release(&context->memory, made);
    return status;
}

tropic_status tropic_vector_move(tropic_vector *v, tropic_context *context)
{
    TP_ENTER(!context && v ? v->context : context);
    if (!v) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "v is NULL");
    if (!context) return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "move vectors"));
    TP_TRY(tell(context, v->context, tp_outside_loops(v->context, "move vectors")));
    if (v->view) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a view stays with the caller's memory");
    if (v->context->backend->location == TROPIC_DEVICE) TP_NEEDS_GPU(context);
    TP_TRY(tp_type_fits(context, v->type));
    TP_TRY(tell(context, v->context, tp_vector_finish(v)));
    if (context != v->context) tp_vector_drop_ones(v);
    if (context != v->context) TP_TRY(move_arrays(v, context));
    if (context != v->context) tp_vector_leave(v);
    tp_context_enter(context);
    tp_context_leave(v->context);
    if (context != v->context) {
        v->context = context;
        tp_vector_enter(v);
    }
    return TROPIC_OK;
}

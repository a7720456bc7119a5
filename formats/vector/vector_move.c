/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_vector_move: a vector's arrays are handed over to another context where both have their memory from the same
 * place, else copied.
 */
#include "formats/vector/vector.h"
#include "runtime/room.h"

enum { VALUES, HAS, IDS, ARRAYS };

/* What failed in the context that v leaves is told in the one that it comes to. */
static tropic_status tell(tropic_context *to, const tropic_context *from, tropic_status status)
{
    return status == TROPIC_OK ? TROPIC_OK : tp_fail(to, status, "%s", tropic_context_error(from));
}

static bool share_memory(const tropic_context *from, const tropic_context *to)
{
    const bool on_host = from->backend->location == TROPIC_HOST;
    const tp_place place = {&from->memory, on_host ? TP_ON_HOST : from->device_index};
    return from->backend == to->backend && from->device_index == to->device_index && tp_place_of(&place, &to->memory);
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
    const size_t stored = (size_t)(v->form == TROPIC_SPARSE ? v->count : v->n);
    const size_t sizes[ARRAYS] = {tropic_type_size(v->type), sizeof *v->has, sizeof *v->ids};
    void *made[ARRAYS] = {NULL};
    tropic_status status = TROPIC_OK;
    for (int k = 0; k < ARRAYS && status == TROPIC_OK; k++)
        status = copy_array(v->context, to, &made[k], arrays[k], stored * sizes[k]);
    if (status == TROPIC_OK) status = to->backend->wait(to);
    if (status == TROPIC_OK) {
        tp_vector_replace(v, v->form, v->count, made[VALUES], made[HAS], made[IDS]);
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

tropic_status tropic_vector_move(tropic_vector *v, tropic_context *context)
{
    TP_ENTER(!context && v ? v->context : context);
    if (!v) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "v is NULL");
    if (!context) return tp_fail(v->context, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_outside_loops(context, "move vectors"));
    TP_TRY(tell(context, v->context, tp_outside_loops(v->context, "move vectors")));
    if (v->view) return tp_fail(context, TROPIC_NOT_SUPPORTED, "a view stays with the caller's memory");
    TP_TRY(tell(context, v->context, tp_vector_finish(v)));
    if (context != v->context) tp_vector_drop_ones(v);
    if (context != v->context) TP_TRY(move_arrays(v, context));
    tp_context_enter(context);
    tp_context_leave(v->context);
    v->context = context;
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors as results: a call computes in memory of its own and hands it over when all went well, so
 * that a failure leaves the vector as it was.
 */
#include "formats/vector.h"

tropic_status tp_vector_check(tropic_context *context, const tropic_vector *v, const char *name,
                              tropic_index n)
{
    if (!v) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", name);
    if (v->context != context)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s belongs to another context", name);
    if (v->n != n)
        return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "%s has %d places, not %d", name, v->n,
                       n);
    return TROPIC_OK;
}

tropic_status tp_vector_check_type(tropic_context *context, const tropic_vector *v,
                                   const char *name, tropic_type type)
{
    if (v->type == type) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH, "%s is of type %s, not %s", name,
                   tropic_type_name(v->type), tropic_type_name(type));
}

tropic_status tp_vector_adopt(tropic_vector *v, void **values, uint8_t **has, tropic_index count)
{
    const tp_backend *backend = v->context->backend;
    if (v->view) {
        TP_TRY(backend->copy(v->context, v->values, *values,
                             (size_t)v->n * tropic_type_size(v->type)));
        return backend->wait(v->context);
    }
    backend->release(v->context, v->values);
    backend->release(v->context, v->has);
    backend->release(v->context, v->ids);
    v->values = *values;
    v->ids = NULL;
    v->has = NULL;
    v->count = count;
    v->form = count == v->n ? TROPIC_FULL : TROPIC_BITMAP;
    if (v->form == TROPIC_BITMAP) {
        v->has = *has;
        *has = NULL;
    }
    *values = NULL;
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operands, masks and accumulators of operations.
 */
#include "spmv/operands/operand.h"

#include "runtime/types.h"
#include "semiring/cast.h"

tropic_status tp_operand_open(tp_operand *o, const tropic_vector *v, bool copy)
{
    tropic_context *context = v->context;
    const tp_backend *backend = context->backend;
    void *made = NULL;
    *o = (tp_operand){.context = context};
    if (v->form != TROPIC_SPARSE && !copy) {
        o->values = v->values;
        o->has = v->form == TROPIC_BITMAP ? v->has : NULL;
        return TROPIC_OK;
    }
    TP_TRY(backend->allocate(context, &made, (size_t)v->n * tropic_type_size(v->type), "a vector"));
    o->values = o->new_values = made;
    if (v->form == TROPIC_FULL)
        return backend->copy(context, o->new_values, v->values, (size_t)v->n * tropic_type_size(v->type));
    TP_TRY(backend->allocate(context, &made, (size_t)v->n, "a vector"));
    o->has = o->new_has = made;
    if (v->form == TROPIC_SPARSE) TP_TRY(backend->fill(context, o->new_values, v->type, tp_type_zero(), v->n));
    return tp_vector_spread(v, o->new_values, o->new_has);
}

tp_mask tp_mask_of(const tropic_vector *mask, const tropic_descriptor *descriptor)
{
    return (tp_mask){.values = mask->values,
                     .has = mask->form == TROPIC_BITMAP ? mask->has : NULL,
                     .type = mask->type,
                     .structure = descriptor->structure,
                     .complement = descriptor->complement};
}

tropic_status tp_mask_open(tp_operand *o, tropic_context *context, const tropic_vector *mask,
                           const tropic_descriptor *descriptor, tropic_index n, bool copy)
{
    const tp_backend *backend = context->backend;
    const uint8_t none = 0;
    void *made = NULL;
    *o = (tp_operand){.context = context, .mask = {.structure = true}};
    if (mask) {
        TP_TRY(tp_operand_open(o, mask, copy));
        o->mask = tp_mask_of(mask, descriptor);
        o->mask.values = o->values;
        o->mask.has = o->has;
        return TROPIC_OK;
    }
    if (!descriptor->complement) return TROPIC_OK;
    /* The complement of no mask lets nothing through. */
    TP_TRY(backend->allocate(context, &made, (size_t)n, "the mask"));
    o->mask.has = o->new_has = made;
    return backend->fill(context, o->new_has, TROPIC_BOOL, &none, n);
}

void tp_operand_close(tp_operand *o)
{
    if (!o->context) return;
    o->context->backend->release(o->context, o->new_values);
    o->context->backend->release(o->context, o->new_has);
}

tropic_status tp_mask_check(tropic_context *context, const tropic_vector *mask, const tropic_descriptor *descriptor,
                            tropic_index n)
{
    if (!mask) return TROPIC_OK;
    TP_TRY(tp_vector_check_arrays(context, mask, "mask", n));
    return tp_mask_check_type(context, mask->type, descriptor);
}

tropic_status tp_mask_check_type(tropic_context *context, tropic_type type, const tropic_descriptor *descriptor)
{
    if (!tp_type_struct(type) || descriptor->structure) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH,
                   "mask is of type %s, whose values are neither true nor false: set "
                   "descriptor->structure",
                   tropic_type_name(type));
}

tropic_status tp_accum_check(tropic_context *context, const tropic_operator *accum, tropic_type type)
{
    return accum ? tp_operator_check(context, "accum", accum, type) : TROPIC_OK;
}

tropic_status tp_accum_check_casts(tropic_context *context, const tropic_operator *accum, tropic_type C, tropic_type T)
{
    if (!accum || (tp_castable(accum->x, C) && tp_castable(accum->y, T) && tp_castable(C, accum->z))) return TROPIC_OK;
    return tp_fail(context, TROPIC_TYPE_MISMATCH,
                   "accum %s maps %s and %s to %s, but values of %s are accumulated into %s", accum->name,
                   tropic_type_name(accum->x), tropic_type_name(accum->y), tropic_type_name(accum->z),
                   tropic_type_name(T), tropic_type_name(C));
}

tropic_status tp_monoid_check(tropic_context *context, const tropic_operator *monoid)
{
    if (!monoid) return tp_operator_null(context, "monoid");
    return monoid->monoid
               ? tp_type_fits(context, monoid->z)
               : tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is no monoid: it has no identity", monoid->name);
}

/* (Kernels of products call the add without a place.) */
int tp_accum_code(const tropic_operator *accum, const tropic_semiring *semiring)
{
    if (!accum) return TP_ACCUM_NONE;
    if (!accum->user) return (int)accum->builtin;
    return semiring && accum->user == semiring->sum.user && !accum->user->add_uses_places ? TP_ACCUM_ADD
                                                                                          : TP_ACCUM_NONE;
}

void tp_elementwise_codes(tp_elementwise *e)
{
    e->op_code = e->op ? e->op->builtin : TROPIC_FIRST;
    e->accum_code = tp_accum_code(e->accum, NULL);
    e->user = (e->op && e->op->user) || (e->accum && e->accum->user);
}

tropic_status tp_elementwise_run(tropic_context *context, const tp_elementwise *wanted)
{
    tp_elementwise e = *wanted;
    tp_elementwise_codes(&e);
    return context->backend->elementwise(context, &e);
}

tropic_status tp_assign_product(tp_output *w, const tp_mask *mask, const tropic_operator *accum, bool replace,
                                const void *t, const uint8_t *t_has)
{
    tropic_context *context = w->w->context;
    const tp_elementwise e = {.kind = TP_COPY,
                              .accum = accum,
                              .type = w->w->type,
                              .result = w->w->type,
                              .n = w->w->n,
                              .mask = *mask,
                              .x = {.values = t, .has = t_has},
                              .w = w->values,
                              .w_has = w->has};
    TP_TRY(tp_elementwise_run(context, &e));
    return replace && w->has ? context->backend->restrict_to(context, w->has, mask, w->w->n) : TROPIC_OK;
}

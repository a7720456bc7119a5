/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations: check, find where there is something to do, and do it in one pass.
 */
#include "spmv/ewise/ewise_places.h"

#include "spmv/operands/vector_cast.h"

tropic_status tp_op_check(tropic_context *context, const tropic_operator *op)
{
    return op ? tp_operator_fits(context, op) : tp_operator_null(context, "op");
}

tropic_status tp_input_check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n,
                             bool used, tropic_type type)
{
    TP_TRY(tp_vector_check(context, v, name, n));
    return used ? tp_vector_check_castable(context, v, name, type) : TROPIC_OK;
}

static tropic_status check(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
    TP_TRY(tp_check_context(o->context));
    TP_TRY(tp_options_copy(o->context, &o->descriptor, sizeof o->descriptor, descriptor, "descriptor"));
    o->masked = o->mask || o->descriptor.complement;
    TP_TRY(tp_mask_check(o->context, o->mask, &o->descriptor, o->w->n));
    TP_TRY(tp_vector_check_type(o->context, o->w, "w", type));
    return tp_accum_check(o->context, o->accum, type);
}

/* Has it an entry at every place? */
static bool is_full(const tropic_vector *v)
{
    return !v || v->form == TROPIC_FULL;
}

/* Has it an entry at every place that the mask lets through? */
static bool covers_mask(const tp_operation *o, const tropic_vector *v)
{
    return is_full(v) || (v == o->mask && !o->ids && o->descriptor.structure && !o->descriptor.complement);
}

/* Has t an entry at every place that the mask lets through and u or v can give one? */
static bool is_t_full(const tp_operation *o)
{
    switch (o->kind) {
    case TP_SELECT: return false;
    case TP_UNION: return covers_mask(o, o->u) || covers_mask(o, o->v);
    default: return covers_mask(o, o->u) && covers_mask(o, o->v);
    }
}

static tropic_status open_inputs(tp_operation *o, tp_elementwise *e)
{
    const bool takes = o->kind != TP_INTERSECTION; /* values of x and y themselves */
    TP_TRY(tp_input_open(o, &e->x, &o->x, o->u, takes || o->op->uses_x));
    return tp_input_open(o, &e->y, &o->y, o->v, takes || o->op->uses_y);
}

/* Places are those of ids, or all. */
static tropic_status open_places(tp_operation *o, tp_elementwise *e)
{
    tropic_context *context = o->context;
    const size_t bytes = (size_t)o->count * sizeof *o->ids;
    if (o->ids) {
        TP_TRY(context->backend->allocate(context, &o->listed[TP_LISTED_PLACES], bytes, "ids"));
        TP_TRY(context->backend->upload(context, o->listed[TP_LISTED_PLACES], o->ids, bytes));
        e->places = o->listed[TP_LISTED_PLACES];
        e->n = o->count;
    }
    TP_TRY(tp_mask_open(&o->m, context, o->mask, &o->descriptor, o->w->n, o->mask == o->w && o->removes));
    e->mask = o->m.mask;
    return TROPIC_OK;
}

static tropic_status run_by_place(tp_operation *o, tp_elementwise *e, bool full)
{
    tropic_context *context = o->context;
    TP_TRY(open_places(o, e));
    TP_TRY(open_inputs(o, e));
    TP_TRY(tp_output_open(&o->out, o->w, full, o->keep));
    e->w = o->out.values;
    e->w_has = o->out.has;
    TP_TRY(tp_elementwise_run(context, e));
    if (o->removes) TP_TRY(context->backend->restrict_to(context, o->out.has, &o->m.mask, o->w->n));
    return tp_output_close(&o->out);
}

static tropic_status run(tp_operation *o)
{
    const tropic_vector *w = o->w;
    tp_elementwise e = {.kind = o->kind,
                        .op = o->op,
                        .accum = o->accum,
                        .type = o->op ? o->op->x : w->type,
                        .result = w->type,
                        .n = w->n,
                        .mask = {.structure = true},
                        .value = o->value,
                        .large = o->large};
    bool full, done = false;
    o->keep = o->masked || o->accum || o->ids;
    o->removes = o->masked && o->descriptor.replace;
    full = o->keep ? is_full(w) && (is_t_full(o) || o->accum) && !o->removes : is_t_full(o);
    TP_TRY(tp_operation_run_listed(o, &e, full, &done));
    return done || tp_operation_lacks(o) ? TROPIC_OK : run_by_place(o, &e, full);
}

tropic_status tp_operation_run_typed(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
    const tp_backend *backend = o->context->backend;
    tropic_status status = check(o, type, descriptor);
    if (status == TROPIC_OK) status = run(o);
    tp_output_drop(&o->out);
    tp_operand_close(&o->x);
    tp_operand_close(&o->y);
    tp_operand_close(&o->m);
    for (int k = 0; k < TP_LISTED; k++) backend->release(o->context, o->listed[k]);
    return status;
}

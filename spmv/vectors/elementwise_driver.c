/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations: check, find where there is something to do, and do it in one pass.
 */
#include "spmv/vectors/elementwise_driver.h"

tropic_status tp_op_check(tropic_context *context, const tropic_operator *op)
{
    return op ? TROPIC_OK : tp_operator_null(context, "op");
}

tropic_status tp_input_check(tropic_context *context, const tropic_vector *v, const char *name, tropic_index n,
                             bool used, tropic_type type)
{
    return used ? tp_vector_check_typed(context, v, name, n, type) : tp_vector_check(context, v, name, n);
}

static tropic_status check(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
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

static bool is_sparse(const tropic_vector *v)
{
    return v && v->form == TROPIC_SPARSE;
}

/* Has t an entry at every place that u or v can give one? */
static bool is_t_full(const tp_operation *o)
{
    switch (o->kind) {
    case TP_SELECT: return false;
    case TP_UNION: return is_full(o->u) || is_full(o->v);
    default: return is_full(o->u) && is_full(o->v);
    }
}

/* The shorter list, outside of which t has no entries; NULL: there is none. */
static const tropic_vector *shorter(const tp_operation *o)
{
    if (o->kind == TP_UNION || o->ids) return NULL;
    if (is_sparse(o->u) && is_sparse(o->v)) return o->u->count <= o->v->count ? o->u : o->v;
    return is_sparse(o->u) ? o->u : is_sparse(o->v) ? o->v : NULL;
}

/* One input: by entries of the list, or by place. `used`: op looks at its values. */
static tropic_status open_input(const tp_operation *o, tp_input *in, tp_operand *operand, const tropic_vector *v,
                                bool used)
{
    if (!v) return TROPIC_OK;
    if (v == o->list) {
        *in = (tp_input){.values = v->values, .listed = true};
    } else {
        /* What is read at other places than it is written must not be w itself. */
        TP_TRY(tp_operand_open(operand, v, v == o->w && o->ids));
        *in = (tp_input){.values = operand->values, .has = operand->has, .listed = o->ids != NULL};
    }
    if (!used) in->values = NULL;
    return TROPIC_OK;
}

static tropic_status open_inputs(tp_operation *o, tp_elementwise *e)
{
    const bool takes = o->kind != TP_INTERSECTION; /* values of x and y themselves */
    TP_TRY(open_input(o, &e->x, &o->x, o->u, takes || o->op->uses_x));
    return open_input(o, &e->y, &o->y, o->v, takes || o->op->uses_y);
}

static tropic_status make(tp_operation *o, tp_index_list_kind what, int64_t count, size_t size)
{
    return o->context->backend->allocate(o->context, &o->listed[what], (size_t)count * size, "the result");
}

/* Those of the list's entries where t has one, as w's new arrays. */
static tropic_status keep_some(tp_operation *o, int64_t *kept)
{
    tropic_context *context = o->context;
    const tp_backend *backend = context->backend;
    void **m = o->listed;
    TP_TRY(make(o, TP_LISTED_KEPT, o->list->count, sizeof(tropic_index)));
    TP_TRY(backend->compact(context, m[TP_LISTED_KEPT], m[TP_LISTED_HAS], o->list->count, kept));
    TP_TRY(make(o, TP_LISTED_IDS, *kept, sizeof(tropic_index)));
    TP_TRY(make(o, TP_LISTED_VALUES, *kept, tropic_type_size(o->w->type)));
    TP_TRY(backend->gather(context, m[TP_LISTED_IDS], TROPIC_INT32, m[TP_LISTED_KEPT], o->list->ids, *kept));
    return backend->gather(context, m[TP_LISTED_VALUES], o->w->type, m[TP_LISTED_KEPT], m[TP_LISTED_T], *kept);
}

/* w = t, along a list and as a list. */
static tropic_status run_listed(tp_operation *o, tp_elementwise *e)
{
    tropic_context *context = o->context;
    void **m = o->listed;
    const bool all = o->kind != TP_SELECT && (o->u == o->list || is_full(o->u)) && (o->v == o->list || is_full(o->v));
    int64_t count = o->list->count;
    e->n = count;
    e->places = o->list->ids;
    TP_TRY(open_inputs(o, e));
    TP_TRY(make(o, TP_LISTED_T, count, tropic_type_size(o->w->type)));
    if (!all) TP_TRY(make(o, TP_LISTED_HAS, count, 1));
    e->w = m[TP_LISTED_T];
    e->w_has = m[TP_LISTED_HAS];
    e->w_listed = true;
    TP_TRY(tp_elementwise_run(context, e));
    if (all) {
        TP_TRY(make(o, TP_LISTED_IDS, count, sizeof(tropic_index)));
        TP_TRY(context->backend->copy(context, m[TP_LISTED_IDS], o->list->ids, (size_t)count * sizeof(tropic_index)));
        m[TP_LISTED_VALUES] = m[TP_LISTED_T];
        m[TP_LISTED_T] = NULL;
    } else {
        TP_TRY(keep_some(o, &count));
    }
    TP_TRY(context->backend->wait(context));
    tp_vector_replace(o->w, TROPIC_SPARSE, (tropic_index)count, m[TP_LISTED_VALUES], NULL, m[TP_LISTED_IDS]);
    m[TP_LISTED_VALUES] = m[TP_LISTED_IDS] = NULL;
    return TROPIC_OK;
}

/* The places that can change: those of the list, of ids, of the mask where it is a list of what it lets
 * through, or all. And the mask that says more than that. */
static tropic_status open_places(tp_operation *o, tp_elementwise *e)
{
    tropic_context *context = o->context;
    const tropic_descriptor *d = &o->descriptor;
    const size_t bytes = (size_t)o->count * sizeof *o->ids;
    if (!o->list && !o->ids && is_sparse(o->mask) && d->structure && !d->complement && !d->replace) {
        e->places = o->mask->ids;
        e->n = o->mask->count;
        return TROPIC_OK;
    }
    if (o->list) {
        e->places = o->list->ids;
        e->n = o->list->count;
    } else if (o->ids) {
        TP_TRY(context->backend->allocate(context, &o->places, bytes, "ids"));
        TP_TRY(context->backend->upload(context, o->places, o->ids, bytes));
        e->places = o->places;
        e->n = o->count;
    }
    TP_TRY(tp_mask_open(&o->m, context, o->mask, d, o->w->n, o->mask == o->w && d->replace));
    e->mask = o->m.mask;
    return TROPIC_OK;
}

static tropic_status run(tp_operation *o)
{
    tropic_vector *w = o->w;
    const bool keep = o->masked || o->accum || o->ids;
    const bool removes = o->masked && o->descriptor.replace;
    const bool full = keep ? is_full(w) && (is_t_full(o) || o->accum) && !removes : is_t_full(o);
    tp_elementwise e = {.kind = o->kind,
                        .op = o->op,
                        .accum = o->accum,
                        .type = o->op ? o->op->x : w->type,
                        .result = w->type,
                        .n = w->n,
                        .mask = {.structure = true},
                        .value = o->value};
    o->list = shorter(o);
    if (o->list && !keep && !w->view) return run_listed(o, &e);
    if (!o->accum) o->list = NULL; /* places without t lose what they had */
    TP_TRY(open_places(o, &e));
    TP_TRY(open_inputs(o, &e));
    TP_TRY(tp_output_open(&o->out, w, full, keep));
    e.w = o->out.values;
    e.w_has = o->out.has;
    TP_TRY(tp_elementwise_run(o->context, &e));
    if (removes) TP_TRY(o->context->backend->restrict_to(o->context, o->out.has, &o->m.mask, w->n));
    return tp_output_close(&o->out);
}

tropic_status tp_operation_run(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
    const tp_backend *backend = o->context->backend;
    tropic_status status = check(o, type, descriptor);
    if (status == TROPIC_OK) status = run(o);
    tp_output_drop(&o->out);
    tp_operand_close(&o->x);
    tp_operand_close(&o->y);
    tp_operand_close(&o->m);
    backend->release(o->context, o->places);
    for (int k = 0; k < TP_LISTED; k++) backend->release(o->context, o->listed[k]);
    return status;
}

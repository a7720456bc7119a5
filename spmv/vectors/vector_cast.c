/* SPDX-License-Identifier: Apache-2.0
 *
 * Vectors whose values are cast.
 */
#include "spmv/vectors/vector_cast.h"

#include "semiring/cast.h"

tropic_status tp_cast_vector_open(tp_cast_vector *c, const tropic_vector *v, tropic_type type)
{
    tropic_context *context;
    int64_t count;
    *c = (tp_cast_vector){.v = v};
    if (!v || v->type == type) return TROPIC_OK;
    context = v->context;
    count = v->form == TROPIC_SPARSE ? v->count : v->n;
    c->made = *v;
    c->made.type = type;
    c->made.view = false;
    c->made.values = NULL;
    c->made.next_uncounted = NULL;
    c->made.uncounted = false;
    c->v = &c->made;
    TP_TRY(context->backend->allocate(context, &c->made.values, (size_t)count * tropic_type_size(type), "a vector"));
    return context->backend->cast(context, c->made.values, type, v->values, v->type, count);
}

void tp_cast_vector_close(tp_cast_vector *c)
{
    if (c->made.context) c->made.context->backend->release(c->made.context, c->made.values);
    *c = (tp_cast_vector){0};
}

tropic_status tp_vector_check_castable(tropic_context *context, const tropic_vector *v, const char *name,
                                       tropic_type type)
{
    return tp_castable(type, v->type) ? TROPIC_OK : tp_vector_check_type(context, v, name, type);
}

tropic_status tp_casts_allowed(tropic_context *context)
{
    return tp_outside_loops(context, "cast values");
}

bool tp_output_casts(const tropic_vector *w, const tropic_operator *accum, tropic_type type)
{
    return w->type != type || (accum && (accum->x != type || accum->y != type || accum->z != type));
}

tropic_status tp_output_check_casts(tropic_context *context, const tropic_vector *w, const tropic_operator *accum,
                                    tropic_type type)
{
    TP_TRY(tp_vector_check_castable(context, w, "w", type));
    return tp_accum_check_casts(context, accum, w->type, type);
}

/* -- w<mask> (accum)= t ------------------------------------------------------------------------- */

/* An operation, and the vectors that it takes on the way. */
typedef struct casting {
    tropic_context *context;
    tp_operation o;
    tp_cast_vector u, v, t, x, y, r;
    tropic_vector *held, *kept, *made, *old, *sum, *put;
} casting;

static const tropic_descriptor there = {.size = sizeof there, .structure = true};

static tropic_status new_vector(const casting *c, tropic_vector **v, tropic_type type)
{
    return tropic_vector_create(v, c->context, type, c->o.w->n);
}

/* w<mask>= u */
static tropic_status copy(tropic_vector *w, const tropic_vector *mask, const tropic_vector *u,
                          const tropic_descriptor *descriptor)
{
    tp_operation o = {.context = w->context, .w = w, .mask = mask, .kind = TP_COPY, .u = u};
    return tp_operation_run_typed(&o, u->type, descriptor);
}

/* u where op(u, value) holds, as it is. */
static tropic_status select_entries(casting *c)
{
    tp_operation test = c->o;
    TP_TRY(new_vector(c, &c->held, TROPIC_BOOL));
    TP_TRY(new_vector(c, &c->kept, c->o.u->type));
    if (c->o.op->uses_x) TP_TRY(tp_cast_vector_open(&c->u, c->o.u, c->o.op->x));
    test.w = c->held;
    test.u = c->o.op->uses_x ? c->u.v : c->o.u;
    test.mask = NULL;
    test.accum = NULL;
    test.kind = TP_INTERSECTION;
    TP_TRY(tp_operation_run_typed(&test, TROPIC_BOOL, NULL));
    TP_TRY(copy(c->kept, c->held, c->o.u, NULL));
    c->o.u = c->kept;
    c->o.kind = TP_COPY;
    c->o.op = NULL;
    return TROPIC_OK;
}

/* Operands become those that op takes. */
static tropic_status cast_operands(casting *c)
{
    const tropic_operator *op = c->o.op;
    const bool takes = c->o.kind == TP_UNION;
    if (!op) return TROPIC_OK;
    if (c->o.kind == TP_SELECT) return c->o.u->type == op->x ? TROPIC_OK : select_entries(c);
    if (takes || op->uses_x) {
        TP_TRY(tp_cast_vector_open(&c->u, c->o.u, op->x));
        c->o.u = c->u.v;
    }
    if (takes || op->uses_y) {
        TP_TRY(tp_cast_vector_open(&c->v, c->o.v, op->y));
        c->o.v = c->v.v;
    }
    return TROPIC_OK;
}

/* What w is to have where t has an entry: t, and accum(w, t) where w has one, too. */
static tropic_status accumulate(casting *c)
{
    const tropic_operator *accum = c->o.accum;
    const tropic_type type = c->o.w->type;
    tp_operation sums = {.context = c->context, .kind = TP_INTERSECTION, .op = accum};
    TP_TRY(new_vector(c, &c->put, type));
    TP_TRY(new_vector(c, &c->old, type));
    TP_TRY(new_vector(c, &c->sum, accum->z));
    TP_TRY(copy(c->put, NULL, c->t.v, NULL));
    /* (At t's places alone: w may have many more.) */
    TP_TRY(copy(c->old, c->made, c->o.w, &there));
    TP_TRY(tp_cast_vector_open(&c->x, c->old, accum->x));
    TP_TRY(tp_cast_vector_open(&c->y, c->made, accum->y));
    sums.w = c->sum;
    sums.u = c->x.v;
    sums.v = c->y.v;
    TP_TRY(tp_operation_run_typed(&sums, accum->z, NULL));
    TP_TRY(tp_cast_vector_open(&c->r, c->sum, type));
    return copy(c->put, c->sum, c->r.v, &there);
}

static tropic_status run(casting *c, tropic_type type, const tropic_descriptor *descriptor)
{
    tropic_vector *const w = c->o.w;
    tp_operation make;
    TP_TRY(cast_operands(c));
    if (!tp_output_casts(w, c->o.accum, type)) return tp_operation_run_typed(&c->o, type, descriptor);
    if (c->o.kind == TP_COPY && !c->o.accum) {
        TP_TRY(tp_cast_vector_open(&c->t, c->o.u, w->type));
        c->o.u = c->t.v;
        return tp_operation_run_typed(&c->o, w->type, descriptor);
    }
    TP_TRY(new_vector(c, &c->made, type));
    make = c->o;
    make.w = c->made;
    make.accum = NULL;
    TP_TRY(tp_operation_run_typed(&make, type, descriptor));
    c->o.too_many = make.too_many;
    if (make.too_many) return TROPIC_OK;
    TP_TRY(tp_cast_vector_open(&c->t, c->made, w->type));
    if (c->o.accum) TP_TRY(accumulate(c));
    c->o = (tp_operation){.context = c->context,
                          .w = w,
                          .mask = c->o.mask,
                          .accum = c->o.accum ? tropic_operator_builtin(TROPIC_SECOND, w->type) : NULL,
                          .kind = TP_COPY,
                          .u = c->o.accum ? c->put : c->t.v};
    return tp_operation_run_typed(&c->o, w->type, descriptor);
}

static tropic_status check(const tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
    tropic_descriptor d;
    TP_TRY(tp_casts_allowed(o->context));
    TP_TRY(tp_options_copy(o->context, &d, sizeof d, descriptor, "descriptor"));
    TP_TRY(tp_mask_check(o->context, o->mask, &d, o->w->n));
    return tp_output_check_casts(o->context, o->w, o->accum, type);
}

tropic_status tp_operation_run_cast(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
    casting c = {.context = o->context, .o = *o};
    tropic_vector **const vectors[] = {&c.held, &c.kept, &c.made, &c.old, &c.sum, &c.put};
    tp_cast_vector *const casts[] = {&c.u, &c.v, &c.t, &c.x, &c.y, &c.r};
    tropic_status status = check(o, type, descriptor);
    if (status == TROPIC_OK) status = run(&c, type, descriptor);
    for (size_t k = 0; k < sizeof casts / sizeof *casts; k++) tp_cast_vector_close(casts[k]);
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) tropic_vector_free(vectors[k]);
    o->too_many = c.o.too_many;
    return status;
}

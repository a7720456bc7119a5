/* SPDX-License-Identifier: Apache-2.0
 *
 * Elementwise operations whose types are not all those that the kernels take: operands are cast first; a result of
 * another type than w's is made apart, cast, and then assigned.
 */
#include "spmv/ewise/ewise_driver.h"
#include "spmv/operands/vector_cast.h"

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

/* The new values of w where t has an entry: t, or accum(w, t) where w has one, too. */
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

static tropic_status run_cast(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
    casting c = {.context = o->context, .o = *o};
    tropic_vector **const vectors[] = {&c.held, &c.kept, &c.made, &c.old, &c.sum, &c.put};
    tp_cast_vector *const casts[] = {&c.u, &c.v, &c.t, &c.x, &c.y, &c.r};
    tropic_status status = check(o, type, descriptor);
    if (status == TROPIC_OK) status = tp_operation_count(&c.o); /* no more entries are cast than there are */
    if (status == TROPIC_OK && !tp_operation_lacks(&c.o)) status = run(&c, type, descriptor);
    for (size_t k = 0; k < sizeof casts / sizeof *casts; k++) tp_cast_vector_close(casts[k]);
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) tropic_vector_free(vectors[k]);
    return status;
}

/* Is an operand, which op reads or (`takes`) t has, of another type than op takes? */
static bool casts(const tropic_vector *v, bool takes, bool used, tropic_type type)
{
    return v && (takes || used) && v->type != type;
}

tropic_status tp_operation_run(tp_operation *o, tropic_type type, const tropic_descriptor *descriptor)
{
    const bool takes = o->kind != TP_INTERSECTION;
    const bool callers = o->ids || tp_is_view(o->u) || tp_is_view(o->v) || tp_is_view(o->mask) || o->w->view;
    tropic_status status;
    TP_TRY(tp_vector_finish(o->w));
    if (tp_output_casts(o->w, o->accum, type) ||
        (o->op && (casts(o->u, takes, o->op->uses_x, o->op->x) || casts(o->v, takes, o->op->uses_y, o->op->y)))) {
        status = run_cast(o, type, descriptor); /* whose vectors on the way are used at once */
    } else {
        o->defers = true;
        status = tp_operation_run_typed(o, type, descriptor);
    }
    /* The caller may read and change arrays of his own once the call has returned. */
    return status == TROPIC_OK && callers ? o->context->backend->wait(o->context) : status;
}

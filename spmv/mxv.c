/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxv and tropic_vxm: check, choose a strategy, multiply under the mask, then assign.
 */
#include "formats/matrix.h"
#include "formats/vector.h"
#include "semiring/semiring.h"
#include "spmv/direction.h"
#include "spmv/state.h"

/* The product as asked for, and the memory that it takes on the way. */
typedef struct product {
    tropic_context *context;
    const tropic_semiring *semiring;
    tropic_builtin builtin; /* as the kernels see it: A's entry is mul's first operand */
    bool uses_matrix, uses_vector;
    const tropic_matrix *A;
    const tropic_vector *u;
    tp_orientation by_destination;
    tropic_index n; /* of the result */
    tropic_descriptor descriptor;
    void *u_dense, *t, *w;
    uint8_t *u_has, *allow, *t_has, *w_has;
} product;

static void product_free(product *p)
{
    tropic_context *context = p->context;
    void *all[] = {p->u_dense, p->u_has, p->allow, p->t, p->t_has, p->w, p->w_has};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        context->backend->release(context, all[k]);
}

static tropic_status allocate(product *p, void *pointer, size_t size, const char *what)
{
    void *memory = NULL;
    TP_TRY(p->context->backend->allocate(p->context, &memory, (size_t)p->n * size, what));
    *(void **)pointer = memory;
    return TROPIC_OK;
}

static tropic_status check(product *p, const tropic_vector *w, const tropic_vector *mask,
                           tropic_accum accum, const tropic_descriptor *descriptor)
{
    tropic_context *context = p->context;
    tropic_index inner;
    TP_TRY(
        tp_options_copy(context, &p->descriptor, sizeof p->descriptor, descriptor, "descriptor"));
    if (!p->semiring) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "semiring is NULL");
    if (!p->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if ((size_t)accum >= TROPIC_ACCUMS)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no accumulator %d", (int)accum);
    if ((size_t)p->descriptor.strategy >= TROPIC_STRATEGIES)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no strategy %d",
                       (int)p->descriptor.strategy);

    if (p->descriptor.transpose)
        p->by_destination = p->by_destination == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    p->n = p->by_destination == TP_BY_ROW ? p->A->rows : p->A->cols;
    inner = p->by_destination == TP_BY_ROW ? p->A->cols : p->A->rows;
    TP_TRY(tp_vector_check(context, w, "w", p->n));
    TP_TRY(tp_vector_check(context, p->u, "u", inner));
    if (mask) TP_TRY(tp_vector_check(context, mask, "mask", p->n));

    TP_TRY(tp_vector_check_type(context, w, "w", p->semiring->type));
    if (p->uses_vector) TP_TRY(tp_vector_check_type(context, p->u, "u", p->semiring->type));
    if (p->uses_matrix && !p->A->pattern && p->A->type != p->semiring->type)
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "A is of type %s, not %s",
                       tropic_type_name(p->A->type), tropic_type_name(p->semiring->type));
    if (context->reproducible && p->semiring->order_matters &&
        tp_strategy_merges(p->descriptor.strategy))
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "%s adds in no fixed order, on which %s over %s depends, and the context is "
                       "reproducible",
                       tropic_strategy_name(p->descriptor.strategy), p->semiring->name,
                       tropic_type_name(p->semiring->type));
    return TROPIC_OK;
}

static tropic_status choose(const product *p, tropic_strategy *strategy)
{
    const double arcs = p->u->n > 0 ? (double)p->A->count / p->u->n * p->u->count : 0;
    double mean, deviation;
    if (p->descriptor.strategy != TROPIC_STRATEGY_AUTO) {
        *strategy = p->descriptor.strategy;
        return TROPIC_OK;
    }
    *strategy = TROPIC_STRATEGY_CSR_PUSH;
    if (arcs * TP_PUSH_COST < (double)p->A->count &&
        !(p->context->reproducible && p->semiring->order_matters))
        return TROPIC_OK;
    TP_TRY(tp_matrix_degrees(p->context, p->A, p->by_destination, &mean, &deviation));
    *strategy = tp_choose_pull(mean, deviation);
    return TROPIC_OK;
}

/* u's values and flags by place, whatever its form. */
static tropic_status spread(product *p, tp_mxv_state *state)
{
    tropic_context *context = p->context;
    const tp_backend *backend = context->backend;
    const tropic_vector *u = p->u;
    state->u = u->values;
    state->u_has = u->form == TROPIC_BITMAP ? u->has : NULL;
    if (u->form == TROPIC_SPARSE) {
        const size_t places = (size_t)u->n;
        TP_TRY(backend->allocate(context, &p->u_dense, places * tropic_type_size(u->type), "u"));
        TP_TRY(backend->allocate(context, (void **)&p->u_has, places, "u"));
        TP_TRY(tp_vector_spread(u, p->u_dense, p->u_has));
        state->u = p->u_dense;
        state->u_has = p->u_has;
    }
    if (!p->uses_vector) state->u = NULL;
    return TROPIC_OK;
}

/* allow[i]: does the mask let place i through? NULL without a mask. */
static tropic_status allow(product *p, const tropic_vector *mask, tp_mxv_state *state)
{
    tropic_context *context = p->context;
    const tp_backend *backend = context->backend;
    const bool sparse = mask && mask->form == TROPIC_SPARSE;
    tp_mask m = {.structure = p->descriptor.structure, .complement = p->descriptor.complement};
    void *values = NULL;
    uint8_t *has = NULL;
    tropic_status status = TROPIC_OK;
    const uint8_t zero = 0;

    if (!mask && !m.complement) return TROPIC_OK;
    TP_TRY(allocate(p, &p->allow, 1, "the mask"));
    state->allow = p->allow;
    if (!mask) return backend->fill(context, p->allow, TROPIC_BOOL, &zero, p->n);
    m.type = mask->type;
    m.values = mask->values;
    m.has = mask->has;
    if (sparse) {
        status = allocate(p, &values, tropic_type_size(mask->type), "the mask");
        if (status == TROPIC_OK) status = allocate(p, &has, 1, "the mask");
        if (status == TROPIC_OK) status = tp_vector_spread(mask, values, has);
        m.values = values;
        m.has = has;
    }
    if (status == TROPIC_OK) status = backend->mask(context, p->allow, &m, p->n);
    backend->release(context, values);
    backend->release(context, has);
    return status;
}

/* t<allow> = A (add.mul) u */
static tropic_status multiply(product *p, tp_mxv_state *state)
{
    tropic_context *context = p->context;
    const tp_backend *backend = context->backend;
    const tp_orientation by_source = p->by_destination == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    const uint8_t zero = 0;
    tp_step step = {
        .op = (tp_op)(TP_OP_MXV + (int)p->builtin * TROPIC_TYPES + (int)p->semiring->type),
        .state = state};
    int64_t identity[1];

    TP_TRY(choose(p, &step.strategy));
    if (step.strategy == TROPIC_STRATEGY_CSR_PUSH) {
        TP_TRY(tp_matrix_arcs(context, p->A, by_source, false, &step.scatter));
        if (p->u->form == TROPIC_SPARSE) {
            step.sources = p->u->ids;
            step.source_count = p->u->count;
        }
    } else {
        TP_TRY(tp_matrix_arcs(context, p->A, p->by_destination,
                              step.strategy == TROPIC_STRATEGY_COOC_SCALAR, &step.gather));
    }
    if (!p->uses_matrix) step.scatter.values = step.gather.values = NULL;

    TP_TRY(allocate(p, &p->t, tropic_type_size(p->semiring->type), "the product"));
    TP_TRY(allocate(p, &p->t_has, 1, "the product"));
    TP_TRY(backend->fill(context, p->t_has, TROPIC_BOOL, &zero, p->n));
    if (tp_strategy_merges(step.strategy)) {
        tp_semiring_identity(p->semiring, identity);
        TP_TRY(backend->fill(context, p->t, p->semiring->type, identity, p->n));
    }
    state->t = p->t;
    state->t_has = p->t_has;
    return backend->step(context, &step);
}

/* w<allow> (accum)= t, in a copy of w that takes its place when all went well. */
static tropic_status assign(product *p, tropic_vector *w, tropic_accum accum,
                            const tp_mxv_state *state)
{
    tropic_context *context = p->context;
    const tp_backend *backend = context->backend;
    const int64_t zero = 0; /* of any type */
    int64_t count = 0;
    tp_assign a = {.type = w->type,
                   .t = p->t,
                   .t_has = p->t_has,
                   .allow = state->allow,
                   .accum = accum,
                   .replace = p->descriptor.replace};

    TP_TRY(allocate(p, &p->w, tropic_type_size(w->type), "the result"));
    TP_TRY(allocate(p, &p->w_has, 1, "the result"));
    /* What has no entry may be anything, but copies should not read what was never written. */
    if (w->form == TROPIC_SPARSE) TP_TRY(backend->fill(context, p->w, w->type, &zero, p->n));
    TP_TRY(tp_vector_spread(w, p->w, p->w_has));
    a.w = p->w;
    a.w_has = p->w_has;
    TP_TRY(backend->assign(context, &a, p->n, &count));
    TP_TRY(backend->wait(context));
    if (w->view && count < p->n)
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "w is a view of full memory, and the result has %lld of %d entries",
                       (long long)count, p->n);
    return tp_vector_adopt(w, &p->w, &p->w_has, (tropic_index)count);
}

static tropic_status run(product *p, tropic_vector *w, const tropic_vector *mask,
                         tropic_accum accum, const tropic_descriptor *descriptor)
{
    tp_mxv_state state = {0};
    tropic_status status = check(p, w, mask, accum, descriptor);
    if (status == TROPIC_OK) status = spread(p, &state);
    if (status == TROPIC_OK) status = allow(p, mask, &state);
    if (status == TROPIC_OK) status = multiply(p, &state);
    if (status == TROPIC_OK) status = assign(p, w, accum, &state);
    product_free(p);
    return status;
}

tropic_status tropic_mxv(tropic_vector *w, const tropic_vector *mask, tropic_accum accum,
                         const tropic_semiring *semiring, const tropic_matrix *A,
                         const tropic_vector *u, const tropic_descriptor *descriptor)
{
    product p = {.semiring = semiring, .A = A, .u = u, .by_destination = TP_BY_ROW};
    if (!w) return TROPIC_INVALID_ARGUMENT;
    p.context = w->context;
    if (semiring) {
        p.builtin = semiring->builtin;
        p.uses_matrix = semiring->uses_first;
        p.uses_vector = semiring->uses_second;
    }
    return run(&p, w, mask, accum, descriptor);
}

/* The same with mul's operands exchanged, over the transpose. */
tropic_status tropic_vxm(tropic_vector *w, const tropic_vector *mask, tropic_accum accum,
                         const tropic_semiring *semiring, const tropic_vector *u,
                         const tropic_matrix *A, const tropic_descriptor *descriptor)
{
    product p = {.semiring = semiring, .A = A, .u = u, .by_destination = TP_BY_COLUMN};
    if (!w) return TROPIC_INVALID_ARGUMENT;
    p.context = w->context;
    if (semiring) {
        p.builtin = semiring->flipped;
        p.uses_matrix = semiring->uses_second;
        p.uses_vector = semiring->uses_first;
    }
    return run(&p, w, mask, accum, descriptor);
}

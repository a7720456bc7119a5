/* SPDX-License-Identifier: Apache-2.0
 *
 * How a product that pulls finds the lists of the matrix; and on the CPU the values of sources: every source has one,
 * where that makes no difference, and those that are read most often lie side by side, where that pays.
 */
#include "formats/tuning.h"
#include "spmv/mxv/mxv.h"
#include "spmv/tuning.h"

tropic_status tp_mxv_lay_out_lists(tp_mxv_product *p, tp_step *step)
{
    tropic_context *context = p->context;
    tp_degrees lists;
    TP_TRY(tp_matrix_arcs(context, p->A, p->by_destination, false, &step->gather));
    TP_TRY(tp_matrix_use_degrees(context, &p->use, p->by_destination, &lists));
    step->gather.longest = lists.longest;
    step->gather.banded = lists.banded;
    if (step->strategy != TROPIC_STRATEGY_COOC_SCALAR || context->recorded) return TROPIC_OK;
    return tp_matrix_split_points(context, p->A, p->by_destination, &step->gather);
}

static size_t source_size(const tp_mxv_product *p)
{
    return tropic_type_size(p->u->type);
}

/* Room for all of u; NULL: the product goes on without. */
static void *allocate(const tp_mxv_product *p)
{
    return tp_allocate_spare(&p->context->memory, p->u->n, source_size(p));
}

/* Is an entry of u the product, and added to an entry of w? Then one of the add's identity is as good as none. */
static bool can_fill(const tp_mxv_product *p, const tp_mxv_state *state)
{
    return tp_mxv_adds(p) && !state->w_has && state->u_has && !p->uses_matrix;
}

/* Gives sources without an entry the add's identity, so that the kernel need not ask, for each arc, which they are.
 * (Kronecker 20, FP64: a product takes half to two thirds of the time.) A zero of w keeps its sign where lists are
 * added in order; in lanes, which begin with 0, a -0 may become 0. */
static tropic_status fill_source(tp_mxv_product *p, tp_mxv_state *state)
{
    const tropic_type type = p->semiring->type;
    tp_elementwise e = {.kind = TP_COPY,
                        .type = type,
                        .result = type,
                        .n = p->u->n,
                        .mask = {.structure = true},
                        .x = {.values = state->u, .has = state->u_has}};
    tp_any none = {0};
    tp_semiring_identity(p->semiring, &none);
    /* -0.0 is the zero that changes no sum: x + -0.0 is x, also if x is a zero of either sign. */
    if (p->semiring->add == TROPIC_PLUS && type == TROPIC_FP64) none.value.fp64 = -0.0;
    if (p->semiring->add == TROPIC_PLUS && type == TROPIC_FP32) none.value.fp32 = -0.0f;
    p->filled = allocate(p);
    if (!p->filled) return TROPIC_OK;
    TP_TRY(p->context->backend->fill(p->context, p->filled, type, &none, p->u->n));
    e.w = p->filled;
    TP_TRY(tp_elementwise_run(p->context, &e));
    state->u = p->filled;
    state->u_has = NULL;
    return TROPIC_OK;
}

static tropic_status group_source(tp_mxv_product *p, tp_step *step, tp_mxv_state *state)
{
    const tropic_index *order = NULL;
    tp_arcs arcs = step->gather;
    TP_TRY(tp_matrix_group(p->context, p->A, p->by_destination, source_size(p), &arcs, &order));
    if (order) p->grouped = allocate(p);
    if (!p->grouped) return TROPIC_OK;
    step->gather = arcs;
    TP_TRY(p->context->backend->gather(p->context, p->grouped, p->u->type, order, state->u, p->u->n));
    state->u = p->grouped;
    return TROPIC_OK;
}

tropic_status tp_mxv_lay_out_source(tp_mxv_product *p, tp_step *step, tp_mxv_state *state)
{
    /* (A list of places, or few of them, read little of u; so does a sum that stops soon.) */
    const bool all = p->columns == 1 && p->u->n > TP_FEW_PLACES && step->strategy != TROPIC_STRATEGY_CSR_PUSH &&
                     !step->targets && !step->mask;
    if (p->context->backend->location != TROPIC_HOST || p->context->recorded || p->semiring->user || !p->uses_vector ||
        !all || tp_semiring_stops(p->semiring))
        return TROPIC_OK;
    if (can_fill(p, state)) TP_TRY(fill_source(p, state));
    if (!state->u_has && (size_t)p->u->n * source_size(p) >= TP_GROUPED_BYTES) return group_source(p, step, state);
    return TROPIC_OK;
}

void tp_mxv_release_source(tp_mxv_product *p)
{
    tp_release(&p->context->memory, p->filled);
    tp_release(&p->context->memory, p->grouped);
}

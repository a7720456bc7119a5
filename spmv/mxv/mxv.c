/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_mxv, tropic_vxm and tropic_mxv_block: check, choose a strategy, multiply under the mask.
 */
#include "formats/matrix/matrix.h"
#include "formats/tuning.h"
#include "formats/vector/vector.h"
#include "semiring/cast.h"
#include "semiring/composed.h"
#include "semiring/semiring.h"
#include "spmv/direction.h"
#include "spmv/ewise/ewise_driver.h"
#include "spmv/mxv/mxv.h"
#include "spmv/operands/core_vectors.h"
#include "spmv/ops/mxv_ops.h"
#include "spmv/ops/state.h"
#include "spmv/tuning.h"
#include "spmv/work.h"
#include "spmv/write/vector_output.h"

typedef tp_mxv_product product;

/* Of the operands, as multiply takes them. */
static tropic_type type_of_vector(const product *p)
{
    return p->vxm ? p->semiring->x : p->semiring->y;
}
static tropic_type type_of_matrix(const product *p)
{
    return p->vxm ? p->semiring->y : p->semiring->x;
}

static bool on_host(const product *p)
{
    return p->context->backend->location == TROPIC_HOST;
}

static tropic_status check(product *p, const tropic_vector *w, const tropic_vector *mask,
                           const tropic_descriptor *descriptor)
{
    tropic_context *context = p->context;
    const tropic_semiring *semiring = tp_semiring_of_products(p->semiring);
    int64_t inner;
    TP_TRY(tp_options_copy(context, &p->descriptor, sizeof p->descriptor, descriptor, "descriptor"));
    if (!semiring) return tp_semiring_null(context);
    TP_TRY(tp_semiring_fits(context, semiring));
    p->semiring = semiring;
    if (!p->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if ((size_t)p->descriptor.strategy >= TROPIC_STRATEGIES)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no strategy %d", (int)p->descriptor.strategy);

    p->uses_matrix = p->vxm ? semiring->uses_second : semiring->uses_first;
    p->uses_vector = p->vxm ? semiring->uses_first : semiring->uses_second;
    p->by_destination = p->vxm == p->descriptor.transpose ? TP_BY_ROW : TP_BY_COLUMN;
    p->n = p->by_destination == TP_BY_ROW ? p->A->rows : p->A->cols;
    inner = p->by_destination == TP_BY_ROW ? p->A->cols : p->A->rows;
    TP_TRY(tp_vector_check(context, w, "w", (int64_t)p->n * p->columns));
    TP_TRY(tp_vector_check(context, p->u, "u", inner * p->columns));
    TP_TRY(tp_mask_check(context, mask, &p->descriptor, w->n));
    if (semiring->user && semiring->user->uses_w) TP_TRY(tp_vector_check_type(context, w, "w", semiring->type));
    TP_TRY(tp_output_check_casts(context, w, p->accum, semiring->type));
    if (p->uses_vector) TP_TRY(tp_vector_check_castable(context, p->u, "u", type_of_vector(p)));
    if (p->uses_matrix && !tp_castable(type_of_matrix(p), p->A->type))
        TP_TRY(tp_matrix_check_type(context, p->A, "A", type_of_matrix(p)));
    if (context->reproducible && semiring->order_matters && tp_strategy_merges(p->descriptor.strategy, true))
        return tp_fail(context, TROPIC_NOT_SUPPORTED,
                       "%s adds in no fixed order, on which %s over %s depends, and the context is "
                       "reproducible",
                       tropic_strategy_name(p->descriptor.strategy), semiring->name, tropic_type_name(semiring->type));
    return TROPIC_OK;
}

/* The share of the places that the mask lets through, as far as its count tells it: 0 where it is not known without a
 * look at the flags or values. */
static double part_allowed(const product *p, const tropic_vector *mask)
{
    double part;
    if (!mask) return p->descriptor.complement ? 0 : 1;
    if (p->context->recorded || !p->descriptor.structure || p->n == 0) return 0;
    part = (double)mask->count.entries / p->n;
    return p->descriptor.complement ? 1 - part : part;
}

/* Is the mask a list of exactly the places that it lets through? */
static bool is_listed(const product *p, const tropic_vector *mask)
{
    return mask && mask->form == TROPIC_SPARSE && p->descriptor.structure && !p->descriptor.complement;
}

/* There is one way, by whichever name. */
static tropic_status choose_of_columns(const product *p, tropic_strategy *strategy)
{
    if (*strategy == TROPIC_STRATEGY_CSR_PUSH || *strategy == TROPIC_STRATEGY_COOC_SCALAR)
        return tp_fail(p->context, TROPIC_NOT_SUPPORTED, "%s cannot multiply several columns",
                       tropic_strategy_name(*strategy));
    *strategy = TROPIC_STRATEGY_CSC_VECTOR;
    return TROPIC_OK;
}

/* Do sums of a pull mostly stop at their first entries? (Of a user's that is not known. Of a GPU, only merges were
 * measured.) */
static bool stops_soon(const product *p)
{
    return on_host(p) && !p->semiring->user && tp_semiring_stops(p->semiring);
}

/* Does a push of so many arcs cost less than a pull? */
static bool should_push(const product *p, const tropic_vector *mask, double arcs)
{
    const double part = mask && !p->descriptor.structure ? 1 : part_allowed(p, mask);
    return stops_soon(p) ? arcs * TP_ALPHA_FIRST < part * (double)p->A->count + p->n
                         : arcs * TP_ALPHA_MERGE < (double)p->A->count;
}

/* Counts the arcs of u's entries, if that is a list: hubs have more than the mean. (On the CPU, where a pull takes so
 * little time that it matters. On a GPU a push of few arcs went along the list before: mxv_listed.c. Nothing can be
 * waited for while the stream is captured.) */
static tropic_status count_arcs(const product *p, double *count)
{
    const tropic_vector *u = p->u;
    int64_t entries;
    tp_arcs arcs;
    if (u->form != TROPIC_SPARSE || (on_host(p) ? !stops_soon(p) : p->context->backend->is_captured(p->context)))
        return TROPIC_OK;
    TP_TRY(tp_matrix_arcs(p->context, p->A, tp_by_source(p), false, &arcs));
    TP_TRY(p->context->backend->list_entries(p->context, &arcs, u->ids, u->count.entries, &entries));
    *count = (double)entries;
    return TROPIC_OK;
}

/* Does the matrix lie there by this orientation, so that it is not made of the other? */
static bool has_lists(const product *p, tp_orientation o)
{
    return p->use.on_host[o] || p->use.on_device[o];
}

/* Is a push of so many arcs to save a pull the other orientation? */
static bool should_wait(const product *p, double arcs)
{
    tropic_matrix *A = (tropic_matrix *)p->A; /* whose content stays */
    if (p->context->recorded || p->semiring->order_matters || has_lists(p, p->by_destination) ||
        !has_lists(p, tp_by_source(p)))
        return false;
    /* (While the stream is captured nothing is made: it goes as the same call did before.) */
    if (!on_host(p) && p->context->backend->is_captured(p->context)) return true;
    return __atomic_add_fetch(&A->pushed, (int64_t)arcs, __ATOMIC_RELAXED) <= TP_TRANSPOSE_PUSHES * A->count;
}

static tropic_status choose(product *p, const tropic_vector *mask, tropic_strategy *strategy)
{
    const bool may_push = !(p->context->reproducible && p->semiring->order_matters);
    double arcs = p->u->n > 0 ? (double)p->A->count / p->u->n * p->u->count.entries : 0;
    tp_degrees lists;
    *strategy = p->descriptor.strategy;
    if (p->columns > 1) return choose_of_columns(p, strategy);
    if (*strategy != TROPIC_STRATEGY_AUTO) return TROPIC_OK;
    *strategy = TROPIC_STRATEGY_CSR_PUSH;
    if (may_push && should_push(p, mask, arcs)) {
        TP_TRY(count_arcs(p, &arcs));
        if (should_push(p, mask, arcs)) return TROPIC_OK;
    }
    if (should_wait(p, arcs)) return TROPIC_OK;
    *strategy = TROPIC_STRATEGY_CSC_SCALAR;
    if (stops_soon(p)) return TROPIC_OK; /* others look at all entries */
    TP_TRY(tp_matrix_use_degrees(p->context, &p->use, p->by_destination, &lists));
    *strategy =
        p->context->backend->choose(&lists, p->A->count, part_allowed(p, mask), tropic_type_size(p->semiring->type));
    return TROPIC_OK;
}

/* The matrix by source. */
static tropic_status prepare_push(product *p, tp_step *step)
{
    const tp_orientation by_source = tp_by_source(p);
    TP_TRY(tp_matrix_arcs(p->context, p->A, by_source, false, &step->scatter));
    if (p->context->recorded) {
        tp_degrees lists;
        TP_TRY(tp_matrix_use_degrees(p->context, &p->use, by_source, &lists));
        step->scatter.longest = lists.longest;
    }
    step->gather.lists = p->n;
    if (p->u->form == TROPIC_SPARSE) {
        step->sources = p->u->ids;
        step->source_count = p->u->count.entries;
    }
    return TROPIC_OK;
}

/* The matrix by destination, and which of these are wanted, where that is a list. */
static tropic_status prepare_pull(product *p, const tropic_vector *mask, tp_step *step)
{
    tropic_context *context = p->context;
    TP_TRY(tp_mxv_lay_out_lists(p, step));
    /* (Tiles visit every list.) */
    if (p->columns > 1 || step->strategy == TROPIC_STRATEGY_COOC_SCALAR) return TROPIC_OK;
    if (is_listed(p, mask)) {
        step->targets = mask->ids;
        step->target_count = mask->count.entries;
    } else if (mask && part_allowed(p, mask) < TP_MASK_LISTED_PART) {
        step->mask = &p->result.mask.mask;
        if (p->descriptor.structure && !context->recorded)
            step->listed = p->descriptor.complement ? p->n - mask->count.entries : mask->count.entries;
    }
    return TROPIC_OK;
}

/* The kernels, and the matrix as the strategy walks it. */
static tropic_status prepare(product *p, const tropic_vector *mask, tp_step *step)
{
    const tropic_semiring *semiring = p->semiring;
    const tropic_builtin builtin = p->vxm ? semiring->flipped : semiring->builtin;

    TP_TRY(choose(p, mask, &step->strategy));
    step->columns = p->columns;
    if (!semiring->user) step->op = tp_mxv_op(builtin, semiring->type);
    if (step->strategy == TROPIC_STRATEGY_CSR_PUSH)
        TP_TRY(prepare_push(p, step));
    else
        TP_TRY(prepare_pull(p, mask, step));
    if (!p->uses_matrix) step->scatter.values = step->gather.values = NULL;
    return TROPIC_OK;
}

/* Has every entry a value, or does nobody look? (Of a user's on the CPU only the first counts.) */
static bool has_values(const product *p, const tp_step *step)
{
    return step->gather.values || (!p->uses_matrix && (!on_host(p) || !p->semiring->user));
}

/* On the CPU, sums that are dense but for an accumulator that the kernel has not at hand are made apart, and added by a
 * pass of their own: that takes two thirds of the time. */
static bool adds_apart(const product *p, const tp_step *step)
{
    return p->accum && !tp_mxv_adds(p) && on_host(p) && !p->semiring->user && !step->masked && p->n > TP_FEW_PLACES &&
           p->uses_vector && p->u->form == TROPIC_FULL && has_values(p, step) && p->semiring->add != TROPIC_ANY;
}

/* Does every place of t have an entry? And where are its sums made? */
static tropic_status plan_output(product *p, const tp_step *step, tp_output_plan *t)
{
    tp_degrees lists;
    *t = (tp_output_plan){.dense = p->u->form == TROPIC_FULL,
                          .reads_old = p->semiring->user && p->semiring->user->uses_w,
                          .private_buffer = tp_strategy_merges(step->strategy, true) || adds_apart(p, step),
                          .pre_cleared = step->strategy == TROPIC_STRATEGY_CSR_PUSH,
                          .visits_allowed = step->targets != NULL};
    if (!t->dense) return TROPIC_OK;
    /* (A push does without the other orientation, which may not be there.) */
    t->dense = !t->pre_cleared || p->use.degrees_known[p->by_destination] || has_lists(p, p->by_destination);
    if (!t->dense) return TROPIC_OK;
    TP_TRY(tp_matrix_use_degrees(p->context, &p->use, p->by_destination, &lists));
    t->dense = lists.shortest > 0;
    return TROPIC_OK;
}

static tropic_status multiply(product *p, tropic_vector *w, const tropic_vector *mask)
{
    tp_mxv_state state = {0};
    tp_step step = {.state = &state, .semiring = p->semiring, .vxm = p->vxm};
    tp_output_plan t;
    if (mask) TP_TRY(tp_vector_finish(mask));
    step.masked = mask || p->descriptor.complement;
    TP_TRY(prepare(p, mask, &step));
    /* A vector that is read at other places than it is written must not be w itself. (A cast of w has
     * w's flags.) */
    const bool is_w = p->u == w || (p->u->has && p->u->has == w->has);
    TP_TRY(tp_operand_open(&p->u_dense, p->u, is_w && !tp_strategy_merges(step.strategy, true)));
    TP_TRY(plan_output(p, &step, &t));
    TP_TRY(tp_result_open(&p->result, w, mask, p->accum, tp_accum_code(p->accum, p->semiring), &p->descriptor, t));
    state.u = p->uses_vector ? p->u_dense.values : NULL;
    state.u_has = p->u_dense.has;
    state.mask = p->result.mask.mask;
    state.accum = p->result.code != TP_ACCUM_NONE && tp_mxv_adds(p) ? TP_ACCUM_ADD : p->result.code;
    state.w = p->result.values;
    state.w_has = p->result.has;
    if (t.reads_old) { /* else w's values may not have been written yet */
        state.old = p->result.w.values;
        state.old_has = p->result.w.has;
    }
    TP_TRY(tp_mxv_lay_out_source(p, &step, &state));
    step.dense = state.u && !state.u_has && (state.accum == TP_ACCUM_NONE || tp_mxv_adds(p)) && has_values(p, &step) &&
                 p->semiring->add != TROPIC_ANY;
    TP_TRY(p->context->backend->step(p->context, &step));
    return tp_result_close(&p->result);
}

static bool casts_vector(const product *p)
{
    return p->uses_vector && p->u->type != type_of_vector(p);
}
static bool casts_matrix(const product *p)
{
    return p->uses_matrix && !p->A->pattern && p->A->type != type_of_matrix(p);
}

/* The operands, cast where need be. */
static tropic_status cast_operands(product *p)
{
    if (casts_matrix(p)) {
        TP_TRY(tp_matrix_cast(p->context, p->A, type_of_matrix(p), &p->A));
        TP_TRY(tp_matrix_use_open(p->context, p->A, &p->use));
    }
    if (!casts_vector(p)) return TROPIC_OK;
    TP_TRY(tp_cast_vector_open(&p->cast, p->u, type_of_vector(p)));
    p->u = p->cast.v;
    return TROPIC_OK;
}

/* The product as a vector of its own, then w<mask> (accum)= that. */
static tropic_status multiply_and_cast(product *p, tropic_vector *w, const tropic_vector *mask)
{
    tp_operation o = {.context = p->context, .w = w, .mask = mask, .accum = p->accum, .kind = TP_COPY};
    tropic_vector *t = NULL;
    tropic_status status;
    TP_TRY(tropic_vector_create_block(&t, p->context, p->semiring->type, p->n, p->columns));
    p->accum = NULL;
    p->descriptor.size = sizeof p->descriptor;
    status = multiply(p, t, mask);
    tp_result_drop(&p->result);
    o.u = t;
    if (status == TROPIC_OK) status = tp_operation_run(&o, t->type, &p->descriptor);
    tropic_vector_free(&t);
    return status;
}

static tropic_status run(product *p, tropic_vector *w, const tropic_vector *mask, const tropic_descriptor *descriptor);

/* Of a hypersparse matrix; NULL: not so. (A user's multiply may see indices and w's values, which the core lacks.) */
static const tp_hypersparse *find_core(const product *p)
{
    const tp_user *user = p->semiring->user;
    const bool needs_all = p->context->recorded || p->columns > 1 || (user && (user->uses_w || user->uses_places));
    return needs_all ? NULL : p->use.hypersparse;
}

/* t = K u by the positions of names, then w<mask> (accum)= t. In place of the index that secondi gives, u has the names
 * as values. */
static tropic_status multiply_core(const product *p, const tp_hypersparse *form, tropic_vector *w,
                                   const tropic_vector *mask)
{
    const tp_hyperlist *inner = p->by_destination == TP_BY_ROW ? &form->cols : &form->rows;
    const tp_hyperlist *outer = p->by_destination == TP_BY_ROW ? &form->rows : &form->cols;
    const tropic_type type = p->semiring->type;
    const bool secondi = !p->semiring->user && tp_semiring_secondi(p->semiring);
    const tropic_descriptor d = {
        .size = sizeof d, .transpose = p->descriptor.transpose, .strategy = p->descriptor.strategy};
    const bool looping = tp_looping_suspend(p->context);
    product core = {.semiring = p->semiring, .vxm = p->vxm, .columns = 1, .A = form->core};
    tropic_vector *u = NULL, *t = NULL;
    tropic_status status;
    status = tp_vector_of_core(&u, p->u, inner, secondi ? &type : NULL);
    if (secondi) core.semiring = tropic_semiring_builtin(p->vxm ? TROPIC_MIN_FIRST : TROPIC_MIN_SECOND, type);
    core.u = u;
    if (status == TROPIC_OK) status = tropic_vector_create(&t, p->context, type, outer->count);
    if (status == TROPIC_OK) status = run(&core, t, NULL, &d);
    if (status == TROPIC_OK) status = tp_vector_write_of_core(w, mask, p->accum, t, outer, &p->descriptor);
    tropic_vector_free(&u);
    tropic_vector_free(&t);
    tp_looping_resume(p->context, looping);
    return status;
}

static tropic_status run(product *p, tropic_vector *w, const tropic_vector *mask, const tropic_descriptor *descriptor)
{
    const tp_hypersparse *form = NULL;
    tropic_status status;
    bool listed = false, views;
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    p->context = w->context;
    views = tp_matrix_is_view(p->context, p->A) || tp_is_view(p->u) || tp_is_view(mask);
    status = check(p, w, mask, descriptor);
    /* (A loop's body casts nothing, whatever form A has.) */
    if (status == TROPIC_OK && (casts_vector(p) || casts_matrix(p) || tp_output_casts(w, p->accum, p->semiring->type)))
        status = tp_casts_allowed(p->context);
    if (status == TROPIC_OK) status = tp_matrix_use_open(p->context, p->A, &p->use);
    if (status == TROPIC_OK) form = find_core(p);
    if (status == TROPIC_OK && form) status = multiply_core(p, form, w, mask);
    if (status == TROPIC_OK && !form && on_host(p)) status = tp_mxv_cpu_semiring(p->context, &p->semiring);
    if (status == TROPIC_OK && !form) status = cast_operands(p);
    if (status == TROPIC_OK && !form) status = tp_mxv_run_listed(p, w, mask, &listed);
    if (status == TROPIC_OK && !form && !listed)
        status = tp_output_casts(w, p->accum, p->semiring->type) ? multiply_and_cast(p, w, mask) : multiply(p, w, mask);
    tp_result_drop(&p->result);
    tp_mxv_release_source(p);
    tp_operand_close(&p->u_dense);
    tp_cast_vector_close(&p->cast);
    /* The caller may change arrays of his own once the call has returned. */
    return status == TROPIC_OK && views ? p->context->backend->wait(p->context) : status;
}

tropic_status tropic_mxv(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                         const tropic_semiring *semiring, const tropic_matrix *A, const tropic_vector *u,
                         const tropic_descriptor *descriptor)
{
    product p = {.semiring = semiring, .accum = accum, .columns = 1, .A = A, .u = u};
    TP_CALL(w ? w->context : NULL);
    TP_WORK_OF_PRODUCT(w, A, u, mask, descriptor);
    return run(&p, w, mask, descriptor);
}

/* The same with mul's operands exchanged, over the transpose. */
tropic_status tropic_vxm(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                         const tropic_semiring *semiring, const tropic_vector *u, const tropic_matrix *A,
                         const tropic_descriptor *descriptor)
{
    product p = {.semiring = semiring, .accum = accum, .vxm = true, .columns = 1, .A = A, .u = u};
    TP_CALL(w ? w->context : NULL);
    TP_WORK_OF_PRODUCT(w, A, u, mask, descriptor);
    return run(&p, w, mask, descriptor);
}

tropic_status tropic_mxv_block(tropic_vector *W, const tropic_vector *mask, const tropic_operator *accum,
                               const tropic_semiring *semiring, const tropic_matrix *A, const tropic_vector *U,
                               const tropic_descriptor *descriptor)
{
    product p = {.semiring = semiring, .accum = accum, .A = A, .u = U};
    const tropic_vector *odd;
    TP_CALL(W ? W->context : NULL);
    TP_WORK_OF_PRODUCT(W, A, U, mask, descriptor);
    if (!W) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "W is NULL");
    p.columns = W->columns;
    odd = U && U->columns != p.columns ? U : mask && mask->columns != p.columns ? mask : NULL;
    if (odd)
        return tp_fail(W->context, TROPIC_DIMENSION_MISMATCH, "%s has %d columns, w %d", odd == U ? "u" : "mask",
                       odd->columns, p.columns);
    if (p.columns > 1) TP_TRY(tp_outside_loops(W->context, "multiply several columns"));
    return run(&p, W, mask, descriptor);
}

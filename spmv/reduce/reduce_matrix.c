/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_reduce_matrix: the sum of each row, or column, of a matrix.
 */
#include "formats/matrix/use.h"
#include "runtime/threads.h"
#include "semiring/cast.h"
#include "spmv/ewise/ewise_driver.h"
#include "spmv/operands/core_vectors.h"
#include "spmv/operands/vector_cast.h"
#include "spmv/step.h"
#include "spmv/work.h"
#include "spmv/write/vector_output.h"

/* The reduction as asked for, and the memory that it takes on the way. */
typedef struct reduction {
    tropic_context *context;
    const tropic_operator *accum, *monoid;
    const tropic_matrix *A;
    tp_orientation lists;
    tropic_descriptor descriptor;
    tp_result result;
} reduction;

static tropic_status check(reduction *r, const tropic_vector *w, const tropic_vector *mask,
                           const tropic_descriptor *descriptor)
{
    tropic_context *context = r->context;
    const tropic_matrix *A = r->A;
    TP_TRY(tp_options_copy(context, &r->descriptor, sizeof r->descriptor, descriptor, "descriptor"));
    TP_TRY(tp_monoid_check(context, r->monoid));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    r->lists = r->descriptor.transpose ? TP_BY_COLUMN : TP_BY_ROW;
    TP_TRY(tp_vector_check(context, w, "w", r->descriptor.transpose ? A->cols : A->rows));
    TP_TRY(tp_mask_check(context, mask, &r->descriptor, w->n));
    TP_TRY(tp_output_check_casts(context, w, r->accum, r->monoid->z));
    return tp_castable(r->monoid->z, A->type) ? TROPIC_OK : tp_matrix_check_type(context, A, "A", r->monoid->z);
}

/* Are sums made across the lists that there are, instead of along those that would have to be made? One thread makes
 * them, faster than fewer than so many make these lists. */
static bool goes_across(const reduction *r, const tp_matrix_use *A)
{
    enum { THREADS = 8 };
    return r->context->backend->location == TROPIC_HOST && !r->monoid->user &&
           tp_team_for(r->context, r->A->count).threads < THREADS && !A->on_host[r->lists] &&
           A->on_host[r->lists == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW];
}

/* Lists, and whether one of them was found empty. */
typedef struct emptiness {
    const tropic_offset *offsets;
    bool found;
} emptiness;

static void find_empty(const void *of, int64_t begin, int64_t end)
{
    emptiness *e = (emptiness *)of;
    if (__atomic_load_n(&e->found, __ATOMIC_RELAXED)) return;
    while (begin < end && e->offsets[begin] < e->offsets[begin + 1]) begin++;
    if (begin < end) __atomic_store_n(&e->found, true, __ATOMIC_RELAXED);
}

/* Has every list an entry? */
static tropic_status find_dense(const reduction *r, const tp_arcs *arcs, bool *dense)
{
    tp_degrees lists;
    if (r->context->backend->location == TROPIC_HOST) {
        emptiness e = {.offsets = arcs->offsets};
        tp_for(tp_team_for(r->context, arcs->lists), arcs->lists, TP_CHUNK_ANY, find_empty, &e);
        *dense = !e.found;
        return TROPIC_OK;
    }
    TP_TRY(tp_matrix_degrees(r->context, r->A, r->lists, &lists));
    *dense = lists.shortest > 0;
    return TROPIC_OK;
}

static tropic_status add(reduction *r, tropic_vector *w, const tropic_vector *mask)
{
    tropic_context *context = r->context;
    const tp_orientation other = r->lists == TP_BY_ROW ? TP_BY_COLUMN : TP_BY_ROW;
    tp_list_reduction sums = {.monoid = r->monoid, .places = w->n};
    tp_output_plan t = {.private_buffer = r->monoid->user};
    tp_matrix_use use;
    TP_TRY(tp_matrix_cast(context, r->A, r->monoid->z, &r->A));
    TP_TRY(tp_matrix_use_open(context, r->A, &use));
    sums.across = goes_across(r, &use);
    TP_TRY(tp_matrix_arcs(context, r->A, sums.across ? other : r->lists, false, &sums.arcs));
    if (!sums.across) TP_TRY(find_dense(r, &sums.arcs, &t.dense));
    TP_TRY(tp_result_open(&r->result, w, mask, r->accum, tp_accum_code(r->accum, NULL), &r->descriptor, t));
    sums.mask = r->result.mask.mask;
    sums.accum = r->result.code;
    sums.w = r->result.values;
    sums.w_has = r->result.has;
    TP_TRY(context->backend->reduce_lists(context, &sums));
    return tp_result_close(&r->result);
}

/* The sums as a vector of their own, then w<mask> (accum)= these. */
static tropic_status add_and_cast(reduction *r, tropic_vector *w, const tropic_vector *mask)
{
    tp_operation o = {.context = r->context, .w = w, .mask = mask, .accum = r->accum, .kind = TP_COPY};
    tropic_vector *t = NULL;
    tropic_status status;
    TP_TRY(tropic_vector_create(&t, r->context, r->monoid->z, w->n));
    r->accum = NULL;
    r->descriptor.size = sizeof r->descriptor;
    status = add(r, t, mask);
    tp_result_drop(&r->result);
    o.u = t;
    if (status == TROPIC_OK) status = tp_operation_run(&o, t->type, &r->descriptor);
    tropic_vector_free(&t);
    return status;
}

/* The sums of the core's lists, then w<mask> (accum)= these. */
static tropic_status add_core(const reduction *r, const tp_hypersparse *form, tropic_vector *w,
                              const tropic_vector *mask)
{
    const tp_hyperlist *names = r->lists == TP_BY_ROW ? &form->rows : &form->cols;
    reduction core = {.context = r->context, .monoid = r->monoid, .A = form->core, .lists = r->lists};
    tropic_vector *t = NULL;
    tropic_status status;
    TP_TRY(tropic_vector_create(&t, r->context, r->monoid->z, names->count));
    core.descriptor.size = sizeof core.descriptor;
    status = add(&core, t, NULL);
    tp_result_drop(&core.result);
    if (status == TROPIC_OK) status = tp_vector_write_of_core(w, mask, r->accum, t, names, &r->descriptor);
    tropic_vector_free(&t);
    return status;
}

tropic_status tropic_reduce_matrix(tropic_vector *w, const tropic_vector *mask, const tropic_operator *accum,
                                   const tropic_operator *monoid, const tropic_matrix *A,
                                   const tropic_descriptor *descriptor)
{
    reduction r = {.accum = accum, .monoid = monoid, .A = A};
    const tp_hypersparse *form;
    tropic_status status;
    TP_CALL(w ? w->context : NULL);
    TP_WORK_OF_MATRICES(w ? w->context : NULL, A, NULL);
    if (!w) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "w is NULL");
    r.context = w->context;
    TP_TRY(tp_outside_loops(r.context, "reduce matrices"));
    TP_TRY(check(&r, w, mask, descriptor));
    TP_TRY(tp_matrix_hypersparse(r.context, A, &form));
    if (form)
        status = add_core(&r, form, w, mask);
    else
        status = tp_output_casts(w, accum, monoid->z) ? add_and_cast(&r, w, mask) : add(&r, w, mask);
    tp_result_drop(&r.result);
    /* The caller may change arrays of his own once the call has returned. */
    if (status == TROPIC_OK && (tp_matrix_is_view(r.context, A) || tp_is_view(mask)))
        status = r.context->backend->wait(r.context);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_update_values: other numbers at the same places. The rows that the context's device has, and those of
 * the host, get them in place; all other forms made of the old ones are dropped.
 */
#include "formats/matrix/forms/evict.h"
#include "formats/matrix/forms/hypersparse.h"
#include "formats/matrix/use.h"
#include "runtime/choice.h"
#include "spmv/write/matrix_output.h"

typedef struct update {
    tropic_context *context;
    const void *values;
    tropic_location location;
    tropic_status written;
} update;

static tropic_status check(const update *u, const tropic_matrix *A)
{
    tropic_context *context = u->context;
    TP_TRY(tp_matrix_check_call(context, "change values of matrices"));
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    if (A->pattern) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is a pattern, which has no values");
    if (!u->values && A->count > 0)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "values is NULL, but A has %lld entries", (long long)A->count);
    if ((unsigned)u->location > TROPIC_DEVICE)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "no location %d", (int)u->location);
    if (u->location == TROPIC_DEVICE && context->backend->location == TROPIC_HOST)
        return tp_fail(context, TROPIC_INVALID_ARGUMENT, "values are in device memory, but the context is of the CPU");
    return TROPIC_OK;
}

/* *made = room for values, in place of the caller's that a view has; NULL: these are A's own. */
static tropic_status replace_views(const update *u, const tropic_matrix *A, const tp_side *side, bool host, void **made)
{
    const size_t size = tp_matrix_value_size(A), bytes = (size_t)A->count * size;
    if (!side || !(side->borrowed & TP_BORROWED_VALUES)) return TROPIC_OK;
    if (!host)
        return u->context->backend->mirror_allocate(u->context, &side->memory, made, bytes > 0 ? bytes : 1,
                                                    "the values of a matrix");
    *made = tp_allocate(&A->memory, A->count, size);
    return *made ? TROPIC_OK : tp_out_of_memory(u->context, "the values of a matrix");
}

static void take_over(tp_side *side, void *values)
{
    if (!values) return;
    side->values = values;
    side->borrowed &= ~(unsigned)TP_BORROWED_VALUES;
}

/* The rows that are to have the values: *host, *device, or both; NULL: not so. The lock is held. */
static tropic_status find_rows(const update *u, tropic_matrix *A, tp_side **host, tp_side **device)
{
    tropic_context *context = u->context;
    tp_side *there;
    tp_forms *forms;
    const bool any = A->host.sides[TP_BY_ROW].present || A->host.sides[TP_BY_COLUMN].present || A->host.dense.present;
    TP_TRY(tp_matrix_make_forms(context, A, &forms));
    there = &forms->sides[TP_BY_ROW];
    *device = context->backend->location == TROPIC_DEVICE && there->present ? there : NULL;
    *host = NULL;
    if (*device && (u->location == TROPIC_DEVICE || !any)) return TROPIC_OK;
    TP_TRY(tp_matrix_need(context, A, TP_BY_ROW));
    *host = &A->host.sides[TP_BY_ROW];
    return TROPIC_OK;
}

static tropic_status write(const update *u, const tropic_matrix *A, tp_side *host, tp_side *device)
{
    tropic_context *context = u->context;
    const tp_backend *backend = context->backend;
    const size_t bytes = (size_t)A->count * tp_matrix_value_size(A);
    if (bytes == 0) return TROPIC_OK;
    if (host && host->values != u->values) tp_copy(context, host->values, u->values, bytes);
    if (!device) return TROPIC_OK;
    TP_TRY((u->location == TROPIC_DEVICE ? backend->copy : backend->upload)(context, device->values, u->values, bytes));
    return backend->wait(context); /* another stream may be the next to read them */
}

/* Brings the rows of A to the device, if the device has an orientation of A or the values come from there. */
static tropic_status open_on_device(const update *u, const tropic_matrix *A)
{
    tropic_context *context = u->context;
    tp_matrix_use use;
    tp_arcs rows;
    if (context->backend->location == TROPIC_HOST) return TROPIC_OK;
    TP_TRY(tp_matrix_use_open(context, A, &use));
    if (u->location != TROPIC_DEVICE && !use.on_device[TP_BY_ROW] && !use.on_device[TP_BY_COLUMN]) return TROPIC_OK;
    return tp_matrix_arcs(context, A, TP_BY_ROW, false, &rows);
}

/* The values are new, and forms and facts that were made of the old ones go. */
static tropic_status replace(tropic_context *context, tropic_matrix *A, void *of)
{
    update *u = of;
    tp_side *host = NULL, *device = NULL;
    void *on_host = NULL, *on_device = NULL;
    tropic_status status = find_rows(u, A, &host, &device);
    (void)context;
    if (status == TROPIC_OK) status = replace_views(u, A, host, true, &on_host);
    if (status == TROPIC_OK) status = replace_views(u, A, device, false, &on_device);
    if (status != TROPIC_OK) {
        tp_release(&A->memory, on_host);
        return status;
    }
    take_over(host, on_host);
    take_over(device, on_device);
    u->written = write(u, A, host, device); /* before the others go: values may be those of A's columns */
    tp_matrix_drop_forms(A, host, device);
    A->symmetric = A->facts_known = A->components_known = false;
    return TROPIC_OK; /* forms have gone: it is not done again */
}

/* Of a matrix that is not hypersparse. */
static tropic_status run(update *u, tropic_matrix *A)
{
    TP_TRY(open_on_device(u, A));
    TP_TRY(tp_matrix_with(u->context, A, replace, u));
    return u->written;
}

/* The core has the numbers in the same order. Other forms of A are dropped. */
static tropic_status run_hypersparse(update *u, tropic_matrix *A, tp_hypersparse *form)
{
    TP_TRY(run(u, form->core));
    tp_matrix_lock(A);
    A->hypersparse = NULL;
    tp_matrix_drop_forms(A, NULL, NULL);
    A->hypersparse = form;
    A->symmetric = A->facts_known = A->components_known = false;
    tp_matrix_unlock(A);
    return TROPIC_OK;
}

tropic_status tropic_matrix_update_values(tropic_matrix *A, tropic_context *context, const void *values,
                                          tropic_location location)
{
    update u = {context, values, location, TROPIC_OK};
    const tp_hypersparse *form;
    TP_CALL(context);
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    if (location == TROPIC_DEVICE) TP_NEEDS_GPU(context);
    TP_TRY(check(&u, A));
    TP_TRY(tp_matrix_hypersparse(context, A, &form));
    return form ? run_hypersparse(&u, A, A->hypersparse) : run(&u, A);
}

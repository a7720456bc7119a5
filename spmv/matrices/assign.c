/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_assign, tropic_matrix_subassign and their scalar forms: T has entries in the region of the lists alone.
 */
#include "spmv/matrices/matrix_calls.h"

typedef struct assignment {
    tp_matrix_output o;
    const tropic_matrix *A; /* NULL: a scalar */
    const void *value;
    bool scalar, bounded; /* bounded: subassign */
    tp_indices I, J;
    const tropic_matrix *region_mask; /* of a subassign */
    tropic_matrix *moved_mask;        /* the same at the places of C */
} assignment;

static tropic_status check(assignment *a, const tropic_indices *rows, const tropic_indices *cols)
{
    tp_matrix_output *o = &a->o;
    tropic_context *context = o->context;
    const bool transposed = o->descriptor.transpose;
    if (!o->C) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "C points to NULL");
    if (a->scalar && !a->value) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "value is NULL");
    if (!a->scalar && !a->A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "A is NULL");
    TP_TRY(tp_indices_open(context, &a->I, rows, "rows", o->C->rows, true));
    TP_TRY(tp_indices_open(context, &a->J, cols, "cols", o->C->cols, true));
    if (a->A)
        TP_TRY(tp_matrix_check_shape(context, a->A, "A", tp_turned(a->I.count, a->J.count, transposed),
                                     tp_turned(a->J.count, a->I.count, transposed)));
    if (a->bounded && o->mask) {
        TP_TRY(tp_matrix_check_shape(context, o->mask, "mask", a->I.count, a->J.count));
        TP_TRY(tp_mask_check_type(context, o->mask->type, &o->descriptor));
        a->region_mask = o->mask;
        o->mask = NULL;
    }
    /* A scalar is of C's type, or of accum's. */
    TP_TRY(tp_matrix_output_check(o, o->C->rows, o->C->cols, a->A ? a->A->type : o->C->type,
                                  a->A ? a->A->pattern : o->C->pattern));
    o->region = (tp_matrix_region){
        .in_rows = a->I.in, .in_cols = a->J.in, .bounded_rows = a->bounded, .bounded_cols = a->bounded};
    return TROPIC_OK;
}

/* Makes the mask of a subassign one of C. */
static tropic_status move_mask(assignment *a)
{
    const tp_taking t = tp_placing(&a->I, &a->J);
    const tropic_matrix *from = a->region_mask;
    tropic_context *context = a->o.context;
    tp_matrix_output m;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&m, &a->moved_mask, context, NULL, NULL, NULL));
    TP_TRY(tp_matrix_output_check(&m, a->o.rows, a->o.cols, from->type, from->pattern));
    TP_TRY(TP_BACKEND_PART(context, matrix)->take(context, from, false, &t, &T));
    TP_TRY(TP_BACKEND_PART(context, matrix)->write_lists(&m, &T));
    a->o.mask = a->moved_mask;
    return TROPIC_OK;
}

/* -- scalars ----------------------------------------------------------------------------------- */

/* Which row or column each of a region is made from, itself; *kept stays NULL where the region has all of them. */
static tropic_status keep_region(tropic_context *context, const tp_indices *list, tropic_index **kept)
{
    if (!list->in) return TROPIC_OK;
    *kept = tp_allocate(&context->memory, list->n, sizeof **kept);
    if (!*kept) return tp_out_of_memory(context, "a region");
    for (tropic_index k = 0; k < list->n; k++) (*kept)[k] = list->in[k] ? k : -1;
    return TROPIC_OK;
}

/* The places of the region that the mask, which is C's and no complement, lets through. */
static tropic_status take_mask(const assignment *a, tp_lists *T)
{
    tropic_context *context = a->o.context;
    tropic_index *rows = NULL, *cols = NULL;
    tropic_status status = keep_region(context, &a->I, &rows);
    if (status == TROPIC_OK) status = keep_region(context, &a->J, &cols);
    if (status == TROPIC_OK) {
        const tp_taking t = {.rows = a->o.rows,
                             .cols = a->o.cols,
                             .row = rows,
                             .row_step = 1,
                             .col = cols,
                             .to = cols,
                             .ascending = true,
                             .as_mask = true,
                             .structure = a->o.descriptor.structure};
        status = TP_BACKEND_PART(context, matrix)->take(context, a->o.mask, false, &t, T);
    }
    tp_release(&context->memory, rows);
    tp_release(&context->memory, cols);
    return status;
}

/* -- both -------------------------------------------------------------------------------------- */

static tropic_status make(assignment *a, tp_lists *T)
{
    tp_matrix_output *o = &a->o;
    tropic_context *context = o->context;
    const tp_taking t = tp_placing(&a->I, &a->J);
    if (a->region_mask) TP_TRY(move_mask(a));
    if (a->A) return TP_BACKEND_PART(context, matrix)->take(context, a->A, o->descriptor.transpose, &t, T);
    if (o->mask && !o->descriptor.complement)
        TP_TRY(take_mask(a, T));
    else
        TP_TRY(TP_BACKEND_PART(context, matrix)->region(context, &a->I, &a->J, T));
    return TP_BACKEND_PART(context, matrix)->fill_lists(context, T, o->type, a->value);
}

static tropic_status assign(assignment *a, tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                            const tropic_operator *accum, const tropic_indices *rows, const tropic_indices *cols,
                            const tropic_descriptor *descriptor)
{
    tropic_status status;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&a->o, C, context, mask, accum, descriptor));
    status = check(a, rows, cols);
    if (status == TROPIC_OK) status = make(a, &T);
    if (status == TROPIC_OK) status = TP_BACKEND_PART(context, matrix)->write_lists(&a->o, &T);
    tropic_matrix_free(&a->moved_mask);
    tp_indices_close(&a->I);
    tp_indices_close(&a->J);
    return status;
}

tropic_status tropic_matrix_assign(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                   const tropic_operator *accum, const tropic_matrix *A, const tropic_indices *rows,
                                   const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.A = A};
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

tropic_status tropic_matrix_subassign(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                      const tropic_operator *accum, const tropic_matrix *A, const tropic_indices *rows,
                                      const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.A = A, .bounded = true};
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

tropic_status tropic_matrix_assign_scalar(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                          const tropic_operator *accum, const void *value, const tropic_indices *rows,
                                          const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.scalar = true, .value = value};
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

tropic_status tropic_matrix_subassign_scalar(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                             const tropic_operator *accum, const void *value,
                                             const tropic_indices *rows, const tropic_indices *cols,
                                             const tropic_descriptor *descriptor)
{
    assignment a = {.scalar = true, .value = value, .bounded = true};
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_assign, tropic_matrix_subassign and their scalar forms: T has entries in the region of the lists alone.
 */
#include "spmv/matrices/indices.h"
#include "spmv/matrices/matrix_output.h"

typedef struct assignment {
    tp_matrix_output o;
    const tropic_matrix *A; /* NULL: a scalar */
    const void *value;
    bool scalar, bounded; /* bounded: subassign */
    tp_indices I, J;
    const tropic_matrix *region_mask; /* of a subassign */
    tp_lists moved_mask;              /* the same at the places of C */
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
        o->mask_type = o->mask->type;
        o->mask = NULL;
    }
    /* A scalar is of C's type, or of accum's. */
    TP_TRY(tp_matrix_output_check(o, o->C->rows, o->C->cols, a->A ? a->A->type : o->C->type,
                                  a->A ? a->A->pattern : o->C->pattern));
    o->region = (tp_matrix_region){
        .in_rows = a->I.in, .in_cols = a->J.in, .bounded_rows = a->bounded, .bounded_cols = a->bounded};
    return TROPIC_OK;
}

/* Entries of a matrix of the lists' shape, at their places of C. */
static tropic_status move(const assignment *a, const tropic_matrix *from, bool transposed, tp_lists *out)
{
    tp_lists lists;
    TP_TRY(tp_matrix_open_lists(a->o.context, from, tp_input_by(transposed), &lists));
    return tp_place_lists(a->o.context, &lists, &a->I, &a->J, out);
}

/* -- scalars ----------------------------------------------------------------------------------- */

typedef struct filling {
    const assignment *a;
    const tp_lists *mask; /* NULL: all of the region */
    tp_mask allows;
    tp_lists *out;
    bool count;
} filling;

/* The places of the region, in those rows, that get the scalar: their number, or their ids. */
static void fill_rows(const void *of, int64_t begin, int64_t end)
{
    const filling *f = of;
    const bool *in_rows = f->a->I.in, *in_cols = f->a->J.in;
    const tropic_index cols = f->a->o.cols;
    for (int64_t i = begin; i < end; i++) {
        const tropic_offset from = f->mask ? f->mask->offsets[i] : 0, to = f->mask ? f->mask->offsets[i + 1] : cols;
        tropic_offset at = f->count ? 0 : f->out->offsets[i];
        for (tropic_offset k = from; (!in_rows || in_rows[i]) && k < to; k++) {
            const tropic_index j = f->mask ? f->mask->ids[k] : (tropic_index)k;
            if ((in_cols && !in_cols[j]) || (f->mask && !tp_mask_allows(&f->allows, k))) continue;
            if (!f->count) f->out->ids[at] = j;
            at++;
        }
        if (f->count) f->out->offsets[i + 1] = at;
    }
}

static tropic_status fill(const assignment *a, const tp_lists *mask, tp_lists *T)
{
    tropic_context *context = a->o.context;
    const tropic_offset work = mask ? mask->count : (tropic_offset)a->I.count * a->o.cols;
    filling f = {.a = a, .mask = mask, .out = T, .count = true};
    if (mask)
        f.allows = (tp_mask){.values = mask->values,
                             .type = a->o.mask ? a->o.mask->type : a->o.mask_type,
                             .structure = a->o.descriptor.structure || mask->size == 0};
    TP_TRY(tp_lists_allocate_offsets(context, &context->memory, T, a->o.rows, 0));
    tp_each_row(context, T->lists, work, fill_rows, &f);
    TP_TRY(tp_lists_allocate_entries(context, &context->memory, T));
    f.count = false;
    tp_each_row(context, T->lists, work, fill_rows, &f);
    return tp_lists_fill(context, T, a->o.type, a->value);
}

/* -- both -------------------------------------------------------------------------------------- */

static tropic_status make(assignment *a, tp_lists *T)
{
    tp_matrix_output *o = &a->o;
    tp_lists mask = {0};
    const bool by_mask = (o->mask || a->region_mask) && !o->descriptor.complement;
    if (a->region_mask) {
        TP_TRY(move(a, a->region_mask, false, &a->moved_mask));
        o->mask_entries = &a->moved_mask;
    }
    if (a->A) return move(a, a->A, o->descriptor.transpose, T);
    if (by_mask && a->region_mask) mask = a->moved_mask;
    if (by_mask && o->mask) TP_TRY(tp_matrix_open_lists(o->context, o->mask, TP_BY_ROW, &mask));
    return fill(a, by_mask ? &mask : NULL, T);
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
    if (status == TROPIC_OK) status = tp_matrix_write(&a->o, &T);
    tp_lists_free(&context->memory, &a->moved_mask);
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

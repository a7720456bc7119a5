/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_assign, tropic_matrix_subassign and their scalar forms: T has entries in the region of the lists alone.
 */
#include "spmv/matrices/cores.h"
#include "spmv/matrices/indices.h"

typedef struct assignment {
    tp_matrix_output o;
    const tropic_matrix *A; /* NULL: a scalar */
    const void *value;
    bool scalar, bounded;             /* bounded: subassign */
    tp_indices I, J;                  /* as given; while it runs, of C's rows and columns as these then are */
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
    TP_TRY(tp_indices_check(context, &a->I, rows, "rows", o->C->rows));
    TP_TRY(tp_indices_check(context, &a->J, cols, "cols", o->C->cols));
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
    return tp_matrix_output_check(o, o->C->rows, o->C->cols, a->A ? a->A->type : o->C->type,
                                  a->A ? a->A->pattern : o->C->pattern);
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

static bool by_mask(const assignment *a)
{
    return (a->o.mask || a->region_mask) && !a->o.descriptor.complement;
}

static tropic_status make(assignment *a, tp_lists *T)
{
    tp_matrix_output *o = &a->o;
    tp_lists mask = {0};
    if (a->region_mask) {
        TP_TRY(move(a, a->region_mask, false, &a->moved_mask));
        o->mask_entries = &a->moved_mask;
    }
    if (a->A) return move(a, a->A, o->descriptor.transpose, T);
    if (!by_mask(a)) return fill(a, NULL, T);
    mask = a->moved_mask;
    if (o->mask) TP_TRY(tp_matrix_open_lists(o->context, o->mask, TP_BY_ROW, &mask));
    return fill(a, &mask, T);
}

/* The lists, by the names that C's rows and columns have. */
static tropic_status run(void *of, tp_matrix_output *o)
{
    assignment a = *(const assignment *)of;
    tropic_status status;
    tp_lists T;
    a.o = *o;
    status = tp_indices_open_named(o->context, &a.I, "rows", o->rows, o->row_names);
    if (status == TROPIC_OK) status = tp_indices_open_named(o->context, &a.J, "cols", o->cols, o->col_names);
    a.o.region =
        (tp_matrix_region){.in_rows = a.I.in, .in_cols = a.J.in, .bounded_rows = a.bounded, .bounded_cols = a.bounded};
    if (status == TROPIC_OK) status = make(&a, &T);
    if (status == TROPIC_OK) status = tp_matrix_write(&a.o, &T);
    tp_lists_free(&o->context->memory, &a.moved_mask);
    tp_indices_close(&a.I);
    tp_indices_close(&a.J);
    return status;
}

/* What the cores' axes must have names for: the ids of a list in C, and all places of the list in A; what a scalar
 * fills. *fits: there are not too many. */
static tropic_status find_names(const assignment *a, const tp_indices *list, tp_axis of_C, tp_axis listed,
                                const char *name, tp_names *names, bool *fits)
{
    const bool fills = !a->A && !by_mask(a);
    if (!tp_indices_listed(list)) {
        if (fills) names[of_C] = tp_names_all(list->n);
        *fits = *fits && (!fills || list->n <= TP_SHORT_SIDE);
        return TROPIC_OK;
    }
    *fits = *fits && (list->ids || list->count <= TP_SHORT_SIDE);
    if (!*fits) return TROPIC_OK;
    names[listed] = tp_names_all(list->count);
    return tp_indices_names(a->o.context, list, name, &names[of_C]);
}

static tropic_status run_on_cores(assignment *a)
{
    const bool transposed = a->o.descriptor.transpose;
    const tp_axis rows = tp_indices_listed(&a->I) ? TP_AXIS_LISTED_ROWS : TP_AXIS_ROWS;
    const tp_axis cols = tp_indices_listed(&a->J) ? TP_AXIS_LISTED_COLS : TP_AXIS_COLS;
    const tp_core_operand operands[] = {{&a->A, transposed ? cols : rows, transposed ? rows : cols},
                                        {&a->region_mask, rows, cols}};
    const tp_memory *memory = &a->o.context->memory;
    tp_names names[TP_AXES] = {{0}};
    tropic_status status;
    bool fits;
    TP_TRY(tp_cores_apply(&a->o, operands, 2, &fits));
    if (!fits) return run(a, &a->o);
    status = find_names(a, &a->I, TP_AXIS_ROWS, TP_AXIS_LISTED_ROWS, "rows", names, &fits);
    if (status == TROPIC_OK) status = find_names(a, &a->J, TP_AXIS_COLS, TP_AXIS_LISTED_COLS, "cols", names, &fits);
    if (status == TROPIC_OK) status = fits ? tp_cores_run_with(&a->o, operands, 2, names, run, a) : run(a, &a->o);
    for (int k = 0; k < TP_AXES; k++) tp_names_free(memory, &names[k]);
    return status;
}

static tropic_status assign(assignment *a, tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                            const tropic_operator *accum, const tropic_indices *rows, const tropic_indices *cols,
                            const tropic_descriptor *descriptor)
{
    TP_TRY(tp_matrix_output_open(&a->o, C, context, mask, accum, descriptor));
    TP_TRY(check(a, rows, cols));
    return run_on_cores(a);
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

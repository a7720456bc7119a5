/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_assign, tropic_matrix_subassign and their scalar forms: T has entries in the region of the lists alone.
 */
#include "formats/tuning.h"
#include "spmv/assign/few.h"
#include "spmv/extract/extract_core.h"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cores.h"
#include "spmv/work.h"

typedef struct assignment {
    tp_matrix_output o;
    const tropic_matrix *A; /* NULL: a scalar */
    const void *value;
    bool scalar, bounded;             /* bounded: subassign */
    tp_indices I, J;                  /* as given; while it runs, of C's rows and columns as these then are */
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
    TP_TRY(tp_indices_open(context, &a->I, rows, "rows", o->C->rows, false));
    TP_TRY(tp_indices_open(context, &a->J, cols, "cols", o->C->cols, false));
    if (a->A)
        TP_TRY(tp_matrix_check_shape(context, a->A, "A", tp_transposed(a->I.count, a->J.count, transposed),
                                     tp_transposed(a->J.count, a->I.count, transposed)));
    if (a->bounded && o->mask) {
        TP_TRY(tp_matrix_check_shape(context, o->mask, "mask", a->I.count, a->J.count));
        TP_TRY(tp_mask_check_type(context, o->mask->type, &o->descriptor));
        a->region_mask = o->mask;
        o->mask = NULL;
    }
    /* A scalar is of C's type, or of accum's. */
    return tp_matrix_output_check(o, o->C->rows, o->C->cols, a->A ? a->A->type : o->C->type,
                                  a->A ? a->A->pattern : o->C->pattern);
}

/* Makes the mask of a subassign one of C. */
static tropic_status move_mask(assignment *a)
{
    const tp_extraction t = tp_placing(&a->I, &a->J);
    TP_TRY(tp_extract_matrix(a->o.context, a->region_mask, false, &t, &a->moved_mask));
    a->o.mask = a->moved_mask;
    return TROPIC_OK;
}

/* -- scalars ----------------------------------------------------------------------------------- */

/* Which row or column each of a region is made from, itself; *map stays NULL where the region has all of them. */
static tropic_status map_region(tropic_context *context, const tp_indices *list, tropic_index **map)
{
    if (!list->ids && !list->range) return TROPIC_OK;
    *map = tp_allocate(&context->memory, list->n, sizeof **map);
    if (!*map) return tp_out_of_memory(context, "a region");
    for (tropic_index k = 0; k < list->n; k++) (*map)[k] = -1;
    for (tropic_index k = 0; k < list->count; k++) {
        const tropic_index id = list->ids ? list->ids[k] : list->first + k * list->stride;
        (*map)[id] = id;
    }
    return TROPIC_OK;
}

/* The places of the region that the mask, which is C's and no complement, lets through. */
static tropic_status take_mask(const assignment *a, tp_lists *T)
{
    tropic_context *context = a->o.context;
    tropic_index *rows = NULL, *cols = NULL;
    tropic_status status = map_region(context, &a->I, &rows);
    if (status == TROPIC_OK) status = map_region(context, &a->J, &cols);
    if (status == TROPIC_OK) {
        const tp_extraction t = {.rows = a->o.rows,
                                 .cols = a->o.cols,
                                 .row = rows,
                                 .row_step = 1,
                                 .col = cols,
                                 .to = cols,
                                 .ascending = true,
                                 .as_mask = true,
                                 .structure = a->o.descriptor.structure};
        status = tp_matrix_calls_for(&a->o, NULL)->extract(context, a->o.mask, false, &t, T);
    }
    tp_release(&context->memory, rows);
    tp_release(&context->memory, cols);
    return status;
}

/* -- both -------------------------------------------------------------------------------------- */

static bool by_mask(const assignment *a)
{
    return (a->o.mask || a->region_mask) && !a->o.descriptor.complement;
}

static tropic_status make(assignment *a, tp_lists *T)
{
    tp_matrix_output *o = &a->o;
    tropic_context *context = o->context;
    const tp_matrix_calls *calls = tp_matrix_calls_for(o, NULL);
    const tp_extraction t = tp_placing(&a->I, &a->J);
    if (a->region_mask) TP_TRY(move_mask(a));
    if (a->A) return calls->extract(context, a->A, o->descriptor.transpose, &t, T);
    if (by_mask(a)) {
        TP_TRY(take_mask(a, T));
        tp_matrix_output_within(o);
    } else {
        TP_TRY(calls->region(context, &a->I, &a->J, T));
    }
    return calls->fill_lists(context, T, o->type, a->value);
}

/* The lists, by the names that C's rows and columns have. */
static tropic_status run(void *of, tp_matrix_output *o)
{
    assignment a = *(const assignment *)of;
    /* (Not where columns are to be sorted.) */
    const bool ascending = tp_matrix_calls_for(o, NULL)->by_ids && a.J.ascending;
    tropic_status status;
    tp_lists T;
    a.o = *o;
    status = tp_indices_open_named(o->context, &a.I, "rows", o->rows, o->row_names, ascending);
    if (status == TROPIC_OK) status = tp_indices_open_named(o->context, &a.J, "cols", o->cols, o->col_names, ascending);
    a.o.region = (tp_matrix_region){.in_rows = a.I.in,
                                    .in_cols = a.J.in,
                                    .rows = tp_indices_ascending(&a.I),
                                    .cols = tp_indices_ascending(&a.J),
                                    .bounded_rows = a.bounded,
                                    .bounded_cols = a.bounded};
    if (status == TROPIC_OK) status = make(&a, &T);
    if (status == TROPIC_OK) status = tp_matrix_calls_for(o, NULL)->write_lists(&a.o, &T);
    tropic_matrix_free(&a.moved_mask);
    tp_indices_close(&a.I);
    tp_indices_close(&a.J);
    return status;
}

/* Names that the axes of the cores must have: the ids of a list in C, and all places of the list in A; and all rows or
 * columns that a scalar fills. *fits: there are not too many. */
static tropic_status find_names(const assignment *a, const tp_indices *list, tp_axis of_C, tp_axis listed,
                                const char *name, tp_hyperlist *names, bool *fits)
{
    const bool fills = !a->A && !by_mask(a);
    if (!tp_indices_listed(list)) {
        if (fills) names[of_C] = tp_hyperlist_all(list->n);
        *fits = *fits && (!fills || list->n <= TP_SHORT_SIDE);
        return TROPIC_OK;
    }
    /* (A name takes half the memory of an offset.) */
    *fits = *fits && (list->ids || list->count <= TP_SHORT_SIDE || list->count <= list->n / 2);
    if (!*fits) return TROPIC_OK;
    names[listed] = tp_hyperlist_all(list->count);
    return tp_indices_hyperlist(a->o.context, list, name, &names[of_C]);
}

static tropic_status run_on_cores(assignment *a)
{
    const bool transposed = a->o.descriptor.transpose;
    const tp_axis rows = tp_indices_listed(&a->I) ? TP_AXIS_LISTED_ROWS : TP_AXIS_ROWS;
    const tp_axis cols = tp_indices_listed(&a->J) ? TP_AXIS_LISTED_COLS : TP_AXIS_COLS;
    const tp_core_operand operands[] = {{&a->A, transposed ? cols : rows, transposed ? rows : cols},
                                        {&a->region_mask, rows, cols}};
    const tp_memory *memory = &a->o.context->memory;
    tp_hyperlist names[TP_AXES] = {{0}};
    tropic_status status;
    bool fits;
    TP_TRY(tp_cores_apply(&a->o, operands, 2, &fits));
    if (!fits) return run(a, &a->o);
    status = find_names(a, &a->I, TP_AXIS_ROWS, TP_AXIS_LISTED_ROWS, "rows", names, &fits);
    if (status == TROPIC_OK) status = find_names(a, &a->J, TP_AXIS_COLS, TP_AXIS_LISTED_COLS, "cols", names, &fits);
    if (status == TROPIC_OK) status = fits ? tp_cores_run_with(&a->o, operands, 2, names, run, a) : run(a, &a->o);
    for (int k = 0; k < TP_AXES; k++) tp_hyperlist_free(memory, &names[k]);
    return status;
}

/* -- few ---------------------------------------------------------------------------------------- */

/* T, of the part's lines: A's entries, or the scalar at each place. */
static tropic_status few_entries(const assignment *a, const tp_sorted *rows, tp_few *f)
{
    tropic_context *context = a->o.context;
    const tp_matrix_part *part = &f->part;
    const tropic_index each = part->ids ? part->id_count : a->o.cols;
    if (a->A) {
        tp_lists lists;
        TP_TRY(tp_matrix_open_lists(context, a->A, tp_input_by(a->o.descriptor.transpose), &lists));
        return tp_few_place(context, &lists, rows, &a->J, &f->T);
    }
    TP_TRY(tp_lists_allocate(context, &context->memory, &f->T, part->count, (tropic_offset)part->count * each, 0));
    f->T.offsets[0] = 0;
    for (tropic_index l = 0; l < part->count; l++) {
        const tropic_offset to = f->T.offsets[l];
        for (tropic_index c = 0; c < each; c++) f->T.ids[to + c] = part->ids ? part->ids[c] : c;
        f->T.offsets[l + 1] = to + each;
    }
    return tp_lists_fill(context, &f->T, a->o.type, a->value);
}

static tropic_status few_of_mask(const assignment *a, const tp_sorted *rows, tp_few *f, bool *fits)
{
    const tropic_matrix *mask = a->o.mask ? a->o.mask : a->region_mask;
    tp_lists lists;
    f->masked = *fits = true;
    f->mask_type = mask->type;
    if (a->o.mask) return tp_part_read(a->o.context, mask, &f->part, fits, &f->mask);
    TP_TRY(tp_matrix_open_lists(a->o.context, mask, TP_BY_ROW, &lists));
    return tp_few_place(a->o.context, &lists, rows, &a->J, &f->mask);
}

static tropic_status write_few(const assignment *a, const tp_sorted *rows, const tp_sorted *cols, bool *done)
{
    tp_matrix_output o = a->o;
    tp_few f = {.o = &o, .part = {.lines = rows->ids, .count = rows->count, .ids = cols->ids, .id_count = cols->count}};
    bool fits = true;
    tropic_status status = few_entries(a, rows, &f);
    if (status == TROPIC_OK && (a->o.mask || a->region_mask)) status = few_of_mask(a, rows, &f, &fits);
    if (status == TROPIC_OK && fits) status = tp_few_write(&f, done);
    tp_few_close(&f);
    return status;
}

/* Are rows and entries so few that the rest of C is not to be touched? (That an id occurs twice, others find.) */
static bool is_few(const assignment *a)
{
    const tropic_matrix *mask = a->o.mask ? a->o.mask : a->region_mask;
    const tropic_offset most = tp_part_most(a->o.C);
    const tropic_offset entries = a->A ? tropic_matrix_count(a->A) : (tropic_offset)a->I.count * a->J.count;
    const bool all_cols = !tp_indices_listed(&a->J);
    return tp_indices_listed(&a->I) && a->I.count > 0 && a->I.count <= most && entries <= most &&
           (all_cols || (a->J.count > 0 && a->J.count <= most)) &&
           (!a->region_mask || tropic_matrix_count(a->region_mask) <= most) && a->A != a->o.C &&
           (!mask || mask != a->o.C) && tp_few_may(&a->o, mask, a->A && a->A->pattern, a->bounded);
}

static tropic_status assign_few(const assignment *a, bool *done)
{
    tropic_context *context = a->o.context;
    tp_sorted rows = {0}, cols = {0};
    bool distinct = false;
    tropic_status status;
    *done = false;
    if (!is_few(a)) return TROPIC_OK;
    status = tp_sorted_open(context, &a->I, &rows, &distinct);
    if (status == TROPIC_OK && distinct && tp_indices_listed(&a->J))
        status = tp_sorted_open(context, &a->J, &cols, &distinct);
    if (status == TROPIC_OK && distinct) status = write_few(a, &rows, &cols, done);
    tp_sorted_close(context, &rows);
    tp_sorted_close(context, &cols);
    return status;
}

static tropic_status assign(assignment *a, tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                            const tropic_operator *accum, const tropic_indices *rows, const tropic_indices *cols,
                            const tropic_descriptor *descriptor)
{
    bool done;
    TP_TRY(tp_matrix_output_open(&a->o, C, context, mask, accum, descriptor));
    TP_TRY(check(a, rows, cols));
    TP_TRY(assign_few(a, &done));
    return done ? TROPIC_OK : run_on_cores(a);
}

tropic_status tropic_matrix_assign(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                   const tropic_operator *accum, const tropic_matrix *A, const tropic_indices *rows,
                                   const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.A = A};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

tropic_status tropic_matrix_subassign(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                      const tropic_operator *accum, const tropic_matrix *A, const tropic_indices *rows,
                                      const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.A = A, .bounded = true};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, A, NULL);
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

tropic_status tropic_matrix_assign_scalar(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                          const tropic_operator *accum, const void *value, const tropic_indices *rows,
                                          const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.scalar = true, .value = value};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, C ? *C : NULL, mask);
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

tropic_status tropic_matrix_subassign_scalar(tropic_matrix **C, tropic_context *context, const tropic_matrix *mask,
                                             const tropic_operator *accum, const void *value,
                                             const tropic_indices *rows, const tropic_indices *cols,
                                             const tropic_descriptor *descriptor)
{
    assignment a = {.scalar = true, .value = value, .bounded = true};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, C ? *C : NULL, mask);
    return assign(&a, C, context, mask, accum, rows, cols, descriptor);
}

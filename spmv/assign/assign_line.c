/* SPDX-License-Identifier: Apache-2.0
 *
 * A vector assigned to a row or a column: tropic_matrix_assign_row, tropic_matrix_assign_column and their subassign
 * forms.
 */
#include "formats/matrix/given_lines.h"
#include "semiring/operator.h"
#include "spmv/assign/few.h"
#include "spmv/work.h"

typedef struct assignment {
    tp_matrix_output o;
    const tropic_vector *u, *mask;
    bool by_column, bounded; /* bounded: subassign */
    tropic_index line;
    tp_indices I, J;      /* the one row (by_column: column), and the caller's ids of the other kind */
    tropic_matrix *moved; /* the mask at the places of C */
} assignment;

static tropic_status check(assignment *a, tropic_index line, const tropic_indices *given)
{
    tp_matrix_output *o = &a->o;
    tropic_context *context = o->context;
    tp_indices *one = a->by_column ? &a->J : &a->I, *many = a->by_column ? &a->I : &a->J;
    const bool flags = !TP_BACKEND_PART(context, matrix)->by_ids;
    tropic_index rows, cols;
    if (!o->C) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "C points to NULL");
    rows = o->C->rows;
    cols = o->C->cols;
    a->line = line;
    TP_TRY(tp_indices_open_one(context, one, line, a->by_column ? "col" : "row", a->by_column ? cols : rows, flags));
    TP_TRY(tp_indices_open(context, many, given, a->by_column ? "rows" : "cols", a->by_column ? rows : cols, true));
    TP_TRY(tp_vector_check(context, a->u, "u", many->count));
    TP_TRY(tp_mask_check(context, a->mask, &o->descriptor, a->bounded ? many->count : many->n));
    TP_TRY(tp_matrix_output_check(o, rows, cols, a->u->type, false));
    o->region = (tp_matrix_region){.in_rows = a->I.in,
                                   .in_cols = a->J.in,
                                   .rows = tp_indices_ascending(&a->I),
                                   .cols = tp_indices_ascending(&a->J),
                                   .bounded_rows = a->bounded || !a->by_column,
                                   .bounded_cols = a->bounded || a->by_column};
    return TROPIC_OK;
}

/* The vector's entries at their places of C: those of the lists (`listed`), or all of the line. */
static tropic_status place(const assignment *a, const tropic_vector *v, bool listed, tp_lists *T)
{
    const tp_indices *many = a->by_column ? &a->I : &a->J;
    const tp_matrix_line line = {.row = a->by_column ? 0 : a->line,
                                 .col = a->by_column ? a->line : 0,
                                 .down = a->by_column,
                                 .right = !a->by_column};
    tropic_context *context = a->o.context;
    tropic_vector *all = NULL;
    tropic_status status;
    if (!listed || !many->ids) return tp_matrix_line_lists(context, v, line, a->o.rows, T);
    status = tropic_vector_create(&all, context, v->type, many->n);
    if (status == TROPIC_OK) status = tropic_assign(all, NULL, NULL, v, many->ids, many->count, NULL);
    if (status == TROPIC_OK) status = tp_matrix_line_lists(context, all, line, a->o.rows, T);
    tropic_vector_free(&all);
    return status;
}

/* Makes the mask one of C. */
static tropic_status move_mask(assignment *a)
{
    tropic_context *context = a->o.context;
    tp_matrix_output m;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&m, &a->moved, context, NULL, NULL, NULL));
    TP_TRY(tp_matrix_output_check(&m, a->o.rows, a->o.cols, a->mask->type, false));
    TP_TRY(place(a, a->mask, a->bounded, &T));
    TP_TRY(TP_BACKEND_PART(context, matrix)->write_lists(&m, &T));
    a->o.mask = a->moved;
    return TROPIC_OK;
}

/* O(1), but for the list, which the caller closes. */
static tropic_status check_line(assignment *a, tropic_index line, const tropic_indices *given, tp_indices *list)
{
    const tropic_matrix *C = a->o.C;
    tropic_context *context = a->o.context;
    const tropic_index lines = a->by_column ? C->cols : C->rows, places = a->by_column ? C->rows : C->cols;
    const tropic_index count = given ? given->count : places;
    tp_indices one;
    TP_TRY(tp_indices_open_one(context, &one, line, a->by_column ? "col" : "row", lines, false));
    tp_indices_close(&one);
    TP_TRY(tp_vector_check(context, a->u, "u", count));
    TP_TRY(tp_mask_check(context, a->mask, &a->o.descriptor, a->bounded ? count : places));
    return tp_indices_open(context, list, given, a->by_column ? "rows" : "cols", places, false);
}

/* -- few ---------------------------------------------------------------------------------------- */

/* *list = one list, of the vector's entries. */
static tropic_status list_of(tropic_context *context, const tropic_vector *v, tp_lists *list)
{
    const tropic_index count = tropic_vector_count(v);
    tropic_status status;
    TP_TRY(tp_lists_allocate(context, &context->memory, list, 1, count, tropic_type_size(v->type)));
    list->offsets[0] = 0;
    list->offsets[1] = count;
    status = tropic_vector_get_entries(v, list->ids, list->values);
    if (status != TROPIC_OK) tp_lists_free(&context->memory, list);
    return status;
}

/* The vector's entries at their places of the line. */
static tropic_status place_few(tropic_context *context, const tropic_vector *v, const tp_indices *list,
                               tp_lists *placed)
{
    const tp_sorted one = {.count = 1};
    tp_lists entries;
    tropic_status status;
    if (!tp_indices_listed(list)) return list_of(context, v, placed);
    TP_TRY(list_of(context, v, &entries));
    status = tp_few_place(context, &entries, &one, list, placed);
    tp_lists_free(&context->memory, &entries);
    return status;
}

static tropic_status write_few(const assignment *a, tropic_index line, const tp_indices *list, const tp_sorted *places,
                               bool *done)
{
    tropic_context *context = a->o.context;
    tp_matrix_output o = a->o;
    tp_few f = {
        .o = &o,
        .part = {.by_column = a->by_column, .lines = &line, .count = 1, .ids = places->ids, .id_count = places->count}};
    tropic_status status = place_few(context, a->u, list, &f.T);
    if (status == TROPIC_OK && a->mask) {
        f.masked = true;
        f.mask_type = a->mask->type;
        status = a->bounded ? place_few(context, a->mask, list, &f.mask) : list_of(context, a->mask, &f.mask);
    }
    /* (Only there does it change anything.) */
    if (o.accum && !a->mask && !f.part.ids && f.T.count > 0)
        f.part.ids = f.T.ids, f.part.id_count = (tropic_index)f.T.count;
    if (status == TROPIC_OK) status = tp_few_write(&f, done);
    tp_few_close(&f);
    return status;
}

/* The entries of u, which are all that the line then has, wait where u lies, on the device of C. */
static tropic_status give_line(const assignment *a, tropic_index line, bool *done)
{
    const tropic_vector *u = a->u;
    tropic_matrix *C = *a->o.handle;
    tropic_context *context = a->o.context;
    void *ids = u->ids, *values = u->values;
    tropic_status status = TROPIC_OK;
    if (a->by_column || a->mask || a->o.accum || u->context != context || u->type != C->type || C->pattern ||
        !tp_few_may(&a->o, false, false, true))
        return TROPIC_OK;
    TP_TRY(tp_vector_finish(u));
    if (u->form == TROPIC_BITMAP && u->count.entries > 0) TP_TRY(tp_vector_list(u, &ids, &values));
    status = tp_given_line_add(context, C, line, u->form == TROPIC_FULL ? NULL : ids, values, u->count.entries, done);
    if (status == TROPIC_OK && *done) tp_matrix_forget_file(C);
    if (ids != u->ids) context->backend->release(context, ids);
    if (values != u->values) context->backend->release(context, values);
    return status;
}

static bool is_few(const assignment *a, const tp_indices *list)
{
    const tp_matrix_output *o = &a->o;
    const tropic_offset most = tp_part_most(o->C);
    const bool listed = tp_indices_listed(list);
    if (listed && (list->count == 0 || list->count > most)) return false;
    if (a->by_column && o->accum && tp_operator_sees_places(o->accum)) return false;
    /* (Replace reaches the places of the line that are not listed.) */
    return tp_few_may(o, a->mask, false, a->bounded || !listed) && tropic_vector_count(a->u) <= most &&
           (!a->mask || tropic_vector_count(a->mask) <= most);
}

static tropic_status assign_few(assignment *a, tropic_index line, const tropic_indices *given, bool *done)
{
    tropic_context *context = a->o.context;
    tp_sorted places = {0};
    tp_indices list;
    bool distinct = true;
    tropic_status status;
    *done = false;
    if (!a->o.C || check_line(a, line, given, &list) != TROPIC_OK) return TROPIC_OK; /* (Others say so.) */
    status = tp_matrix_output_check(&a->o, a->o.C->rows, a->o.C->cols, a->u->type, false);
    if (status == TROPIC_OK && context->backend->location == TROPIC_DEVICE && !tp_indices_listed(&list))
        status = give_line(a, line, done);
    if (status == TROPIC_OK && !*done && is_few(a, &list)) {
        if (tp_indices_listed(&list)) status = tp_sorted_open(context, &list, &places, &distinct);
        if (status == TROPIC_OK && distinct) status = write_few(a, line, &list, &places, done);
        tp_sorted_close(context, &places);
    }
    tp_indices_close(&list);
    return status;
}

/* -- of a hypersparse matrix: as a matrix with one row or column ---------------------------------- */

static tropic_status line_matrix(tropic_context *context, const tropic_vector *v, bool by_column, tropic_matrix **made)
{
    const tp_memory *memory = &context->memory;
    const tropic_index count = tropic_vector_count(v);
    tropic_index *zeros = tp_allocate_zero(memory, count, sizeof *zeros);
    tropic_index *ids = tp_allocate(memory, count, sizeof *ids);
    void *values = tp_allocate(memory, count, tropic_type_size(v->type));
    tropic_status status = zeros && ids && values ? TROPIC_OK : tp_out_of_memory(context, "a row or column");
    if (status == TROPIC_OK) status = tropic_vector_get_entries(v, ids, values);
    if (status == TROPIC_OK)
        status = tropic_matrix_from_coo(made, context, by_column ? v->n : 1, by_column ? 1 : v->n, count,
                                        by_column ? ids : zeros, by_column ? zeros : ids, v->type, values, NULL);
    tp_release(memory, zeros);
    tp_release(memory, ids);
    tp_release(memory, values);
    return status;
}

/* Is C hypersparse, and a mask one of the places in the list? Then this is a subassign. */
static tropic_status is_subassign(const assignment *a, const tropic_indices *given, bool *is)
{
    const tp_hypersparse *form = NULL;
    if (a->o.C) TP_TRY(tp_matrix_hypersparse(a->o.context, a->o.C, &form));
    *is = form && (a->bounded || !given || !(a->mask || a->o.descriptor.complement || a->o.descriptor.replace));
    return TROPIC_OK;
}

static tropic_status subassign(assignment *a, tropic_matrix **C, const tropic_operator *accum, tropic_index line,
                               const tropic_indices *given)
{
    const tropic_indices one = {.first = line, .count = 1};
    tropic_context *context = a->o.context;
    tropic_descriptor d = a->o.descriptor;
    tropic_matrix *A = NULL, *mask = NULL;
    tp_indices list;
    tropic_status status;
    TP_TRY(check_line(a, line, given, &list));
    tp_indices_close(&list);
    d.size = sizeof d;
    d.transpose = false;
    status = line_matrix(context, a->u, a->by_column, &A);
    if (status == TROPIC_OK && a->mask) status = line_matrix(context, a->mask, a->by_column, &mask);
    if (status == TROPIC_OK)
        status = tropic_matrix_subassign(C, context, mask, accum, A, a->by_column ? given : &one,
                                         a->by_column ? &one : given, &d);
    tropic_matrix_free(&A);
    tropic_matrix_free(&mask);
    return status;
}

/* -- both --------------------------------------------------------------------------------------- */

static tropic_status assign(assignment *a, tropic_matrix **C, tropic_context *context, const tropic_operator *accum,
                            tropic_index line, const tropic_indices *given, const tropic_descriptor *descriptor)
{
    tropic_status status;
    bool done, small;
    tp_lists T;
    TP_TRY(tp_matrix_output_open(&a->o, C, context, NULL, accum, descriptor));
    TP_TRY(assign_few(a, line, given, &done));
    if (done) return TROPIC_OK;
    TP_TRY(is_subassign(a, given, &small));
    if (small) return subassign(a, C, accum, line, given);
    status = check(a, line, given);
    if (status == TROPIC_OK && a->mask) status = move_mask(a);
    if (status == TROPIC_OK) status = place(a, a->u, true, &T);
    if (status == TROPIC_OK) status = TP_BACKEND_PART(context, matrix)->write_lists(&a->o, &T);
    tropic_matrix_free(&a->moved);
    tp_indices_close(&a->I);
    tp_indices_close(&a->J);
    return status;
}

tropic_status tropic_matrix_assign_row(tropic_matrix **C, tropic_context *context, const tropic_vector *mask,
                                       const tropic_operator *accum, const tropic_vector *u, tropic_index row,
                                       const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.u = u, .mask = mask};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, C ? *C : NULL, NULL);
    return assign(&a, C, context, accum, row, cols, descriptor);
}

tropic_status tropic_matrix_assign_column(tropic_matrix **C, tropic_context *context, const tropic_vector *mask,
                                          const tropic_operator *accum, const tropic_vector *u,
                                          const tropic_indices *rows, tropic_index col,
                                          const tropic_descriptor *descriptor)
{
    assignment a = {.u = u, .mask = mask, .by_column = true};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, C ? *C : NULL, NULL);
    return assign(&a, C, context, accum, col, rows, descriptor);
}

tropic_status tropic_matrix_subassign_row(tropic_matrix **C, tropic_context *context, const tropic_vector *mask,
                                          const tropic_operator *accum, const tropic_vector *u, tropic_index row,
                                          const tropic_indices *cols, const tropic_descriptor *descriptor)
{
    assignment a = {.u = u, .mask = mask, .bounded = true};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, C ? *C : NULL, NULL);
    return assign(&a, C, context, accum, row, cols, descriptor);
}

tropic_status tropic_matrix_subassign_column(tropic_matrix **C, tropic_context *context, const tropic_vector *mask,
                                             const tropic_operator *accum, const tropic_vector *u,
                                             const tropic_indices *rows, tropic_index col,
                                             const tropic_descriptor *descriptor)
{
    assignment a = {.u = u, .mask = mask, .by_column = true, .bounded = true};
    TP_CALL(context);
    TP_WORK_OF_MATRICES(context, C ? *C : NULL, NULL);
    return assign(&a, C, context, accum, col, rows, descriptor);
}

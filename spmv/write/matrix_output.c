/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= T for matrices, on the host.
 */
#include "spmv/write/matrix_output.h"

#include "formats/matrix/forms/evict.h"
#include "runtime/types.h"
#include "spmv/operands/cast.h"
#include "spmv/operands/operand.h"

tropic_status tp_matrix_check_call(tropic_context *context, const char *what)
{
    TP_TRY(tp_outside_loops(context, what));
    if (context->backend->location == TROPIC_HOST || !context->backend->is_captured(context)) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "the stream is being captured, and a graph cannot %s", what);
}

tropic_status tp_matrix_output_open(tp_matrix_output *o, tropic_matrix **C, tropic_context *context,
                                    const tropic_matrix *mask, const tropic_operator *accum,
                                    const tropic_descriptor *descriptor)
{
    *o = (tp_matrix_output){.context = context, .handle = C, .mask = mask, .accum = accum};
    if (!context) return tp_fail(NULL, TROPIC_INVALID_ARGUMENT, "context is NULL");
    TP_TRY(tp_matrix_check_call(context, "make matrices"));
    if (!C) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "C is NULL");
    o->C = *C;
    return tp_options_copy(context, &o->descriptor, sizeof o->descriptor, descriptor, "descriptor");
}

tropic_status tp_matrix_check_shape(tropic_context *context, const tropic_matrix *A, const char *name,
                                    tropic_index rows, tropic_index cols)
{
    if (!A || (A->rows == rows && A->cols == cols)) return TROPIC_OK;
    return tp_fail(context, TROPIC_DIMENSION_MISMATCH, "%s is %d x %d, not %d x %d", name, A->rows, A->cols, rows,
                   cols);
}

tropic_status tp_matrix_check_input(tropic_context *context, const tropic_matrix *A, const char *name, bool used,
                                    tropic_type type)
{
    if (!A) return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL", name);
    return used && !tp_castable(type, A->type) ? tp_matrix_check_type(context, A, name, type) : TROPIC_OK;
}

tropic_status tp_matrix_check_op(tropic_context *context, const tropic_operator *op)
{
    return op ? tp_operator_fits(context, op) : tp_operator_null(context, "op");
}

tropic_status tp_matrix_check_value(tropic_context *context, const tropic_operator *op, const char *name, bool used,
                                    const void *value)
{
    if (value || !used) return TROPIC_OK;
    return tp_fail(context, TROPIC_INVALID_ARGUMENT, "%s is NULL, but op %s looks at it", name, op->name);
}

tropic_status tp_matrix_output_check(tp_matrix_output *o, tropic_index rows, tropic_index cols, tropic_type type,
                                     bool pattern)
{
    tropic_context *context = o->context;
    o->rows = rows;
    o->cols = cols;
    TP_TRY(tp_matrix_check_shape(context, o->C, "C", rows, cols));
    TP_TRY(tp_matrix_check_shape(context, o->mask, "mask", rows, cols));
    /* (A pattern has no type of its own: its ones are of the others'.) */
    o->type = o->C && (pattern || !o->C->pattern) ? o->C->type : type;
    if (o->accum && (!o->C || o->C->pattern)) o->type = o->accum->z;
    o->made = pattern ? o->type : type;
    TP_TRY(tp_type_fits(context, o->type));
    TP_TRY(tp_type_fits(context, o->made));
    TP_TRY(tp_accum_check_casts(context, o->accum, o->type, o->made));
    if (o->C && !tp_castable(o->type, o->C->type)) return tp_matrix_check_type(context, o->C, "C", o->type);
    if (!tp_castable(o->type, pattern ? TROPIC_BOOL : type))
        return tp_fail(context, TROPIC_TYPE_MISMATCH, "the result is of type %s, not %s", tropic_type_name(type),
                       tropic_type_name(o->type));
    return o->mask ? tp_mask_check_type(context, o->mask->type, &o->descriptor) : TROPIC_OK;
}

tropic_status tp_matrix_output_evaluator(const tp_matrix_output *o, tp_evaluator *f, const tropic_operator *op)
{
    TP_TRY(tp_evaluator_open(o->context, f, op));
    f->row_names = o->row_names;
    f->col_names = o->col_names;
    return TROPIC_OK;
}

static bool reads_places(const tropic_operator *op)
{
    return op && tp_operator_sees_places(op);
}

bool tp_matrix_output_names(const tp_matrix_output *o, const tropic_operator *op)
{
    return (o->row_names || o->col_names) && (reads_places(op) || reads_places(o->accum));
}

static bool is_whole(const tp_matrix_region *r)
{
    return !r->in_rows && !r->in_cols && tp_is_none(&r->rows) && tp_is_none(&r->cols);
}

bool tp_matrix_output_plain(const tp_matrix_output *o, bool pattern)
{
    return !o->mask && !o->descriptor.complement && !o->accum && is_whole(&o->region) &&
           (!pattern || !o->C || o->C->pattern);
}

/* -- the result -------------------------------------------------------------------------------- */

static tropic_index listed_at(const tropic_indices *list, int64_t k)
{
    const tropic_index stride = list->stride == 0 ? 1 : list->stride;
    return list->ids ? list->ids[k] : (tropic_index)(list->first + k * stride);
}

tropic_status tp_matrix_output_new(const tp_matrix_output *o, tropic_offset count, bool pattern, tropic_matrix **made)
{
    const tropic_matrix *from = o->labels ? o->labels : o->C;
    const tp_memory *memory = &o->context->memory;
    const int64_t n = tp_labelled(o->rows, o->cols);
    tp_entries shape = {.rows = o->rows, .cols = o->cols, .count = count, .type = pattern ? TROPIC_BOOL : o->type};
    if (o->labelled) {
        shape.labels = tp_allocate(memory, n, sizeof *shape.labels);
        if (!shape.labels) return tp_out_of_memory(o->context, "labels");
        for (int64_t k = 0; k < n; k++) shape.labels[k] = tropic_matrix_label(from, listed_at(o->labelled, k));
    } else if (from && tp_labelled(from->rows, from->cols) == n) {
        shape.label_base = from->label_base;
        if (from->labels) {
            shape.labels = tp_allocate(memory, n, sizeof *shape.labels);
            if (!shape.labels) return tp_out_of_memory(o->context, "labels");
            memcpy(shape.labels, from->labels, (size_t)n * sizeof *shape.labels);
        }
    }
    *made = tp_matrix_new(o->context, &shape);
    tp_release(memory, shape.labels);
    if (!*made) return tp_out_of_memory(o->context, "a matrix");
    (*made)->pattern = pattern;
    (*made)->bipartite = o->bipartite;
    return TROPIC_OK;
}

tropic_status tp_matrix_output_new_on(const tp_matrix_output *o, tropic_offset count, bool pattern,
                                      tropic_matrix **made, tp_forms **forms)
{
    tropic_status status;
    TP_TRY(tp_matrix_output_new(o, count, pattern, made));
    status = tp_matrix_make_forms(o->context, *made, forms);
    if (status != TROPIC_OK) tropic_matrix_free(made);
    return status;
}

void tp_matrix_output_replace(tp_matrix_output *o, tropic_matrix *made)
{
    tropic_matrix_free(o->handle);
    *o->handle = made;
}

typedef struct copying {
    tp_matrix_output *o;
    bool as_it_is;
    tp_copy_sides *copy;
    tropic_matrix *made;
} copying;

static tropic_status make_copy(tropic_context *context, tropic_matrix *A, void *of)
{
    copying *c = of;
    tropic_status status;
    TP_TRY(tp_matrix_output_new(c->o, tropic_matrix_count(A), A->pattern, &c->made));
    status = c->copy(context, A, c->as_it_is, c->made);
    if (status != TROPIC_OK) tropic_matrix_free(&c->made);
    return status;
}

tropic_status tp_matrix_output_copy(tp_matrix_output *o, const tropic_matrix *A, bool as_it_is, tp_copy_sides *copy)
{
    copying c = {o, as_it_is, copy, NULL};
    TP_TRY(tp_matrix_with(o->context, A, make_copy, &c));
    tp_matrix_output_replace(o, c.made);
    return TROPIC_OK;
}

/* -- the merge --------------------------------------------------------------------------------- */

static tropic_status open_mask(const tp_matrix_output *o, tp_merge *m)
{
    const tropic_descriptor *d = &o->descriptor;
    m->masked = o->mask || d->complement;
    m->replaces = d->replace;
    m->others_allowed = o->mask && d->complement; /* (the complement of no mask lets nothing through) */
    m->mask = (tp_mask){.structure = true, .complement = d->complement};
    if (!o->mask) return TROPIC_OK;
    m->mask.type = o->mask->type;
    TP_TRY(tp_merge_rows_open(o->context, &m->m, o->mask, false, true, m->mask.type));
    m->mask.values = m->m.values;
    m->mask.structure = d->structure || !m->m.values;
    return TROPIC_OK;
}

void tp_matrix_output_within(tp_matrix_output *o)
{
    const tropic_descriptor *d = &o->descriptor;
    const bool nothing = !o->C || tropic_matrix_count(o->C) == 0;
    /* (A mask that is C itself lets all of C's entries through.) */
    const bool covers = o->mask && o->mask == o->C && !d->complement && (d->structure || o->mask->pattern);
    if (!is_whole(&o->region) || (!nothing && !covers && (o->accum != NULL) == d->replace)) return;
    /* T becomes C, or is accumulated into it, at T's places alone. */
    if (nothing) o->accum = NULL;
    o->mask = NULL;
    o->descriptor.complement = false;
}

tropic_status tp_matrix_output_mask(tp_matrix_output *o, tp_merge *m)
{
    TP_TRY(open_mask(o, m));
    if (m->masked) tp_matrix_output_within(o);
    return TROPIC_OK;
}

static tropic_status merge(const tp_matrix_output *o, const tp_lists *T, tp_lists *out)
{
    const bool pattern = T->size == 0 && (!o->C || o->C->pattern) && !o->accum;
    tp_merge m = {.context = o->context,
                  .kind = TP_MERGE_WRITE,
                  .lists = o->rows,
                  .y = tp_merge_rows_of(T, o->made),
                  .calls = o->accum != NULL,
                  .type = o->type,
                  .pattern = pattern,
                  .in_rows = o->region.in_rows,
                  .in_cols = o->region.in_cols,
                  .rows_stay = o->region.bounded_rows,
                  .cols_stay = o->region.bounded_cols};
    TP_TRY(tp_merge_rows_open(o->context, &m.x, o->C, false, true, o->type));
    TP_TRY(open_mask(o, &m));
    if (o->accum) TP_TRY(tp_matrix_output_evaluator(o, &m.f, o->accum));
    return tp_merge_run(&m, out);
}

/* The rows, which are taken over, become C; their values are of `type`, and cast. */
static tropic_status become(tp_matrix_output *o, tp_lists *rows, tropic_type type)
{
    const tp_memory *memory = &o->context->memory;
    tropic_matrix *made = NULL;
    tropic_status status = TROPIC_OK;
    void *values = NULL;
    if (rows->size > 0) status = tp_cast_values(o->context, o->type, type, rows->values, rows->count, &values);
    if (status == TROPIC_OK) status = tp_matrix_output_new(o, rows->count, rows->size == 0, &made);
    if (status != TROPIC_OK) {
        tp_release(memory, values);
        tp_lists_free(memory, rows);
        return status;
    }
    if (values) {
        tp_release(memory, rows->values);
        rows->values = values;
    }
    made->host.sides[TP_BY_ROW] = tp_side_of(rows);
    *rows = (tp_lists){0};
    tp_matrix_output_replace(o, made);
    return TROPIC_OK;
}

tropic_status tp_matrix_write(tp_matrix_output *o, tp_lists *T)
{
    tp_lists merged;
    tropic_status status;
    if (tp_matrix_output_plain(o, T->size == 0)) return become(o, T, o->made);
    status = merge(o, T, &merged);
    tp_lists_free(&o->context->memory, T);
    *T = (tp_lists){0};
    return status == TROPIC_OK ? become(o, &merged, o->type) : status;
}

tropic_status tp_matrix_write_copy(tp_matrix_output *o, const tp_lists *T)
{
    const bool plain = tp_matrix_output_plain(o, T->size == 0);
    tp_lists made;
    if (plain)
        TP_TRY(tp_lists_copy(o->context, &o->context->memory, T, &made));
    else
        TP_TRY(merge(o, T, &made));
    return become(o, &made, plain ? o->made : o->type);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= T for matrices, in device memory.
 */
#include "spmv/operands/cast.cuh"

/* The rows, which are taken over, become C. Whoever is given a matrix may read it by another stream, so that all of it
 * is written first. */
static tropic_status become(tp_matrix_output *o, tp_device_lists *t, size_t size)
{
    tropic_matrix *made = NULL;
    tp_forms *forms;
    TP_TRY(tp_cuda_wait(o->context));
    TP_TRY(tp_matrix_output_new_on(o, t->count, size == 0, &made, &forms));
    forms->sides[TP_BY_ROW] = tp_cuda_side_of(o->context, &t->offsets, &t->ids, &t->values);
    tp_matrix_output_replace(o, made);
    return TROPIC_OK;
}

tropic_status tp_cuda_matrix_open_mask(const tp_matrix_output *o, tp_arcs *places, tp_mask *allows)
{
    TP_TRY(tp_matrix_arcs(o->context, o->mask, TP_BY_ROW, false, places));
    allows->values = places->values;
    allows->type = o->mask->type;
    allows->structure = o->descriptor.structure || !places->values;
    return TROPIC_OK;
}

tropic_status tp_cuda_matrix_mask(const tp_matrix_output *o, tp_device_merge *m)
{
    const tropic_descriptor *d = &o->descriptor;
    m->masked = o->mask || d->complement;
    m->replaces = d->replace;
    m->others_allowed = o->mask && d->complement; /* (the complement of no mask lets nothing through) */
    m->mask.structure = true;
    m->mask.complement = d->complement;
    return o->mask ? tp_cuda_matrix_open_mask(o, &m->m, &m->mask) : TROPIC_OK;
}

/* Is nothing cast? */
static bool is_of_one_type(const tp_matrix_output *o)
{
    const tropic_operator *accum = o->accum;
    return o->made == o->type && (!accum || (accum->x == o->type && accum->y == o->type && accum->z == o->type));
}

tropic_status tp_cuda_matrix_write(tp_matrix_output *o, tp_device_lists *t, size_t size)
{
    tropic_context *context = o->context;
    tp_device_merge m = {};
    tp_device_lists merged;
    if (!is_of_one_type(o)) TP_TRY(tp_cuda_cast_output(o, t, &size));
    if (tp_matrix_output_plain(o, size == 0)) return become(o, t, size);
    m.kind = TP_MERGE_WRITE;
    m.lists = o->rows;
    m.cols = o->cols;
    m.op = o->accum;
    m.type = o->type;
    m.pattern = size == 0 && (!o->C || o->C->pattern) && !o->accum;
    m.y = tp_cuda_lists_arcs(t, o->rows);
    if (size == 0) m.y.values = NULL;
    m.in_rows = o->region.in_rows;
    m.in_cols = o->region.in_cols;
    m.rows = o->region.rows;
    m.of_cols = o->region.cols;
    m.rows_stay = o->region.bounded_rows;
    m.cols_stay = o->region.bounded_cols;
    if (o->C) TP_TRY(tp_matrix_arcs(context, o->C, TP_BY_ROW, false, &m.x));
    TP_TRY(tp_cuda_matrix_mask(o, &m));
    TP_TRY(tp_cuda_merge(context, &m, &merged));
    return become(o, &merged, m.pattern ? 0 : tropic_type_size(o->type));
}

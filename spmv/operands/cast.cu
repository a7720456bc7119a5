/* SPDX-License-Identifier: Apache-2.0
 *
 * Casts of values of matrices in device memory.
 */
#include "spmv/operands/cast.cuh"

#include "semiring/cast.h"

#define DOING "casting a matrix"

tropic_status tp_cuda_cast_values(tropic_context *context, tp_working *w, tropic_type to, tropic_type from,
                                  int64_t count, const void **values)
{
    char *made = NULL;
    if (!*values || !tp_cast_of(to, from)) return TROPIC_OK;
    TP_TRY(w->make(&made, count * (int64_t)tropic_type_size(to)));
    TP_TRY(tp_cuda_cast(context, made, to, *values, from, NULL, count));
    *values = made;
    return TROPIC_OK;
}

/* The same of lists. */
static tropic_status cast_lists(tropic_context *context, tp_device_lists *t, tropic_type to, tropic_type from)
{
    tp_device_array<char> made;
    if (!t->values.data || to == from) return TROPIC_OK;
    TP_TRY(made.make(context, t->count * (int64_t)tropic_type_size(to), "a matrix"));
    TP_TRY(tp_cuda_cast(context, made.data, to, t->values.data, from, NULL, t->count));
    t->values.swap(made);
    return TROPIC_OK;
}

/* *sum = accum(C, T) where both have an entry, as values of the output's type. */
static tropic_status accumulate(const tp_matrix_output *o, const tp_device_lists *t, tp_device_lists *sum)
{
    tropic_context *context = o->context;
    tp_working w(context, DOING);
    tp_device_merge m = {};
    m.kind = TP_MERGE_INTERSECTION;
    m.lists = o->rows;
    m.op = o->accum;
    m.type = o->accum->z;
    m.y = tp_cuda_lists_arcs(t, o->rows);
    TP_TRY(tp_matrix_arcs(context, o->C, TP_BY_ROW, false, &m.x));
    TP_TRY(tp_cuda_cast_values(context, &w, o->accum->x, o->C->type, m.x.count, &m.x.values));
    TP_TRY(tp_cuda_cast_values(context, &w, o->accum->y, o->made, m.y.count, &m.y.values));
    TP_TRY(tp_cuda_merge(context, &m, sum));
    return cast_lists(context, sum, o->type, o->accum->z);
}

tropic_status tp_cuda_cast_output(tp_matrix_output *o, tp_device_lists *t, size_t *size)
{
    tropic_context *context = o->context;
    tp_device_merge m = {};
    tp_device_lists sum, put;
    if (o->accum && o->C) TP_TRY(accumulate(o, t, &sum));
    TP_TRY(cast_lists(context, t, o->type, o->made));
    o->made = o->type;
    if (*size > 0) *size = tropic_type_size(o->type);
    if (!o->accum) return TROPIC_OK;
    o->accum = tropic_operator_builtin(TROPIC_SECOND, o->type);
    if (sum.count == 0) return TROPIC_OK;
    m.kind = TP_MERGE_UNION;
    m.lists = o->rows;
    m.op = tropic_operator_builtin(TROPIC_FIRST, o->type);
    m.type = o->type;
    m.x = tp_cuda_lists_arcs(&sum, o->rows);
    m.y = tp_cuda_lists_arcs(t, o->rows);
    TP_TRY(tp_cuda_merge(context, &m, &put));
    tp_cuda_swap_lists(t, &put);
    *size = tropic_type_size(o->type);
    return TROPIC_OK;
}

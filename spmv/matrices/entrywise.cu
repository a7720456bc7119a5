/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_apply on a GPU: an operator of each entry and one value.
 */
#include "runtime/types.h"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/cast.cuh"
#include "spmv/matrices/matrix_calls.h"

#include <string.h>

#define DOING "an operation on entries"

/* z[k] = op for each entry, in the order of the rows; op is built in, and looks at no place. */
static tropic_status evaluate(tropic_context *context, const tp_entrywise *in, const tp_arcs *a, void *z)
{
    const tropic_operator *op = in->op;
    const bool reads_value = in->value_first ? op->uses_x : op->uses_y;
    tp_input entry = {}, value = {};
    tp_elementwise e = {};
    entry.values = a->values;
    entry.listed = true;
    value.listed = true;
    memcpy(&e.value, reads_value ? in->value : tp_type_one(op->x), tropic_type_size(op->x));
    e.kind = TP_INTERSECTION;
    e.op = op;
    e.op_code = op->builtin;
    e.type = op->x;
    e.result = op->z;
    e.accum_code = TP_ACCUM_NONE;
    e.mask.structure = true;
    e.n = a->count;
    e.x = in->value_first ? value : entry;
    e.y = in->value_first ? entry : value;
    e.w = z;
    e.w_listed = true;
    return tp_cuda_elementwise(context, &e);
}

/* T has the places of A. */
static tropic_status apply_to_all(const tp_entrywise *in, tp_matrix_output *o, const tp_arcs *a)
{
    tropic_context *context = o->context;
    const size_t size = tropic_type_size(in->op->z);
    tp_device_lists t;
    t.count = a->count;
    TP_TRY(t.offsets.make(context, (int64_t)a->lists + 1, "a matrix"));
    TP_TRY(t.ids.make(context, a->count, "a matrix"));
    TP_TRY(t.values.make(context, a->count * (int64_t)size, "a matrix"));
    TP_TRY(tp_cuda_copy(context, t.offsets.data, a->offsets, ((size_t)a->lists + 1) * sizeof *a->offsets));
    TP_TRY(tp_cuda_copy(context, t.ids.data, a->ids, (size_t)a->count * sizeof *a->ids));
    TP_TRY(evaluate(context, in, a, t.values.data));
    TP_TRY(tp_cuda_wait(context));
    return tp_cuda_matrix_write(o, &t, size);
}

/* The union of A, where the mask lets it through, and an empty matrix whose entries count as the value: for masks,
 * operators that look at places, and patterns. */
static tropic_status apply_by_merge(const tp_entrywise *in, tp_matrix_output *o, const tp_arcs *a)
{
    const tropic_operator *op = in->op;
    tp_device_merge m = {};
    tp_device_lists t;
    m.kind = TP_MERGE_FILLED;
    m.lists = a->lists;
    m.op = op;
    m.type = op->z;
    m.alpha = op->uses_x && in->value_first ? in->value : tp_type_one(op->x);
    m.beta = op->uses_y && !in->value_first ? in->value : tp_type_one(op->y);
    *(in->value_first ? &m.y : &m.x) = *a;
    TP_TRY(tp_cuda_matrix_mask(o, &m));
    TP_TRY(tp_cuda_merge(o->context, &m, &t));
    if (m.masked) tp_matrix_output_within(o);
    return tp_cuda_matrix_write(o, &t, tropic_type_size(op->z));
}

tropic_status tp_cuda_apply(const tp_entrywise *in, tp_matrix_output *o)
{
    const tropic_operator *op = in->op;
    const bool reads = in->value_first ? op->uses_y : op->uses_x;
    const tropic_type type = in->value_first ? op->y : op->x;
    const bool places = op->user || tp_operator_reads_places(op->builtin);
    tp_working w(o->context, DOING);
    tp_arcs a;
    tp_cuda_use use(o->context);
    TP_TRY(tp_matrix_arcs(o->context, in->A, tp_input_by(in->transposed), false, &a));
    if (!reads) a.values = NULL;
    TP_TRY(tp_cuda_cast_values(o->context, &w, type, in->A->type, a.count, &a.values));
    /* (One pass of elementwise operations has one value for what has none.) */
    if (!places && !o->mask && !o->descriptor.complement && a.values) return apply_to_all(in, o, &a);
    return apply_by_merge(in, o, &a);
}

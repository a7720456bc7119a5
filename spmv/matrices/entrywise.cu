/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_apply and tropic_matrix_select on a GPU: an operator of each entry and one value.
 */
#include "formats/matrix/lists.h"
#include "runtime/types.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/cast.cuh"
#include "spmv/matrices/matrix_calls.h"

#include <string.h>

#define DOING "an operation on entries"

static bool reads_places(const tropic_operator *op)
{
    return op->user || tp_operator_reads_places(op->builtin);
}

/* z[k] = op for each entry, in the order of the rows. */
static tropic_status evaluate(tropic_context *context, tp_working *w, const tp_entrywise *in, const tp_arcs *a, void *z)
{
    const tropic_operator *op = in->op;
    const tropic_type of_entry = in->value_first ? op->y : op->x, of_value = in->value_first ? op->x : op->y;
    const bool reads_entry = in->value_first ? op->uses_y : op->uses_x;
    const bool reads_value = in->value_first ? op->uses_x : op->uses_y;
    char *ones = NULL;
    tp_input entry = {}, value = {};
    tp_elementwise e = {};
    entry.values = reads_entry ? a->values : NULL;
    TP_TRY(tp_cuda_cast_values(context, w, of_entry, in->A->type, a->count, &entry.values));
    if (reads_entry && !a->values) {
        TP_TRY(w->make(&ones, a->count * (int64_t)tropic_type_size(of_entry)));
        TP_TRY(tp_cuda_fill(context, ones, of_entry, tp_type_one(of_entry), a->count));
        entry.values = ones;
    }
    entry.listed = true;
    value.listed = true;
    memcpy(&e.value, reads_value ? in->value : tp_type_one(of_value), tropic_type_size(of_value));
    e.kind = TP_INTERSECTION;
    e.op = op;
    e.op_code = op->builtin;
    e.user = reads_places(op);
    e.type = op->x;
    e.result = op->z;
    e.accum_code = TP_ACCUM_NONE;
    e.mask.structure = true;
    e.n = a->count;
    e.x = in->value_first ? value : entry;
    e.y = in->value_first ? entry : value;
    e.w = z;
    e.w_listed = true;
    if (e.user) {
        e.places = a->row_of;
        e.cols = a->ids;
    }
    return tp_cuda_elementwise(context, &e);
}

/* Can the GPU do it? Positions have 32 bits there. */
static bool suits(const tp_entrywise *in)
{
    return tropic_matrix_count(in->A) < TROPIC_INDEX_MAX;
}

static tropic_status open(tropic_context *context, const tp_entrywise *in, tp_arcs *a)
{
    return tp_matrix_arcs(context, in->A, in->transposed ? TP_BY_COLUMN : TP_BY_ROW, reads_places(in->op), a);
}

tropic_status tp_cuda_apply(const tp_entrywise *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const size_t size = tropic_type_size(in->op->z);
    tp_working w(context, DOING);
    tp_device_lists t;
    tp_arcs a;
    tp_cuda_use use(context);
    if (!suits(in)) return tp_cpu_apply(in, o);
    TP_TRY(open(context, in, &a));
    t.count = a.count;
    TP_TRY(t.offsets.make(context, (int64_t)a.lists + 1, "a matrix"));
    TP_TRY(t.ids.make(context, a.count, "a matrix"));
    TP_TRY(t.values.make(context, a.count * (int64_t)size, "a matrix"));
    TP_TRY(tp_cuda_copy(context, t.offsets.data, a.offsets, ((size_t)a.lists + 1) * sizeof *a.offsets));
    TP_TRY(tp_cuda_copy(context, t.ids.data, a.ids, (size_t)a.count * sizeof *a.ids));
    TP_TRY(evaluate(context, &w, in, &a, t.values.data));
    TP_TRY(tp_cuda_wait(context));
    return tp_cuda_matrix_write(o, &t, size);
}

/* ---- select ---- */

tropic_status tp_cuda_select(const tp_entrywise *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const size_t size = in->A->pattern ? 0 : tropic_type_size(in->A->type);
    tp_working w(context, DOING);
    tp_device_lists t;
    uint8_t *keep = NULL;
    tp_arcs a;
    tp_cuda_use use(context);
    if (!suits(in)) return tp_cpu_select(in, o);
    TP_TRY(open(context, in, &a));
    TP_TRY(w.make(&keep, a.count));
    TP_TRY(evaluate(context, &w, in, &a, keep));
    TP_TRY(tp_cuda_keep_entries(context, &w, &a, keep, in->A->type, size, &t));
    return tp_cuda_matrix_write(o, &t, size);
}

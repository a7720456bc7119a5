/* SPDX-License-Identifier: Apache-2.0
 *
 * Some of the entries of a matrix in device memory: those that an operator keeps, or that are flagged. Where they lie
 * side by side in each row, as those of a triangle, that span is copied.
 */
#include "spmv/matrices/select.cuh"

#include "runtime/types.h"
#include "semiring/coded.h"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/cast.cuh"
#include "spmv/matrices/kept.cuh"
#include "spmv/matrices/matrix_calls.h"
#include "spmv/matrices/take_rows.cuh"

#define DOING "selecting entries"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    flagged_kernel(const __grid_constant__ tp_keeping k, const uint8_t *keep)
{
    tp_keep_values<uint8_t>(
        &k, [keep](tropic_offset e) { return keep[e]; }, [](uint8_t flag) { return flag != 0; });
}

#define KERNEL(type, OPERATE)                                                                                          \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK) test_##type(const __grid_constant__ tp_selection s)        \
    {                                                                                                                  \
        TP_SELECT_ENTRIES(&s, TP_C(type), TP_C(type), OPERATE);                                                        \
    }
#define KERNEL_NUMERIC(type) KERNEL(type, tp_compare_at_##type)
KERNEL(bool8, tp_operate_at_bool8)
TP_EACH_NUMERIC(KERNEL_NUMERIC)

#define CASE(type, ...)                                                                                                \
    case TP_TYPE_##type: return (const void *)test_##type;

/* The kernel of built-in operators from a type to BOOL. */
static const void *kernel_of(tropic_type type)
{
    switch (type) {
        TP_TYPES_ALL(CASE, )
    default: return NULL;
    }
}

tropic_status tp_cuda_keep_entries(tropic_context *context, const tp_arcs *a, const uint8_t *keep, tropic_type type,
                                   bool pattern, tp_device_lists *t)
{
    tp_working w(context, DOING);
    tp_keeping k = {};
    void *arguments[] = {&k, &keep};
    TP_TRY(tp_cuda_open_keeping(context, &w, a, false, &k));
    TP_TRY(tp_cuda_keep(context, DOING, &k, (const void *)flagged_kernel, arguments));
    return tp_cuda_make_kept(context, &w, &k, a->values, pattern ? 0 : tropic_type_size(type), t);
}

/* Entries are tested. */
static tropic_status select(const tp_entrywise *in, tropic_context *context, const tp_arcs *a, tp_device_lists *t)
{
    const tropic_operator *op = in->op;
    tp_working w(context, DOING);
    tp_selection s = {};
    const void *kernel = kernel_of(op->x);
    void *arguments[] = {&s};
    if (op->user) TP_TRY(tp_cuda_entries_kernel(context, op, true, &kernel));
    s.op_code = op->builtin;
    s.reads_places = op->user || tp_operator_reads_places(op->builtin);
    TP_TRY(tp_cuda_open_keeping(context, &w, a, s.reads_places, &s.keeping));
    if (!op->uses_x) s.keeping.x.values = NULL;
    TP_TRY(tp_cuda_cast_values(context, &w, op->x, in->A->type, a->count, &s.keeping.x.values));
    memcpy(s.one.byte, tp_type_one(op->x), tropic_type_size(op->x));
    memcpy(s.value.byte, op->uses_y ? in->value : tp_type_one(op->y), tropic_type_size(op->y));
    TP_TRY(tp_cuda_keep(context, DOING, &s.keeping, kernel, arguments));
    return tp_cuda_make_kept(context, &w, &s.keeping, a->values, tp_matrix_value_size(in->A), t);
}

tropic_status tp_cuda_select(const tp_entrywise *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const size_t size = tp_matrix_value_size(in->A);
    tp_device_lists t;
    tp_spans spans = {};
    tp_arcs a;
    tp_cuda_use use(context);
    TP_TRY(tp_matrix_arcs(context, in->A, tp_input_by(in->transposed), false, &a));
    if (tp_spans_of(&spans, a.lists, in->op, in->value))
        TP_TRY(tp_cuda_take_spans(context, &a, &spans, size, &t));
    else
        TP_TRY(select(in, context, &a, &t));
    return tp_cuda_matrix_write(o, &t, size);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Some of the entries of a matrix in device memory: those that an operator keeps, or that are flagged. Where they lie
 * side by side in each row, as those of a triangle, that span is copied.
 */
#include "spmv/apply/select.cuh"

#include "runtime/types.h"
#include "semiring/coded.h"
#include "semiring/semiring.h"
#include "spmv/apply/compact.cuh"
#include "spmv/cuda_backend.h"
#include "spmv/extract/extract_rows.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cast.cuh"

#define DOING "selecting entries"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    flagged_kernel(const __grid_constant__ tp_compaction k, const uint8_t *keep)
{
    tp_compact_values<uint8_t>(
        &k, [keep](tropic_offset e) { return keep[e]; }, [](uint8_t flag) { return flag != 0; });
}

/* An operator of values and places. */
#define KERNEL(type, OPERATE)                                                                                          \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK) test_##type(const __grid_constant__ tp_selection s)        \
    {                                                                                                                  \
        TP_SELECT_ENTRIES(&s, TP_C(type), TP_C(type), OPERATE);                                                        \
    }
#define KERNEL_NUMERIC(type) KERNEL(type, tp_compare_at_##type)
KERNEL(bool8, tp_operate_at_bool8)
TP_EACH_NUMERIC(KERNEL_NUMERIC)

/* operate(x, y), of values alone. */
template <typename X, typename OPERATE>
static __device__ void test_values(const tp_selection *s, const OPERATE &operate)
{
    const X y = *(const X *)s->value.byte;
    tp_compact_values<X>(
        &s->compaction, [s](tropic_offset e) { return tp_selected_value<X>(s, e); },
        [&](const X &x) { return operate(x, y); });
}

/* A kernel for each comparison: a switch at each value would take longer than the memory. */
#define VALUES(type)                                                                                                   \
    template <tropic_builtin_operator OP>                                                                              \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK) compare_##type(const __grid_constant__ tp_selection s)     \
    {                                                                                                                  \
        test_values<TP_C(type)>(&s, [](TP_C(type) x, TP_C(type) y) { return tp_compare_at_##type(OP, x, y, 0, 0); });  \
    }
TP_EACH_NUMERIC(VALUES)

static __global__ void __launch_bounds__(TP_PASS_BLOCK) values_bool8(const __grid_constant__ tp_selection s)
{
    test_values<bool>(&s, [&s](bool x, bool y) { return tp_operate_at_bool8(s.op_code, x, y, 0, 0); });
}

#define CASE(type, ...)                                                                                                \
    case TP_TYPE_##type: return (const void *)test_##type;

/* The kernel of built-in operators of a type and of places to BOOL. */
static const void *places_kernel(tropic_type type)
{
    switch (type) {
        TP_TYPES_ALL(CASE, )
    default: return NULL;
    }
}

#define CASE_VALUES(type, ...)                                                                                         \
    case TP_TYPE_##type:                                                                                               \
        switch (op->builtin) {                                                                                         \
        case TROPIC_EQ: return (const void *)compare_##type<TROPIC_EQ>;                                                \
        case TROPIC_NE: return (const void *)compare_##type<TROPIC_NE>;                                                \
        case TROPIC_LT: return (const void *)compare_##type<TROPIC_LT>;                                                \
        case TROPIC_LE: return (const void *)compare_##type<TROPIC_LE>;                                                \
        case TROPIC_GT: return (const void *)compare_##type<TROPIC_GT>;                                                \
        default: return (const void *)compare_##type<TROPIC_GE>;                                                       \
        }

/* The same of one that looks at no place. */
static const void *values_kernel(const tropic_operator *op)
{
    switch (op->x) {
        TP_TYPES_NUMERIC(CASE_VALUES, )
    default: return (const void *)values_bool8;
    }
}

tropic_status tp_cuda_compact_entries(tropic_context *context, const tp_arcs *a, const uint8_t *keep, tropic_type type,
                                      bool pattern, tp_device_lists *t)
{
    tp_working w(context, DOING);
    tp_compaction k = {};
    void *arguments[] = {&k, &keep};
    TP_TRY(tp_cuda_open_compaction(context, &w, a, false, &k));
    TP_TRY(tp_cuda_compact_bits(context, DOING, &k, (const void *)flagged_kernel, arguments));
    return tp_cuda_make_compact(context, &w, &k, a->values, pattern ? 0 : tropic_type_size(type), t);
}

/* Entries are tested. */
static tropic_status select(const tp_apply_operands *in, tropic_context *context, const tp_arcs *a, tp_device_lists *t)
{
    const tropic_operator *op = in->op;
    tp_working w(context, DOING);
    tp_selection s = {};
    const bool reads_places = op->user || tp_operator_reads_places(op->builtin);
    const void *kernel;
    void *arguments[] = {&s};
    if (op->user)
        TP_TRY(tp_cuda_entries_kernel(context, op, true, &kernel));
    else
        kernel = reads_places ? places_kernel(op->x) : values_kernel(op);
    s.op_code = op->builtin;
    TP_TRY(tp_cuda_open_compaction(context, &w, a, reads_places, &s.compaction));
    if (!op->uses_x) s.compaction.x.values = NULL;
    TP_TRY(tp_cuda_cast_values(context, &w, op->x, in->A->type, a->count, &s.compaction.x.values));
    memcpy(s.one.byte, tp_type_one(op->x), tropic_type_size(op->x));
    memcpy(s.value.byte, op->uses_y ? in->value : tp_type_one(op->y), tropic_type_size(op->y));
    TP_TRY(tp_cuda_compact_bits(context, DOING, &s.compaction, kernel, arguments));
    return tp_cuda_make_compact(context, &w, &s.compaction, a->values, tp_matrix_value_size(in->A), t);
}

tropic_status tp_cuda_select(const tp_apply_operands *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const size_t size = tp_matrix_value_size(in->A);
    tp_device_lists t;
    tp_spans spans = {};
    tp_arcs a;
    tp_cuda_use use(context);
    TP_TRY(tp_matrix_arcs(context, in->A, tp_input_by(in->transposed), false, &a));
    if (tp_spans_of(&spans, a.lists, in->op, in->value))
        TP_TRY(tp_cuda_extract_spans(context, &a, &spans, size, &t));
    else
        TP_TRY(select(in, context, &a, &t));
    return tp_cuda_matrix_write(o, &t, size);
}

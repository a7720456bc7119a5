/* SPDX-License-Identifier: Apache-2.0
 *
 * tropic_matrix_apply on a GPU: an operator of each entry and one value.
 */
#include "runtime/types.h"
#include "semiring/coded.h"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/warp.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/operands/cast.cuh"

#include <string.h>

#define DOING "an operation on entries"

/* Values that a thread has in flight. */
#define ITEMS 4
#define TILE (ITEMS * TP_PASS_BLOCK)

/* z[k] = op(x[k], value), or op(value, x[k]). */
typedef struct applying {
    tropic_builtin_operator op_code;
    bool value_first;
    int64_t count;
    const void *x;
    void *z;
    tp_any value;
} applying;

/* operate(x, y): of type Z. All values are read before one is written. */
template <typename X, typename Z, typename OPERATE>
static __device__ __forceinline__ void apply(const applying *a, const OPERATE &operate)
{
    const int64_t first = (int64_t)blockIdx.x * TILE + threadIdx.x;
    const X value = *(const X *)a->value.byte;
    X x[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const int64_t at = first + k * TP_PASS_BLOCK;
        x[k] = at < a->count ? tp_stream((const X *)a->x + at) : value;
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const int64_t at = first + k * TP_PASS_BLOCK;
        if (at < a->count) ((Z *)a->z)[at] = a->value_first ? operate(value, x[k]) : operate(x[k], value);
    }
}

#define KERNEL(name, X, Z, OPERATE)                                                                                    \
    static __global__ void __launch_bounds__(TP_PASS_BLOCK) apply_##name(const __grid_constant__ applying a)           \
    {                                                                                                                  \
        apply<X, Z>(&a, [&a](X x, X y) { return OPERATE(a.op_code, x, y, 0); });                                       \
    }
#define KERNEL_SAME(type) KERNEL(type, TP_C(type), TP_C(type), tp_operate_##type)
#define KERNEL_TO_BOOL(type) KERNEL(to_bool_##type, TP_C(type), bool, tp_compare_##type)
TP_EACH_TYPE(KERNEL_SAME)
TP_EACH_NUMERIC(KERNEL_TO_BOOL)

#define CASE(type, run)                                                                                                \
    case TP_TYPE_##type: return (const void *)run##type;

/* The kernel of built-in operators from a type to a type. */
static const void *kernel_of(tropic_type from, tropic_type to)
{
    if (from == to) switch (from) {
            TP_TYPES_ALL(CASE, apply_)
        }
    switch (from) {
        TP_TYPES_NUMERIC(CASE, apply_to_bool_)
    default: return NULL;
    }
}

/* z[k] = op for each entry, in the order of the rows; op is built in, and looks at no place. */
static tropic_status evaluate(tropic_context *context, const tp_apply_operands *in, const tp_arcs *a, void *z)
{
    const tropic_operator *op = in->op;
    const bool reads_value = in->value_first ? op->uses_x : op->uses_y;
    applying e = {};
    void *arguments[] = {&e};
    if (a->count == 0) return TROPIC_OK;
    e.op_code = op->builtin;
    e.value_first = in->value_first;
    e.count = a->count;
    e.x = a->values;
    e.z = z;
    memcpy(e.value.byte, reads_value ? in->value : tp_type_one(op->x), tropic_type_size(op->x));
    return tp_cuda_launch_at(context, DOING, {tp_quotient_up(a->count, TILE), TP_PASS_BLOCK}, kernel_of(op->x, op->z),
                             arguments);
}

/* T has the places of A. */
static tropic_status apply_to_all(const tp_apply_operands *in, tp_matrix_output *o, const tp_arcs *a)
{
    tropic_context *context = o->context;
    const size_t size = tropic_type_size(in->op->z);
    tp_device_lists t;
    TP_TRY(tp_cuda_make_lists(context, a->lists, a->count, size, &t));
    TP_TRY(tp_cuda_copy(context, t.offsets.data, a->offsets, ((size_t)a->lists + 1) * sizeof *a->offsets));
    TP_TRY(tp_cuda_copy(context, t.ids.data, a->ids, (size_t)a->count * sizeof *a->ids));
    TP_TRY(evaluate(context, in, a, t.values.data));
    TP_TRY(tp_cuda_wait(context));
    return tp_cuda_matrix_write(o, &t, size);
}

/* The union of A, where the mask lets it through, and an empty matrix whose entries count as the value: for masks,
 * operators that look at places, and patterns. */
static tropic_status apply_by_merge(const tp_apply_operands *in, tp_matrix_output *o, const tp_arcs *a)
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

tropic_status tp_cuda_apply(const tp_apply_operands *in, tp_matrix_output *o)
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
    /* (A pattern has no values to go along.) */
    if (!places && !o->mask && !o->descriptor.complement && a.values) return apply_to_all(in, o, &a);
    return apply_by_merge(in, o, &a);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Some of the entries of a matrix in device memory: those that an operator keeps, or that are flagged.
 */
#include "spmv/matrices/select.cuh"

#include "runtime/types.h"
#include "semiring/coded.h"
#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/cast.cuh"
#include "spmv/matrices/chosen.cuh"
#include "spmv/matrices/matrix_calls.h"

#define DOING "selecting entries"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    flagged_kernel(const __grid_constant__ tp_merge_path path, const uint8_t *keep)
{
    tp_choose_entries(&path,
                      [keep](const tp_path_start &from, unsigned k, tropic_index) { return (keep + from.x)[k] != 0; });
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

/* The entries of a that are chosen, with values of `type`, or none. */
static tropic_status take(tropic_context *context, tp_working *w, const tp_merge_path *path, const tp_arcs *a,
                          tropic_type type, bool pattern, tp_device_lists *t)
{
    tp_chosen c = {};
    c.path = *path;
    c.path.x.values = a->values;
    return tp_cuda_make_chosen(context, w, &c, NULL, type, pattern, t);
}

tropic_status tp_cuda_keep_entries(tropic_context *context, const tp_arcs *a, const uint8_t *keep, tropic_type type,
                                   bool pattern, tp_device_lists *t)
{
    tp_working w(context, DOING);
    tp_merge_path path = {};
    TP_TRY(tp_cuda_open_path(context, &w, a->lists, a, NULL, true, &path));
    TP_TRY(tp_cuda_launch(context, DOING, {path.tiles, TP_PASS_BLOCK}, flagged_kernel, path, keep));
    return take(context, &w, &path, a, type, pattern, t);
}

tropic_status tp_cuda_select(const tp_entrywise *in, tp_matrix_output *o)
{
    tropic_context *context = o->context;
    const tropic_operator *op = in->op;
    const tropic_matrix *A = in->A;
    tp_working w(context, DOING);
    tp_selection s = {};
    tp_device_lists t;
    tp_arcs a;
    const void *kernel;
    void *arguments[] = {&s};
    tp_cuda_use use(context);
    if (op->user)
        TP_TRY(tp_cuda_entries_kernel(context, op, true, &kernel));
    else
        kernel = kernel_of(op->x);
    TP_TRY(tp_matrix_arcs(context, A, tp_input_by(in->transposed), false, &a));
    TP_TRY(tp_cuda_open_path(context, &w, a.lists, &a, NULL, true, &s.path));
    if (!op->uses_x) s.path.x.values = NULL;
    TP_TRY(tp_cuda_cast_values(context, &w, op->x, A->type, a.count, &s.path.x.values));
    s.op_code = op->builtin;
    s.reads_places = op->user || tp_operator_reads_places(op->builtin);
    memcpy(s.one.byte, tp_type_one(op->x), tropic_type_size(op->x));
    memcpy(s.value.byte, op->uses_y ? in->value : tp_type_one(op->y), tropic_type_size(op->y));
    TP_TRY(tp_cuda_launch_at(context, DOING, {s.path.tiles, TP_PASS_BLOCK}, kernel, arguments));
    TP_TRY(take(context, &w, &s.path, &a, A->type, A->pattern, &t));
    return tp_cuda_matrix_write(o, &t, tp_matrix_value_size(A));
}

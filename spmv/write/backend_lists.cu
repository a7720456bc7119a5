/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows in device memory: made, filled, written and freed.
 */
#include "spmv/write/backend_lists.cuh"

#include "spmv/matrix_calls.h"
#include "spmv/write/matrix_output.cuh"

void tp_cuda_hand_over(tp_device_lists *made, tropic_index lists, size_t size, tp_lists *T)
{
    T->lists = lists;
    T->count = made->count;
    T->size = size;
    T->offsets = made->offsets.take();
    T->ids = made->ids.take();
    T->values = made->values.take();
}

/* The other way round. */
static void take_over(tropic_context *context, tp_lists *T, tp_device_lists *lists)
{
    lists->count = T->count;
    lists->offsets.adopt(context, T->offsets);
    lists->ids.adopt(context, T->ids);
    lists->values.adopt(context, (char *)T->values);
    *T = {};
}

void tp_cuda_adopt_side(tropic_context *context, tp_side *side, tropic_offset count, tp_device_lists *made)
{
    made->count = count;
    made->offsets.adopt(context, side->offsets);
    made->ids.adopt(context, side->ids);
    made->values.adopt(context, (char *)side->values);
    *side = {};
}

tropic_status tp_cuda_upload_lists(tropic_context *context, const tp_lists *from, tp_lists *T)
{
    tp_device_lists made;
    TP_TRY(tp_cuda_make_lists(context, from->lists, from->count, from->size, &made));
    TP_TRY(
        tp_cuda_upload(context, made.offsets.data, from->offsets, ((size_t)from->lists + 1) * sizeof *from->offsets));
    TP_TRY(tp_cuda_upload(context, made.ids.data, from->ids, (size_t)from->count * sizeof *from->ids));
    TP_TRY(tp_cuda_upload(context, made.values.data, from->values, (size_t)from->count * from->size));
    TP_TRY(tp_cuda_wait(context));
    tp_cuda_hand_over(&made, from->lists, from->size, T);
    return TROPIC_OK;
}

tropic_status tp_cuda_copy_lists(tropic_context *context, const tp_arcs *from, size_t size, tp_device_lists *made)
{
    if (!from->values) size = 0;
    TP_TRY(tp_cuda_make_lists(context, from->lists, from->count, size, made));
    TP_TRY(tp_cuda_copy(context, made->offsets.data, from->offsets, ((size_t)from->lists + 1) * sizeof *from->offsets));
    TP_TRY(tp_cuda_copy(context, made->ids.data, from->ids, (size_t)from->count * sizeof *from->ids));
    TP_TRY(tp_cuda_copy(context, made->values.data, from->values, (size_t)from->count * size));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_fill_lists(tropic_context *context, tp_lists *T, tropic_type type, const void *value)
{
    const size_t size = tropic_type_size(type);
    tp_cuda_use use(context);
    tp_device_lists lists;
    tropic_index rows = T->lists;
    take_over(context, T, &lists);
    TP_TRY(lists.values.make(context, lists.count * (int64_t)size, "the values of a matrix"));
    TP_TRY(tp_cuda_fill(context, lists.values.data, type, value, lists.count));
    tp_cuda_hand_over(&lists, rows, size, T);
    return TROPIC_OK;
}

tropic_status tp_cuda_write_lists(tp_matrix_output *o, tp_lists *T)
{
    const size_t size = T->size;
    tp_cuda_use use(o->context);
    tp_device_lists lists;
    take_over(o->context, T, &lists);
    return tp_cuda_matrix_write(o, &lists, size);
}

void tp_cuda_free_lists(tropic_context *context, tp_lists *T)
{
    tp_device_lists lists;
    tp_cuda_use use(context);
    take_over(context, T, &lists);
}

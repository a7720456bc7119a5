/* SPDX-License-Identifier: Apache-2.0
 *
 * C<mask> (accum)= T for matrices, in device memory.
 */
#include "spmv/matrices/matrix_output.cuh"

/* The rows, which are taken over, become C. */
static tropic_status become(tp_matrix_output *o, tp_device_lists *t, size_t size)
{
    tropic_matrix *made = NULL;
    tp_side *side;
    TP_TRY(tp_matrix_output_new(o, t->count, size == 0, &made));
    side = &made->device[o->context->device_index][TP_BY_ROW];
    side->memory = o->context->memory;
    side->release = tp_cuda_mirror_release;
    side->offsets = t->offsets.take();
    side->ids = t->ids.take();
    side->values = t->values.take();
    side->present = true;
    tp_matrix_output_replace(o, made);
    return TROPIC_OK;
}

static tropic_status download(tropic_context *context, const tp_device_lists *t, tp_lists *out)
{
    TP_TRY(tp_cuda_download(context, out->offsets, t->offsets.data, ((size_t)out->lists + 1) * sizeof *out->offsets));
    TP_TRY(tp_cuda_download(context, out->ids, t->ids.data, (size_t)t->count * sizeof *out->ids));
    return tp_cuda_download(context, out->values, t->values.data, (size_t)t->count * out->size);
}

tropic_status tp_cuda_matrix_write(tp_matrix_output *o, tp_device_lists *t, size_t size)
{
    tp_lists lists = {};
    tropic_status status;
    if (tp_matrix_output_plain(o, size == 0)) return become(o, t, size);
    TP_TRY(tp_lists_allocate(o->context, &o->context->memory, &lists, o->rows, t->count, size));
    status = download(o->context, t, &lists);
    if (status == TROPIC_OK) return tp_matrix_write(o, &lists);
    tp_lists_free(&o->context->memory, &lists);
    return status;
}

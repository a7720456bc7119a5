/* SPDX-License-Identifier: Apache-2.0
 *
 * Working memory of steps, which grows and is kept.
 */
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

tropic_status tp_cuda_need(tropic_context *context, tp_device_buffer *buffer, size_t bytes, const char *what, bool zero)
{
    if (bytes <= buffer->bytes) return TROPIC_OK;
    TP_TRY(tp_cuda_refuse_capture(context)); /* before the old contents are lost */
    tp_cuda_release(context, buffer->memory);
    *buffer = {};
    TP_TRY(tp_cuda_allocate(context, &buffer->memory, bytes, what));
    buffer->bytes = bytes;
    if (!zero) return TROPIC_OK;
    return tp_cuda_check(context, cudaMemsetAsync(buffer->memory, 0, bytes, tp_cuda_of(context)->stream), what);
}

tropic_status tp_cuda_need_items(tropic_context *context, int64_t capacity)
{
    tp_cuda_scratch *scratch = &tp_cuda_of(context)->scratch;
    if (!scratch->counts) {
        const int32_t zero = 0;
        TP_TRY(tp_cuda_refuse_capture(context));
        TP_TRY(tp_cuda_allocate(context, (void **)&scratch->counts, 2 * sizeof *scratch->counts, "counts of hubs"));
        TP_TRY(tp_cuda_fill(context, scratch->counts, TROPIC_INT32, &zero, 2));
    }
    return tp_cuda_need(context, &scratch->items, (size_t)capacity * sizeof(tp_hub_chunk), "lists of hubs", false);
}

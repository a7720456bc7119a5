/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory: the caller's functions where a context has them, else a pool in the order of the
 * stream at hand; and copies to and from it.
 */
#include "runtime/cuda.h"

#include <string.h>

#define FIRST_BLOCKS 32

/* A place to remember one more block. */
static tropic_status reserve_block(tropic_context *context, tp_cuda *cuda)
{
    const int64_t more = cuda->block_room > 0 ? 2 * cuda->block_room : FIRST_BLOCKS;
    tp_cuda_block *grown;
    if (cuda->block_count < cuda->block_room) return TROPIC_OK;
    grown = (tp_cuda_block *)tp_allocate(&context->memory, more, sizeof *grown);
    if (!grown) return tp_out_of_memory(context, "the list of device memory");
    if (cuda->block_count > 0) memcpy(grown, cuda->blocks, (size_t)cuda->block_count * sizeof *grown);
    tp_release(&context->memory, cuda->blocks);
    cuda->blocks = grown;
    cuda->block_room = more;
    return TROPIC_OK;
}

/* DEVICE_ERROR, or OUT_OF_DEVICE_MEMORY naming what and how much; cleared, so that the next call
 * does not see it. */
static tropic_status allocation_failed(tropic_context *context, cudaError_t error, size_t bytes, const char *what)
{
    size_t left = 0, all = 0;
    if (error != cudaErrorMemoryAllocation) return tp_cuda_check(context, error, "allocating");
    cudaGetLastError();
    if (cudaMemGetInfo(&left, &all) != cudaSuccess) cudaGetLastError();
    return tp_fail(context, TROPIC_OUT_OF_DEVICE_MEMORY, "out of device memory for %s (%zu bytes; %zu of %zu are free)",
                   what, bytes, left, all);
}

tropic_status tp_cuda_refuse_capture(tropic_context *context)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    TP_TRY(
        tp_cuda_check(context, cudaStreamIsCapturing(tp_cuda_of(context)->stream, &capture), "looking at the stream"));
    if (capture == cudaStreamCaptureStatusNone) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED,
                   "the stream is being captured, and this call needs memory: make the same call once before");
}

tropic_status tp_cuda_allocate(tropic_context *context, void **pointer, size_t bytes, const char *what)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const tp_memory *memory = &context->memory;
    const size_t size = bytes > 0 ? bytes : 1;
    cudaError_t error = cudaSuccess;
    void *made = NULL;
    tp_cuda_use use(context);

    TP_TRY(reserve_block(context, cuda));
    if (memory->device_allocate) {
        made = memory->device_allocate(size, memory->user);
        if (!made) error = cudaErrorMemoryAllocation;
    } else if (cuda->pool) {
        error = cudaMallocFromPoolAsync(&made, size, cuda->pool, cuda->stream);
    } else {
        error = cudaMalloc(&made, size);
    }
    if (error != cudaSuccess) return allocation_failed(context, error, bytes, what);

    cuda->blocks[cuda->block_count].pointer = made;
    cuda->blocks[cuda->block_count++].bytes = bytes;
    context->working += bytes;
    if (context->working > context->working_peak) context->working_peak = context->working;
    *pointer = made;
    return TROPIC_OK;
}

tropic_status tp_cuda_available(tropic_context *context, size_t *bytes)
{
    tp_cuda *cuda = tp_cuda_of(context);
    uint64_t reserved = 0, used = 0; /* CUDA: cuuint64_t */
    size_t all = 0;
    tp_cuda_use use(context);
    *bytes = SIZE_MAX;
    if (context->memory.device_allocate) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaMemGetInfo(bytes, &all), "asking for free memory"));
    if (!cuda->pool) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrReservedMemCurrent, &reserved),
                         "asking for free memory"));
    TP_TRY(tp_cuda_check(context, cudaMemPoolGetAttribute(cuda->pool, cudaMemPoolAttrUsedMemCurrent, &used),
                         "asking for free memory"));
    *bytes += (size_t)(reserved - used);
    return TROPIC_OK;
}

void tp_cuda_release(tropic_context *context, void *pointer)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const tp_memory *memory = &context->memory;
    int64_t at = cuda->block_count - 1;
    if (!pointer) return;
    tp_cuda_use use(context);
    while (at >= 0 && cuda->blocks[at].pointer != pointer) at--;
    if (at >= 0) {
        context->working -= cuda->blocks[at].bytes;
        cuda->blocks[at] = cuda->blocks[--cuda->block_count];
    }
    if (memory->device_release) {
        /* The caller knows nothing of our stream: nothing there, or before it, may still use the memory. */
        cudaStreamSynchronize(cuda->stream);
        memory->device_release(pointer, memory->user);
    } else if (cuda->pool) {
        cudaFreeAsync(pointer, cuda->stream);
    } else {
        cudaFree(pointer);
    }
}

tropic_status tp_cuda_mirror_allocate(tropic_context *context, const tp_memory *memory, void **pointer, size_t bytes,
                                      const char *what)
{
    tp_cuda *cuda = tp_cuda_of(context);
    void *made = NULL;
    cudaError_t error = cudaSuccess;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_refuse_capture(context));
    if (memory->device_allocate) {
        made = memory->device_allocate(bytes, memory->user);
        if (!made) error = cudaErrorMemoryAllocation;
    } else {
        error = cudaMalloc(&made, bytes);
        if (error == cudaErrorMemoryAllocation && cuda->pool) {
            /* What the pool keeps for later calls is worth less than the matrix. */
            cudaGetLastError();
            cudaStreamSynchronize(cuda->stream);
            cudaMemPoolTrimTo(cuda->pool, 0);
            error = cudaMalloc(&made, bytes);
        }
    }
    if (error != cudaSuccess) return allocation_failed(context, error, bytes, what);
    *pointer = made;
    return TROPIC_OK;
}

void tp_cuda_mirror_release(const tp_memory *memory, int device, void *pointer)
{
    if (!pointer) return;
    tp_cuda_use use(tp_cuda_ordinal(device));
    if (memory->device_release)
        memory->device_release(pointer, memory->user);
    else
        cudaFree(pointer);
}

tropic_status tp_cuda_upload(tropic_context *context, void *to, const void *from, size_t bytes)
{
    tp_cuda_use use(context);
    if (bytes == 0) return TROPIC_OK;
    return tp_cuda_check(context, cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, tp_cuda_of(context)->stream),
                         "a copy to the device");
}

tropic_status tp_cuda_download(tropic_context *context, void *to, const void *from, size_t bytes)
{
    tp_cuda *cuda = tp_cuda_of(context);
    void *through = bytes <= TP_CUDA_PINNED ? cuda->pinned : to;
    tp_cuda_use use(context);
    if (bytes == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaMemcpyAsync(through, from, bytes, cudaMemcpyDeviceToHost, cuda->stream),
                         "a copy from the device"));
    TP_TRY(tp_cuda_check(context, cudaStreamSynchronize(cuda->stream), "work on the device"));
    if (through != to) memcpy(to, through, bytes);
    return TROPIC_OK;
}

tropic_status tp_cuda_copy(tropic_context *context, void *to, const void *from, size_t bytes)
{
    tp_cuda_use use(context);
    if (bytes == 0) return TROPIC_OK;
    return tp_cuda_check(context,
                         cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, tp_cuda_of(context)->stream),
                         "a copy on the device");
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * A context's device memory: the caller's functions where it has them, else a pool in the order of the stream at hand;
 * and copies to and from it.
 */
#include "runtime/cuda/cuda_pool.h"
#include "runtime/cuda/cuda_reset.h"
#include "runtime/cuda/cuda_staging.h"

#include <string.h>

#define FIRST_BLOCKS 32

/* Places to remember a few more blocks, at most FIRST_BLOCKS. */
static tropic_status reserve_blocks(tropic_context *context, tp_cuda *cuda, int count)
{
    const int64_t more = cuda->block_room > 0 ? 2 * cuda->block_room : FIRST_BLOCKS;
    tp_cuda_block *grown;
    if (cuda->block_count + count <= cuda->block_room) return TROPIC_OK;
    grown = (tp_cuda_block *)tp_allocate(&context->memory, more, sizeof *grown);
    if (!grown) return tp_out_of_memory(context, "the list of device memory");
    if (cuda->block_count > 0) memcpy(grown, cuda->blocks, (size_t)cuda->block_count * sizeof *grown);
    tp_release(&context->memory, cuda->blocks);
    cuda->blocks = grown;
    cuda->block_room = more;
    return TROPIC_OK;
}

/* In a place that was reserved. */
static void add_block(tropic_context *context, tp_cuda *cuda, tp_cuda_block block)
{
    cuda->blocks[cuda->block_count++] = block;
    tp_working_add(context, block.bytes);
}

/* Forgets a block; one that is not known has no pointer. */
static tp_cuda_block remove_block(tropic_context *context, tp_cuda *cuda, const void *pointer)
{
    int64_t at = cuda->block_count - 1;
    tp_cuda_block block = {};
    while (at >= 0 && cuda->blocks[at].pointer != pointer) at--;
    if (at < 0) return block;
    block = cuda->blocks[at];
    tp_working_remove(context, block.bytes);
    cuda->blocks[at] = cuda->blocks[--cuda->block_count];
    return block;
}

tropic_status tp_cuda_allocate(tropic_context *context, void **pointer, size_t bytes, const char *what)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const tp_cuda_source from = {&context->memory, cuda->pool, cuda->stream};
    const size_t size = bytes > 0 ? bytes : 1;
    cudaError_t error;
    void *made = NULL;
    tp_cuda_use use(context);

    TP_TRY(reserve_blocks(context, cuda, 1));
    error = tp_cuda_take(context, &from, &made, size);
    if (error != cudaSuccess) return tp_cuda_no_memory(context, error, bytes, what);

    add_block(context, cuda, tp_cuda_block{made, bytes});
    *pointer = made;
    return TROPIC_OK;
}

void tp_cuda_release(tropic_context *context, void *pointer)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const tp_memory *memory = &context->memory;
    if (!pointer) return;
    remove_block(context, cuda, pointer);
    if (tp_cuda_is_gone(context)) {
        if (memory->device_release) memory->device_release(pointer, memory->user);
        return;
    }
    tp_cuda_use use(context);
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

tropic_status tp_cuda_hand_over(tropic_context *context, tropic_context *to, void *const *arrays, int count)
{
    TP_TRY(reserve_blocks(to, tp_cuda_of(to), count));
    /* (Work of the other stream on them comes after this.) */
    const tropic_status status = context->backend->wait(context);
    if (status != TROPIC_OK) return tp_fail(to, status, "%s", tropic_context_error(context));
    for (int k = 0; k < count; k++)
        if (arrays[k]) add_block(to, tp_cuda_of(to), remove_block(context, tp_cuda_of(context), arrays[k]));
    return TROPIC_OK;
}

tropic_status tp_cuda_refuse_waiting(tropic_context *context)
{
    if (!tp_cuda_is_captured(context)) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED, "the stream is being captured, and this call waits for a result");
}

tropic_status tp_cuda_upload(tropic_context *context, void *to, const void *from, size_t bytes)
{
    bool done = bytes == 0;
    tp_cuda_use use(context);
    if (!done) TP_TRY(tp_cuda_stage_upload(context, to, from, bytes, &done));
    if (done) return TROPIC_OK;
    return tp_cuda_check(context, cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, tp_cuda_of(context)->stream),
                         "a copy to the device");
}

tropic_status tp_cuda_upload_ids(tropic_context *context, tropic_index *to, const tropic_index *ids, int64_t count)
{
    bool done = false;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_stage_ids(context, to, ids, count, &done));
    return done ? TROPIC_OK : tp_cuda_upload(context, to, ids, (size_t)count * sizeof *ids);
}

tropic_status tp_cuda_download(tropic_context *context, void *to, const void *from, size_t bytes)
{
    tp_cuda *cuda = tp_cuda_of(context);
    void *through = bytes <= TP_CUDA_PINNED ? cuda->pinned : to;
    bool done = false;
    tp_cuda_use use(context);
    if (bytes == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_refuse_waiting(context));
    TP_TRY(tp_cuda_stage_download(context, context->device_index, cuda->stream, to, from, bytes, &done));
    if (done) return TROPIC_OK;
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

#define FROM_ANOTHER "a copy from another device"

/* The device at hand copies it, on a stream that nobody else knows. */
static tropic_status copy_alone(tropic_context *context, int device, void *to, const void *from, size_t bytes)
{
    cudaStream_t stream = NULL;
    bool done = false;
    tropic_status status =
        tp_cuda_check(context, cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), FROM_ANOTHER);
    TP_TRY(status);
    status = tp_cuda_stage_download(context, device, stream, to, from, bytes, &done);
    if (status == TROPIC_OK && !done) {
        cudaError_t error = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
        status = tp_cuda_check(context, error, FROM_ANOTHER);
    }
    cudaStreamDestroy(stream);
    return status;
}

/* (Who makes a matrix waits until it is written; the caller who writes the arrays of a view need not.) */
tropic_status tp_cuda_mirror_download(tropic_context *context, int device, void *to, const void *from, size_t bytes)
{
    const bool on_device = context->backend->location == TROPIC_DEVICE;
    if (bytes == 0) return TROPIC_OK;
    if (on_device) TP_TRY(tp_cuda_check_device(context));
    if (on_device && context->device_index == device) return tp_cuda_download(context, to, from, bytes);
    if (on_device) TP_TRY(tp_cuda_refuse_waiting(context));
    const int ordinal = tp_cuda_ordinal_of(device);
    if (ordinal < 0)
        return tp_fail(context, TROPIC_DEVICE_ERROR,
                       "the matrix was in the memory of a GPU that was reset (cudaDeviceReset)");
    tp_cuda_use use(ordinal);
    TP_TRY(tp_cuda_check(context, tp_cuda_await_device(device), FROM_ANOTHER));
    return copy_alone(context, device, to, from, bytes);
}

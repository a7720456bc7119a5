/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory: the caller's functions where a context has them, else a pool in the order of the
 * stream at hand, and for matrices one of the device; and copies to and from it.
 */
#include "runtime/cuda.h"

#include <pthread.h>
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

/* ---- pools of devices ---- */

/* Arrays of matrices outlive contexts and are used by any stream, so they come from a pool of the device, which keeps
 * what it gets back: cudaMalloc and cudaFree take hundreds of microseconds each for large arrays. The pool stays for as
 * long as the program runs; without a context it keeps nothing. */
typedef struct device_pool {
    int contexts;
    bool asked; /* whether there can be one */
    cudaMemPool_t pool;
    cudaStream_t stream; /* on which nothing but allocations goes */
} device_pool;

/* By tropic_context.device_index; matrices have no place on more (TP_MAX_DEVICES). */
#define POOLS 16
static device_pool device_pools[POOLS];
static pthread_mutex_t pools_lock = PTHREAD_MUTEX_INITIALIZER;

tropic_status tp_cuda_make_pool(tropic_context *context, int ordinal, cudaMemPool_t *pool)
{
    cudaMemPoolProps properties = {};
    uint64_t keep = UINT64_MAX; /* until it is trimmed, or freed */
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = ordinal;
    cudaMemPool_t made = NULL;
    tropic_status status;
    TP_TRY(tp_cuda_check(context, cudaMemPoolCreate(&made, &properties), "making a memory pool"));
    status = tp_cuda_check(context, cudaMemPoolSetAttribute(made, cudaMemPoolAttrReleaseThreshold, &keep),
                           "making a memory pool");
    if (status == TROPIC_OK)
        *pool = made;
    else
        cudaMemPoolDestroy(made);
    return status;
}

static device_pool *pool_of(int device)
{
    return device < POOLS ? &device_pools[device] : NULL;
}

/* Gives back what the pool keeps. */
static void trim(const device_pool *d)
{
    if (d && d->pool) cudaMemPoolTrimTo(d->pool, 0);
}

/* The device of a context that is open has a pool, if the GPU has pools; else *found is NULL. */
static tropic_status find_pool(tropic_context *context, device_pool **found)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    device_pool *d = pool_of(context->device_index);
    tropic_status status = TROPIC_OK;
    *found = NULL;
    if (!cuda->pool || !d) return TROPIC_OK;
    pthread_mutex_lock(&pools_lock);
    if (!d->asked) {
        if (!d->stream)
            status =
                tp_cuda_check(context, cudaStreamCreateWithFlags(&d->stream, cudaStreamNonBlocking), "making a stream");
        if (status == TROPIC_OK) status = tp_cuda_make_pool(context, cuda->ordinal, &d->pool);
        d->asked = status == TROPIC_OK;
    }
    pthread_mutex_unlock(&pools_lock);
    if (d->asked) *found = d;
    return status;
}

void tp_cuda_count_context(const tropic_context *context, int more)
{
    device_pool *d = pool_of(context->device_index);
    if (!d) return;
    pthread_mutex_lock(&pools_lock);
    d->contexts += more;
    if (d->contexts == 0) trim(d);
    pthread_mutex_unlock(&pools_lock);
}

void tp_cuda_trim(const tropic_context *context)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    cudaGetLastError();
    cudaStreamSynchronize(cuda->stream);
    if (cuda->pool) cudaMemPoolTrimTo(cuda->pool, 0);
    trim(pool_of(context->device_index));
    cudaGetLastError();
}

/* What a pool has reserved and not given out. */
static tropic_status kept_by(tropic_context *context, cudaMemPool_t pool, size_t *bytes)
{
    uint64_t reserved = 0, used = 0; /* CUDA: cuuint64_t */
    TP_TRY(tp_cuda_check(context, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved),
                         "asking for free memory"));
    TP_TRY(tp_cuda_check(context, cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used),
                         "asking for free memory"));
    *bytes += (size_t)(reserved - used);
    return TROPIC_OK;
}

/* ---- a context's memory ---- */

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
        if (error == cudaErrorMemoryAllocation) {
            tp_cuda_trim(context);
            error = cudaMallocFromPoolAsync(&made, size, cuda->pool, cuda->stream);
        }
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
    device_pool *of_device = NULL;
    size_t all = 0;
    tp_cuda_use use(context);
    *bytes = SIZE_MAX;
    if (context->memory.device_allocate) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaMemGetInfo(bytes, &all), "asking for free memory"));
    TP_TRY(find_pool(context, &of_device));
    if (cuda->pool) TP_TRY(kept_by(context, cuda->pool, bytes));
    return of_device ? kept_by(context, of_device->pool, bytes) : TROPIC_OK;
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

/* ---- a matrix's memory ---- */

/* What a matrix's memory is made by: the caller's function, the device's pool, or (NULL) CUDA. */
static cudaError_t allocate_array(const tp_memory *memory, const device_pool *pool, void **made, size_t bytes)
{
    if (memory->device_allocate) {
        *made = memory->device_allocate(bytes, memory->user);
        return *made ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    if (!pool) return cudaMalloc(made, bytes);
    return cudaMallocFromPoolAsync(made, bytes, pool->pool, pool->stream);
}

tropic_status tp_cuda_mirror_allocate_all(tropic_context *context, const tp_memory *memory, const tp_cuda_array *arrays,
                                          int count, const char *what)
{
    device_pool *pool = NULL;
    cudaError_t error = cudaSuccess;
    int made = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_refuse_capture(context));
    if (!memory->device_allocate) TP_TRY(find_pool(context, &pool));
    for (; made < count && error == cudaSuccess; made += error == cudaSuccess) {
        const tp_cuda_array *a = &arrays[made];
        *a->pointer = NULL;
        error = allocate_array(memory, pool, a->pointer, a->bytes);
        if (error != cudaErrorMemoryAllocation || memory->device_allocate) continue;
        tp_cuda_trim(context);
        error = allocate_array(memory, pool, a->pointer, a->bytes);
    }
    /* Then any stream may use it. What it was before was given back when nothing used it any more. */
    if (error == cudaSuccess && pool) error = cudaStreamSynchronize(pool->stream);
    if (error == cudaSuccess) return TROPIC_OK;
    for (int k = 0; k < made; k++) {
        tp_cuda_mirror_release(memory, context->device_index, *arrays[k].pointer);
        *arrays[k].pointer = NULL;
    }
    return allocation_failed(context, error, made < count ? arrays[made].bytes : 0, what);
}

tropic_status tp_cuda_mirror_allocate(tropic_context *context, const tp_memory *memory, void **pointer, size_t bytes,
                                      const char *what)
{
    const tp_cuda_array array = {pointer, bytes};
    return tp_cuda_mirror_allocate_all(context, memory, &array, 1, what);
}

void tp_cuda_mirror_release(const tp_memory *memory, int device, void *pointer)
{
    const device_pool *pool = pool_of(device);
    if (!pointer) return;
    tp_cuda_use use(tp_cuda_ordinal(device));
    if (memory->device_release) {
        memory->device_release(pointer, memory->user);
        return;
    }
    if (pool && pool->pool) {
        /* Memory of a pool does not wait by itself until nothing uses it. It is available once its free is done. */
        cudaDeviceSynchronize();
        if (cudaFreeAsync(pointer, pool->stream) == cudaSuccess) {
            cudaStreamSynchronize(pool->stream);
            if (pool->contexts == 0) trim(pool);
            return;
        }
        cudaGetLastError(); /* it was not the pool's */
    }
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

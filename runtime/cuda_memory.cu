/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory: the caller's functions where a context has them, else a pool in the order of the
 * stream at hand, and for matrices one of the device; and copies to and from it.
 */
#include "runtime/cuda.h"

#include <pthread.h>
#include <stdlib.h>
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
    tp_cuda *contexts; /* that are open: a list */
    bool asked;        /* whether there can be one */
    cudaMemPool_t pool;
    cudaStream_t stream; /* on which nothing but allocations goes */
    /* What was given back while the stream of a context was captured. There is room for all arrays that are out. */
    void **waiting;
    int64_t waiting_count, waiting_room, arrays;
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

/* Gives an array back to where it came from; nothing uses it any more. It is available once its free is done. */
static void give_back(const device_pool *d, void *pointer)
{
    if (d && d->pool) {
        if (cudaFreeAsync(pointer, d->stream) == cudaSuccess) {
            cudaStreamSynchronize(d->stream);
            return;
        }
        cudaGetLastError(); /* it was not the pool's */
    }
    cudaFree(pointer);
}

/* Does the caller capture the context's stream? */
static bool is_captured(const tp_cuda *cuda)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    const cudaError_t error = cudaStreamIsCapturing(cuda->first_stream, &capture);
    if (error != cudaSuccess) cudaGetLastError();
    /* (The legacy stream is not captured, but a stream that it waits for is.) */
    return error == cudaErrorStreamCaptureImplicit || capture != cudaStreamCaptureStatusNone;
}

/* That of any context? Then nothing may wait for the device: that would break the capture. The lock is held. */
static bool any_is_captured(const device_pool *d)
{
    const tp_cuda *cuda = d->contexts;
    while (cuda && !is_captured(cuda)) cuda = cuda->next;
    return cuda != NULL;
}

/* The lock is held. */
static void give_back_waiting(device_pool *d)
{
    if (d->waiting_count == 0 || any_is_captured(d)) return;
    cudaDeviceSynchronize();
    d->arrays -= d->waiting_count;
    while (d->waiting_count > 0) give_back(d, d->waiting[--d->waiting_count]);
}

/* Gives back what the pool keeps. The lock is held. */
static void trim(device_pool *d)
{
    give_back_waiting(d);
    if (d->pool) cudaMemPoolTrimTo(d->pool, 0);
}

/* One more array is out, and may have to wait. False: there is no memory. */
static bool count_array(device_pool *d)
{
    bool counted = true;
    if (!d) return true;
    pthread_mutex_lock(&pools_lock);
    give_back_waiting(d);
    if (d->arrays == d->waiting_room) {
        const int64_t room = d->waiting_room > 0 ? 2 * d->waiting_room : FIRST_BLOCKS;
        void **grown = (void **)realloc(d->waiting, (size_t)room * sizeof *grown);
        counted = grown != NULL;
        if (grown) {
            d->waiting = grown;
            d->waiting_room = room;
        }
    }
    d->arrays += counted;
    pthread_mutex_unlock(&pools_lock);
    return counted;
}

static void discount_array(device_pool *d)
{
    if (!d) return;
    pthread_mutex_lock(&pools_lock);
    d->arrays--;
    if (!d->contexts) trim(d);
    pthread_mutex_unlock(&pools_lock);
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

void tp_cuda_add_context(const tropic_context *context)
{
    device_pool *d = pool_of(context->device_index);
    tp_cuda *cuda = tp_cuda_of(context);
    if (!d) return;
    pthread_mutex_lock(&pools_lock);
    cuda->next = d->contexts;
    d->contexts = cuda;
    pthread_mutex_unlock(&pools_lock);
}

void tp_cuda_remove_context(const tropic_context *context)
{
    device_pool *d = pool_of(context->device_index);
    tp_cuda **at = d ? &d->contexts : NULL;
    if (!d) return;
    pthread_mutex_lock(&pools_lock);
    while (*at && *at != tp_cuda_of(context)) at = &(*at)->next;
    if (*at) *at = (*at)->next;
    if (!d->contexts) trim(d);
    pthread_mutex_unlock(&pools_lock);
}

void tp_cuda_trim(const tropic_context *context)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    device_pool *d = pool_of(context->device_index);
    if (is_captured(cuda)) return; /* nothing may wait for it */
    cudaGetLastError();
    cudaStreamSynchronize(cuda->stream);
    if (cuda->pool) cudaMemPoolTrimTo(cuda->pool, 0);
    if (d) {
        pthread_mutex_lock(&pools_lock);
        trim(d);
        pthread_mutex_unlock(&pools_lock);
    }
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

tropic_status tp_cuda_look_for_capture(tropic_context *context, bool *captured)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    TP_TRY(
        tp_cuda_check(context, cudaStreamIsCapturing(tp_cuda_of(context)->stream, &capture), "looking at the stream"));
    *captured = capture != cudaStreamCaptureStatusNone;
    return TROPIC_OK;
}

tropic_status tp_cuda_refuse_capture(tropic_context *context)
{
    bool captured = false;
    TP_TRY(tp_cuda_look_for_capture(context, &captured));
    if (!captured) return TROPIC_OK;
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

/* One more array, which is counted where the library makes it. */
static cudaError_t make_array(const tropic_context *context, const tp_memory *memory, const device_pool *pool,
                              const tp_cuda_array *array)
{
    device_pool *const counts = pool_of(context->device_index);
    const bool own = !memory->device_allocate;
    cudaError_t error;
    *array->pointer = NULL;
    if (own && !count_array(counts)) return cudaErrorMemoryAllocation; /* of the host, which the list is in */
    error = allocate_array(memory, pool, array->pointer, array->bytes);
    if (error == cudaErrorMemoryAllocation && own) {
        tp_cuda_trim(context);
        error = allocate_array(memory, pool, array->pointer, array->bytes);
    }
    if (error != cudaSuccess && own) discount_array(counts);
    return error;
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
    for (; made < count && error == cudaSuccess; made += error == cudaSuccess)
        error = make_array(context, memory, pool, &arrays[made]);
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
    device_pool *d = pool_of(device);
    bool waits = false;
    if (!pointer) return;
    tp_cuda_use use(tp_cuda_ordinal(device));
    if (memory->device_release) {
        memory->device_release(pointer, memory->user);
        return;
    }
    if (d) {
        pthread_mutex_lock(&pools_lock);
        waits = any_is_captured(d);
        if (waits)
            d->waiting[d->waiting_count++] = pointer;
        else
            give_back_waiting(d);
        pthread_mutex_unlock(&pools_lock);
    }
    if (waits) return;
    /* Memory of a pool does not wait by itself until nothing uses it. */
    cudaDeviceSynchronize();
    give_back(d, pointer);
    discount_array(d);
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

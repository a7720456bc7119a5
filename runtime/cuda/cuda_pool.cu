/* SPDX-License-Identifier: Apache-2.0
 *
 * Device memory that matrices keep: from the caller's functions, or a pool of the device. Where memory of a device
 * comes from, and which memory is given back before a call fails for want of it.
 */
#include "runtime/cuda/cuda_pool.h"
#include "runtime/cuda/cuda_reset.h"
#include "runtime/evict.h"
#include "runtime/locks.h"

#include <stdlib.h>

/* ---- pools of devices ---- */

#define FIRST_WAITING 32

/* Arrays of matrices outlive contexts and are used by any stream, so they come from a pool of the device, which keeps
 * memory that it gets back: cudaMalloc and cudaFree take hundreds of microseconds. Without a context it keeps nothing,
 * and without arrays it goes, too: then the library has nothing on the device, which the caller may reset. */
typedef struct device_pool {
    int ordinal;       /* CUDA's number of the device; while there are contexts or arrays */
    uint64_t epoch;    /* of which they are */
    tp_cuda *contexts; /* that are open: a list */
    bool asked;        /* whether there can be one */
    bool known;        /* a caller knew the stream of a context that is closed */
    cudaMemPool_t pool;
    cudaStream_t stream; /* on which nothing but allocations goes */
    cudaEvent_t mark;    /* made with it */
    /* Given back while a context's stream was captured. There is room for all arrays that are out, the caller's too. */
    void **waiting;
    int64_t waiting_count, waiting_room, arrays;
} device_pool;

/* By tropic_context.device_index. */
static device_pool device_pools[TP_MAX_DEVICES];
static tp_mutex pools_lock = {PTHREAD_MUTEX_INITIALIZER, 0};

static device_pool *pool_of(int device)
{
    return device < TP_MAX_DEVICES ? &device_pools[device] : NULL;
}

/* Are there contexts or arrays, which are gone? The lock is held. */
static bool is_lost(const device_pool *d)
{
    return (d->contexts || d->arrays > 0) && tp_cuda_is_over(d->ordinal, d->epoch);
}

int tp_cuda_ordinal_of(int device)
{
    const device_pool *d = pool_of(device);
    int ordinal;
    if (!d) return tp_cuda_ordinal(device);
    tp_mutex_lock(&pools_lock);
    ordinal = is_lost(d) ? -1 : d->ordinal;
    tp_mutex_unlock(&pools_lock);
    return ordinal;
}

/* Gives an array back to where it came from; nothing uses it any more. It is free for the stream's next allocations,
 * and for others once the stream has come so far. */
static void give_back(const device_pool *d, void *pointer)
{
    if (d && d->pool) {
        if (cudaFreeAsync(pointer, d->stream) == cudaSuccess) return;
        cudaGetLastError(); /* it was not the pool's */
    }
    cudaFree(pointer);
}

/* (The stream of a context that nobody has asked for cannot be captured. Asking CUDA takes its time.) */
static bool is_captured(const tp_cuda *cuda)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    cudaError_t error;
    if (!cuda->known_stream) return false;
    error = cudaStreamIsCapturing(cuda->first_stream, &capture);
    if (error != cudaSuccess) cudaGetLastError();
    /* (The legacy stream is not captured, but a stream that it waits for is.) */
    return error == cudaErrorStreamCaptureImplicit || capture != cudaStreamCaptureStatusNone;
}

void tp_cuda_know_stream(const tropic_context *context)
{
    tp_mutex_lock(&pools_lock);
    tp_cuda_of(context)->known_stream = true;
    tp_mutex_unlock(&pools_lock);
}

bool tp_cuda_is_captured(tropic_context *context)
{
    return is_captured(tp_cuda_of(context));
}

tropic_status tp_cuda_refuse_capture(tropic_context *context)
{
    if (!tp_cuda_is_captured(context)) return TROPIC_OK;
    return tp_fail(context, TROPIC_NOT_SUPPORTED,
                   "the stream is being captured, and this call needs memory: make the same call once before");
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

/* Gives back the memory that the pool keeps. The lock is held. */
static void trim(device_pool *d)
{
    give_back_waiting(d);
    if (!d->pool) return;
    cudaStreamSynchronize(d->stream);
    cudaMemPoolTrimTo(d->pool, 0);
}

/* Without a context, of a device that is lost or not. The lock is held. */
static void leave_device(device_pool *d, bool lost)
{
    if (lost) {
        d->arrays -= d->waiting_count;
        d->waiting_count = 0;
    } else {
        trim(d);
        if (d->arrays > 0) return;
        if (d->pool) cudaMemPoolDestroy(d->pool);
        if (d->stream) cudaStreamDestroy(d->stream);
        if (d->mark) cudaEventDestroy(d->mark);
    }
    d->pool = NULL;
    d->stream = NULL;
    d->mark = NULL;
    d->known = false;
    d->asked = false;
}

/* One more array is out, and may have to wait. False: there is no memory. */
static bool count_array(device_pool *d)
{
    bool counted = true;
    if (!d) return true;
    tp_mutex_lock(&pools_lock);
    give_back_waiting(d);
    if (d->arrays == d->waiting_room) {
        const int64_t room = d->waiting_room > 0 ? 2 * d->waiting_room : FIRST_WAITING;
        void **grown = (void **)realloc(d->waiting, (size_t)room * sizeof *grown);
        counted = grown != NULL;
        if (grown) {
            d->waiting = grown;
            d->waiting_room = room;
        }
    }
    d->arrays += counted;
    tp_mutex_unlock(&pools_lock);
    return counted;
}

static void discount_array(device_pool *d)
{
    if (!d) return;
    tp_mutex_lock(&pools_lock);
    d->arrays--;
    if (!d->contexts) leave_device(d, tp_cuda_is_over(d->ordinal, d->epoch));
    tp_mutex_unlock(&pools_lock);
}

/* The device of a context that is open has a pool, if the GPU has pools; else *found is NULL. */
static tropic_status find_pool(tropic_context *context, device_pool **found)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    device_pool *d = pool_of(context->device_index);
    tropic_status status = TROPIC_OK;
    *found = NULL;
    if (!cuda->pool || !d) return TROPIC_OK;
    tp_mutex_lock(&pools_lock);
    if (!d->asked) {
        if (!d->stream)
            status =
                tp_cuda_check(context, cudaStreamCreateWithFlags(&d->stream, cudaStreamNonBlocking), "making a stream");
        if (status == TROPIC_OK && !d->mark)
            status =
                tp_cuda_check(context, cudaEventCreateWithFlags(&d->mark, cudaEventDisableTiming), "making an event");
        if (status == TROPIC_OK) status = tp_cuda_make_pool(context, cuda->ordinal, &d->pool);
        d->asked = status == TROPIC_OK;
    }
    tp_mutex_unlock(&pools_lock);
    if (d->asked) *found = d;
    return status;
}

tropic_status tp_cuda_source_of_matrices(tropic_context *context, const tp_memory *memory, tp_cuda_source *from)
{
    device_pool *d = NULL;
    *from = tp_cuda_source{memory, NULL, NULL};
    if (!memory->device_allocate) TP_TRY(find_pool(context, &d));
    if (!d) return TROPIC_OK;
    from->pool = d->pool;
    from->stream = d->stream;
    return TROPIC_OK;
}

/* The index of a context that is opened: its own, or that of another, while there are arrays of an older epoch. NULL:
 * there is none. The lock is held. */
static device_pool *choose_index(int own, const tp_cuda *cuda)
{
    const int devices = tropic_device_count();
    for (int k = 0; k < TP_MAX_DEVICES; k++) {
        device_pool *d = &device_pools[k];
        if ((d->contexts || d->arrays > 0) && d->ordinal == cuda->ordinal && d->epoch == cuda->epoch) return d;
    }
    for (int k = own; k < TP_MAX_DEVICES; k = k < devices ? devices : k + 1) {
        device_pool *d = &device_pools[k];
        if (!d->contexts && d->arrays == 0) return d;
    }
    return NULL;
}

tropic_status tp_cuda_add_context(tropic_context *context)
{
    device_pool *d = pool_of(context->device_index);
    tp_cuda *cuda = tp_cuda_of(context);
    cuda->epoch = tp_cuda_epoch(cuda->ordinal);
    if (!d) return TROPIC_OK;
    tp_mutex_lock(&pools_lock);
    d = choose_index(context->device_index, cuda);
    if (d) {
        d->ordinal = cuda->ordinal;
        d->epoch = cuda->epoch;
        cuda->next = d->contexts;
        d->contexts = cuda;
        context->device_index = (int)(d - device_pools);
    }
    tp_mutex_unlock(&pools_lock);
    if (d) return TROPIC_OK;
    return tp_fail(context, TROPIC_DEVICE_ERROR,
                   "the GPU was reset too often (cudaDeviceReset) while matrices had arrays there: free these");
}

bool tp_cuda_remove_context(const tropic_context *context)
{
    device_pool *d = pool_of(context->device_index);
    tp_cuda **at = d ? &d->contexts : NULL;
    bool last;
    if (!d) return false;
    tp_mutex_lock(&pools_lock);
    while (*at && *at != tp_cuda_of(context)) at = &(*at)->next;
    if (*at) *at = (*at)->next;
    d->known = d->known || tp_cuda_of(context)->known_stream;
    last = !d->contexts;
    /* (One that could not be opened was never there, and others' arrays may be left.) */
    if (last) leave_device(d, tp_cuda_is_over(d->ordinal, d->epoch));
    tp_mutex_unlock(&pools_lock);
    return last;
}

bool tp_cuda_trim_all(const tropic_context *context)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    device_pool *d = pool_of(context->device_index);
    bool captured = is_captured(cuda);
    if (d) tp_mutex_lock(&pools_lock);
    captured = captured || (d && any_is_captured(d));
    cudaGetLastError();
    if (!captured) {
        cudaDeviceSynchronize();
        if (cuda->pool) cudaMemPoolTrimTo(cuda->pool, 0);
        for (const tp_cuda *other = d ? d->contexts : NULL; other; other = other->next)
            if (other->pool) cudaMemPoolTrimTo(other->pool, 0);
        if (d) trim(d);
    }
    if (d) tp_mutex_unlock(&pools_lock);
    cudaGetLastError();
    return !captured;
}

/* ---- where memory comes from ---- */

static cudaError_t ask(const tp_cuda_source *from, void **made, size_t bytes)
{
    const tp_memory *memory = from->memory;
    if (memory->device_allocate) {
        *made = memory->device_allocate(bytes, memory->user);
        return *made ? cudaSuccess : cudaErrorMemoryAllocation;
    }
    if (!from->pool) return cudaMalloc(made, bytes);
    return cudaMallocFromPoolAsync(made, bytes, from->pool, from->stream);
}

/* Does the device, or the caller, have so many bytes at all? */
static bool may_have(const tp_memory *memory, size_t bytes)
{
    size_t left = 0, all = 0;
    return memory->device_allocate || (cudaMemGetInfo(&left, &all) == cudaSuccess && bytes <= all);
}

cudaError_t tp_cuda_take(const tropic_context *context, const tp_cuda_source *from, void **made, size_t bytes)
{
    cudaError_t error = ask(from, made, bytes);
    if (error != cudaErrorMemoryAllocation || !tp_cuda_trim_all(context)) return error;
    if (!from->memory->device_allocate) error = ask(from, made, bytes);
    if (error != cudaErrorMemoryAllocation || !may_have(from->memory, bytes)) return error;
    while (error == cudaErrorMemoryAllocation && tp_evict(from->memory, context->device_index, bytes)) {
        tp_cuda_trim_all(context);
        error = ask(from, made, bytes);
    }
    return error;
}

/* ---- a matrix's memory ---- */

/* One more array, which is counted. */
static cudaError_t make_array(const tropic_context *context, const tp_cuda_source *from, const tp_cuda_array *array)
{
    device_pool *const counts = pool_of(context->device_index);
    cudaError_t error;
    *array->pointer = NULL;
    if (!count_array(counts)) return cudaErrorMemoryAllocation; /* of the host, which the list is in */
    error = tp_cuda_take(context, from, array->pointer, array->bytes);
    if (error != cudaSuccess) discount_array(counts);
    return error;
}

tropic_status tp_cuda_mirror_allocate_all(tropic_context *context, const tp_memory *memory, const tp_cuda_array *arrays,
                                          int count, const char *what)
{
    tp_cuda_source from;
    cudaError_t error = cudaSuccess;
    int made = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_refuse_capture(context));
    TP_TRY(tp_cuda_source_of_matrices(context, memory, &from));
    for (; made < count && error == cudaSuccess; made += error == cudaSuccess)
        error = make_array(context, &from, &arrays[made]);
    /* Then any stream may use it: the pool's has waited until nothing used the arrays that were given back. */
    if (error == cudaSuccess && from.pool) error = cudaStreamSynchronize(from.stream);
    if (error == cudaSuccess) return TROPIC_OK;
    for (int k = 0; k < made; k++) {
        tp_cuda_mirror_release(memory, context->device_index, arrays[k].pointer, 1);
        *arrays[k].pointer = NULL;
    }
    return tp_cuda_no_memory(context, error, made < count ? arrays[made].bytes : 0, what);
}

tropic_status tp_cuda_mirror_allocate(tropic_context *context, const tp_memory *memory, void **pointer, size_t bytes,
                                      const char *what)
{
    const tp_cuda_array array = {pointer, bytes};
    return tp_cuda_mirror_allocate_all(context, memory, &array, 1, what);
}

/* Of a device that was reset: CUDA must not see them. */
static void forget_arrays(const tp_memory *memory, device_pool *d, void *const *arrays, int count)
{
    for (int k = 0; k < count; k++) {
        if (!arrays[k]) continue;
        if (memory->device_release) memory->device_release(arrays[k], memory->user);
        discount_array(d);
    }
}

/* The pool's stream waits for the stream, unless that has nothing to do: one stream that waits for another costs small
 * operations on matrices some 10 us (H200). */
static bool follow(const device_pool *d, cudaStream_t stream)
{
    if (!stream || cudaStreamQuery(stream) == cudaSuccess) return true;
    return cudaEventRecord(d->mark, stream) == cudaSuccess && cudaStreamWaitEvent(d->stream, d->mark) == cudaSuccess;
}

/* The same for all that contexts have begun, so that an array that is given back then is used anew only after it.
 * False: the host must wait for the device. (A caller who knows a stream may have launched a graph of its calls on
 * another, of which nobody here knows.) The lock is held. */
static bool follow_contexts(const device_pool *d)
{
    const tp_cuda *cuda = d->contexts;
    if (!d->pool || !d->mark || d->known) return false;
    for (; cuda; cuda = cuda->next)
        if (cuda->known_stream || !follow(d, cuda->first_stream) ||
            !follow(d, __atomic_load_n(&cuda->second_stream, __ATOMIC_ACQUIRE)))
            break;
    cudaGetLastError();
    return !cuda;
}

void tp_cuda_mirror_release(const tp_memory *memory, int device, void *const *arrays, int count)
{
    device_pool *d = pool_of(device);
    bool waits = false, any = false, follows = false;
    int ordinal;
    for (int k = 0; k < count; k++) any = any || arrays[k];
    if (!any) return;
    ordinal = tp_cuda_ordinal_of(device);
    if (ordinal < 0) {
        forget_arrays(memory, d, arrays, count);
        return;
    }
    tp_cuda_use use(ordinal);
    if (d) {
        tp_mutex_lock(&pools_lock);
        waits = any_is_captured(d);
        for (int k = 0; k < count && waits && !memory->device_release; k++)
            if (arrays[k]) d->waiting[d->waiting_count++] = arrays[k];
        if (!waits) give_back_waiting(d);
        follows = !waits && !memory->device_release && follow_contexts(d);
        tp_mutex_unlock(&pools_lock);
    }
    /* The caller's memory does not wait by itself until nothing uses it. */
    if (!waits && !follows) cudaDeviceSynchronize();
    for (int k = 0; k < count; k++) {
        if (!arrays[k]) continue;
        if (memory->device_release)
            memory->device_release(arrays[k], memory->user);
        else if (!waits)
            give_back(d, arrays[k]);
        if (memory->device_release || !waits) discount_array(d);
    }
}

/* Has the device open contexts, and is a stream of theirs captured? */
static bool has_contexts(const device_pool *d, bool *captured)
{
    tp_mutex_lock(&pools_lock);
    const bool some = d && d->contexts;
    *captured = some && any_is_captured(d);
    tp_mutex_unlock(&pools_lock);
    return some;
}

bool tp_cuda_is_at_work(int device)
{
    bool captured;
    return has_contexts(pool_of(device), &captured) && !captured;
}

cudaError_t tp_cuda_await_device(int device)
{
    bool captured;
    (void)has_contexts(pool_of(device), &captured);
    return captured ? cudaSuccess : cudaDeviceSynchronize(); /* then nothing may wait for the device */
}

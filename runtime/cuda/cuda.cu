/* SPDX-License-Identifier: Apache-2.0
 *
 * The CUDA side of a context: its device, streams and timers.
 */
#include "runtime/choice.h"
#include "runtime/cuda/cuda_pool.h"
#include "runtime/cuda/cuda_reset.h"
#include "runtime/cuda/cuda_desk.h"
#include "runtime/cuda/cuda_staging.h"
#include "runtime/environment.h"
#include "runtime/jit/jit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tropic_cuda.h>

/* Compute capability 9.0 (Hopper) and later launch clusters of blocks. */
#define FIRST_WITH_CLUSTERS 9

static void await_streams(const tp_cuda *cuda)
{
    cudaStreamSynchronize(cuda->stream);
    if (cuda->other.stream) cudaStreamSynchronize(cuda->other.stream);
}

cudaStream_t tropic_cuda_stream(const tropic_context *context)
{
    if (tp_undecided(context)) tp_choose_gpu(const_cast<tropic_context *>(context), !context->error.entered);
    if (!context || context->backend->device != TROPIC_DEVICE_CUDA) return NULL;
    tp_cuda *cuda = tp_cuda_of(context);
    if (tp_cuda_is_lost(cuda)) return NULL;
    /* Work under way ends now: the caller may capture the stream, and nothing can be waited for then. */
    if (!cuda->known_stream) await_streams(cuda);
    tp_cuda_know_stream(context);
    return cuda->first_stream;
}

/* TROPIC_CUDA_CLUSTERS=off: as on a GPU before Hopper, so that tests reach that way on any. */
static bool without_clusters(void)
{
    const char *clusters = tp_environment("TROPIC_CUDA_CLUSTERS");
    return clusters && strcmp(clusters, "off") == 0;
}

/* On the caller's stream, or NULL: on one of its own. */
static tropic_status open_stream(tropic_context *context, tp_cuda_stream *made, void *stream)
{
    made->stream = (cudaStream_t)stream;
    /* In order with the legacy default stream: data that the caller has copied there, even from pageable memory, has
     * arrived when we look at it. */
    if (!stream) TP_TRY(tp_cuda_check(context, cudaStreamCreate(&made->stream), "making a stream"));
    return tp_cuda_check(context, cudaMallocHost((void **)&made->pinned, TP_CUDA_PINNED), "allocating pinned memory");
}

static void swap_streams(tp_cuda *cuda)
{
    const tp_cuda_stream here = *cuda;
    *(tp_cuda_stream *)cuda = cuda->other;
    cuda->other = here;
    cuda->stream_index = 1 - cuda->stream_index;
}

/* Gives back the memory and the handles of the stream at hand; the stream too, if it is our `own`. */
static void close_stream(tropic_context *context, bool own)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_scratch *scratch = &cuda->scratch;
    void *const buffers[] = {scratch->items.memory,   scratch->counts,         scratch->result,
                             scratch->sums.memory,    scratch->hits.memory,    scratch->done.memory,
                             scratch->targets.memory, scratch->counted.memory, scratch->pushed.memory,
                             scratch->sum.memory};
    if (!cuda->stream) return;
    if (!cuda->lost) cudaStreamSynchronize(cuda->stream);
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++) tp_cuda_release(context, buffers[k]);
    while (cuda->kept) {
        tp_cuda_kept *kept = cuda->kept;
        cuda->kept = kept->next;
        tp_cuda_release(context, kept->memory);
        tp_release(&context->memory, kept);
    }
    if (cuda->lost) return;
    cudaStreamSynchronize(cuda->stream);
    if (cuda->pinned) cudaFreeHost(cuda->pinned);
    if (own) cudaStreamDestroy(cuda->stream);
}

static tropic_status open_device(tropic_context *context, tp_cuda *cuda, void *stream)
{
    int pools = 0;
    cudaDeviceProp properties;
    TP_TRY(tp_cuda_check(context, cudaGetDeviceProperties(&properties, cuda->ordinal),
                         "asking for the device's properties"));
    TP_TRY(tp_cuda_check(context, cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, cuda->ordinal),
                         "asking for the device's properties"));
    cuda->processors = properties.multiProcessorCount;
    cuda->clusters = properties.major >= FIRST_WITH_CLUSTERS && !without_clusters();
    snprintf(context->device_name, sizeof context->device_name, "%.*s", (int)sizeof context->device_name - 1,
             properties.name);
    /* The pool keeps memory that was given back to the context, so that the next call is cheap. */
    if (pools && !context->memory.device_allocate) TP_TRY(tp_cuda_make_pool(context, cuda->ordinal, &cuda->pool));
    TP_TRY(tp_cuda_check(context, cudaEventCreate(&cuda->start), "making an event"));
    TP_TRY(tp_cuda_check(context, cudaEventCreate(&cuda->stop), "making an event"));
    TP_TRY(tp_cuda_check(context, cudaEventCreateWithFlags(&cuda->mark, cudaEventDisableTiming), "making an event"));
    cuda->own_stream = !stream;
    cuda->known_stream = stream != NULL;
    cuda->first_stream = (cudaStream_t)stream;
    return open_stream(context, cuda, stream);
}

tropic_status tp_cuda_keep(tropic_context *context, const void *owner, size_t size, tp_cuda_kept **kept)
{
    tp_cuda *cuda = tp_cuda_of(context);
    for (*kept = cuda->kept; *kept; *kept = (*kept)->next)
        if ((*kept)->owner == owner) return TROPIC_OK;
    *kept = (tp_cuda_kept *)tp_allocate_zero(&context->memory, 1, size);
    if (!*kept) return tp_out_of_memory(context, "what a kernel keeps");
    (*kept)->owner = owner;
    (*kept)->next = cuda->kept;
    cuda->kept = *kept;
    return TROPIC_OK;
}

tropic_status tp_cuda_use_stream(tropic_context *context, int stream, bool after)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_use use(context);
    if (!cuda->other.stream) {
        const tropic_status status = open_stream(context, &cuda->other, NULL);
        if (status != TROPIC_OK) {
            if (cuda->other.stream) cudaStreamDestroy(cuda->other.stream);
            cuda->other = tp_cuda_stream{};
            return status;
        }
        __atomic_store_n(&cuda->second_stream, cuda->other.stream, __ATOMIC_RELEASE);
    }
    if (!cuda->passed)
        TP_TRY(
            tp_cuda_check(context, cudaEventCreateWithFlags(&cuda->passed, cudaEventDisableTiming), "making an event"));
    if (stream != cuda->stream_index) swap_streams(cuda);
    if (!after) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaEventRecord(cuda->passed, cuda->other.stream), "waiting for a stream"));
    return tp_cuda_check(context, cudaStreamWaitEvent(cuda->stream, cuda->passed), "waiting for a stream");
}

/* Which of them; NO_DEVICE, if there is none of that number. */
static tropic_status find_device(tropic_context *context, int index, int *ordinal)
{
    int count = 0;
    *ordinal = index < 0 ? -1 : tp_cuda_ordinal(index);
    if (*ordinal >= 0) return TROPIC_OK;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaErrorMemoryAllocation) return tp_cuda_check(context, error, "looking for a GPU");
    cudaGetLastError();
    count = tropic_device_count(); /* those that this build has code for */
    if (count > 0) return tp_fail(context, TROPIC_NO_DEVICE, "no CUDA device %d: there are %d, from 0", index, count);
    return tp_fail(context, TROPIC_NO_DEVICE, "no CUDA device can be used here: no GPU, or no driver for it");
}

/* Says which device failed and why, and which features it lacks. */
static tropic_status opening_failed(tropic_context *context, tropic_status status, int index, int ordinal)
{
    char why[sizeof context->error.text], lack[TP_CUDA_LACK_LENGTH];
    snprintf(why, sizeof why, "%s", context->error.text);
    tp_cuda_describe_lack(ordinal, lack);
    return tp_fail(context, status, "GPU %d cannot be opened: %.512s%s", index, why, lack);
}

tropic_status tp_cuda_open(tropic_context *context, int index, void *stream)
{
    int ordinal;
    tp_cuda *cuda;
    tropic_status status;
    status = find_device(context, index, &ordinal);
    if (status == TROPIC_NO_DEVICE) return status;
    if (status != TROPIC_OK) return opening_failed(context, status, index, ordinal);
    cuda = (tp_cuda *)tp_allocate_zero(&context->memory, 1, sizeof *cuda);
    if (!cuda) return tp_out_of_memory(context, "a CUDA context");
    cuda->ordinal = ordinal;
    context->device = cuda;
    tp_cuda_use use(ordinal);
    status = open_device(context, cuda, stream);
    cuda->first_stream = cuda->stream;
    if (status == TROPIC_OK) status = tp_cuda_add_context(context);
    if (status == TROPIC_OK) return TROPIC_OK;
    tp_cuda_close(context);
    return opening_failed(context, status, index, ordinal);
}

/* The context is open no longer. */
static void leave(const tropic_context *context, bool lost)
{
    if (!tp_cuda_remove_context(context)) return;
    tp_cuda_release_staging(context->device_index, lost);
    tp_cuda_release_desk(context->device_index, lost);
}

/* Memory that vectors give back from now on is kept for nobody. (The legacy stream is there if no other can be
 * made.) */
void tp_cuda_detach(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    uint64_t keep = 0;
    cudaStream_t own = NULL;
    const bool lost = tp_cuda_is_lost(cuda);
    tp_cuda_use use(context);
    if (!lost)
        await_streams(cuda); /* before others no longer know of it: they may give back arrays that its work reads */
    leave(context, lost);
    if (lost) return;
    if (cuda->stream_index == 1) swap_streams(cuda);
    if (!cuda->own_stream) {
        cuda->own_stream = cudaStreamCreate(&own) == cudaSuccess;
        cuda->stream = cuda->first_stream = cuda->own_stream ? own : cudaStreamLegacy;
    }
    cuda->known_stream = false;
    if (cuda->pool) {
        cudaMemPoolSetAttribute(cuda->pool, cudaMemPoolAttrReleaseThreshold, &keep);
        cudaMemPoolTrimTo(cuda->pool, 0);
    }
    cudaGetLastError();
}

static void close_device(const tp_cuda *cuda)
{
    if (cuda->passed) cudaEventDestroy(cuda->passed);
    if (cuda->start) cudaEventDestroy(cuda->start);
    if (cuda->stop) cudaEventDestroy(cuda->stop);
    if (cuda->mark) cudaEventDestroy(cuda->mark);
    if (cuda->slots) cudaFreeHost(cuda->slots);
    if (cuda->pool) cudaMemPoolDestroy(cuda->pool);
    cudaGetLastError(); /* of a device that had failed before */
}

void tp_cuda_close(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const bool lost = tp_cuda_is_lost(cuda);
    tp_cuda_use use(context);
    if (!lost && cuda->stream) await_streams(cuda); /* as in tp_cuda_detach */
    leave(context, lost);
    for (int k = 0; k < 2; k++, swap_streams(cuda)) close_stream(context, cuda->stream_index == 1 || cuda->own_stream);
    for (int64_t k = 0; k < cuda->specialised_count; k++) {
        if (!lost) tp_cuda_unload(cuda->specialised[k].library);
        tp_release(&context->memory, cuda->specialised[k].text);
    }
    tp_release(&context->memory, cuda->specialised);
    if (!lost) close_device(cuda);
    tp_release(&context->memory, cuda->blocks);
    tp_release(&context->memory, cuda);
    context->device = NULL;
}

tropic_status tp_cuda_wait(tropic_context *context)
{
    tp_cuda_use use(context);
    /* Work that the caller captures in a graph of his own runs when that does. */
    if (tp_cuda_is_captured(context)) return TROPIC_OK;
    return tp_cuda_check(context, cudaStreamSynchronize(tp_cuda_of(context)->stream), "work on the device");
}

tropic_status tp_cuda_mark(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_use use(context);
    return tp_cuda_check(context, cudaEventRecord(cuda->mark, cuda->stream), "marking work on the device");
}

tropic_status tp_cuda_await_mark(tropic_context *context)
{
    tp_cuda_use use(context);
    return tp_cuda_check(context, cudaEventSynchronize(tp_cuda_of(context)->mark), "work on the device");
}

tropic_status tp_cuda_timer_start(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    tp_cuda_use use(context);
    cuda->stopped = false;
    return tp_cuda_check(context, cudaEventRecord(cuda->start, cuda->stream), "starting a timer");
}

tropic_status tp_cuda_timer_stop(tropic_context *context, double *seconds)
{
    tp_cuda *cuda = tp_cuda_of(context);
    float milliseconds = 0;
    tp_cuda_use use(context);
    if (!cuda->stopped) TP_TRY(tp_cuda_check(context, cudaEventRecord(cuda->stop, cuda->stream), "stopping a timer"));
    cuda->stopped = false;
    TP_TRY(tp_cuda_check(context, cudaEventSynchronize(cuda->stop), "work on the device"));
    TP_TRY(tp_cuda_check(context, cudaEventElapsedTime(&milliseconds, cuda->start, cuda->stop), "reading a timer"));
    *seconds = milliseconds / 1e3;
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of kernels in pinned memory, which the host looks at until they are there. (A copy and a wait for the stream
 * take 6 us more.)
 */
#include "runtime/cuda/cuda_reset.h"

/* No result: that of no kernel. */
#define PENDING INT64_MAX
/* Looks at a result before the stream is waited for, which takes 3 us more: some 50 us. */
#define LOOKS 20000

tropic_status tp_cuda_result(tropic_context *context, int64_t **at)
{
    TP_TRY(tp_cuda_refuse_waiting(context));
    *at = (int64_t *)tp_cuda_of(context)->pinned;
    *(volatile int64_t *)*at = PENDING;
    return TROPIC_OK;
}

/* (A slot that is out when a capture begins could not be waited for.) */
static bool may_defer(tropic_context *context, tp_cuda *cuda)
{
    void *made = NULL;
    if (cuda->known_stream) return false;
    if (cuda->slots) return true;
    tp_cuda_use use(context);
    if (cudaMallocHost(&made, (TP_CUDA_SLOTS + 1) * sizeof *cuda->slots) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    cuda->slots = (int64_t *)made;
    return true;
}

/* NULL: the kernel has to be waited for. */
static int64_t *take_slot(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const uint64_t unused = ~cuda->slots_used;
    if (unused == 0 || !may_defer(context, cuda)) return NULL;
    const int k = __builtin_ctzll(unused);
    cuda->slots_used |= 1ull << k;
    *(volatile int64_t *)&cuda->slots[k] = PENDING;
    return &cuda->slots[k];
}

static void give_slot(tropic_context *context, const volatile int64_t *slot)
{
    tp_cuda *cuda = tp_cuda_of(context);
    cuda->slots_used &= ~(1ull << (slot - cuda->slots));
}

/* The slot that nobody looks at. NULL: the kernel has to be waited for. */
static int64_t *unasked_slot(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    return may_defer(context, cuda) ? &cuda->slots[TP_CUDA_SLOTS] : NULL;
}

/* (Whichever of the streams it comes from.) */
tropic_status tp_cuda_await_result(tropic_context *context, const volatile int64_t *at, int64_t *result)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    const cudaStream_t streams[] = {cuda->stream, cuda->other.stream};
    tp_cuda_use use(context);
    for (int look = 0; look < LOOKS && *at == PENDING; look++) {
    }
    for (int k = 0; k < 2 && *at == PENDING; k++)
        if (streams[k]) TP_TRY(tp_cuda_check(context, cudaStreamSynchronize(streams[k]), "work on the device"));
    *result = *at;
    return TROPIC_OK;
}

tropic_status tp_cuda_take_slot(tropic_context *context, volatile int64_t *slot, int64_t *number)
{
    /* (After a reset, pinned memory is gone, too; not every call has looked.) */
    const tropic_status status = tp_cuda_is_lost(tp_cuda_of(context)) ? tp_cuda_check_device(context)
                                                                      : tp_cuda_await_result(context, slot, number);
    give_slot(context, slot);
    return status;
}

tropic_status tp_cuda_count_begin(tropic_context *context, tp_wait *wait, int64_t **at)
{
    *at = *wait == TP_WAIT_NEVER ? unasked_slot(context) : *wait == TP_WAIT_LATER ? take_slot(context) : NULL;
    if (*at) return TROPIC_OK;
    *wait = TP_WAIT_NOW;
    return tp_cuda_result(context, at);
}

tropic_status tp_cuda_count_end(tropic_context *context, tropic_status status, tp_wait wait, int64_t *at,
                                tp_count *count)
{
    int64_t number;
    if (status != TROPIC_OK) {
        if (wait == TP_WAIT_LATER) give_slot(context, at);
        return status;
    }
    if (wait == TP_WAIT_NEVER) return TROPIC_OK;
    if (wait == TP_WAIT_LATER) {
        *count = tp_count_known(0);
        count->state = TP_COUNT_PINNED;
        count->slot = at;
        return TROPIC_OK;
    }
    TP_TRY(tp_cuda_await_result(context, at, &number));
    *count = tp_count_known(number < TP_TOO_MANY ? TP_TOO_MANY : number);
    return TROPIC_OK;
}

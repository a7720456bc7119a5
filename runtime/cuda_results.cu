/* SPDX-License-Identifier: Apache-2.0
 *
 * Results of kernels in pinned memory, which the host looks at until they are there. (A copy and a wait for the stream
 * take 6 us more.)
 */
#include "runtime/cuda_reset.h"

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

/* (A result that is out when a capture begins could not be waited for.) */
static bool may_defer(tropic_context *context, tp_cuda *cuda)
{
    void *made = NULL;
    if (cuda->known_stream) return false;
    if (cuda->later) return true;
    tp_cuda_use use(context);
    if (cudaMallocHost(&made, (TP_CUDA_LATER + 1) * sizeof *cuda->later) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    cuda->later = (int64_t *)made;
    return true;
}

int64_t *tp_cuda_take_result(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const uint64_t unused = ~cuda->later_used;
    if (unused == 0 || !may_defer(context, cuda)) return NULL;
    const int k = __builtin_ctzll(unused);
    cuda->later_used |= 1ull << k;
    *(volatile int64_t *)&cuda->later[k] = PENDING;
    return &cuda->later[k];
}

int64_t *tp_cuda_unasked_result(tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    return may_defer(context, cuda) ? &cuda->later[TP_CUDA_LATER] : NULL;
}

void tp_cuda_give_result(tropic_context *context, const volatile int64_t *at)
{
    tp_cuda *cuda = tp_cuda_of(context);
    cuda->later_used &= ~(1ull << (at - cuda->later));
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

tropic_status tp_cuda_take_later(tropic_context *context, volatile int64_t *later, int64_t *result)
{
    /* (After a reset, pinned memory is gone, too; not every call has looked.) */
    const tropic_status status = tp_cuda_is_lost(tp_cuda_of(context)) ? tp_cuda_check_device(context)
                                                                      : tp_cuda_await_result(context, later, result);
    tp_cuda_give_result(context, later);
    return status;
}

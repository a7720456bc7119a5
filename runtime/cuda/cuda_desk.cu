/* SPDX-License-Identifier: Apache-2.0
 *
 * Short questions to a device.
 */
#include "runtime/cuda/cuda_desk.h"

#include "runtime/cuda/cuda_staging.h"

extern "C" {
#include "runtime/locks.h"
}

/* By tropic_context.device_index; made when first needed. */
static tp_cuda_desk of_devices[TP_MAX_DEVICES];
static tp_mutex lock = {PTHREAD_MUTEX_INITIALIZER, 0};

static cudaError_t make(tp_cuda_desk *desk)
{
    cudaError_t error = cudaSuccess;
    void *pinned = NULL;
    if (!desk->stream) error = cudaStreamCreateWithFlags(&desk->stream, cudaStreamNonBlocking);
    if (error == cudaSuccess && !desk->pinned) error = cudaHostAlloc(&pinned, TP_CUDA_PINNED, cudaHostAllocPortable);
    if (error == cudaSuccess && !desk->pinned) desk->pinned = (char *)pinned;
    return error;
}

tropic_status tp_cuda_desk_open(tropic_context *context, int device, tp_cuda_desk *desk)
{
    const bool own = context && context->backend->location == TROPIC_DEVICE;
    if (own) TP_TRY(tp_cuda_refuse_waiting(context));
    if (own && context->device_index == device) {
        *desk = (tp_cuda_desk){tp_cuda_of(context)->stream, tp_cuda_of(context)->pinned, false};
        return TROPIC_OK;
    }
    tp_mutex_lock(&lock);
    const tropic_status status = tp_cuda_check(context, make(&of_devices[device]), "a question to a device");
    *desk = of_devices[device];
    desk->shared = true;
    if (status != TROPIC_OK) tp_mutex_unlock(&lock);
    return status;
}

void tp_cuda_desk_close(const tp_cuda_desk *desk)
{
    if (desk->shared) tp_mutex_unlock(&lock);
}

tropic_status tp_cuda_desk_run(tropic_context *context, const tp_cuda_desk *desk, const char *doing, int threads,
                               const void *kernel, void **arguments)
{
    cudaError_t error = cudaLaunchKernel(kernel, dim3(1), dim3((unsigned)threads), arguments, 0, desk->stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(desk->stream);
    return tp_cuda_check(context, error, doing);
}

void tp_cuda_release_desk(int device, bool lost)
{
    tp_cuda_desk *desk = &of_devices[device];
    tp_mutex_lock(&lock);
    if (!lost) {
        if (desk->stream) cudaStreamDestroy(desk->stream);
        cudaFreeHost(desk->pinned);
        cudaGetLastError();
    }
    *desk = tp_cuda_desk{};
    tp_mutex_unlock(&lock);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Has the caller reset a device? Each epoch has a context of its own, of which the driver knows a number.
 */
#include "runtime/cuda/cuda_reset.h"

#include <cuda.h>
#include <pthread.h>

/* The driver is loaded at run time, by the runtime. */
typedef struct driver_calls {
    CUresult (*retain)(CUcontext *, CUdevice);
    CUresult (*release)(CUdevice);
    CUresult (*current)(CUcontext *);
    CUresult (*id)(CUcontext, unsigned long long *);
} driver_calls;

#define FIRST_VERSION 12000 /* of cuCtxGetId */

static void *find(const char *name)
{
    void *found = NULL;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
    if (cudaGetDriverEntryPointByVersion(name, &found, FIRST_VERSION, cudaEnableDefault, &result) != cudaSuccess)
        cudaGetLastError();
    return result == cudaDriverEntryPointSuccess ? found : NULL;
}

static driver_calls calls;
static pthread_once_t looked = PTHREAD_ONCE_INIT;

static void find_calls(void)
{
    calls.retain = (CUresult(*)(CUcontext *, CUdevice))find("cuDevicePrimaryCtxRetain");
    calls.release = (CUresult(*)(CUdevice))find("cuDevicePrimaryCtxRelease");
    calls.current = (CUresult(*)(CUcontext *))find("cuCtxGetCurrent");
    calls.id = (CUresult(*)(CUcontext, unsigned long long *))find("cuCtxGetId");
}

/* NULL: some are not there. */
static const driver_calls *driver(void)
{
    pthread_once(&looked, find_calls);
    return calls.retain && calls.release && calls.current && calls.id ? &calls : NULL;
}

/* The primary context of each device that was opened last, which has a number while it is there. (CUDA has one place
 * for the primary context of a device: asking there takes 12 ns, and all else that tells of a reset 90: H200.) */
static CUcontext primary_of[TP_MAX_DEVICES];

uint64_t tp_cuda_epoch(int ordinal)
{
    const driver_calls *d = driver();
    CUcontext primary = NULL, current = NULL;
    unsigned long long id = 0;
    if (!d || ordinal >= TP_MAX_DEVICES || d->retain(&primary, ordinal) != CUDA_SUCCESS) return 0;
    if (d->current(&current) != CUDA_SUCCESS || current != primary || d->id(primary, &id) != CUDA_SUCCESS) id = 0;
    d->release(ordinal);
    if (id) __atomic_store_n(&primary_of[ordinal], primary, __ATOMIC_RELEASE);
    return id;
}

bool tp_cuda_is_over(int ordinal, uint64_t epoch)
{
    unsigned long long id = 0;
    if (epoch == 0) return false;
    return calls.id(__atomic_load_n(&primary_of[ordinal], __ATOMIC_ACQUIRE), &id) != CUDA_SUCCESS || id != epoch;
}

bool tp_cuda_is_lost(tp_cuda *cuda)
{
    if (!cuda->lost) cuda->lost = tp_cuda_is_over(cuda->ordinal, cuda->epoch);
    return cuda->lost;
}

bool tp_cuda_is_gone(const tropic_context *context)
{
    tp_cuda *cuda = tp_cuda_of(context);
    return context->error.entered ? cuda->lost : tp_cuda_is_lost(cuda);
}

tropic_status tp_cuda_check_device(tropic_context *context)
{
    if (!tp_cuda_is_lost(tp_cuda_of(context))) return TROPIC_OK;
    return tp_fail(context, TROPIC_DEVICE_ERROR,
                   "the GPU was reset (cudaDeviceReset) after the context was made: make another one");
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA's devices and errors.
 */
#include "runtime/cuda.h"

tropic_status tp_cuda_check(tropic_context *context, cudaError_t error, const char *doing)
{
    const tropic_status status = error == cudaErrorMemoryAllocation ? TROPIC_OUT_OF_DEVICE_MEMORY : TROPIC_DEVICE_ERROR;
    if (error == cudaSuccess) return TROPIC_OK;
    cudaGetLastError();
    return tp_fail(context, status, "%s failed: %s (%s)", doing, cudaGetErrorString(error), cudaGetErrorName(error));
}

/* Whether the build has code for the device: machine code or PTX of its kind or an older one. */
static bool can_run(int ordinal)
{
    static const int built_for[] = {__CUDA_ARCH_LIST__};
    int major = 0, minor = 0;
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal) ||
        cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, ordinal)) {
        cudaGetLastError();
        return false;
    }
    return 100 * major + 10 * minor >= built_for[0];
}

int tp_cuda_ordinal(int index)
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess) {
        cudaGetLastError(); /* no driver, or no device */
        return -1;
    }
    for (int d = 0; d < devices; d++)
        if (can_run(d) && index-- == 0) return d;
    return -1;
}

int tropic_device_count(void)
{
    int count = 0;
    while (tp_cuda_ordinal(count) >= 0) count++;
    return count;
}

bool tropic_built_with_cuda(void)
{
    return true;
}

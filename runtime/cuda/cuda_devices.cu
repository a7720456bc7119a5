/* SPDX-License-Identifier: Apache-2.0
 *
 * CUDA's devices and errors, and the features that a device lacks.
 */
#include "runtime/cuda/cuda_pool.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/resource.h>

tropic_status tp_cuda_check(tropic_context *context, cudaError_t error, const char *doing)
{
    const tropic_status status = error == cudaErrorMemoryAllocation ? TROPIC_OUT_OF_DEVICE_MEMORY : TROPIC_DEVICE_ERROR;
    if (error == cudaSuccess) return TROPIC_OK;
    cudaGetLastError();
    return tp_fail(context, status, "%s failed: %s (%s)", doing, cudaGetErrorString(error), cudaGetErrorName(error));
}

tropic_status tp_cuda_no_memory(tropic_context *context, cudaError_t error, size_t bytes, const char *what)
{
    size_t left = 0, all = 0;
    if (error != cudaErrorMemoryAllocation) return tp_cuda_check(context, error, "allocating");
    cudaGetLastError();
    if (cudaMemGetInfo(&left, &all) != cudaSuccess) cudaGetLastError();
    return tp_fail(context, TROPIC_OUT_OF_DEVICE_MEMORY, "out of device memory for %s (%zu bytes; %zu of %zu are free)",
                   what, bytes, left, all);
}

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

/* GPU memory that CUDA takes for a process before the library asks for any, in MB: about 500 on an H100 and an H200
 * (driver 580), by the number of processors. */
#define OPENING_MEGABYTES 500
#define MEGABYTE 1000000

/* Memory of a device by the driver's NVML, without a context there. */
typedef struct nvml_memory {
    unsigned long long total, free, used;
} nvml_memory;

/* False: there is no NVML, or it does not say. */
static bool ask_nvml(int ordinal, nvml_memory *memory)
{
    char bus[32];
    void *device = NULL, *library;
    bool known = false;
    if (ordinal < 0 || cudaDeviceGetPCIBusId(bus, sizeof bus, ordinal) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    int (*const begin)(void) = (int (*)(void))dlsym(library, "nvmlInit_v2");
    int (*const end)(void) = (int (*)(void))dlsym(library, "nvmlShutdown");
    int (*const find)(const char *, void **) =
        (int (*)(const char *, void **))dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2");
    int (*const ask)(void *, nvml_memory *) = (int (*)(void *, nvml_memory *))dlsym(library, "nvmlDeviceGetMemoryInfo");
    if (begin && end && find && ask && begin() == 0) {
        known = find(bus, &device) == 0 && ask(device, memory) == 0;
        end();
    }
    dlclose(library);
    return known;
}

void tp_cuda_describe_lack(int ordinal, char text[TP_CUDA_LACK_LENGTH])
{
    nvml_memory memory = {};
    struct rlimit space;
    int used = 0;
    text[0] = '\0';
    if (ask_nvml(ordinal, &memory))
        used = snprintf(text, TP_CUDA_LACK_LENGTH,
                        "; %llu of %llu MB of its memory are free, and CUDA itself needs about %d",
                        memory.free / MEGABYTE, memory.total / MEGABYTE, OPENING_MEGABYTES);
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
        snprintf(text + used, TP_CUDA_LACK_LENGTH - (size_t)used,
                 "; this process may have %llu MB of addresses (ulimit -v), and CUDA reserves more than all memory has",
                 (unsigned long long)space.rlim_cur / MEGABYTE);
}

bool tropic_built_with_cuda(void)
{
    return true;
}

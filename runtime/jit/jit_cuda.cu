/* SPDX-License-Identifier: Apache-2.0
 *
 * Machine code that was made at run time, on the GPU.
 */
#include "runtime/cuda/cuda.h"
#include "runtime/jit/jit.h"

tropic_status tp_cuda_architecture(tropic_context *context, int *architecture)
{
    static const char doing[] = "asking for the device's architecture";
    const int ordinal = tp_cuda_of(context)->ordinal;
    int major = 0, minor = 0;
    TP_TRY(tp_cuda_check(context, cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, ordinal), doing));
    TP_TRY(tp_cuda_check(context, cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, ordinal), doing));
    *architecture = 10 * major + minor;
    return TROPIC_OK;
}

tropic_status tp_cuda_load(tropic_context *context, const void *image, size_t bytes, const char *const *names,
                           int count, const void **kernels, void **library)
{
    cudaLibrary_t loaded = NULL;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    tropic_status status;
    tp_cuda_use use(context);
    (void)bytes; /* the image says it itself */
    *library = NULL;
    /* A caller may be capturing the stream, with which loading has nothing to do. */
    cudaThreadExchangeStreamCaptureMode(&mode);
    status = tp_cuda_check(context, cudaLibraryLoadData(&loaded, image, NULL, NULL, 0, NULL, NULL, 0),
                           "loading a compiled text");
    cudaThreadExchangeStreamCaptureMode(&mode);
    if (status != TROPIC_OK) return status;
    for (int k = 0; k < count && status == TROPIC_OK; k++) {
        cudaKernel_t kernel = NULL;
        status = tp_cuda_check(context, cudaLibraryGetKernel(&kernel, loaded, names[k]),
                               "finding a kernel of a compiled text");
        kernels[k] = (const void *)kernel;
    }
    if (status == TROPIC_OK)
        *library = (void *)loaded;
    else
        tp_cuda_unload((void *)loaded);
    return status;
}

void tp_cuda_unload(void *library)
{
    if (library && cudaLibraryUnload((cudaLibrary_t)library) != cudaSuccess)
        cudaGetLastError(); /* of a device that had failed before */
}

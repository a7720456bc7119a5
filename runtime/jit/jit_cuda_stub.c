/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of runtime/jit/jit_cuda.cu in a build without CUDA.
 */
#include "runtime/jit/jit.h"

static tropic_status refuse(tropic_context *context)
{
    return tp_fail(context, TROPIC_NO_DEVICE, "this build of Tropic has no CUDA support");
}

tropic_status tp_cuda_architecture(tropic_context *context, int *architecture)
{
    (void)architecture;
    return refuse(context);
}

tropic_status tp_cuda_load(tropic_context *context, const void *image, size_t bytes, const char *const *names,
                           int count, const void **kernels, void **library)
{
    (void)image, (void)bytes, (void)names, (void)count, (void)kernels;
    *library = NULL;
    return refuse(context);
}

void tp_cuda_unload(void *library)
{
    (void)library;
}

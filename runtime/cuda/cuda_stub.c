/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of runtime/cuda/cuda_devices.cu in a build without CUDA.
 */
#include "runtime/backend.h"

int tropic_device_count(void)
{
    return 0;
}

bool tropic_built_with_cuda(void)
{
    return false;
}

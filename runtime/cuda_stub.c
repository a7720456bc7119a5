/* SPDX-License-Identifier: Apache-2.0
 *
 * In place of the CUDA backend in a build without CUDA.
 */
#include "runtime/backend.h"

const tp_backend *tp_cuda_backend(void)
{
    return NULL;
}

int tropic_device_count(void)
{
    return 0;
}

bool tropic_built_with_cuda(void)
{
    return false;
}

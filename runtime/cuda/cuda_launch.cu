/* SPDX-License-Identifier: Apache-2.0
 *
 * How kernels are launched, alone and in clusters.
 */
#include "runtime/cuda/cuda_launch.cuh"

static cudaLaunchConfig_t config_of(const tropic_context *context, const tp_cuda_grid &grid,
                                    cudaLaunchAttribute *attribute)
{
    cudaLaunchConfig_t config = {};
    if (grid.cluster == TP_COOPERATIVE) {
        attribute->id = cudaLaunchAttributeCooperative;
        attribute->val.cooperative = 1;
    } else {
        attribute->id = cudaLaunchAttributeClusterDimension;
        attribute->val.clusterDim = {(unsigned)grid.cluster, 1, 1};
    }
    config.gridDim = dim3((unsigned)(grid.blocks < INT32_MAX ? grid.blocks : INT32_MAX));
    config.blockDim = dim3((unsigned)grid.threads);
    config.dynamicSmemBytes = grid.shared;
    config.stream = tp_cuda_of(context)->stream;
    config.attrs = attribute;
    config.numAttrs = grid.cluster != 1;
    return config;
}

tropic_status tp_cuda_launch_at(tropic_context *context, const char *doing, const tp_cuda_grid &grid,
                                const void *kernel, void **arguments)
{
    cudaLaunchAttribute attribute = {};
    const cudaLaunchConfig_t config = config_of(context, grid, &attribute);
    tp_cuda_of(context)->stopped = false; /* the clock counts this, too */
    return tp_cuda_check(context, cudaLaunchKernelExC(&config, kernel, arguments), doing);
}

tropic_status tp_cuda_fit_cluster(tropic_context *context, const void *kernel, int threads, size_t shared,
                                  int64_t clusters, int *blocks)
{
    const int max = *blocks;
    cudaFuncAttributes code = {};
    *blocks = 1;
    if (!tp_cuda_of(context)->clusters) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaFuncGetAttributes(&code, kernel), "asking for a kernel's size"));
    if (code.ptxVersion < 90) return TROPIC_OK;
    /* More than 8 are not for every device. */
    TP_TRY(tp_cuda_check(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                         "preparing clusters"));
    for (*blocks = max; *blocks > 1; *blocks /= 2) {
        cudaLaunchAttribute attribute = {};
        const cudaLaunchConfig_t config =
            config_of(context, {*blocks * clusters, threads, *blocks, shared}, &attribute);
        int fitting = 0;
        const cudaError_t error = cudaOccupancyMaxActiveClusters(&fitting, kernel, &config);
        if (error == cudaSuccess && fitting >= clusters) break;
        if (error != cudaSuccess) cudaGetLastError(); /* it is no failure of ours */
    }
    return TROPIC_OK;
}

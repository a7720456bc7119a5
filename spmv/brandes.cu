/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps on the GPU: the launches.
 */
#include "spmv/brandes_sweep.cuh"
#include "spmv/cuda.h"

/* Blocks of a cluster, at most: more than 8 are not for every device. */
#define CREW_MOST 16

/* Sources in their order. */
static __global__ void add_sources(const __grid_constant__ tp_brandes b)
{
    const int64_t n = b.out.lists;
    for (int64_t v = tp_thread(); v < n; v += tp_threads()) {
        double sum = b.centrality[v];
        for (tropic_index k = 0; k < b.count; k++) sum += b.delta[k * n + v];
        b.centrality[v] = sum;
    }
}

tropic_status tp_cuda_brandes_room(tropic_context *context, tropic_index *sources)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    int blocks = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_check(
        context,
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, brandes<false>, SWEEP_BLOCK, 0),
        "asking for a kernel's occupancy"));
    if (*sources > blocks * cuda->processors) *sources = blocks * cuda->processors;
    return TROPIC_OK;
}

/* Blocks of a cluster, of which all sources' can be resident; 1: no clusters. */
static tropic_status crew_of(tropic_context *context, tropic_index sources, int *blocks)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    cudaFuncAttributes code = {};
    *blocks = 1;
    if (!cuda->clusters) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaFuncGetAttributes(&code, brandes<true>),
                         "asking for a kernel's size"));
    if (code.ptxVersion < 90) return TROPIC_OK;
    TP_TRY(tp_cuda_check(
        context,
        cudaFuncSetAttribute(brandes<true>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
        "preparing clusters"));
    for (*blocks = CREW_MOST; *blocks > 1; *blocks /= 2) {
        int clusters = 0;
        cudaLaunchAttribute attribute = {};
        cudaLaunchConfig_t config = {};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = (unsigned)*blocks;
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        config.attrs = &attribute;
        config.numAttrs = 1;
        config.gridDim = dim3((unsigned)*blocks * (unsigned)sources);
        config.blockDim = dim3(CREW_BLOCK);
        if (cudaOccupancyMaxActiveClusters(&clusters, brandes<true>, &config) == cudaSuccess &&
            clusters >= sources)
            break;
        cudaGetLastError(); /* it is no failure of ours */
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_brandes(tropic_context *context, const tp_brandes *b)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    tropic_status status;
    void *notes = NULL;
    int blocks = 1;
    tp_cuda_use use(context);
    tp_cuda_of(context)->stopped = false;
    if (b->count == 0) return TROPIC_OK;
    TP_TRY(crew_of(context, b->count, &blocks));
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = (unsigned)blocks;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = blocks > 1;
    config.gridDim = dim3((unsigned)(blocks * b->count));
    config.blockDim = dim3(blocks > 1 ? CREW_BLOCK : SWEEP_BLOCK);
    config.stream = cuda->stream;
    if (blocks > 1)
        TP_TRY(tp_cuda_allocate(context, &notes, (size_t)b->count * 2 * NOTES * sizeof(note),
                                "short frontiers"));
    status =
        tp_cuda_check(context,
                      blocks > 1 ? cudaLaunchKernelEx(&config, brandes<true>, *b, (note *)notes)
                                 : cudaLaunchKernelEx(&config, brandes<false>, *b, (note *)NULL),
                      "launching a kernel");
    tp_cuda_release(context, notes);
    if (status != TROPIC_OK || !b->delta) return status;
    config.numAttrs = 0;
    config.gridDim = tp_cuda_grid(tp_quotient_up(b->out.lists, TP_STEP_BLOCK));
    config.blockDim = dim3(TP_STEP_BLOCK);
    return tp_cuda_check(context, cudaLaunchKernelEx(&config, add_sources, *b),
                         "launching a kernel");
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps on the GPU: the launches.
 */
#include "algorithms/betweenness/brandes_sweep.cuh"
#include "algorithms/betweenness/brandes_cuda.h"

/* Blocks of a cluster, at most: more than 8 are not for every device. */
#define CLUSTER_MAX 16

/* Sources in their order. */
static __global__ void add_sources(const __grid_constant__ tp_brandes b)
{
    const int64_t n = b.out.lists;
    for (int64_t v = tp_thread(); v < n; v += tp_threads()) {
        double sum = b.total.centrality[v], squares = b.total.squares ? b.total.squares[v] : 0;
        for (tropic_index k = 0; k < b.count; k++)
            tp_brandes_add(&b.total, k, tp_brandes_share(&b, k, v), &sum, &squares);
        b.total.centrality[v] = sum;
        if (b.total.squares) b.total.squares[v] = squares;
    }
}

/* By a cluster; by classes. */
static const void *const KERNELS[2][2] = {{(const void *)brandes<false, false>, (const void *)brandes<false, true>},
                                          {(const void *)brandes<true, false>, (const void *)brandes<true, true>}};

tropic_status tp_cuda_brandes_room(tropic_context *context, tropic_index, tropic_index *sources)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    int blocks = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_check(context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, KERNELS[0][0], SWEEP_BLOCK, 0),
                         "asking for a kernel's occupancy"));
    if (*sources > blocks * cuda->processors) *sources = blocks * cuda->processors;
    return TROPIC_OK;
}

tropic_status tp_cuda_brandes_cluster(tropic_context *context, const void *kernel, int threads, tropic_index sources,
                                      int *blocks)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    cudaFuncAttributes code = {};
    *blocks = 1;
    if (!cuda->clusters) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaFuncGetAttributes(&code, kernel), "asking for a kernel's size"));
    if (code.ptxVersion < 90) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                         "preparing clusters"));
    for (*blocks = CLUSTER_MAX; *blocks > 1; *blocks /= 2) {
        int clusters = 0;
        cudaLaunchAttribute attribute = {};
        cudaLaunchConfig_t config = {};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = (unsigned)*blocks;
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        config.attrs = &attribute;
        config.numAttrs = 1;
        config.gridDim = dim3((unsigned)*blocks * (unsigned)sources);
        config.blockDim = dim3((unsigned)threads);
        if (cudaOccupancyMaxActiveClusters(&clusters, kernel, &config) == cudaSuccess && clusters >= sources) break;
        cudaGetLastError(); /* it is no failure of ours */
    }
    return TROPIC_OK;
}

tropic_status tp_cuda_brandes_each(tropic_context *context, const tp_brandes *b, const void *kernel, int blocks,
                                   int threads, void **arguments)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = (unsigned)blocks;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = blocks > 1;
    config.gridDim = dim3((unsigned)(blocks * b->count));
    config.blockDim = dim3((unsigned)threads);
    config.stream = tp_cuda_of(context)->stream;
    TP_TRY(tp_cuda_check(context, cudaLaunchKernelExC(&config, kernel, arguments), "launching a kernel"));
    return b->delta ? tp_cuda_brandes_add(context, b) : TROPIC_OK;
}

tropic_status tp_cuda_brandes_add(tropic_context *context, const tp_brandes *b)
{
    cudaLaunchConfig_t config = {};
    tp_cuda_use use(context);
    if (b->out.lists == 0) return TROPIC_OK;
    config.gridDim = tp_cuda_grid(tp_quotient_up(b->out.lists, TP_STEP_BLOCK));
    config.blockDim = dim3(TP_STEP_BLOCK);
    config.stream = tp_cuda_of(context)->stream;
    return tp_cuda_check(context, cudaLaunchKernelEx(&config, add_sources, *b), "launching a kernel");
}

tropic_status tp_cuda_brandes_sweeps(tropic_context *context, const tp_brandes *b)
{
    tp_brandes given = *b;
    const bool classes = b->classes != NULL;
    tropic_status status;
    void *notes = NULL, *arguments[] = {&given, &notes};
    int blocks = 1;
    tp_cuda_use use(context);
    tp_cuda_of(context)->stopped = false;
    if (b->count == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_brandes_cluster(context, KERNELS[1][classes], CLUSTER_BLOCK, b->count, &blocks));
    if (blocks > 1)
        TP_TRY(tp_cuda_allocate(context, &notes, (size_t)b->count * 2 * PREFETCHED_ROWS * sizeof(prefetched_row),
                                "short frontiers"));
    status = tp_cuda_brandes_each(context, b, KERNELS[blocks > 1][classes], blocks,
                                  blocks > 1 ? CLUSTER_BLOCK : SWEEP_BLOCK, arguments);
    tp_cuda_release(context, notes);
    return status;
}

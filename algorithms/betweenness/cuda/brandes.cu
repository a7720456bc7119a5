/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes' sweeps on the GPU: the launches.
 */
#include "algorithms/betweenness/cuda/brandes_sweep.cuh"
#include "algorithms/betweenness/cuda/brandes_cuda.h"

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

tropic_status tp_cuda_brandes_room(tropic_context *context, tropic_index, bool, tropic_index *sources)
{
    const tp_cuda *cuda = tp_cuda_of(context);
    int blocks = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_check(context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, KERNELS[0][0], SWEEP_BLOCK, 0),
                         "asking for a kernel's occupancy"));
    if (*sources > blocks * cuda->processors) *sources = blocks * cuda->processors;
    return TROPIC_OK;
}

tropic_status tp_cuda_brandes_each(tropic_context *context, const tp_brandes *b, const void *kernel, int blocks,
                                   int threads, void **arguments)
{
    return tp_cuda_launch_at(context, "launching a kernel", {(int64_t)blocks * b->count, threads, blocks}, kernel,
                             arguments);
}

tropic_status tp_cuda_brandes_add(tropic_context *context, const tp_brandes *b)
{
    tp_cuda_use use(context);
    if (b->out.lists == 0) return TROPIC_OK;
    return tp_cuda_launch(context, "launching a kernel", {tp_quotient_up(b->out.lists, TP_STEP_BLOCK), TP_STEP_BLOCK},
                          add_sources, *b);
}

tropic_status tp_cuda_brandes_sweeps(tropic_context *context, const tp_brandes *b)
{
    tp_brandes given = *b;
    const bool classes = b->classes != NULL;
    tropic_status status;
    void *notes = NULL, *arguments[] = {&given, &notes};
    int blocks = TP_CLUSTER_MAX;
    tp_cuda_use use(context);
    tp_cuda_of(context)->stopped = false;
    if (b->count == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_fit_cluster(context, KERNELS[1][classes], CLUSTER_BLOCK, 0, b->count, &blocks));
    if (blocks > 1)
        TP_TRY(tp_cuda_allocate(context, &notes, (size_t)b->count * 2 * PREFETCHED_ROWS * sizeof(prefetched_row),
                                "short frontiers"));
    status = tp_cuda_brandes_each(context, b, KERNELS[blocks > 1][classes], blocks,
                                  blocks > 1 ? CLUSTER_BLOCK : SWEEP_BLOCK, arguments);
    if (status == TROPIC_OK && b->delta) status = tp_cuda_brandes_add(context, b);
    tp_cuda_release(context, notes);
    return status;
}

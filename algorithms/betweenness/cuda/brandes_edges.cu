/* SPDX-License-Identifier: Apache-2.0
 *
 * The sources' dependencies of arcs, on the GPU: a thread to an arc, when their sweeps are over. Moves, for each arc
 * and source, the place of its end, 16 bytes from anywhere: as much as a sweep.
 */
#include "algorithms/betweenness/brandes_weighted.h"
#include "algorithms/betweenness/cuda/brandes_cuda.h"
#include "spmv/device/kernel.cuh"

static __global__ void brandes_arcs(const __grid_constant__ tp_brandes_weighted t, bool weighted)
{
    const tp_brandes *b = &t.sweeps;
    for (int64_t k = tp_thread(); k < b->out.count; k += tp_threads())
        b->total.arcs[k] = tp_brandes_arc(b, weighted ? &t : NULL, (tropic_offset)k);
}

static __global__ void brandes_batch_arcs(const __grid_constant__ tp_brandes_batch_arcs a)
{
    for (int64_t k = tp_thread(); k < a.out.count; k += tp_threads())
        a.total.arcs[k] = tp_brandes_batch_arc(&a, (tropic_offset)k);
}

tropic_status tp_cuda_brandes_arcs(tropic_context *context, const tp_brandes *b, const tp_brandes_weighted *weighted)
{
    tp_brandes_weighted t = {};
    tp_cuda_use use(context);
    if (b->out.count == 0) return TROPIC_OK;
    if (weighted) t = *weighted;
    t.sweeps = *b;
    return tp_cuda_launch(context, "launching a kernel", {tp_quotient_up(b->out.count, TP_STEP_BLOCK), TP_STEP_BLOCK},
                          brandes_arcs, t, weighted != NULL);
}

tropic_status tp_cuda_brandes_batch_arcs(tropic_context *context, const tp_brandes_batch_arcs *a)
{
    tp_cuda_use use(context);
    if (a->out.count == 0) return TROPIC_OK;
    return tp_cuda_launch(context, "launching a kernel", {tp_quotient_up(a->out.count, TP_STEP_BLOCK), TP_STEP_BLOCK},
                          brandes_batch_arcs, *a);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of eccentricities on the GPU: a thread takes a vertex. Moves per vertex both bounds, and 4 bytes for a search
 * or 8 for each level of a batch.
 */
#include "algorithms/eccentricity/bounds_one.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

static __global__ void __launch_bounds__(TP_PASS_BLOCK) meet_search(const __grid_constant__ tp_bounds_search s)
{
    TP_FOR_EACH(v, s.to.n) tp_bounds_of_search(&s, v);
}

tropic_status tp_cuda_bounds_search(tropic_context *context, const tp_bounds_search *s)
{
    tp_cuda_use use(context);
    return tp_pass(context, "bounds of eccentricities", s->to.n, meet_search, *s);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) meet_batch(const __grid_constant__ tp_bounds_batch b)
{
    TP_FOR_EACH(v, b.to.n) tp_bounds_of_batch(&b, v);
}

tropic_status tp_cuda_bounds_batch(tropic_context *context, const tp_bounds_batch *b)
{
    tp_cuda_use use(context);
    return tp_pass(context, "bounds of eccentricities", b->to.n, meet_batch, *b);
}

const tp_bounds_calls tp_cuda_bounds_calls = {TP_BOUNDS_CALLS(TP_CALL_ROW, tp_cuda_bounds_)};

/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of an iteration of PageRank on a GPU: a block takes a group, a thread a lane. Moves, per vertex, five values
 * and, where p and q are given, a double for each.
 */
#include "algorithms/pagerank/settle.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

#define DOING "the end of an iteration of PageRank"

/* (A template of the text that is read.) */
template <typename VALUE>
#define SETTLE_ONE settle_one
#include "algorithms/pagerank/settle_one.h"

template <typename VALUE>
static __device__ __forceinline__ void settle_vertex(const tp_pagerank_settle &s, int64_t v, double nowhere,
                                                     double even, double *change, double *sunk)
{
    VALUE rank = ((const VALUE *)s.rank)[v];
    settle_one<VALUE>(((const VALUE *)s.sum)[v], ((const VALUE *)s.damped)[v], s.jump * (s.p ? s.p[v] : even),
                      nowhere * (s.q ? s.q[v] : even), &rank, (VALUE *)s.share + v, change, sunk);
    ((VALUE *)s.rank)[v] = rank;
}

/* The sums over the lanes, for the first thread: in pairs, half of the lanes apart. */
static __device__ tp_pagerank_sums add_lanes(double change, double sunk)
{
    __shared__ tp_pagerank_sums lanes[TP_SETTLE_LANES];
    const int lane = (int)threadIdx.x;
    lanes[lane] = {change, sunk};
    for (int half = TP_SETTLE_LANES / 2; half >= TP_WARP; half /= 2) {
        __syncthreads();
        if (lane < half) {
            lanes[lane].change += lanes[lane + half].change;
            lanes[lane].sunk += lanes[lane + half].sunk;
        }
    }
    if (lane >= TP_WARP) return {};
    change = lanes[lane].change;
    sunk = lanes[lane].sunk;
    for (int half = TP_WARP / 2; half > 0; half /= 2) {
        change += __shfl_down_sync(TP_EVERY_LANE, change, half);
        sunk += __shfl_down_sync(TP_EVERY_LANE, sunk, half);
    }
    return {change, sunk};
}

template <typename VALUE>
static __global__ void __launch_bounds__(TP_SETTLE_LANES)
    settle_kernel(const __grid_constant__ tp_pagerank_settle s, tp_pagerank_sums *groups)
{
    const int64_t begin = (int64_t)blockIdx.x * TP_SETTLE_GROUP + threadIdx.x;
    const double even = 1.0 / s.n, nowhere = s.sunk * s.record->sums.sunk;
    double change = 0, sunk = 0;
    if (s.record->sums.change < s.tolerance) return;
#pragma unroll
    for (int k = 0; k < TP_SETTLE_GROUP; k += TP_SETTLE_LANES)
        if (begin + k < s.n) settle_vertex<VALUE>(s, begin + k, nowhere, even, &change, &sunk);
    const tp_pagerank_sums sums = add_lanes(change, sunk);
    if (threadIdx.x == 0) groups[blockIdx.x] = sums;
}

static __global__ void __launch_bounds__(TP_SETTLE_LANES)
    add_groups(const tp_pagerank_sums *groups, int64_t count, double tolerance, tp_pagerank_record *record)
{
    double change = 0, sunk = 0;
    if (record->sums.change < tolerance) return;
    for (int64_t group = threadIdx.x; group < count; group += TP_SETTLE_LANES) {
        change += groups[group].change;
        sunk += groups[group].sunk;
    }
    const tp_pagerank_sums sums = add_lanes(change, sunk); /* after all have read the record */
    if (threadIdx.x > 0) return;
    record->sums = sums;
    record->iterations++;
}

tropic_status tp_cuda_pagerank_settle(tropic_context *context, const tp_pagerank_settle *s)
{
    const int64_t groups = tp_quotient_up(s->n, TP_SETTLE_GROUP);
    tp_device_buffer *memory = &tp_cuda_of(context)->scratch.sums;
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_need(context, memory, (size_t)groups * sizeof(tp_pagerank_sums), DOING, false));
    tp_pagerank_sums *const of_groups = (tp_pagerank_sums *)memory->memory;
    TP_TRY(tp_cuda_launch(context, DOING, {groups, TP_SETTLE_LANES},
                          s->single ? settle_kernel<float> : settle_kernel<double>, *s, of_groups));
    return tp_cuda_launch(context, DOING, {1, TP_SETTLE_LANES}, add_groups, (const tp_pagerank_sums *)of_groups, groups,
                          s->tolerance, s->record);
}

const tp_pagerank_calls tp_cuda_pagerank_calls = {TP_PAGERANK_CALLS(TP_CALL_ROW, tp_cuda_pagerank_)};

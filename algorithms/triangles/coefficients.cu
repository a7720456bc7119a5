/* SPDX-License-Identifier: Apache-2.0
 *
 * Clustering coefficients on a GPU: the last pass, of which a block takes a group of vertices, a thread a lane.
 */
#include "algorithms/triangles/coefficient_one.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/working.cuh"

#define DOING "clustering coefficients"

/* The sums over the lanes, for the first thread: in pairs, half of the lanes apart. */
static __device__ tp_coefficient_sums add_lanes(tp_coefficient_sums *lanes, const tp_coefficient_sums &mine)
{
    const int lane = (int)threadIdx.x;
    lanes[lane] = mine;
    for (int half = TP_COEFFICIENT_LANES / 2; half > 0; half /= 2) {
        __syncthreads();
        if (lane >= half) continue;
        lanes[lane].coefficients += lanes[lane + half].coefficients;
        lanes[lane].wedges += lanes[lane + half].wedges;
        lanes[lane].nonzero += lanes[lane + half].nonzero;
        lanes[lane].triangles += lanes[lane + half].triangles;
    }
    return lane == 0 ? lanes[0] : tp_coefficient_sums{};
}

static __global__ void __launch_bounds__(TP_COEFFICIENT_LANES)
    sum_group(const __grid_constant__ tp_coefficients c, const __grid_constant__ tp_edges edges,
              tp_coefficient_sums *groups)
{
    __shared__ tp_coefficient_sums lanes[TP_COEFFICIENT_LANES];
    const int64_t first = (int64_t)blockIdx.x * TP_COEFFICIENT_GROUP, n = c.G.out.lists;
    tp_coefficients own = c;
    tp_coefficient_sums mine = {0, 0, 0, 0};
    if (c.edges) own.edges = &edges; /* which the host has elsewhere */
    for (int64_t v = first + threadIdx.x; v < first + TP_COEFFICIENT_GROUP && v < n; v += TP_COEFFICIENT_LANES)
        tp_coefficient_one(&own, v, &mine);
    mine = add_lanes(lanes, mine);
    if (threadIdx.x == 0) groups[blockIdx.x] = mine;
}

static __global__ void __launch_bounds__(TP_COEFFICIENT_LANES)
    sum_groups(const tp_coefficient_sums *groups, int64_t count, tp_coefficient_sums *result)
{
    __shared__ tp_coefficient_sums lanes[TP_COEFFICIENT_LANES];
    tp_coefficient_sums mine = {0, 0, 0, 0};
    for (int64_t group = threadIdx.x; group < count; group += TP_COEFFICIENT_LANES) {
        mine.coefficients += groups[group].coefficients;
        mine.wedges += groups[group].wedges;
        mine.nonzero += groups[group].nonzero;
        mine.triangles += groups[group].triangles;
    }
    mine = add_lanes(lanes, mine);
    if (threadIdx.x == 0) *result = mine;
}

tropic_status tp_cuda_clustering_coefficients(tropic_context *context, const tp_coefficients *c)
{
    const int64_t groups = tp_quotient_up(c->G.out.lists, TP_COEFFICIENT_GROUP);
    const tp_edges none = {}, edges = c->edges ? *c->edges : none;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_coefficient_sums *found = NULL, *result = NULL;
    TP_TRY(w.make(&found, groups));
    TP_TRY(w.make(&result, 1));
    if (groups > 0) TP_TRY(tp_cuda_launch(context, DOING, {groups, TP_COEFFICIENT_LANES}, sum_group, *c, edges, found));
    TP_TRY(tp_cuda_launch(context, DOING, {1, TP_COEFFICIENT_LANES}, sum_groups, (const tp_coefficient_sums *)found,
                          groups, result));
    return tp_cuda_download(context, c->result, result, sizeof *result);
}

const tp_clustering_calls tp_cuda_clustering_calls = {TP_CLUSTERING_CALLS(TP_CALL_ROW, tp_cuda_clustering_)};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Read after the header of an op that visits once or has buckets: its GPU kernels of a search, as tp_cuda_<OP_NAME>.
 * No include guard, by intention.
 */
#include "spmv/cuda_backend.h"

#include "algorithms/search/search.cuh"
#if OP_BUCKETS
#include "algorithms/search/near_far.cuh"
#else
#include "algorithms/search/grid_pull.cuh"
#endif
#include "algorithms/search/grid_push.cuh"
#include "algorithms/search/grid_kernel.cuh"
#include "algorithms/search/cluster_kernel.cuh"

extern const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME);
const tp_cuda_kernels TP_JOIN2(tp_cuda, OP_NAME) = {
    .value_size = OP_BUCKETS ? sizeof(OP(value)) : 0,
    .search_cluster = (const void *)OP(search_cluster),
    .search_grid = (const void *)OP(search_grid),
};

#include "spmv/ops/op_end.h"

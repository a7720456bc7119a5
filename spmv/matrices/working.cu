/* SPDX-License-Identifier: Apache-2.0
 *
 * Prefix sums, in working memory; also those of what ids have more than the ones before.
 */
#include "spmv/matrices/working.cuh"

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/transform_iterator.h>

tropic_status tp_working::sum_before(const tropic_offset *counts, int64_t n, tropic_offset **before)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    char *room = NULL;
    size_t bytes = 0;
    tropic_offset *sums = NULL;
    TP_TRY(make(&sums, n + 1));
    *before = sums;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(sums, 0, sizeof *sums, stream), what));
    if (n == 0) return TROPIC_OK;
    const auto scan = [&] { return tropic::cub::DeviceScan::InclusiveSum(room, bytes, counts, sums + 1, n, stream); };
    TP_TRY(tp_cuda_cub(context, what, scan));
    TP_TRY(make(&room, (int64_t)bytes));
    return tp_cuda_cub(context, what, scan);
}

struct step_of {
    __host__ __device__ tropic_index operator()(uint8_t step) const
    {
        return step;
    }
};

tropic_status tp_working::upload_ids(const tropic_index **array, const tropic_index *from, int64_t count)
{
    uint8_t *steps = NULL;
    char *room = NULL;
    size_t bytes = 0;
    tropic_index *ids = NULL;
    bool done = false;
    TP_TRY(make(&ids, count));
    *array = ids;
    TP_TRY(make(&steps, count));
    TP_TRY(tp_cuda_upload_steps(context, steps, from, count, &done));
    if (!done) return tp_cuda_upload_large(context, ids, from, (size_t)count * sizeof *ids);
    const auto scan = [&] {
        return tropic::cub::DeviceScan::InclusiveSum(room, bytes, thrust::make_transform_iterator(steps, step_of()),
                                                     ids, count, tp_cuda_of(context)->stream);
    };
    TP_TRY(tp_cuda_cub(context, what, scan));
    TP_TRY(make(&room, (int64_t)bytes));
    return tp_cuda_cub(context, what, scan);
}

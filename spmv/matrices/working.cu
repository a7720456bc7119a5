/* SPDX-License-Identifier: Apache-2.0
 *
 * Prefix sums of flags, in working memory.
 */
#include "spmv/matrices/working.cuh"

#include <cub/device/device_scan.cuh>

tropic_status tp_working::count_before(const uint8_t *keep, int64_t count, int **before)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    char *room = NULL;
    size_t bytes = 0;
    int *sums = NULL;
    TP_TRY(make(&sums, count + 1));
    *before = sums;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(sums, 0, sizeof *sums, stream), what));
    if (count == 0) return TROPIC_OK;
    const auto scan = [&] { return tropic::cub::DeviceScan::InclusiveSum(room, bytes, keep, sums + 1, count, stream); };
    TP_TRY(tp_cuda_cub(context, what, scan));
    TP_TRY(make(&room, (int64_t)bytes));
    return tp_cuda_cub(context, what, scan);
}

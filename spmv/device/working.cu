/* SPDX-License-Identifier: Apache-2.0
 *
 * Prefix sums, in working memory.
 */
#include "spmv/device/working.cuh"

#include <cub/device/device_scan.cuh>

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

/* SPDX-License-Identifier: Apache-2.0
 *
 * How many arcs a push would take, on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "spmv/device/block.cuh"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_entries(const tropic_offset *offsets, const tropic_index *lists, tropic_index count, tp_block_sum *sum,
                 int64_t *result)
{
    unsigned long long mine = 0;
    TP_FOR_EACH(c, count) mine += (unsigned long long)(offsets[lists[c] + 1] - offsets[lists[c]]);
    tp_block_tell_all(sum, mine, result);
}

tropic_status tp_cuda_list_entries(tropic_context *context, const tp_arcs *arcs, const tropic_index *lists,
                                   tropic_index count, int64_t *entries)
{
    int64_t *result;
    tp_block_sum *sum;
    tp_cuda_use use(context);
    *entries = 0;
    if (count == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_need_sum(context, &sum));
    TP_TRY(tp_cuda_result(context, &result));
    TP_TRY(tp_pass(context, "counting arcs", count, list_entries, arcs->offsets, lists, count, sum, result));
    return tp_cuda_await_result(context, result, entries);
}

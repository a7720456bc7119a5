/* SPDX-License-Identifier: Apache-2.0
 *
 * The passes around a product that have a result for the host, on the GPU: a count, which the last block tells the
 * host; or one that is merged in scratch.result, then read.
 */
#include "spmv/write/mask_accum.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/block.cuh"

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

static_assert(sizeof(unsigned long long) == sizeof(tp_value), "a result is one value of any type");

tropic_status tp_cuda_need_result(tropic_context *context)
{
    void **result = &tp_cuda_of(context)->scratch.result;
    return *result ? TROPIC_OK : tp_cuda_allocate(context, result, sizeof(tp_value), "a result");
}

tropic_status tp_cuda_need_sum(tropic_context *context, tp_block_sum **sum)
{
    tp_device_buffer *buffer = &tp_cuda_of(context)->scratch.sum;
    TP_TRY(tp_cuda_need(context, buffer, sizeof **sum, "a count", true));
    *sum = (tp_block_sum *)buffer->memory;
    return TROPIC_OK;
}

/* scratch.result, set to a value. */
static tropic_status begin_result(tropic_context *context, tropic_type type, const void *value)
{
    TP_TRY(tp_cuda_need_result(context));
    return tp_cuda_fill(context, tp_cuda_of(context)->scratch.result, type, value, 1);
}

/* Flags that a thread counts at once: the bytes of a 16-byte load, 0 or 1 each. */
#define FLAGS 16

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_kernel(const uint8_t *has, int64_t n, tp_block_sum *sum, int64_t *result)
{
    const int64_t whole = n / FLAGS;
    unsigned long long mine = 0;
    TP_FOR_EACH(i, whole)
    {
        const uint4 f = ((const uint4 *)has)[i];
        mine += __popc(f.x) + __popc(f.y) + __popc(f.z) + __popc(f.w);
    }
    TP_FOR_EACH(k, n - whole * FLAGS) mine += has[whole * FLAGS + k];
    tp_block_tell_all(sum, mine, result);
}

tropic_status tp_cuda_count(tropic_context *context, const uint8_t *has, int64_t n, int64_t *count)
{
    int64_t *result;
    tp_block_sum *sum;
    tp_cuda_use use(context);
    *count = 0;
    if (n == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_need_sum(context, &sum));
    TP_TRY(tp_cuda_result(context, &result));
    TP_TRY(tp_pass(context, "counting entries", (n + FLAGS - 1) / FLAGS, count_kernel, has, n, sum, result));
    return tp_cuda_await_result(context, result, count);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    any_kernel(const __grid_constant__ tp_mask mask, int64_t n, int32_t *found)
{
    bool any = false;
    TP_FOR_EACH(i, n) any = any || tp_mask_allows(&mask, i);
    if (any) tp_store_int32(found, 1);
}

tropic_status tp_cuda_any(tropic_context *context, const tp_mask *mask, int64_t n, bool *found)
{
    tp_cuda *cuda = tp_cuda_of(context);
    int32_t result = 0;
    tp_cuda_use use(context);
    *found = false;
    if (n == 0) return TROPIC_OK;
    TP_TRY(begin_result(context, TROPIC_INT32, &result));
    TP_TRY(tp_pass(context, "looking for an entry", n, any_kernel, *mask, n, (int32_t *)cuda->scratch.result));
    TP_TRY(tp_cuda_download(context, &result, cuda->scratch.result, sizeof result));
    *found = result != 0;
    return TROPIC_OK;
}

tropic_status tp_cuda_compact(tropic_context *context, tropic_index *ids, const uint8_t *has, int64_t n, int64_t *count)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const thrust::counting_iterator<tropic_index> places(0);
    int64_t *found;
    size_t bytes = 0;
    void *memory = NULL;
    tp_cuda_use use(context);
    if (count) *count = 0;
    if (n == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_need_result(context));
    found = (int64_t *)cuda->scratch.result;
    const auto select = [&] {
        return CUB_NS_QUALIFIER::DeviceSelect::Flagged(memory, bytes, places, has, ids, found, n, cuda->stream);
    };
    TP_TRY(tp_cuda_cub(context, "selecting entries", select));
    TP_TRY(tp_cuda_need(context, &cuda->scratch.sums, bytes, "selecting entries", false));
    memory = cuda->scratch.sums.memory;
    TP_TRY(tp_cuda_cub(context, "selecting entries", select));
    return count ? tp_cuda_download(context, count, found, sizeof *count) : TROPIC_OK;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    above_kernel(const double *x, double bound, int64_t n, int32_t *found)
{
    bool above = false;
    TP_FOR_EACH(i, n) above = above || !(x[i] <= bound);
    if (above) tp_store_int32(found, 1);
}

tropic_status tp_cuda_any_above(tropic_context *context, const double *x, double bound, int64_t n, bool *found)
{
    tp_cuda *cuda = tp_cuda_of(context);
    int32_t result = 0;
    tp_cuda_use use(context);
    *found = false;
    if (n == 0) return TROPIC_OK;
    TP_TRY(begin_result(context, TROPIC_INT32, &result));
    TP_TRY(tp_pass(context, "looking for an overflow", n, above_kernel, x, bound, n, (int32_t *)cuda->scratch.result));
    TP_TRY(tp_cuda_download(context, &result, cuda->scratch.result, sizeof result));
    *found = result != 0;
    return TROPIC_OK;
}

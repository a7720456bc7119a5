/* SPDX-License-Identifier: Apache-2.0
 *
 * Passes over lists of ascending ids, on the GPU.
 */
#include "spmv/cuda_backend.h"
#include "spmv/ewise/listed_block.cuh"

#include <cub/device/device_select.cuh>

/* Each id of one list goes behind those of the other that are less; of equal ids, a's goes first. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    merge_kernel(tropic_index *merged, const tropic_index *a, int64_t a_count, const tropic_index *b, int64_t b_count)
{
    TP_FOR_EACH(k, a_count + b_count)
    {
        if (k < a_count) {
            merged[k + tp_find_id(b, 0, b_count, a[k])] = a[k];
        } else {
            const int64_t c = k - a_count;
            merged[c + tp_find_id(a, 0, a_count, b[c] + (int64_t)1)] = b[c];
        }
    }
}

tropic_status tp_cuda_unite(tropic_context *context, tropic_index *ids, const tropic_index *a, int64_t a_count,
                            const tropic_index *b, int64_t b_count, int64_t *count)
{
    tp_cuda *cuda = tp_cuda_of(context);
    const int64_t n = a_count + b_count;
    tropic_index *merged;
    int64_t *united;
    size_t bytes = 0;
    void *memory = NULL, *made = NULL;
    tropic_status status;
    tp_cuda_use use(context);
    *count = 0;
    if (n == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_need_result(context));
    united = (int64_t *)cuda->scratch.result;
    TP_TRY(tp_cuda_allocate(context, &made, (size_t)n * sizeof *merged, "a list"));
    merged = (tropic_index *)made;
    const auto select = [&] {
        return CUB_NS_QUALIFIER::DeviceSelect::Unique(memory, bytes, merged, ids, united, n, cuda->stream);
    };
    status = tp_pass(context, "merging lists", n, merge_kernel, merged, a, a_count, b, b_count);
    if (status == TROPIC_OK) status = tp_cuda_cub(context, "merging lists", select);
    if (status == TROPIC_OK) status = tp_cuda_allocate(context, &memory, bytes, "merging lists");
    if (status == TROPIC_OK) status = tp_cuda_cub(context, "merging lists", select);
    if (status == TROPIC_OK) status = tp_cuda_download(context, count, united, sizeof *count);
    tp_cuda_release(context, memory);
    tp_cuda_release(context, merged);
    return status;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_up_kernel(tropic_index *at, const tropic_index *ids, int64_t n, const tropic_index *list, int64_t count)
{
    TP_FOR_EACH(c, n) at[c] = tp_position(list, count, ids[c]);
}

tropic_status tp_cuda_look_up(tropic_context *context, tropic_index *at, const tropic_index *ids, int64_t n,
                              const tropic_index *list, int64_t count)
{
    tp_cuda_use use(context);
    return tp_pass(context, "looking ids up", n, look_up_kernel, at, ids, n, list, count);
}

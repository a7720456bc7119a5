/* SPDX-License-Identifier: Apache-2.0
 *
 * Where lists begin, and which of them a tile of their entries begins with.
 */
#include "spmv/matrices/expand.cuh"

#include "formats/matrix/device.cuh"

#include <cub/device/device_scan.cuh>

#define DOING "counting entries"

tropic_status tp_cuda_sum_lengths(tropic_context *context, tp_working *w, tropic_offset *offsets, int64_t lists,
                                  tropic_offset *count)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    char *room = NULL;
    size_t bytes = 0;
    const auto scan = [&] {
        return tropic::cub::DeviceScan::InclusiveSum(room, bytes, offsets + 1, offsets + 1, lists, stream);
    };
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(offsets, 0, sizeof *offsets, stream), DOING));
    if (lists > 0) {
        TP_TRY(tp_cuda_cub(context, DOING, scan));
        TP_TRY(w->make(&room, (int64_t)bytes));
        TP_TRY(tp_cuda_cub(context, DOING, scan));
    }
    return tp_cuda_download(context, count, offsets + lists, sizeof *count);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    first_kernel(const tropic_offset *offsets, int64_t lists, int64_t tiles, int64_t *first)
{
    const auto head = [offsets](int64_t l) { return offsets[l] + l; };
    TP_FOR_EACH(t, tiles + 1) first[t] = tp_first_at(lists + 1, t * TP_TILE_LENGTH, head);
}

tropic_status tp_cuda_expand(tropic_context *context, tp_working *w, const tropic_offset *offsets, int64_t lists,
                             int64_t count, tp_expansion *e)
{
    const int64_t tiles = tp_quotient_up(lists + 1 + count, TP_TILE_LENGTH);
    int64_t *first = NULL;
    TP_TRY(w->make(&first, tiles + 1));
    e->offsets = offsets;
    e->lists = lists;
    e->count = count;
    e->tiles = tiles;
    e->first = first;
    return tp_pass(context, DOING, tiles + 1, first_kernel, offsets, lists, tiles, first);
}

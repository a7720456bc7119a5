/* SPDX-License-Identifier: Apache-2.0
 *
 * The runs of sorted entries at one place, in device memory.
 */
#include "formats/matrix/build/combine.cuh"

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#define DOING "combining duplicates"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    mark_repeats_kernel(const tropic_index *ids, int64_t count, bool *begins)
{
    TP_FOR_EACH(k, count) begins[k] = k == 0 || ids[k] != ids[k - 1];
}
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    mark_lists_kernel(const __grid_constant__ tp_arcs arcs, bool *begins)
{
    TP_FOR_EACH(l, arcs.lists)
    if (arcs.offsets[l] < arcs.offsets[l + 1]) begins[arcs.offsets[l]] = true;
}

tropic_status tp_cuda_list_runs(tropic_context *context, const tp_arcs *from, int64_t count, tropic_index *begins)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const tropic_index entries = (tropic_index)from->count;
    const thrust::counting_iterator<tropic_index> all(0);
    tp_device_array<bool> marks;
    tp_device_array<tropic_index> selected;
    tp_device_array<char> room;
    size_t bytes = 0;
    TP_TRY(marks.make(context, from->count, DOING));
    TP_TRY(selected.make(context, 1, DOING));
    TP_TRY(tp_pass(context, DOING, from->count, mark_repeats_kernel, from->ids, from->count, marks.data));
    TP_TRY(tp_pass(context, DOING, from->lists, mark_lists_kernel, *from, marks.data));
    const auto run = [&] {
        return tropic::cub::DeviceSelect::Flagged(room.data, bytes, all, marks.data, begins, selected.data, entries,
                                                  stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, run));
    TP_TRY(room.make(context, (int64_t)bytes, DOING));
    TP_TRY(tp_cuda_cub(context, DOING, run));
    return tp_cuda_upload(context, begins + count, &entries, sizeof entries);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of a matrix on a GPU: a stable sort of its entries by id.
 */
#include "formats/matrix/device.cuh"

#include <cub/device/device_radix_sort.cuh>

#define DOING "transposing a matrix"

static __global__ void __launch_bounds__(TP_PASS_BLOCK) number_kernel(tropic_index *numbers, int64_t n)
{
    TP_FOR_EACH(k, n) numbers[k] = (tropic_index)k;
}

/* Where lists begin in sorted keys. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    begin_kernel(const tropic_index *keys, int64_t count, tropic_index lists, tropic_offset *offsets)
{
    TP_FOR_EACH(k, count + 1)
    {
        const int64_t list = k < count ? keys[k] : lists, last = k > 0 ? keys[k - 1] : -1;
        for (int64_t l = last + 1; l <= list; l++) offsets[l] = k;
    }
}

static int bits_of(tropic_index lists)
{
    int bits = 1;
    while (bits < 31 && ((int64_t)1 << bits) < lists) bits++;
    return bits;
}

/* keys and numbers, sorted by key; on the way both are there twice. */
static tropic_status sort(tropic_context *context, const tropic_index *keys, tropic_index *sorted,
                          const tropic_index *numbers, tropic_index *order, int64_t count, int bits)
{
    tp_device_array<char> room;
    size_t bytes = 0;
    const auto run = [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(room.data, bytes, keys, sorted, numbers, order, count, 0, bits,
                                                       tp_cuda_of(context)->stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, run));
    TP_TRY(room.make(context, (int64_t)bytes, DOING));
    return tp_cuda_cub(context, DOING, run);
}

static tropic_status make(tropic_context *context, const tp_arcs *from, tropic_index lists, tropic_type type,
                          tp_device_array<tropic_offset> *offsets, tp_device_array<tropic_index> *ids,
                          tp_device_array<char> *values)
{
    const int64_t count = from->count;
    tp_device_array<tropic_index> rows, sorted, numbers, order;
    const tropic_index *row_of = from->row_of;
    TP_TRY(offsets->make(context, (int64_t)lists + 1, DOING));
    TP_TRY(ids->make(context, count, DOING));
    TP_TRY(sorted.make(context, count, DOING));
    if (!row_of) {
        TP_TRY(rows.make(context, count, DOING));
        TP_TRY(tp_cuda_row_of(context, from, rows.data));
        row_of = rows.data;
    }
    if (!from->values) {
        TP_TRY(sort(context, from->ids, sorted.data, row_of, ids->data, count, bits_of(lists)));
    } else {
        TP_TRY(values->make(context, count * (int64_t)tropic_type_size(type), DOING));
        TP_TRY(numbers.make(context, count, DOING));
        TP_TRY(order.make(context, count, DOING));
        TP_TRY(tp_pass(context, DOING, count, number_kernel, numbers.data, count));
        TP_TRY(sort(context, from->ids, sorted.data, numbers.data, order.data, count, bits_of(lists)));
        TP_TRY(context->backend->gather(context, ids->data, TROPIC_INT32, order.data, row_of, count));
        TP_TRY(context->backend->gather(context, values->data, type, order.data, from->values, count));
    }
    TP_TRY(tp_pass(context, DOING, count + 1, begin_kernel, sorted.data, count, lists, offsets->data));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_transpose(tropic_context *context, const tp_arcs *from, tropic_index lists, tropic_type type,
                                tp_side *to)
{
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids;
    tp_device_array<char> values;
    tp_cuda_use use(context);
    if (from->count >= TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "a matrix of %lld entries is not transposed on a GPU",
                       (long long)from->count);
    TP_TRY(make(context, from, lists, type, &offsets, &ids, &values));
    *to = {};
    to->memory = context->memory;
    to->release = tp_cuda_mirror_release;
    to->offsets = offsets.take();
    to->ids = ids.take();
    to->values = values.take();
    to->present = true;
    return TROPIC_OK;
}

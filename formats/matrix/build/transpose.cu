/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of a matrix on a GPU: its entries sorted by their ids.
 */
#include "formats/matrix/build/sort.cuh"

#define DOING "transposing a matrix"

typedef struct transposed {
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids;
    tp_device_array<char> values;
} transposed;

/* Does a value travel with its entry? Else that has its number. */
static bool travels(size_t size)
{
    return size <= sizeof(uint16_t) || size == sizeof(uint32_t) || size == sizeof(uint64_t);
}

static tropic_status make(tropic_context *context, const tp_arcs *arcs, tropic_index lists, tropic_type type,
                          transposed *to)
{
    const size_t size = arcs->values ? tropic_type_size(type) : 0;
    tp_device_array<char> numbers;
    tp_unsorted from = {};
    from.count = arcs->count;
    from.lists = lists;
    from.others = arcs->lists;
    from.list_ids = arcs->ids;
    from.other_ids = arcs->row_of;
    from.offsets = arcs->offsets;
    from.values = arcs->values;
    from.numbered = !travels(size);
    from.size = from.numbered ? sizeof(tropic_index) : size;
    from.others_ascend = true;
    TP_TRY(to->offsets.make(context, (int64_t)lists + 1, DOING));
    TP_TRY(to->ids.make(context, arcs->count, DOING));
    if (size > 0) TP_TRY(to->values.make(context, arcs->count * (int64_t)size, DOING));
    if (from.numbered) TP_TRY(numbers.make(context, arcs->count * (int64_t)from.size, DOING));
    const tp_sorted sorted = {to->offsets.data, to->ids.data, from.numbered ? numbers.data : to->values.data};
    TP_TRY(tp_cuda_sort(context, &from, &sorted));
    if (from.numbered)
        TP_TRY(context->backend->gather(context, to->values.data, type, (const tropic_index *)numbers.data,
                                        arcs->values, arcs->count));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_transpose(tropic_context *context, const tp_arcs *from, tropic_index lists, tropic_type type,
                                tp_side *to)
{
    transposed t = {};
    tp_cuda_use use(context);
    if (from->count >= TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "a matrix of %lld entries is not transposed on a GPU",
                       (long long)from->count);
    TP_TRY(make(context, from, lists, type, &t));
    *to = tp_cuda_side_of(context, &t.offsets, &t.ids, &t.values);
    return TROPIC_OK;
}

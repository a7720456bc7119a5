/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of a matrix on a GPU: by digits of ids, or, where that does not go, a stable sort of its
 * entries by id.
 */
#include "formats/matrix/transpose.cuh"

#include <cub/device/device_radix_sort.cuh>

#define DOING "transposing a matrix"

static __global__ void __launch_bounds__(TP_PASS_BLOCK) number_kernel(tropic_index *numbers, int64_t n)
{
    TP_FOR_EACH(k, n) numbers[k] = (tropic_index)k;
}

/* Where lists begin in sorted keys: each looks for itself, so that any number of empty ones costs the same. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    begin_kernel(const tropic_index *keys, int64_t count, tropic_index lists, tropic_offset *offsets)
{
    TP_FOR_EACH(l, (int64_t)lists + 1) offsets[l] = tp_find_id(keys, 0, count, l);
}

/* keys and what belongs to them, sorted by key; on the way both are there twice. */
template <typename T>
static tropic_status sort(tropic_context *context, const tropic_index *keys, tropic_index *sorted, const T *values,
                          T *sorted_values, int64_t count, int bits)
{
    tp_device_array<char> room;
    size_t bytes = 0;
    const auto run = [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(room.data, bytes, keys, sorted, values, sorted_values, count, 0,
                                                       bits, tp_cuda_of(context)->stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, run));
    TP_TRY(room.make(context, (int64_t)bytes, DOING));
    return tp_cuda_cub(context, DOING, run);
}

typedef struct transposing {
    tropic_context *context;
    const tp_arcs *from;
    tropic_index lists;
    tropic_type type;
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids, sorted;
    tp_device_array<char> values;
} transposing;

/* ---- values of at most 4 bytes travel with their row ---- */

#define VALUE_SHIFT 32

template <typename T>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    pack_kernel(const __grid_constant__ tp_arcs arcs, uint64_t *packed)
{
    TP_FOR_EACH_PART(part, arcs)
    tp_each_with_list(&arcs, part, [&arcs, packed](tropic_offset k, int64_t l) {
        packed[k] = (uint64_t)((const T *)arcs.values)[k] << VALUE_SHIFT | (uint64_t)l;
    });
}

template <typename T>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    unpack_kernel(const uint64_t *packed, int64_t count, tropic_index *ids, T *values)
{
    TP_FOR_EACH(k, count)
    {
        ids[k] = (tropic_index)packed[k];
        values[k] = (T)(packed[k] >> VALUE_SHIFT);
    }
}

template <typename T> static tropic_status make_packed(transposing *t)
{
    tropic_context *context = t->context;
    const int64_t count = t->from->count;
    tp_device_array<uint64_t> packed, sorted;
    TP_TRY(packed.make(context, count, DOING));
    TP_TRY(sorted.make(context, count, DOING));
    TP_TRY(tp_pass_with_lists(context, DOING, t->from, pack_kernel<T>, *t->from, packed.data));
    TP_TRY(sort(context, t->from->ids, t->sorted.data, packed.data, sorted.data, count, tp_bits_of(t->lists)));
    return tp_pass(context, DOING, count, unpack_kernel<T>, sorted.data, count, t->ids.data, (T *)t->values.data);
}

/* ---- others ---- */

static tropic_status open_rows(transposing *t, tp_device_array<tropic_index> *rows, const tropic_index **row_of)
{
    *row_of = t->from->row_of;
    if (*row_of) return TROPIC_OK;
    TP_TRY(rows->make(t->context, t->from->count, DOING));
    *row_of = rows->data;
    return tp_cuda_row_of(t->context, t->from, rows->data);
}

static tropic_status make_pattern(transposing *t)
{
    tp_device_array<tropic_index> rows;
    const tropic_index *row_of;
    TP_TRY(open_rows(t, &rows, &row_of));
    return sort(t->context, t->from->ids, t->sorted.data, row_of, t->ids.data, t->from->count, tp_bits_of(t->lists));
}

/* Positions are sorted, and fetch rows and values then. */
static tropic_status make_by_position(transposing *t)
{
    tropic_context *context = t->context;
    const int64_t count = t->from->count;
    tp_device_array<tropic_index> rows, numbers, order;
    const tropic_index *row_of;
    TP_TRY(open_rows(t, &rows, &row_of));
    TP_TRY(numbers.make(context, count, DOING));
    TP_TRY(order.make(context, count, DOING));
    TP_TRY(tp_pass(context, DOING, count, number_kernel, numbers.data, count));
    TP_TRY(sort(context, t->from->ids, t->sorted.data, numbers.data, order.data, count, tp_bits_of(t->lists)));
    TP_TRY(context->backend->gather(context, t->ids.data, TROPIC_INT32, order.data, row_of, count));
    return context->backend->gather(context, t->values.data, t->type, order.data, t->from->values, count);
}

static tropic_status make(transposing *t)
{
    tropic_context *context = t->context;
    const int64_t count = t->from->count;
    const size_t size = t->from->values ? tropic_type_size(t->type) : 0;
    bool done = false;
    TP_TRY(t->offsets.make(context, (int64_t)t->lists + 1, DOING));
    TP_TRY(t->ids.make(context, count, DOING));
    if (size > 0) TP_TRY(t->values.make(context, count * (int64_t)size, DOING));
    const tp_transposed to = {t->lists, size, t->offsets.data, t->ids.data, t->values.data};
    TP_TRY(tp_cuda_transpose_digits(context, t->from, &to, &done));
    if (done) return tp_cuda_wait(context);
    TP_TRY(t->sorted.make(context, count, DOING));
    switch (size) {
    case 0: TP_TRY(make_pattern(t)); break;
    case 1: TP_TRY(make_packed<uint8_t>(t)); break;
    case 2: TP_TRY(make_packed<uint16_t>(t)); break;
    case 4: TP_TRY(make_packed<uint32_t>(t)); break;
    default: TP_TRY(make_by_position(t));
    }
    TP_TRY(
        tp_pass(context, DOING, (int64_t)t->lists + 1, begin_kernel, t->sorted.data, count, t->lists, t->offsets.data));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_transpose(tropic_context *context, const tp_arcs *from, tropic_index lists, tropic_type type,
                                tp_side *to)
{
    transposing t = {};
    t.context = context;
    t.from = from;
    t.lists = lists;
    t.type = type;
    tp_cuda_use use(context);
    if (from->count >= TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "a matrix of %lld entries is not transposed on a GPU",
                       (long long)from->count);
    TP_TRY(make(&t));
    *to = tp_cuda_side_of(context, &t.offsets, &t.ids, &t.values);
    return TROPIC_OK;
}

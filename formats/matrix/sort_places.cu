/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in device memory, sorted by place: a stable radix sort, by no more bits than places have.
 */
#include "formats/matrix/combine.cuh"

#include "runtime/types.h"

#include <cub/device/device_radix_sort.cuh>

#define DOING "sorting entries"

/* What becomes of entry k: one key, or (mirror) two. `none`: the key of what is left out, which lies behind all. */
typedef struct packing {
    const tropic_index *row_ids, *col_ids;
    const void *values;
    int shift;
    tp_place_key none;
    bool mirror, skip_loops;
} packing;

/* V: a value's bytes; P: what carries them, or its number. */
template <typename V, typename P, bool NUMBERED>
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    pack_kernel(const __grid_constant__ packing p, int64_t count, tp_place_key *keys, P *carried)
{
    TP_FOR_EACH(k, count)
    {
        const tp_place_key i = (tp_place_key)p.row_ids[k], j = (tp_place_key)p.col_ids[k];
        const tp_place_key key = i == j && p.skip_loops ? p.none : i << p.shift | j;
        P carries = 0;
        if (carried) carries = NUMBERED ? (P)k : (P)((const V *)p.values)[k];
        if (p.mirror) {
            const tp_place_key opposite = i == j ? p.none : j << p.shift | i;
            keys[2 * k] = key;
            keys[2 * k + 1] = opposite;
            if (carried) carried[2 * k] = carried[2 * k + 1] = carries;
        } else {
            keys[k] = key;
            if (carried) carried[k] = carries;
        }
    }
}

static tropic_status pack(tp_sorted_places *s)
{
    const tp_device_build *b = s->b;
    packing p = {};
    p.row_ids = b->row_ids;
    p.col_ids = b->col_ids;
    p.values = b->values;
    p.shift = s->shift;
    p.none = s->none;
    p.mirror = b->mirror;
    p.skip_loops = b->skip_loops;
#define PACK(V, P, NUMBERED)                                                                                           \
    return tp_pass(s->context, DOING, b->count, pack_kernel<V, P, NUMBERED>, p, b->count, s->keys.data,                \
                   (P *)s->carried.data)
    if (s->numbered) PACK(uint32_t, uint32_t, true);
    switch (s->size) {
    case sizeof(uint8_t): PACK(uint8_t, uint32_t, false);
    case sizeof(uint16_t): PACK(uint16_t, uint32_t, false);
    case sizeof(uint64_t): PACK(uint64_t, uint64_t, false);
    default: PACK(uint32_t, uint32_t, false);
    }
#undef PACK
}

template <typename T> static tropic::cub::DoubleBuffer<T> buffers(void *a, void *b)
{
    return tropic::cub::DoubleBuffer<T>((T *)a, (T *)b);
}

/* The bits from `begin` on. */
static tropic_status sort_keys(tp_sorted_places *s, int begin)
{
    const cudaStream_t stream = tp_cuda_of(s->context)->stream;
    const int count = (int)s->count, end = s->shift + s->row_bits;
    auto keys = buffers<tp_place_key>(s->keys.data, s->other.data);
    auto narrow = buffers<uint32_t>(s->carried.data, s->other_carried.data);
    auto wide = buffers<uint64_t>(s->carried.data, s->other_carried.data);
    tp_device_array<char> room;
    size_t bytes = 0;
    const auto run = [&] {
        using sort = tropic::cub::DeviceRadixSort;
        switch (s->carried_size) {
        case sizeof(uint32_t): return sort::SortPairs(room.data, bytes, keys, narrow, count, begin, end, stream);
        case sizeof(uint64_t): return sort::SortPairs(room.data, bytes, keys, wide, count, begin, end, stream);
        default: return sort::SortKeys(room.data, bytes, keys, count, begin, end, stream);
        }
    };
    TP_TRY(tp_cuda_cub(s->context, DOING, run));
    TP_TRY(room.make(s->context, (int64_t)bytes, DOING));
    TP_TRY(tp_cuda_cub(s->context, DOING, run));
    if (keys.Current() != s->keys.data) s->keys.swap(s->other);
    if ((char *)narrow.Current() != s->carried.data && s->carried_size == sizeof(uint32_t))
        s->carried.swap(s->other_carried);
    if ((char *)wide.Current() != s->carried.data && s->carried_size == sizeof(uint64_t))
        s->carried.swap(s->other_carried);
    return TROPIC_OK;
}

static __global__ void valid_kernel(const tp_place_key *keys, int64_t count, tp_place_key none, int64_t *valid)
{
    *valid = tp_first_at(count, none, [&](int64_t c) { return keys[c]; });
}

tropic_status tp_cuda_sort_places(tp_sorted_places *s, bool by_columns)
{
    const tp_device_build *b = s->b;
    const bool leaves_out = b->mirror || b->skip_loops;
    tp_device_array<int64_t> valid;
    s->count = s->valid = b->mirror ? 2 * b->count : b->count;
    s->shift = tp_bits_of(b->cols);
    s->row_bits = tp_bits_of((int64_t)b->rows + leaves_out);
    s->none = (tp_place_key)b->rows << s->shift;
    s->size = b->values ? tropic_type_size(b->type) : 0;
    s->numbered = b->values && (b->op || tp_type_struct(b->type));
    s->carried_size = s->numbered ? sizeof(uint32_t) : s->size > 0 && s->size < sizeof(uint32_t) ? 4 : s->size;
    TP_TRY(s->keys.make(s->context, s->count, DOING));
    TP_TRY(s->other.make(s->context, s->count, DOING));
    if (s->carried_size > 0) {
        TP_TRY(s->carried.make(s->context, s->count * (int64_t)s->carried_size, DOING));
        TP_TRY(s->other_carried.make(s->context, s->count * (int64_t)s->carried_size, DOING));
    }
    TP_TRY(pack(s));
    /* (Where columns do not fall already, a stable sort by row is enough.) */
    TP_TRY(sort_keys(s, by_columns && !b->mirror ? s->shift : 0));
    if (!leaves_out) return TROPIC_OK;
    TP_TRY(valid.make(s->context, 1, DOING));
    TP_TRY(tp_cuda_launch(s->context, DOING, {1, 1}, valid_kernel, s->keys.data, s->count, s->none, valid.data));
    return tp_cuda_download(s->context, &s->valid, valid.data, sizeof s->valid);
}

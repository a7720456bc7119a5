/* SPDX-License-Identifier: Apache-2.0
 *
 * Generated matrices on a GPU, in its memory alone. Lists are written where they belong. Drawn edges are
 * made range of rows by range, each anew from the slots, so that keys of one range alone are ever there:
 * sorted, freed of duplicates and cut to ids.
 */
#include "formats/matrix/device.cuh"
#include "formats/generate/generate_lists.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

/* 2^3 ranges at most, where there are more slots. With the keys twice, as the sort has them, and the
 * ids of the ranges before, the peak is below the 2 times the matrix that joining the ranges takes. */
#define RANGE_BITS 3
#define RANGES (1 << RANGE_BITS)
#define FEW_SLOTS ((int64_t)1 << 20)

/* Rows first << shift and on belong to a range; an entry's key is the row in it, then the column. */
typedef struct split {
    int shift, bits;
    int ranges;
} split;

static split split_of(const tp_generator *g)
{
    const int shift = g->slots > FEW_SLOTS && g->bits > RANGE_BITS ? g->bits - RANGE_BITS : g->bits;
    return {shift, g->bits, (int)(((int64_t)g->n - 1) >> shift) + 1};
}

static tropic_status check_memory(tropic_context *context, const tp_generator *g)
{
    const int64_t entries = tp_generator_entries(g);
    const int64_t arcs = g->directed ? g->slots : 2 * g->slots; /* of drawn kinds */
    const size_t ids = (size_t)entries * sizeof(tropic_index);
    const size_t keys = 2 * (size_t)(arcs / split_of(g).ranges) * sizeof(uint64_t);
    size_t needed = tp_generator_bytes(g, entries), left = 0, all = 0;
    if (g->drawn) {
        const size_t meanwhile = ((size_t)g->n + 1) * sizeof(tropic_offset) + ids +
                                 (keys > ids               ? keys
                                  : split_of(g).ranges > 1 ? ids
                                                           : 0);
        if (meanwhile > needed) needed = meanwhile;
    }
    if (context->memory.device_allocate) return TROPIC_OK;
    TP_TRY(tp_cuda_find_room(context, needed, &left, &all));
    if (needed <= left) return TROPIC_OK;
    return tp_fail(context, TROPIC_OUT_OF_DEVICE_MEMORY,
                   "a graph of up to %lld entries needs %zu bytes of device memory; %zu of %zu are free",
                   (long long)entries, needed, left, all);
}

/* ---- drawn edges ---- */

/* counts[r] += entries of range r */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_kernel(const __grid_constant__ tp_generator g, int shift, unsigned long long *counts)
{
    __shared__ unsigned long long mine[RANGES];
    if (threadIdx.x < RANGES) mine[threadIdx.x] = 0;
    __syncthreads();
    TP_FOR_EACH(slot, g.slots)
    {
        const tp_edge e = tp_draw(&g, slot);
        if (e.from == e.to) continue;
        atomicAdd(&mine[e.from >> shift], 1ull);
        if (!g.directed) atomicAdd(&mine[e.to >> shift], 1ull);
    }
    __syncthreads();
    if (threadIdx.x < RANGES && mine[threadIdx.x] > 0) atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

static __device__ __forceinline__ uint64_t key_of(tropic_index row, tropic_index col, split s)
{
    return ((uint64_t)row & (((uint64_t)1 << s.shift) - 1)) << s.bits | (uint64_t)col;
}

/* keys[...] = the entries of a range, in any order; *used: how many so far. A block takes room for all keys that its
 * threads have found at once. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    draw_kernel(const __grid_constant__ tp_generator g, split s, int range, uint64_t *keys, unsigned long long *used)
{
    __shared__ unsigned found;
    __shared__ unsigned long long room;
    for (int64_t first = (int64_t)blockIdx.x * TP_PASS_BLOCK; first < g.slots;
         first += (int64_t)gridDim.x * TP_PASS_BLOCK) {
        const int64_t slot = first + threadIdx.x;
        tp_edge e = {0, 0};
        unsigned at = 0;
        if (threadIdx.x == 0) found = 0;
        __syncthreads();
        if (slot < g.slots) e = tp_draw(&g, slot);
        const bool there = e.from != e.to && e.from >> s.shift == range;
        const bool back = e.from != e.to && e.to >> s.shift == range && !g.directed;
        if (there || back) at = atomicAdd(&found, (unsigned)there + (unsigned)back);
        __syncthreads();
        if (threadIdx.x == 0) room = atomicAdd(used, (unsigned long long)found);
        __syncthreads();
        if (there) keys[room + at] = key_of(e.from, e.to, s);
        if (back) keys[room + at + there] = key_of(e.to, e.from, s);
    }
}

/* ids of sorted keys without duplicates, and where the rows of the range begin: `before` entries are in
 * ranges before. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    cut_kernel(const uint64_t *keys, int64_t count, int bits, int64_t rows, tropic_offset before,
               tropic_offset *offsets, tropic_index *ids)
{
    TP_FOR_EACH(k, count + 1)
    {
        const int64_t row = k < count ? (int64_t)(keys[k] >> bits) : rows;
        const int64_t last = k > 0 ? (int64_t)(keys[k - 1] >> bits) : -1;
        if (k < count) ids[k] = (tropic_index)(keys[k] & (((uint64_t)1 << bits) - 1));
        for (int64_t l = last + 1; l <= row; l++) offsets[l] = before + k;
    }
}

/* The keys of a range twice, and the working memory to sort them. */
struct workshop {
    tp_device_array<uint64_t> keys[2];
    tp_device_array<char> room;
    size_t room_bytes = 0;
    tp_device_array<unsigned long long> used; /* RANGES + 1: counts, then a cursor */
};

static tropic_status open_workshop(tropic_context *context, workshop *w, int64_t max, int key_bits)
{
    size_t unique = 0;
    tropic::cub::DoubleBuffer<uint64_t> none(nullptr, nullptr);
    TP_TRY(w->keys[0].make(context, max, "sorting a generated graph"));
    TP_TRY(w->keys[1].make(context, max, "sorting a generated graph"));
    TP_TRY(tp_cuda_cub(context, "sorting", [&] {
        return tropic::cub::DeviceRadixSort::SortKeys(nullptr, w->room_bytes, none, max, 0, key_bits);
    }));
    TP_TRY(tp_cuda_cub(context, "removing duplicates", [&] {
        return tropic::cub::DeviceSelect::Unique(nullptr, unique, w->keys[0].data, w->keys[1].data, w->used.data, max);
    }));
    if (unique > w->room_bytes) w->room_bytes = unique;
    return w->room.make(context, (int64_t)w->room_bytes, "sorting a generated graph");
}

/* The entries of a range, sorted, each once: *sorted of w->keys[], and their number. */
static tropic_status sort_range(tropic_context *context, const tp_generator *g, split s, int range, int64_t drawn,
                                workshop *w, uint64_t **sorted, int64_t *count)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    unsigned long long *cursor = w->used.data + RANGES;
    tropic::cub::DoubleBuffer<uint64_t> keys(w->keys[0].data, w->keys[1].data);
    *sorted = keys.Current();
    *count = 0;
    if (drawn == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(cursor, 0, sizeof *cursor, stream), "clearing"));
    TP_TRY(tp_pass(context, "drawing edges", g->slots, draw_kernel, *g, s, range, keys.Current(), cursor));
    TP_TRY(tp_cuda_cub(context, "sorting", [&] {
        return tropic::cub::DeviceRadixSort::SortKeys(w->room.data, w->room_bytes, keys, drawn, 0, s.shift + s.bits,
                                                      stream);
    }));
    TP_TRY(tp_cuda_cub(context, "removing duplicates", [&] {
        return tropic::cub::DeviceSelect::Unique(w->room.data, w->room_bytes, keys.Current(), keys.Alternate(), cursor,
                                                 drawn, stream);
    }));
    *sorted = keys.Alternate();
    return tp_cuda_download(context, count, cursor, sizeof *count);
}

/* One array of the ranges' ids. */
static tropic_status join(tropic_context *context, int ranges, tp_device_array<tropic_index> *parts,
                          const int64_t *counts, int64_t total, tp_device_array<tropic_index> *ids)
{
    int64_t at = 0;
    if (ranges == 1) {
        ids->swap(parts[0]);
        return TROPIC_OK;
    }
    TP_TRY(ids->make(context, total, "the matrix"));
    for (int r = 0; r < ranges; r++) {
        TP_TRY(tp_cuda_copy(context, ids->data + at, parts[r].data, (size_t)counts[r] * sizeof(tropic_index)));
        at += counts[r];
        parts[r].drop();
    }
    return TROPIC_OK;
}

static tropic_status draw(tropic_context *context, const tp_generator *g, tropic_offset *offsets,
                          tp_device_array<tropic_index> *ids, tropic_offset *total)
{
    const split s = split_of(g);
    unsigned long long drawn[RANGES] = {}, max = 0;
    int64_t counts[RANGES] = {}, before = 0;
    tp_device_array<tropic_index> parts[RANGES];
    {
        workshop w;
        TP_TRY(w.used.make(context, RANGES + 1, "counts"));
        TP_TRY(tp_cuda_check(context, cudaMemsetAsync(w.used.data, 0, sizeof drawn, tp_cuda_of(context)->stream),
                             "clearing"));
        TP_TRY(tp_pass(context, "counting edges", g->slots, count_kernel, *g, s.shift, w.used.data));
        TP_TRY(tp_cuda_download(context, drawn, w.used.data, sizeof drawn));
        for (int r = 0; r < s.ranges; r++) max = drawn[r] > max ? drawn[r] : max;
        TP_TRY(open_workshop(context, &w, (int64_t)max, s.shift + s.bits));
        for (int r = 0; r < s.ranges; r++) {
            const int64_t first = (int64_t)r << s.shift, beyond = (int64_t)(r + 1) << s.shift;
            const int64_t rows = (beyond < g->n ? beyond : g->n) - first;
            uint64_t *sorted = nullptr;
            TP_TRY(tp_progress(context, (double)r / s.ranges));
            TP_TRY(sort_range(context, g, s, r, (int64_t)drawn[r], &w, &sorted, &counts[r]));
            TP_TRY(parts[r].make(context, counts[r], "the matrix"));
            TP_TRY(tp_pass(context, "cutting keys", counts[r] + 1, cut_kernel, sorted, counts[r], s.bits, rows, before,
                           offsets + first, parts[r].data));
            before += counts[r];
        }
    }
    *total = before;
    return join(context, s.ranges, parts, counts, before, ids);
}

/* ---- lists ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    length_kernel(const __grid_constant__ tp_generator g, tropic_offset *offsets)
{
    TP_FOR_EACH(v, g.n)
    {
        if (v == 0) offsets[0] = 0;
        offsets[v + 1] = tp_list(&g, (tropic_index)v, 0, 0, nullptr);
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    fill_kernel(const __grid_constant__ tp_generator g, const tropic_offset *offsets, tropic_offset count,
                tropic_index *ids)
{
    TP_FOR_EACH(part, (count + TP_DEVICE_PART - 1) / TP_DEVICE_PART)
    {
        const tropic_offset begin = part * TP_DEVICE_PART, end = begin + TP_DEVICE_PART;
        tp_lists_fill(&g, offsets, begin, end < count ? end : count, ids);
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    weigh_kernel(const __grid_constant__ tp_generator g, const tropic_offset *offsets, tropic_offset count,
                 const tropic_index *ids, int32_t *values)
{
    TP_FOR_EACH(part, (count + TP_DEVICE_PART - 1) / TP_DEVICE_PART)
    {
        const tropic_offset begin = part * TP_DEVICE_PART, end = begin + TP_DEVICE_PART;
        tp_lists_weigh(&g, offsets, begin, end < count ? end : count, ids, values);
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    cell_kernel(const __grid_constant__ tp_generator g, tropic_index *counts)
{
    TP_FOR_EACH(v, g.n) atomicAdd(&counts[tp_rgg_cell(&g, v)], 1);
}

/* x[k] += x[0] + ... + x[k - 1] */
template <typename T> static tropic_status add_up(tropic_context *context, T *x, int64_t n)
{
    tp_device_array<char> room;
    size_t bytes = 0;
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const auto sum = [&] { return tropic::cub::DeviceScan::InclusiveSum(room.data, bytes, x, n, stream); };
    TP_TRY(tp_cuda_cub(context, "adding up", sum));
    TP_TRY(room.make(context, (int64_t)bytes, "a generated graph"));
    return tp_cuda_cub(context, "adding up", sum);
}

static tropic_status make_cells(tropic_context *context, const tp_generator *g, tp_device_array<tropic_index> *cells)
{
    const int64_t count = g->side * g->side;
    TP_TRY(cells->make(context, count + 1, "the cells of a generated graph"));
    TP_TRY(tp_cuda_check(
        context,
        cudaMemsetAsync(cells->data, 0, ((size_t)count + 1) * sizeof(tropic_index), tp_cuda_of(context)->stream),
        "clearing"));
    TP_TRY(tp_pass(context, "counting points", g->n, cell_kernel, *g, cells->data + 1));
    return add_up(context, cells->data + 1, count);
}

static tropic_status list(tropic_context *context, const tp_generator *given, tropic_offset *offsets,
                          tp_device_array<tropic_index> *ids, tropic_offset *count)
{
    tp_device_array<tropic_index> cells;
    tp_generator g = *given;
    if (g.kind == TROPIC_GENERATE_RGG) TP_TRY(make_cells(context, &g, &cells));
    g.cells = cells.data;
    TP_TRY(tp_pass(context, "counting neighbours", g.n, length_kernel, g, offsets));
    TP_TRY(add_up(context, offsets + 1, (int64_t)g.n));
    TP_TRY(tp_cuda_download(context, count, offsets + g.n, sizeof *count));
    TP_TRY(ids->make(context, *count, "the matrix"));
    return tp_pass(context, "listing neighbours", tp_quotient_up(*count, TP_DEVICE_PART), fill_kernel, g,
                   (const tropic_offset *)offsets, *count, ids->data);
}

static tropic_status generate(tropic_context *context, const tp_generator *g, tropic_matrix *A)
{
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids;
    tp_device_array<int32_t> values;
    tp_forms *forms;
    TP_TRY(tp_matrix_make_forms(context, A, &forms));
    TP_TRY(check_memory(context, g));
    TP_TRY(offsets.make(context, (int64_t)g->n + 1, "the matrix"));
    TP_TRY((g->drawn ? draw : list)(context, g, offsets.data, &ids, &A->count));
    if (g->weights > 0) {
        TP_TRY(values.make(context, A->count, "the matrix"));
        TP_TRY(tp_pass(context, "drawing weights", tp_quotient_up(A->count, TP_DEVICE_PART), weigh_kernel, *g,
                       (const tropic_offset *)offsets.data, A->count, (const tropic_index *)ids.data, values.data));
    }
    TP_TRY(tp_cuda_wait(context));
    forms->sides[TP_BY_ROW] = tp_cuda_side_of(context, &offsets, &ids, &values);
    A->pattern = g->weights == 0;
    A->symmetric = !g->directed;
    return TROPIC_OK;
}

tropic_status tp_cuda_generate(tropic_context *context, const tp_generator *g, tropic_matrix **A)
{
    tp_entries shape = {};
    tropic_matrix *made;
    tropic_status status;
    tp_cuda_use use(context);
    shape.rows = shape.cols = g->n;
    shape.type = g->weights > 0 ? TROPIC_INT32 : TROPIC_BOOL;
    made = tp_matrix_new(context, &shape);
    if (!made) return tp_out_of_memory(context, "a matrix");
    status = generate(context, g, made);
    if (status == TROPIC_OK)
        *A = made;
    else
        tropic_matrix_free(&made);
    return status;
}

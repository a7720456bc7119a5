/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix from entries in device memory: a stable sort by place, then runs of entries at one place become one.
 */
#include "formats/matrix/combine.cuh"

#include "runtime/types.h"

#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>

#define DOING "building a matrix"

/* ---- what the input is like ---- */

/* In which order entries lie, and that ids and offsets are right. */
enum { BY_COLUMNS = 1, SORTED_BY_ROWS = 2, SORTED_BY_COLUMNS = 4, RIGHT = 8, EVERYTHING = 15 };

/* (Whoever comes later often finds it cleared.) */
static __device__ void clear(int *order, int kept)
{
    if (*(volatile int *)order & ~kept) atomicAnd(order, kept);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_kernel(const __grid_constant__ tp_device_build b, int *order)
{
    const tropic_index *row_ids = b.row_ids, *col_ids = b.col_ids;
    int kept = EVERYTHING;
    TP_FOR_EACH(k, b.count)
    {
        const tropic_index i = row_ids[k], j = col_ids[k];
        if ((unsigned)i >= (unsigned)b.rows || (unsigned)j >= (unsigned)b.cols) kept &= ~RIGHT;
        if (k == 0) continue;
        const tropic_index i0 = row_ids[k - 1], j0 = col_ids[k - 1];
        if (j0 > j) kept &= ~BY_COLUMNS;
        if (i0 > i || (i0 == i && j0 >= j)) kept &= ~SORTED_BY_ROWS;
        if (j0 > j || (j0 == j && i0 >= i)) kept &= ~SORTED_BY_COLUMNS;
    }
    clear(order, kept);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_at_offsets_kernel(const tropic_offset *offsets, tropic_index lists, tropic_offset count, int *order)
{
    int kept = EVERYTHING;
    TP_FOR_EACH(l, lists)
    if (offsets[l + 1] < offsets[l] || (l == 0 && offsets[0] != 0) || offsets[l + 1] > count) kept = 0;
    clear(order, kept);
}

/* Of the ids of lists: how many are no greater than the one before, and how many of those begin a list. */
typedef struct falls {
    unsigned long long all, of_lists;
} falls;

/* What is found of an input. */
typedef struct looked {
    falls fallen;
    int order;
} looked;

static __device__ void add_up(unsigned long long *sum, int mine)
{
    for (int half = TP_WARP / 2; half > 0; half /= 2) mine += __shfl_down_sync(TP_EVERY_LANE, mine, half);
    if (threadIdx.x % TP_WARP == 0 && mine > 0) atomicAdd(sum, (unsigned long long)mine);
}

/* Ids that a thread has in flight. */
#define LOOK_ITEMS 4
#define LOOK_TILE (LOOK_ITEMS * TP_PASS_BLOCK)

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_at_ids_kernel(const tropic_index *ids, int64_t count, tropic_index n, looked *found)
{
    int mine = 0, kept = EVERYTHING;
    for (int64_t first = (int64_t)blockIdx.x * LOOK_TILE + threadIdx.x; first - (int64_t)threadIdx.x < count;
         first += (int64_t)gridDim.x * LOOK_TILE) {
        tropic_index id[LOOK_ITEMS], before[LOOK_ITEMS];
#pragma unroll
        for (int q = 0; q < LOOK_ITEMS; q++) {
            const int64_t k = first + q * TP_PASS_BLOCK;
            id[q] = k < count ? ids[k] : 0;
            before[q] = k > 0 && k < count ? ids[k - 1] : -1;
        }
#pragma unroll
        for (int q = 0; q < LOOK_ITEMS; q++) {
            if ((unsigned)id[q] >= (unsigned)n && first + q * TP_PASS_BLOCK < count) kept = 0;
            mine += id[q] <= before[q];
        }
    }
    add_up(&found->fallen.all, mine);
    clear(&found->order, kept);
}

/* (Offsets may still be wrong.) */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    look_at_lists_kernel(const __grid_constant__ tp_arcs arcs, looked *found)
{
    int mine = 0;
    TP_FOR_EACH(l, arcs.lists)
    {
        const tropic_offset begin = arcs.offsets[l], end = arcs.offsets[l + 1];
        mine += begin > 0 && begin < end && end <= arcs.count && arcs.ids[begin] <= arcs.ids[begin - 1];
    }
    add_up(&found->fallen.of_lists, mine);
}

/* The input; b has both ids of each entry, once it is expanded. */
typedef struct input {
    tp_device_build b;
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> lists;
    tp_device_array<looked> found;
    int order;
} input;

static tropic_status begin_look(tropic_context *context, input *in)
{
    const looked nothing = {{0, 0}, EVERYTHING};
    if (!in->found.data) TP_TRY(in->found.make(context, 1, DOING));
    return tp_cuda_upload(context, in->found.data, &nothing, sizeof nothing);
}

static tropic_status end_look(tropic_context *context, input *in, falls *fallen)
{
    looked found;
    TP_TRY(tp_cuda_download(context, &found, in->found.data, sizeof found));
    in->order = found.order;
    *fallen = found.fallen;
    return TROPIC_OK;
}

static tropic_status look(tropic_context *context, input *in)
{
    falls none;
    TP_TRY(begin_look(context, in));
    TP_TRY(tp_pass(context, DOING, in->b.count, look_kernel, in->b, &in->found.data->order));
    return end_look(context, in, &none);
}

/* The lists that b's offsets tell, with the ids of the others. */
static tp_arcs lists_of(const tp_device_build *b)
{
    tp_arcs arcs = {};
    arcs.lists = !b->row_ids ? b->rows : b->cols;
    arcs.count = b->count;
    arcs.offsets = b->offsets;
    arcs.ids = !b->row_ids ? b->col_ids : b->row_ids;
    return arcs;
}

static tropic_status need_offsets(tropic_context *context, input *in)
{
    tp_device_build *b = &in->b;
    const int64_t count = (int64_t)lists_of(b).lists + 1;
    if (!b->host_offsets) return TROPIC_OK;
    TP_TRY(in->offsets.make(context, count, DOING));
    TP_TRY(tp_cuda_upload(context, in->offsets.data, b->offsets, (size_t)count * sizeof *b->offsets));
    b->offsets = in->offsets.data;
    b->host_offsets = false;
    return TROPIC_OK;
}

/* Are the lists of CSR, or CSC, right, and sorted? */
static tropic_status look_at_lists(tropic_context *context, input *in)
{
    const bool by_row = !in->b.row_ids;
    const tropic_index n = by_row ? in->b.cols : in->b.rows;
    falls fallen;
    TP_TRY(need_offsets(context, in));
    const tp_arcs arcs = lists_of(&in->b);
    TP_TRY(begin_look(context, in));
    looked *found = in->found.data;
    TP_TRY(tp_pass(context, DOING, arcs.lists, look_at_offsets_kernel, arcs.offsets, arcs.lists, arcs.count,
                   &found->order));
    /* (Few blocks, each of whose warps adds to one sum.) */
    TP_TRY(tp_pass(context, DOING, tp_quotient_up(arcs.count, LOOK_ITEMS), look_at_ids_kernel, arcs.ids, arcs.count, n,
                   found));
    TP_TRY(tp_pass(context, DOING, arcs.lists, look_at_lists_kernel, arcs, found));
    TP_TRY(end_look(context, in, &fallen));
    in->order &= RIGHT;
    if (fallen.all == fallen.of_lists) in->order |= by_row ? SORTED_BY_ROWS : SORTED_BY_COLUMNS;
    return TROPIC_OK;
}

/* The list of each entry. */
static tropic_status expand(tropic_context *context, input *in)
{
    const tp_arcs arcs = lists_of(&in->b);
    TP_TRY(in->lists.make(context, arcs.count, DOING));
    TP_TRY(tp_cuda_row_of(context, &arcs, in->lists.data));
    *(in->b.row_ids ? &in->b.col_ids : &in->b.row_ids) = in->lists.data;
    in->b.offsets = NULL;
    return TROPIC_OK;
}

/* ---- lists ---- */

/* Where lists begin: of ascending lists, or (begins) of runs of keys. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const tropic_index *row_of, const __grid_constant__ tp_runs r, int64_t count, tropic_index lists,
                   tropic_offset *offsets)
{
    TP_FOR_EACH(l, (int64_t)lists + 1)
    {
        if (row_of)
            offsets[l] = tp_first_at(count, l, [&](int64_t c) { return (int64_t)row_of[c]; });
        else
            offsets[l] = tp_first_at(count, (tp_place_key)l << r.shift,
                                     [&](int64_t c) { return r.keys[r.begins ? r.begins[c] : c]; });
    }
}

typedef struct built {
    tropic_offset count;
    bool by_column;
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids;
    tp_device_array<char> values;
} built;

/* ids[c] = the column of run c, or (begins NULL) of key c; adds to *places how many there are. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    ids_kernel(const __grid_constant__ tp_runs r, int64_t count, tropic_index *ids, unsigned long long *places)
{
    const tp_place_key mask = ((tp_place_key)1 << r.shift) - 1;
    int mine = 0;
    TP_FOR_EACH(c, count)
    {
        const int64_t k = r.begins ? r.begins[c] : c;
        const tp_place_key key = r.keys[k];
        ids[c] = (tropic_index)(key & mask);
        if (places) mine += k == 0 || r.keys[k - 1] != key;
    }
    if (places) add_up(places, mine);
}

template <typename V>
static __global__ void __launch_bounds__(TP_PASS_BLOCK) narrow_kernel(const uint32_t *carried, int64_t count, V *values)
{
    TP_FOR_EACH(k, count) values[k] = (V)carried[k];
}

/* The values where no place has two. */
static tropic_status take_values(tp_sorted_places *s, built *out)
{
    tropic_context *context = s->context;
    const tp_device_build *b = s->b;
    if (s->size == 0) return TROPIC_OK;
    if (!s->numbered && s->size == s->carried_size && s->valid == s->count) {
        out->values.swap(s->carried);
        return TROPIC_OK;
    }
    TP_TRY(out->values.make(context, s->valid * (int64_t)s->size, "a matrix"));
    if (s->numbered)
        return context->backend->gather(context, out->values.data, b->type, (const tropic_index *)s->carried.data,
                                        b->values, s->valid);
    if (s->size == s->carried_size)
        return tp_cuda_copy(context, out->values.data, s->carried.data, (size_t)s->valid * s->size);
    if (s->size == sizeof(uint8_t))
        return tp_pass(context, DOING, s->valid, narrow_kernel<uint8_t>, (const uint32_t *)s->carried.data, s->valid,
                       (uint8_t *)out->values.data);
    return tp_pass(context, DOING, s->valid, narrow_kernel<uint16_t>, (const uint32_t *)s->carried.data, s->valid,
                   (uint16_t *)out->values.data);
}

struct begins_run {
    const tp_place_key *keys;
    __device__ bool operator()(tropic_index k) const
    {
        return k == 0 || keys[k] != keys[k - 1];
    }
};

/* Where runs begin, `count` of them; in the memory of `other`, which has room. */
static tropic_status list_runs(tp_sorted_places *s, int64_t count, tropic_index **begins)
{
    const cudaStream_t stream = tp_cuda_of(s->context)->stream;
    const begins_run is_first = {s->keys.data};
    const tropic_index valid = (tropic_index)s->valid;
    tropic_index *const to = (tropic_index *)s->other.data;
    tp_device_array<tropic_index> selected;
    tp_device_array<char> room;
    size_t bytes = 0;
    const thrust::counting_iterator<tropic_index> all(0);
    TP_TRY(selected.make(s->context, 1, DOING));
    const auto run = [&] {
        return tropic::cub::DeviceSelect::If(room.data, bytes, all, to, selected.data, valid, is_first, stream);
    };
    TP_TRY(tp_cuda_cub(s->context, DOING, run));
    TP_TRY(room.make(s->context, (int64_t)bytes, DOING));
    TP_TRY(tp_cuda_cub(s->context, DOING, run));
    *begins = to;
    return tp_cuda_upload(s->context, to + count, &valid, sizeof valid);
}

/* Runs become entries. */
static tropic_status combine(tp_sorted_places *s, tp_runs *r, built *out, bool *done)
{
    tropic_context *context = s->context;
    const tp_device_build *b = s->b;
    tropic_index *begins = NULL;
    *done = b->op || b->duplicates != TROPIC_DUPLICATES_REFUSE || r->united;
    if (!*done) return TROPIC_OK;
    TP_TRY(list_runs(s, out->count, &begins));
    r->begins = begins;
    r->count = (tropic_index)out->count;
    r->carried = s->carried.data;
    TP_TRY(out->ids.make(context, out->count, "a matrix"));
    TP_TRY(tp_pass(context, DOING, out->count, ids_kernel, *r, out->count, out->ids.data, NULL));
    if (s->size == 0) return TROPIC_OK;
    TP_TRY(out->values.make(context, out->count * (int64_t)s->size, "a matrix"));
    return (s->numbered ? tp_cuda_combine_numbered : tp_cuda_combine)(context, r, out->values.data, done);
}

static tropic_status make_lists(tp_sorted_places *s, bool united, built *out, bool *done)
{
    tropic_context *context = s->context;
    const tropic_index lists = s->b->rows;
    tp_runs r = {};
    unsigned long long places = 0;
    tp_device_array<unsigned long long> counted;
    r.keys = s->keys.data;
    r.shift = s->shift;
    r.b = s->b;
    r.rule = s->b->duplicates;
    r.entries = s->valid;
    r.united = united;
    TP_TRY(counted.make(context, 1, DOING));
    TP_TRY(tp_cuda_upload(context, counted.data, &places, sizeof places));
    TP_TRY(out->offsets.make(context, (int64_t)lists + 1, "a matrix"));
    TP_TRY(out->ids.make(context, s->valid, "a matrix"));
    TP_TRY(tp_pass(context, DOING, s->valid, ids_kernel, r, s->valid, out->ids.data, counted.data));
    TP_TRY(tp_cuda_download(context, &places, counted.data, sizeof places));
    out->count = (tropic_offset)places;
    *done = true;
    if (out->count == s->valid)
        TP_TRY(take_values(s, out));
    else
        TP_TRY(combine(s, &r, out, done));
    return tp_pass(context, DOING, (int64_t)lists + 1, offsets_kernel, NULL, r, out->count, lists, out->offsets.data);
}

/* Entries that lie in order are copied. */
static tropic_status copy(tropic_context *context, const input *in, built *out)
{
    const tp_device_build *b = &in->b;
    const bool by_row = in->order & SORTED_BY_ROWS;
    const tropic_index lists = by_row ? b->rows : b->cols;
    const size_t size = b->values ? tropic_type_size(b->type) : 0;
    const tp_runs none = {};
    out->count = b->count;
    out->by_column = !by_row;
    TP_TRY(out->offsets.make(context, (int64_t)lists + 1, "a matrix"));
    TP_TRY(out->ids.make(context, b->count, "a matrix"));
    if (b->offsets)
        TP_TRY(tp_cuda_copy(context, out->offsets.data, b->offsets, ((size_t)lists + 1) * sizeof *b->offsets));
    else
        TP_TRY(tp_pass(context, DOING, (int64_t)lists + 1, offsets_kernel, by_row ? b->row_ids : b->col_ids, none,
                       b->count, lists, out->offsets.data));
    TP_TRY(tp_cuda_copy(context, out->ids.data, by_row ? b->col_ids : b->row_ids,
                        (size_t)b->count * sizeof(tropic_index)));
    if (size == 0) return TROPIC_OK;
    TP_TRY(out->values.make(context, b->count * (int64_t)size, "a matrix"));
    return tp_cuda_copy(context, out->values.data, b->values, (size_t)b->count * size);
}

static tropic_status build(tropic_context *context, const tp_device_build *b, bool united, built *out, bool *done)
{
    /* Orders that are taken as they are. (What is united lies by rows: so entries above the diagonal come before their
     * opposites.) */
    const int taken = b->mirror || b->skip_loops ? 0 : b->unite ? SORTED_BY_ROWS : SORTED_BY_ROWS | SORTED_BY_COLUMNS;
    input in = {};
    tp_sorted_places s = {};
    *done = false;
    in.b = *b;
    in.order = RIGHT;
    if (b->offsets) TP_TRY(look_at_lists(context, &in));
    if (!(in.order & RIGHT)) return TROPIC_OK;
    if (!(in.order & taken)) {
        if (b->offsets) TP_TRY(expand(context, &in));
        TP_TRY(look(context, &in));
    }
    if (!(in.order & RIGHT)) return TROPIC_OK;
    *done = true;
    if (in.order & taken) return copy(context, &in, out);
    s.context = context;
    s.b = &in.b;
    TP_TRY(tp_cuda_sort_places(&s, in.order & BY_COLUMNS));
    return make_lists(&s, united, out, done);
}

/* Lists and their transpose. */
static tropic_status unite(tropic_context *context, const tp_device_build *given, built *out, bool *done)
{
    tp_device_array<tropic_index> lists;
    tp_device_build b = *given;
    built united = {};
    tp_arcs arcs = {};
    arcs.lists = b.rows;
    arcs.count = out->count;
    arcs.offsets = out->offsets.data;
    TP_TRY(lists.make(context, out->count, DOING));
    TP_TRY(tp_cuda_row_of(context, &arcs, lists.data));
    b.count = out->count;
    b.offsets = NULL;
    b.host_offsets = false;
    b.row_ids = lists.data;
    b.col_ids = out->ids.data;
    b.values = out->values.data;
    b.mirror = true;
    b.skip_loops = false;
    TP_TRY(build(context, &b, true, &united, done));
    out->count = united.count;
    out->offsets.swap(united.offsets);
    out->ids.swap(united.ids);
    out->values.swap(united.values);
    return TROPIC_OK;
}

tropic_status tp_cuda_build(tropic_context *context, const tp_device_build *b, tropic_matrix *A, bool *done)
{
    built out = {};
    tp_cuda_use use(context);
    *done = false;
    /* Positions have 32 bits. */
    if (b->count >= TROPIC_INDEX_MAX / (b->mirror || b->unite ? 2 : 1) || b->count == 0) return TROPIC_OK;
    TP_TRY(tp_matrix_check_device(context));
    TP_TRY(build(context, b, false, &out, done));
    if (*done && b->unite) TP_TRY(unite(context, b, &out, done));
    TP_TRY(tp_cuda_wait(context));
    if (!*done) return TROPIC_OK;
    A->device[context->device_index][out.by_column ? TP_BY_COLUMN : TP_BY_ROW] =
        tp_cuda_side_of(context, &out.offsets, &out.ids, &out.values);
    A->count = out.count;
    A->symmetric = b->mirror || b->unite;
    return TROPIC_OK;
}

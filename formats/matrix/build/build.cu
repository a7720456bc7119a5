/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix from entries in device memory: a stable sort by place, then runs of entries at one place become one.
 */
#include "formats/matrix/build/combine.cuh"
#include "formats/matrix/build/loops.cuh"
#include "formats/matrix/build/sort.cuh"

#include "runtime/types.h"

#define DOING "building a matrix"

/* ---- the order of the input, and its faults ---- */

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

/* Findings of an input. */
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

/* Falls of the ids, which are below n. (Few blocks, each of whose warps adds to one sum.) */
static tropic_status look_at_falls(tropic_context *context, const tp_arcs *arcs, tropic_index n, looked *found)
{
    TP_TRY(tp_pass(context, DOING, tp_quotient_up(arcs->count, LOOK_ITEMS), look_at_ids_kernel, arcs->ids, arcs->count,
                   n, found));
    return tp_pass(context, DOING, arcs->lists, look_at_lists_kernel, *arcs, found);
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
    TP_TRY(look_at_falls(context, &arcs, n, found));
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

/* Where lists begin in `ascending`: at the first element of at least l, or (from) of at least from[l]. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const tropic_index *ascending, int64_t count, const tropic_offset *from, tropic_index lists,
                   tropic_offset *offsets)
{
    TP_FOR_EACH(l, (int64_t)lists + 1)
    offsets[l] = tp_first_at(count, from ? from[l] : l, [&](int64_t c) { return (int64_t)ascending[c]; });
}

typedef struct built {
    tropic_offset count;
    bool by_column;
    tp_device_array<tropic_offset> offsets;
    tp_device_array<tropic_index> ids;
    tp_device_array<char> values;
    tp_left_out loops;
} built;

/* Bytes that an entry carries when it is sorted: its value, or its number. */
static size_t carried_size(const tp_device_build *b, bool *numbered)
{
    *numbered = b->values && (b->op || tp_type_struct(b->type));
    return !b->values ? 0 : *numbered ? sizeof(tropic_index) : tropic_type_size(b->type);
}

/* Rows whose ids do not fall. Entries that are left out follow the others: sorted->count counts these others. */
static tropic_status sort(tropic_context *context, const input *in, int64_t count, built *sorted)
{
    const tp_device_build *b = &in->b;
    tp_unsorted from = {};
    from.count = count;
    from.lists = b->rows;
    from.others = b->cols;
    from.list_ids = b->row_ids;
    from.other_ids = b->col_ids;
    from.values = b->values;
    from.size = carried_size(b, &from.numbered);
    from.others_ascend = in->order & BY_COLUMNS && !b->mirror;
    from.mirror = b->mirror;
    from.skip_loops = b->skip_loops;
    TP_TRY(sorted->offsets.make(context, (int64_t)b->rows + 1, "a matrix"));
    TP_TRY(sorted->ids.make(context, count, "a matrix"));
    if (from.size > 0) TP_TRY(sorted->values.make(context, count * (int64_t)from.size, "a matrix"));
    const tp_sorted to = {sorted->offsets.data, sorted->ids.data, sorted->values.data};
    TP_TRY(tp_cuda_sort(context, &from, &to));
    sorted->count = count;
    if (!b->mirror && !b->skip_loops) return TROPIC_OK;
    return tp_cuda_download(context, &sorted->count, sorted->offsets.data + b->rows, sizeof sorted->count);
}

/* The first `kept` of so many. */
template <typename T>
static tropic_status trim(tropic_context *context, tp_device_array<T> *from, int64_t count, int64_t kept,
                          tp_device_array<T> *to)
{
    if (kept == count) {
        to->swap(*from);
        return TROPIC_OK;
    }
    TP_TRY(to->make(context, kept, "a matrix"));
    return tp_cuda_copy(context, to->data, from->data, (size_t)kept * sizeof(T));
}

/* No place has two. */
static tropic_status take(tropic_context *context, const tp_device_build *b, int64_t count, built *sorted, built *out)
{
    const int64_t kept = sorted->count;
    bool numbered;
    const int64_t size = (int64_t)carried_size(b, &numbered);
    out->offsets.swap(sorted->offsets);
    TP_TRY(trim(context, &sorted->ids, count, kept, &out->ids));
    if (size == 0) return TROPIC_OK;
    if (!numbered) return trim(context, &sorted->values, count * size, kept * size, &out->values);
    TP_TRY(out->values.make(context, kept * (int64_t)tropic_type_size(b->type), "a matrix"));
    return context->backend->gather(context, out->values.data, b->type, (const tropic_index *)sorted->values.data,
                                    b->values, kept);
}

/* Runs become entries. */
static tropic_status combine(tropic_context *context, const tp_device_build *b, const tp_arcs *arcs, bool united,
                             built *out, bool *done)
{
    tp_device_array<tropic_index> begins;
    tp_runs r = {};
    bool numbered;
    *done = b->op || b->duplicates != TROPIC_DUPLICATES_REFUSE || united;
    if (!*done) return TROPIC_OK;
    TP_TRY(begins.make(context, out->count + 1, DOING));
    TP_TRY(tp_cuda_list_runs(context, arcs, out->count, begins.data));
    TP_TRY(out->offsets.make(context, (int64_t)arcs->lists + 1, "a matrix"));
    TP_TRY(tp_pass(context, DOING, (int64_t)arcs->lists + 1, offsets_kernel, begins.data, out->count, arcs->offsets,
                   arcs->lists, out->offsets.data));
    TP_TRY(out->ids.make(context, out->count, "a matrix"));
    TP_TRY(context->backend->gather(context, out->ids.data, TROPIC_INT32, begins.data, arcs->ids, out->count));
    if (carried_size(b, &numbered) == 0) return TROPIC_OK;
    r.from = *arcs;
    r.begins = begins.data;
    r.count = (tropic_index)out->count;
    r.b = b;
    r.rule = tp_duplicates_rule(b->duplicates, united);
    r.united = united;
    TP_TRY(out->values.make(context, out->count * (int64_t)tropic_type_size(b->type), "a matrix"));
    return (numbered ? tp_cuda_combine_numbered : tp_cuda_combine)(context, &r, out->values.data, done);
}

static tropic_status make_lists(tropic_context *context, input *in, bool united, built *out, bool *done)
{
    const tp_device_build *b = &in->b;
    const int64_t count = b->mirror ? 2 * b->count : b->count;
    built sorted = {};
    falls fallen;
    tp_arcs arcs = {};
    TP_TRY(sort(context, in, count, &sorted));
    TP_TRY(tp_cuda_take_loops(context, b, sorted.count, &out->loops));
    arcs.lists = b->rows;
    arcs.count = sorted.count;
    arcs.offsets = sorted.offsets.data;
    arcs.ids = sorted.ids.data;
    arcs.values = sorted.values.data;
    TP_TRY(begin_look(context, in));
    TP_TRY(look_at_falls(context, &arcs, b->cols, in->found.data));
    TP_TRY(end_look(context, in, &fallen));
    *done = true;
    out->count = sorted.count - (tropic_offset)(fallen.all - fallen.of_lists);
    if (out->count == sorted.count) return take(context, b, count, &sorted, out);
    return combine(context, b, &arcs, united, out, done);
}

/* Entries that lie in order are copied. */
static tropic_status copy(tropic_context *context, const input *in, built *out)
{
    const tp_device_build *b = &in->b;
    const bool by_row = in->order & SORTED_BY_ROWS;
    const tropic_index lists = by_row ? b->rows : b->cols;
    const size_t size = b->values ? tropic_type_size(b->type) : 0;
    out->count = b->count;
    out->by_column = !by_row;
    TP_TRY(out->offsets.make(context, (int64_t)lists + 1, "a matrix"));
    TP_TRY(out->ids.make(context, b->count, "a matrix"));
    if (b->offsets)
        TP_TRY(tp_cuda_copy(context, out->offsets.data, b->offsets, ((size_t)lists + 1) * sizeof *b->offsets));
    else
        TP_TRY(tp_pass(context, DOING, (int64_t)lists + 1, offsets_kernel, by_row ? b->row_ids : b->col_ids, b->count,
                       NULL, lists, out->offsets.data));
    TP_TRY(tp_cuda_copy(context, out->ids.data, by_row ? b->col_ids : b->row_ids,
                        (size_t)b->count * sizeof(tropic_index)));
    if (size == 0) return TROPIC_OK;
    TP_TRY(out->values.make(context, b->count * (int64_t)size, "a matrix"));
    return tp_cuda_copy(context, out->values.data, b->values, (size_t)b->count * size);
}

static tropic_status build(tropic_context *context, const tp_device_build *b, bool united, built *out, bool *done)
{
    /* Orders that are taken as they are. (Entries that are united lie by rows: so those above the diagonal come before
     * their opposites.) */
    const int taken = b->mirror || b->skip_loops ? 0 : b->unite ? SORTED_BY_ROWS : SORTED_BY_ROWS | SORTED_BY_COLUMNS;
    input in = {};
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
    return make_lists(context, &in, united, out, done);
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
    tp_forms *forms;
    tp_cuda_use use(context);
    *done = false;
    /* Positions have 32 bits. */
    if (b->count >= TROPIC_INDEX_MAX / (b->mirror || b->unite ? 2 : 1) || b->count == 0) return TROPIC_OK;
    TP_TRY(tp_matrix_make_forms(context, A, &forms));
    TP_TRY(build(context, b, false, &out, done));
    if (*done && b->unite) TP_TRY(unite(context, b, &out, done));
    TP_TRY(tp_cuda_wait(context));
    if (!*done) return TROPIC_OK;
    TP_TRY(tp_cuda_note_loops(context, b, &out.loops, A));
    forms->sides[out.by_column ? TP_BY_COLUMN : TP_BY_ROW] =
        tp_cuda_side_of(context, &out.offsets, &out.ids, &out.values);
    A->count = out.count;
    A->symmetric = b->mirror || b->unite;
    return TROPIC_OK;
}

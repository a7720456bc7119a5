/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows and columns taken from a matrix on a GPU. Rows that follow one another are copied as they lie. Others are
 * expanded in the new order: where no entry is dropped, each knows its place; else a pass counts what tiles keep, and a
 * second one writes it. Columns that are listed in another order than theirs: the lists are taken by column, and
 * transposed.
 */
#include "formats/matrix/device.cuh"
#include "spmv/matrices/backend_lists.cuh"
#include "spmv/matrices/expand.cuh"
#include "spmv/matrices/matrix_calls.h"

#include <string.h>

#define DOING "taking rows and columns"
#define WARPS (TP_TILE_THREADS / TP_WARP)

/* tp_taking with its lists in device memory. */
typedef struct taking {
    tp_arcs from;
    tropic_index rows;
    const tropic_index *row;
    tropic_index first_row, row_step;
    const tropic_index *to; /* NULL: column j is first_col + j * col_step, or (0) all are */
    tropic_index cols, first_col, col_step;
    tp_ascending to_rows, to_cols; /* instead, with strides */
    bool drops;                    /* some entries of a row, or span of it */
    bool filters;                  /* by the mask */
    tp_mask mask;
    size_t size;
} taking;

/* What is written, and from where: row i of the expansion is the old matrix's from begin[i] on. */
typedef struct writing {
    tp_expansion e;
    const tropic_offset *begin;
    tropic_index *ids;
    void *values;
    /* Where entries are dropped: how many are kept before each tile, and where rows begin. */
    const tropic_offset *before;
    tropic_offset *offsets;
} writing;

/* Where the entries of new row i begin, and how many there may be: all of a row, or those of a span. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    lengths_kernel(const __grid_constant__ taking t, tropic_offset *begin, tropic_offset *offsets)
{
    TP_FOR_EACH(i, t.rows)
    {
        int64_t r = t.row ? t.row[i] : t.first_row + i * t.row_step;
        if (!t.row && t.to_rows.stride > 0) {
            const int64_t at = i - t.to_rows.first;
            r = at % t.to_rows.stride == 0 ? at / t.to_rows.stride : -1;
        }
        tropic_offset first = 0, last = 0;
        if (r >= 0 && r < t.from.lists) {
            first = t.from.offsets[r];
            last = t.from.offsets[r + 1];
            if (t.col_step > 0) {
                first = tp_find_id(t.from.ids, first, last, t.first_col);
                last = tp_find_id(t.from.ids, first, last, t.first_col + (int64_t)t.cols * t.col_step);
            }
        }
        begin[i] = first;
        offsets[i + 1] = last - first;
    }
}

typedef tp_tile_memory<int64_t> tile_memory;

/* The thread's entries of a tile: s = threadIdx.x + k * TP_TILE_THREADS, from position from[k] of the old matrix, to
 * column id[k], or -1: it is dropped, or there are not so many. */
static __device__ void load(const taking *t, const writing *w, const tp_tile_span *span, tile_memory *m, int64_t *from,
                            tropic_index *id)
{
    tp_tile_spread(&w->e, span, m, [&](int64_t i) { return w->begin[i] - w->e.offsets[i] + span->begin; });
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        const int s = (int)threadIdx.x + k * TP_TILE_THREADS;
        from[k] = s < span->count ? m->of[m->latest[s]] + s : -1;
    }
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) id[k] = from[k] >= 0 ? t->from.ids[from[k]] : -1;
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        if (id[k] < 0) continue;
        if (t->to)
            id[k] = t->to[id[k]];
        else
            id[k] = t->to_cols.stride > 0 ? t->to_cols.first + id[k] * t->to_cols.stride : id[k] - t->first_col;
        if (t->col_step > 1) id[k] = id[k] % t->col_step == 0 ? id[k] / t->col_step : -1;
        if (t->filters && !tp_mask_allows(&t->mask, from[k])) id[k] = -1;
    }
}

/* Reads the values of those that are kept, and writes them and their columns: entry k to position at(k). */
template <typename T, typename AT>
static __device__ void store(const taking *t, const writing *w, const int64_t *from, const tropic_index *id,
                             const AT &at)
{
    T value[TP_TILE_ITEMS];
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++)
        if (id[k] >= 0 && t->size > 0) value[k] = tp_tile_read<T>(t->from.values, from[k]);
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        if (id[k] < 0) continue;
        w->ids[at(k)] = id[k];
        if (t->size > 0) tp_tile_write(w->values, at(k), value[k], t->from.values, from[k], (int)t->size);
    }
}

/* Nothing is dropped. */
template <typename T>
static __global__ void __launch_bounds__(TP_TILE_THREADS)
    copy_kernel(const __grid_constant__ taking t, const __grid_constant__ writing w)
{
    __shared__ tile_memory m;
    const tp_tile_span span = tp_tile_open(&w.e, blockIdx.x);
    int64_t from[TP_TILE_ITEMS];
    tropic_index id[TP_TILE_ITEMS];
    load(&t, &w, &span, &m, from, id);
    store<T>(&t, &w, from, id, [&](int k) { return span.begin + threadIdx.x + k * TP_TILE_THREADS; });
}

static __global__ void __launch_bounds__(TP_TILE_THREADS)
    count_kernel(const __grid_constant__ taking t, const __grid_constant__ writing w, tropic_offset *counts)
{
    __shared__ tile_memory m;
    const tp_tile_span span = tp_tile_open(&w.e, blockIdx.x);
    int64_t from[TP_TILE_ITEMS];
    tropic_index id[TP_TILE_ITEMS];
    int kept = 0;
    load(&t, &w, &span, &m, from, id);
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) kept += __syncthreads_count(id[k] >= 0);
    if (threadIdx.x == 0) counts[blockIdx.x + 1] = kept;
}

/* before[s] = how many of the tile's entries 0 .. s - 1 are kept, for s = 0 .. TP_TILE_LENGTH. */
static __device__ void rank(const tropic_index *id, int (*warps)[WARPS], uint16_t *before)
{
    const int lane = (int)threadIdx.x % TP_WARP, warp = (int)threadIdx.x / TP_WARP;
    int ranks[TP_TILE_ITEMS];
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        const unsigned kept = __ballot_sync(TP_EVERY_LANE, id[k] >= 0);
        ranks[k] = __popc(kept & ((1u << lane) - 1));
        if (lane == 0) warps[k][warp] = __popc(kept);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < TP_TILE_ITEMS; k++)
            for (int v = 0; v < WARPS; v++) {
                const int kept = warps[k][v];
                warps[k][v] = sum;
                sum += kept;
            }
        before[TP_TILE_LENGTH] = (uint16_t)sum;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++)
        before[threadIdx.x + k * TP_TILE_THREADS] = (uint16_t)(warps[k][warp] + ranks[k]);
    __syncthreads();
}

template <typename T>
static __global__ void __launch_bounds__(TP_TILE_THREADS)
    keep_kernel(const __grid_constant__ taking t, const __grid_constant__ writing w)
{
    __shared__ tile_memory m;
    __shared__ int warps[TP_TILE_ITEMS][WARPS];
    __shared__ uint16_t before[TP_TILE_LENGTH + 1];
    const tp_tile_span span = tp_tile_open(&w.e, blockIdx.x);
    const tropic_offset first = w.before[blockIdx.x];
    int64_t from[TP_TILE_ITEMS];
    tropic_index id[TP_TILE_ITEMS];
    load(&t, &w, &span, &m, from, id);
    rank(id, warps, before);
    store<T>(&t, &w, from, id, [&](int k) { return first + before[threadIdx.x + k * TP_TILE_THREADS]; });
    for (int64_t i = span.lists_begin + threadIdx.x; i < span.lists_end; i += TP_TILE_THREADS)
        w.offsets[i] = first + before[w.e.offsets[i] - span.begin];
}

/* ---- the passes ---- */

static tropic_status copy_all(tropic_context *context, const taking *t, writing *w)
{
    const tp_cuda_grid grid = {w->e.tiles, TP_TILE_THREADS};
#define COPY(T) return tp_cuda_launch(context, DOING, grid, copy_kernel<T>, *t, *w)
    TP_TILE_SIZES(t->size, COPY)
}

static tropic_status copy_kept(tropic_context *context, const taking *t, writing *w)
{
    const tp_cuda_grid grid = {w->e.tiles, TP_TILE_THREADS};
#define KEEP(T) return tp_cuda_launch(context, DOING, grid, keep_kernel<T>, *t, *w)
    TP_TILE_SIZES(t->size, KEEP)
}

static tropic_status make_entries(tropic_context *context, const taking *t, writing *w, tp_device_lists *out)
{
    TP_TRY(out->ids.make(context, out->count, "a matrix"));
    w->ids = out->ids.data;
    if (t->size == 0) return TROPIC_OK;
    TP_TRY(out->values.make(context, out->count * (int64_t)t->size, "a matrix"));
    w->values = out->values.data;
    return TROPIC_OK;
}

/* The first entry of the rows of a range, and the one behind their last. */
static __global__ void span_kernel(const __grid_constant__ taking t, tropic_offset *span)
{
    TP_FOR_EACH(k, 2) span[k] = t.from.offsets[t.first_row + k * t.rows];
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    shift_kernel(const __grid_constant__ taking t, tropic_offset *offsets)
{
    const tropic_offset *from = t.from.offsets + t.first_row, first = from[0];
    TP_FOR_EACH(i, (int64_t)t.rows + 1) offsets[i] = from[i] - first;
}

/* Do the entries lie side by side? */
static bool follow(const taking *t)
{
    return !t->row && !t->to && !t->to_rows.stride && !t->to_cols.stride && !t->drops && t->col_step == 0 &&
           t->row_step == 1 && t->first_row >= 0 && (int64_t)t->first_row + t->rows <= t->from.lists;
}

static tropic_status take_range(tropic_context *context, const taking *t, tp_device_lists *out)
{
    tp_working work(context, DOING);
    tropic_offset *span = NULL, ends[2];
    TP_TRY(work.make(&span, 2));
    TP_TRY(tp_pass(context, DOING, 2, span_kernel, *t, span));
    TP_TRY(tp_cuda_download(context, ends, span, sizeof ends));
    TP_TRY(tp_cuda_make_lists(context, t->rows, ends[1] - ends[0], t->size, out));
    TP_TRY(tp_pass(context, DOING, (int64_t)t->rows + 1, shift_kernel, *t, out->offsets.data));
    TP_TRY(tp_cuda_copy(context, out->ids.data, t->from.ids + ends[0], (size_t)out->count * sizeof *out->ids.data));
    if (t->size > 0)
        TP_TRY(tp_cuda_copy(context, out->values.data, (const char *)t->from.values + ends[0] * (tropic_offset)t->size,
                            (size_t)out->count * t->size));
    return tp_cuda_wait(context);
}

/* Without t->col. */
static tropic_status take_rows(tropic_context *context, const taking *t, tp_device_lists *out)
{
    if (follow(t)) return take_range(context, t, out);
    tp_working work(context, DOING);
    writing w = {};
    tropic_offset *begin = NULL, *offsets = NULL, *counts = NULL, count = 0;
    TP_TRY(out->offsets.make(context, (int64_t)t->rows + 1, "a matrix"));
    TP_TRY(work.make(&begin, t->rows));
    w.offsets = offsets = out->offsets.data;
    if (t->drops) TP_TRY(work.make(&offsets, (int64_t)t->rows + 1));
    TP_TRY(tp_pass(context, DOING, t->rows, lengths_kernel, *t, begin, offsets));
    TP_TRY(tp_cuda_sum_lengths(context, &work, offsets, t->rows, &count));
    TP_TRY(tp_cuda_expand(context, &work, offsets, t->rows, count, &w.e));
    w.begin = begin;
    out->count = count;
    if (t->drops) {
        TP_TRY(work.make(&counts, w.e.tiles + 1));
        TP_TRY(tp_cuda_launch(context, DOING, {w.e.tiles, TP_TILE_THREADS}, count_kernel, *t, w, counts));
        TP_TRY(tp_cuda_sum_lengths(context, &work, counts, w.e.tiles, &out->count));
        w.before = counts;
    }
    TP_TRY(make_entries(context, t, &w, out));
    TP_TRY(t->drops ? copy_kept(context, t, &w) : copy_all(context, t, &w));
    return tp_cuda_wait(context);
}

/* ---- columns ---- */

/* to[list[k]] = k; *repeats: two of them are one place. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    invert_kernel(const tropic_index *list, tropic_index count, tropic_index *to, int *repeats)
{
    TP_FOR_EACH(k, count)
    {
        const tropic_index place = list[k];
        if (place >= 0 && atomicExch(to + place, (tropic_index)k) >= 0) *repeats = 1;
    }
}

/* *inverse = where each of n places is in a list in device memory, or -1. */
static tropic_status invert(tropic_context *context, tp_working *w, const tropic_index *list, tropic_index count,
                            tropic_index n, const tropic_index **inverse, bool *repeats)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    const int all_bits = 0xff; /* -1, byte by byte */
    tropic_index *to = NULL;
    int *found = NULL, any = 0;
    TP_TRY(w->make(&to, n));
    TP_TRY(w->make(&found, 1));
    *inverse = to;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(found, 0, sizeof *found, stream), DOING));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(to, all_bits, (size_t)n * sizeof *to, stream), DOING));
    TP_TRY(tp_pass(context, DOING, count, invert_kernel, list, count, to, found));
    TP_TRY(tp_cuda_download(context, &any, found, sizeof any));
    *repeats = any != 0;
    return TROPIC_OK;
}

/* The columns keep their order. */
static tropic_status take_ascending(tropic_context *context, tp_working *w, const tropic_matrix *A, bool transposed,
                                    const tp_taking *in, taking *t, tp_device_lists *out)
{
    const tropic_index old_cols = tp_input_cols(A, transposed);
    const tropic_index *rows = NULL, *cols = NULL;
    bool repeats = false;
    TP_TRY(tp_matrix_arcs(context, A, tp_input_by(transposed), false, &t->from));
    t->filters = in->as_mask && !in->structure && t->from.values;
    t->mask.values = t->from.values;
    t->rows = in->rows;
    t->first_row = in->first_row;
    t->row_step = in->row_step;
    t->cols = in->cols;
    t->first_col = in->first_col;
    t->col_step = in->first_col == 0 && in->col_step == 1 && in->cols == old_cols ? 0 : in->col_step;
    t->to_rows = in->to_rows;
    t->to_cols = in->to_cols;
    if (in->row) TP_TRY(w->upload_ids(&t->row, in->row, in->rows));
    if (in->to_rows.ids) {
        TP_TRY(w->upload_ids(&rows, in->to_rows.ids, in->to_rows.count));
        TP_TRY(invert(context, w, rows, in->to_rows.count, in->rows, &t->row, &repeats));
    }
    if (in->to) {
        TP_TRY(w->upload(&t->to, in->to, old_cols));
    } else if (in->col) {
        TP_TRY(w->upload_ids(&cols, in->col, in->cols));
        TP_TRY(invert(context, w, cols, in->cols, old_cols, &t->to, &repeats));
    }
    /* (What is placed is placed whole.) */
    t->drops = (t->to && (!in->to || in->as_mask)) || t->filters || t->col_step > 1;
    return take_rows(context, t, out);
}

/* The lists of A's columns, or rows. Where the host would make them of those that it has, the device does, for this
 * call; else they are made once, and kept. */
static tropic_status open_columns(tropic_context *context, const tropic_matrix *A, bool transposed, tp_arcs *arcs,
                                  tp_device_lists *made)
{
    const tp_orientation by = tp_input_by(!transposed), other = tp_input_by(transposed);
    tp_side side = {};
    bool there;
    TP_TRY(tp_matrix_check_device(context));
    TP_TRY(tp_matrix_lock(context, A));
    there = A->device[context->device_index][tp_matrix_stored(A, by)].present ||
            A->host[tp_matrix_stored(A, by)].present || !A->host[other].present;
    tp_matrix_unlock(A);
    if (there) return tp_matrix_arcs(context, A, by, false, arcs);
    TP_TRY(tp_matrix_arcs(context, A, other, false, arcs));
    TP_TRY(tp_cuda_transpose(context, arcs, tp_matrix_lists(A, by), A->type, &side));
    tp_cuda_adopt_side(context, &side, arcs->count, made);
    *arcs = tp_cuda_lists_arcs(made, tp_matrix_lists(A, by));
    return TROPIC_OK;
}

/* By column, each entry to its new row; then by row. Where rows repeat, they are taken last. */
static tropic_status take_sorted(tropic_context *context, tp_working *w, const tropic_matrix *A, bool transposed,
                                 const tp_taking *in, taking *t, tp_device_lists *out)
{
    const tropic_index old_rows = tp_input_rows(A, transposed);
    const tropic_index *row = NULL;
    tp_device_lists columns, by_column, by_row;
    tp_arcs arcs;
    tp_side side = {};
    taking again = {};
    bool repeats = false;
    TP_TRY(open_columns(context, A, transposed, &t->from, &columns));
    t->rows = in->cols;
    TP_TRY(w->upload_ids(&t->row, in->col, in->cols));
    if (in->row) {
        row = t->row; /* of a permutation of both, one list */
        if (in->row != in->col || in->rows != in->cols) TP_TRY(w->upload_ids(&row, in->row, in->rows));
        TP_TRY(invert(context, w, row, in->rows, old_rows, &t->to, &repeats));
        if (repeats) t->to = NULL;
        /* (As many rows, all of them others, are all rows; and what is placed is placed whole.) */
        t->drops = t->to && in->rows < old_rows;
    } else {
        t->col_step = 1; /* (row_step is 1, too) */
        t->first_col = in->first_row;
        t->cols = in->rows;
    }
    TP_TRY(take_rows(context, t, &by_column));
    tp_cuda_drop_lists(&columns);
    arcs = tp_cuda_lists_arcs(&by_column, t->rows);
    TP_TRY(tp_cuda_transpose(context, &arcs, repeats ? old_rows : in->rows, A->type, &side));
    tp_cuda_adopt_side(context, &side, arcs.count, &by_row);
    tp_cuda_drop_lists(&by_column);
    if (!repeats) {
        tp_cuda_swap_lists(&by_row, out);
        return TROPIC_OK;
    }
    again.from = tp_cuda_lists_arcs(&by_row, old_rows);
    again.rows = in->rows;
    again.row = row;
    again.size = t->size;
    return take_rows(context, &again, out);
}

/* By way of the host, where a transpose on a GPU does not go. */
static tropic_status take_on_host(tropic_context *context, const tropic_matrix *A, bool transposed, const tp_taking *in,
                                  tp_lists *T)
{
    tp_lists made = {};
    tropic_status status;
    TP_TRY(tp_cpu_take(context, A, transposed, in, &made));
    status = tp_cuda_upload_lists(context, &made, T);
    tp_lists_free(&context->memory, &made);
    return status;
}

tropic_status tp_cuda_take(tropic_context *context, const tropic_matrix *A, bool transposed, const tp_taking *in,
                           tp_lists *T)
{
    const bool sorts = in->col && !in->ascending;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_device_lists out;
    taking t = {};
    if (sorts && (in->as_mask || tropic_matrix_count(A) >= TROPIC_INDEX_MAX))
        return take_on_host(context, A, transposed, in, T);
    t.size = in->as_mask ? 0 : tp_matrix_value_size(A);
    t.mask.type = A->type;
    if (sorts)
        TP_TRY(take_sorted(context, &w, A, transposed, in, &t, &out));
    else
        TP_TRY(take_ascending(context, &w, A, transposed, in, &t, &out));
    tp_cuda_hand_over(&out, in->rows, t.size, T);
    return TROPIC_OK;
}

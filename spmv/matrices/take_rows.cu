/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows taken from a matrix on a GPU. Rows that follow one another are copied as they lie. Others are expanded in the
 * new order: where no entry is dropped, each knows its place; else a pass counts what tiles keep, and a second one
 * writes it.
 */
#include "spmv/matrices/take_rows.cuh"

#include "spmv/matrices/expand.cuh"

#define DOING "taking rows and columns"
#define WARPS (TP_TILE_THREADS / TP_WARP)

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

/* The first entry at this column or beyond. (Often, that is known.) */
static __device__ tropic_offset find(const tp_device_taking *t, tropic_offset first, tropic_offset last, int64_t column)
{
    if (column <= 0) return first;
    return column >= TROPIC_INDEX_MAX ? last : tp_find_id(t->from.ids, first, last, column);
}

/* Where the entries of new row i begin, and how many there may be: all of a row, or those of a span. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    lengths_kernel(const __grid_constant__ tp_device_taking t, tropic_offset *begin, tropic_offset *offsets)
{
    TP_FOR_EACH(i, t.rows)
    {
        int64_t r = t.row ? t.row[i] : t.first_row + i * t.row_step;
        if (!t.row && t.to_rows.stride > 0) {
            const int64_t at = i - t.to_rows.first;
            r = at % t.to_rows.stride == 0 ? at / t.to_rows.stride : -1;
        }
        tropic_offset first = 0, last = 0;
        if (r >= t.row_begin && r < t.row_end) {
            first = t.from.offsets[r];
            last = t.from.offsets[r + 1];
        }
        if (t.spans && first < last) {
            first = find(&t, first, last, t.span_first + i * t.slope);
            last = find(&t, first, last, t.span_last + i * t.slope);
        }
        begin[i] = first;
        offsets[i + 1] = last - first;
    }
}

typedef tp_tile_memory<int64_t> tile_memory;

/* The thread's entries of a tile: s = threadIdx.x + k * TP_TILE_THREADS, from position from[k] of the old matrix, to
 * column id[k], or -1: it is dropped, or there are not so many. */
static __device__ void load(const tp_device_taking *t, const writing *w, const tp_tile_span *span, tile_memory *m,
                            int64_t *from, tropic_index *id)
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
static __device__ void store(const tp_device_taking *t, const writing *w, const int64_t *from, const tropic_index *id,
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
    copy_kernel(const __grid_constant__ tp_device_taking t, const __grid_constant__ writing w)
{
    __shared__ tile_memory m;
    const tp_tile_span span = tp_tile_open(&w.e, blockIdx.x);
    int64_t from[TP_TILE_ITEMS];
    tropic_index id[TP_TILE_ITEMS];
    load(&t, &w, &span, &m, from, id);
    store<T>(&t, &w, from, id, [&](int k) { return span.begin + threadIdx.x + k * TP_TILE_THREADS; });
}

static __global__ void __launch_bounds__(TP_TILE_THREADS)
    count_kernel(const __grid_constant__ tp_device_taking t, const __grid_constant__ writing w, tropic_offset *counts)
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
    keep_kernel(const __grid_constant__ tp_device_taking t, const __grid_constant__ writing w)
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

static tropic_status copy_all(tropic_context *context, const tp_device_taking *t, writing *w)
{
    const tp_cuda_grid grid = {w->e.tiles, TP_TILE_THREADS};
#define COPY(T) return tp_cuda_launch(context, DOING, grid, copy_kernel<T>, *t, *w)
    TP_TILE_SIZES(t->size, COPY)
}

static tropic_status copy_kept(tropic_context *context, const tp_device_taking *t, writing *w)
{
    const tp_cuda_grid grid = {w->e.tiles, TP_TILE_THREADS};
#define KEEP(T) return tp_cuda_launch(context, DOING, grid, keep_kernel<T>, *t, *w)
    TP_TILE_SIZES(t->size, KEEP)
}

/* The first entry of the rows of a range, and the one behind their last. */
static __global__ void span_kernel(const __grid_constant__ tp_device_taking t, tropic_offset *span)
{
    TP_FOR_EACH(k, 2) span[k] = t.from.offsets[t.first_row + k * t.rows];
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    shift_kernel(const __grid_constant__ tp_device_taking t, tropic_offset *offsets)
{
    const tropic_offset *from = t.from.offsets + t.first_row, first = from[0];
    TP_FOR_EACH(i, (int64_t)t.rows + 1) offsets[i] = from[i] - first;
}

/* Do the entries lie side by side? */
static bool follow(const tp_device_taking *t)
{
    return !t->row && !t->to && !t->to_rows.stride && !t->to_cols.stride && !t->drops && !t->spans &&
           t->row_step == 1 && t->first_row >= t->row_begin && t->first_row + t->rows <= t->row_end;
}

static tropic_status take_range(tropic_context *context, const tp_device_taking *t, tp_device_lists *out)
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

tropic_status tp_cuda_take_rows(tropic_context *context, const tp_device_taking *t, tp_device_lists *out)
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
    TP_TRY(tp_cuda_make_entries(context, 0, out->count, t->size, out));
    w.ids = out->ids.data;
    w.values = out->values.data;
    TP_TRY(t->drops ? copy_kept(context, t, &w) : copy_all(context, t, &w));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_take_spans(tropic_context *context, const tp_arcs *from, const tp_spans *s, size_t size,
                                 tp_device_lists *out)
{
    tp_device_taking t = {};
    t.from = *from;
    t.rows = s->rows;
    t.first_row = s->first_row;
    t.row_step = s->row_step;
    t.row_begin = s->row_begin;
    t.row_end = s->row_end;
    t.spans = !s->whole;
    t.span_first = s->first;
    t.span_last = s->last;
    t.slope = s->slope;
    t.first_col = s->less;
    t.size = size;
    return tp_cuda_take_rows(context, &t, out);
}

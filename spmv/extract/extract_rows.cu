/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows taken from a matrix on a GPU. Rows that follow one another are copied as they lie. Others are expanded in the
 * new order: where no entry is dropped, each knows its place; else a pass finds which are kept and counts them, and a
 * second one copies those.
 */
#include "spmv/extract/extract_rows.cuh"

#include "spmv/device/expand.cuh"
#include "spmv/device/warp.cuh"

#define DOING "extracting rows and columns"
#define WARPS (TP_TILE_THREADS / TP_WARP)
#define SPARE 1.125
#define TILE_WORDS (TP_TILE_LENGTH / TP_WARP)

/* Output and input of the copy: row i of the expansion is the old matrix's from begin[i] on. */
typedef struct writing {
    tp_expansion e;
    const tropic_offset *begin;
    tropic_index *ids;
    void *values;
    /* Where entries are dropped: a bit for each, by tile, of those that are kept; how many are before each tile, and
     * where rows begin. */
    unsigned *kept;
    const tropic_offset *before;
    tropic_offset *offsets;
} writing;

/* The first entry at this column or beyond. (Often, that is known.) */
static __device__ tropic_offset find(const tp_device_extraction *t, tropic_offset first, tropic_offset last,
                                     int64_t column)
{
    if (column <= 0) return first;
    return column >= TROPIC_INDEX_MAX ? last : tp_find_id(t->from.ids, first, last, column);
}

/* The old row that new row i is. */
static __device__ int64_t old_row(const tp_device_extraction *t, int64_t i)
{
    const int64_t at = i - t->to_rows.first;
    if (t->row) return t->row[i];
    if (t->to_rows.stride == 0) return t->first_row + i * t->row_step;
    return at % t->to_rows.stride == 0 ? at / t->to_rows.stride : -1;
}

/* Where the entries of new rows begin, and how many there may be: all of a row, or those of a span. */
static __global__ void __launch_bounds__(TP_TILE_THREADS)
    lengths_kernel(const __grid_constant__ tp_device_extraction t, const __grid_constant__ tp_summing s,
                   tropic_offset *begin)
{
    tp_sum_share(&s, [&](int64_t i) {
        const int64_t r = old_row(&t, i);
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
        return s.offsets[i + 1] = last - first;
    });
}

typedef tp_tile_memory<int64_t> tile_memory;

static __device__ void spread(const writing *w, const tp_tile_span *span, tile_memory *m)
{
    tp_tile_spread(&w->e, span, m, [&](int64_t i) { return w->begin[i] - w->e.offsets[i] + span->begin; });
}

/* Is an entry of this old column kept? */
static __device__ bool keeps(const tp_device_extraction *t, tropic_index id)
{
    if (t->in_cols) return t->in_cols[(unsigned)id / TP_WARP] >> (unsigned)id % TP_WARP & 1;
    if (t->to) return t->to[id] >= 0;
    return t->col_step <= 1 || (id - t->first_col) % t->col_step == 0;
}

/* The new column of an entry that is kept. */
static __device__ tropic_index new_column(const tp_device_extraction *t, tropic_index id)
{
    if (t->to) return t->to[id];
    if (t->to_cols.stride > 0) return t->to_cols.first + id * t->to_cols.stride;
    return t->col_step > 1 ? (id - t->first_col) / t->col_step : id - t->first_col;
}

/* Entries of a thread: s = threadIdx.x + k * TP_TILE_THREADS of a tile. All reads of one kind come before the next. */
static __global__ void __launch_bounds__(TP_TILE_THREADS)
    count_kernel(const __grid_constant__ tp_device_extraction t, const __grid_constant__ writing w,
                 tropic_offset *counts)
{
    __shared__ tile_memory m;
    __shared__ int sums[WARPS];
    const int lane = (int)threadIdx.x % TP_WARP, warp = (int)threadIdx.x / TP_WARP;
    const tp_tile_span span = tp_tile_open(&w.e, blockIdx.x);
    int64_t from[TP_TILE_ITEMS];
    tropic_index id[TP_TILE_ITEMS];
    int sum = 0;
    spread(&w, &span, &m);
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        const int s = (int)threadIdx.x + k * TP_TILE_THREADS;
        from[k] = s < span.count ? m.of[m.latest[s]] + s : -1;
        /* (Ids, which are read once, are not to take the place of the columns' bits in the cache.) */
        id[k] = from[k] >= 0 ? __ldcs(t.from.ids + from[k]) : -1;
    }
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        const bool kept = id[k] >= 0 && keeps(&t, id[k]) && (!t.filters || tp_mask_allows(&t.mask, from[k]));
        const unsigned word = __ballot_sync(TP_EVERY_LANE, kept);
        if (lane == 0) w.kept[(int64_t)blockIdx.x * TILE_WORDS + k * WARPS + warp] = word;
        sum += __popc(word);
    }
    if (lane == 0) sums[warp] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int v = 1; v < WARPS; v++) sum += sums[v];
    counts[blockIdx.x + 1] = sum;
}

/* Which of a tile's entries are kept, and how many before each word of them; one word more has none. */
typedef struct tile_ranks {
    unsigned kept[TILE_WORDS + 1];
    int before[TILE_WORDS + 1];
} tile_ranks;

/* By one warp, a lane of which has two words. */
static __device__ void rank(const unsigned *kept, tile_ranks *r)
{
    const int lane = (int)threadIdx.x;
    const unsigned low = kept[2 * lane], high = kept[2 * lane + 1];
    const int count = __popc(low) + __popc(high), sum = (int)tp_warp_ends((unsigned)count);
    static_assert(TILE_WORDS == 2 * TP_WARP, "a lane has two words");
    r->kept[2 * lane] = low;
    r->kept[2 * lane + 1] = high;
    r->before[2 * lane] = sum - count;
    r->before[2 * lane + 1] = sum - __popc(high);
    if (lane < TP_WARP - 1) return;
    r->kept[TILE_WORDS] = 0;
    r->before[TILE_WORDS] = sum;
}

/* How many entries before entry s of the tile are kept. */
static __device__ int rank_of(const tile_ranks *r, int s)
{
    return r->before[s / TP_WARP] + __popc(r->kept[s / TP_WARP] & ((1u << s % TP_WARP) - 1));
}

/* Copies the entries of tiles: all, or those that are kept. */
template <typename T, bool ALL>
static __global__ void __launch_bounds__(TP_TILE_THREADS)
    copy_kernel(const __grid_constant__ tp_device_extraction t, const __grid_constant__ writing w)
{
    __shared__ tile_memory m;
    __shared__ tile_ranks r;
    const tp_tile_span span = tp_tile_open(&w.e, blockIdx.x);
    const tropic_offset first = ALL ? span.begin : w.before[blockIdx.x];
    int64_t from[TP_TILE_ITEMS];
    tropic_index id[TP_TILE_ITEMS];
    T value[TP_TILE_ITEMS];
    if (!ALL && threadIdx.x < TP_WARP) rank(w.kept + (int64_t)blockIdx.x * TILE_WORDS, &r);
    spread(&w, &span, &m);
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        const int s = (int)threadIdx.x + k * TP_TILE_THREADS;
        const bool kept = ALL ? s < span.count : r.kept[s / TP_WARP] >> s % TP_WARP & 1;
        from[k] = kept ? m.of[m.latest[s]] + s : -1;
    }
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        if (from[k] < 0) continue;
        id[k] = t.from.ids[from[k]];
        if (t.size > 0) value[k] = tp_tile_read<T>(t.from.values, from[k]);
    }
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++)
        if (from[k] >= 0) id[k] = new_column(&t, id[k]);
#pragma unroll
    for (int k = 0; k < TP_TILE_ITEMS; k++) {
        const int s = (int)threadIdx.x + k * TP_TILE_THREADS;
        const tropic_offset at = first + (ALL ? s : rank_of(&r, s));
        if (from[k] < 0) continue;
        w.ids[at] = id[k];
        if (t.size > 0) tp_tile_write(w.values, at, value[k], t.from.values, from[k], (int)t.size);
    }
    for (int64_t i = span.lists_begin + threadIdx.x; !ALL && i < span.lists_end; i += TP_TILE_THREADS)
        w.offsets[i] = first + rank_of(&r, (int)(w.e.offsets[i] - span.begin));
}

/* ---- the passes ---- */

template <bool ALL> static tropic_status copy(tropic_context *context, const tp_device_extraction *t, const writing *w)
{
    const tp_cuda_grid grid = {w->e.tiles, TP_TILE_THREADS};
#define COPY(T) return tp_cuda_launch(context, DOING, grid, copy_kernel<T, ALL>, *t, *w)
    TP_TILE_SIZES(t->size, COPY)
}

/* The first entry of the rows of a range, and the one behind their last. */
static __global__ void span_kernel(const __grid_constant__ tp_device_extraction t, tropic_offset *span)
{
    TP_FOR_EACH(k, 2) span[k] = t.from.offsets[t.first_row + k * t.rows];
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    shift_kernel(const __grid_constant__ tp_device_extraction t, tropic_offset *offsets)
{
    const tropic_offset *from = t.from.offsets + t.first_row, first = from[0];
    TP_FOR_EACH(i, (int64_t)t.rows + 1) offsets[i] = from[i] - first;
}

/* Do the entries lie side by side? */
static bool follow(const tp_device_extraction *t)
{
    return !t->row && !t->to && !t->to_rows.stride && !t->to_cols.stride && !t->drops && !t->spans &&
           t->row_step == 1 && t->first_row >= t->row_begin && t->first_row + t->rows <= t->row_end;
}

static tropic_status extract_range(tropic_context *context, const tp_device_extraction *t, tp_device_lists *out)
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
    return TROPIC_OK;
}

/* How many entries the rows have, likely no more, before that is known: of rows of a mean length, and some to spare.
 * No more than there are: rows may be few of many places, and all the entries in one. */
static int64_t likely_count(const tp_device_extraction *t)
{
    const double count = (double)t->from.count, mean = t->from.lists > 0 ? count / (double)t->from.lists : 0;
    return (int64_t)fmin(mean * (double)t->rows * SPARE, count);
}

/* Which entries are kept; w->before, and out->count. */
static tropic_status count_kept(tropic_context *context, tp_working *work, const tp_device_extraction *t, writing *w,
                                tp_device_lists *out)
{
    tropic_offset *counts = NULL;
    TP_TRY(work->make(&counts, w->e.tiles + 1));
    TP_TRY(work->make(&w->kept, w->e.tiles * TILE_WORDS));
    TP_TRY(tp_cuda_launch(context, DOING, {w->e.tiles, TP_TILE_THREADS}, count_kernel, *t, *w, counts));
    w->before = counts;
    return tp_cuda_sum_lengths(context, work, counts, w->e.tiles, &out->count);
}

tropic_status tp_cuda_extract_rows(tropic_context *context, const tp_device_extraction *t, tp_device_lists *out)
{
    if (follow(t)) return extract_range(context, t, out);
    tp_working work(context, DOING);
    writing w = {};
    tp_summing sums = {};
    tropic_offset *begin = NULL, *offsets = NULL;
    TP_TRY(out->offsets.make(context, (int64_t)t->rows + 1, "a matrix"));
    TP_TRY(work.make(&begin, t->rows));
    w.begin = begin;
    w.offsets = offsets = out->offsets.data;
    if (t->drops) TP_TRY(work.make(&offsets, (int64_t)t->rows + 1));
    TP_TRY(tp_cuda_open_sums(context, &work, offsets, t->rows, &sums));
    TP_TRY(tp_cuda_launch(context, DOING, {sums.blocks, TP_TILE_THREADS}, lengths_kernel, *t, sums, begin));
    TP_TRY(tp_cuda_place_lists(context, &sums));
    TP_TRY(tp_cuda_expand(context, &work, offsets, t->rows, likely_count(t), &w.e));
    TP_TRY(tp_cuda_await_sums(context, &sums, &out->count));
    if (!tp_cuda_narrow(&w.e, out->count)) TP_TRY(tp_cuda_expand(context, &work, offsets, t->rows, out->count, &w.e));
    if (t->drops) TP_TRY(count_kept(context, &work, t, &w, out));
    TP_TRY(tp_cuda_make_entries(context, 0, out->count, t->size, out));
    w.ids = out->ids.data;
    w.values = out->values.data;
    return t->drops ? copy<false>(context, t, &w) : copy<true>(context, t, &w);
}

tropic_status tp_cuda_extract_spans(tropic_context *context, const tp_arcs *from, const tp_spans *s, size_t size,
                                    tp_device_lists *out)
{
    tp_device_extraction t = {};
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
    TP_TRY(tp_cuda_extract_rows(context, &t, out));
    return tp_cuda_wait(context);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Tiles side by side, on a GPU: tile after tile, each row of one goes behind those of the tiles left of it.
 */
#include "runtime/types.h"
#include "spmv/device/expand.cuh"
#include "spmv/matrix_calls.h"
#include "spmv/write/backend_lists.cuh"

#define DOING "joining tiles"

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    add_lengths_kernel(const __grid_constant__ tp_arcs a, tropic_offset *lengths)
{
    TP_FOR_EACH(i, a.lists) lengths[i] += a.offsets[i + 1] - a.offsets[i];
}

/* A tile, whose row i goes to position next[i] of the result. */
typedef struct placing {
    tp_arcs a;
    tp_expansion e;
    tropic_index first_col;
    const tropic_offset *next;
    tropic_index *ids;
    void *values;
    const void *ones; /* instead of values, where it has none */
    int size;         /* of a value of the result */
} placing;

template <typename T>
static __global__ void __launch_bounds__(TP_TILE_THREADS) place_kernel(const __grid_constant__ placing p)
{
    __shared__ tp_tile_memory<int64_t> m;
    const tp_tile_span span = tp_tile_open(&p.e, blockIdx.x);
    tp_tile_spread(&p.e, &span, &m, [&](int64_t i) { return p.next[i] - p.a.offsets[i]; });
    for (int s = (int)threadIdx.x; s < span.count; s += TP_TILE_THREADS) {
        const int64_t k = span.begin + s, at = k + m.of[m.latest[s]];
        p.ids[at] = p.first_col + p.a.ids[k];
        if (p.size == 0) continue;
        const void *from = p.a.values ? p.a.values : p.ones;
        const int64_t of = p.a.values ? k : 0;
        tp_tile_write(p.values, at, tp_tile_read<T>(from, of), from, of, p.size);
    }
}

static tropic_status place(tropic_context *context, const placing *p)
{
    const tp_cuda_grid grid = {p->e.tiles, TP_TILE_THREADS};
#define PLACE(T) return tp_cuda_launch(context, DOING, grid, place_kernel<T>, *p)
    TP_TILE_SIZES((size_t)p->size, PLACE)
}

static tropic_status open_tile(tropic_context *context, const tp_concatenation *g, int64_t r, int64_t c, tp_arcs *a)
{
    return tp_matrix_arcs(context, tp_concatenated(g, r, c), TP_BY_ROW, false, a);
}

/* One tile's entries; then `next` is that of the tile right of it. */
static tropic_status place_tile(tropic_context *context, const tp_concatenation *g, int64_t r, int64_t c, placing *p,
                                tropic_offset *next)
{
    tp_working w(context, DOING);
    TP_TRY(open_tile(context, g, r, c, &p->a));
    TP_TRY(tp_cuda_expand(context, &w, p->a.offsets, p->a.lists, p->a.count, &p->e));
    p->first_col = g->col_begin[c];
    p->next = next + g->row_begin[r];
    TP_TRY(place(context, p));
    return tp_pass(context, DOING, p->a.lists, add_lengths_kernel, p->a, next + g->row_begin[r]);
}

static tropic_status make(tropic_context *context, const tp_concatenation *g, tropic_index rows, tropic_type type,
                          size_t size, tp_device_lists *t)
{
    const size_t bytes = ((size_t)rows + 1) * sizeof(tropic_offset);
    tp_working w(context, DOING);
    tropic_offset *next = NULL;
    char *ones = NULL;
    placing p = {};
    tp_arcs a;
    TP_TRY(t->offsets.make(context, (int64_t)rows + 1, "a matrix"));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(t->offsets.data, 0, bytes, tp_cuda_of(context)->stream), DOING));
    for (tropic_index r = 0; r < g->rows; r++)
        for (tropic_index c = 0; c < g->cols; c++) {
            TP_TRY(open_tile(context, g, r, c, &a));
            TP_TRY(tp_pass(context, DOING, a.lists, add_lengths_kernel, a, t->offsets.data + 1 + g->row_begin[r]));
        }
    TP_TRY(tp_cuda_sum_lengths(context, &w, t->offsets.data, rows, &t->count));
    TP_TRY(t->ids.make(context, t->count, "a matrix"));
    if (size > 0) {
        TP_TRY(t->values.make(context, t->count * (int64_t)size, "a matrix"));
        TP_TRY(w.make(&ones, (int64_t)size));
        TP_TRY(tp_cuda_fill(context, ones, type, tp_type_one(type), 1));
    }
    TP_TRY(w.make(&next, (int64_t)rows + 1));
    TP_TRY(tp_cuda_copy(context, next, t->offsets.data, bytes));
    p.ids = t->ids.data;
    p.values = t->values.data;
    p.ones = ones;
    p.size = (int)size;
    for (tropic_index r = 0; r < g->rows; r++)
        for (tropic_index c = 0; c < g->cols; c++) TP_TRY(place_tile(context, g, r, c, &p, next));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_concat(tropic_context *context, const tp_concatenation *g, tropic_index rows, tropic_type type,
                             bool pattern, tp_lists *T)
{
    const size_t size = pattern ? 0 : tropic_type_size(type);
    tp_device_lists t;
    tp_cuda_use use(context);
    TP_TRY(make(context, g, rows, type, size, &t));
    tp_cuda_hand_over(&t, rows, size, T);
    return TROPIC_OK;
}

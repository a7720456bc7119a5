/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles on a GPU: as vertices are numbered, or by descending degree. The host asks for all kernels at once, and
 * waits for the total.
 */
#include "algorithms/triangles/count_degree.cuh"
#include "algorithms/triangles/count_given.cuh"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"

#include <cub/device/device_radix_sort.cuh>

#define DOING "counting triangles"

/* Up to this mean degree a thread takes a vertex, beyond it a warp. */
#define THREAD_DEGREE 8
/* A warp, too, if a list is longer than this: of d entries a thread looks at d * d / 2, here two thousand, one load
 * after another. (Not measured.) */
#define THREAD_LONGEST 64
/* Blocks of a multiprocessor that take vertices or items until there are none left. */
#define BLOCKS_EACH 8
#define ITEM_BLOCKS_EACH(each) (BLOCKS_EACH * TP_GIVEN_BLOCK / TP_ITEM_BLOCK(each))
/* Entries of a part of the work, after which the progress is told: some tens of milliseconds. */
#define PART_ENTRIES (1 << 28)
/* The same of vertices as they are numbered, where an entry may be looked at more often. */
#define GIVEN_PART_ENTRIES (1 << 25)

static tropic_status count_as_given(tropic_context *context, tp_counting *c)
{
    const int64_t n = c->arcs.lists, resident = (int64_t)tp_cuda_of(context)->processors * BLOCKS_EACH, zero = 0;
    const int64_t parts = c->arcs.count / GIVEN_PART_ENTRIES + 1;
    const bool each = c->of_vertex != NULL;
    const bool thread = c->arcs.longest <= THREAD_LONGEST && c->arcs.count <= n * THREAD_DEGREE;
    tp_block_sum *sum;
    if (each) TP_TRY(tp_cuda_fill(context, c->of_vertex, TROPIC_INT64, &zero, n));
    TP_TRY(tp_cuda_need_sum(context, &sum));
    for (int64_t part = 0; part < parts; part++) {
        const int64_t begin = tp_part_begin(n, part, parts), end = tp_part_begin(n, part + 1, parts);
        const int64_t blocks = tp_quotient_up(end - begin, thread ? TP_GIVEN_BLOCK : TP_GIVEN_BLOCK / TP_WARP);
        const tp_cuda_grid grid = {blocks < resident ? blocks : resident, TP_GIVEN_BLOCK};
        int64_t *result, found;
        TP_TRY(tp_progress(context, (double)part / (double)parts));
        if (begin == end) continue;
        TP_TRY(tp_cuda_result(context, &result));
        TP_TRY(tp_cuda_launch(context, DOING, grid,
                              thread ? each ? count_short_lists<true> : count_short_lists<false>
                              : each ? count_lists<true>
                                     : count_lists<false>,
                              c->arcs, begin, end, c->of_vertex, sum, result));
        TP_TRY(tp_cuda_await_result(context, result, &found));
        c->total += found;
    }
    return TROPIC_OK;
}

/* d->vertex, d->number, and lengths[i] = the degree of vertex i */
static tropic_status number(tropic_context *context, tp_working *w, const tp_arcs *arcs, tp_by_degree *d,
                            tropic_offset *lengths)
{
    const int bits = arcs->longest > 0 ? tp_bits_of((int64_t)arcs->longest + 1) : 31;
    const int64_t n = d->n;
    unsigned *keys = NULL, *sorted = NULL;
    tropic_index *vertices = NULL;
    char *room = NULL;
    size_t bytes = 0;
    const auto sort = [&] {
        return tropic::cub::DeviceRadixSort::SortPairsDescending(room, bytes, keys, sorted, vertices, d->vertex, n, 0,
                                                                 bits, tp_cuda_of(context)->stream);
    };
    TP_TRY(w->make(&keys, n));
    TP_TRY(w->make(&sorted, n));
    TP_TRY(w->make(&vertices, n));
    TP_TRY(tp_pass(context, DOING, n, degree_keys, arcs->offsets, d->n, keys, vertices));
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    TP_TRY(w->make(&room, (int64_t)bytes));
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    return tp_pass(context, DOING, n, number_vertices, *d, sorted, lengths);
}

/* The lists, and the items of the blocks. */
static tropic_status make_lists(tropic_context *context, tp_working *w, const tp_arcs *arcs, tp_by_degree *d)
{
    const int64_t n = d->n, most = arcs->count / TP_ITEM_LATER + n;
    tropic_offset *lengths = NULL;
    TP_TRY(w->make(&lengths, n));
    TP_TRY(w->make(&d->vertex, n));
    TP_TRY(w->make(&d->number, n));
    TP_TRY(w->make(&d->sides, n));
    TP_TRY(w->make(&d->counts, 1));
    TP_TRY(w->make(&d->ids, arcs->count));
    TP_TRY(w->make(&d->item_of, most));
    TP_TRY(
        tp_cuda_check(context, cudaMemsetAsync(d->counts, 0, sizeof *d->counts, tp_cuda_of(context)->stream), DOING));
    TP_TRY(number(context, w, arcs, d, lengths));
    TP_TRY(w->sum_before(lengths, n, &d->offsets));
    TP_TRY(tp_pass_with_lists(context, DOING, arcs, renumber_arcs, *arcs, *d));
    TP_TRY(tp_pass(context, DOING, n, count_items, *d, lengths));
    TP_TRY(w->sum_before(lengths, n, &d->items));
    return tp_pass(context, DOING, n, list_items, *d);
}

static tropic_status count_by_degree(tropic_context *context, tp_counting *c)
{
    const int64_t processors = tp_cuda_of(context)->processors, zero = 0;
    const bool each = c->of_vertex != NULL;
    const int parts = (int)(c->arcs.count / PART_ENTRIES) + 1;
    tp_working w(context, DOING);
    tp_by_degree d = {};
    tp_degree_counts found;
    d.n = c->arcs.lists;
    if (d.n == 0) return TROPIC_OK;
    TP_TRY(make_lists(context, &w, &c->arcs, &d));
    if (each) {
        TP_TRY(w.make(&d.of_vertex, d.n));
        TP_TRY(tp_cuda_fill(context, d.of_vertex, TROPIC_INT64, &zero, d.n));
    }
    for (int part = 0; part < parts; part++) {
        if (part > 0) TP_TRY(tp_cuda_wait(context));
        TP_TRY(tp_progress(context, (double)part / parts));
        TP_TRY(tp_cuda_launch(context, DOING, {1, 1}, begin_part, d, part, parts));
        TP_TRY(tp_cuda_launch(context, DOING, {processors * ITEM_BLOCKS_EACH(each), TP_ITEM_BLOCK(each)},
                              each ? count_items_of_blocks<true> : count_items_of_blocks<false>, d, part, parts));
    }
    TP_TRY(tp_cuda_launch(context, DOING, {processors * BLOCKS_EACH, TP_TABLE_BLOCK},
                          each ? count_vertices_of_warps<true> : count_vertices_of_warps<false>, d));
    if (each) TP_TRY(tp_pass(context, DOING, d.n, counts_by_vertex, d, c->of_vertex));
    TP_TRY(tp_cuda_download(context, &found, d.counts, sizeof found));
    c->total = (int64_t)found.total;
    return TROPIC_OK;
}

tropic_status tp_cuda_triangles_count(tropic_context *context, tp_counting *c)
{
    tp_cuda_use use(context);
    TP_TRY(tp_cuda_refuse_capture(context));
    c->total = 0;
    return c->by_degree ? count_by_degree(context, c) : count_as_given(context, c);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of sets of vertices on the GPU: its arcs are those of the graph, sorted and added up. And numbers of sets,
 * and their connected parts.
 */
#include "algorithms/communities/coarsen.cuh"
#include "algorithms/communities/levels.h"
#include "algorithms/communities/memory.cuh"
#include "algorithms/communities/sums.cuh"
#include "formats/matrix/device.cuh"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#define DOING "communities as vertices"
/* Bits of a number of a set, at most. */
#define MOST_BITS 31

static tropic_status first_of(tropic_context *context, tropic_index n, const tropic_index *numbers, tropic_index *first)
{
    TP_TRY(tp_cuda_fill(context, first, TROPIC_INT32, &n, n));
    return tp_pass(context, DOING, n, tp_number_first, n, numbers, first);
}

tropic_status tp_cuda_levels_number(tp_levels *l, tropic_index n, tropic_index *numbers, tropic_index *count)
{
    tropic_context *context = l->run->context;
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tropic_index *const first = l->number, *const flags = l->order, *const ends = l->target;
    tp_cuda_use use(context);
    tp_working working(context, DOING);
    char *room = NULL;
    size_t bytes = 0;
    *count = 0;
    if (n == 0) return TROPIC_OK;
    const auto scan = [&] { return tropic::cub::DeviceScan::InclusiveSum(room, bytes, flags, ends, n, stream); };
    TP_TRY(first_of(context, n, numbers, first));
    TP_TRY(tp_pass(context, DOING, n, tp_number_flag, n, numbers, first, flags));
    TP_TRY(tp_cuda_cub(context, DOING, scan));
    TP_TRY(working.make(&room, (int64_t)bytes));
    TP_TRY(tp_cuda_cub(context, DOING, scan));
    TP_TRY(tp_pass(context, DOING, n, tp_number_set, n, numbers, first, ends));
    return tp_cuda_download(context, count, ends + n - 1, sizeof *count);
}

tropic_status tp_cuda_levels_name(tp_levels *l, tropic_index n, tropic_index *numbers)
{
    tp_cuda_use use(l->run->context);
    TP_TRY(first_of(l->run->context, n, numbers, l->number));
    return tp_pass(l->run->context, DOING, n, tp_number_name, n, numbers, l->number);
}

/* ---- arcs ---- */

/* Arcs that are sorted: of each a pair, and its weight, or 1. */
typedef struct sorting {
    tp_coarsening c;
    int64_t arcs;
    uint64_t *pairs[2]; /* those in [0] are sorted into either */
    int64_t *weights[2];
    int64_t *found;
} sorting;

/* 1, as often as it is asked for. */
struct ones {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = int64_t;
    using difference_type = ptrdiff_t;
    using pointer = const int64_t *;
    using reference = int64_t;
    __host__ __device__ int64_t operator*() const
    {
        return 1;
    }
    __host__ __device__ int64_t operator[](ptrdiff_t) const
    {
        return 1;
    }
    __host__ __device__ ones operator+(ptrdiff_t) const
    {
        return *this;
    }
    __host__ __device__ ones &operator+=(ptrdiff_t)
    {
        return *this;
    }
};

struct plus {
    __host__ __device__ int64_t operator()(int64_t a, int64_t b) const
    {
        return a + b;
    }
};

template <typename WEIGHTS>
static tropic_status add_equal(tropic_context *context, const sorting *s, const uint64_t *sorted, uint64_t *pairs,
                               WEIGHTS weights, int64_t *sums)
{
    tp_working working(context, DOING);
    char *room = NULL;
    size_t bytes = 0;
    const auto add = [&] {
        return tropic::cub::DeviceReduce::ReduceByKey(room, bytes, sorted, pairs, weights, sums, s->found, plus(),
                                                      s->arcs, tp_cuda_of(context)->stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, add));
    TP_TRY(working.make(&room, (int64_t)bytes));
    return tp_cuda_cub(context, DOING, add);
}

/* (*pairs)[0 .. *count - 1]: the different pairs of arcs between sets, ascending; *sums: their weights. Of the arrays,
 * those that are no longer needed go back. */
static tropic_status sort_arcs(tropic_context *context, sorting *s, tp_working *arrays, uint64_t **pairs,
                               int64_t **sums, int64_t *count)
{
    const bool weighted = s->weights[1] != NULL;
    tropic::cub::DoubleBuffer<uint64_t> keys(s->pairs[0], s->pairs[1]);
    tropic::cub::DoubleBuffer<int64_t> values(s->weights[0], s->weights[1]);
    tp_working working(context, DOING);
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    char *room = NULL;
    size_t bytes = 0;
    uint64_t last;
    const auto sort = [&] {
        return weighted ? tropic::cub::DeviceRadixSort::SortPairs(room, bytes, keys, values, s->arcs, 0, 2 * s->c.bits,
                                                                  stream)
                        : tropic::cub::DeviceRadixSort::SortKeys(room, bytes, keys, s->arcs, 0, 2 * s->c.bits, stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    TP_TRY(working.make(&room, (int64_t)bytes));
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    *pairs = keys.Alternate();
    *sums = weighted ? values.Alternate() : s->weights[0];
    if (weighted)
        TP_TRY(add_equal(context, s, keys.Current(), *pairs, values.Current(), *sums));
    else
        TP_TRY(add_equal(context, s, keys.Current(), *pairs, ones(), *sums));
    TP_TRY(tp_cuda_download(context, count, s->found, sizeof *count));
    TP_TRY(tp_cuda_download(context, &last, *pairs + *count - 1, sizeof last));
    *count -= last == (UINT64_C(1) << 2 * s->c.bits) - 1;
    arrays->release(keys.Current());
    if (weighted) arrays->release(values.Current());
    return TROPIC_OK;
}

/* (Arcs that are sorted need more than those that are left of them, when half of the arrays are released.) */
tropic_status tp_cuda_coarsen_bytes(tropic_context *context, int64_t arcs, size_t *bytes)
{
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tropic::cub::DoubleBuffer<uint64_t> keys;
    tropic::cub::DoubleBuffer<int64_t> values;
    const uint64_t *sorted = NULL;
    int64_t *weights = NULL;
    size_t sort = 0, add = 0;
    tp_cuda_use use(context);
    *bytes = 0;
    if (arcs == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_cub(context, DOING, [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(NULL, sort, keys, values, arcs, 0, 2 * MOST_BITS, stream);
    }));
    TP_TRY(tp_cuda_cub(context, DOING, [&] {
        return tropic::cub::DeviceReduce::ReduceByKey(NULL, add, sorted, (uint64_t *)NULL, weights, weights, weights,
                                                      plus(), arcs, stream);
    }));
    *bytes = 2 * (size_t)arcs * (sizeof(uint64_t) + sizeof(int64_t)) + sort + add;
    return TROPIC_OK;
}

/* The lists of `coarse`, of `arcs` positions of g's. */
static tropic_status make_lists(tropic_context *context, sorting *s, tropic_offset *begin, tp_community_graph *coarse,
                                int64_t *between)
{
    static const int64_t zero = 0;
    tp_arena *arena = &coarse->arena;
    const int64_t blocks = (int64_t)tp_cuda_of(context)->processors * TP_WALK_BLOCKS;
    tp_working working(context, DOING);
    tropic_index *ids;
    int64_t *weights, *sums, count;
    uint64_t *pairs;
    const bool weighted = s->c.weights != NULL;
    TP_TRY(working.make(&s->found, 1));
    TP_TRY(working.make(&s->weights[0], s->arcs));
    if (weighted) TP_TRY(working.make(&s->weights[1], s->arcs));
    for (int k = 0; k < 2; k++) TP_TRY(working.make(&s->pairs[k], s->arcs));
    TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, tp_coarsen_pairs, s->c, s->pairs[0],
                          weighted ? s->weights[0] : NULL));
    TP_TRY(sort_arcs(context, s, &working, &pairs, &sums, &count));
    TP_TRY(tp_arena_device_array(arena, &ids, count, sizeof *ids, DOING));
    TP_TRY(tp_arena_device_array(arena, &weights, count, sizeof *weights, DOING));
    TP_TRY(tp_cuda_fill(context, s->found, TROPIC_INT64, &zero, 1));
    TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, tp_coarsen_lists, pairs, sums, count, s->c.bits,
                          coarse->n, begin, ids, (unsigned long long *)s->found));
    if (count > 0) TP_TRY(tp_cuda_copy(context, weights, sums, (size_t)count * sizeof *weights));
    coarse->ids = ids;
    coarse->weights = weights;
    return tp_cuda_download(context, between, s->found, sizeof *between);
}

tropic_status tp_cuda_levels_coarsen(tp_levels *l, const tp_community_graph *g, const tropic_index *numbers,
                                     tropic_index count, tp_community_graph *coarse)
{
    static const int64_t zero = 0;
    tropic_context *context = l->run->context;
    tp_arena *arena = &coarse->arena;
    tp_community_sums sums = {g->n, g->directed, g->out, g->in, NULL, NULL, NULL};
    sorting s = {};
    tropic_offset *begin, last;
    int64_t between = 0;
    tp_cuda_use use(context);
    tp_arena_release(&l->arena); /* (Tables for moves on this graph, which is done with.) */
    *coarse = {};
    arena->context = context;
    coarse->n = count;
    coarse->directed = g->directed;
    coarse->total = g->total;
    TP_TRY(tp_arena_device_array(arena, &begin, (int64_t)count + 1, sizeof *begin, DOING));
    TP_TRY(tp_arena_device_array(arena, &coarse->out, count, sizeof *coarse->out, DOING));
    coarse->in = coarse->out;
    if (g->directed) TP_TRY(tp_arena_device_array(arena, &coarse->in, count, sizeof *coarse->in, DOING));
    sums.out = coarse->out;
    sums.in = coarse->in;
    TP_TRY(tp_cuda_community_sums(context, &sums, numbers, count));
    s.c = {{g->n, g->begin, g->end}, g->ids, g->weights, numbers, tp_bits_of(count)};
    TP_TRY(tp_cuda_download(context, &last, g->begin, sizeof last));
    TP_TRY(tp_cuda_download(context, &s.arcs, g->end + g->n - 1, sizeof s.arcs));
    s.arcs -= last;
    coarse->begin = begin;
    coarse->end = begin + 1;
    if (s.arcs > 0)
        TP_TRY(make_lists(context, &s, begin, coarse, &between));
    else
        TP_TRY(tp_cuda_fill(context, begin, TROPIC_INT64, &zero, (int64_t)count + 1));
    coarse->loops = g->total - (g->directed ? between / 2 : between);
    return TROPIC_OK;
}

/* ---- connected parts ---- */

tropic_status tp_cuda_levels_connect(tp_levels *l, const tp_community_graph *g, tropic_index *community)
{
    tropic_context *context = l->run->context;
    const int64_t blocks = (int64_t)tp_cuda_of(context)->processors * TP_WALK_BLOCKS;
    tp_cuda_use use(context);
    if (g->n == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_levels_identity(l, g->n, l->target));
    TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, tp_connect_join, {g->n, g->begin, g->end}, g->ids,
                          g->weights, community, l->target));
    return tp_pass(context, DOING, g->n, tp_connect_find, g->n, l->target, community);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Squares on a GPU, by the method of the CPU's: a block takes a vertex v at a time, and counts the ways to each w in an
 * array of its own, of which there are as many as memory holds.
 */
#include "algorithms/triangles/add_count.cuh"
#include "algorithms/triangles/clustering.h"
#include "algorithms/triangles/earlier.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/working.cuh"

#define DOING "counting squares"

#define SQUARES_BLOCK 256
#define BLOCKS_EACH 4
/* The part of the available memory that the blocks' arrays may take. */
#define MEMORY_PART 4
/* Edges of a part of the work, after which the progress is told. */
#define SQUARES_PART (1 << 25)

typedef struct tp_square_counting {
    tp_edges edges;
    int64_t *squares;
    int *ways; /* n for each block; 0 between two v */
    unsigned long long *next;
} tp_square_counting;

/* each(w) for v's later neighbours u, a warp each, and their neighbours w behind v, a lane each; last(u) for each u,
 * by the whole warp. */
template <typename EACH, typename LAST>
static __device__ __forceinline__ void tp_each_way(const tp_edges *edges, tropic_index v, const EACH &each,
                                                   const LAST &last)
{
    for (tropic_offset k = edges->offsets[v] + threadIdx.x / TP_WARP; k < edges->offsets[v + 1];
         k += SQUARES_BLOCK / TP_WARP) {
        const tropic_index u = __ldg(edges->ids + k);
        if (!tp_is_earlier(edges->offsets, v, u)) continue;
        for (tropic_offset j = edges->offsets[u] + tp_lane(); j < edges->offsets[u + 1]; j += TP_WARP) {
            const tropic_index w = __ldg(edges->ids + j);
            if (tp_is_earlier(edges->offsets, v, w)) each(w);
        }
        __syncwarp();
        last(u);
    }
}

static __global__ void __launch_bounds__(SQUARES_BLOCK)
    count_squares(const __grid_constant__ tp_square_counting c, int64_t end)
{
    __shared__ unsigned long long taken;
    int *const ways = c.ways + (int64_t)blockIdx.x * c.edges.n;
    for (;;) {
        __syncthreads(); /* all have read the last one */
        if (threadIdx.x == 0) taken = atomicAdd(c.next, 1ull);
        __syncthreads();
        if ((int64_t)taken >= end) return;
        const tropic_index v = (tropic_index)taken;
        unsigned long long others = 0, pairs = 0;
        if (c.edges.offsets[v + 1] - c.edges.offsets[v] < 2) continue;
        tp_each_way(
            &c.edges, v, [&](tropic_index w) { atomicAdd(&ways[w], 1); }, [](tropic_index) {});
        __syncthreads();
        tp_each_way(
            &c.edges, v, [&](tropic_index w) { others += (unsigned long long)(__ldcg(&ways[w]) - 1); },
            [&](tropic_index u) {
                others = tp_warp_sum(others);
                if (tp_lane() == 0) tp_add_count(c.squares, u, others);
                others = 0;
            });
        __syncthreads();
        tp_each_way(
            &c.edges, v,
            [&](tropic_index w) {
                const unsigned long long found = (unsigned long long)atomicExch(&ways[w], 0);
                if (found < 2) return;
                tp_add_count(c.squares, w, found * (found - 1) / 2);
                pairs += found * (found - 1) / 2;
            },
            [](tropic_index) {});
        pairs = tp_warp_sum(pairs);
        if (tp_lane() == 0) tp_add_count(c.squares, v, pairs);
    }
}

/* As many arrays as fit, one at least. */
static tropic_status make_ways(tropic_context *context, tp_working *w, tp_square_counting *c, int64_t *blocks)
{
    const size_t each = (size_t)c->edges.n * sizeof *c->ways;
    size_t available = 0;
    TP_TRY(tp_cuda_available(context, &available));
    *blocks = (int64_t)tp_cuda_of(context)->processors * BLOCKS_EACH;
    if (*blocks > c->edges.n) *blocks = c->edges.n;
    if ((size_t)*blocks * each > available / MEMORY_PART) *blocks = (int64_t)(available / MEMORY_PART / each);
    if (*blocks < 1) *blocks = 1;
    TP_TRY(w->make(&c->ways, *blocks * c->edges.n));
    return tp_cuda_check(context, cudaMemsetAsync(c->ways, 0, (size_t)*blocks * each, tp_cuda_of(context)->stream),
                         DOING);
}

tropic_status tp_cuda_clustering_squares(tropic_context *context, const tp_edges *edges, int64_t *squares)
{
    const int64_t parts = edges->count / SQUARES_PART + 1, zero = 0;
    int64_t blocks = 0;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_square_counting c = {*edges, squares, NULL, NULL};
    TP_TRY(tp_cuda_refuse_capture(context));
    TP_TRY(tp_cuda_fill(context, squares, TROPIC_INT64, &zero, edges->n));
    if (edges->n == 0) return TROPIC_OK;
    TP_TRY(make_ways(context, &w, &c, &blocks));
    TP_TRY(w.make(&c.next, 1));
    for (int64_t part = 0; part < parts; part++) {
        const uint64_t begin = (uint64_t)(edges->n / parts * part + edges->n % parts * part / parts);
        const int64_t end = edges->n / parts * (part + 1) + edges->n % parts * (part + 1) / parts;
        TP_TRY(tp_progress(context, (double)part / (double)parts));
        TP_TRY(tp_cuda_upload(context, c.next, &begin, sizeof begin));
        TP_TRY(tp_cuda_launch(context, DOING, {blocks, SQUARES_BLOCK}, count_squares, c, end));
        if (part + 1 < parts) TP_TRY(tp_cuda_wait(context));
    }
    return TROPIC_OK;
}

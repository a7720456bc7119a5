/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over the triangles of each vertex on a GPU. A warp takes a vertex, or, if that has many neighbours, a strip:
 * lanes side by side take earlier neighbours of one neighbour, and look them up in the vertex's list by bisection, if a
 * filter of bits lets them through. The order of a sum is that of clustering.h.
 */
#include "algorithms/triangles/clustering.h"
#include "algorithms/triangles/earlier.h"
#include "formats/matrix/device.cuh"
#include "spmv/device/kernel.cuh"
#include "spmv/device/warp.cuh"
#include "spmv/device/working.cuh"

#define DOING "sums over triangles"
#define EARLIER "ordering edges"

/* Words of the filters, of a warp and of a block. */
#define FILTER_WORDS 128
#define FILTER_WORDS_LONG 8192
#define SUMS_BLOCK 256
#define LONG_BLOCK (TP_TERM_STRIPS * TP_WARP)
/* Blocks of a multiprocessor. */
#define SUMS_BLOCKS_EACH 8
#define LONG_BLOCKS_EACH 1
/* Edges of a part of the work, after which the progress is told. */
#define SUMS_PART (1 << 27)

static_assert(TP_TERM_LANES == TP_WARP, "a lane is a thread of a warp");

/* ---- each vertex's earlier neighbours ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    mark_earlier(const __grid_constant__ tp_arcs edges, tropic_offset *marks)
{
    TP_FOR_EACH_PART(part, edges)
    {
        tp_each_with_list(&edges, part, [&](int64_t k, int64_t list) {
            marks[k] = tp_is_earlier(edges.offsets, edges.ids[k], (tropic_index)list);
        });
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    earlier_begins(const __grid_constant__ tp_edges edges, const tropic_offset *before, tropic_offset *offsets)
{
    TP_FOR_EACH(v, (int64_t)edges.n + 1) offsets[v] = before[edges.offsets[v]];
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    put_earlier(const __grid_constant__ tp_edges edges, const tropic_offset *before,
                const __grid_constant__ tp_edges earlier)
{
    TP_FOR_EACH(k, edges.count)
    {
        const tropic_offset to = before[k];
        if (before[k + 1] == to) continue;
        earlier.ids[to] = edges.ids[k];
        if (earlier.values) earlier.values[to] = edges.values[k];
    }
}

/* *before = how many earlier neighbours there are before each entry of all lists. */
static tropic_status find_earlier(tropic_context *context, tp_working *w, const tp_edges *edges, tropic_offset **before)
{
    tp_arcs arcs = {};
    tropic_offset *marks = NULL;
    arcs.lists = edges->n;
    arcs.count = edges->count;
    arcs.offsets = edges->offsets;
    arcs.ids = edges->ids;
    TP_TRY(w->make(&marks, edges->count));
    TP_TRY(tp_pass_with_lists(context, EARLIER, &arcs, mark_earlier, arcs, marks));
    return w->sum_before(marks, edges->count, before);
}

tropic_status tp_cuda_clustering_earlier_offsets(tropic_context *context, const tp_edges *edges, tp_edges *earlier)
{
    tp_cuda_use use(context);
    tp_working w(context, EARLIER);
    tropic_offset *before = NULL;
    TP_TRY(find_earlier(context, &w, edges, &before));
    TP_TRY(tp_pass(context, EARLIER, (int64_t)edges->n + 1, earlier_begins, *edges, (const tropic_offset *)before,
                   earlier->offsets));
    return tp_cuda_download(context, &earlier->count, before + edges->count, sizeof earlier->count);
}

tropic_status tp_cuda_clustering_earlier_ids(tropic_context *context, const tp_edges *edges, const tp_edges *earlier)
{
    tp_cuda_use use(context);
    tp_working w(context, EARLIER);
    tropic_offset *before = NULL;
    TP_TRY(find_earlier(context, &w, edges, &before));
    return tp_pass(context, EARLIER, edges->count, put_earlier, *edges, (const tropic_offset *)before, *earlier);
}

/* ---- sums ---- */

typedef struct tp_summing {
    tp_edges edges, earlier;
    bool opposite;
    double *sums;
    int64_t *triangles;
    tropic_index *longs;            /* vertices with many neighbours, in any order */
    unsigned long long *long_count; /* of these */
} tp_summing;

/* What a thread has summed up. */
typedef struct tp_terms {
    double sum;
    unsigned long long triangles;
} tp_terms;

/* Adds the terms of v, u and each earlier neighbour of u, whose edge with v is number k, to a warp's lanes. */
template <int WORDS>
static __device__ void tp_add_terms(const tp_summing *s, tropic_index v, tropic_offset k, const unsigned *filter,
                                    tp_terms *terms)
{
    const tropic_offset begin = s->edges.offsets[v], end = s->edges.offsets[v + 1];
    const tropic_index u = __ldg(s->edges.ids + k);
    const tropic_offset last = __ldg(s->earlier.offsets + u + 1);
    const double of_u = s->edges.values[k];
    for (tropic_offset j = __ldg(s->earlier.offsets + u) + tp_lane(); j < last; j += TP_WARP) {
        const tropic_index w = __ldg(s->earlier.ids + j);
        if (!(filter[(unsigned)w / TP_WARP % WORDS] >> ((unsigned)w % TP_WARP) & 1)) continue;
        const tropic_offset at = tp_find_id(s->edges.ids, begin, end, w);
        if (at == end || s->edges.ids[at] != w) continue;
        const double other = s->earlier.values[j];
        terms->sum += s->opposite ? other : of_u * s->edges.values[at] * other;
        terms->triangles++;
    }
}

/* In pairs, half of the lanes apart: for the first. */
TP_FN double tp_add_halves(double sum)
{
#pragma unroll
    for (int half = TP_WARP / 2; half > 0; half /= 2) sum += __shfl_down_sync(TP_EVERY_LANE, sum, half);
    return sum;
}

/* Sets the bits of v's neighbours, by some threads. */
template <int WORDS>
static __device__ void tp_filter_neighbours(const tp_edges *edges, tropic_index v, unsigned *filter, int thread,
                                            int threads)
{
    for (tropic_offset k = edges->offsets[v] + thread; k < edges->offsets[v + 1]; k += threads) {
        const unsigned w = (unsigned)__ldg(edges->ids + k);
        atomicOr(&filter[w / TP_WARP % WORDS], 1u << w % TP_WARP);
    }
}

static __global__ void __launch_bounds__(SUMS_BLOCK)
    sum_short(const __grid_constant__ tp_summing s, int64_t part, int64_t parts)
{
    __shared__ unsigned filters[SUMS_BLOCK / TP_WARP][FILTER_WORDS];
    unsigned *filter = filters[threadIdx.x / TP_WARP];
    for (int64_t place = tp_warp() * parts + part; place < s.edges.n; place += tp_warps() * parts) {
        const tropic_index v = (tropic_index)place;
        const tropic_offset begin = s.edges.offsets[v], end = s.edges.offsets[v + 1];
        tp_terms terms = {0, 0};
        if (end - begin >= TP_TERM_LONG) {
            if (tp_lane() == 0) s.longs[atomicAdd(s.long_count, 1ull)] = v;
            continue;
        }
        __syncwarp();
        for (int w = tp_lane(); w < FILTER_WORDS; w += TP_WARP) filter[w] = 0;
        __syncwarp();
        tp_filter_neighbours<FILTER_WORDS>(&s.edges, v, filter, tp_lane(), TP_WARP);
        __syncwarp();
        for (tropic_offset k = begin; k < end; k++) tp_add_terms<FILTER_WORDS>(&s, v, k, filter, &terms);
        terms.sum = tp_add_halves(terms.sum);
        terms.triangles = tp_warp_sum(terms.triangles);
        if (tp_lane() == 0) {
            s.sums[v] = terms.sum;
            s.triangles[v] = (int64_t)terms.triangles;
        }
    }
}

static __global__ void __launch_bounds__(LONG_BLOCK) sum_long(const __grid_constant__ tp_summing s)
{
    __shared__ unsigned filter[FILTER_WORDS_LONG];
    __shared__ double strips[TP_TERM_STRIPS];
    __shared__ unsigned long long triangles;
    const int strip = (int)threadIdx.x / TP_WARP;
    for (int64_t place = blockIdx.x; place < (int64_t)*s.long_count; place += gridDim.x) {
        const tropic_index v = s.longs[place];
        tp_terms terms = {0, 0};
        __syncthreads(); /* the filter and the strips are read no more */
        for (int w = (int)threadIdx.x; w < FILTER_WORDS_LONG; w += LONG_BLOCK) filter[w] = 0;
        if (threadIdx.x == 0) triangles = 0;
        __syncthreads();
        tp_filter_neighbours<FILTER_WORDS_LONG>(&s.edges, v, filter, (int)threadIdx.x, LONG_BLOCK);
        __syncthreads();
        for (tropic_offset k = s.edges.offsets[v] + strip; k < s.edges.offsets[v + 1]; k += TP_TERM_STRIPS)
            tp_add_terms<FILTER_WORDS_LONG>(&s, v, k, filter, &terms);
        terms.sum = tp_add_halves(terms.sum);
        terms.triangles = tp_warp_sum(terms.triangles);
        if (tp_lane() == 0) {
            strips[strip] = terms.sum;
            atomicAdd(&triangles, terms.triangles);
        }
        __syncthreads();
        if (threadIdx.x >= TP_WARP) continue;
        const double sum = tp_add_halves(strips[tp_lane()]);
        if (threadIdx.x > 0) continue;
        s.sums[v] = sum;
        s.triangles[v] = (int64_t)triangles;
    }
}

static_assert(TP_TERM_STRIPS == TP_WARP, "a warp adds up the strips");

tropic_status tp_cuda_clustering_sums(tropic_context *context, const tp_term_sums *s)
{
    const int64_t processors = tp_cuda_of(context)->processors, parts = s->edges->count / SUMS_PART + 1;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_summing of = {*s->edges, *s->earlier, s->opposite, s->sums, s->triangles, NULL, NULL};
    TP_TRY(tp_cuda_refuse_capture(context));
    TP_TRY(w.make(&of.longs, s->edges->count / TP_TERM_LONG + 1));
    TP_TRY(w.make(&of.long_count, 1));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(of.long_count, 0, sizeof *of.long_count, tp_cuda_of(context)->stream),
                         DOING));
    for (int64_t part = 0; part < parts; part++) {
        if (part > 0) TP_TRY(tp_cuda_wait(context));
        TP_TRY(tp_progress(context, (double)part / (double)(parts + 1)));
        TP_TRY(tp_cuda_launch(context, DOING, {processors * SUMS_BLOCKS_EACH, SUMS_BLOCK}, sum_short, of, part, parts));
    }
    if (parts > 1) TP_TRY(tp_progress(context, (double)parts / (double)(parts + 1)));
    return tp_cuda_launch(context, DOING, {processors * LONG_BLOCKS_EACH, LONG_BLOCK}, sum_long, of);
}

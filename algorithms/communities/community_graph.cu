/* SPDX-License-Identifier: Apache-2.0
 *
 * A matrix as the graph of communities on a GPU: arcs without directions, sums. Lists of a directed graph have the arcs
 * out of a vertex, then those into it; a neighbour of both directions is in there twice.
 */
#include "algorithms/communities/weights.h"
#include "formats/matrix/device.cuh"
#include "runtime/cuda/cuda_need.h"
#include "semiring/cast.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/warp.cuh"

#define DOING "the graph of communities"

/* Arcs out of the vertices and into them, with values if the graph is weighted; in device memory. */
typedef struct source {
    tp_arcs out, in;
    tp_community_weights w;
} source;

/* (As the host has it: of products that are rounded each.) */
static __device__ int64_t weight_of(const source &s, const tp_arcs &arcs, int64_t k)
{
    if (!arcs.values) return 1;
    return llrint(__dmul_rn(__dmul_rn(tp_value_as_fp64(arcs.values, s.w.type, k), s.w.scale), s.w.more));
}

static tropic_status open_source(tp_run *run, const tropic_communities_options *options, tp_community_graph *g,
                                 source *s)
{
    TP_TRY(tp_community_weights_open(run, options, g, &s->w));
    TP_TRY(tp_matrix_arcs(run->context, run->A, TP_BY_ROW, false, &s->out));
    TP_TRY(tp_matrix_arcs(run->context, run->A, TP_BY_COLUMN, false, &s->in));
    if (!g->weighted) s->out.values = s->in.values = NULL;
    return TROPIC_OK;
}

/* ---- arcs ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK) fill_weights(const __grid_constant__ source s, int64_t *weights)
{
    TP_FOR_EACH(k, s.out.count) weights[k] = weight_of(s, s.out, k);
}

static tropic_status take_arcs(tp_run *run, const source *s, tp_community_graph *g)
{
    int64_t *weights = NULL;
    g->begin = s->out.offsets;
    g->end = s->out.offsets + 1;
    g->ids = s->out.ids;
    if (!g->weighted) return TROPIC_OK;
    TP_TRY(tp_arena_device_array(&g->arena, &weights, s->out.count, sizeof *weights, "weights of arcs"));
    g->weights = weights;
    return tp_pass(run->context, DOING, s->out.count, fill_weights, *s, weights);
}

/* begin[v], of one vertex more than there are. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    begin_lists(const __grid_constant__ source s, int64_t n, tropic_offset *begin)
{
    TP_FOR_EACH(v, n + 1) begin[v] = s.out.offsets[v] + s.in.offsets[v];
}

/* The arcs of one direction go to their lists. weights may be NULL. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    copy_arcs(const __grid_constant__ source s, bool into, tropic_index *ids, int64_t *weights)
{
    const tp_arcs &arcs = into ? s.in : s.out;
    TP_FOR_EACH_PART(part, arcs)
    {
        tp_each_with_list(&arcs, part, [&](int64_t k, int64_t list) {
            const int64_t at = k + (into ? s.out.offsets[list + 1] : s.in.offsets[list]);
            ids[at] = arcs.ids[k];
            if (weights) weights[at] = weight_of(s, arcs, k);
        });
    }
}

static tropic_status join_arcs(tp_run *run, const source *s, tp_community_graph *g)
{
    const int64_t n = run->n, all = s->out.count + s->in.count;
    tropic_offset *begin = NULL;
    tropic_index *ids = NULL;
    int64_t *weights = NULL;
    TP_TRY(tp_arena_device_array(&g->arena, &begin, n + 1, sizeof *begin, "lists of both directions"));
    TP_TRY(tp_arena_device_array(&g->arena, &ids, all, sizeof *ids, "arcs in both directions"));
    if (g->weighted) TP_TRY(tp_arena_device_array(&g->arena, &weights, all, sizeof *weights, "weights of arcs"));
    TP_TRY(tp_pass(run->context, DOING, n + 1, begin_lists, *s, n, begin));
    TP_TRY(tp_pass_with_lists(run->context, DOING, &s->out, copy_arcs, *s, false, ids, weights));
    TP_TRY(tp_pass_with_lists(run->context, DOING, &s->in, copy_arcs, *s, true, ids, weights));
    g->begin = begin;
    g->end = begin + 1;
    g->ids = ids;
    g->weights = weights;
    return TROPIC_OK;
}

tropic_status tp_cuda_communities_open(tp_run *run, const tropic_communities_options *options, unsigned finds,
                                       tp_community_graph *g)
{
    tp_cuda_use use(run->context);
    tp_communities_memory memory;
    source s = {};
    TP_TRY(open_source(run, options, g, &s));
    TP_TRY(tp_cuda_communities_memory(run, options, finds, g, &memory));
    TP_TRY(tp_need_memory(run->context, &run->context->work, memory.host, "communities of %d vertices", run->n));
    TP_TRY(tp_cuda_need_memory(run->context, memory.backend, "communities", run->n));
    if (run->n == 0) return TROPIC_OK;
    return g->directed ? join_arcs(run, &s, g) : take_arcs(run, &s, g);
}

/* ---- sums ---- */

/* Of all vertices, in device memory. */
typedef struct totals {
    unsigned long long all, loops;
} totals;

/* sums[v] += the weights of v's list. What a lane has of one list is added up before it goes to memory. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    add_weights(const __grid_constant__ source s, bool into, unsigned long long *sums)
{
    const tp_arcs &arcs = into ? s.in : s.out;
    TP_FOR_EACH_PART(part, arcs)
    {
        unsigned long long sum = 0;
        int64_t held = -1;
        tp_each_with_list(&arcs, part, [&](int64_t k, int64_t list) {
            if (list != held && held >= 0) atomicAdd(sums + held, sum);
            sum = (list == held ? sum : 0) + (unsigned long long)weight_of(s, arcs, k);
            held = list;
        });
        if (held >= 0) atomicAdd(sums + held, sum);
    }
}

static __device__ int64_t degree_of(const tp_arcs &arcs, int64_t v)
{
    return arcs.offsets[v + 1] - arcs.offsets[v];
}

static __device__ int64_t loop_of(const source &s, int64_t v)
{
    const tropic_offset end = s.out.offsets[v + 1], at = tp_find_id(s.out.ids, s.out.offsets[v], end, v);
    return at < end && s.out.ids[at] == v ? weight_of(s, s.out, at) : 0;
}

/* out and in = degrees, unless they have sums of weights; loops of an undirected graph count twice. in: NULL, if it is
 * undirected. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    finish_sums(const __grid_constant__ source s, int64_t n, bool has_loops, int64_t *out, int64_t *in, totals *t)
{
    unsigned long long all = 0, loops = 0;
    TP_FOR_EACH(v, n)
    {
        const int64_t loop = has_loops ? loop_of(s, v) : 0;
        const int64_t sum = (s.out.values ? out[v] : degree_of(s.out, v)) + (in ? 0 : loop);
        if (in && !s.in.values) in[v] = degree_of(s.in, v);
        out[v] = sum;
        all += (unsigned long long)sum;
        loops += (unsigned long long)(in ? loop : 2 * loop);
    }
    all = tp_warp_sum(all);
    loops = tp_warp_sum(loops);
    if (tp_lane() > 0 || all == 0) return;
    atomicAdd(&t->all, all);
    atomicAdd(&t->loops, loops);
}

/* *sums = 0, or of a weighted graph the sums of weights. */
static tropic_status sum_arcs(tp_run *run, const source *s, bool into, tp_community_graph *g, int64_t **sums)
{
    static const int64_t zero = 0;
    TP_TRY(tp_arena_device_array(&g->arena, sums, run->n, sizeof **sums, "sums of weights"));
    TP_TRY(tp_cuda_fill(run->context, *sums, TROPIC_INT64, &zero, run->n));
    if (!g->weighted) return TROPIC_OK;
    return tp_pass_with_lists(run->context, DOING, into ? &s->in : &s->out, add_weights, *s, into,
                              (unsigned long long *)*sums);
}

tropic_status tp_cuda_communities_sum(tp_run *run, const tropic_communities_options *options, tp_community_graph *g)
{
    static const int64_t zero = 0;
    tropic_context *context = run->context;
    tp_cuda_use use(context);
    tp_community_graph same;
    source s = {};
    totals *there = NULL, found = {};
    if (g->out) return TROPIC_OK;
    TP_TRY(open_source(run, options, &same, &s));
    TP_TRY(sum_arcs(run, &s, false, g, &g->out));
    if (g->directed) TP_TRY(sum_arcs(run, &s, true, g, &g->in));
    TP_TRY(tp_run_array(run, &there, 1, sizeof *there, DOING));
    TP_TRY(tp_cuda_fill(context, there, TROPIC_INT64, &zero, sizeof *there / sizeof zero));
    TP_TRY(tp_pass(context, DOING, run->n, finish_sums, s, run->n, g->has_loops, g->out, g->in, there));
    TP_TRY(tp_cuda_download(context, &found, there, sizeof found));
    tp_run_release(run, there);
    if (!g->directed) g->in = g->out;
    g->total = (int64_t)found.all;
    g->loops = (int64_t)found.loops;
    return TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Arcs of negative length on the GPU, one thread each. Threads lower distances that others read and lower at the same
 * time: the least sums stay.
 */
#include "algorithms/sssp/negative_arcs.h"
#include "algorithms/search/search_state.cuh"
#include "algorithms/sssp/sssp.h"
#include "spmv/cuda_backend.h"

#include <math.h>

/* Counters of a kernel, in device memory, zero at first but for `least`. */
typedef struct counters {
    unsigned long long count; /* of the elements listed */
    double sum;               /* of lengths that are not negative and not infinite */
    unsigned long long least; /* of the lowered distances, as tp_key_bits_TYPE has it */
    unsigned long long vertices, arcs;
    unsigned unfit;
} counters;

/* Parameters of a kernel: the arcs that it goes along, and its arrays. */
typedef struct arcs_of {
    tp_arcs out;
    tropic_index *tail;
    tropic_offset *arc;
    tropic_offset count;
    tropic_index *heads;
    tropic_index source;
    void *distance;
    counters *found;
    tropic_index *parent; /* or, where that is looked at, root */
} arcs_of;

/* Searches at most: each waits for the host, so that a long chain of negative arcs takes 50 us an arc. */
#define SEARCHES_MAX 4096
/* Parents that a pass climbs, of which each then stands for as many. */
#define CLIMB 8

/* The functions of the types of distances. */
static __device__ unsigned long long key(int64_t v)
{
    return tp_key_bits_int64(v);
}
static __device__ unsigned long long key(float v)
{
    return tp_key_bits_fp32(v);
}
static __device__ unsigned long long key(double v)
{
    return tp_key_bits_fp64(v);
}
static __device__ int64_t lower(int64_t *p, int64_t v)
{
    return tp_fetch_min_int64(p, v);
}
static __device__ float lower(float *p, float v)
{
    return tp_fetch_min_fp32(p, v);
}
static __device__ double lower(double *p, double v)
{
    return tp_fetch_min_fp64(p, v);
}
/* *sum = d + w for w < 0. Is it too small for the type? */
static __device__ bool add(int64_t d, int64_t w, int64_t *sum)
{
    if (d < INT64_MIN - w) return true;
    *sum = d + w;
    return false;
}
static __device__ bool add(float d, float w, float *sum)
{
    *sum = d + w;
    return *sum == -HUGE_VALF;
}
static __device__ bool add(double d, double w, double *sum)
{
    *sum = d + w;
    return *sum == -HUGE_VAL;
}
template <typename T> static __device__ T infinity()
{
    return (T)HUGE_VAL;
}
template <> __device__ int64_t infinity<int64_t>()
{
    return INT64_MAX;
}

template <typename WEIGHT> static __global__ void __launch_bounds__(TP_PASS_BLOCK) count_arcs(arcs_of g)
{
    const WEIGHT *weights = (const WEIGHT *)g.out.values;
    unsigned long long count = 0;
    double sum = 0;
    TP_FOR_EACH(k, g.out.count)
    {
        const double w = (double)weights[k];
        count += w < 0;
        sum += w > 0 && w < HUGE_VAL ? w : 0;
    }
    count = tp_warp_sum(count);
    for (int other = TP_WARP / 2; other > 0; other /= 2) sum += __shfl_xor_sync(TP_EVERY_LANE, sum, other);
    if (tp_lane() > 0) return;
    if (count > 0) atomicAdd(&g.found->count, count);
    atomicAdd(&g.found->sum, sum);
}

/* The list that has entry k. */
static __device__ tropic_index list_of(const tp_arcs *out, tropic_offset k)
{
    tropic_index low = 0, high = out->lists; /* offsets[low] <= k < offsets[high] */
    while (high - low > 1) {
        const tropic_index middle = low + (high - low) / 2;
        if (__ldg(out->offsets + middle) <= k)
            low = middle;
        else
            high = middle;
    }
    return low;
}

template <typename WEIGHT> static __global__ void __launch_bounds__(TP_PASS_BLOCK) list_arcs(arcs_of g)
{
    const WEIGHT *weights = (const WEIGHT *)g.out.values;
    TP_FOR_EACH(k, g.out.count)
    {
        if (!(weights[k] < 0)) continue;
        const unsigned long long at = atomicAdd(&g.found->count, 1ull);
        g.arc[at] = k;
        g.tail[at] = list_of(&g.out, k);
    }
}

template <typename WEIGHT, typename DISTANCE> static __global__ void __launch_bounds__(TP_PASS_BLOCK) relax(arcs_of g)
{
    const DISTANCE all = infinity<DISTANCE>();
    DISTANCE *distance = (DISTANCE *)g.distance;
    unsigned long long least = key(all);
    if (tp_thread() == 0 && *(volatile DISTANCE *)(distance + g.source) < 0) g.found->unfit = 1;
    TP_FOR_EACH(c, g.count)
    {
        const DISTANCE d = *(volatile DISTANCE *)(distance + g.tail[c]);
        const tropic_offset k = g.arc[c];
        const tropic_index j = g.out.ids[k];
        DISTANCE sum = all;
        if (d == all) continue;
        if (add(d, (DISTANCE)((const WEIGHT *)g.out.values)[k], &sum)) {
            g.found->unfit = 1;
            continue;
        }
        if (!(sum < *(volatile DISTANCE *)(distance + j)) || !(sum < lower(distance + j, sum))) continue;
        g.heads[atomicAdd(&g.found->count, 1ull)] = j;
        if (key(sum) < least) least = key(sum);
    }
    least = tp_warp_min(least);
    if (tp_lane() == 0 && least < key(all)) atomicMin(&g.found->least, least);
}

/* Of two tails with a tight arc the smaller id stays; a parent that is nearer than its child stays, too. */
template <typename WEIGHT, typename DISTANCE> static __global__ void __launch_bounds__(TP_PASS_BLOCK) hang(arcs_of g)
{
    const DISTANCE all = infinity<DISTANCE>(), *distance = (const DISTANCE *)g.distance;
    TP_FOR_EACH(c, g.count)
    {
        const tropic_offset k = g.arc[c];
        const tropic_index i = g.tail[c], j = g.out.ids[k], p = tp_load_int32(g.parent + j);
        DISTANCE sum = all;
        if (j == g.source || distance[i] == all || (p >= 0 && distance[p] < distance[j])) continue;
        if (add(distance[i], (DISTANCE)((const WEIGHT *)g.out.values)[k], &sum) || sum != distance[j]) continue;
        tp_merge_id(g.parent + j, i);
    }
}

/* to = the parents' parents, and so on; at last the source, or -1. `to` may be `from`: an ancestor is read then, too.
 */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    climb(tropic_index *to, const tropic_index *from, tropic_index n, tropic_index source)
{
    TP_FOR_EACH(v, n)
    {
        tropic_index p = tp_load_int32(from + v);
        for (int step = 0; step < CLIMB && p >= 0 && p != source; step++) p = tp_load_int32(from + p);
        tp_store_int32(to + v, p);
    }
}

/* Has one that was reached another root than the source? */
template <typename DISTANCE> static __global__ void __launch_bounds__(TP_PASS_BLOCK) look_at_roots(arcs_of g)
{
    const DISTANCE all = infinity<DISTANCE>();
    TP_FOR_EACH(v, g.out.lists)
    if (g.parent[v] != g.source && ((const DISTANCE *)g.distance)[v] != all) g.found->unfit = 1;
}

template <typename DISTANCE> static __global__ void __launch_bounds__(TP_PASS_BLOCK) reached(arcs_of g)
{
    const DISTANCE all = infinity<DISTANCE>();
    unsigned long long vertices = 0, arcs = 0;
    TP_FOR_EACH(v, g.out.lists)
    {
        if (((const DISTANCE *)g.distance)[v] == all) continue;
        vertices++;
        arcs += (unsigned long long)(g.out.offsets[v + 1] - g.out.offsets[v]);
    }
    vertices = tp_warp_sum(vertices);
    arcs = tp_warp_sum(arcs);
    if (tp_lane() > 0 || vertices == 0) return;
    atomicAdd(&g.found->vertices, vertices);
    atomicAdd(&g.found->arcs, arcs);
}

/* By type of the weights, of which no other can be negative. */
typedef struct kernels {
    void (*count)(arcs_of), (*list)(arcs_of), (*relax)(arcs_of), (*hang)(arcs_of), (*roots)(arcs_of),
        (*reached)(arcs_of);
} kernels;

template <typename WEIGHT, typename DISTANCE> static kernels kernels_of()
{
    return {count_arcs<WEIGHT>,     list_arcs<WEIGHT>,       relax<WEIGHT, DISTANCE>,
            hang<WEIGHT, DISTANCE>, look_at_roots<DISTANCE>, reached<DISTANCE>};
}

static kernels kernels_for(tropic_type weights)
{
    switch (weights) {
    case TROPIC_INT32: return kernels_of<int32_t, int64_t>();
    case TROPIC_FP32: return kernels_of<float, float>();
    case TROPIC_FP64: return kernels_of<double, double>();
    default: return kernels_of<int64_t, int64_t>();
    }
}

/* kernel(g) over n places, and its counters. */
static tropic_status pass(tp_negative_arcs *g, const char *doing, int64_t n, void (*kernel)(arcs_of), counters *found,
                          tropic_index *parent = NULL)
{
    tropic_context *context = g->run->context;
    const arcs_of arcs = {g->run->out,          g->tail, g->arc, g->count, g->heads, g->source, g->distance,
                          (counters *)g->found, parent};
    *found = {};
    found->least = ~0ull;
    TP_TRY(tp_cuda_upload(context, g->found, found, sizeof *found));
    TP_TRY(tp_pass(context, doing, n, kernel, arcs));
    return tp_cuda_download(context, found, g->found, sizeof *found);
}

tropic_status tp_cuda_list_negative(tp_negative_arcs *g)
{
    static const char *const what = "arcs of negative length";
    tp_run *run = g->run;
    const tropic_offset all = run->out.count;
    const kernels to = kernels_for(run->A->type);
    counters found;
    tp_cuda_use use(run->context);
    TP_TRY(tp_run_array(run, &g->found, 1, sizeof found, what));
    TP_TRY(pass(g, what, all, to.count, &found));
    g->count = (tropic_offset)found.count;
    g->mean = all > g->count ? found.sum / (double)(all - g->count) : 0;
    TP_TRY(tp_run_array(run, &g->tail, g->count, sizeof *g->tail, what));
    TP_TRY(tp_run_array(run, &g->arc, g->count, sizeof *g->arc, what));
    TP_TRY(pass(g, what, all, to.list, &found));
    return TROPIC_OK;
}

tropic_status tp_cuda_relax_negative(tp_negative_arcs *g)
{
    tp_run *run = g->run;
    counters found;
    tp_cuda_use use(run->context);
    if (!g->heads) TP_TRY(tp_run_array(run, &g->heads, g->count, sizeof *g->heads, "heads of negative arcs"));
    TP_TRY(pass(g, "arcs of negative length", g->count, kernels_for(run->A->type).relax, &found));
    g->head_count = (int64_t)found.count;
    g->left = found.unfit != 0 || found.count > TROPIC_INDEX_MAX; /* twice there, so many may be */
    if (g->type == TROPIC_FP32)
        g->least.fp32 = tp_key_of_bits_fp32(found.least);
    else if (g->type == TROPIC_FP64)
        g->least.fp64 = tp_key_of_bits_fp64(found.least);
    else
        g->least.int64 = tp_key_of_bits_int64(found.least);
    return TROPIC_OK;
}

/* It looks after 16, 32, 64, ... searches: by arcs that lead to no more than the distance of their head, each vertex
 * that was reached is reached again, unless there is a negative cycle. */
tropic_status tp_cuda_turn_negative(tp_negative_arcs *g, const tp_sssp_arrays *a, tropic_offset searches)
{
    tp_run *run = g->run;
    tropic_index reached;
    tropic_offset arcs;
    int32_t *level;
    bool all;
    g->left = searches > g->count || searches == SEARCHES_MAX;
    if (g->left || (searches & (searches - 1)) != 0) return TROPIC_OK;
    TP_TRY(tp_cuda_count_reached(g, &reached, &arcs));
    TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "a look for negative cycles"));
    TP_TRY(tp_sssp_levels(run, a, g->source, level, reached, &all));
    tp_run_release(run, level);
    g->left = !all;
    return TROPIC_OK;
}

tropic_status tp_cuda_hang_negative(tp_negative_arcs *g, tropic_index *parent, tropic_index *scratch, bool *tree)
{
    static const char *const what = "parents by negative arcs";
    tropic_context *context = g->run->context;
    const kernels to = kernels_for(g->run->A->type);
    const tropic_index n = g->run->n, *from = parent;
    counters found;
    tp_cuda_use use(context);
    TP_TRY(pass(g, what, g->count, to.hang, &found, parent));
    for (int64_t climbed = 1; climbed < n; climbed *= CLIMB + 1) {
        TP_TRY(tp_pass(context, what, n, climb, scratch, from, n, g->source));
        from = scratch;
    }
    if (from == parent) TP_TRY(tp_cuda_copy(context, scratch, parent, (size_t)n * sizeof *parent));
    TP_TRY(pass(g, what, n, to.roots, &found, scratch));
    *tree = found.unfit == 0;
    return TROPIC_OK;
}

tropic_status tp_cuda_count_reached(tp_negative_arcs *g, tropic_index *vertices, tropic_offset *arcs)
{
    counters found;
    tp_cuda_use use(g->run->context);
    TP_TRY(pass(g, "what was reached", g->run->n, kernels_for(g->run->A->type).reached, &found));
    *vertices = (tropic_index)found.vertices;
    *arcs = (tropic_offset)found.arcs;
    return TROPIC_OK;
}

const tp_negative_calls tp_cuda_negative_calls = {TP_NEGATIVE_CALLS(TP_CALL_ROW, tp_cuda_)};

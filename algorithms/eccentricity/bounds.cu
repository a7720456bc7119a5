/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds of eccentricities on the GPU: a thread takes a vertex. Moves per vertex both bounds, its component where arcs
 * do not go both ways, and 4 bytes for a search or 8 for each level of a batch.
 */
#include "algorithms/eccentricity/bounds_one.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/kernel.cuh"

#define DOING "bounds of eccentricities"

static __global__ void __launch_bounds__(TP_PASS_BLOCK) meet_search(const __grid_constant__ tp_bounds_search s)
{
    TP_FOR_EACH(v, s.to.n) tp_bounds_of_search(&s, v);
}

tropic_status tp_cuda_bounds_search(tropic_context *context, const tp_bounds_search *s)
{
    tp_cuda_use use(context);
    return tp_pass(context, DOING, s->to.n, meet_search, *s);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) meet_batch(const __grid_constant__ tp_bounds_batch b)
{
    TP_FOR_EACH(v, b.to.n) tp_bounds_of_batch(&b, v);
}

tropic_status tp_cuda_bounds_batch(tropic_context *context, const tp_bounds_batch *b)
{
    tp_cuda_use use(context);
    return tp_pass(context, DOING, b->to.n, meet_batch, *b);
}

/* ---- who is next ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    begin_each(const __grid_constant__ tp_bounds bounds, const tropic_offset *offsets, const tropic_index *size)
{
    TP_FOR_EACH(v, bounds.n) tp_bounds_begin_one(&bounds, offsets, size, v);
}

tropic_status tp_cuda_bounds_begin(tropic_context *context, const tp_bounds *bounds, const tropic_offset *offsets,
                                   const tropic_index *size)
{
    tp_cuda_use use(context);
    return tp_pass(context, DOING, bounds->n, begin_each, *bounds, offsets, size);
}

/* A block takes a part. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    survey_part(const __grid_constant__ tp_bounds_view view, tp_bounds_classes *told)
{
    __shared__ tp_bounds_classes all[TP_PASS_BLOCK];
    tp_bounds_classes mine;
    tp_bounds_none(&mine);
    TP_FOR_EACH(v, view.of.n) tp_bounds_add_vertex(&mine, &view, v);
    all[threadIdx.x] = mine;
    for (unsigned half = TP_PASS_BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) tp_bounds_add(&all[threadIdx.x], &all[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) told[blockIdx.x] = all[0];
}

tropic_status tp_cuda_bounds_survey(tropic_context *context, const tp_bounds_view *view, tp_bounds_classes *told)
{
    tp_cuda_use use(context);
    return tp_cuda_launch(context, DOING, {TP_BOUNDS_PARTS, TP_PASS_BLOCK}, survey_part, *view, told);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    find_widest(const __grid_constant__ tp_bounds_view view, int64_t key, const tropic_offset *offsets,
                unsigned long long *widest)
{
    unsigned long long most = 0;
    TP_FOR_EACH(v, view.of.n)
    {
        int64_t own;
        if (!tp_bounds_is_active(&view, v, &own) || own != key) continue;
        const unsigned long long width = tp_bounds_width(offsets, v);
        if (width > most) most = width;
    }
    for (int lanes = TP_WARP / 2; lanes > 0; lanes /= 2) {
        const unsigned long long other = __shfl_xor_sync(TP_EVERY_LANE, most, lanes);
        if (other > most) most = other;
    }
    if (tp_lane() == 0 && most > 0) atomicMax(widest, most);
}

tropic_status tp_cuda_bounds_widest(tropic_context *context, const tp_bounds_view *view, int64_t key,
                                    const tropic_offset *offsets, uint64_t *widest)
{
    tp_cuda_use use(context);
    return tp_pass(context, DOING, view->of.n, find_widest, *view, key, offsets, (unsigned long long *)widest);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_some(const __grid_constant__ tp_bounds_view view, int64_t key, uint32_t hash, tp_bounds_list *list)
{
    TP_FOR_EACH(v, view.of.n)
    {
        if (!tp_bounds_is_listed(&view, v, key, hash)) continue;
        const unsigned at = atomicAdd(&list->count, 1u);
        if (at < TP_BOUNDS_LISTED) list->ids[at] = (tropic_index)v;
    }
}

tropic_status tp_cuda_bounds_list(tropic_context *context, const tp_bounds_view *view, int64_t key, uint32_t hash,
                                  tp_bounds_list *list)
{
    tp_cuda_use use(context);
    return tp_pass(context, DOING, view->of.n, list_some, *view, key, hash, list);
}

const tp_bounds_calls tp_cuda_bounds_calls = {TP_BOUNDS_CALLS(TP_CALL_ROW, tp_cuda_bounds_)};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Topological orders and cycles on a GPU: levels of vertices, as long as these are wide; the host ends what is a long
 * way, and finds cycles where there are some.
 */
#include "algorithms/cycles/levels.cuh"
#include "algorithms/components/components.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"

#include <cub/device/device_radix_sort.cuh>

#define DOING "levels of vertices"
/* Levels of one launch. If they have fewer vertices each, in the mean, the host takes the rest: a level takes a GPU a
 * microsecond or two, a vertex the host some 15 nanoseconds. (Not measured.) */
#define LEVELS_AHEAD 1024
#define WIDTH_MIN 64
/* Bytes of a vertex on the host where that does the work. */
#define HOST_BYTES (5 * sizeof(tropic_index))

tropic_status tp_cuda_cycles_begin(tp_run *run, const tropic_matrix *A, size_t bytes)
{
    (void)bytes;
    return tp_run_begin(run, A, TROPIC_STRATEGY_AUTO, false);
}

/* ---- levels ---- */

/* The first level: vertices that no arc leads to; or, `component` given, the first of each component. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    take_first(const __grid_constant__ tp_level_work w, const tropic_index *component)
{
    const int64_t stride = (int64_t)gridDim.x * TP_PASS_BLOCK;
    for (int64_t first = (int64_t)blockIdx.x * TP_PASS_BLOCK; first < w.n; first += stride) {
        const int64_t v = first + threadIdx.x;
        unsigned arcs = 0;
        unsigned long long at = 0;
        bool takes = false;
        if (v < w.n) {
            const tropic_offset into = component ? 0 : __ldg(w.in.offsets + v + 1) - __ldg(w.in.offsets + v);
            takes = component ? component[v] == v : into == 0;
            if (!component) w.left[v] = (tropic_index)into;
            w.level[v] = takes || !component ? 0 : -1;
            if (takes)
                arcs = tp_level_arcs(w, (tropic_index)v,
                                     (tropic_index)(__ldg(w.out.offsets + v + 1) - __ldg(w.out.offsets + v)));
        }
        const unsigned those = __ballot_sync(TP_EVERY_LANE, takes);
        if (those == 0) continue;
        arcs = tp_warp_total(arcs);
        if (tp_lane() == 0) {
            at = atomicAdd((unsigned long long *)&w.state->at.end, (unsigned long long)__popc(those));
            atomicAdd(&w.state->at.arcs, (unsigned long long)arcs);
        }
        at = __shfl_sync(TP_EVERY_LANE, at, 0);
        if (takes) w.queue[at + (unsigned)__popc(those & ((1u << tp_lane()) - 1))] = (tropic_index)v;
    }
}

/* *at = how far it came; until there is no further level, an edge is odd, or levels are narrow. */
static tropic_status walk(tp_run *run, const tp_level_work *w, const tropic_index *component, tp_level_progress *at)
{
    tropic_context *context = run->context;
    const int64_t most = tp_cuda_of(context)->processors, wanted = tp_quotient_up(w->n, TP_LEVEL_BLOCK);
    const tp_cuda_grid grid = {wanted < most ? wanted : most, TP_LEVEL_BLOCK, TP_COOPERATIVE};
    int64_t taken;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(w->state, 0, sizeof *w->state, tp_cuda_of(context)->stream), DOING));
    TP_TRY(tp_pass(context, DOING, w->n, take_first, *w, component));
    at->begin = 0;
    do {
        const int64_t before = at->begin;
        TP_TRY(tp_cuda_launch(context, DOING, grid, component ? tp_level_walk<false> : tp_level_walk<true>, *w,
                              (tropic_index)LEVELS_AHEAD));
        TP_TRY(tp_cuda_download(context, at, &w->state->at, sizeof *at));
        TP_TRY(tp_progress(context, (double)at->begin / w->n));
        taken = at->begin - before;
    } while (at->begin < at->end && !at->odd && taken >= (int64_t)LEVELS_AHEAD * WIDTH_MIN);
    return TROPIC_OK;
}

static tropic_status need_host(tp_run *run)
{
    return tp_need_memory(run->context, &run->context->work, (size_t)run->n * HOST_BYTES, "a run on %d vertices",
                          run->n);
}

/* ---- topological orders ---- */

/* From where the device has stopped. */
static tropic_status remove_on_host(tp_run *run, tp_kahn *l, const tp_level_work *w, const tp_level_progress *at)
{
    tropic_context *context = run->context;
    const size_t bytes = (size_t)l->n * sizeof *l->level;
    tp_kahn h = {};
    h.n = l->n;
    h.count = at->end;
    h.levels = at->level;
    TP_TRY(need_host(run));
    TP_TRY(tp_run_host_arcs(run, true, &h.out));
    h.level = (tropic_index *)tp_arena_array(&run->arena, h.n, sizeof *h.level);
    h.left = (tropic_index *)tp_arena_array(&run->arena, h.n, sizeof *h.left);
    h.queue = (tropic_index *)tp_arena_array(&run->arena, h.n, sizeof *h.queue);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    TP_TRY(tp_cuda_download(context, h.level, w->level, bytes));
    TP_TRY(tp_cuda_download(context, h.left, w->left, bytes));
    TP_TRY(tp_cuda_download(context, h.queue, w->queue, (size_t)at->end * sizeof *h.queue));
    TP_TRY(tp_remove_rest(run, &h, at->begin));
    l->count = h.count;
    l->levels = h.levels;
    return tp_cuda_upload(context, l->level, h.level, bytes);
}

tropic_status tp_cuda_cycles_remove(tp_run *run, tp_kahn *l)
{
    tp_level_work w = {};
    tp_level_progress at;
    tp_cuda_use use(run->context);
    w.n = l->n;
    w.out = run->out;
    w.in = run->in;
    w.level = l->level;
    if (w.n == 0) return TROPIC_OK;
    TP_TRY(tp_run_array(run, &w.left, w.n, sizeof *w.left, DOING));
    TP_TRY(tp_run_array(run, &w.queue, w.n, sizeof *w.queue, DOING));
    TP_TRY(tp_run_array(run, &w.state, 1, sizeof *w.state, DOING));
    TP_TRY(walk(run, &w, NULL, &at));
    l->count = at.end;
    l->levels = at.level;
    if (at.begin < at.end) TP_TRY(remove_on_host(run, l, &w, &at));
    tp_run_release(run, w.left);
    tp_run_release(run, w.queue);
    return TROPIC_OK;
}

/* (What is left is known to the device alone, and the search for a cycle is the host's.) */
tropic_status tp_cuda_cycles_cycle(tp_run *run, tp_kahn *l, tp_cycle *cycle)
{
    tp_kahn h = {};
    h.n = l->n;
    TP_TRY(need_host(run));
    TP_TRY(tp_run_host_arcs(run, true, &h.out));
    h.level = (tropic_index *)tp_arena_array(&run->arena, h.n, sizeof *h.level);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    TP_TRY(tp_remove_levels(run, &h));
    return tp_directed_cycle(run, &h, cycle);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) number(tropic_index *ids, tropic_index n)
{
    TP_FOR_EACH(v, n) ids[v] = (tropic_index)v;
}

tropic_status tp_cuda_cycles_order(tp_run *run, const tp_kahn *l, tropic_index *order)
{
    tropic_context *context = run->context;
    tropic_index *ids, *levels;
    char *room = NULL;
    size_t bytes = 0;
    int bits = 1;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    if (l->n == 0) return TROPIC_OK;
    while ((l->levels - 1) >> bits) bits++;
    TP_TRY(w.make(&ids, l->n));
    TP_TRY(w.make(&levels, l->n));
    TP_TRY(tp_pass(context, DOING, l->n, number, ids, l->n));
    /* (The sort is stable.) */
    const auto sort = [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(room, bytes, (const uint32_t *)l->level, (uint32_t *)levels, ids,
                                                       order, (int)l->n, 0, bits, tp_cuda_of(context)->stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    TP_TRY(w.make(&room, (int64_t)bytes));
    return tp_cuda_cub(context, DOING, sort);
}

/* ---- two colours ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK) color_levels(tropic_index *level, tropic_index n)
{
    TP_FOR_EACH(v, n) level[v] &= 1;
}

static tropic_status search_on_host(tp_run *run, tp_search *s, tropic_index *color, tp_cycle *cycle)
{
    TP_TRY(need_host(run));
    TP_TRY(tp_search_cycle(run, s, cycle));
    if (!color || cycle->length > 0) return TROPIC_OK;
    for (tropic_index v = 0; v < run->n; v++) s->level[v] &= 1;
    return tp_cuda_upload(run->context, color, s->level, (size_t)run->n * sizeof *color);
}

tropic_status tp_cuda_cycles_search(tp_run *run, tp_search *s, tropic_index *color, tp_cycle *cycle)
{
    tropic_context *context = run->context;
    tropic_index *component;
    tp_level_work w = {};
    tp_level_progress at;
    tp_cuda_use use(context);
    if (!s->odd || run->n == 0) return search_on_host(run, s, color, cycle);
    w.n = run->n;
    w.out = run->out;
    w.in = run->in;
    w.both = !tp_run_symmetric(run);
    w.level = color;
    TP_TRY(tp_run_array(run, &component, w.n, sizeof *component, "components"));
    TP_TRY(tp_run_array(run, &w.queue, w.n, sizeof *w.queue, DOING));
    TP_TRY(tp_run_array(run, &w.state, 1, sizeof *w.state, DOING));
    if (!color) TP_TRY(tp_run_array(run, &w.level, w.n, sizeof *w.level, DOING));
    TP_TRY(tp_cuda_components_weak(context, &w.out, w.both ? &w.in : NULL, component));
    TP_TRY(walk(run, &w, component, &at));
    tp_run_release(run, component);
    tp_run_release(run, w.queue);
    if (at.odd || at.begin < at.end) return search_on_host(run, s, color, cycle);
    s->levels = at.level;
    *cycle = {};
    return color ? tp_pass(context, DOING, w.n, color_levels, color, w.n) : TROPIC_OK;
}

const tp_cycles_calls tp_cuda_cycles_calls = {TP_CYCLES_CALLS(TP_CALL_ROW, tp_cuda_cycles_)};

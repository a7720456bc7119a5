/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy colouring on a GPU: of vertices with few neighbours without an order (algorithms/sets/paint_waiting.cuh), of
 * others in their order (algorithms/sets/paint_order.cuh).
 *
 * Sources: Jones and Plassmann, SIAM Journal on Scientific Computing 14 (1993); Alabandi, Powers and Burtscher,
 * Increasing the parallelism of graph coloring via shortcutting, PPoPP (2020), for bits of the colours that are left.
 */
#include "algorithms/sets/paint_order.cuh"
#include "algorithms/sets/paint_waiting.cuh"

#include <cub/device/device_radix_sort.cuh>

#define DOING "a colouring"
/* Of a multiprocessor: blocks that paint a vertex each, warps that do, and blocks that paint by lanes. (Not measured.)
 */
#define BLOCKS_EACH 3
#define WARPS_EACH 32
#define LANES_BLOCKS_EACH 6

/* Waits for what a kernel tells: *colors, and *left. The clock stops where it ends. */
static tropic_status await(tropic_context *context, const int64_t *result, int32_t *colors, int64_t *left)
{
    tp_cuda *cuda = tp_cuda_of(context);
    int64_t told;
    TP_TRY(tp_cuda_check(context, cudaEventRecord(cuda->stop, cuda->stream), "a timer"));
    TP_TRY(tp_cuda_await_result(context, result, &told));
    cuda->stopped = true;
    if (told < 0) return tp_fail(context, TROPIC_DEVICE_ERROR, "a colouring did not end");
    *colors = (int32_t)(told & UINT32_MAX);
    *left = told >> 32;
    return TROPIC_OK;
}

static tropic_status make_state(tp_run *run, tp_paint_state **state)
{
    return tp_run_array(run, state, 1, sizeof **state, DOING);
}

/* ---- vertices with few neighbours ---- */

static tropic_status paint_few(tp_run *run, const tp_set_graph *graph, int32_t *values, int32_t *colors)
{
    tropic_context *context = run->context;
    int64_t left = graph->n, before = 0, *result;
    tp_cuda_grid grid;
    tp_paint_few p = {};
    p.g = *graph;
    p.colors = values;
    TP_TRY(make_state(run, &p.state));
    TP_TRY(tp_run_array(run, &p.words, graph->n, sizeof *p.words, DOING));
    TP_TRY(tp_wait_make(run, (const void *)tp_paint_all_few, &grid, &p.lists));
    TP_TRY(tp_run_start(run));
    TP_TRY(tp_pass(context, DOING, graph->n, tp_paint_place_few, p));
    while (left > 0 && left != before) { /* (The first of those that wait gets its colour.) */
        before = left;
        TP_TRY(tp_cuda_result(context, &result));
        TP_TRY(tp_cuda_launch(context, DOING, grid, tp_paint_all_few, p, result));
        TP_TRY(await(context, result, colors, &left));
        TP_TRY(tp_progress(context, 1 - (double)left / graph->n));
    }
    if (left > 0) return tp_fail(context, TROPIC_DEVICE_ERROR, "a colouring did not end");
    return TROPIC_OK;
}

/* ---- an order ---- */

/* Which kinds are painted how. Of layers, degrees are in no order. */
static void choose_ways(tp_paint_order *p)
{
    const bool few = p->g.longest < TP_PAINT_LANES_DEGREE;
    p->bounds[TP_PAINT_BY_BLOCK] = 0;
    p->bounds[TP_PAINT_BY_WARP] = few ? 0 : INT32_MAX;
    if (p->kinds.layer || few) return;
    p->bounds[TP_PAINT_BY_BLOCK] = TP_SET_CLASSES - TP_SET_CLASS_OF_BIT(TP_PAINT_BLOCK_BIT);
    p->bounds[TP_PAINT_BY_WARP] = TP_SET_CLASSES - TP_SET_CLASS_OF_BIT(TP_PAINT_LANES_BIT);
}

typedef struct sorting {
    unsigned long long *keys, *sorted;
    tropic_index *vertices, *ordered;
    char *room;
    size_t bytes;
    int bits;
} sorting;

static tropic_status sort(tropic_context *context, sorting *s, tropic_index n)
{
    const auto call = [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(s->room, s->bytes, s->keys, s->sorted, s->vertices, s->ordered,
                                                       (int)n, 0, s->bits, tp_cuda_of(context)->stream);
    };
    return tp_cuda_cub(context, DOING, call);
}

static tropic_status make_sorting(tp_run *run, sorting *s, const tp_set_kinds *kinds)
{
    const tropic_index n = run->n;
    while (tp_set_kind_count(kinds) >> s->bits > 0) s->bits++;
    s->bits += 32;
    TP_TRY(tp_run_array(run, &s->keys, n, sizeof *s->keys, DOING));
    TP_TRY(tp_run_array(run, &s->sorted, n, sizeof *s->sorted, DOING));
    TP_TRY(tp_run_array(run, &s->vertices, n, sizeof *s->vertices, DOING));
    TP_TRY(tp_run_array(run, &s->ordered, n, sizeof *s->ordered, DOING));
    TP_TRY(sort(run->context, s, n));
    return tp_run_array(run, &s->room, (int64_t)s->bytes + 1, 1, DOING);
}

static tropic_status paint_ways(tropic_context *context, const tp_paint_order *p)
{
    const int64_t processors = tp_cuda_of(context)->processors, n = p->g.n;
    const int64_t blocks = processors * BLOCKS_EACH, warps = processors * WARPS_EACH;
    const int64_t lots = tp_quotient_up(n, TP_PAINT_LANES_BLOCK / TP_PAINT_LANES);
    const int64_t most = processors * LANES_BLOCKS_EACH;
    if (p->bounds[TP_PAINT_BY_BLOCK] > 0)
        TP_TRY(tp_cuda_launch(context, DOING, {blocks < n ? blocks : n, TP_PAINT_BLOCK},
                              tp_paint_each<TP_PAINT_BLOCK, TP_PAINT_BY_BLOCK>, *p));
    if (p->bounds[TP_PAINT_BY_WARP] > 0)
        TP_TRY(tp_cuda_launch(context, DOING, {warps < n ? warps : n, TP_WARP},
                              tp_paint_each<TP_WARP, TP_PAINT_BY_WARP>, *p));
    return tp_cuda_launch(context, DOING, {lots < most ? lots : most, TP_PAINT_LANES_BLOCK}, tp_paint_all_by_lanes, *p);
}

static tropic_status paint_in_order(tp_run *run, const tp_set_graph *graph, const tp_set_kinds *kinds, int32_t *values,
                                    int32_t *colors)
{
    tropic_context *context = run->context;
    tp_paint_order p = {};
    sorting s = {};
    int64_t left, *result;
    p.g = *graph;
    p.kinds = *kinds;
    p.colors = values;
    choose_ways(&p);
    TP_TRY(make_state(run, &p.state));
    TP_TRY(make_sorting(run, &s, kinds));
    p.words = s.keys; /* (which the sort leaves) */
    p.keys = s.sorted;
    p.vertices = s.ordered;
    if (!kinds->layer) TP_TRY(tp_run_start(run));
    TP_TRY(tp_pass(context, DOING, graph->n, tp_paint_keys, p, s.keys, s.vertices));
    TP_TRY(sort(context, &s, graph->n));
    TP_TRY(tp_pass(context, DOING, graph->n, tp_paint_place, p));
    TP_TRY(paint_ways(context, &p));
    TP_TRY(tp_cuda_result(context, &result));
    TP_TRY(tp_pass(context, DOING, graph->n, tp_paint_show, p, result));
    return await(context, result, colors, &left);
}

tropic_status tp_cuda_coloring_paint(tp_run *run, const tp_set_graph *graph, const tp_set_kinds *kinds, int32_t *values,
                                     int32_t *colors)
{
    tp_cuda_use use(run->context);
    TP_TRY(tp_progress(run->context, 0));
    if (!kinds->layer && graph->longest <= TP_PAINT_FEW) return paint_few(run, graph, values, colors);
    return paint_in_order(run, graph, kinds, values, colors);
}

const tp_coloring_calls tp_cuda_coloring_calls = {TP_COLORING_CALLS(TP_CALL_ROW, tp_cuda_coloring_)};

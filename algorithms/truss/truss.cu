/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness on a GPU: the edges and their numbers, then triangles of each, then removal.
 */
#include "algorithms/triangles/steps.h"
#include "algorithms/truss/truss_count.cuh"
#include "algorithms/truss/truss_peel.cuh"
#include "formats/matrix/device.cuh"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"

#define DOING "trussness"
/* Turns of one launch, before the host asks whether to go on. (Some take microseconds, others of large graphs
 * milliseconds.) */
#define TURNS_AHEAD 256
/* Edges that a block has at least, where there are few. */
#define EDGES_MIN 1024
/* From lists of so many ids on, a warp takes one edge at a time: it numbers the ids of all by 31 bits. */
#define LONG_LIST (1 << 26)

/* Up to so many neighbours of a vertex, tables gain nothing. (H200, ms of the whole, all by tables and all by searches:
 * a lattice of 1200 0.85 and 0.71, urand 21 16.3 and 15.9; Kronecker 21, where hubs have thousands, 401, and 492 when a
 * lane also made one search at a time, and a warp took no part of a list.) */
#define SHORT_LISTS 128

/* ---- edges ---- */

/* marks[k]: does edge k have its number by this arc? */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    mark_edges(const __grid_constant__ tp_truss_lists t, const __grid_constant__ tp_arcs arcs, tropic_offset *marks)
{
    TP_FOR_EACH_PART(part, arcs)
    {
        tp_each_with_list(&arcs, part,
                          [&](int64_t k, int64_t u) { marks[k] = tp_truss_is_from(t, (tropic_index)u, t.ids[k]); });
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    list_edges(const __grid_constant__ tp_truss_lists t, const __grid_constant__ tp_arcs arcs,
               const tropic_offset *before)
{
    TP_FOR_EACH_PART(part, arcs)
    {
        tp_each_with_list(&arcs, part, [&](int64_t k, int64_t u) {
            const tropic_offset e = before[k];
            if (before[k + 1] == e) return;
            t.from[e] = (tropic_index)u;
            t.to[e] = t.ids[k];
            t.support[e] = 0;
        });
    }
    TP_FOR_EACH(v, (int64_t)t.n + 1)
    {
        t.first[v] = before[t.offsets[v]];
        if (v < t.n) t.ends[v] = t.offsets[v + 1];
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    number_arcs(const __grid_constant__ tp_truss_lists t, const __grid_constant__ tp_arcs arcs)
{
    TP_FOR_EACH_PART(part, arcs)
    {
        tp_each_with_list(&arcs, part, [&](int64_t k, int64_t u) {
            t.edge[k] = (unsigned)tp_truss_number(t, (tropic_index)u, t.ids[k]);
        });
    }
}

static tropic_status make_lists(tp_run *run, const tp_edges *edges, tp_truss_lists *t)
{
    t->n = edges->n;
    t->count = edges->count / 2;
    t->offsets = edges->offsets;
    t->ids = edges->ids;
    TP_TRY(tp_run_array(run, &t->first, (int64_t)t->n + 1, sizeof *t->first, "edges"));
    TP_TRY(tp_run_array(run, &t->ends, t->n, sizeof *t->ends, "edges"));
    TP_TRY(tp_run_array(run, &t->from, t->count, sizeof *t->from, "edges"));
    TP_TRY(tp_run_array(run, &t->to, t->count, sizeof *t->to, "edges"));
    TP_TRY(tp_run_array(run, &t->edge, edges->count, sizeof *t->edge, "edges"));
    return tp_run_array(run, &t->support, t->count, sizeof *t->support, "triangles of edges");
}

static tropic_status number_edges(tp_run *run, const tp_edges *edges, tp_truss_lists *t)
{
    tropic_context *context = run->context;
    tp_working w(context, DOING);
    tp_arcs arcs = {};
    tropic_offset *marks = NULL, *before = NULL;
    arcs.lists = edges->n;
    arcs.count = edges->count;
    arcs.offsets = edges->offsets;
    arcs.ids = edges->ids;
    TP_TRY(make_lists(run, edges, t));
    TP_TRY(w.make(&marks, arcs.count));
    TP_TRY(tp_pass_with_lists(context, DOING, &arcs, mark_edges, *t, arcs, marks));
    TP_TRY(w.sum_before(marks, arcs.count, &before));
    TP_TRY(tp_pass(context, DOING, arcs.count + t->n + 1, list_edges, *t, arcs, before));
    return tp_pass_with_lists(context, DOING, &arcs, number_arcs, *t, arcs);
}

/* ---- triangles ---- */

/* By searches, of the edges from vertices with more than `longer` of them: each list is looked up in that of the other
 * end. A warp has as many edges as lanes. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_by_searches(const __grid_constant__ tp_truss_lists t, tropic_offset longer, unsigned most)
{
    const int64_t first = tp_warp() * most, e = first + tp_lane();
    tp_truss_pair mine = {0, 0, 0, 0, 0};
    if ((unsigned)tp_lane() < most && e < t.count) {
        const tropic_index u = t.from[e], v = t.to[e];
        if (t.first[u + 1] - t.first[u] > longer)
            mine = tp_truss_ordered({t.first[u], t.first[u + 1], t.first[v], t.first[v + 1], (unsigned)e});
    }
    tp_truss_meet(t.to, mine, [&](unsigned edge, tropic_offset i, tropic_offset j) {
        atomicAdd(t.support + edge, 1);
        atomicAdd(t.support + i, 1);
        atomicAdd(t.support + j, 1);
    });
}

/* By tables, and by searches where lists are too long for these, or all are short. */
static tropic_status count(tp_run *run, const tp_truss_lists *t, int64_t longest, unsigned most)
{
    static const uint32_t zero = 0;
    tropic_context *context = run->context;
    const int64_t blocks = (int64_t)tp_cuda_of(context)->processors * TP_TRUSS_COUNT_BLOCKS;
    /* If a list is longer than c, there are more than c^2 / 2 edges: all its vertices have as many. */
    const int64_t of_warp = TP_TRUSS_TABLE, of_block = of_warp * TP_TRUSS_COUNT_WARPS;
    const int64_t longer = longest > SHORT_LISTS ? of_block : 0;
    unsigned *next;
    TP_TRY(tp_run_array(run, &next, 2, sizeof *next, DOING));
    TP_TRY(tp_cuda_fill(context, next, TROPIC_UINT32, &zero, 2));
    if (longer > 0)
        TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_TRUSS_COUNT_BLOCK}, tp_truss_count_kernel<1>, *t, next));
    if (longer > 0 && t->count > of_warp * of_warp / 2)
        TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_TRUSS_COUNT_BLOCK},
                              tp_truss_count_kernel<TP_TRUSS_COUNT_WARPS>, *t, next + 1));
    if (t->count <= longer * longer / 2) return TROPIC_OK;
    return tp_cuda_launch(context, DOING,
                          {tp_quotient_up(tp_quotient_up(t->count, most), TP_PASS_BLOCK / TP_WARP), TP_PASS_BLOCK},
                          count_by_searches, *t, longer, most);
}

/* ---- removal ---- */

static __global__ void __launch_bounds__(TP_PASS_BLOCK) leave_all(const __grid_constant__ tp_truss_work w)
{
    TP_FOR_EACH(e, w.t.count)
    {
        w.layer[e] = TP_TRUSS_LEFT;
        w.left[0][e] = (unsigned)e;
    }
}

/* most: edges that a warp may take together. */
static tropic_status peel(tp_run *run, const tp_truss_lists *t, unsigned most, tp_truss_found *found)
{
    tropic_context *context = run->context;
    const int64_t processors = tp_cuda_of(context)->processors, wanted = tp_quotient_up(t->count, EDGES_MIN);
    const tp_cuda_grid grid = {wanted < processors ? wanted : processors, TP_TRUSS_BLOCK, TP_COOPERATIVE};
    tp_truss_state state = {};
    tp_truss_work w = {};
    w.t = *t;
    state.at.left = state.at.listed = (unsigned)t->count;
    for (int k = 0; k < 3; k++) state.slots[k].least = TP_TRUSS_LEFT;
    TP_TRY(tp_run_array(run, &w.layer, t->count, sizeof *w.layer, "layers of edges"));
    TP_TRY(tp_run_array(run, &w.taken, t->count, sizeof *w.taken, "edges to be removed"));
    for (int k = 0; k < 2; k++)
        TP_TRY(tp_run_array(run, &w.left[k], t->count, sizeof *w.left[k], "edges that are left"));
    TP_TRY(tp_run_array(run, &w.state, 1, sizeof *w.state, "the state of trusses"));
    TP_TRY(tp_cuda_upload(context, w.state, &state, sizeof state));
    TP_TRY(tp_pass(context, DOING, t->count, leave_all, w));
    do {
        const tp_truss_progress before = state.at;
        TP_TRY(tp_progress(context, (double)state.at.end / (double)t->count));
        TP_TRY(tp_cuda_launch(context, DOING, grid, tp_truss_peel_kernel, w, (unsigned)TURNS_AHEAD, most));
        TP_TRY(tp_cuda_download(context, &state, w.state, sizeof state));
        if (state.at.kind != TP_TRUSS_DONE && state.at.end == before.end && state.at.k == before.k)
            return tp_fail(context, TROPIC_DEVICE_ERROR, "the removal of edges did not end");
    } while (state.at.kind != TP_TRUSS_DONE);
    found->edges = t->count;
    found->truss = state.at.truss;
    found->members = state.at.members;
    found->levels = state.at.levels;
    return TROPIC_OK;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    spread(const __grid_constant__ tp_truss_lists t, const __grid_constant__ tp_arcs out, int32_t *values)
{
    TP_FOR_EACH_PART(part, out)
    {
        tp_each_with_list(&out, part, [&](int64_t k, int64_t list) {
            const tropic_index u = (tropic_index)list, v = out.ids[k];
            values[k] = u == v ? 0 : t.support[tp_truss_number(t, u, v)] + 2;
        });
    }
}

tropic_status tp_cuda_truss_find(tp_run *run, const tp_both_ways *G, int32_t *values, tp_truss_found *found)
{
    static const int32_t none = 0;
    tropic_context *context = run->context;
    const int64_t longest = (int64_t)G->out.longest + (G->symmetric ? 0 : G->in.longest);
    const unsigned most = longest < LONG_LIST ? TP_WARP : 1;
    tp_edges edges;
    tp_truss_lists t = {};
    tp_cuda_use use(context);
    TP_TRY(tp_triangles_edges(run, G, false, &edges));
    if (edges.count == 0) return tp_cuda_fill(context, values, TROPIC_INT32, &none, G->out.count);
    if (edges.count / 2 >= TP_TRUSS_EDGES_MAX)
        return tp_fail(context, TROPIC_OUT_OF_DEVICE_MEMORY,
                       "a GPU finds the trussness of fewer than %u edges, not %lld", TP_TRUSS_EDGES_MAX,
                       (long long)(edges.count / 2));
    TP_TRY(number_edges(run, &edges, &t));
    TP_TRY(count(run, &t, longest, most));
    TP_TRY(peel(run, &t, most, found));
    return tp_pass_with_lists(context, DOING, &G->out, spread, t, G->out, values);
}

const tp_truss_calls tp_cuda_truss_calls = {TP_TRUSS_CALLS(TP_CALL_ROW, tp_cuda_truss_)};

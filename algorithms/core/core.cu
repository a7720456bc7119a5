/* SPDX-License-Identifier: Apache-2.0
 *
 * Core numbers on the GPU: degrees and lists of vertices, then launches of the kernel that peels.
 */
#include "algorithms/core/core_peel.cuh"
#include "spmv/cuda_backend.h"

#define DOING "core numbers"
/* Turns of one launch, before the host asks whether to go on. (One takes some microseconds.) */
#define TURNS_AHEAD 4096
/* Vertices that a block has at least. */
#define VERTICES_MIN 1024

/* ---- arcs ---- */

/* *differs: offsets or ids of the two are not the same. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) compare(tp_arcs out, tp_arcs in, unsigned *differs)
{
    bool differ = false;
    TP_FOR_EACH(v, (int64_t)out.lists + 1) differ |= out.offsets[v] != in.offsets[v];
    TP_FOR_EACH(k, out.count) differ |= out.ids[k] != in.ids[k];
    if (differ) *differs = 1;
}

tropic_status tp_cuda_core_compare(tp_run *run, bool *equal)
{
    static const int32_t none = 0;
    tropic_context *context = run->context;
    unsigned *differs, found = 0;
    tp_cuda_use use(context);
    *equal = false;
    TP_TRY(tp_run_array(run, &differs, 1, sizeof *differs, "a comparison of arcs"));
    TP_TRY(tp_cuda_fill(context, differs, TROPIC_INT32, &none, 1));
    TP_TRY(tp_pass(context, DOING, (int64_t)run->n + 1 + run->out.count, compare, run->out, run->in, differs));
    TP_TRY(tp_cuda_download(context, &found, differs, sizeof found));
    tp_run_release(run, differs);
    *equal = found == 0;
    return TROPIC_OK;
}

/* Arcs of v in a list that ascends, but for a loop. */
static __device__ unsigned degree_in(const tp_arcs &arcs, tropic_index v)
{
    tropic_offset low = __ldg(arcs.offsets + v), high = __ldg(arcs.offsets + v + 1);
    const tropic_offset end = high, length = high - low;
    while (low < high) {
        const tropic_offset middle = low + (high - low) / 2;
        if (__ldg(arcs.ids + middle) < v)
            low = middle + 1;
        else
            high = middle;
    }
    return (unsigned)(length - (low < end && __ldg(arcs.ids + low) == v));
}

/* Degrees, and the lists of so many blocks: of each as many vertices as a warp has lanes, in turn. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    prepare(const __grid_constant__ tp_core_work w, tropic_index blocks)
{
    const int64_t tiles = ((int64_t)w.c.n + TP_WARP - 1) / TP_WARP;
    TP_FOR_EACH(v, w.c.n)
    {
        const int64_t tile = v / TP_WARP;
        unsigned degree = degree_in(w.c.out, (tropic_index)v);
        if (w.c.both) degree += degree_in(w.c.in, (tropic_index)v);
        w.degree[v] = degree;
        w.c.core[v] = -1;
        w.left[tile % blocks * w.share + tile / blocks * TP_WARP + v % TP_WARP] = (tropic_index)v;
    }
    TP_FOR_EACH(b, blocks)
    {
        const int64_t own = (tiles - b + blocks - 1) / blocks;
        const bool has_last = (tiles - 1) % blocks == b;
        w.left_count[b] = (tropic_index)(own * TP_WARP - (has_last ? tiles * TP_WARP - w.c.n : 0));
    }
}

/* ---- peeling ---- */

static tropic_status make_arrays(tp_run *run, tp_core_work *w, tropic_index blocks)
{
    const int64_t tiles = tp_quotient_up(w->c.n, TP_WARP);
    w->share = tp_quotient_up(tiles, blocks) * TP_WARP;
    w->room = 2 * (int64_t)w->c.n;
    TP_TRY(tp_run_array(run, &w->degree, w->c.n, sizeof *w->degree, "degrees"));
    TP_TRY(tp_run_array(run, &w->left, blocks * w->share, sizeof *w->left, "vertices that are left"));
    TP_TRY(tp_run_array(run, &w->left_count, blocks, sizeof *w->left_count, "counts of vertices"));
    TP_TRY(tp_run_array(run, &w->spill, w->room, sizeof *w->spill, "vertices to be peeled"));
    return tp_run_array(run, &w->state, 1, sizeof *w->state, "the state of cores");
}

tropic_status tp_cuda_core_peel(tp_run *run, const tp_core *c, tp_core_found *found)
{
    tropic_context *context = run->context;
    const int64_t most = tp_cuda_of(context)->processors, wanted = tp_quotient_up(c->n, VERTICES_MIN);
    const tropic_index blocks = (tropic_index)(wanted < most ? wanted : most);
    const tp_core_slot empty = {TP_CORE_NONE, 0, 0, 0};
    tp_core_state state = {};
    tp_core_work w = {};
    tp_cuda_use use(context);
    w.c = *c;
    state.at.looks = true;
    state.at.least = TP_CORE_NONE;
    for (int k = 0; k < 3; k++) state.slots[k] = empty;
    TP_TRY(tp_progress(context, 0));
    TP_TRY(make_arrays(run, &w, blocks));
    TP_TRY(tp_cuda_upload(context, w.state, &state, sizeof state));
    TP_TRY(tp_pass(context, DOING, c->n, prepare, w, blocks));
    do {
        const tp_cuda_grid grid = {blocks, TP_CORE_BLOCK, TP_COOPERATIVE};
        TP_TRY(tp_cuda_launch(context, DOING, grid, c->layer ? tp_core_peel<true> : tp_core_peel<false>, w,
                              (unsigned)TURNS_AHEAD));
        TP_TRY(tp_cuda_download(context, &state, w.state, sizeof state));
        TP_TRY(tp_progress(context, (double)state.at.taken / (double)c->n));
    } while (!state.at.done);
    found->core = state.at.core;
    found->members = (tropic_index)state.at.members;
    found->levels = state.at.levels;
    found->layers = c->layer ? (int32_t)state.at.layer : 0;
    return TROPIC_OK;
}

const tp_core_calls tp_cuda_core_calls = {TP_CORE_CALLS(TP_CALL_ROW, tp_cuda_core_)};

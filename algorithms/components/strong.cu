/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components on the GPU: what two searches leave is divided in rounds, and by the CPU if these turn
 * out to be many.
 */
#include "algorithms/components/strong_passes.cuh"
#include "algorithms/components/strong_rounds.cuh"
#include "spmv/cuda_backend.h"

#include <string.h>

#define DOING "strong components"
/* Sweeps of one launch, before the host asks whether to go on; and sweeps after which the CPU takes the arcs that are
 * left. (Simulated: lattices of 1.4 million vertices need 30 to 260, cycles and paths of a million 3 to 120. One may
 * take tens of microseconds, so that 1024 take about as long as the CPU does for a million vertices.) */
#define SWEEPS_AHEAD 128
#define SWEEPS_MAX 1024

tropic_status tp_cuda_strong_pivot(tp_run *run, const tp_strong *s, tropic_index *pivot)
{
    static const uint64_t none = 0;
    tropic_context *context = run->context;
    unsigned long long *best, key = 0;
    tp_cuda_use use(context);
    TP_TRY(tp_run_array(run, &best, 1, sizeof *best, "a pivot"));
    TP_TRY(tp_cuda_fill(context, best, TROPIC_UINT64, &none, 1));
    TP_TRY(tp_pass(context, DOING, s->n, tp_strong_find_pivot, *s, best));
    TP_TRY(tp_cuda_download(context, &key, best, sizeof key));
    tp_run_release(run, best);
    *pivot = key == 0 ? -1 : TROPIC_INDEX_MAX - (tropic_index)(key & INT32_MAX);
    return TROPIC_OK;
}

tropic_status tp_cuda_strong_meet(tp_run *run, const tp_strong *s, const int32_t *ahead, const int32_t *behind)
{
    tp_cuda_use use(run->context);
    return tp_pass(run->context, DOING, s->n, tp_strong_mark, *s, ahead, behind);
}

/* ---- the host's end ---- */

/* Arrays in host memory. */
typedef struct host_arcs {
    tp_strong_arc *arcs;
    tropic_offset *offsets;
    tropic_index *ids;
    int32_t *component;
    unsigned *pairs;
} host_arcs;

/* Divides the ends of the arcs that are left, and tells both halves of their pairs. */
static tropic_status divide(tropic_context *context, const host_arcs *h, tropic_index n, int64_t left)
{
    memset(h->offsets, 0, ((size_t)n + 1) * sizeof *h->offsets);
    for (tropic_index v = 0; v < n; v++) h->component[v] = v;
    for (int64_t k = 0; k < left; k++) { /* by ascending `from` */
        h->offsets[h->arcs[k].from + 1]++;
        h->ids[k] = h->arcs[k].to;
        h->component[h->arcs[k].from] = h->component[h->arcs[k].to] = TP_STRONG_NEW;
    }
    for (tropic_index v = 0; v < n; v++) h->offsets[v + 1] += h->offsets[v];
    TP_TRY(tp_strong_walk(context, n, h->offsets, h->ids, h->component));
    for (int64_t k = 0; k < left; k++) {
        const tropic_index ends[] = {h->arcs[k].from, h->arcs[k].to};
        for (int e = 0; e < 2; e++)
            h->pairs[2 * (int64_t)ends[e]] = h->pairs[2 * (int64_t)ends[e] + 1] =
                tp_strong_priority(h->component[ends[e]]);
    }
    return TROPIC_OK;
}

static tropic_status end_on_host(tp_run *run, const tp_strong_lists *p, const tp_strong_state *state)
{
    tropic_context *context = run->context;
    const tropic_index n = p->s.n;
    const int first = run->arena.count;
    const size_t pairs = 2 * (size_t)n * sizeof *p->pairs;
    host_arcs h = {};
    h.arcs = (tp_strong_arc *)tp_arena_array(&run->arena, state->left, sizeof *h.arcs);
    h.offsets = (tropic_offset *)tp_arena_array(&run->arena, (int64_t)n + 1, sizeof *h.offsets);
    h.ids = (tropic_index *)tp_arena_array(&run->arena, state->left, sizeof *h.ids);
    h.component = (int32_t *)tp_arena_array(&run->arena, n, sizeof *h.component);
    h.pairs = (unsigned *)tp_arena_array(&run->arena, 2 * (int64_t)n, sizeof *h.pairs);
    TP_TRY(tp_arena_check(&run->arena, "strong components on the CPU"));
    TP_TRY(tp_cuda_download(context, h.arcs, p->lists[state->side], (size_t)state->left * sizeof *h.arcs));
    TP_TRY(tp_cuda_download(context, h.pairs, p->pairs, pairs));
    TP_TRY(divide(context, &h, n, state->left));
    TP_TRY(tp_cuda_upload(context, p->pairs, h.pairs, pairs));
    tp_arena_release_since(&run->arena, first);
    return TROPIC_OK;
}

/* ---- rounds ---- */

/* Pairs of all ends of the arcs that are to be listed. */
static tropic_status make_rounds(tp_run *run, tp_strong_lists *p, int64_t blocks, int64_t arcs)
{
    tropic_context *context = run->context;
    tp_strong_state state;
    TP_TRY(tp_run_array(run, &p->lists[0], arcs, sizeof *p->lists[0], "arcs of strong components"));
    TP_TRY(tp_run_array(run, &p->lists[1], arcs, sizeof *p->lists[1], "arcs of strong components"));
    TP_TRY(tp_run_array(run, &p->kept, blocks, sizeof *p->kept, "counts of strong components"));
    TP_TRY(tp_run_array(run, &p->state, 1, sizeof *p->state, "the state of strong components"));
    TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_STRONG_BLOCK}, tp_strong_list, *p));
    do {
        TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_STRONG_BLOCK, TP_COOPERATIVE}, tp_strong_rounds, *p,
                              (unsigned)SWEEPS_AHEAD));
        TP_TRY(tp_cuda_download(context, &state, p->state, sizeof state));
        TP_TRY(tp_progress(context, (double)(arcs - state.left) / (double)arcs));
    } while (state.left > 0 && state.sweeps < SWEEPS_MAX);
    if (state.left > 0) TP_TRY(end_on_host(run, p, &state));
    tp_run_release(run, p->lists[0]);
    tp_run_release(run, p->lists[1]);
    return TROPIC_OK;
}

tropic_status tp_cuda_strong_rest(tp_run *run, const tp_strong *s)
{
    tropic_context *context = run->context;
    const int64_t blocks = tp_cuda_of(context)->processors, warps = blocks * TP_STRONG_WARPS;
    const int32_t *const none = NULL;
    tp_strong_lists p = {};
    int64_t arcs;
    tp_cuda_use use(context);
    p.s = *s;
    TP_TRY(tp_run_array(run, &p.starts, warps + 1, sizeof *p.starts, "counts of strong components"));
    if (s->pivot < 0) TP_TRY(tp_pass(context, DOING, s->n, tp_strong_mark, *s, none, none));
    TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_STRONG_BLOCK}, tp_strong_count, *s, p.starts));
    TP_TRY(tp_cuda_launch(context, DOING, {1, TP_STRONG_BLOCK}, tp_strong_add_starts, p.starts, warps));
    TP_TRY(tp_run_array(run, &p.pairs, 2 * (int64_t)s->n, sizeof *p.pairs, "ends of strong components"));
    TP_TRY(tp_cuda_download(context, &arcs, p.starts + warps, sizeof arcs));
    if (arcs > 0) TP_TRY(make_rounds(run, &p, blocks, arcs));
    TP_TRY(tp_pass(context, DOING, s->n, tp_strong_name, p, arcs > 0));
    TP_TRY(tp_pass(context, DOING, s->n, tp_strong_lower, p));
    return tp_pass(context, DOING, s->n, tp_strong_rename, p);
}

const tp_strong_calls tp_cuda_strong_calls = {TP_STRONG_CALLS(TP_CALL_ROW, tp_cuda_strong_)};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Spanning forests on a GPU, by rounds of Boruvka: each tree takes the first edge that leaves it. In the first round
 * trees are vertices, and look at their arcs; then edges between trees are listed, and those within a tree dropped from
 * round to round. Of dense graphs the lightest edges are listed first: of the others, most then lie within a tree. Who
 * joins whom first depends on timing, but edges have an order, so that the forest does not.
 *
 * Source: Fallin, Gonzalez, Seo and Burtscher, A High-Performance MST Implementation for GPUs, SC 2023, for lists of
 * edges, minima at roots by atomic operations, and the filter.
 */
#include "algorithms/mst/mst_rounds.cuh"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"

#include <cub/device/device_radix_sort.cuh>
#include <stdlib.h>

#define DOING "a spanning forest"
/* Blocks on a multiprocessor where each warp takes an equal part of the arcs, or adds up to one number. */
#define BLOCKS_EACH 16
/* As TP_MST_DENSE and the next two have them for a CPU (algorithms/tuning.h): edges a vertex up to which all are listed
 * at once, of the lightest of denser graphs, and that a list of these has room for. (Not measured.) */
#define DENSE 4
#define LIGHT 3
#define ROOM 6
/* Rounds of one phase, of which each at least halves the trees, and those that are launched before the host asks how
 * many edges are left. */
#define ROUNDS_MAX 40
#define ROUNDS_AHEAD 3
/* Numbers: of edges in the list of each round; and behind them, of edges of the forest. */
#define COUNTS (ROUNDS_MAX + 2)

template <bool WIDE> struct lists {
    tp_mst_item<WIDE> *list[2];
    int64_t room;
    int first; /* the arena's array */
    unsigned long long *counts;
    tp_mst_best best[2];
};

static tropic_status make_best(tp_run *run, tp_mst_best *best, tropic_index n, bool wide)
{
    best->places = NULL;
    TP_TRY(tp_run_array(run, &best->words, n, sizeof *best->words, DOING));
    return wide ? tp_run_array(run, &best->places, n, sizeof *best->places, DOING) : TROPIC_OK;
}

template <bool WIDE> static tropic_status make_lists(tp_run *run, lists<WIDE> *l)
{
    l->first = run->arena.count;
    TP_TRY(tp_run_array(run, &l->list[0], l->room, sizeof *l->list[0], DOING));
    return tp_run_array(run, &l->list[1], l->room, sizeof *l->list[1], DOING);
}

template <bool WIDE>
static tropic_status first_round(tropic_context *context, const tp_mst_forest *f, const lists<WIDE> *l)
{
    const int64_t blocks = (int64_t)tp_cuda_of(context)->processors * BLOCKS_EACH;
    static const uint64_t none = TP_MST_NONE;
    TP_TRY(tp_cuda_fill(context, l->best[0].words, TROPIC_UINT64, &none, f->g.n));
    if (WIDE) TP_TRY(tp_cuda_fill(context, l->best[0].places, TROPIC_UINT64, &none, f->g.n));
    TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, tp_mst_lightest<WIDE>, *f, l->best[0]));
    if (WIDE) TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, tp_mst_lightest_places, *f, l->best[0]));
    return tp_pass(context, DOING, f->g.n, tp_mst_plant<WIDE>, *f, l->best[0]);
}

/* Rounds over the edges of the first list, of which there are `left`. */
template <bool WIDE>
static tropic_status join_listed(tp_run *run, const tp_mst_forest *f, const lists<WIDE> *l, int64_t left,
                                 int32_t *rounds)
{
    tropic_context *context = run->context;
    for (int r = 0; left > 0 && r + ROUNDS_AHEAD <= ROUNDS_MAX;) {
        const int64_t before = left;
        for (int ahead = 0; ahead < ROUNDS_AHEAD; ahead++, r++) {
            tp_mst_item<WIDE> *const from = l->list[r % 2], *const to = l->list[1 - r % 2];
            const tp_mst_best now = l->best[r % 2], next = l->best[1 - r % 2];
            if constexpr (WIDE) TP_TRY(tp_pass(context, DOING, before, tp_mst_places, *f, from, l->counts + r, now));
            TP_TRY(tp_pass(context, DOING, before, tp_mst_unite<WIDE>, *f, from, l->counts + r, now, next));
            TP_TRY(tp_pass(context, DOING, before, tp_mst_filter<WIDE>, *f, from, l->counts + r, next, to, l->room,
                           l->counts + r + 1));
        }
        *rounds += ROUNDS_AHEAD;
        TP_TRY(tp_cuda_download(context, &left, l->counts + r, sizeof left));
        TP_TRY(tp_progress(context, 0.5));
    }
    if (left > 0) return tp_fail(context, TROPIC_DEVICE_ERROR, "a spanning forest did not end");
    return TROPIC_OK;
}

/* One phase: the edges between the bounds. */
template <bool WIDE>
static tropic_status join_between(tp_run *run, const tp_mst_forest *f, lists<WIDE> *l, const tp_mst_bound &low,
                                  const tp_mst_bound &high, int32_t *rounds)
{
    tropic_context *context = run->context;
    const int64_t blocks = (int64_t)tp_cuda_of(context)->processors * BLOCKS_EACH;
    static const uint64_t zero = 0;
    int64_t filled = 0;
    for (bool fits = false; !fits;) { /* at most twice */
        TP_TRY(tp_cuda_fill(context, l->counts, TROPIC_UINT64, &zero, COUNTS));
        TP_TRY(tp_pass(context, DOING, f->g.n, tp_mst_shorten, *f));
        TP_TRY(tp_pass(context, DOING, f->g.n, tp_mst_flatten, *f, l->best[0], l->best[1]));
        TP_TRY(tp_cuda_launch(context, DOING, {1, TP_PASS_BLOCK}, tp_mst_guess, *f));
        TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, tp_mst_list<WIDE>, *f, l->best[0], low, high,
                              l->list[0], l->room, l->counts));
        TP_TRY(tp_cuda_download(context, &filled, l->counts, sizeof filled));
        TP_TRY(tp_progress(context, 0.5));
        fits = filled <= l->room;
        if (fits) continue;
        tp_arena_release_since(&run->arena, l->first);
        l->room = filled;
        TP_TRY(make_lists(run, l));
    }
    return join_listed(run, f, l, filled, rounds);
}

static int by_pair(const void *left, const void *right)
{
    const tp_mst_pair *a = (const tp_mst_pair *)left, *b = (const tp_mst_pair *)right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

/* A bound that about `part` of all edges are within. */
static tropic_status choose_bound(tropic_context *context, const tp_mst_graph *g, double part, tp_mst_bound *bound)
{
    tp_working w(context, DOING);
    tp_mst_pair *sample, found[TP_MST_SAMPLE];
    int count = 0;
    TP_TRY(w.make(&sample, TP_MST_SAMPLE));
    TP_TRY(tp_pass(context, DOING, TP_MST_SAMPLE, tp_mst_sample, *g, sample));
    TP_TRY(tp_cuda_download(context, found, sample, sizeof found));
    for (int s = 0; s < TP_MST_SAMPLE; s++)
        if (found[s].value != TP_MST_NONE) found[count++] = found[s];
    qsort(found, (size_t)count, sizeof *found, by_pair);
    if (count > 0) *bound = {found[(int)(part * count)].key, (int64_t)found[(int)(part * count)].value};
    return TROPIC_OK;
}

template <bool WIDE> static tropic_status find(tp_run *run, const tp_mst_graph *g, tp_mst_found *found)
{
    tropic_context *context = run->context;
    const tp_mst_bound first = {0, -1}, last = {TP_MST_NONE, INT64_MAX};
    const double all = (double)g->arcs.count / 2, light = LIGHT * (double)g->n;
    const bool dense = all > DENSE * (double)g->n;
    tp_mst_bound middle = first;
    tp_mst_forest f = {};
    lists<WIDE> l = {};
    int64_t edges = 0;
    f.g = *g;
    l.room = dense ? ROOM * (int64_t)g->n : g->arcs.count / 2 + 1;
    TP_TRY(tp_run_array(run, &f.parent, g->n, sizeof *f.parent, DOING));
    TP_TRY(tp_run_array(run, &f.ends, g->n, sizeof *f.ends, DOING));
    TP_TRY(tp_run_array(run, &f.words, g->n, sizeof *f.words, DOING));
    TP_TRY(tp_run_array(run, &f.guess, 1, sizeof *f.guess, DOING));
    TP_TRY(tp_run_array(run, &l.counts, COUNTS, sizeof *l.counts, DOING));
    for (int side = 0; side < 2; side++) TP_TRY(make_best(run, &l.best[side], g->n, WIDE));
    TP_TRY(make_lists(run, &l));
    found->rounds = 1;
    TP_TRY(tp_run_start(run));
    TP_TRY(first_round(context, &f, &l));
    if (dense) {
        TP_TRY(choose_bound(context, g, light / all, &middle));
        TP_TRY(join_between(run, &f, &l, first, middle, &found->rounds));
    }
    TP_TRY(join_between(run, &f, &l, middle, last, &found->rounds));
    const int64_t blocks = tp_cuda_of(context)->processors;
    TP_TRY(tp_cuda_launch(context, DOING, {blocks, TP_PASS_BLOCK}, tp_mst_count, f, l.counts + COUNTS - 1));
    TP_TRY(tp_cuda_download(context, &edges, l.counts + COUNTS - 1, sizeof edges));
    tp_arena_release_since(&run->arena, l.first);
    found->edges = (tropic_index)edges;
    found->ends = (uint64_t *)f.ends;
    found->words = (uint64_t *)f.words;
    return TROPIC_OK;
}

tropic_status tp_cuda_mst_find(tp_run *run, const tp_mst_graph *g, tp_mst_found *found)
{
    const bool wide = (g->arcs.values && tropic_type_size(g->type) > 4) || g->arcs.count >= UINT32_MAX;
    tp_cuda_use use(run->context);
    return wide ? find<true>(run, g, found) : find<false>(run, g, found);
}

tropic_status tp_cuda_mst_list(tp_run *run, const tp_mst_graph *g, tp_mst_found *found, tp_mst_pair **edges)
{
    tropic_context *context = run->context;
    const size_t size = (size_t)found->edges * sizeof(uint64_t);
    uint64_t *ends, *words, *host;
    char *room = NULL;
    size_t bytes = 0;
    tp_cuda_use use(context);
    tp_working w(context, DOING);
    tp_mst_forest f = {};
    f.g = *g;
    f.ends = (unsigned long long *)found->ends;
    *edges = (tp_mst_pair *)tp_arena_array(&run->arena, (int64_t)found->edges + 1, sizeof **edges);
    host = (uint64_t *)tp_arena_array(&run->arena, 2 * (int64_t)found->edges + 1, sizeof *host);
    TP_TRY(tp_arena_check(&run->arena, DOING));
    TP_TRY(w.make(&ends, g->n));
    TP_TRY(w.make(&words, g->n));
    TP_TRY(tp_pass(context, DOING, g->n, tp_mst_name, f));
    /* (Vertices without an edge come last.) */
    const auto sort = [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(room, bytes, found->ends, ends, found->words, words, (int)g->n,
                                                       0, 64, tp_cuda_of(context)->stream);
    };
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    TP_TRY(w.make(&room, (int64_t)bytes));
    TP_TRY(tp_cuda_cub(context, DOING, sort));
    if (size == 0) return TROPIC_OK;
    TP_TRY(tp_cuda_download(context, host, ends, size));
    TP_TRY(tp_cuda_download(context, host + found->edges, words, size));
    for (tropic_index e = 0; e < found->edges; e++) (*edges)[e] = {host[e], host[found->edges + e]};
    return TROPIC_OK;
}

const tp_mst_calls tp_cuda_mst_calls = {TP_MST_CALLS(TP_CALL_ROW, tp_cuda_mst_)};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances where arcs may be negative: a search by buckets over all other arcs; then the negative arcs, from all
 * vertices that were reached; then a search from the heads that came nearer; and so on, until none does. Search r + 1
 * has found all paths with r negative arcs, and a shortest path has each of k of them once at most. So k + 1 searches
 * do, and if more are needed, there is a negative cycle. (Dinitz and Itzhak, Hybrid Bellman-Ford-Dijkstra algorithm,
 * Journal of Discrete Algorithms 42, 2017.)
 *
 * Where many searches are needed, for long chains of negative arcs, the CPU takes turns with Bellman-Ford, each time
 * for as many arcs as the graph has: the cost is at most about twice that of either alone. A GPU looks for negative
 * cycles now and then: by arcs that lead to no more than the distance of their head, each vertex that was reached is
 * reached again, unless there is one. It leaves to the CPU to name it; and graphs that need more searches than it
 * makes.
 *
 * The distance of a vertex is the least of the sums along all walks to it, each made from the source on, as in
 * Bellman-Ford: adding is monotone also where it rounds, so that the order of the steps does not matter.
 */
#include "algorithms/sssp/bellman_ford.h"
#include "algorithms/sssp/negative_arcs.h"
#include "algorithms/tuning.h"

static tropic_status search_in_turn(tp_negative_arcs *g, tp_run *run, const tp_sssp_arrays *a)
{
    const tp_negative_calls *calls = TP_BACKEND_PART(run->context, negative);
    tropic_offset searches = 0;
    do {
        TP_TRY(tp_sssp_go_on(run, a, g));
        TP_TRY(calls->relax_negative(g));
        searches++;
        if (g->head_count == 0 || g->left || (searches < TP_SSSP_SEARCHES_FIRST && searches <= g->count)) continue;
        TP_TRY(calls->turn_negative(g, a, searches));
    } while (g->head_count > 0 && !g->left);
    return TROPIC_OK;
}

/* Distances are final: a tree, in a->parent if it is requested. *hung: there is one. */
static tropic_status hang(tp_negative_arcs *g, tp_run *run, const tp_sssp_arrays *a, bool *hung)
{
    tropic_index *parent = a->parent;
    tp_sssp_part(run, a, TP_SSSP_DISTANCES_PART, 1 - TP_SSSP_DISTANCES_PART);
    if (!parent) TP_TRY(tp_run_array(run, &parent, run->n, sizeof *parent, "what comes after distances"));
    TP_TRY(tp_sssp_hang(run, a, g->source, parent, a->scratch));
    return TP_BACKEND_PART(run->context, negative)->hang_negative(g, parent, a->scratch, hung);
}

/* *hung: each vertex that was reached is known to lie below the source in a tree of shortest paths. Of whole numbers
 * that is no question. */
static tropic_status find_distances(tp_run *run, tp_sssp_arrays *a, tropic_index source, bool *left, bool *hung)
{
    const tp_negative_calls *calls = TP_BACKEND_PART(run->context, negative);
    const tp_value infinity = tp_sssp_infinity(a->type), zero = {.int64 = 0};
    const int before = run->arena.count;
    const double trimmed = run->A->trimmed_mean;
    tp_bellman_ford search;
    tp_negative_arcs g = {.run = run, .type = a->type, .distance = a->distance, .source = source};
    tropic_index reached = 0;
    tropic_offset arcs = 0;
    if (run->backend->location == TROPIC_HOST) {
        TP_TRY(tp_bellman_ford_open(&search, run, a->type, source, a->distance));
        g.search = &search;
    }
    TP_TRY(calls->list_negative(&g));
    a->width = tp_sssp_width(run, trimmed > 0 && trimmed < g.mean ? trimmed : g.mean);
    TP_TRY(run->backend->fill(run->context, a->distance, a->type, &infinity, run->n));
    TP_TRY(tp_run_put(run, a->distance, a->type, source, &zero));
    TP_TRY(search_in_turn(&g, run, a));
    *left = g.left;
    if (!*left) {
        TP_TRY(calls->count_reached(&g, &reached, &arcs));
        *hung = !a->scratch;
        if (a->scratch) TP_TRY(hang(&g, run, a, hung));
    }
    run->report.reached = run->report.settled = reached;
    run->report.reached_arcs += arcs;
    tp_arena_release_since(&run->arena, before);
    return TROPIC_OK;
}

/* A tree by levels; that there are none for a vertex that was reached is a negative cycle, too. */
static tropic_status find_levels(tp_run *run, tp_sssp_arrays *a, tropic_index source, bool *left)
{
    bool all;
    TP_TRY(tp_sssp_levels(run, a, source, a->scratch, run->report.reached, &all));
    if (all) return a->tree ? tp_sssp_hang_by_levels(run, a, source) : TROPIC_OK;
    *left = run->backend->location != TROPIC_HOST;
    return *left ? TROPIC_OK : tp_sssp_unlevelled(run, a, a->scratch);
}

tropic_status tp_sssp_negative(tp_run *run, tp_sssp_arrays *a, tropic_index source, bool *left)
{
    bool hung = false;
    *left = false;
    tp_sssp_part(run, a, 0, TP_SSSP_DISTANCES_PART);
    if (a->tree || tp_type_floating(a->type)) TP_TRY(tp_sssp_add_arrays(run, a));
    TP_TRY(find_distances(run, a, source, left, &hung));
    return *left || hung ? TROPIC_OK : find_levels(run, a, source, left);
}

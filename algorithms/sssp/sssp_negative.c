/* SPDX-License-Identifier: Apache-2.0
 *
 * Distances where arcs may be negative, on the CPU: a search by buckets over all other arcs; then the negative arcs,
 * from all vertices that were reached; then a search from the heads that came nearer; and so on, until none does.
 * Search r + 1 has found all paths with r negative arcs, and a shortest path has each of k of them once at most. So
 * k + 1 searches do, and if more are needed, there is a negative cycle, which Bellman-Ford finds. (Dinitz and Itzhak,
 * Hybrid Bellman-Ford-Dijkstra algorithm, Journal of Discrete Algorithms 42, 2017.)
 *
 * Where many searches are needed, for long chains of negative arcs, Bellman-Ford takes turns with them, each time for
 * as many arcs as the graph has: the cost is at most about twice that of either alone.
 *
 * The distance of a vertex is the least of the sums along all walks to it, each made from the source on, as in
 * Bellman-Ford: adding is monotone also where it rounds, so that the order of the steps does not matter.
 */
#include "algorithms/sssp/bellman_ford.h"

#include "formats/matrix/facts.h"

/* Searches before Bellman-Ford takes turns with them. */
#define PATIENCE 16

typedef struct negatives {
    tp_bellman_ford search; /* whose queue has the heads */
    tropic_index *tail;     /* of each negative arc */
    tropic_offset *arc;     /* its place in A */
    tropic_offset count;
    double mean; /* length of the others */
} negatives;

/* Counts the negative arcs of A and adds up the others; then lists them. */
#define ARCS(T, type)                                                                                                  \
    static void count_##type(negatives *g, tropic_offset count)                                                        \
    {                                                                                                                  \
        double sum = 0;                                                                                                \
        for (tropic_offset k = 0; k < count; k++) {                                                                    \
            const T w = tp_weight_##type(g->search.weights, g->search.values, k);                                      \
            g->count += w < 0;                                                                                         \
            sum += w > 0 && (double)w < HUGE_VAL ? (double)w : 0;                                                      \
        }                                                                                                              \
        g->mean = count > g->count ? sum / (double)(count - g->count) : 0;                                             \
    }                                                                                                                  \
    static void list_##type(negatives *g, tropic_offset count)                                                         \
    {                                                                                                                  \
        tropic_index i = 0;                                                                                            \
        tropic_offset listed = 0;                                                                                      \
        for (tropic_offset k = 0; k < count; k++) {                                                                    \
            if (!(tp_weight_##type(g->search.weights, g->search.values, k) < 0)) continue;                             \
            while (g->search.offsets[i + 1] <= k) i++;                                                                 \
            g->tail[listed] = i;                                                                                       \
            g->arc[listed++] = k;                                                                                      \
        }                                                                                                              \
    }
ARCS(int64_t, int64)
ARCS(float, fp32)
ARCS(double, fp64)

static tropic_status open_negatives(negatives *g, tp_run *run, const tp_sssp_arrays *a, tropic_index source)
{
    const tropic_offset count = run->A->count;
    TP_TRY(tp_bellman_ford_open(&g->search, run, a->type, source, a->distance));
    a->type == TROPIC_FP32   ? count_fp32(g, count)
    : a->type == TROPIC_FP64 ? count_fp64(g, count)
                             : count_int64(g, count);
    g->tail = tp_arena_array(&run->arena, g->count, sizeof *g->tail);
    g->arc = tp_arena_array(&run->arena, g->count, sizeof *g->arc);
    TP_TRY(tp_arena_check(&run->arena, "arcs of negative length"));
    a->type == TROPIC_FP32 ? list_fp32(g, count) : a->type == TROPIC_FP64 ? list_fp64(g, count) : list_int64(g, count);
    return TROPIC_OK;
}

/* The queue is emptied into heads[], which has room for n. */
static tropic_index take_heads(tp_bellman_ford *s, tropic_index *heads)
{
    const tropic_index count = s->count;
    for (tropic_index c = 0; c < count; c++) {
        const int64_t at = (int64_t)s->head + c;
        heads[c] = s->queue[at < s->n ? at : at - s->n];
        s->queued[heads[c]] = 0;
    }
    s->head = s->count = 0;
    return count;
}

/* Queues the heads that negative arcs bring nearer. */
static tropic_status relax_negatives(negatives *g)
{
    tp_bellman_ford *s = &g->search;
    for (tropic_offset c = 0; c < g->count; c++)
        if (tp_sssp_is_reached(s->type, s->distance, g->tail[c]))
            TP_TRY(tp_bellman_ford_relax(s, g->tail[c], g->arc[c], g->arc[c] + 1));
    return TROPIC_OK;
}

static tropic_status search_in_turn(negatives *g, tp_run *run, const tp_sssp_arrays *a)
{
    tp_bellman_ford *s = &g->search;
    tropic_index *heads = s->mark; /* in Bellman-Ford's turn it is not needed */
    tropic_offset searches = 0;
    tp_bellman_ford_begin(s);
    while (s->count > 0) {
        const tropic_index count = take_heads(s, heads);
        TP_TRY(tp_sssp_go_on(run, a, heads, count));
        /* The source lies on a negative cycle that ends in another arc. */
        if (tp_value_as_double(s->distance, s->type, s->source) < 0) return tp_bellman_ford_cycle(s, s->source);
        TP_TRY(relax_negatives(g));
        if (s->count == 0 || (++searches < PATIENCE && searches <= g->count)) continue;
        tp_bellman_ford_forget(s);
        TP_TRY(tp_bellman_ford_run(s, searches > g->count ? INT64_MAX : run->A->count));
    }
    return TROPIC_OK;
}

static void count_reached(const tp_bellman_ford *s, tropic_run_report *report)
{
    for (tropic_index v = 0; v < s->n; v++) {
        if (!tp_sssp_is_reached(s->type, s->distance, v)) continue;
        report->reached++;
        report->reached_arcs += s->offsets[v + 1] - s->offsets[v];
    }
    report->settled = report->reached;
}

static tropic_status find_distances(tp_run *run, tp_sssp_arrays *a, tropic_index source)
{
    const int before = run->arena.count;
    const double trimmed = run->A->trimmed_mean;
    negatives g = {.count = 0};
    TP_TRY(open_negatives(&g, run, a, source));
    a->width = tp_sssp_width(run, trimmed > 0 && trimmed < g.mean ? trimmed : g.mean);
    TP_TRY(search_in_turn(&g, run, a));
    count_reached(&g.search, &run->report);
    tp_arena_release_since(&run->arena, before);
    return TROPIC_OK;
}

tropic_status tp_sssp_negative(tp_run *run, tp_sssp_arrays *a, tropic_index source)
{
    tp_sssp_part(run, a, 0, TP_SSSP_DISTANCES_PART);
    TP_TRY(find_distances(run, a, source));
    /* Of whole numbers each negative cycle was found. */
    if (!a->tree && !tp_type_floating(a->type)) return TROPIC_OK;
    TP_TRY(tp_sssp_add_arrays(run, a));
    tp_sssp_part(run, a, TP_SSSP_DISTANCES_PART, 1 - TP_SSSP_DISTANCES_PART);
    TP_TRY(tp_sssp_levels(run, a, source));
    return a->tree ? tp_sssp_parents(run, a, source) : TROPIC_OK;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness on the CPU: the edges and their numbers, then triangles, then removal.
 */
#include "algorithms/truss/truss.h"

/* The part of the time in which triangles are counted, for the progress. */
#define TRUSS_COUNTING 0.2

/* Of working memory for so many edges. */
static size_t bytes_of(const tp_run *run, tropic_offset edges)
{
    const size_t vertex = 3 * sizeof(tropic_offset) + (size_t)run->context->threads * sizeof(tropic_index);
    return (size_t)run->n * vertex + (size_t)edges * TP_TRUSS_EDGE_BYTES;
}

/* The edges of A, numbered. */
static tropic_status number_edges(tp_run *run, const tp_both_ways *G, tp_truss *t)
{
    tp_edges edges = {.n = run->n};
    tropic_offset *next;
    edges.offsets = tp_arena_array(&run->arena, (int64_t)run->n + 1, sizeof *edges.offsets);
    next = tp_arena_array(&run->arena, run->n, sizeof *next);
    TP_TRY(tp_arena_check(&run->arena, "edges"));
    TP_TRY(tp_cpu_triangles_edge_offsets(run->context, G, &edges));
    TP_TRY(tp_need_memory(run->context, &run->context->work, bytes_of(run, edges.count / 2),
                          "the trussness of %lld edges", (long long)(edges.count / 2)));
    edges.ids = tp_arena_array(&run->arena, edges.count, sizeof *edges.ids);
    t->edge = tp_arena_array(&run->arena, edges.count, sizeof *t->edge);
    t->from = tp_arena_array(&run->arena, edges.count / 2, sizeof *t->from);
    t->to = tp_arena_array(&run->arena, edges.count / 2, sizeof *t->to);
    t->support = tp_arena_array(&run->arena, edges.count / 2, sizeof *t->support);
    TP_TRY(tp_arena_check(&run->arena, "edges"));
    TP_TRY(tp_cpu_triangles_edge_ids(run->context, G, &edges));
    t->n = run->n;
    t->offsets = edges.offsets;
    t->ids = edges.ids;
    /* next[v]: v's first arc to a vertex from u on. */
    for (tropic_index v = 0; v < t->n; v++) next[v] = t->offsets[v];
    for (tropic_index u = 0; u < t->n; u++)
        for (tropic_offset a = next[u]; a < t->offsets[u + 1]; a++) {
            t->from[t->count] = u;
            t->to[t->count] = t->ids[a];
            t->edge[a] = t->count;
            t->edge[next[t->ids[a]]++] = t->count++;
        }
    t->next = next;
    return TROPIC_OK;
}

/* The value of the arc u -> v, if there is one. next[u]: none before it has been asked for. */
static void put(const tp_arcs *out, tropic_offset *next, tropic_index u, tropic_index v, int32_t truss, int32_t *values)
{
    tropic_offset k = next[u];
    while (k < out->offsets[u + 1] && out->ids[k] < v) k++;
    if (k < out->offsets[u + 1] && out->ids[k] == v) values[k] = truss;
    next[u] = k;
}

/* values = the trussness of each arc of `out`. Edges at a vertex come in order of its neighbours. */
static void spread(const tp_truss *t, const tp_arcs *out, int32_t *values)
{
    for (tropic_offset k = 0; k < out->count; k++) values[k] = 0;
    for (tropic_index v = 0; v < t->n; v++) t->next[v] = out->offsets[v];
    for (tropic_offset e = 0; e < t->count; e++) {
        put(out, t->next, t->from[e], t->to[e], t->support[e] + 2, values);
        put(out, t->next, t->to[e], t->from[e], t->support[e] + 2, values);
    }
}

static void tell(const tp_truss *t, tp_truss_found *found)
{
    found->edges = t->count;
    for (tropic_offset e = 0; e < t->count; e++) {
        const int32_t truss = t->support[e] + 2;
        if (truss > found->truss) found->truss = truss, found->members = 0;
        found->members += truss == found->truss;
    }
}

tropic_status tp_cpu_truss_find(tp_run *run, const tp_both_ways *G, int32_t *values, tp_truss_found *found)
{
    tp_truss t = {.count = 0};
    TP_TRY(number_edges(run, G, &t));
    tp_run_part(run, 0, TRUSS_COUNTING);
    TP_TRY(tp_truss_count(run, &t));
    tp_run_part(run, TRUSS_COUNTING, 1 - TRUSS_COUNTING);
    TP_TRY(tp_truss_peel(run, &t, &found->levels));
    tp_run_part(run, 0, 1);
    spread(&t, &G->out, values);
    tell(&t, found);
    return TROPIC_OK;
}

const tp_truss_calls tp_cpu_truss_calls = {TP_TRUSS_CALLS(TP_CALL_ROW, tp_cpu_truss_)};

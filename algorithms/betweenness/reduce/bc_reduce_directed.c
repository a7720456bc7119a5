/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions of a directed graph for betweenness centrality: its vertices of in-degree 0 are ends of paths alone.
 * Those with one arc are folded into the vertex that it leads to, one after another; others are merged with their
 * twins.
 */
#include "algorithms/betweenness/reduce/bc_decomposition.h"

#include <tropic_algorithms.h>

typedef struct directed_folding {
    tropic_context *context;
    tp_bc_graph graph;
    const tropic_index *times; /* how often each vertex is listed as a source; NULL: once */
    tp_arena arena;            /* the arrays below */
    double *sources;           /* that each vertex stands for */
    tropic_index *in_degree;   /* arcs to each vertex that are left; loops do not count */
    tropic_index *queue;       /* vertices of in-degree 0, in the order in which they came to it */
    tropic_index *folded_into; /* of each vertex: where it is folded to; itself if it stays; NONE if it is dropped */
    tropic_index *name;        /* of each vertex that stays: its place among these; then its reduced vertex */
} directed_folding;

static double times_of(const directed_folding *d, tropic_index v)
{
    return d->times ? d->times[v] : 1;
}

/* Arcs from v, without a loop. */
static tropic_offset arcs_from(const tp_bc_graph *g, tropic_index v)
{
    tropic_offset arcs = 0;
    for (tropic_offset k = g->offsets[v]; k < g->offsets[v + 1]; k++) arcs += g->ids[k] != v;
    return arcs;
}

static tropic_status allocate(directed_folding *d, tp_bc_reduced *reduced)
{
    const int64_t n = d->graph.n;
    reduced->closed_form = tp_arena_zeros(&reduced->arena, n, sizeof *reduced->closed_form);
    reduced->reach_factor = tp_arena_zeros(&reduced->arena, n, sizeof *reduced->reach_factor);
    reduced->reach_of = tp_arena_array(&reduced->arena, n, sizeof *reduced->reach_of);
    d->sources = tp_arena_array(&d->arena, n, sizeof *d->sources);
    d->in_degree = tp_arena_zeros(&d->arena, n, sizeof *d->in_degree);
    d->queue = tp_arena_array(&d->arena, n, sizeof *d->queue);
    d->folded_into = tp_arena_array(&d->arena, n, sizeof *d->folded_into);
    d->name = tp_arena_array(&d->arena, n, sizeof *d->name);
    TP_TRY(tp_arena_check(&reduced->arena, "reducing a graph"));
    return tp_arena_check(&d->arena, "reducing a graph");
}

static void begin(directed_folding *d)
{
    const tp_bc_graph *g = &d->graph;
    for (tropic_index v = 0; v < g->n; v++) {
        d->sources[v] = times_of(d, v);
        d->folded_into[v] = v;
        for (tropic_offset k = g->offsets[v]; k < g->offsets[v + 1]; k++) d->in_degree[g->ids[k]] += g->ids[k] != v;
    }
}

/* Removes vertices of in-degree 0, one after another; those that stay are sources with two arcs or more. (The head of
 * an arc from a vertex that stays has that arc and stays too, so no arc from it is ever lost.)
 *     S(w) += S(v), folded(w) += S(v)  for the arc v -> w of a source v */
static tropic_index fold(directed_folding *d, double *folded)
{
    const tp_bc_graph *g = &d->graph;
    tropic_index queued = 0;
    for (tropic_index v = 0; v < g->n; v++)
        if (d->in_degree[v] == 0) d->queue[queued++] = v;
    for (tropic_index q = 0; q < queued; q++) {
        const tropic_index v = d->queue[q];
        if (d->sources[v] > 0 && arcs_from(g, v) > 1) continue;
        d->folded_into[v] = TP_BC_NONE;
        for (tropic_offset k = g->offsets[v]; k < g->offsets[v + 1]; k++) {
            const tropic_index w = g->ids[k];
            if (w == v) continue;
            if (d->sources[v] > 0) d->folded_into[v] = w;
            d->sources[w] += d->sources[v];
            folded[w] += d->sources[v];
            if (--d->in_degree[w] == 0) d->queue[queued++] = w;
        }
    }
    return queued;
}

/* A folded vertex v leads to folded_into(v) in steps(v) arcs, so it reaches steps(v) vertices more than
 * folded_into(v) does. Each source that was folded into v reaches as many through v. With end points, so does v
 * itself, as often as it is listed, and v is an end of one pair with each of these sources. */
static void close_form(directed_folding *d, tp_bc_reduced *r, tropic_index queued, bool endpoints)
{
    double *steps = r->closed_form;
    while (queued-- > 0) {
        const tropic_index v = d->queue[queued], next = d->folded_into[v];
        r->folded += next != v;
        if (next == v || next == TP_BC_NONE) continue;
        steps[v] = steps[next] + 1;
        d->folded_into[v] = d->folded_into[next];
    }
    for (tropic_index v = 0; v < d->graph.n; v++) {
        const double folded = r->reach_factor[v];
        if (endpoints) r->reach_factor[v] += times_of(d, v);
        r->closed_form[v] = r->reach_factor[v] * steps[v] + (endpoints ? folded : 0);
    }
}

/* The graph that is left, without loops. A vertex without arcs is no source: it reaches nothing. */
static tropic_status copy_rest(directed_folding *d, tp_bc_blocks *to)
{
    const tp_bc_graph *g = &d->graph;
    tropic_offset arcs = 0;
    for (tropic_index v = 0; v < g->n; v++) {
        if (d->folded_into[v] != v) continue;
        d->name[v] = to->n++;
        arcs += arcs_from(g, v);
    }
    to->directed = true;
    to->offsets = tp_arena_zeros(&to->arena, (int64_t)to->n + 1, sizeof *to->offsets);
    to->ids = tp_arena_array(&to->arena, arcs, sizeof *to->ids);
    to->original = tp_arena_array(&to->arena, to->n, sizeof *to->original);
    to->block = tp_arena_zeros(&to->arena, to->n, sizeof *to->block);
    to->twin = tp_arena_array(&to->arena, to->n, sizeof *to->twin);
    to->sources = tp_arena_array(&to->arena, to->n, sizeof *to->sources);
    to->targets = tp_arena_array(&to->arena, to->n, sizeof *to->targets);
    TP_TRY(tp_arena_check(&to->arena, "the graph that is left"));
    arcs = 0;
    for (tropic_index v = 0; v < g->n; v++) {
        tropic_index x;
        if (d->folded_into[v] != v) continue;
        x = d->name[v];
        for (tropic_offset k = g->offsets[v]; k < g->offsets[v + 1]; k++)
            if (g->ids[k] != v) to->ids[arcs++] = d->name[g->ids[k]];
        to->offsets[x + 1] = arcs;
        to->original[x] = v;
        to->twin[x] = x;
        to->sources[x] = arcs > to->offsets[x] ? d->sources[v] : 0;
        to->targets[x] = 1;
    }
    return TROPIC_OK;
}

static void fill_reach_of(const directed_folding *d, const tp_bc_reduced *r)
{
    for (tropic_index x = 0; x < r->n; x++)
        for (tropic_offset k = r->member_offsets[x]; k < r->member_offsets[x + 1]; k++) d->name[r->members[k]] = x;
    for (tropic_index v = 0; v < d->graph.n; v++)
        r->reach_of[v] = d->folded_into[v] == TP_BC_NONE ? TP_BC_NONE : d->name[d->folded_into[v]];
}

static tropic_status reduce(tp_bc_reduced *reduced, directed_folding *d, tp_bc_blocks *rest, unsigned which,
                            bool endpoints)
{
    tropic_context *context = d->context;
    tropic_index queued = 0;
    TP_TRY(tp_bc_reduction_room(context, &d->graph));
    TP_TRY(allocate(d, reduced));
    begin(d);
    TP_TRY(tp_progress(context, 0));
    if (which & TROPIC_BC_FOLD) queued = fold(d, reduced->reach_factor);
    close_form(d, reduced, queued, endpoints);
    TP_TRY(tp_progress(context, 0));
    TP_TRY(copy_rest(d, rest));
    TP_TRY(tp_progress(context, 0));
    if (which & TROPIC_BC_TWINS) TP_TRY(tp_bc_find_twins(context, rest, NULL));
    TP_TRY(tp_progress(context, 0));
    TP_TRY(tp_bc_merge_twins(reduced, context, rest));
    fill_reach_of(d, reduced);
    return TROPIC_OK;
}

tropic_status tp_bc_reduce_directed(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_graph *graph,
                                    const tropic_index *times, unsigned which, bool endpoints)
{
    directed_folding d = {.context = context, .graph = *graph, .times = times, .arena = {.context = context}};
    tp_bc_blocks rest = {.arena = {.context = context}};
    tropic_status status;
    *reduced = (tp_bc_reduced){.original = graph->n, .directed = true, .arena = {.context = context}};
    status = reduce(reduced, &d, &rest, which, endpoints);
    tp_arena_release(&d.arena);
    tp_arena_release(&rest.arena);
    if (status != TROPIC_OK) tp_bc_reduced_free(reduced);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions of a graph for betweenness centrality, one after another, and the way back.
 */
#include "algorithms/betweenness/reduce/bc_decomposition.h"

#include "formats/matrix/facts/facts.h"

#include <tropic_algorithms.h>

/* The most bytes per vertex and per entry. Two moments need that many: when the blocks are made, and when the reduced
 * graph is. */
#define BYTES_PER_VERTEX 150
#define BYTES_PER_ENTRY 8

/* A component with fewer vertices has none between two others. */
#define BLOCK_MIN 3

tropic_status tp_bc_keep_components(tp_bc_decomposition *d, tropic_index *found)
{
    tropic_index *block = tp_arena_zeros(&d->arena, d->components, sizeof *block); /* at first, its vertices */
    TP_TRY(tp_arena_check(&d->arena, "components"));
    for (tropic_index v = 0; v < d->graph.n; v++) {
        if (d->discovery[v] != TP_BC_FOLDED) d->discovery[v] = 0;
        block[d->component[v]] += d->discovery[v] == 0;
    }
    for (tropic_index c = 0; c < d->components; c++) {
        const bool kept = block[c] >= BLOCK_MIN;
        if (kept) d->root[d->blocks] = TP_BC_NONE;
        block[c] = kept ? d->blocks++ : TP_BC_NONE;
    }
    for (tropic_index v = 0; v < d->graph.n; v++)
        if (d->discovery[v] == 0) d->block_of[v] = block[d->component[v]];
    *found = d->components;
    return TROPIC_OK;
}

/* The pairs between the branches cut off at v and the rest of its component:
 *     closed_form(v) += (S(v) - times(v)) T_rest + S_rest (T(v) - 1) */
static void add_rest(tp_bc_decomposition *d)
{
    for (tropic_index v = 0; v < d->graph.n; v++) {
        const double rest_sources = d->all_sources[d->component[v]] - d->sources[v];
        const double rest_targets = d->all_targets[d->component[v]] - d->targets[v];
        d->closed_form[v] += (d->sources[v] - tp_bc_times(d, v)) * rest_targets + rest_sources * (d->targets[v] - 1);
    }
}

static tropic_status allocate(tp_bc_decomposition *d, tp_bc_reduced *reduced)
{
    const int64_t n = d->graph.n, blocks = n / 2; /* each has two vertices that are in no other */
    d->closed_form = reduced->closed_form = tp_arena_zeros(&reduced->arena, n, sizeof *d->closed_form);
    d->component = tp_arena_array(&d->arena, n, sizeof *d->component);
    d->all_sources = tp_arena_zeros(&d->arena, n, sizeof *d->all_sources);
    d->all_targets = tp_arena_zeros(&d->arena, n, sizeof *d->all_targets);
    d->sources = tp_arena_array(&d->arena, n, sizeof *d->sources);
    d->targets = tp_arena_array(&d->arena, n, sizeof *d->targets);
    d->discovery = tp_arena_array(&d->arena, n, sizeof *d->discovery);
    d->block_of = tp_arena_array(&d->arena, n, sizeof *d->block_of);
    d->root = tp_arena_array(&d->arena, blocks, sizeof *d->root);
    d->below_sources = tp_arena_array(&d->arena, blocks, sizeof *d->below_sources);
    d->below_targets = tp_arena_array(&d->arena, blocks, sizeof *d->below_targets);
    TP_TRY(tp_arena_check(&reduced->arena, "reducing a graph"));
    return tp_arena_check(&d->arena, "reducing a graph");
}

static void begin(tp_bc_decomposition *d)
{
    const tp_bc_graph *g = &d->graph;
    const tp_arcs arcs = {.lists = g->n, .count = g->offsets[g->n], .offsets = g->offsets, .ids = g->ids};
    d->components = tp_components(d->arena.context, &arcs, NULL, d->component);
    for (tropic_index v = 0; v < g->n; v++) {
        d->discovery[v] = d->block_of[v] = TP_BC_NONE;
        d->sources[v] = tp_bc_times(d, v);
        d->targets[v] = 1;
        d->all_sources[d->component[v]] += d->sources[v];
        d->all_targets[d->component[v]]++;
    }
}

/* endpoints(v) = times(v) * (others in its component) + (sources in its component but v) */
static tropic_status find_endpoints(tp_bc_reduced *reduced, const tp_bc_decomposition *d)
{
    double *endpoints = tp_arena_array(&reduced->arena, d->graph.n, sizeof *endpoints);
    TP_TRY(tp_arena_check(&reduced->arena, "endpoints"));
    for (tropic_index v = 0; v < d->graph.n; v++) {
        const double times = tp_bc_times(d, v);
        endpoints[v] = times * (d->all_targets[d->component[v]] - 1) + (d->all_sources[d->component[v]] - times);
    }
    reduced->endpoints = endpoints;
    return TROPIC_OK;
}

tropic_status tp_bc_reduction_room(tropic_context *context, const tp_bc_graph *graph)
{
    const tropic_index n = graph->n;
    const size_t bytes = (size_t)n * BYTES_PER_VERTEX + (size_t)graph->offsets[n] * BYTES_PER_ENTRY;
    TP_TRY(tp_progress(context, 0));
    return tp_need_memory(context, &context->work, bytes, "reducing a graph of %d vertices", n);
}

/* The decomposition is released before twins are looked for: so the two never lie in memory at once. */
static tropic_status reduce(tp_bc_reduced *reduced, tp_bc_decomposition *d, tp_bc_blocks *blocks, unsigned which,
                            bool endpoints)
{
    tropic_context *context = d->context;
    TP_TRY(tp_bc_reduction_room(context, &d->graph));
    TP_TRY(allocate(d, reduced));
    begin(d);
    if (endpoints) TP_TRY(find_endpoints(reduced, d));
    TP_TRY(tp_progress(context, 0));
    if (which & TROPIC_BC_FOLD) TP_TRY(tp_bc_fold_leaves(d, &reduced->folded));
    TP_TRY(tp_progress(context, 0));
    TP_TRY((which & TROPIC_BC_SPLIT ? tp_bc_split_blocks : tp_bc_keep_components)(d, &reduced->blocks_found));
    TP_TRY(tp_progress(context, 0));
    add_rest(d);
    TP_TRY(tp_bc_copy_blocks(blocks, d));
    tp_arena_release(&d->arena);
    TP_TRY(tp_progress(context, 0));
    if (which & TROPIC_BC_TWINS) TP_TRY(tp_bc_find_twins(context, blocks, reduced->closed_form));
    TP_TRY(tp_progress(context, 0));
    return tp_bc_merge_twins(reduced, context, blocks);
}

tropic_status tp_bc_reduce(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_graph *graph,
                           const tropic_index *times, unsigned which, bool endpoints)
{
    tp_bc_decomposition d = {.context = context, .graph = *graph, .times = times, .arena = {.context = context}};
    tp_bc_blocks blocks = {.arena = {.context = context}};
    tropic_status status;
    *reduced = (tp_bc_reduced){.original = graph->n, .arena = {.context = context}};
    status = reduce(reduced, &d, &blocks, which, endpoints);
    tp_arena_release(&d.arena);
    tp_arena_release(&blocks.arena);
    if (status != TROPIC_OK) tp_bc_reduced_free(reduced);
    return status;
}

void tp_bc_reduced_free(tp_bc_reduced *reduced)
{
    tp_arena_release(&reduced->arena);
    *reduced = (tp_bc_reduced){0};
}

void tp_bc_expand(const tp_bc_reduced *r, const double *results, const double *others, double *centrality)
{
    for (tropic_index v = 0; v < r->original; v++) centrality[v] = r->closed_form[v];
    for (tropic_index x = 0; x < r->n; x++)
        for (tropic_offset k = r->member_offsets[x]; k < r->member_offsets[x + 1]; k++)
            centrality[r->members[k]] += results[x];
    for (tropic_index v = 0; r->directed && v < r->original; v++)
        if (r->reach_of[v] != TP_BC_NONE) centrality[v] += r->reach_factor[v] * others[r->reach_of[v]];
}

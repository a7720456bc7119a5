/* SPDX-License-Identifier: Apache-2.0
 *
 * Reductions of a graph for betweenness centrality, one after another, and the way back.
 */
#include "algorithms/betweenness/bc_parts.h"
#include "formats/matrix/facts.h"

/* Bytes for each vertex and entry, at most: when the blocks are made, and when the result is. */
#define EACH_VERTEX 150
#define EACH_ENTRY 8

/* all_sources and all_targets are of components. */
static void find_components(tp_bc_parts *p)
{
    const tp_bc_graph *graph = &p->graph;
    const tp_arcs arcs = {
        .lists = graph->n, .count = graph->offsets[graph->n], .offsets = graph->offsets, .ids = graph->ids};
    p->components = tp_components(p->context, &arcs, NULL, p->component);
    for (tropic_index c = 0; c < p->components; c++) p->all_sources[c] = p->all_targets[c] = 0;
    for (tropic_index v = 0; v < graph->n; v++) {
        p->all_sources[p->component[v]] += tp_bc_times(p, v);
        p->all_targets[p->component[v]]++;
    }
}

tropic_status tp_bc_whole(tp_bc_parts *p, tropic_index *found)
{
    const tp_memory *memory = &p->context->memory;
    tropic_index *block = tp_allocate_zero(memory, p->components, sizeof *block);
    if (!block) return tp_out_of_memory(p->context, "components");
    for (tropic_index v = 0; v < p->graph.n; v++) {
        if (p->discovery[v] != TP_BC_FOLDED) p->discovery[v] = 0;
        block[p->component[v]] += p->discovery[v] == 0;
    }
    /* Less than three vertices have none between two. */
    for (tropic_index c = 0; c < p->components; c++) {
        if (block[c] >= 3) p->root[p->blocks] = TP_BC_NONE;
        block[c] = block[c] >= 3 ? p->blocks++ : TP_BC_NONE;
    }
    for (tropic_index v = 0; v < p->graph.n; v++)
        if (p->discovery[v] == 0) p->block_of[v] = block[p->component[v]];
    tp_release(memory, block);
    *found = p->components;
    return TROPIC_OK;
}

/* Pairs between the branches that were cut off at a vertex and all the rest of its component. */
static void add_rest(tp_bc_parts *p)
{
    for (tropic_index v = 0; v < p->graph.n; v++) {
        const double rest_sources = p->all_sources[p->component[v]] - p->sources[v];
        const double rest_targets = p->all_targets[p->component[v]] - p->targets[v];
        p->closed_form[v] += (p->sources[v] - tp_bc_times(p, v)) * rest_targets + rest_sources * (p->targets[v] - 1);
    }
}

static bool allocate(tp_bc_parts *p)
{
    const tp_memory *memory = &p->context->memory;
    const int64_t n = p->graph.n, blocks = n / 2; /* each has two vertices that are in no other */
    p->closed_form = tp_allocate_zero(memory, n, sizeof *p->closed_form);
    p->component = tp_allocate(memory, n, sizeof *p->component);
    p->all_sources = tp_allocate(memory, n, sizeof *p->all_sources);
    p->all_targets = tp_allocate(memory, n, sizeof *p->all_targets);
    p->sources = tp_allocate(memory, n, sizeof *p->sources);
    p->targets = tp_allocate(memory, n, sizeof *p->targets);
    p->discovery = tp_allocate(memory, n, sizeof *p->discovery);
    p->block_of = tp_allocate(memory, n, sizeof *p->block_of);
    p->root = tp_allocate(memory, blocks, sizeof *p->root);
    p->below_sources = tp_allocate(memory, blocks, sizeof *p->below_sources);
    p->below_targets = tp_allocate(memory, blocks, sizeof *p->below_targets);
    return p->closed_form && p->component && p->all_sources && p->all_targets && p->sources && p->targets &&
           p->discovery && p->block_of && p->root && p->below_sources && p->below_targets;
}

void tp_bc_parts_free(tp_bc_parts *p)
{
    const tp_memory *memory = &p->context->memory;
    tp_release(memory, p->closed_form);
    tp_release(memory, p->component);
    tp_release(memory, p->all_sources);
    tp_release(memory, p->all_targets);
    tp_release(memory, p->sources);
    tp_release(memory, p->targets);
    tp_release(memory, p->discovery);
    tp_release(memory, p->block_of);
    tp_release(memory, p->root);
    tp_release(memory, p->below_sources);
    tp_release(memory, p->below_targets);
}

static void begin(tp_bc_parts *p)
{
    find_components(p);
    for (tropic_index v = 0; v < p->graph.n; v++) {
        p->discovery[v] = p->block_of[v] = TP_BC_NONE;
        p->sources[v] = tp_bc_times(p, v);
        p->targets[v] = 1;
    }
}

static tropic_status find_endpoints(tp_bc_reduced *reduced, const tp_bc_parts *p)
{
    double *endpoints = tp_allocate(&p->context->memory, p->graph.n, sizeof *reduced->endpoints);
    if (!endpoints) return tp_out_of_memory(p->context, "endpoints");
    for (tropic_index v = 0; v < p->graph.n; v++) {
        const double times = tp_bc_times(p, v);
        endpoints[v] = times * (p->all_targets[p->component[v]] - 1) + (p->all_sources[p->component[v]] - times);
    }
    reduced->endpoints = endpoints;
    return TROPIC_OK;
}

/* Each step frees what is not needed any more: the blocks are made when the search for them is over. */
static tropic_status reduce(tp_bc_reduced *reduced, tp_bc_parts *p, tp_bc_blocks *blocks, unsigned which,
                            bool endpoints)
{
    tropic_context *context = p->context;
    const tropic_index n = p->graph.n;
    TP_TRY(tp_progress(context, 0));
    TP_TRY(tp_need_memory(context, &context->memory, (size_t)n * EACH_VERTEX + (size_t)p->graph.offsets[n] * EACH_ENTRY,
                          "reducing a graph of %d vertices", n));
    if (!allocate(p)) return tp_out_of_memory(context, "reducing a graph");
    begin(p);
    if (endpoints) TP_TRY(find_endpoints(reduced, p));
    TP_TRY(tp_progress(context, 0));
    if (which & TP_BC_FOLD) TP_TRY(tp_bc_fold(p, &reduced->folded));
    TP_TRY(tp_progress(context, 0));
    TP_TRY((which & TP_BC_SPLIT ? tp_bc_split : tp_bc_whole)(p, &reduced->parts));
    TP_TRY(tp_progress(context, 0));
    add_rest(p);
    TP_TRY(tp_bc_copy(blocks, p));
    reduced->closed_form = p->closed_form;
    p->closed_form = NULL;
    tp_bc_parts_free(p);
    *p = (tp_bc_parts){.context = context};
    TP_TRY(tp_progress(context, 0));
    if (which & TP_BC_TWINS) TP_TRY(tp_bc_twins(context, blocks, reduced->closed_form));
    TP_TRY(tp_progress(context, 0));
    return tp_bc_merge(reduced, context, blocks);
}

tropic_status tp_bc_reduce(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_graph *graph,
                           const tropic_index *times, unsigned which, bool endpoints)
{
    tp_bc_parts parts = {.context = context, .graph = *graph, .times = times};
    tp_bc_blocks blocks = {0};
    tropic_status status;
    *reduced = (tp_bc_reduced){.original = graph->n};
    status = reduce(reduced, &parts, &blocks, which, endpoints);
    tp_bc_parts_free(&parts);
    tp_bc_blocks_free(context, &blocks);
    if (status != TROPIC_OK) tp_bc_reduced_free(context, reduced);
    return status;
}

void tp_bc_reduced_free(tropic_context *context, tp_bc_reduced *r)
{
    const tp_memory *memory = &context->memory;
    tp_release(memory, r->offsets);
    tp_release(memory, r->ids);
    tp_release(memory, r->ends);
    tp_release(memory, r->copies);
    tp_release(memory, r->factor);
    tp_release(memory, r->member_offsets);
    tp_release(memory, r->members);
    tp_release(memory, r->starts);
    tp_release(memory, r->closed_form);
    tp_release(memory, r->endpoints);
    *r = (tp_bc_reduced){0};
}

void tp_bc_expand(const tp_bc_reduced *r, const double *results, double *centrality)
{
    for (tropic_index v = 0; v < r->original; v++) centrality[v] = r->closed_form[v];
    for (tropic_index x = 0; x < r->n; x++)
        for (tropic_offset k = r->member_offsets[x]; k < r->member_offsets[x + 1]; k++)
            centrality[r->members[k]] += results[x];
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks by one depth-first search (Hopcroft and Tarjan), with a stack of its own: paths are as long as graphs. A block
 * is complete when the search goes back from v to its parent u and nothing below v has an arc to above u: it is u and
 * those of the vertices below that are in no other block yet.
 */
#include "algorithms/betweenness/bc_parts.h"

/* Vertices between two questions whether to go on. */
#define ASK_EACH ((tropic_index)1 << 20)

typedef struct search {
    tp_bc_parts *parts;
    tropic_offset *next;        /* the arc to look at */
    tropic_index *parent;       /* NONE: where the search of a component began */
    tropic_index *low;          /* the first discovered that it or one below has an arc to */
    tropic_index *open, opened; /* discovered, in no block yet but as roots */
    tropic_index discovered, found;
} search;

static bool allocate(search *s)
{
    const tp_memory *memory = &s->parts->context->memory;
    const tropic_index n = s->parts->graph.n;
    s->next = tp_allocate(memory, n, sizeof *s->next);
    s->parent = tp_allocate(memory, n, sizeof *s->parent);
    s->low = tp_allocate(memory, n, sizeof *s->low);
    s->open = tp_allocate(memory, n, sizeof *s->open);
    return s->next && s->parent && s->low && s->open;
}

static void release(search *s)
{
    const tp_memory *memory = &s->parts->context->memory;
    tp_release(memory, s->next);
    tp_release(memory, s->parent);
    tp_release(memory, s->low);
    tp_release(memory, s->open);
}

static void meet(search *s, tropic_index v, tropic_index parent)
{
    s->parts->discovery[v] = s->low[v] = s->discovered++;
    s->next[v] = s->parts->graph.offsets[v];
    s->parent[v] = parent;
    s->open[s->opened++] = v;
}

/* The block of what is open from v on, at `root`. */
static void close_block(search *s, tropic_index root, tropic_index v)
{
    tp_bc_parts *p = s->parts;
    const bool single = s->open[s->opened - 1] == v; /* one arc: no pair is left for a search */
    double sources = 0, targets = 0;
    tropic_index u;
    do {
        u = s->open[--s->opened];
        p->block_of[u] = single ? TP_BC_NONE : p->blocks;
        sources += p->sources[u];
        targets += p->targets[u];
    } while (u != v);
    tp_bc_join(p, root, sources, targets);
    s->found++;
    if (single) return;
    p->root[p->blocks] = root;
    p->below_sources[p->blocks] = sources;
    p->below_targets[p->blocks++] = targets;
}

/* Back from v, of which all arcs have been looked at. */
static void leave(search *s, tropic_index v)
{
    const tropic_index parent = s->parent[v];
    if (parent == TP_BC_NONE)
        s->opened--;
    else if (s->low[v] >= s->parts->discovery[parent])
        close_block(s, parent, v);
    else if (s->low[v] < s->low[parent])
        s->low[parent] = s->low[v];
}

/* The component of `from`. */
static tropic_status visit(search *s, tropic_index from)
{
    const tp_bc_graph *graph = &s->parts->graph;
    const tropic_index *discovery = s->parts->discovery;
    tropic_index v = from;
    meet(s, v, TP_BC_NONE);
    while (v != TP_BC_NONE) {
        if (s->next[v] < graph->offsets[v + 1]) {
            const tropic_index to = graph->ids[s->next[v]++];
            if (discovery[to] == TP_BC_NONE) {
                meet(s, to, v);
                v = to;
                if (s->discovered % ASK_EACH == 0) TP_TRY(tp_progress(s->parts->context, 0));
            } else if (discovery[to] < s->low[v])
                s->low[v] = discovery[to];
        } else {
            leave(s, v);
            v = s->parent[v];
        }
    }
    return TROPIC_OK;
}

tropic_status tp_bc_split(tp_bc_parts *p, tropic_index *found)
{
    search s = {.parts = p};
    tropic_status status = allocate(&s) ? TROPIC_OK : tp_out_of_memory(p->context, "blocks");
    for (tropic_index v = 0; v < p->graph.n && status == TROPIC_OK; v++)
        if (p->discovery[v] == TP_BC_NONE) status = visit(&s, v);
    release(&s);
    *found = s.found;
    return status;
}

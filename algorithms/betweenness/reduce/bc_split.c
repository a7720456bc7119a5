/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks (biconnected components) by one depth-first search (Hopcroft and Tarjan). Its stack is an array, because paths
 * are as long as graphs. A block is complete when the search goes back from v to its parent u and nothing below v has
 * an arc to above u: the block is u and all vertices from v down that no other block has.
 */
#include "algorithms/betweenness/reduce/bc_decomposition.h"

/* Vertices between two calls of tp_progress. */
#define PROGRESS_INTERVAL ((tropic_index)1 << 20)

typedef struct search {
    tp_bc_decomposition *d;
    tropic_offset *next;   /* of each vertex: the arc to look at */
    tropic_index *parent;  /* NONE: the search of a component began here */
    tropic_index *low;     /* the earliest discovery that the vertex or one below it has an arc to */
    tropic_index *stack;   /* discovered vertices that are in no block yet, except as roots */
    tropic_index on_stack; /* how many */
    tropic_index discovered, found;
} search;

static void discover(search *s, tropic_index v, tropic_index parent)
{
    s->d->discovery[v] = s->low[v] = s->discovered++;
    s->next[v] = s->d->graph.offsets[v];
    s->parent[v] = parent;
    s->stack[s->on_stack++] = v;
}

/* Makes a block of `root` and the stack from v on. */
static void close_block(search *s, tropic_index root, tropic_index v)
{
    tp_bc_decomposition *d = s->d;
    const bool single = s->stack[s->on_stack - 1] == v; /* one arc: no pair is left for a search */
    double sources = 0, targets = 0;
    tropic_index u;
    do {
        u = s->stack[--s->on_stack];
        d->block_of[u] = single ? TP_BC_NONE : d->blocks;
        sources += d->sources[u];
        targets += d->targets[u];
    } while (u != v);
    tp_bc_cut_branch(d, root, sources, targets);
    s->found++;
    if (single) return;
    d->root[d->blocks] = root;
    d->below_sources[d->blocks] = sources;
    d->below_targets[d->blocks++] = targets;
}

/* Goes back from v, whose arcs have all been looked at. */
static void leave(search *s, tropic_index v)
{
    const tropic_index parent = s->parent[v];
    if (parent == TP_BC_NONE)
        s->on_stack--;
    else if (s->low[v] >= s->d->discovery[parent])
        close_block(s, parent, v);
    else if (s->low[v] < s->low[parent])
        s->low[parent] = s->low[v];
}

/* Searches the component of `from`. */
static tropic_status visit(search *s, tropic_index from)
{
    const tp_bc_graph *graph = &s->d->graph;
    const tropic_index *discovery = s->d->discovery;
    tropic_index v = from;
    discover(s, v, TP_BC_NONE);
    while (v != TP_BC_NONE) {
        if (s->next[v] < graph->offsets[v + 1]) {
            const tropic_index to = graph->ids[s->next[v]++];
            if (discovery[to] == TP_BC_NONE) {
                discover(s, to, v);
                v = to;
                if (s->discovered % PROGRESS_INTERVAL == 0) TP_TRY(tp_progress(s->d->context, 0));
            } else if (discovery[to] < s->low[v])
                s->low[v] = discovery[to];
        } else {
            leave(s, v);
            v = s->parent[v];
        }
    }
    return TROPIC_OK;
}

tropic_status tp_bc_split_blocks(tp_bc_decomposition *d, tropic_index *found)
{
    const tropic_index n = d->graph.n;
    tp_arena arena = {.context = d->context};
    search s = {.d = d};
    tropic_status status;
    s.next = tp_arena_array(&arena, n, sizeof *s.next);
    s.parent = tp_arena_array(&arena, n, sizeof *s.parent);
    s.low = tp_arena_array(&arena, n, sizeof *s.low);
    s.stack = tp_arena_array(&arena, n, sizeof *s.stack);
    status = tp_arena_check(&arena, "blocks");
    for (tropic_index v = 0; v < n && status == TROPIC_OK; v++)
        if (d->discovery[v] == TP_BC_NONE) status = visit(&s, v);
    tp_arena_release(&arena);
    *found = s.found;
    return status;
}

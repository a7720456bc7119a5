/* SPDX-License-Identifier: Apache-2.0
 *
 * The graph of all blocks side by side. A vertex has a copy in its block (block_of), and one in each block that hangs
 * at it. The copies of a block are in the order of their originals, so that lists stay sorted.
 */
#include "algorithms/betweenness/reduce/bc_decomposition.h"

typedef struct copying {
    const tp_bc_decomposition *d;
    tp_bc_blocks *blocks;
    tropic_index *home;      /* of each vertex: its copy in block_of */
    tropic_index *root_copy; /* of each block: the copy of its root */
    /* The blocks that hang at a vertex, as a list: the last one, and for each block the one before it. */
    tropic_index *last_block, *block_before;
    tropic_index *next; /* of each block: its next copy */
} copying;

/* Lays the blocks out: where each begins, and which hang where. Returns how many copies there are. */
static int64_t lay_out(copying *c)
{
    const tp_bc_decomposition *d = c->d;
    int64_t total = 0;
    for (tropic_index v = 0; v < d->graph.n; v++) {
        c->last_block[v] = TP_BC_NONE;
        if (d->block_of[v] != TP_BC_NONE) c->next[d->block_of[v]]++;
    }
    for (tropic_index b = 0; b < d->blocks; b++) {
        const int64_t size = (int64_t)c->next[b] + (d->root[b] != TP_BC_NONE);
        c->next[b] = (tropic_index)total;
        total += size;
        if (d->root[b] == TP_BC_NONE) continue;
        c->block_before[b] = c->last_block[d->root[b]];
        c->last_block[d->root[b]] = b;
    }
    return total;
}

static tropic_index add_copy(copying *c, tropic_index v, tropic_index b, double sources, double targets)
{
    const tropic_index copy = c->next[b]++;
    c->blocks->original[copy] = v;
    c->blocks->block[copy] = b;
    c->blocks->sources[copy] = sources;
    c->blocks->targets[copy] = targets;
    return copy;
}

static void add_copies(copying *c)
{
    const tp_bc_decomposition *d = c->d;
    for (tropic_index v = 0; v < d->graph.n; v++) {
        const tropic_index in = d->component[v];
        if (d->block_of[v] != TP_BC_NONE) c->home[v] = add_copy(c, v, d->block_of[v], d->sources[v], d->targets[v]);
        for (tropic_index b = c->last_block[v]; b != TP_BC_NONE; b = c->block_before[b])
            c->root_copy[b] =
                add_copy(c, v, b, d->all_sources[in] - d->below_sources[b], d->all_targets[in] - d->below_targets[b]);
    }
}

/* The block of an arc. NONE: the arc was folded, is a loop, or is a block by itself. */
static tropic_index block_of(const tp_bc_decomposition *d, tropic_index u, tropic_index v)
{
    return u == v ? TP_BC_NONE : d->block_of[d->discovery[u] > d->discovery[v] ? u : v];
}

static tropic_index copy_in(const copying *c, tropic_index b, tropic_index v)
{
    return c->d->block_of[v] == b ? c->home[v] : c->root_copy[b];
}

/* Counts the arcs of each copy in offsets[copy + 1], or else lists them. */
static void take_arcs(const copying *c, bool count)
{
    const tp_bc_decomposition *d = c->d;
    tropic_offset *offsets = c->blocks->offsets;
    for (tropic_index u = 0; u < d->graph.n; u++)
        for (tropic_offset k = d->graph.offsets[u]; k < d->graph.offsets[u + 1]; k++) {
            const tropic_index v = d->graph.ids[k], b = block_of(d, u, v);
            if (b == TP_BC_NONE) continue;
            if (count)
                offsets[copy_in(c, b, u) + 1]++;
            else
                c->blocks->ids[offsets[copy_in(c, b, u)]++] = copy_in(c, b, v);
        }
}

static tropic_status fill(copying *c)
{
    tp_bc_blocks *to = c->blocks;
    const int64_t copies = lay_out(c);
    if (copies > TROPIC_INDEX_MAX)
        return tp_fail(c->d->context, TROPIC_NOT_SUPPORTED, "%lld vertices in all blocks are too many",
                       (long long)copies);
    to->n = (tropic_index)copies;
    to->offsets = tp_arena_zeros(&to->arena, copies + 1, sizeof *to->offsets);
    to->original = tp_arena_array(&to->arena, copies, sizeof *to->original);
    to->block = tp_arena_array(&to->arena, copies, sizeof *to->block);
    to->twin = tp_arena_array(&to->arena, copies, sizeof *to->twin);
    to->sources = tp_arena_array(&to->arena, copies, sizeof *to->sources);
    to->targets = tp_arena_array(&to->arena, copies, sizeof *to->targets);
    TP_TRY(tp_arena_check(&to->arena, "copies of vertices"));
    add_copies(c);
    take_arcs(c, true);
    for (tropic_index v = 0; v < to->n; v++) {
        to->twin[v] = v;
        to->offsets[v + 1] += to->offsets[v];
    }
    to->ids = tp_arena_array(&to->arena, to->offsets[to->n], sizeof *to->ids);
    TP_TRY(tp_arena_check(&to->arena, "arcs of blocks"));
    take_arcs(c, false);
    /* Each offset has moved from the start of its list to the end. */
    for (tropic_index v = to->n; v > 0; v--) to->offsets[v] = to->offsets[v - 1];
    to->offsets[0] = 0;
    return TROPIC_OK;
}

tropic_status tp_bc_copy_blocks(tp_bc_blocks *blocks, const tp_bc_decomposition *d)
{
    tp_arena arena = {.context = d->context};
    copying c = {.d = d, .blocks = blocks};
    tropic_status status;
    c.home = tp_arena_array(&arena, d->graph.n, sizeof *c.home);
    c.last_block = tp_arena_array(&arena, d->graph.n, sizeof *c.last_block);
    c.root_copy = tp_arena_array(&arena, d->blocks, sizeof *c.root_copy);
    c.block_before = tp_arena_array(&arena, d->blocks, sizeof *c.block_before);
    c.next = tp_arena_zeros(&arena, d->blocks, sizeof *c.next);
    status = tp_arena_check(&arena, "places in blocks");
    if (status == TROPIC_OK) status = fill(&c);
    tp_arena_release(&arena);
    return status;
}

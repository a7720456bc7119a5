/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks side by side, as a graph of which each is a part. A vertex has a copy in its block (block_of), and one in
 * each block that hangs at it. Copies of a block are in the order of their originals, so that lists stay sorted.
 */
#include "algorithms/betweenness/bc_parts.h"

typedef struct copying {
    const tp_bc_parts *parts;
    tp_bc_blocks *blocks;
    tropic_index *place;      /* of a vertex, its copy in block_of */
    tropic_index *root_place; /* of a block, the copy of its root */
    tropic_index *first;      /* of a vertex, the last of the blocks that hang at it */
    tropic_index *following;  /* of a block, the one before it that hangs at its root */
    tropic_index *next;       /* of a block, the copy to be taken next */
} copying;

static bool allocate(copying *c, const tp_memory *memory)
{
    const tropic_index n = c->parts->graph.n, blocks = c->parts->blocks;
    c->place = tp_allocate(memory, n, sizeof *c->place);
    c->first = tp_allocate(memory, n, sizeof *c->first);
    c->root_place = tp_allocate(memory, blocks, sizeof *c->root_place);
    c->following = tp_allocate(memory, blocks, sizeof *c->following);
    c->next = tp_allocate_zero(memory, blocks, sizeof *c->next);
    return c->place && c->first && c->root_place && c->following && c->next;
}

static void release(copying *c, const tp_memory *memory)
{
    tp_release(memory, c->place);
    tp_release(memory, c->first);
    tp_release(memory, c->root_place);
    tp_release(memory, c->following);
    tp_release(memory, c->next);
}

/* Where each block begins, and which hang where; how many copies there are. */
static int64_t lay_out(copying *c)
{
    const tp_bc_parts *p = c->parts;
    int64_t total = 0;
    for (tropic_index v = 0; v < p->graph.n; v++) {
        c->first[v] = TP_BC_NONE;
        if (p->block_of[v] != TP_BC_NONE) c->next[p->block_of[v]]++;
    }
    for (tropic_index b = 0; b < p->blocks; b++) {
        const int64_t size = (int64_t)c->next[b] + (p->root[b] != TP_BC_NONE);
        c->next[b] = (tropic_index)total;
        total += size;
        if (p->root[b] == TP_BC_NONE) continue;
        c->following[b] = c->first[p->root[b]];
        c->first[p->root[b]] = b;
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
    const tp_bc_parts *p = c->parts;
    for (tropic_index v = 0; v < p->graph.n; v++) {
        const tropic_index in = p->component[v];
        if (p->block_of[v] != TP_BC_NONE) c->place[v] = add_copy(c, v, p->block_of[v], p->sources[v], p->targets[v]);
        for (tropic_index b = c->first[v]; b != TP_BC_NONE; b = c->following[b])
            c->root_place[b] =
                add_copy(c, v, b, p->all_sources[in] - p->below_sources[b], p->all_targets[in] - p->below_targets[b]);
    }
}

/* The block of an arc; NONE where it has gone, or is a block by itself. */
static tropic_index block_of(const tp_bc_parts *p, tropic_index u, tropic_index v)
{
    return u == v ? TP_BC_NONE : p->block_of[p->discovery[u] > p->discovery[v] ? u : v];
}

static tropic_index copy_in(const copying *c, tropic_index b, tropic_index v)
{
    return c->parts->block_of[v] == b ? c->place[v] : c->root_place[b];
}

/* Counts each copy's arcs at the place behind it, or else lists them. */
static void take_arcs(const copying *c, bool count)
{
    const tp_bc_parts *p = c->parts;
    tropic_offset *offsets = c->blocks->offsets;
    for (tropic_index u = 0; u < p->graph.n; u++)
        for (tropic_offset k = p->graph.offsets[u]; k < p->graph.offsets[u + 1]; k++) {
            const tropic_index v = p->graph.ids[k], b = block_of(p, u, v);
            if (b == TP_BC_NONE) continue;
            if (count)
                offsets[copy_in(c, b, u) + 1]++;
            else
                c->blocks->ids[offsets[copy_in(c, b, u)]++] = copy_in(c, b, v);
        }
}

static tropic_status fill(copying *c, const tp_memory *memory)
{
    tropic_context *context = c->parts->context;
    tp_bc_blocks *to = c->blocks;
    const int64_t copies = lay_out(c);
    if (copies > TROPIC_INDEX_MAX)
        return tp_fail(context, TROPIC_NOT_SUPPORTED, "%lld vertices in all blocks are too many", (long long)copies);
    to->n = (tropic_index)copies;
    to->offsets = tp_allocate_zero(memory, copies + 1, sizeof *to->offsets);
    to->original = tp_allocate(memory, copies, sizeof *to->original);
    to->block = tp_allocate(memory, copies, sizeof *to->block);
    to->twin = tp_allocate(memory, copies, sizeof *to->twin);
    to->sources = tp_allocate(memory, copies, sizeof *to->sources);
    to->targets = tp_allocate(memory, copies, sizeof *to->targets);
    if (!to->offsets || !to->original || !to->block || !to->twin || !to->sources || !to->targets)
        return tp_out_of_memory(context, "copies of vertices");
    add_copies(c);
    take_arcs(c, true);
    for (tropic_index v = 0; v < to->n; v++) {
        to->twin[v] = v;
        to->offsets[v + 1] += to->offsets[v];
    }
    to->ids = tp_allocate(memory, to->offsets[to->n], sizeof *to->ids);
    if (!to->ids) return tp_out_of_memory(context, "arcs of blocks");
    take_arcs(c, false);
    /* Each list's beginning has moved to its end. */
    for (tropic_index v = to->n; v > 0; v--) to->offsets[v] = to->offsets[v - 1];
    to->offsets[0] = 0;
    return TROPIC_OK;
}

tropic_status tp_bc_copy(tp_bc_blocks *blocks, const tp_bc_parts *parts)
{
    const tp_memory *memory = &parts->context->memory;
    copying c = {.parts = parts, .blocks = blocks};
    tropic_status status =
        allocate(&c, memory) ? fill(&c, memory) : tp_out_of_memory(parts->context, "places in blocks");
    release(&c, memory);
    return status;
}

void tp_bc_blocks_free(tropic_context *context, tp_bc_blocks *b)
{
    const tp_memory *memory = &context->memory;
    tp_release(memory, b->offsets);
    tp_release(memory, b->ids);
    tp_release(memory, b->original);
    tp_release(memory, b->block);
    tp_release(memory, b->twin);
    tp_release(memory, b->sources);
    tp_release(memory, b->targets);
    *b = (tp_bc_blocks){0};
}

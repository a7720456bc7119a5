/* SPDX-License-Identifier: Apache-2.0
 *
 * The reduced graph: a vertex for each class of twins. Blocks in which every two classes are neighbours are left out:
 * their only paths with a vertex between the ends are those of twins, which have a closed form. (A directed graph is
 * searched whatever it is: its closed form asks how many vertices are reached.)
 */
#include "algorithms/betweenness/reduce/bc_decomposition.h"

typedef struct merging {
    const tp_bc_blocks *from;
    tp_bc_reduced *to;
    tropic_index blocks;   /* of the graph `from` */
    tropic_index *classes; /* of each block: how many; 0: it needs no search */
    tropic_offset *arcs;   /* of each block: those between its classes */
    tropic_index *name;    /* of each vertex: the reduced vertex of its class */
} merging;

static bool is_first(const tp_bc_blocks *b, tropic_index v)
{
    return b->twin[v] == v;
}

/* How many other classes are neighbours of the class that v begins. (A class is a neighbour of all members of another
 * or of none.) */
static tropic_offset neighbours(const tp_bc_blocks *b, tropic_index v)
{
    tropic_offset count = 0;
    for (tropic_offset k = b->offsets[v]; k < b->offsets[v + 1]; k++) count += is_first(b, b->ids[k]);
    return count;
}

/* Counts the vertices, arcs and blocks that stay, in *to. Returns the members of the classes that stay. */
static tropic_offset select_blocks(const merging *m)
{
    const tp_bc_blocks *b = m->from;
    tropic_offset members = 0;
    for (tropic_index v = 0; v < b->n; v++) {
        if (!is_first(b, v)) continue;
        m->classes[b->block[v]]++;
        m->arcs[b->block[v]] += neighbours(b, v);
    }
    for (tropic_index k = 0; k < m->blocks; k++) {
        if (!b->directed && m->arcs[k] == ((tropic_offset)m->classes[k] - 1) * m->classes[k]) m->classes[k] = 0;
        if (m->classes[k] == 0) continue;
        m->to->n += m->classes[k];
        m->to->nnz += m->arcs[k];
        m->to->blocks++;
    }
    for (tropic_index v = 0; v < b->n; v++) {
        members += m->classes[b->block[v]] > 0;
        m->to->merged += !is_first(b, v);
    }
    return members;
}

/* Names the classes in order, adds up their members' multiplicities, and counts their members in member_offsets[name +
 * 1]. */
static void name_classes(const merging *m)
{
    const tp_bc_blocks *b = m->from;
    tp_bc_reduced *to = m->to;
    tropic_index last = TP_BC_NONE, names = 0, blocks = 0;
    for (tropic_index v = 0; v < b->n; v++) {
        if (m->classes[b->block[v]] == 0) continue;
        if (b->block[v] != last) to->starts[blocks++] = names;
        last = b->block[v];
        m->name[v] = is_first(b, v) ? names++ : m->name[b->twin[v]];
        to->member_offsets[m->name[v] + 1]++;
        to->ends[m->name[v]] += b->targets[v];
        to->factor[m->name[v]] += b->sources[v];
        to->copies[m->name[v]]++;
    }
    to->starts[blocks] = names;
}

static void list_arcs(const merging *m)
{
    const tp_bc_blocks *b = m->from;
    tropic_offset arcs = 0;
    for (tropic_index v = 0; v < b->n; v++) {
        if (m->classes[b->block[v]] == 0 || !is_first(b, v)) continue;
        for (tropic_offset k = b->offsets[v]; k < b->offsets[v + 1]; k++)
            if (is_first(b, b->ids[k])) m->to->ids[arcs++] = m->name[b->ids[k]];
        m->to->offsets[m->name[v] + 1] = arcs;
    }
}

static void list_members(const merging *m)
{
    const tp_bc_blocks *b = m->from;
    tropic_offset *offsets = m->to->member_offsets;
    for (tropic_index x = 0; x < m->to->n; x++) {
        offsets[x + 1] += offsets[x];
        m->to->searches += m->to->factor[x] > 0;
    }
    for (tropic_index v = 0; v < b->n; v++)
        if (m->classes[b->block[v]] > 0) m->to->members[offsets[m->name[v]]++] = b->original[v];
    /* Each offset has moved from the start of its list to the end. */
    for (tropic_index x = m->to->n; x > 0; x--) offsets[x] = offsets[x - 1];
    offsets[0] = 0;
}

static tropic_status fill(const merging *m)
{
    tp_bc_reduced *to = m->to;
    const tropic_offset members = select_blocks(m);
    const int64_t n = to->n;
    to->offsets = tp_arena_zeros(&to->arena, n + 1, sizeof *to->offsets);
    to->ids = tp_arena_array(&to->arena, to->nnz, sizeof *to->ids);
    to->ends = tp_arena_zeros(&to->arena, n, sizeof *to->ends);
    to->copies = tp_arena_zeros(&to->arena, n, sizeof *to->copies);
    to->factor = tp_arena_zeros(&to->arena, n, sizeof *to->factor);
    to->member_offsets = tp_arena_zeros(&to->arena, n + 1, sizeof *to->member_offsets);
    to->members = tp_arena_array(&to->arena, members, sizeof *to->members);
    to->starts = tp_arena_array(&to->arena, (int64_t)to->blocks + 1, sizeof *to->starts);
    TP_TRY(tp_arena_check(&to->arena, "the reduced graph"));
    name_classes(m);
    list_arcs(m);
    list_members(m);
    return TROPIC_OK;
}

tropic_status tp_bc_merge_twins(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_blocks *b)
{
    tp_arena arena = {.context = context};
    merging m = {.from = b, .to = reduced, .blocks = b->n > 0 ? b->block[b->n - 1] + 1 : 0};
    tropic_status status;
    m.classes = tp_arena_zeros(&arena, m.blocks, sizeof *m.classes);
    m.arcs = tp_arena_zeros(&arena, m.blocks, sizeof *m.arcs);
    m.name = tp_arena_array(&arena, b->n, sizeof *m.name);
    status = tp_arena_check(&arena, "classes of twins");
    if (status == TROPIC_OK) status = fill(&m);
    tp_arena_release(&arena);
    return status;
}

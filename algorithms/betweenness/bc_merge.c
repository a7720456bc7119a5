/* SPDX-License-Identifier: Apache-2.0
 *
 * The reduced graph: a vertex for each class of twins, but for blocks in which every two classes are neighbours, where
 * no shortest path has a vertex between its ends but for those of twins.
 */
#include "algorithms/betweenness/bc_parts.h"

typedef struct merging {
    const tp_bc_blocks *from;
    tp_bc_reduced *to;
    tropic_index blocks;   /* that there were */
    tropic_index *classes; /* of a block; 0: it needs no search */
    tropic_offset *arcs;   /* of a block, between its classes */
    tropic_index *name;    /* of a class's first vertex, in the reduced graph */
} merging;

static bool is_first(const tp_bc_blocks *b, tropic_index v)
{
    return b->twin[v] == v;
}

/* Classes beside that of v, which begins it: a class has neighbours whole, but itself. */
static tropic_offset neighbours(const tp_bc_blocks *b, tropic_index v)
{
    tropic_offset count = 0;
    for (tropic_offset k = b->offsets[v]; k < b->offsets[v + 1]; k++) count += is_first(b, b->ids[k]);
    return count;
}

/* Counts what stays, in *to. */
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
        if (m->arcs[k] == ((tropic_offset)m->classes[k] - 1) * m->classes[k]) m->classes[k] = 0;
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

/* Names classes in order, counts their members, each at the place behind it, and lists their arcs. */
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
    /* Each list's beginning has moved to its end. */
    for (tropic_index x = m->to->n; x > 0; x--) offsets[x] = offsets[x - 1];
    offsets[0] = 0;
}

static tropic_status fill(const merging *m, tropic_context *context)
{
    const tp_memory *memory = &context->memory;
    tp_bc_reduced *to = m->to;
    const tropic_offset members = select_blocks(m);
    const int64_t n = to->n;
    to->offsets = tp_allocate_zero(memory, n + 1, sizeof *to->offsets);
    to->ids = tp_allocate(memory, to->nnz, sizeof *to->ids);
    to->ends = tp_allocate_zero(memory, n, sizeof *to->ends);
    to->copies = tp_allocate_zero(memory, n, sizeof *to->copies);
    to->factor = tp_allocate_zero(memory, n, sizeof *to->factor);
    to->member_offsets = tp_allocate_zero(memory, n + 1, sizeof *to->member_offsets);
    to->members = tp_allocate(memory, members, sizeof *to->members);
    to->starts = tp_allocate(memory, (int64_t)to->blocks + 1, sizeof *to->starts);
    if (!to->offsets || !to->ids || !to->ends || !to->copies || !to->factor || !to->member_offsets || !to->members ||
        !to->starts)
        return tp_out_of_memory(context, "the reduced graph");
    name_classes(m);
    list_arcs(m);
    list_members(m);
    return TROPIC_OK;
}

tropic_status tp_bc_merge(tp_bc_reduced *reduced, tropic_context *context, const tp_bc_blocks *b)
{
    const tp_memory *memory = &context->memory;
    merging m = {.from = b, .to = reduced, .blocks = b->n > 0 ? b->block[b->n - 1] + 1 : 0};
    tropic_status status;
    m.classes = tp_allocate_zero(memory, m.blocks, sizeof *m.classes);
    m.arcs = tp_allocate_zero(memory, m.blocks, sizeof *m.arcs);
    m.name = tp_allocate(memory, b->n, sizeof *m.name);
    status = m.classes && m.arcs && m.name ? fill(&m, context) : tp_out_of_memory(context, "classes of twins");
    tp_release(memory, m.classes);
    tp_release(memory, m.arcs);
    tp_release(memory, m.name);
    return status;
}

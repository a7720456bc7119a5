/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertices of a block with the same neighbours: found by a hash of the list, which is a sum, so that a vertex can be
 * added, then compared. No vertex is a twin both ways: were N(u) = N(v) and N(u) + u = N(w) + w, then v, as u, would be
 * a neighbour of w, and so of u.
 */
#include "algorithms/betweenness/bc_parts.h"
#include "runtime/random.h"

#include <string.h>

typedef struct twins {
    const tp_bc_blocks *blocks;
    uint64_t *hash;      /* of N(v) */
    tropic_index *first; /* of a slot, the last class that came to it, by its first vertex */
    tropic_index *chain; /* of a class's first vertex, that of the class before in its slot */
    uint64_t slots;      /* a power of two */
} twins;

/* A class's sources and targets so far, and the pairs between its members. */
typedef struct tally {
    double sources, targets, pairs;
} tally;

static tropic_offset length(const tp_bc_blocks *b, tropic_index v)
{
    return b->offsets[v + 1] - b->offsets[v];
}

/* N(u) + u = N(v) + v, of lists of one length? */
static bool same_closed(const tp_bc_blocks *b, tropic_index u, tropic_index v)
{
    tropic_offset i = b->offsets[u], j = b->offsets[v];
    bool neighbours = false;
    while (i < b->offsets[u + 1] || j < b->offsets[v + 1]) {
        if (i < b->offsets[u + 1] && b->ids[i] == v) {
            neighbours = true;
            i++;
        } else if (j < b->offsets[v + 1] && b->ids[j] == u)
            j++;
        else if (i == b->offsets[u + 1] || j == b->offsets[v + 1] || b->ids[i++] != b->ids[j++])
            return false;
    }
    return neighbours;
}

static bool same(const tp_bc_blocks *b, tropic_index u, tropic_index v, bool closed)
{
    if (length(b, u) != length(b, v)) return false;
    if (closed) return same_closed(b, u, v);
    return memcmp(b->ids + b->offsets[u], b->ids + b->offsets[v], (size_t)length(b, u) * sizeof *b->ids) == 0;
}

static uint64_t hash_of(const twins *t, tropic_index v, bool closed)
{
    return t->hash[v] + (closed ? tp_word(0, (uint64_t)v) : 0);
}

/* The first vertex of v's class, which v begins where there is none. */
static tropic_index find(twins *t, tropic_index v, bool closed)
{
    const uint64_t hash = hash_of(t, v, closed);
    tropic_index *slot = &t->first[hash & (t->slots - 1)];
    for (tropic_index u = *slot; u != TP_BC_NONE; u = t->chain[u])
        if (hash_of(t, u, closed) == hash && same(t->blocks, u, v, closed)) return u;
    t->chain[v] = *slot;
    *slot = v;
    return v;
}

static void group(twins *t, tropic_index *twin, bool closed)
{
    memset(t->first, 0xff, t->slots * sizeof *t->first); /* NONE */
    for (tropic_index v = 0; v < t->blocks->n; v++)
        if (twin[v] == v) twin[v] = find(t, v, closed);
}

/* Pairs of twins that are not neighbours have as many paths as they have neighbours. */
static void add_pairs(const tp_bc_blocks *b, tally *tallies, double *closed_form)
{
    for (tropic_index v = 0; v < b->n; v++) {
        tally *c = &tallies[b->twin[v]];
        c->pairs += c->sources * b->targets[v] + b->sources[v] * c->targets;
        c->sources += b->sources[v];
        c->targets += b->targets[v];
    }
    for (tropic_index v = 0; v < b->n; v++) {
        const double share = tallies[v].pairs / (double)length(b, v);
        if (!(share > 0)) continue;
        for (tropic_offset k = b->offsets[v]; k < b->offsets[v + 1]; k++) closed_form[b->original[b->ids[k]]] += share;
    }
}

static bool allocate(twins *t, tally **tallies, const tp_memory *memory)
{
    const tropic_index n = t->blocks->n;
    t->slots = 1;
    while (t->slots < (uint64_t)n) t->slots *= 2;
    t->hash = tp_allocate_zero(memory, n, sizeof *t->hash);
    t->chain = tp_allocate(memory, n, sizeof *t->chain);
    t->first = tp_allocate(memory, (int64_t)t->slots, sizeof *t->first);
    *tallies = tp_allocate_zero(memory, n, sizeof **tallies);
    return t->hash && t->chain && t->first && *tallies;
}

static void release(const twins *t, tally *tallies, const tp_memory *memory)
{
    tp_release(memory, t->hash);
    tp_release(memory, t->chain);
    tp_release(memory, t->first);
    tp_release(memory, tallies);
}

tropic_status tp_bc_twins(tropic_context *context, tp_bc_blocks *b, double *closed_form)
{
    const tp_memory *memory = &context->memory;
    twins t = {.blocks = b};
    tally *tallies;
    const bool enough = allocate(&t, &tallies, memory);
    if (enough) {
        for (tropic_index v = 0; v < b->n; v++)
            for (tropic_offset k = b->offsets[v]; k < b->offsets[v + 1]; k++)
                t.hash[v] += tp_word(0, (uint64_t)b->ids[k]);
        group(&t, b->twin, false);
        add_pairs(b, tallies, closed_form);
        group(&t, b->twin, true);
    }
    release(&t, tallies, memory);
    return enough ? TROPIC_OK : tp_out_of_memory(context, "twins");
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Twins: vertices of a block with the same neighbours. A hash of the list of neighbours finds candidates, whose lists
 * are then compared. The hash is a sum, so that that of N(v) + v follows from that of N(v). No vertex is a twin both
 * ways: if N(u) = N(v) and N(u) + u = N(w) + w, then v would be a neighbour of w, as u is, and so of u.
 *
 * Of a directed graph the neighbours are those that a vertex has arcs to, and only vertices without arcs to them are
 * merged: they are ends of paths alone, with the same dependencies on all others.
 */
#include "algorithms/betweenness/reduce/bc_decomposition.h"
#include "runtime/random.h"

#include <string.h>

typedef struct twins {
    const tp_bc_blocks *blocks;
    bool *entered;       /* of each vertex: an arc leads to it; NULL, unless such vertices are not merged */
    uint64_t *hash;      /* of each vertex v: the hash of N(v) */
    uint64_t slots;      /* of the hash table: a power of two */
    tropic_index *first; /* of each slot: the first vertex of the class that was added last */
    tropic_index *chain; /* of each class's first vertex: the first vertex of the next class in the slot */
} twins;

/* A class: the sources and targets of its members so far, and the pairs between members. */
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

/* The first vertex of v's class. If there is no such class, v begins it. */
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

/* twin(v) = the first vertex of v's class, by N(v) or, `closed`, by N(v) + v. Skips vertices that have a twin, and
 * those that are not merged. */
static void group(twins *t, tropic_index *twin, bool closed)
{
    memset(t->first, 0xff, t->slots * sizeof *t->first); /* NONE */
    for (tropic_index v = 0; v < t->blocks->n; v++)
        if (twin[v] == v && !(t->entered && t->entered[v])) twin[v] = find(t, v, closed);
}

/* Two twins that are not neighbours have a shortest path through each of their D neighbours w:
 *     closed_form(w) += (sum over i != j of S_i T_j) / D */
static void add_pairs(const tp_bc_blocks *b, tally *tallies, double *closed_form)
{
    for (tropic_index v = 0; v < b->n; v++) {
        tally *c = &tallies[b->twin[v]];
        c->pairs += c->sources * b->targets[v] + b->sources[v] * c->targets;
        c->sources += b->sources[v];
        c->targets += b->targets[v];
    }
    for (tropic_index v = 0; v < b->n; v++) {
        const double each = tallies[v].pairs / (double)length(b, v);
        if (!(each > 0)) continue;
        for (tropic_offset k = b->offsets[v]; k < b->offsets[v + 1]; k++) closed_form[b->original[b->ids[k]]] += each;
    }
}

tropic_status tp_bc_find_twins(tropic_context *context, tp_bc_blocks *b, double *closed_form)
{
    tp_arena arena = {.context = context};
    twins t = {.blocks = b, .slots = 1};
    tally *tallies = tp_arena_zeros(&arena, b->n, sizeof *tallies);
    tropic_status status;
    while (t.slots < (uint64_t)b->n) t.slots *= 2;
    t.hash = tp_arena_zeros(&arena, b->n, sizeof *t.hash);
    t.chain = tp_arena_array(&arena, b->n, sizeof *t.chain);
    t.first = tp_arena_array(&arena, (int64_t)t.slots, sizeof *t.first);
    if (b->directed) t.entered = tp_arena_zeros(&arena, b->n, sizeof *t.entered);
    status = tp_arena_check(&arena, "twins");
    if (status == TROPIC_OK) {
        for (tropic_index v = 0; v < b->n; v++)
            for (tropic_offset k = b->offsets[v]; k < b->offsets[v + 1]; k++) {
                t.hash[v] += tp_word(0, (uint64_t)b->ids[k]);
                if (t.entered) t.entered[b->ids[k]] = true;
            }
        group(&t, b->twin, false);
        if (!b->directed) {
            add_pairs(b, tallies, closed_form);
            group(&t, b->twin, true);
        }
    }
    tp_arena_release(&arena);
    return status;
}

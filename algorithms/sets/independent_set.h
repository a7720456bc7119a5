/* SPDX-License-Identifier: Apache-2.0
 *
 * Maximal independent sets: what the two devices do for them, and the words of vertices.
 */
#ifndef TP_SETS_INDEPENDENT_SET_H
#define TP_SETS_INDEPENDENT_SET_H

#include "algorithms/sets/sets.h"

#include <assert.h>

TP_BEGIN_C

/* Of a vertex: OUT, IN, or while it is undecided its place in the order, so that a look at a neighbour is a comparison:
 * greater words are before lesser ones. A vertex that has no undecided neighbour before it, and none that is IN, is IN,
 * and its neighbours are OUT. What a thread reads may be old, but a word changes once, and then for good: an old one
 * makes a vertex wait. */
#define TP_SET_OUT ((uint16_t)0)
#define TP_SET_IN ((uint16_t)65535)
/* A choice in a random order takes v with a chance of 1 / (1 + its degree), or more (Caro, Wei): in such parts. */
#define TP_SET_CHANCE_BITS 16
TP_FN tropic_index tp_set_chance(const tp_set_graph *g, tropic_index v)
{
    return (tropic_index)(((uint32_t)1 << TP_SET_CHANCE_BITS) / (1 + (uint32_t)tp_set_degree(g, v)));
}

/* A vertex that is taken costs the set what its neighbours would have added. First come vertices of up to so many
 * neighbours, those before that cost least; then the others by degree, as to read all neighbours would take longer than
 * the choice. (With 0, 8, 16 and 32: Kronecker 21 1,730,802, 1,731,607, 1,732,254 and 1,733,309 vertices, lattice 1200
 * 698,072, and 700,167 with each of the others. With 32 uniform random 21 has 0.5 % more, but half of its arcs are
 * read.) */
#define TP_SET_WEIGHED 16
/* A neighbour has a neighbour, so its chance is a half at most: no cost is more than 2 to this power. */
#define TP_SET_COST_BITS (TP_SET_CHANCE_BITS + 3)
static_assert(TP_SET_WEIGHED << (TP_SET_CHANCE_BITS - 1) == 1 << TP_SET_COST_BITS,
              "the greatest cost has the last class");
#define TP_SET_COST_CLASSES (TP_SET_CLASS_OF_BIT(TP_SET_COST_BITS) + 1)
#define TP_SET_KINDS (TP_SET_COST_CLASSES + TP_SET_CLASSES - (TP_SET_WEIGHED + 1))
/* Bits of the hash in a word, beside the kind, which has up to 10 bits. */
#define TP_SET_HASH_BITS 6
static_assert(TP_SET_KINDS << TP_SET_HASH_BITS < TP_SET_IN, "places in the order are between OUT and IN");

/* Lesser kinds are before greater ones. */
TP_FN uint32_t tp_set_kind(const tp_set_graph *g, tropic_index v)
{
    const tropic_index degree = tp_set_degree(g, v);
    tropic_index cost = 0;
    if (degree > TP_SET_WEIGHED) return TP_SET_COST_CLASSES + tp_set_class(degree) - (TP_SET_WEIGHED + 1);
    for (tropic_offset k = g->offsets[v]; k < g->offsets[v + 1]; k++)
        if (g->ids[k] != v) cost += tp_set_chance(g, g->ids[k]);
    return tp_set_class(cost);
}

TP_FN uint16_t tp_set_place(const tp_set_graph *g, tropic_index v)
{
    const uint64_t hash = tp_set_hash_in_block(g, v) >> (64 - TP_SET_HASH_BITS);
    return (uint16_t)(1 + ((TP_SET_KINDS - 1 - tp_set_kind(g, v)) << TP_SET_HASH_BITS | hash));
}

/* Of two vertices of one word, is u before v? */
TP_FN bool tp_set_is_first(const tp_set_graph *g, tropic_index u, tropic_index v)
{
    uint64_t a, b;
    if ((u ^ v) >> TP_SET_BLOCK_BITS == 0) return u < v;
    a = tp_set_hash_in_block(g, u);
    b = tp_set_hash_in_block(g, v);
    return a != b ? a > b : u < v;
}

typedef struct tp_independent_set_found {
    tropic_index members;
    int64_t passes; /* over vertices that were undecided */
} tp_independent_set_found;

/*   choose  set[v] = 1 for the vertices of the set, else 0, of n > 0 in memory of the backend; starts the run's clock
 *           when its arrays are there. Status: OUT_OF_MEMORY, CANCELLED */
#define TP_INDEPENDENT_SET_CALLS(X, prefix)                                                                            \
    X(tropic_status, prefix, choose,                                                                                   \
      (tp_run * run, const tp_set_graph *graph, int32_t *set, tp_independent_set_found *found))

typedef struct tp_independent_set_calls {
    TP_INDEPENDENT_SET_CALLS(TP_CALL_POINTER, )
} tp_independent_set_calls;

TP_INDEPENDENT_SET_CALLS(TP_CALL_PROTOTYPE, tp_cpu_independent_set_)
TP_INDEPENDENT_SET_CALLS(TP_CALL_PROTOTYPE, tp_cuda_independent_set_)
extern const tp_independent_set_calls tp_cpu_independent_set_calls, tp_cuda_independent_set_calls;

TP_END_C
#endif

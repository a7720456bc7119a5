/* SPDX-License-Identifier: Apache-2.0
 *
 * Maximal independent sets: what the two devices do for them, and the words of vertices.
 */
#ifndef TP_SETS_INDEPENDENT_SET_H
#define TP_SETS_INDEPENDENT_SET_H

#include "algorithms/sets/sets.h"

TP_BEGIN_C

/* Of a vertex: OUT, IN, or while it is undecided its place in the order, so that a look at a neighbour is a comparison:
 * greater words are before lesser ones. A vertex that has no undecided neighbour before it, and none that is IN, is IN,
 * and its neighbours are OUT. What a thread reads may be old, but a word changes once, and then for good: an old one
 * makes a vertex wait. */
#define TP_SET_OUT ((uint16_t)0)
#define TP_SET_IN ((uint16_t)65535)
/* Bits of the hash in a word, beside the class. */
#define TP_SET_HASH_BITS 7

TP_FN uint16_t tp_set_place(const tp_set_graph *g, tropic_index v)
{
    const uint32_t kind = tp_set_class(tp_set_degree(g, v));
    const uint64_t hash = tp_set_hash_in_block(g, v) >> (64 - TP_SET_HASH_BITS);
    return (uint16_t)(1 + ((TP_SET_CLASSES - 1 - kind) << TP_SET_HASH_BITS | hash));
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

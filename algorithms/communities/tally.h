/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights of arcs from one vertex on the host, by the number that their other ends have.
 */
#ifndef TP_TALLY_H
#define TP_TALLY_H

#include "algorithms/communities/communities.h"
#include "spmv/cpu_backend.h"

typedef struct tp_tally {
    int64_t *weight;    /* by number; all 0 between two uses */
    tropic_index *seen; /* numbers whose weight is not 0 */
    tropic_index count;
} tp_tally;

/* Adds the weights of v's arcs to other vertices u to those of number[u]; of u with within[u] = within[v] alone, if
 * `within` is not NULL. weights: g's, for the compiler to see where there are none. */
static inline void tp_tally_list(tp_tally *t, const tp_community_graph *g, const int64_t *weights, tropic_index v,
                                 const tropic_index *number, const tropic_index *within)
{
    const tropic_offset end = g->end[v];
    int64_t *const weight = t->weight;
    tropic_index *const seen = t->seen;
    tropic_index count = t->count;
    for (tropic_offset k = g->begin[v]; k < end; k++) {
        const tropic_index u = g->ids[k], place = number[u];
        const int64_t more = weights ? weights[k] : 1, before = weight[place];
        if (u == v || (within && within[u] != within[v])) continue;
        seen[count] = place;
        count += before == 0 && more != 0;
        weight[place] = before + more;
    }
    t->count = count;
}

static inline void tp_tally_clear(tp_tally *t)
{
    for (tropic_index i = 0; i < t->count; i++) t->weight[t->seen[i]] = 0;
    t->count = 0;
}

/* A tally for each thread of a team, of numbers below n. NULL: none, see tp_arena_check. */
tp_tally *tp_tallies(tp_arena *arena, tp_team team, tropic_index n);

#endif

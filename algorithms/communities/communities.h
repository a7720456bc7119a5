/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities: the graph whose vertices are put into some, and what the methods do with it. All in host memory.
 *
 * Weights are whole numbers: their sums are the same in any order, so that results are those of one thread. What is
 * computed of these sums is rounded in double, alike everywhere.
 */
#ifndef TP_COMMUNITIES_H
#define TP_COMMUNITIES_H

#include "algorithms/run.h"
#include "spmv/cpu_backend.h"

#include <tropic_communities.h>

/* A graph of undirected arcs, each in the lists of both its ends; loops are in neither (or, of arcs that are the
 * matrix's own, are to be skipped). Of a directed graph an arc weighs as much as it and its opposite together. */
typedef struct tp_community_graph {
    tp_arena arena; /* its arrays, but those that are the matrix's */
    tropic_index n;
    const tropic_offset *begin, *end; /* of each list */
    const tropic_index *ids;
    const int64_t *weights; /* NULL: all 1 */
    /* Sums of the weights out of each vertex and into it, loops included; of an undirected graph one array, in which
     * they count twice. NULL: not wanted. */
    int64_t *out, *in;
    int64_t total; /* of all vertices */
    int64_t loops; /* its part of loops */
    bool directed;
} tp_community_graph;

/* The graph of the run's matrix. sums: are `out` and `in` wanted? Status: OUT_OF_MEMORY, INVALID_ARGUMENT (a weight). */
tropic_status tp_community_graph_open(tp_run *run, const tropic_communities_options *options, bool sums,
                                      tp_community_graph *g);
void tp_community_graph_close(tp_community_graph *g);

/* ---- weights of arcs from one vertex, by the number that their other ends have ---- */

typedef struct tp_tally {
    int64_t *weight;    /* by number; all 0 between two uses */
    tropic_index *seen; /* numbers whose weight is not 0 */
    tropic_index count;
} tp_tally;

static inline void tp_tally_add(tp_tally *t, tropic_index number, int64_t weight)
{
    const int64_t before = t->weight[number];
    t->seen[t->count] = number;
    t->count += before == 0 && weight != 0;
    t->weight[number] = before + weight;
}

static inline void tp_tally_clear(tp_tally *t)
{
    for (tropic_index i = 0; i < t->count; i++) t->weight[t->seen[i]] = 0;
    t->count = 0;
}

/* A tally for each thread of a team, of numbers below n. NULL: none, see tp_arena_check. */
tp_tally *tp_tallies(tp_arena *arena, tp_team team, tropic_index n);

/* ---- the methods ---- */

typedef struct tp_communities {
    const tropic_communities_options *options; /* with all defaults filled in */
    tropic_index *community;                   /* of each vertex; all below n */
    int32_t levels;
    bool settled;
} tp_communities;

/* Label propagation. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_communities_labels(tp_run *run, const tp_community_graph *g, tp_communities *c);
/* Louvain or Leiden. The same status. */
tropic_status tp_communities_levels(tp_run *run, const tp_community_graph *g, tp_communities *c);

/* The modularity of a partition. Status: OUT_OF_MEMORY. */
tropic_status tp_community_modularity(tp_run *run, const tp_community_graph *g, const tropic_index *community,
                                      double resolution, double *modularity);

#endif

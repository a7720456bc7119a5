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
    bool directed, has_loops;
} tp_community_graph;

/* The graph of the run's matrix, without sums; and these. Status: OUT_OF_MEMORY, INVALID_ARGUMENT (a weight). */
tropic_status tp_community_graph_open(tp_run *run, const tropic_communities_options *options, tp_community_graph *g);
tropic_status tp_community_graph_sum(tp_run *run, const tropic_communities_options *options, tp_community_graph *g);
void tp_community_graph_close(tp_community_graph *g);

/* ---- weights of arcs from one vertex, by the number that their other ends have ---- */

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

/* The modularity of a partition; NULL: each vertex is a set. Status: OUT_OF_MEMORY. */
tropic_status tp_community_modularity(tp_run *run, const tp_community_graph *g, const tropic_index *community,
                                      double resolution, double *modularity);

#endif

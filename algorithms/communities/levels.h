/* SPDX-License-Identifier: Apache-2.0
 *
 * Louvain and Leiden: what is done on each graph, from the matrix's to those of communities.
 */
#ifndef TP_LEVELS_H
#define TP_LEVELS_H

#include "algorithms/communities/tally.h"

/* The most groups of vertices that move one after another in a pass. (Modularity is the same from 4 to 64 within the
 * spread of seeds; few leave more to do at once.) */
#define TP_COMMUNITY_GROUPS 8

/* A partition of a graph's vertices, and arrays for what is done with it: of all sizes that the first graph needs. */
typedef struct tp_levels {
    tp_run *run;
    const tropic_communities_options *options;
    tp_tally *tallies; /* of each thread of `team` */
    tp_team team;
    tropic_index *community; /* of each vertex, numbers below n */
    int64_t *out, *in;       /* of each community: sums of its vertices' */
    tropic_index *size;      /* of each community: vertices */
    tropic_index *refined;   /* Leiden: of each vertex, the number of a connected part of its community */
    tropic_index *number;    /* room for a number a vertex */
    tropic_index *order, *target;
    uint8_t *active, *group;
    int32_t pass; /* how many there were, which draws the groups of the next */
} tp_levels;

/* size, out, in = those of `community`. */
void tp_levels_sum(tp_levels *l, const tp_community_graph *g, const tropic_index *community);
/* Moves vertices to communities of neighbours, from l->community on, of which the sums are there. optimal NULL: until
 * few go; else until none does, if an end comes, which *optimal says. Status: CANCELLED. */
tropic_status tp_levels_move(tp_levels *l, const tp_community_graph *g, bool *optimal);
/* l->refined = connected parts of communities, made of single vertices. Changes size, out and in. */
tropic_status tp_levels_refine(tp_levels *l, const tp_community_graph *g);
/* numbers[v] = 0, 1, 2, ... for the sets of vertices with the same numbers[v], in the order of their least. Returns how
 * many there are. */
tropic_index tp_levels_number(tp_levels *l, tropic_index n, tropic_index *numbers);
/* community = the least vertex of v's connected part of its community. */
void tp_levels_connect(tp_levels *l, const tp_community_graph *g, tropic_index *community);
/* The graph of `count` such sets. Status: OUT_OF_MEMORY. */
tropic_status tp_levels_coarsen(tp_levels *l, const tp_community_graph *g, const tropic_index *numbers,
                                tropic_index count, tp_community_graph *coarse);

/* ---- groups of vertices (groups.c) ---- */

/* Vertices that a pass looks at, those of group k at order[first[k]] up to order[first[k + 1]]. */
typedef struct tp_groups {
    int count;
    int64_t first[TP_COMMUNITY_GROUPS + 1];
} tp_groups;

/* Groups of the active vertices, other ones each time. */
void tp_levels_draw(tp_levels *l, tropic_index n, tp_groups *groups);
/* A team for work on so many of n vertices. */
tp_team tp_levels_team(const tp_levels *l, const tp_community_graph *g, int64_t vertices);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Louvain and Leiden: what is done on each graph, from the matrix's to those of communities.
 */
#ifndef TP_LEVELS_H
#define TP_LEVELS_H

#include "algorithms/communities/communities.h"
#include "runtime/threads.h"

TP_BEGIN_C

/* The most groups of vertices that move one after another in a pass. (Modularity is the same from 4 to 64 within the
 * spread of seeds; few leave more to do at once.) */
#define TP_COMMUNITY_GROUPS 8
/* Of a vertex that is not looked at. */
#define TP_NO_GROUP 255

/* GPU: vertices of many arcs, whose lists are cut into pieces. Each piece has a table of sums by community; those of a
 * vertex follow one another, and are one. */
typedef struct tp_levels_large {
    tropic_index count, pieces;
    tropic_index *vertex; /* of each of them; and its first piece, how many there are, and where it goes */
    tropic_index *first, *length, *target;
    unsigned long long *own; /* weights within its community */
    tropic_index *owner;     /* of each piece; and the best community of its table, with what modularity grows by */
    tropic_index *best;
    double *growth;
    tropic_index *keys; /* of all tables; -1: a place is free */
    unsigned long long *sums;
} tp_levels_large;

/* A partition of a graph's vertices, and arrays for what is done with it: of all sizes that the first graph needs, in
 * memory of the backend. */
typedef struct tp_levels {
    tp_run *run;
    const tropic_communities_options *options;
    tropic_index *community; /* of each vertex, numbers below n */
    int64_t *out, *in;       /* of each community: sums of its vertices' */
    tropic_index *size;      /* of each community: vertices */
    tropic_index *refined;   /* Leiden: of each vertex, the number of a connected part of its community */
    tropic_index *number;    /* room for a number a vertex */
    tropic_index *order, *target;
    uint8_t *group; /* of each vertex; on a GPU also, whether it is active */
    int32_t pass;   /* how many there were, which draws the groups of the next */
    /* CPU */
    uint8_t *active;
    struct tp_tally *tallies; /* of each thread of `team` */
    tp_team team;
    /* GPU */
    struct tp_move_counts *counts;
    int64_t left, most;    /* active vertices; communities */
    uint8_t *set, *set_of; /* numbers of communities, if these are few: of each vertex, and of each community */
    tropic_index *names;
    tp_levels_large large;
    tp_arena arena; /* its arrays */
} tp_levels;

/* How vertices of a graph move. */
typedef struct tp_moving {
    const tp_community_graph *g;
    double factor;              /* resolution / W */
    tropic_index *place;        /* of each vertex, its community, or the part that is refined */
    const tropic_index *within; /* Leiden's refinement: of each vertex, the community that it stays in; else NULL */
} tp_moving;

/*   make      the arrays, for a graph and those of its communities. Status: OUT_OF_MEMORY
 *   begin     all of a graph's vertices are looked at in the next pass. The same status
 *   again     the same, of the graph that was begun last
 *   pass      moves vertices from m->place on, of which size, out and in are there. *moved: how many went
 *   sum       size, out, in = those of `community`
 *   number    numbers[v], below n, = 0, 1, 2, ... for the sets of vertices with the same numbers[v], in the order of
 *             their least. *count: how many there are
 *   name      numbers[v] = the least vertex of those with the same numbers[v]
 *   connect   community = the least vertex of v's connected part of its community
 *   coarsen   the graph of `count` sets, numbered from 0. Status: OUT_OF_MEMORY
 *   identity  to[v] = v
 *   look_up   to[v] = table[at[v]]; `to` may be `at`
 *   place     to[at[v]] = from[v], the same for all v with the same at[v]
 *   equal     *equal = are a[v] and b[v] the same for all v < n? */
#define TP_LEVELS_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, make, (tp_levels * l, const tp_community_graph *g))                                       \
    X(tropic_status, prefix, begin, (tp_levels * l, const tp_community_graph *g))                                      \
    X(tropic_status, prefix, again, (tp_levels * l, const tp_community_graph *g))                                      \
    X(tropic_status, prefix, pass, (tp_levels * l, const tp_moving *m, int64_t *moved))                                \
    X(tropic_status, prefix, sum, (tp_levels * l, const tp_community_graph *g, const tropic_index *community))         \
    X(tropic_status, prefix, number, (tp_levels * l, tropic_index n, tropic_index * numbers, tropic_index * count))    \
    X(tropic_status, prefix, name, (tp_levels * l, tropic_index n, tropic_index * numbers))                            \
    X(tropic_status, prefix, connect, (tp_levels * l, const tp_community_graph *g, tropic_index *community))           \
    X(tropic_status, prefix, coarsen,                                                                                  \
      (tp_levels * l, const tp_community_graph *g, const tropic_index *numbers, tropic_index count,                    \
       tp_community_graph *coarse))                                                                                    \
    X(tropic_status, prefix, identity, (tp_levels * l, tropic_index n, tropic_index * to))                             \
    X(tropic_status, prefix, look_up,                                                                                  \
      (tp_levels * l, tropic_index n, tropic_index * to, const tropic_index *table, const tropic_index *at))           \
    X(tropic_status, prefix, place,                                                                                    \
      (tp_levels * l, tropic_index n, tropic_index * to, const tropic_index *at, const tropic_index *from))            \
    X(tropic_status, prefix, equal,                                                                                    \
      (tp_levels * l, tropic_index n, const tropic_index *a, const tropic_index *b, bool *equal))

typedef struct tp_levels_calls {
    TP_LEVELS_CALLS(TP_CALL_POINTER, )
} tp_levels_calls;

TP_LEVELS_CALLS(TP_CALL_PROTOTYPE, tp_cpu_levels_)
TP_LEVELS_CALLS(TP_CALL_PROTOTYPE, tp_cuda_levels_)
extern const tp_levels_calls tp_cpu_levels_calls, tp_cuda_levels_calls;

static inline bool tp_is_leiden(const tp_levels *l)
{
    return l->options->method == TROPIC_COMMUNITIES_LEIDEN;
}

/* ---- passes (passes.c) ---- */

/* Moves vertices to communities of neighbours, from l->community on, of which the sums are there. optimal NULL: until
 * few go; else until none does, if an end comes, which *optimal says. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_levels_move(tp_levels *l, const tp_community_graph *g, bool *optimal);
/* l->refined = connected parts of communities, made of single vertices. Changes size, out and in. */
tropic_status tp_levels_refine(tp_levels *l, const tp_community_graph *g);

/* How fast progress is told: half of it after so many passes, 1 by this. */
#define TP_PASS_PROGRESS 0.1

/* Tells progress in a pass. Status: CANCELLED. */
static inline tropic_status tp_levels_progress(const tp_levels *l)
{
    return tp_progress(l->run->context, 1 - 1 / (1 + TP_PASS_PROGRESS * l->pass));
}

/* ---- groups of vertices, on the CPU (groups.c) ---- */

/* Vertices that a pass looks at, those of group k at order[first[k]] up to order[first[k + 1]]. */
typedef struct tp_groups {
    int count;
    int64_t first[TP_COMMUNITY_GROUPS + 1];
} tp_groups;

/* Groups of the active vertices, other ones each time. */
void tp_levels_draw(tp_levels *l, tropic_index n, tp_groups *groups);
/* A team for work on so many of n vertices. */
tp_team tp_levels_team(const tp_levels *l, const tp_community_graph *g, int64_t vertices);

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities: the graph whose vertices are put into some, and what the two devices do with it.
 *
 * Weights are whole numbers: their sums are the same in any order, so that results are those of one thread. What is
 * computed of these sums is rounded in double, alike everywhere.
 */
#ifndef TP_COMMUNITIES_H
#define TP_COMMUNITIES_H

#include "algorithms/run.h"

#include <tropic_communities.h>

TP_BEGIN_C

/* A graph of undirected arcs, each in the lists of both its ends; loops are in neither (or, of arcs that are the
 * matrix's own, are to be skipped). Of a directed graph an arc weighs as much as it and its opposite together; or, on a
 * GPU, both are in the list. Arrays are in memory of the backend. */
typedef struct tp_community_graph {
    tp_arena arena; /* its arrays, but those that are the matrix's */
    tropic_index n;
    const tropic_offset *begin, *end; /* of each list */
    const tropic_index *ids;          /* ascending, but in a directed graph on a GPU, and in one of communities */
    const int64_t *weights;           /* NULL: all 1 */
    /* Sums of the weights out of each vertex and into it, loops included; of an undirected graph one array, in which
     * they count twice. NULL: not wanted. */
    int64_t *out, *in;
    int64_t total; /* of all vertices */
    int64_t loops; /* its part of loops */
    bool weighted; /* by the matrix's values */
    bool directed, has_loops;
} tp_community_graph;

typedef struct tp_communities {
    const tropic_communities_options *options; /* with all defaults filled in */
    tropic_index *community;                   /* of each vertex, in memory of the backend; all below n */
    int32_t levels;
    bool settled;
} tp_communities;

/* What a call is to find, as bits: communities, by the method of the options (without, modularity is all); and sizes,
 * for a vector of the caller's. */
enum { TP_FINDS_COMMUNITIES = 1, TP_FINDS_SIZES = 2 };

/* The most bytes of arrays of the backend that a run has at a time, and of others, on the host. */
typedef struct tp_communities_memory {
    size_t backend, host;
} tp_communities_memory;

/* Bytes on the host of a vertex, in a partition that a caller gives: `present` and `given`. */
#define TP_COMMUNITIES_GIVEN_BYTES (sizeof(bool) + sizeof(tropic_index))
/* Bytes of an arc in a graph of communities: `ids` and `weights`. */
#define TP_COMMUNITIES_ARC_BYTES (sizeof(tropic_index) + sizeof(int64_t))

/* Arcs in the lists of a graph of the run's matrix; and bytes of sums of its vertices, as `out` and `in` are. */
static inline size_t tp_communities_arcs(const tp_run *run, const tp_community_graph *g)
{
    return (g->directed ? 2 : 1) * (size_t)run->A->count;
}
static inline size_t tp_communities_sums(const tp_run *run, const tp_community_graph *g)
{
    return (g->directed ? 2 : 1) * (size_t)run->n * sizeof(int64_t);
}

/* (n may be 0. finds: TP_FINDS_...)
 *   memory      what is needed in all, of a graph that has no arrays yet
 *   open        the graph of the run's matrix, without sums, if there is memory for all that is to come: the report
 *               has that of the host. Status: OUT_OF_MEMORY, INVALID_ARGUMENT (a weight)
 *   sum         these, if they are not there yet. The same status
 *   labels      label propagation: c->community, levels and settled. Status: OUT_OF_MEMORY, CANCELLED
 *   modularity  of a partition; NULL: each vertex is a set. Of a graph with sums. Status: OUT_OF_MEMORY
 *   sizes       size[v] = how many have v's number, and of the report: communities, single, largest, largest_size */
#define TP_COMMUNITIES_CALLS(X, prefix)                                                                                \
    X(tropic_status, prefix, memory,                                                                                   \
      (tp_run * run, const tropic_communities_options *options, unsigned finds, const tp_community_graph *g,           \
       tp_communities_memory *memory))                                                                                 \
    X(tropic_status, prefix, open,                                                                                     \
      (tp_run * run, const tropic_communities_options *options, unsigned finds, tp_community_graph *g))                \
    X(tropic_status, prefix, sum, (tp_run * run, const tropic_communities_options *options, tp_community_graph *g))    \
    X(tropic_status, prefix, labels, (tp_run * run, const tp_community_graph *g, tp_communities *c))                   \
    X(tropic_status, prefix, modularity,                                                                               \
      (tp_run * run, const tp_community_graph *g, const tropic_index *community, double resolution,                    \
       double *modularity))                                                                                            \
    X(tropic_status, prefix, sizes,                                                                                    \
      (tp_run * run, const tropic_index *community, tropic_index *size, tropic_communities_report *report))

typedef struct tp_communities_calls {
    TP_COMMUNITIES_CALLS(TP_CALL_POINTER, )
} tp_communities_calls;

TP_COMMUNITIES_CALLS(TP_CALL_PROTOTYPE, tp_cpu_communities_)
TP_COMMUNITIES_CALLS(TP_CALL_PROTOTYPE, tp_cuda_communities_)
extern const tp_communities_calls tp_cpu_communities_calls, tp_cuda_communities_calls;

/* Louvain or Leiden, of a graph with sums. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_communities_levels(tp_run *run, const tp_community_graph *g, tp_communities *c);

/* Accepts a graph that was not opened, all zero. */
static inline void tp_community_graph_close(tp_community_graph *g)
{
    tp_arena_release(&g->arena);
    g->n = 0;
}

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of betweenness to a backend.
 */
#ifndef TP_BRANDES_CALLS_H
#define TP_BRANDES_CALLS_H

#include "algorithms/betweenness/brandes_columns.h"
#include "algorithms/betweenness/brandes_single.h"
#include "algorithms/betweenness/brandes_weighted.h"
#include "runtime/backend.h"

#include <tropic_algorithms.h>

TP_BEGIN_C

/*   sweeps         the sweeps of some sources, each with a queue of its own, and the sum of their results (brandes.h)
 *   add            the sum alone, of `delta`
 *   weighted       sweeps of some sources over shortest-path DAGs (brandes_weighted.h), but `add`
 *   arcs           dependencies of arcs after the last two; weighted: NULL after `sweeps`
 *   room           *sources = how many of them, in a graph of n vertices, these are to take at once, of so many.
 *                  arcs: with dependencies of arcs
 *   level          a level of a batch (brandes_columns.h)
 *   sum            the sum of a batch's results, at its end
 *   batch_arcs     dependencies of arcs of a batch
 *   sets           sets[d * words + ..] = the set of vertices on level d, for d < levels; words = TP_BRANDES_WORDS(n)
 *   single_source  a level of a single source (brandes_single.h) */
#define TP_BRANDES_CALLS(X, prefix)                                                                                    \
    X(tropic_status, prefix, sweeps, (tropic_context * context, const tp_brandes *brandes))                            \
    X(tropic_status, prefix, add, (tropic_context * context, const tp_brandes *brandes))                               \
    X(tropic_status, prefix, weighted, (tropic_context * context, const tp_brandes_weighted *weighted))                \
    X(tropic_status, prefix, arcs,                                                                                     \
      (tropic_context * context, const tp_brandes *brandes, const tp_brandes_weighted *weighted))                      \
    X(tropic_status, prefix, room, (tropic_context * context, tropic_index n, bool arcs, tropic_index *sources))       \
    X(tropic_status, prefix, level, (tropic_context * context, const tp_brandes_level *level))                         \
    X(tropic_status, prefix, sum, (tropic_context * context, const tp_brandes_sum *sum))                               \
    X(tropic_status, prefix, batch_arcs, (tropic_context * context, const tp_brandes_batch_arcs *arcs))                \
    X(tropic_status, prefix, sets,                                                                                     \
      (tropic_context * context, const int32_t *level, tropic_index n, int32_t levels, uint64_t *sets))                \
    X(tropic_status, prefix, single_source, (tropic_context * context, const tp_brandes_single *single))

typedef struct tp_brandes_calls {
    TP_BRANDES_CALLS(TP_CALL_POINTER, )
    /* tp_near_order. Sources in such an order can be taken in groups (tp_brandes.entries), in graphs of up to group_max
     * vertices, or group_hubs_max, if hubs make all near. NULL: none are. */
    tropic_status (*near)(tropic_context *context, const tp_arcs *out, tropic_index *order, tropic_index *rank);
    tropic_index group_max, group_hubs_max;
    /* The fastest way for searches that are not deep: TROPIC_BC_PRODUCTS or TROPIC_BC_BATCHED. */
    tropic_bc_method shallow;
    /* Up to so many sources are taken one by one, by sets of vertices (tp_bc_single_source), if that can be. */
    tropic_index single_source_max;
    /* Vertices and arcs below which a symmetric, sparse graph is for queues, however few its levels. */
    int64_t queue_max;
    /* Bytes for each entry that the sums of hubs' pieces of a batch take, at most. */
    double hub_each;
    /* Sources from which reductions of the graph pay. */
    tropic_index reduce_from;
} tp_brandes_calls;

TP_BRANDES_CALLS(TP_CALL_PROTOTYPE, tp_cpu_brandes_)
TP_BRANDES_CALLS(TP_CALL_PROTOTYPE, tp_cuda_brandes_)
extern const tp_brandes_calls tp_cpu_brandes_calls, tp_cuda_brandes_calls;

TP_END_C
#endif

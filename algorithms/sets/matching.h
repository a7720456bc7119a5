/* SPDX-License-Identifier: Apache-2.0
 *
 * Matchings: weights as numbers of 32 bits that are compared, and the search by offers.
 */
#ifndef TP_SETS_MATCHING_H
#define TP_SETS_MATCHING_H

#include "algorithms/sets/sets.h"

/* Weights, in their order. A key of 0 is that of an edge that is never taken. */
typedef struct tp_weights {
    const uint32_t *keys; /* of each arc; NULL: all edges weigh the same */
    bool exact;           /* equal keys are of equal weights */
} tp_weights;

/* Keys of the graph's values: `keys` are these themselves, if they are positive numbers of 32 bits, or in memory of the
 * run's arena. INVALID_ARGUMENT if a value is not a number. */
tropic_status tp_matching_weights(tp_run *run, const tp_set_graph *graph, tp_weights *weights);
/* The order of the weights of two arcs: less than 0, 0, more than 0. */
int tp_matching_compare(const tp_set_graph *graph, tropic_offset a, tropic_offset b);

/* mate = the greedy matching. Status: OUT_OF_MEMORY, CANCELLED. */
tropic_status tp_matching_find(tp_run *run, const tp_set_graph *graph, const tp_weights *weights, int32_t *mate);

/* The arc from v to u; -1: there is none. */
tropic_offset tp_matching_arc(const tp_set_graph *graph, tropic_index v, tropic_index u);

#endif

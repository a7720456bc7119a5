/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights of a matching on the CPU as keys of 32 bits, which are compared.
 */
#ifndef TP_SETS_WEIGHTS_H
#define TP_SETS_WEIGHTS_H

#include "algorithms/sets/matching.h"

/* Weights, in their order. A key of 0 is that of an edge that is never taken. */
typedef struct tp_weights {
    const uint32_t *keys; /* of each arc; NULL: all edges weigh the same */
    bool exact;           /* equal keys are of equal weights */
} tp_weights;

/* Keys of the graph's values: `keys` are these themselves, if they are positive numbers of 32 bits, or in memory of the
 * run's arena. */
tropic_status tp_matching_weights(tp_run *run, const tp_set_graph *graph, tp_weights *weights);
/* The order of the weights of two arcs: less than 0, 0, more than 0. */
int tp_matching_compare(const tp_set_graph *graph, tropic_offset a, tropic_offset b);

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Weights as whole numbers.
 */
#ifndef TP_COMMUNITY_WEIGHTS_H
#define TP_COMMUNITY_WEIGHTS_H

#include "algorithms/communities/communities.h"

TP_BEGIN_C

typedef struct tp_community_weights {
    tropic_type type;   /* of the values */
    double scale, more; /* a weight is multiplied by both: by a power of two that may be beyond a double */
} tp_community_weights;

/* Of the run's matrix. *g = its graph, without any array: n, weighted, directed, has_loops. Status: INVALID_ARGUMENT,
 * if a weight is negative, infinite or not a number. */
tropic_status tp_community_weights_open(tp_run *run, const tropic_communities_options *options, tp_community_graph *g,
                                        tp_community_weights *w);

TP_END_C
#endif

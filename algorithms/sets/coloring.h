/* SPDX-License-Identifier: Apache-2.0
 *
 * Greedy colourings: what the two devices do for them.
 */
#ifndef TP_SETS_COLORING_H
#define TP_SETS_COLORING_H

#include "algorithms/sets/order.h"

TP_BEGIN_C

/*   paint  values[v] = the colour of each of n > 0 vertices, from 0 on, and *colors how many there are. Arrays, the
 *          layers of `kinds` too, are in memory of the backend. Status: OUT_OF_MEMORY, CANCELLED */
#define TP_COLORING_CALLS(X, prefix)                                                                                   \
    X(tropic_status, prefix, paint,                                                                                    \
      (tp_run * run, const tp_set_graph *graph, const tp_set_kinds *kinds, int32_t *values, int32_t *colors))

typedef struct tp_coloring_calls {
    TP_COLORING_CALLS(TP_CALL_POINTER, )
} tp_coloring_calls;

TP_COLORING_CALLS(TP_CALL_PROTOTYPE, tp_cpu_coloring_)
TP_COLORING_CALLS(TP_CALL_PROTOTYPE, tp_cuda_coloring_)
extern const tp_coloring_calls tp_cpu_coloring_calls, tp_cuda_coloring_calls;

TP_END_C
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components: what the two devices do for them.
 */
#ifndef TP_COMPONENTS_H
#define TP_COMPONENTS_H

#include "runtime/backend.h"

TP_BEGIN_C

/* Of all components; in host memory. */
typedef struct tp_components_survey {
    int64_t components, isolated; /* isolated: of one vertex */
    tropic_index largest, largest_size;
} tp_components_survey;

/* Arrays in memory of the backend, a place for each of n > 0 vertices.
 *   weak   component[v] = the first vertex of v's weakly connected component. in: the other orientation; NULL if both
 *          are one
 *   sizes  size[v] = how many vertices have v's component, and *survey */
#define TP_COMPONENTS_CALLS(X, prefix)                                                                                 \
    X(tropic_status, prefix, weak,                                                                                     \
      (tropic_context * context, const tp_arcs *out, const tp_arcs *in, tropic_index *component))                      \
    X(tropic_status, prefix, sizes,                                                                                    \
      (tropic_context * context, const tropic_index *component, tropic_index n, tropic_index *size,                    \
       tp_components_survey *survey))

typedef struct tp_components_calls {
    TP_COMPONENTS_CALLS(TP_CALL_POINTER, )
} tp_components_calls;

TP_COMPONENTS_CALLS(TP_CALL_PROTOTYPE, tp_cpu_components_)
TP_COMPONENTS_CALLS(TP_CALL_PROTOTYPE, tp_cuda_components_)
extern const tp_components_calls tp_cpu_components_calls, tp_cuda_components_calls;

TP_END_C
#endif

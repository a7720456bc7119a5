/* SPDX-License-Identifier: Apache-2.0
 *
 * An algorithm with an op and a call of its own on both backends, in one folder. scripts/new-algorithm copies it.
 */
#ifndef TP_LABELS_H
#define TP_LABELS_H

#include "algorithms/run.h"

#include "tests/own_algorithm/tropic_labels.h"

TP_BEGIN_C

/* Memory of the backend. */
typedef struct tp_labels_state {
    int32_t depth; /* not looked at */
    int64_t *label;
    int32_t *changed; /* set if a label fell */
} tp_labels_state;

extern const tp_op tp_op_labels;

/*   roots  *count = vertices whose label is their own number: one of each component */
#define TP_LABELS_CALLS(X, prefix)                                                                                     \
    X(tropic_status, prefix, roots, (tropic_context * context, const int64_t *label, tropic_index n, int64_t *count))

typedef struct tp_labels_calls {
    TP_LABELS_CALLS(TP_CALL_POINTER, )
} tp_labels_calls;

TP_LABELS_CALLS(TP_CALL_PROTOTYPE, tp_cpu_labels_)
TP_LABELS_CALLS(TP_CALL_PROTOTYPE, tp_cuda_labels_)
extern const tp_labels_calls tp_cpu_labels_calls, tp_cuda_labels_calls;

TP_END_C
#endif

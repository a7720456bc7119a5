/* SPDX-License-Identifier: Apache-2.0
 *
 * The algorithm's functions for the CPU backend.
 */
#include "tests/own_algorithm/labels.h"

#include "spmv/ops/kernel.h"

#define OP_NAME labels
#define OP_STATE tp_labels_state
#include "tests/own_algorithm/labels_op.h"

#include "spmv/ops/instantiate.h"

tropic_status tp_cpu_labels_roots(tropic_context *context, const int64_t *label, tropic_index n, int64_t *count)
{
    (void)context;
    *count = 0;
    for (tropic_index v = 0; v < n; v++) *count += label[v] == v;
    return TROPIC_OK;
}

const tp_labels_calls tp_cpu_labels_calls = {TP_LABELS_CALLS(TP_CALL_ROW, tp_cpu_labels_)};

/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of betweenness to the CPU backend.
 */
#include "algorithms/betweenness/brandes_calls.h"
#include "algorithms/bfs/near.h"
#include "algorithms/tuning.h"

const tp_brandes_calls tp_cpu_brandes_calls = {
    TP_BRANDES_CALLS(TP_CALL_ROW, tp_cpu_brandes_).shallow = TROPIC_BC_PRODUCTS,
    .near = tp_near_order,
    .group_max = TP_BC_CPU_GROUP_MAX,
    .group_hubs_max = TP_BC_CPU_GROUP_HUBS_MAX,
    .single_source_max = TP_BC_CPU_SINGLE_MAX,
    .queue_max = TP_BC_CPU_QUEUE_MAX,
    .reduce_from = TP_BC_CPU_REDUCE_FROM,
};

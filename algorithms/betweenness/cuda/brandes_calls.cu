/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of betweenness to the CUDA backend.
 */
#include "algorithms/betweenness/brandes_calls.h"

/* H200, ms: a single source 1.5; side by side 6.9 for three of a Kronecker graph of scale 21, 7.7 for four, 8.7 for
 * six; of a uniform random one 8.8 for four. */
#define SINGLE_SOURCE_MAX 5
#define HUB_EACH 1.5
#define REDUCE_FROM 16384

const tp_brandes_calls tp_cuda_brandes_calls = {
    TP_BRANDES_CALLS(TP_CALL_ROW, tp_cuda_brandes_).near = NULL,
    .group_max = 0,
    .group_hubs_max = 0,
    .shallow = TROPIC_BC_BATCHED,
    .single_source_max = SINGLE_SOURCE_MAX,
    .queue_max = 0, /* of no graph */
    .hub_each = HUB_EACH,
    .reduce_from = REDUCE_FROM,
};

/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of shortest paths and their parents, by type of the weights, read once by each backend, which names its
 * instance headers: TP_INSTANCE for products, TP_SEARCH_INSTANCE for searches.
 */
#include "algorithms/sssp/sssp_state.h"

#define SSSP_OP sssp
#define SSSP_STATE tp_sssp_state
#define SSSP_HEADER "algorithms/sssp/sssp_op.h"
#define SSSP_INSTANCE TP_SEARCH_INSTANCE
#include "algorithms/sssp/sssp_types.h"

#define SSSP_OP sssp_parent
#define SSSP_STATE tp_sssp_parent_state
#define SSSP_HEADER "algorithms/sssp/sssp_parent_op.h"
#define SSSP_INSTANCE TP_INSTANCE
#include "algorithms/sssp/sssp_types.h"

#define SSSP_OP sssp_tight
#define SSSP_STATE tp_sssp_tight_state
#define SSSP_HEADER "algorithms/sssp/sssp_tight_op.h"
#define SSSP_INSTANCE TP_INSTANCE
#include "algorithms/sssp/sssp_types.h"

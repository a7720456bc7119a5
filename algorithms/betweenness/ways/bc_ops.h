/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of betweenness by products, read once by each backend, which names its instance headers: TP_INSTANCE.
 */
#include "algorithms/betweenness/ways/bc_state.h"

#define OP_NAME bc_count
#define OP_STATE tp_bc_count_state
#define OP_WIDE 0
#include "algorithms/betweenness/ways/bc_count_op.h"
#include TP_INSTANCE

#define OP_NAME bc_count_wide
#define OP_STATE tp_bc_count_state
#define OP_WIDE 1
#include "algorithms/betweenness/ways/bc_count_op.h"
#include TP_INSTANCE

#define OP_NAME bc_gather
#define OP_STATE tp_bc_gather_state
#define OP_WIDE 0
#include "algorithms/betweenness/ways/bc_gather_op.h"
#include TP_INSTANCE

#define OP_NAME bc_gather_wide
#define OP_STATE tp_bc_gather_state
#define OP_WIDE 1
#include "algorithms/betweenness/ways/bc_gather_op.h"
#include TP_INSTANCE

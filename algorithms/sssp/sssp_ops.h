/* SPDX-License-Identifier: Apache-2.0
 *
 * The ops of shortest paths and their parents, by type of the weights, read once by each backend, which names its
 * instance headers: TP_INSTANCE for products, TP_SEARCH_INSTANCE for searches.
 */
#include "algorithms/sssp/sssp_state.h"

#define OP_NAME sssp_bool8
#define OP_STATE tp_sssp_state
#define WEIGHT bool8
#define DISTANCE int64
#include "algorithms/sssp/sssp_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME sssp_int32
#define OP_STATE tp_sssp_state
#define WEIGHT int32
#define DISTANCE int64
#include "algorithms/sssp/sssp_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME sssp_int64
#define OP_STATE tp_sssp_state
#define WEIGHT int64
#define DISTANCE int64
#include "algorithms/sssp/sssp_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME sssp_uint32
#define OP_STATE tp_sssp_state
#define WEIGHT uint32
#define DISTANCE int64
#include "algorithms/sssp/sssp_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME sssp_uint64
#define OP_STATE tp_sssp_state
#define WEIGHT uint64
#define DISTANCE int64
#include "algorithms/sssp/sssp_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME sssp_fp32
#define OP_STATE tp_sssp_state
#define WEIGHT fp32
#define DISTANCE fp32
#include "algorithms/sssp/sssp_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME sssp_fp64
#define OP_STATE tp_sssp_state
#define WEIGHT fp64
#define DISTANCE fp64
#include "algorithms/sssp/sssp_op.h"
#include TP_SEARCH_INSTANCE

#define OP_NAME sssp_parent_bool8
#define OP_STATE tp_sssp_parent_state
#define WEIGHT bool8
#define DISTANCE int64
#include "algorithms/sssp/sssp_parent_op.h"
#include TP_INSTANCE

#define OP_NAME sssp_parent_int32
#define OP_STATE tp_sssp_parent_state
#define WEIGHT int32
#define DISTANCE int64
#include "algorithms/sssp/sssp_parent_op.h"
#include TP_INSTANCE

#define OP_NAME sssp_parent_int64
#define OP_STATE tp_sssp_parent_state
#define WEIGHT int64
#define DISTANCE int64
#include "algorithms/sssp/sssp_parent_op.h"
#include TP_INSTANCE

#define OP_NAME sssp_parent_uint32
#define OP_STATE tp_sssp_parent_state
#define WEIGHT uint32
#define DISTANCE int64
#include "algorithms/sssp/sssp_parent_op.h"
#include TP_INSTANCE

#define OP_NAME sssp_parent_uint64
#define OP_STATE tp_sssp_parent_state
#define WEIGHT uint64
#define DISTANCE int64
#include "algorithms/sssp/sssp_parent_op.h"
#include TP_INSTANCE

#define OP_NAME sssp_parent_fp32
#define OP_STATE tp_sssp_parent_state
#define WEIGHT fp32
#define DISTANCE fp32
#include "algorithms/sssp/sssp_parent_op.h"
#include TP_INSTANCE

#define OP_NAME sssp_parent_fp64
#define OP_STATE tp_sssp_parent_state
#define WEIGHT fp64
#define DISTANCE fp64
#include "algorithms/sssp/sssp_parent_op.h"
#include TP_INSTANCE

/* SPDX-License-Identifier: Apache-2.0
 *
 * One op of shortest paths for each type of weights, as OP_WEIGHT: SSSP_HEADER, then SSSP_INSTANCE. No include guard,
 * by intention.
 */
#define WEIGHT bool8
#define DISTANCE int64
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT int32
#define DISTANCE int64
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT int64
#define DISTANCE int64
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT uint32
#define DISTANCE int64
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT uint64
#define DISTANCE int64
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT fp32
#define DISTANCE fp32
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT fp64
#define DISTANCE fp64
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#undef SSSP_OP
#undef SSSP_STATE
#undef SSSP_HEADER
#undef SSSP_INSTANCE

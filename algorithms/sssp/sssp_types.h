/* SPDX-License-Identifier: Apache-2.0
 *
 * One op of shortest paths for each type of weights, as OP_WEIGHT: SSSP_HEADER, then SSSP_INSTANCE. Where SSSP_NARROW
 * is defined, for each type of whole numbers, with distances of 32 bits; where SSSP_NEGATIVE is, for each that may be
 * negative. No include guard, by intention.
 */
#ifdef SSSP_NARROW
#define SSSP_WHOLE uint32
#else
#define SSSP_WHOLE int64
#endif

#ifndef SSSP_NEGATIVE
#define WEIGHT bool8
#define DISTANCE SSSP_WHOLE
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE
#endif

#define WEIGHT int32
#define DISTANCE SSSP_WHOLE
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT int64
#define DISTANCE SSSP_WHOLE
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#ifndef SSSP_NEGATIVE
#define WEIGHT uint32
#define DISTANCE SSSP_WHOLE
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE

#define WEIGHT uint64
#define DISTANCE SSSP_WHOLE
#define OP_NAME TP_JOIN2(SSSP_OP, WEIGHT)
#define OP_STATE SSSP_STATE
#include SSSP_HEADER
#include SSSP_INSTANCE
#endif

#ifndef SSSP_NARROW
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

#endif

#undef SSSP_WHOLE
#undef SSSP_OP
#undef SSSP_STATE
#undef SSSP_HEADER
#undef SSSP_INSTANCE

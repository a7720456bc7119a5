/* SPDX-License-Identifier: Apache-2.0
 *
 * The library's built-in operators and monoids, by the names that GraphBLAS has for them.
 */
#include "reference/grb.h"

#define OPERATORS(type)                                                                                                \
    case TROPIC_##type:                                                                                                \
        switch (op) {                                                                                                  \
        case TROPIC_FIRST: return GrB_FIRST_##type;                                                                    \
        case TROPIC_SECOND: return GrB_SECOND_##type;                                                                  \
        case TROPIC_PAIR: return GrB_ONEB_##type;                                                                      \
        case TROPIC_ANY: return GxB_ANY_##type;                                                                        \
        case TROPIC_PLUS: return GrB_PLUS_##type;                                                                      \
        case TROPIC_MINUS: return GrB_MINUS_##type;                                                                    \
        case TROPIC_TIMES: return GrB_TIMES_##type;                                                                    \
        case TROPIC_DIVIDE: return GrB_DIV_##type;                                                                     \
        case TROPIC_MIN: return GrB_MIN_##type;                                                                        \
        case TROPIC_MAX: return GrB_MAX_##type;                                                                        \
        case TROPIC_EQ: return GrB_EQ_##type;                                                                          \
        case TROPIC_NE: return GrB_NE_##type;                                                                          \
        case TROPIC_LT: return GrB_LT_##type;                                                                          \
        case TROPIC_LE: return GrB_LE_##type;                                                                          \
        case TROPIC_GT: return GrB_GT_##type;                                                                          \
        case TROPIC_GE: return GrB_GE_##type;                                                                          \
        default: return NULL;                                                                                          \
        }

/* Logical operators carry no type in their names. */
static GrB_BinaryOp truth_of(int op)
{
    switch (op) {
    case TROPIC_FIRST: return GrB_FIRST_BOOL;
    case TROPIC_SECOND: return GrB_SECOND_BOOL;
    case TROPIC_PAIR: return GrB_ONEB_BOOL;
    case TROPIC_ANY: return GxB_ANY_BOOL;
    case TROPIC_PLUS:
    case TROPIC_MAX:
    case TROPIC_LOR: return GrB_LOR;
    case TROPIC_TIMES:
    case TROPIC_MIN:
    case TROPIC_LAND: return GrB_LAND;
    case TROPIC_MINUS:
    case TROPIC_LXOR: return GrB_LXOR;
    case TROPIC_EQ: return GrB_EQ_BOOL;
    case TROPIC_NE: return GrB_NE_BOOL;
    case TROPIC_LT: return GrB_LT_BOOL;
    case TROPIC_LE: return GrB_LE_BOOL;
    case TROPIC_GT: return GrB_GT_BOOL;
    case TROPIC_GE: return GrB_GE_BOOL;
    default: return NULL;
    }
}

GrB_BinaryOp grb_operator(int op, tropic_type type)
{
    switch (type) {
    case TROPIC_BOOL:
        return truth_of(op);
        OPERATORS(INT8)
        OPERATORS(INT16)
        OPERATORS(INT32)
        OPERATORS(INT64)
        OPERATORS(UINT8)
        OPERATORS(UINT16)
        OPERATORS(UINT32)
        OPERATORS(UINT64)
        OPERATORS(FP32)
        OPERATORS(FP64)
    }
    return NULL;
}

#define MONOIDS(type)                                                                                                  \
    case TROPIC_##type:                                                                                                \
        switch (op) {                                                                                                  \
        case TROPIC_ANY: return GxB_ANY_##type##_MONOID;                                                               \
        case TROPIC_PLUS: return GrB_PLUS_MONOID_##type;                                                               \
        case TROPIC_TIMES: return GrB_TIMES_MONOID_##type;                                                             \
        case TROPIC_MIN: return GrB_MIN_MONOID_##type;                                                                 \
        case TROPIC_MAX: return GrB_MAX_MONOID_##type;                                                                 \
        default: return NULL;                                                                                          \
        }

static GrB_Monoid truth_monoid(int op)
{
    switch (op) {
    case TROPIC_ANY: return GxB_ANY_BOOL_MONOID;
    case TROPIC_PLUS:
    case TROPIC_MAX:
    case TROPIC_LOR: return GrB_LOR_MONOID_BOOL;
    case TROPIC_TIMES:
    case TROPIC_MIN:
    case TROPIC_LAND: return GrB_LAND_MONOID_BOOL;
    case TROPIC_LXOR: return GrB_LXOR_MONOID_BOOL;
    default: return NULL;
    }
}

GrB_Monoid grb_monoid(int op, tropic_type type)
{
    switch (type) {
    case TROPIC_BOOL:
        return truth_monoid(op);
        MONOIDS(INT8)
        MONOIDS(INT16)
        MONOIDS(INT32)
        MONOIDS(INT64)
        MONOIDS(UINT8)
        MONOIDS(UINT16)
        MONOIDS(UINT32)
        MONOIDS(UINT64)
        MONOIDS(FP32)
        MONOIDS(FP64)
    }
    return NULL;
}

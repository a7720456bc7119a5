/* SPDX-License-Identifier: Apache-2.0
 *
 * The library's built-in operators and monoids, by the names that GraphBLAS has for them.
 */
#include "reference/grb.h"

/* X(type) for the types of a row of the library's table. */
#define EACH_INTEGER(X) X(INT8) X(INT16) X(INT32) X(INT64) X(UINT8) X(UINT16) X(UINT32) X(UINT64)
#define EACH_NUMERIC(X) EACH_INTEGER(X) X(FP32) X(FP64)

#define BITS(type)                                                                                                     \
    case TROPIC_##type:                                                                                                \
        switch (op) {                                                                                                  \
        case TROPIC_BOR: return GrB_BOR_##type;                                                                        \
        case TROPIC_BAND: return GrB_BAND_##type;                                                                      \
        case TROPIC_BXOR: return GrB_BXOR_##type;                                                                      \
        case TROPIC_BXNOR: return GrB_BXNOR_##type;                                                                    \
        default: return NULL;                                                                                          \
        }

static GrB_BinaryOp bits_of(int op, tropic_type type)
{
    switch ((int)type) {
        EACH_INTEGER(BITS)
    default: return NULL;
    }
}

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
        default: return bits_of(op, TROPIC_##type);                                                                    \
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
    case TROPIC_LXNOR: return GrB_LXNOR;
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
    case TROPIC_BOOL: return truth_of(op); EACH_NUMERIC(OPERATORS)
    }
    return NULL;
}

#define FUNCTIONS(type)                                                                                                \
    case TROPIC_##type:                                                                                                \
        switch (op) {                                                                                                  \
        case TROPIC_ABS: return GrB_ABS_##type;                                                                        \
        case TROPIC_AINV: return GrB_AINV_##type;                                                                      \
        case TROPIC_MINV: return GrB_MINV_##type;                                                                      \
        default: return NULL;                                                                                          \
        }
#define COMPLEMENTS(type)                                                                                              \
    case TROPIC_##type: return GrB_BNOT_##type;

static GrB_UnaryOp complement_of(tropic_type type)
{
    switch ((int)type) {
        EACH_INTEGER(COMPLEMENTS)
    default: return NULL;
    }
}

GrB_UnaryOp grb_unary(int op, tropic_type type)
{
    if (op == TROPIC_LNOT) return type == TROPIC_BOOL ? GrB_LNOT : NULL;
    if (op == TROPIC_BNOT) return complement_of(type);
    switch (type) {
        FUNCTIONS(BOOL)
        EACH_NUMERIC(FUNCTIONS)
    }
    return NULL;
}

/* (Of signed types GraphBLAS has none.) */
#define EACH_UNSIGNED(X) X(UINT8) X(UINT16) X(UINT32) X(UINT64)
#define BIT_MONOIDS(type)                                                                                              \
    case TROPIC_##type:                                                                                                \
        switch (op) {                                                                                                  \
        case TROPIC_BOR: return GxB_BOR_##type##_MONOID;                                                               \
        case TROPIC_BAND: return GxB_BAND_##type##_MONOID;                                                             \
        case TROPIC_BXOR: return GxB_BXOR_##type##_MONOID;                                                             \
        case TROPIC_BXNOR: return GxB_BXNOR_##type##_MONOID;                                                           \
        default: return NULL;                                                                                          \
        }

static GrB_Monoid bit_monoid(int op, tropic_type type)
{
    switch ((int)type) {
        EACH_UNSIGNED(BIT_MONOIDS)
    default: return NULL;
    }
}

#define MONOIDS(type)                                                                                                  \
    case TROPIC_##type:                                                                                                \
        switch (op) {                                                                                                  \
        case TROPIC_ANY: return GxB_ANY_##type##_MONOID;                                                               \
        case TROPIC_PLUS: return GrB_PLUS_MONOID_##type;                                                               \
        case TROPIC_TIMES: return GrB_TIMES_MONOID_##type;                                                             \
        case TROPIC_MIN: return GrB_MIN_MONOID_##type;                                                                 \
        case TROPIC_MAX: return GrB_MAX_MONOID_##type;                                                                 \
        default: return bit_monoid(op, TROPIC_##type);                                                                 \
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
    case TROPIC_LXNOR: return GrB_LXNOR_MONOID_BOOL;
    default: return NULL;
    }
}

GrB_Monoid grb_monoid(int op, tropic_type type)
{
    switch (type) {
    case TROPIC_BOOL: return truth_monoid(op); EACH_NUMERIC(MONOIDS)
    }
    return NULL;
}

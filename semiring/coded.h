/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in operators by number, for passes whose cost is memory and not a switch: the same text for
 * CPU and GPU.
 *
 *     T    tp_operate_at_<type>(op, x, y, i, j)   an operator of TROPIC_OPERATOR_TABLE whose result is of type T
 *     bool tp_compare_at_<type>(op, x, y, i, j)   one whose result is BOOL
 *     tp_operate_<type>, tp_compare_<type>        the same without j, of vectors: j is 0
 *     T    tp_combine_<type>(op, x, y)             a monoid
 *     T    tp_neutral_<type>(op)                  the identity of a monoid
 *     bool tp_absorbs_<type>(op, t)               may a sum under a monoid stop at t?
 */
#ifndef TP_CODED_H
#define TP_CODED_H

#include "semiring/operators.h"

TP_FN bool tp_operate_at_bool8(tropic_builtin_operator op, bool x, bool y, tropic_index i, tropic_index j)
{
    (void)i, (void)j;
    switch (op) {
    case TROPIC_FIRST:
    case TROPIC_ABS:
    case TROPIC_AINV:
    case TROPIC_ANY: return x;
    case TROPIC_LNOT: return !x;
    case TROPIC_MINV:
    case TROPIC_PAIR: return true;
    case TROPIC_PLUS:
    case TROPIC_MAX:
    case TROPIC_LOR: return x || y;
    case TROPIC_TIMES:
    case TROPIC_MIN:
    case TROPIC_LAND: return x && y;
    case TROPIC_MINUS:
    case TROPIC_NE:
    case TROPIC_LXOR: return x != y;
    case TROPIC_LXNOR:
    case TROPIC_EQ: return x == y;
    case TROPIC_LT: return !x && y;
    case TROPIC_LE: return !x || y;
    case TROPIC_GT: return x && !y;
    case TROPIC_GE: return x || !y;
    default: return y;
    }
}

/* Of floating types the table has no INDEX, no sums with one, and no operators of bits. */
#define TP_OPERATE(type)                                                                                               \
    TP_FN TP_C(type)                                                                                                   \
        tp_operate_at_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y, tropic_index i, tropic_index j)   \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_FIRST: return x;                                                                                   \
        case TROPIC_PAIR: return 1;                                                                                    \
        case TROPIC_MINUS: return tp_minus_##type(x, y);                                                               \
        case TROPIC_DIVIDE: return tp_divide_##type(x, y);                                                             \
        case TROPIC_ABS: return tp_abs_##type(x);                                                                      \
        case TROPIC_AINV: return tp_ainv_##type(x);                                                                    \
        case TROPIC_MINV: return tp_minv_##type(x);                                                                    \
        case TROPIC_INDEX: return (TP_C(type))i;                                                                       \
        case TROPIC_ROW_INDEX: return tp_add_plus_##type((TP_C(type))i, y);                                            \
        case TROPIC_COL_INDEX: return tp_add_plus_##type((TP_C(type))j, y);                                            \
        case TROPIC_DIAGONAL_INDEX: return tp_add_plus_##type(tp_minus_##type((TP_C(type))j, (TP_C(type))i), y);       \
        default: return tp_combine_##type(op, x, y);                                                                   \
        }                                                                                                              \
    }

/* Divided by zero: 0, or the type's end on the dividend's side. The one quotient that overflows wraps, as does -x of
 * the minimum. */
#define TP_ARITHMETIC_SIGNED(type)                                                                                     \
    TP_FN TP_C(type) tp_minus_##type(TP_C(type) x, TP_C(type) y)                                                       \
    {                                                                                                                  \
        return (TP_C(type))((TP_WRAP_##type)x - (TP_WRAP_##type)y);                                                    \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_abs_##type(TP_C(type) x)                                                                       \
    {                                                                                                                  \
        return x < 0 ? tp_minus_##type(0, x) : x;                                                                      \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_ainv_##type(TP_C(type) x)                                                                      \
    {                                                                                                                  \
        return tp_minus_##type(0, x);                                                                                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_minv_##type(TP_C(type) x)                                                                      \
    {                                                                                                                  \
        return x == 0 ? TP_MAX_##type : x == 1 || x == -1 ? x : 0;                                                     \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_divide_##type(TP_C(type) x, TP_C(type) y)                                                      \
    {                                                                                                                  \
        if (y == 0) return x == 0 ? 0 : x < 0 ? TP_MIN_##type : TP_MAX_##type;                                         \
        if (y == -1) return tp_minus_##type(0, x);                                                                     \
        return (TP_C(type))(x / y);                                                                                    \
    }
TP_EACH_SIGNED(TP_ARITHMETIC_SIGNED)

#define TP_ARITHMETIC_UNSIGNED(type)                                                                                   \
    TP_FN TP_C(type) tp_minus_##type(TP_C(type) x, TP_C(type) y)                                                       \
    {                                                                                                                  \
        return (TP_C(type))(x - y);                                                                                    \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_abs_##type(TP_C(type) x)                                                                       \
    {                                                                                                                  \
        return x;                                                                                                      \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_ainv_##type(TP_C(type) x)                                                                      \
    {                                                                                                                  \
        return tp_minus_##type(0, x);                                                                                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_minv_##type(TP_C(type) x)                                                                      \
    {                                                                                                                  \
        return x == 0 ? TP_MAX_##type : x == 1;                                                                        \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_divide_##type(TP_C(type) x, TP_C(type) y)                                                      \
    {                                                                                                                  \
        if (y == 0) return x == 0 ? 0 : TP_MAX_##type;                                                                 \
        return (TP_C(type))(x / y);                                                                                    \
    }
TP_EACH_UNSIGNED(TP_ARITHMETIC_UNSIGNED)

#define TP_ARITHMETIC_FLOATING(type)                                                                                   \
    TP_FN TP_C(type) tp_minus_##type(TP_C(type) x, TP_C(type) y)                                                       \
    {                                                                                                                  \
        return x - y;                                                                                                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_abs_##type(TP_C(type) x)                                                                       \
    {                                                                                                                  \
        return (TP_C(type))fabs(x);                                                                                    \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_ainv_##type(TP_C(type) x)                                                                      \
    {                                                                                                                  \
        return -x;                                                                                                     \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_minv_##type(TP_C(type) x)                                                                      \
    {                                                                                                                  \
        return 1 / x;                                                                                                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_divide_##type(TP_C(type) x, TP_C(type) y)                                                      \
    {                                                                                                                  \
        return x / y;                                                                                                  \
    }
TP_EACH_FLOATING(TP_ARITHMETIC_FLOATING)

#define TP_BITS(type)                                                                                                  \
    TP_FN TP_C(type) tp_combine_bits_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y)                    \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_BOR: return (TP_C(type))(x | y);                                                                   \
        case TROPIC_BAND: return (TP_C(type))(x & y);                                                                  \
        case TROPIC_BXOR: return (TP_C(type))(x ^ y);                                                                  \
        case TROPIC_BXNOR: return (TP_C(type))(~(x ^ y));                                                              \
        case TROPIC_BNOT: return (TP_C(type))(~x);                                                                     \
        default: return y;                                                                                             \
        }                                                                                                              \
    }
TP_EACH_INTEGER(TP_BITS)

/* (The table has no such operator of other types.) */
#define TP_BITS_NONE(type)                                                                                             \
    TP_FN TP_C(type) tp_combine_bits_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y)                    \
    {                                                                                                                  \
        (void)op, (void)x;                                                                                             \
        return y;                                                                                                      \
    }
TP_EACH_FLOATING(TP_BITS_NONE)

/* The monoids alone: a sum of many terms asks which it is for each of them. */
#define TP_COMBINE(type)                                                                                               \
    TP_FN TP_C(type) tp_combine_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y)                         \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_ANY: return x;                                                                                     \
        case TROPIC_PLUS: return tp_add_plus_##type(x, y);                                                             \
        case TROPIC_TIMES: return tp_mul_times_##type(x, y, 0, 0);                                                     \
        case TROPIC_MIN: return tp_add_min_##type(x, y);                                                               \
        case TROPIC_MAX: return tp_add_max_##type(x, y);                                                               \
        default: return tp_combine_bits_##type(op, x, y);                                                              \
        }                                                                                                              \
    }
TP_EACH_NUMERIC(TP_COMBINE)
TP_FN bool tp_combine_bool8(tropic_builtin_operator op, bool x, bool y)
{
    return tp_operate_at_bool8(op, x, y, 0, 0);
}

TP_EACH_NUMERIC(TP_OPERATE)

/* Is d, a difference of indices, less than y, equal or greater? Negative, zero or positive. */
#define TP_ORDER_SIGNED(type)                                                                                          \
    TP_FN int tp_order_##type(int64_t d, TP_C(type) y)                                                                 \
    {                                                                                                                  \
        return (d > (int64_t)y) - (d < (int64_t)y);                                                                    \
    }
#define TP_ORDER_UNSIGNED(type)                                                                                        \
    TP_FN int tp_order_##type(int64_t d, TP_C(type) y)                                                                 \
    {                                                                                                                  \
        return d < 0 ? -1 : ((uint64_t)d > (uint64_t)y) - ((uint64_t)d < (uint64_t)y);                                 \
    }
/* (The table has no such operator of other types.) */
#define TP_ORDER_NONE(type)                                                                                            \
    TP_FN int tp_order_##type(int64_t d, TP_C(type) y)                                                                 \
    {                                                                                                                  \
        (void)d, (void)y;                                                                                              \
        return 0;                                                                                                      \
    }
TP_EACH_SIGNED(TP_ORDER_SIGNED)
TP_EACH_UNSIGNED(TP_ORDER_UNSIGNED)
TP_EACH_FLOATING(TP_ORDER_NONE)
TP_ORDER_NONE(bool8)

#define TP_COMPARE(type)                                                                                               \
    TP_FN bool tp_compare_at_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y, tropic_index i,            \
                                    tropic_index j)                                                                    \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_EQ: return x == y;                                                                                 \
        case TROPIC_NE: return x != y;                                                                                 \
        case TROPIC_LT: return x < y;                                                                                  \
        case TROPIC_LE: return x <= y;                                                                                 \
        case TROPIC_GT: return x > y;                                                                                  \
        case TROPIC_TRIL: return tp_order_##type((int64_t)j - i, y) <= 0;                                              \
        case TROPIC_TRIU: return tp_order_##type((int64_t)j - i, y) >= 0;                                              \
        case TROPIC_DIAGONAL: return tp_order_##type((int64_t)j - i, y) == 0;                                          \
        case TROPIC_OFF_DIAGONAL: return tp_order_##type((int64_t)j - i, y) != 0;                                      \
        case TROPIC_ROW_LE: return tp_order_##type(i, y) <= 0;                                                         \
        case TROPIC_ROW_GT: return tp_order_##type(i, y) > 0;                                                          \
        case TROPIC_COL_LE: return tp_order_##type(j, y) <= 0;                                                         \
        case TROPIC_COL_GT: return tp_order_##type(j, y) > 0;                                                          \
        default: return x >= y;                                                                                        \
        }                                                                                                              \
    }
TP_EACH_TYPE(TP_COMPARE)

#define TP_OF_VECTORS(type)                                                                                            \
    TP_FN TP_C(type) tp_operate_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y, tropic_index i)         \
    {                                                                                                                  \
        return tp_operate_at_##type(op, x, y, i, 0);                                                                   \
    }                                                                                                                  \
    TP_FN bool tp_compare_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y, tropic_index i)               \
    {                                                                                                                  \
        return tp_compare_at_##type(op, x, y, i, 0);                                                                   \
    }
TP_EACH_TYPE(TP_OF_VECTORS)

/* The identity of times is 1, over BOOL also that of min, land and lxnor; of max over BOOL it is false. */
TP_FN bool tp_neutral_bool8(tropic_builtin_operator op)
{
    return op == TROPIC_TIMES || op == TROPIC_MIN || op == TROPIC_LAND || op == TROPIC_LXNOR;
}
TP_FN bool tp_absorbs_bool8(tropic_builtin_operator op, bool t)
{
    switch (op) {
    case TROPIC_ANY: return true;
    case TROPIC_PLUS:
    case TROPIC_MAX:
    case TROPIC_LOR: return t;
    case TROPIC_TIMES:
    case TROPIC_MIN:
    case TROPIC_LAND: return !t;
    default: return false;
    }
}

/* Integers stop at the end of their type, products at 0, bor at all ones and band at 0. (Floating min and max would
 * pass over a NaN, which they ignore, so could stop at an infinity; but who has one?) */
#define TP_NEUTRAL(type, min, max)                                                                                     \
    TP_FN TP_C(type) tp_neutral_##type(tropic_builtin_operator op)                                                     \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_TIMES: return 1;                                                                                   \
        case TROPIC_MIN: return tp_identity_min_##type();                                                              \
        case TROPIC_MAX: return tp_identity_max_##type();                                                              \
        case TROPIC_BAND:                                                                                              \
        case TROPIC_BXNOR: return tp_combine_bits_##type(TROPIC_BNOT, 0, 0);                                           \
        default: return 0;                                                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    TP_FN bool tp_absorbs_##type(tropic_builtin_operator op, TP_C(type) t)                                             \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
        case TROPIC_ANY: return true;                                                                                  \
        case TROPIC_BAND:                                                                                              \
        case TROPIC_TIMES: return (max) != 0 && t == 0;                                                                \
        case TROPIC_BOR: return (max) != 0 && t == tp_combine_bits_##type(TROPIC_BNOT, 0, 0);                          \
        case TROPIC_MIN: return (max) != 0 && t == (min);                                                              \
        case TROPIC_MAX: return (max) != 0 && t == (max);                                                              \
        default: return false;                                                                                         \
        }                                                                                                              \
    }
#define TP_NEUTRAL_INTEGER(type) TP_NEUTRAL(type, TP_MIN_##type, TP_MAX_##type)
#define TP_NEUTRAL_FLOATING(type) TP_NEUTRAL(type, 0, 0)
TP_EACH_INTEGER(TP_NEUTRAL_INTEGER)
TP_EACH_FLOATING(TP_NEUTRAL_FLOATING)

#endif

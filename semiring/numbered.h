/* SPDX-License-Identifier: Apache-2.0
 *
 * The multiply operators of the built-in semirings by number, for kernels that are compiled once for each monoid and
 * serve all its semirings:
 *
 *     T tp_multiply_<add>_<type>(op, x, y, k, identity)   as tp_mul_<op>_<type>; secondi's number is TROPIC_INDEX
 *
 * has those that TROPIC_SEMIRING_TABLE has with that add.
 */
#ifndef TP_NUMBERED_H
#define TP_NUMBERED_H

#include "semiring/operators.h"

#define TP_NUMBERED_CASE(NUMBER, mul, type)                                                                            \
    case TROPIC_##NUMBER: return tp_mul_##mul##_##type(x, y, k, identity);
/* Any other number is taken for the first of each add. */
#define TP_NUMBERED(add, type, first, CASES)                                                                           \
    TP_FN TP_C(type) tp_multiply_##add##_##type(tropic_builtin_operator op, TP_C(type) x, TP_C(type) y,                \
                                                tropic_index k, TP_C(type) identity)                                   \
    {                                                                                                                  \
        switch (op) {                                                                                                  \
            CASES(TP_NUMBERED_CASE, type)                                                                              \
        default: return tp_mul_##first##_##type(x, y, k, identity);                                                    \
        }                                                                                                              \
    }

#define TP_NUMBERED_NONE(X, type)
#define TP_NUMBERED_SECONDI(X, type) X(INDEX, secondi, type)
#define TP_NUMBERED_PLUS(X, type) X(FIRST, first, type) X(SECOND, second, type) X(PAIR, pair, type)
#define TP_NUMBERED_MIN(X, type) X(FIRST, first, type) X(SECOND, second, type) X(MAX, max, type)
#define TP_NUMBERED_MIN_INTEGER(X, type) TP_NUMBERED_MIN(X, type) TP_NUMBERED_SECONDI(X, type)
#define TP_NUMBERED_MAX(X, type) X(MIN, min, type) X(TIMES, times, type)

#define TP_NUMBERED_FLOATING(type)                                                                                     \
    TP_NUMBERED(any, type, pair, TP_NUMBERED_NONE)                                                                     \
    TP_NUMBERED(plus, type, times, TP_NUMBERED_PLUS)                                                                   \
    TP_NUMBERED(min, type, plus, TP_NUMBERED_MIN)                                                                      \
    TP_NUMBERED(max, type, plus, TP_NUMBERED_MAX)
#define TP_NUMBERED_INTEGER(type)                                                                                      \
    TP_NUMBERED(any, type, pair, TP_NUMBERED_SECONDI)                                                                  \
    TP_NUMBERED(plus, type, times, TP_NUMBERED_PLUS)                                                                   \
    TP_NUMBERED(min, type, plus, TP_NUMBERED_MIN_INTEGER)                                                              \
    TP_NUMBERED(max, type, plus, TP_NUMBERED_MAX)
TP_EACH_FLOATING(TP_NUMBERED_FLOATING)
TP_EACH_INTEGER(TP_NUMBERED_INTEGER)
TP_NUMBERED(any, bool8, pair, TP_NUMBERED_NONE)
TP_NUMBERED(lor, bool8, land, TP_NUMBERED_NONE)

#endif

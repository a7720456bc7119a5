/* SPDX-License-Identifier: Apache-2.0
 *
 * The operator plus as a multiply of products, beside those of semiring/operators.h: integers wrap, where the plus of
 * min_plus saturates.
 */
#ifndef TP_WRAPPING_H
#define TP_WRAPPING_H

#include "semiring/operators.h"

#define TP_LOOKS_AT_wrap 3

#define TP_WRAPPING(type)                                                                                              \
    TP_FN TP_C(type) tp_mul_wrap_##type(TP_C(type) x, TP_C(type) y, tropic_index k, TP_C(type) identity)               \
    {                                                                                                                  \
        (void)k, (void)identity;                                                                                       \
        return tp_add_plus_##type(x, y);                                                                               \
    }
TP_EACH_INTEGER(TP_WRAPPING)

#endif

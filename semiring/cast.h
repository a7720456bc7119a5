/* SPDX-License-Identifier: Apache-2.0
 *
 * Values of one built-in type as those of another, by GraphBLAS's rules: the same text for CPU and GPU. To bool: is it
 * not 0? Integers wrap. A floating-point value loses its fraction on the way to an integer; beyond the ends of the type
 * it becomes the nearer end, and a NaN 0. All else is as in C.
 *
 *     T tp_from_floating_<type>(x)    x: FP32 or FP64; anything else is cast as in C
 */
#ifndef TP_CAST_H
#define TP_CAST_H

#include "semiring/operators.h"

#define TP_FROM_FLOATING(type)                                                                                         \
    TP_FN TP_C(type) tp_from_floating_##type(double x)                                                                 \
    {                                                                                                                  \
        return (TP_C(type))x;                                                                                          \
    }
TP_FROM_FLOATING(bool8)
TP_EACH_FLOATING(TP_FROM_FLOATING)
#undef TP_FROM_FLOATING

/* (The maximum of 64 bits becomes the power of two above it, which does not fit either.) */
#define TP_FROM_FLOATING(type)                                                                                         \
    TP_FN TP_C(type) tp_from_floating_##type(double x)                                                                 \
    {                                                                                                                  \
        return x != x                                 ? 0                                                              \
               : x <= (double)TP_PASTE2(TP_MIN, type) ? TP_PASTE2(TP_MIN, type)                                        \
               : x >= (double)TP_PASTE2(TP_MAX, type) ? TP_PASTE2(TP_MAX, type)                                        \
                                                      : (TP_C(type))x;                                                 \
    }
TP_EACH_INTEGER(TP_FROM_FLOATING)
#undef TP_FROM_FLOATING

#ifndef __CUDACC__

/* to[k] = from[k], for k < count; the arrays do not overlap. */
typedef void tp_cast(void *to, const void *from, int64_t count);

/* NULL where values stay as they are: the types are one, or cannot be cast (tp_castable). */
tp_cast *tp_cast_of(tropic_type to, tropic_type from);
/* Are the types one, or both built-in? */
bool tp_castable(tropic_type to, tropic_type from);

#endif
#endif

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

#include "runtime/runtime.h"
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

#ifdef __CUDACC__

/* Value k of an array of `type`, as a T. */
#define TP_CASE(from, CAST)                                                                                            \
    case TP_TYPE_##from:                                                                                               \
        return CAST(((const TP_C(from) *)values)[k]);
#define TP_VALUE_AS(to)                                                                                                \
    TP_FN TP_C(to) tp_value_as_##to(const void *values, tropic_type type, int64_t k)                                   \
    {                                                                                                                  \
        switch (type) {                                                                                                \
            TP_TYPES_BOOL(TP_CASE, (TP_C(to)))                                                                         \
            TP_TYPES_INTEGER(TP_CASE, (TP_C(to)))                                                                      \
            TP_TYPES_FLOATING(TP_CASE, tp_from_floating_##to)                                                          \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
TP_EACH_TYPE(TP_VALUE_AS)
#undef TP_CASE
#undef TP_VALUE_AS

#endif

#ifndef __CUDACC_RTC__

TP_BEGIN_C

/* to[k] = from[k], for k < count; the arrays do not overlap. */
typedef void tp_cast(void *to, const void *from, int64_t count);

/* NULL where values stay as they are: the types are one, or cannot be cast (tp_castable). */
tp_cast *tp_cast_of(tropic_type to, tropic_type from);
/* Are the types one, or both built-in? */
bool tp_castable(tropic_type to, tropic_type from);
/* The same as tp_cast, by several threads; the types differ. */
void tp_cast_all(tropic_context *context, void *to, tropic_type to_type, const void *from, tropic_type from_type,
                 int64_t count);

TP_END_C

#endif
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators of neighbours: the same results as those of semiring/operators.h, without branches, so that compilers make
 * vectors of loops over them for a CPU. Of single values they take longer. (A loop over rows of a dense matrix, one
 * thread, a product: min of FP32 0.13 ns in place of 0.42, of FP64 0.27 in place of 0.43; plus of INT32 that saturates,
 * under min, 0.10 in place of 0.29.)
 *
 *     TP_NEAR_ADD_<add>, TP_NEAR_MUL_<mul>, TP_NEAR_<type>   which there are; others are not defined, so 0 in an #if:
 *     tp_near_add_<add>_<type>(a, b)                         where TP_NEAR_ADD and TP_NEAR_<type> have a bit in common
 *     tp_near_mul_<mul>_<type>(x, y, identity)               likewise, TP_NEAR_MUL
 */
#ifndef TP_NEAR_H
#define TP_NEAR_H

#include "semiring/operators.h"

#ifndef __CUDACC__
#include <string.h>
#endif

#define TP_NEAR_REAL 1
#define TP_NEAR_SIGNED 2

#define TP_NEAR_ADD_min TP_NEAR_REAL
#define TP_NEAR_ADD_max TP_NEAR_REAL
#define TP_NEAR_MUL_plus TP_NEAR_SIGNED
#define TP_NEAR_fp32 TP_NEAR_REAL
#define TP_NEAR_fp64 TP_NEAR_REAL
#define TP_NEAR_int8 TP_NEAR_SIGNED
#define TP_NEAR_int16 TP_NEAR_SIGNED
#define TP_NEAR_int32 TP_NEAR_SIGNED
#define TP_NEAR_int64 TP_NEAR_SIGNED

#ifdef __CUDACC__
/* A GPU's instructions do the same. */
#define TP_NEAR_EXTREMES(type, least, most)                                                                            \
    TP_FN TP_C(type) tp_near_add_min_##type(TP_C(type) a, TP_C(type) b)                                                \
    {                                                                                                                  \
        return least(a, b);                                                                                            \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_near_add_max_##type(TP_C(type) a, TP_C(type) b)                                                \
    {                                                                                                                  \
        return most(a, b);                                                                                             \
    }
TP_NEAR_EXTREMES(fp32, fminf, fmaxf)
TP_NEAR_EXTREMES(fp64, fmin, fmax)
#else
/* Of two zeros, which compare equal, the bits tell which is less: -0.0 has one more. Others that are equal have the
 * same. */
#define TP_NEAR_EXTREMES(type, BITS)                                                                                   \
    TP_FN BITS tp_near_bits_##type(TP_C(type) a)                                                                       \
    {                                                                                                                  \
        BITS bits;                                                                                                     \
        memcpy(&bits, &a, sizeof bits);                                                                                \
        return bits;                                                                                                   \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_near_of_bits_##type(BITS bits)                                                                 \
    {                                                                                                                  \
        TP_C(type) a;                                                                                                  \
        memcpy(&a, &bits, sizeof a);                                                                                   \
        return a;                                                                                                      \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_near_add_min_##type(TP_C(type) a, TP_C(type) b)                                                \
    {                                                                                                                  \
        const BITS more = -(BITS)(a == b) & tp_near_bits_##type(a), none = -(BITS)(b != b);                            \
        const BITS least = tp_near_bits_##type(a < b ? a : b) | more;                                                  \
        return tp_near_of_bits_##type((least & ~none) | (tp_near_bits_##type(a) & none));                              \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_near_add_max_##type(TP_C(type) a, TP_C(type) b)                                                \
    {                                                                                                                  \
        const BITS all = -(BITS)(a != b) | tp_near_bits_##type(a), none = -(BITS)(b != b);                             \
        const BITS most = tp_near_bits_##type(a > b ? a : b) & all;                                                    \
        return tp_near_of_bits_##type((most & ~none) | (tp_near_bits_##type(a) & none));                               \
    }
TP_NEAR_EXTREMES(fp32, int32_t)
TP_NEAR_EXTREMES(fp64, int64_t)
#endif

/* y is first brought to where the sum fits. */
#define TP_NEAR_PLUS(type)                                                                                             \
    TP_FN TP_C(type) tp_near_mul_plus_##type(TP_C(type) x, TP_C(type) y, TP_C(type) identity)                          \
    {                                                                                                                  \
        const TP_C(type) low = (TP_C(type))(x > 0 ? TP_MIN_##type : TP_MIN_##type - x);                                \
        const TP_C(type) high = (TP_C(type))(x > 0 ? TP_MAX_##type - x : TP_MAX_##type);                               \
        const TP_C(type) above = y < low ? low : y;                                                                    \
        const TP_C(type) sum = (TP_C(type))(x + (above > high ? high : above));                                        \
        return (x == identity) | (y == identity) ? identity : sum;                                                     \
    }
TP_EACH_SIGNED(TP_NEAR_PLUS)

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Some of the operators of semiring/operators.h without branches, so that compilers make vectors of loops over
 * neighbours for a CPU. Their results are the same; of single values they take longer. (A loop over rows of a dense
 * matrix, one thread, a product: min of FP32 0.13 ns in place of 0.42, of FP64 0.27 in place of 0.43; plus of INT32
 * that saturates, under min, 0.10 in place of 0.29.)
 *
 *     TP_BRANCHLESS_ADD_<add>, TP_BRANCHLESS_MUL_<mul>, TP_BRANCHLESS_<type>
 *         which there are; others are not defined, so 0 in an #if:
 *     tp_branchless_add_<add>_<type>(a, b)
 *         where TP_BRANCHLESS_ADD and TP_BRANCHLESS_<type> have a bit in common
 *     tp_branchless_mul_<mul>_<type>(x, y, identity)
 *         likewise, TP_BRANCHLESS_MUL
 *     tp_branchless_or_none_<add>_<type>(is, a)
 *         a, or else the value that changes no sum, for a CPU; where TP_BRANCHLESS_NONE_<add> and
 *         TP_BRANCHLESS_NONE_<type> have a bit in common
 */
#ifndef TP_BRANCHLESS_H
#define TP_BRANCHLESS_H

#include "semiring/operators.h"

#ifndef __CUDACC__
#include <string.h>
#endif

#define TP_BRANCHLESS_REAL 1
#define TP_BRANCHLESS_SIGNED 2

#define TP_BRANCHLESS_ADD_min TP_BRANCHLESS_REAL
#define TP_BRANCHLESS_ADD_max TP_BRANCHLESS_REAL
#define TP_BRANCHLESS_MUL_plus TP_BRANCHLESS_SIGNED
#define TP_BRANCHLESS_fp32 TP_BRANCHLESS_REAL
#define TP_BRANCHLESS_fp64 TP_BRANCHLESS_REAL
#define TP_BRANCHLESS_int8 TP_BRANCHLESS_SIGNED
#define TP_BRANCHLESS_int16 TP_BRANCHLESS_SIGNED
#define TP_BRANCHLESS_int32 TP_BRANCHLESS_SIGNED
#define TP_BRANCHLESS_int64 TP_BRANCHLESS_SIGNED

#ifdef __CUDACC__
/* A GPU's instructions do the same. */
#define TP_BRANCHLESS_EXTREMES(type, least, most)                                                                      \
    TP_FN TP_C(type) tp_branchless_add_min_##type(TP_C(type) a, TP_C(type) b)                                          \
    {                                                                                                                  \
        return least(a, b);                                                                                            \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_branchless_add_max_##type(TP_C(type) a, TP_C(type) b)                                          \
    {                                                                                                                  \
        return most(a, b);                                                                                             \
    }
TP_BRANCHLESS_EXTREMES(fp32, fminf, fmaxf)
TP_BRANCHLESS_EXTREMES(fp64, fmin, fmax)
#else
/* Of two zeros, which compare equal, the bits tell which is less: -0.0 has one more. Others that are equal have the
 * same. */
#define TP_BRANCHLESS_EXTREMES(type, BITS)                                                                             \
    TP_FN BITS tp_branchless_bits_##type(TP_C(type) a)                                                                 \
    {                                                                                                                  \
        BITS bits;                                                                                                     \
        memcpy(&bits, &a, sizeof bits);                                                                                \
        return bits;                                                                                                   \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_branchless_of_bits_##type(BITS bits)                                                           \
    {                                                                                                                  \
        TP_C(type) a;                                                                                                  \
        memcpy(&a, &bits, sizeof a);                                                                                   \
        return a;                                                                                                      \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_branchless_add_min_##type(TP_C(type) a, TP_C(type) b)                                          \
    {                                                                                                                  \
        const BITS more = -(BITS)(a == b) & tp_branchless_bits_##type(a), none = -(BITS)(b != b);                      \
        const BITS least = tp_branchless_bits_##type(a < b ? a : b) | more;                                            \
        return tp_branchless_of_bits_##type((least & ~none) | (tp_branchless_bits_##type(a) & none));                  \
    }                                                                                                                  \
    TP_FN TP_C(type) tp_branchless_add_max_##type(TP_C(type) a, TP_C(type) b)                                          \
    {                                                                                                                  \
        const BITS all = -(BITS)(a != b) | tp_branchless_bits_##type(a), none = -(BITS)(b != b);                       \
        const BITS most = tp_branchless_bits_##type(a > b ? a : b) & all;                                              \
        return tp_branchless_of_bits_##type((most & ~none) | (tp_branchless_bits_##type(a) & none));                   \
    }
TP_BRANCHLESS_EXTREMES(fp32, int32_t)
TP_BRANCHLESS_EXTREMES(fp64, int64_t)

/* (x + -0.0 is x, also if x is a zero of either sign.) */
#define TP_BRANCHLESS_NONE_plus TP_BRANCHLESS_REAL
#define TP_BRANCHLESS_NONE_fp32 TP_BRANCHLESS_REAL
#define TP_BRANCHLESS_NONE_fp64 TP_BRANCHLESS_REAL
#define TP_BRANCHLESS_OR_NONE(type, BITS, MINUS_ZERO)                                                                  \
    TP_FN TP_C(type) tp_branchless_or_none_plus_##type(bool is, TP_C(type) a)                                          \
    {                                                                                                                  \
        const BITS all = -(BITS)is;                                                                                    \
        return tp_branchless_of_bits_##type((tp_branchless_bits_##type(a) & all) | (MINUS_ZERO & ~all));               \
    }
TP_BRANCHLESS_OR_NONE(fp32, int32_t, INT32_MIN)
TP_BRANCHLESS_OR_NONE(fp64, int64_t, INT64_MIN)
#endif

/* y is first brought to where the sum fits. */
#define TP_BRANCHLESS_PLUS(type)                                                                                       \
    TP_FN TP_C(type) tp_branchless_mul_plus_##type(TP_C(type) x, TP_C(type) y, TP_C(type) identity)                    \
    {                                                                                                                  \
        const TP_C(type) low = (TP_C(type))(x > 0 ? TP_MIN_##type : TP_MIN_##type - x);                                \
        const TP_C(type) high = (TP_C(type))(x > 0 ? TP_MAX_##type - x : TP_MAX_##type);                               \
        const TP_C(type) above = y < low ? low : y;                                                                    \
        const TP_C(type) sum = (TP_C(type))(x + (above > high ? high : above));                                        \
        return (x == identity) | (y == identity) ? identity : sum;                                                     \
    }
TP_EACH_SIGNED(TP_BRANCHLESS_PLUS)

#endif

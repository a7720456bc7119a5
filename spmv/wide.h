/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts of any size: a double's mantissa with an exponent of its own. Sums, products and quotients round as those of
 * doubles do, so where a double neither overflows nor underflows both give the same bits. And the same operations of
 * doubles, by which ops on counts are written once. Counts are not negative.
 */
#ifndef TP_WIDE_H
#define TP_WIDE_H

#include "semiring/language.h"

#include <stdint.h>

/* part * 2^exponent. Stored ones have 1 <= part < 2, or are zero: all bits zero. Of n vertices' path counts the exponent
 * is less than 0.54 n: layers of three have the most. */
typedef struct tp_wide {
    double part;
    int32_t exponent, unused;
} tp_wide;

typedef double tp_double;

#define TP_MANTISSA_BITS 52
#define TP_EXPONENT_BIAS 1023
#define TP_EXPONENT_LEAST (1 - TP_EXPONENT_BIAS) /* of a normal double */
/* Counts that doubles take and quotients of which they do: 1 / count, too, is normal, with 22 powers to spare. */
#define TP_DOUBLE_COUNT_MOST 0x1p1000

typedef union tp_double_bits {
    double value;
    uint64_t bits;
} tp_double_bits;

/* 2^exponent, which is less than 1024; zero where that is no normal double. */
TP_FN double tp_power(int32_t exponent)
{
    tp_double_bits power;
    power.bits = exponent < TP_EXPONENT_LEAST
                     ? 0
                     : (uint64_t)(exponent + TP_EXPONENT_BIAS) << TP_MANTISSA_BITS;
    return power.value;
}

/* part is zero, or positive and normal. */
TP_FN tp_wide tp_wide_of(double part, int32_t exponent)
{
    const uint64_t mantissa = ((uint64_t)1 << TP_MANTISSA_BITS) - 1;
    tp_double_bits given;
    tp_wide w = {0, 0, 0};
    given.value = part;
    if (given.bits == 0) return w;
    w.exponent = exponent + (int32_t)(given.bits >> TP_MANTISSA_BITS) - TP_EXPONENT_BIAS;
    given.bits = (given.bits & mantissa) | (uint64_t)TP_EXPONENT_BIAS << TP_MANTISSA_BITS;
    w.part = given.value;
    return w;
}

TP_FN tp_wide tp_wide_zero(void)
{
    const tp_wide zero = {0, 0, 0};
    return zero;
}
/* a + b, not ready to be stored: part grows with the terms. */
TP_FN tp_wide tp_wide_add(tp_wide a, tp_wide b)
{
    const int32_t by = a.exponent - b.exponent;
    if (a.part == 0) return b;
    if (b.part == 0) return a;
    if (by >= 0) {
        a.part += b.part * tp_power(-by);
        return a;
    }
    b.part += a.part * tp_power(by);
    return b;
}
/* As it is stored. */
TP_FN tp_wide tp_wide_stored(tp_wide a)
{
    return tp_wide_of(a.part, a.exponent);
}
/* a / b, of a normal double a and b > 0, as it is stored. */
TP_FN tp_wide tp_wide_over(double a, tp_wide b)
{
    return tp_wide_of(a / b.part, -b.exponent);
}
/* a * b, which is less than 2^1023; zero where it is less than 2^-1022. */
TP_FN double tp_wide_times(tp_wide a, tp_wide b)
{
    const tp_wide product = tp_wide_of(a.part * b.part, a.exponent + b.exponent);
    return product.part * tp_power(product.exponent);
}

TP_FN tp_double tp_double_zero(void)
{
    return 0;
}
TP_FN tp_double tp_double_add(tp_double a, tp_double b)
{
    return a + b;
}
TP_FN tp_double tp_double_stored(tp_double a)
{
    return a;
}
TP_FN tp_double tp_double_over(double a, tp_double b)
{
    return a / b;
}
TP_FN double tp_double_times(tp_double a, tp_double b)
{
    return a * b;
}

#endif

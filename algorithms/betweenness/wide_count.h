/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts of any size, which are not negative: a double with a scale of its own. Sums, products and quotients round as
 * those of doubles do, so both give the same bits as long as a double neither overflows nor underflows. Doubles have
 * the same functions (tp_double_*), so that an op on counts is written once.
 */
#ifndef TP_WIDE_COUNT_H
#define TP_WIDE_COUNT_H

#include "semiring/language.h"

#include <stdint.h>

/* part * 2^(512 scale). A stored count has 2^-256 <= part < 2^256, or is zero with all bits zero. (The steps of the
 * scale are large so that nearly all terms of a sum have the same scale: with an exponent for each power of two a
 * lattice of 250 x 250 took 1.03 times as long on a GPU, and one of 1200 x 1200 1.05 times on a CPU.) In a graph of n
 * vertices two have fewer than 2^n shortest paths, so the scale is less than n / 512. */
typedef struct tp_wide {
    double part;
    int32_t scale, unused;
} tp_wide;

typedef double tp_double;

#define TP_WIDE_UP 0x1p512 /* a step of the scale */
#define TP_WIDE_DOWN 0x1p-512
#define TP_WIDE_SHIFT 9 /* log2 of 512, the exponent of a step */
#define TP_MANTISSA_BITS 52
#define TP_WIDE_MIN (1023 - 256) /* the biased exponent of the smallest stored part */
/* Doubles are used for counts up to here: 1 / count is normal, too, with 22 powers of two to spare. */
#define TP_DOUBLE_COUNT_MAX 0x1p1000

typedef union tp_double_bits {
    double value;
    uint64_t bits;
} tp_double_bits;

/* part is zero, or positive and normal. */
TP_FN tp_wide tp_wide_of(double part, int32_t scale)
{
    tp_double_bits given;
    tp_wide w = {0, 0, 0};
    int32_t steps;
    given.value = part;
    if (given.bits == 0) return w;
    steps = ((int32_t)(given.bits >> TP_MANTISSA_BITS) - TP_WIDE_MIN) >> TP_WIDE_SHIFT;
    given.bits -= (uint64_t)((int64_t)steps * ((int64_t)1 << (TP_MANTISSA_BITS + TP_WIDE_SHIFT)));
    w.part = given.value;
    w.scale = scale + steps;
    return w;
}

TP_FN tp_wide tp_wide_zero(void)
{
    const tp_wide zero = {0, 0, 0};
    return zero;
}
/* a + b, in a form that is not stored: part grows with the terms. */
TP_FN tp_wide tp_wide_add(tp_wide a, tp_wide b)
{
    if (a.scale == b.scale) {
        a.part += b.part;
        return a;
    }
    if (a.part == 0 || (b.part != 0 && a.scale < b.scale)) {
        const tp_wide c = a;
        a = b;
        b = c;
    }
    /* If b is two or more steps below a, it is less than half of a's last bit. */
    if (b.scale == a.scale - 1) a.part += b.part * TP_WIDE_DOWN;
    return a;
}
/* a in the form that is stored. */
TP_FN tp_wide tp_wide_stored(tp_wide a)
{
    return tp_wide_of(a.part, a.scale);
}
/* a / b in the form that is stored; a is a normal double, b > 0. */
TP_FN tp_wide tp_wide_over(double a, tp_wide b)
{
    return tp_wide_of(a / b.part, -b.scale);
}
/* a * b, which must be less than 2^1023; zero if it is less than every positive double. */
TP_FN double tp_wide_times(tp_wide a, tp_wide b)
{
    tp_wide product = tp_wide_of(a.part * b.part, a.scale + b.scale);
    for (; product.scale > 0; product.scale--) product.part *= TP_WIDE_UP;
    for (; product.scale < 0 && product.part > 0; product.scale++) product.part *= TP_WIDE_DOWN;
    return product.part;
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

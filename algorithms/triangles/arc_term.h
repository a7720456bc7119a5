/* SPDX-License-Identifier: Apache-2.0
 *
 * What an arc counts as in a sum over triangles. One text, compiled as C and as CUDA, whose cube roots differ else.
 */
#ifndef TP_ARC_TERM_H
#define TP_ARC_TERM_H

#include "algorithms/triangles/triangles.h"
#include "semiring/language.h"

/* Of 0 <= x <= 1, to a relative 1e-15: x = m 8^e with m from 1/8 to 1; a line through the ends of its cube root, then
 * Newton's iteration, which squares the error each time. */
TP_FN double tp_cube_root(double x)
{
    const double scale = x < 0x1p-960 ? 0x1p300 : 1, back = x < 0x1p-960 ? 0x1p-100 : 1;
    double m = x * scale, power, root;
    uint64_t bits;
    int exponent, third;
    if (!(x > 0)) return 0;
    memcpy(&bits, &m, sizeof bits);
    exponent = (int)(bits >> 52) - 1022; /* m = f 2^exponent, f from 1/2 to 1 */
    third = (exponent + 3072) / 3 - 1024;
    if (3 * third < exponent) third++;
    bits = (uint64_t)(1023 - 3 * third) << 52;
    memcpy(&power, &bits, sizeof power);
    m *= power;
    root = 0.43 + 0.571 * m;
    for (int k = 0; k < 5; k++) root = (2 * root + m / (root * root)) / 3;
    bits = (uint64_t)(1023 + third) << 52;
    memcpy(&power, &bits, sizeof power);
    return root * power * back;
}

/* Of the k-th; greatest: see tp_both_ways. */
TP_FN double tp_arc_term(const tp_arcs *arcs, tropic_offset k, double greatest)
{
    if (!arcs->values) return 1;
    return greatest > 0 ? tp_cube_root(((const double *)arcs->values)[k] / greatest) : 0;
}

#endif

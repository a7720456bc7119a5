/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether neighbouring lists name neighbouring ids. One text, compiled as C and as CUDA.
 */
#ifndef TP_BANDED_H
#define TP_BANDED_H

#include "semiring/language.h"

/* Lists that are sampled for tp_degrees.banded, and ids that lie near each other: of as many lists as a warp has lanes,
 * these are in a few lines of memory. */
#define TP_BANDED_SAMPLE 1024
#define TP_BANDED_REACH 8

/* Do the middle entries of list s of the sample and of the one behind it lie near each other? -1: there is no such
 * list, or one is empty. */
TP_FN int tp_are_near(const tropic_offset *offsets, const tropic_index *ids, tropic_index lists, int s)
{
    const int64_t j = s * (int64_t)(lists > TP_BANDED_SAMPLE ? lists / TP_BANDED_SAMPLE : 1);
    const tropic_offset *o = offsets + j;
    int64_t apart;
    if (j + 1 >= lists || o[0] == o[1] || o[1] == o[2]) return -1;
    apart = (int64_t)ids[(o[1] + o[2]) / 2] - ids[(o[0] + o[1]) / 2];
    return apart >= -TP_BANDED_REACH && apart <= TP_BANDED_REACH;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether neighbouring lists name neighbouring ids. One text, compiled as C and as CUDA.
 */
#ifndef TP_BANDED_H
#define TP_BANDED_H

#include "semiring/language.h"

/* Lists that are sampled for tp_degrees.near, and ids that lie near each other: of as many lists as a warp has lanes,
 * these are in a few lines of memory. */
#define TP_NEAR_SAMPLE 1024
#define TP_NEAR 8

/* By a sample, the middle entries of lists and of the next ones. */
TP_FN bool tp_are_near(const tropic_offset *offsets, const tropic_index *ids, tropic_index lists)
{
    const int64_t step = lists > TP_NEAR_SAMPLE ? lists / TP_NEAR_SAMPLE : 1;
    int looked = 0, near = 0;
    for (int64_t j = 0; j + 1 < lists && looked < TP_NEAR_SAMPLE; j += step) {
        const tropic_offset *o = offsets + j;
        int64_t apart;
        if (o[0] == o[1] || o[1] == o[2]) continue;
        apart = (int64_t)ids[(o[1] + o[2]) / 2] - ids[(o[0] + o[1]) / 2];
        if (apart >= -TP_NEAR && apart <= TP_NEAR) near++;
        looked++;
    }
    return 2 * near > looked;
}

#endif

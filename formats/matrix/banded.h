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

/* By a sample, the middle entries of lists and of the next ones. */
TP_FN bool tp_are_banded(const tropic_offset *offsets, const tropic_index *ids, tropic_index lists)
{
    const int64_t step = lists > TP_BANDED_SAMPLE ? lists / TP_BANDED_SAMPLE : 1;
    int looked = 0, alike = 0;
    for (int64_t j = 0; j + 1 < lists && looked < TP_BANDED_SAMPLE; j += step) {
        const tropic_offset *o = offsets + j;
        int64_t apart;
        if (o[0] == o[1] || o[1] == o[2]) continue;
        apart = (int64_t)ids[(o[1] + o[2]) / 2] - ids[(o[0] + o[1]) / 2];
        if (apart >= -TP_BANDED_REACH && apart <= TP_BANDED_REACH) alike++;
        looked++;
    }
    return 2 * alike > looked;
}

#endif

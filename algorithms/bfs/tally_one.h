/* SPDX-License-Identifier: Apache-2.0
 *
 * What a level adds to one vertex, one text for both devices.
 */
#ifndef TP_TALLY_ONE_H
#define TP_TALLY_ONE_H

#include "algorithms/bfs/tally.h"
#include "semiring/language.h"

/* `found` searches have v on the level. */
TP_FN void tp_tally_one(const tp_tally *to, tropic_index v, int32_t depth, int found)
{
    const double d = (double)depth;
    to->reached[v] += found;
    to->sums[v] += (int64_t)found * depth;
    to->inverse[v] += (double)found / d;
    if (to->squares) to->squares[v] += to->squared_distance ? (double)found * (d * d) : (double)found / (d * d);
}

#endif

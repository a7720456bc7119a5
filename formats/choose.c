/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pulling strategy suits a graph.
 */
#include "formats/matrix.h"

/* A warp per column wastes lanes where columns are shorter than a warp is wide... */
#define LONG_COLUMN 8
/* ... and a thread per column leaves its warp waiting where one column is much longer than others. */
#define UNEVEN 2.0
/* Of products (H200): equal shares of the entries take half as long again or more as a thread per list on
 * lists of 4 to 6 entries, a tenth to a third longer than two lanes per list on 16, and are the fastest on 30 ... */
#define SHARED_MEAN 24
/* ... and wherever one list keeps its lanes when the others are done: a thread, four entries at a time, for over 300
 * microseconds at this length. */
#define SHARED_LONGEST 2048
/* Shares sum every list, whatever the mask lets through; lists that a mask picks take about twice as long for
 * each entry, and want some lanes each, for there are fewer of them to hide each other's latency. */
#define SHARED_PART 0.5

tropic_strategy tp_choose_pull(const tp_degrees *lists)
{
    return lists->mean >= LONG_COLUMN || lists->deviation > UNEVEN * lists->mean
               ? TROPIC_STRATEGY_CSC_VECTOR
               : TROPIC_STRATEGY_CSC_SCALAR;
}

tropic_strategy tp_choose_product(const tp_degrees *lists, double part)
{
    const bool uneven = lists->deviation > UNEVEN * lists->mean || lists->most > SHARED_LONGEST;
    if (part < SHARED_PART) return TROPIC_STRATEGY_CSC_VECTOR;
    if (uneven || lists->mean >= SHARED_MEAN) return TROPIC_STRATEGY_COOC_SCALAR;
    return tp_choose_pull(lists);
}

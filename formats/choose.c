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
/* On the CPU, of products: a list with so many entries, and such a part of all, keeps one thread when the others
 * are done. (Not by the number of threads: sums are the same whatever it is.) */
#define HUB_LEAST 65536
#define HUB_PART 0.125
/* Shares sum every list, whatever the mask lets through; lists that a mask picks take about twice as long for
 * each entry. */
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
    if (part >= SHARED_PART && (uneven || lists->mean >= SHARED_MEAN))
        return TROPIC_STRATEGY_COOC_SCALAR;
    return uneven ? TROPIC_STRATEGY_CSC_VECTOR : tp_choose_pull(lists);
}

tropic_strategy tp_choose_host_product(const tp_degrees *lists, tropic_offset entries, double part)
{
    const bool hub = lists->most >= HUB_LEAST && lists->most > HUB_PART * (double)entries;
    if (hub && part >= SHARED_PART) return TROPIC_STRATEGY_COOC_SCALAR;
    /* csc_vector would sum all in order, too, and takes up to a tenth longer to find that out. */
    return lists->most < TP_LANES_LEAST ? TROPIC_STRATEGY_CSC_SCALAR : TROPIC_STRATEGY_CSC_VECTOR;
}

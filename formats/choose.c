/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pulling strategy suits a graph.
 */
#include "formats/matrix.h"

/* A warp per column wastes lanes where columns are shorter than a warp is wide... */
#define LONG_COLUMN 8
/* ... and a thread per column leaves its warp waiting where one column is much longer than others. */
#define UNEVEN 2.0
/* Of products (H200): a thread per list, reading entries one by one, is the fastest up to lists of this length;
 * some lanes per list, reading them by four, on longer ones ... */
#define QUADS_MEAN 7
/* ... but where long lists name ids all over, equal shares of the entries are the fastest on values of 8 bytes: by a
 * fortieth on 16, a sixteenth on 32 ... */
#define SHARED_MEAN 12
#define SHARED_BYTES 8
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

tropic_strategy tp_choose_product(const tp_degrees *lists, double part, size_t size)
{
    if (part < SHARED_PART) return TROPIC_STRATEGY_CSC_VECTOR;
    if (lists->deviation > UNEVEN * lists->mean || lists->most > SHARED_LONGEST)
        return TROPIC_STRATEGY_COOC_SCALAR;
    if (lists->mean >= SHARED_MEAN && size >= SHARED_BYTES && !lists->near)
        return TROPIC_STRATEGY_COOC_SCALAR;
    return lists->mean >= QUADS_MEAN ? TROPIC_STRATEGY_CSC_VECTOR : TROPIC_STRATEGY_CSC_SCALAR;
}

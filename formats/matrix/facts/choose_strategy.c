/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pulling strategy suits a graph.
 */
#include "formats/matrix/matrix.h"

/* A warp per column wastes lanes where columns are shorter than a warp is wide... */
#define LONG_COLUMN 8
/* ... and a thread per column leaves its warp waiting where one column is much longer than others. */
#define UNEVEN 2.0
/* Of products (H200): a thread per list, reading entries one by one, is the fastest on a lattice and a mesh (4 and 6
 * entries), lanes that read them by four are as fast or faster on bands of 8 and more ... */
#define QUADS_MEAN 7
/* ... but where long lists name ids all over, equal shares of the entries are the fastest on values of 8 bytes: by a
 * fortieth on 16, a sixteenth on 32 ... */
#define SHARED_MEAN 12
#define SHARED_BYTES 8
/* ... and wherever one list keeps its lanes when the others are done: a thread, four entries at a time, for over 300
 * microseconds at this length. */
#define SHARED_LONGEST 2048
/* On the CPU, of products: a list with so many entries, and such a part of all, keeps one thread when the others
 * are done. (Not by the number of threads: sums are the same whatever it is.) */
#define HUB_MIN 65536
#define HUB_PART 0.125
/* Shares sum every list, whatever the mask lets through; lists that a mask picks take about twice as long for
 * each entry. */
#define SHARED_PART 0.5

tropic_strategy tp_choose_pull(const tp_degrees *lists)
{
    return lists->mean >= LONG_COLUMN || lists->deviation > UNEVEN * lists->mean ? TROPIC_STRATEGY_CSC_VECTOR
                                                                                 : TROPIC_STRATEGY_CSC_SCALAR;
}

tropic_strategy tp_choose_product(const tp_degrees *lists, tropic_offset entries, double part, size_t size)
{
    const bool shared = part >= SHARED_PART;
    (void)entries;
    if (lists->deviation > UNEVEN * lists->mean || lists->longest > SHARED_LONGEST)
        return shared ? TROPIC_STRATEGY_COOC_SCALAR : TROPIC_STRATEGY_CSC_VECTOR;
    if (lists->mean < QUADS_MEAN) return TROPIC_STRATEGY_CSC_SCALAR;
    return shared && lists->mean >= SHARED_MEAN && size >= SHARED_BYTES && !lists->banded ? TROPIC_STRATEGY_COOC_SCALAR
                                                                                          : TROPIC_STRATEGY_CSC_VECTOR;
}

tropic_strategy tp_choose_host_product(const tp_degrees *lists, tropic_offset entries, double part, size_t size)
{
    const bool hub = lists->longest >= HUB_MIN && lists->longest > HUB_PART * (double)entries;
    (void)size;
    if (hub && part >= SHARED_PART) return TROPIC_STRATEGY_COOC_SCALAR;
    /* csc_vector would sum all in order, too, and takes up to a tenth longer to find that out. */
    return lists->longest < TP_PARTIAL_SUMS_MIN ? TROPIC_STRATEGY_CSC_SCALAR : TROPIC_STRATEGY_CSC_VECTOR;
}

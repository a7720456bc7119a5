/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pulling strategy suits a graph.
 */
#include "formats/matrix/matrix.h"
#include "formats/tuning.h"

tropic_strategy tp_choose_pull(const tp_degrees *lists)
{
    return lists->mean >= TP_PULL_LONG_COLUMN || lists->deviation > TP_PULL_UNEVEN * lists->mean
               ? TROPIC_STRATEGY_CSC_VECTOR
               : TROPIC_STRATEGY_CSC_SCALAR;
}

tropic_strategy tp_choose_product(const tp_degrees *lists, tropic_offset entries, double part, size_t size)
{
    const bool shared = part >= TP_SHARED_PART;
    (void)entries;
    if (lists->deviation > TP_PULL_UNEVEN * lists->mean || lists->longest > TP_SHARED_LONGEST)
        return shared ? TROPIC_STRATEGY_COOC_SCALAR : TROPIC_STRATEGY_CSC_VECTOR;
    if (lists->mean < TP_QUADS_MEAN) return TROPIC_STRATEGY_CSC_SCALAR;
    return shared && lists->mean >= TP_SHARED_MEAN && size >= TP_SHARED_BYTES && !lists->banded
               ? TROPIC_STRATEGY_COOC_SCALAR
               : TROPIC_STRATEGY_CSC_VECTOR;
}

tropic_strategy tp_choose_host_product(const tp_degrees *lists, tropic_offset entries, double part, size_t size)
{
    const bool hub = lists->longest >= TP_HUB_MIN && lists->longest > TP_HUB_PART * (double)entries;
    (void)size;
    if (hub && part >= TP_SHARED_PART) return TROPIC_STRATEGY_COOC_SCALAR;
    /* csc_vector would sum all in order, too, and takes up to a tenth longer to find that out. */
    return lists->longest < TP_PARTIAL_SUMS_MIN ? TROPIC_STRATEGY_CSC_SCALAR : TROPIC_STRATEGY_CSC_VECTOR;
}

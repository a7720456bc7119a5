/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pulling strategy suits a graph.
 */
#include "formats/matrix.h"

/* A warp per column wastes lanes where columns are shorter than a warp is wide... */
#define LONG_COLUMN 8
/* ... and a thread per column leaves its warp waiting where one column is much longer than others. */
#define UNEVEN 2.0

tropic_strategy tp_choose_pull(const tp_degrees *lists)
{
    return lists->mean >= LONG_COLUMN || lists->deviation > UNEVEN * lists->mean
               ? TROPIC_STRATEGY_CSC_VECTOR
               : TROPIC_STRATEGY_CSC_SCALAR;
}

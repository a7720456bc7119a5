/* SPDX-License-Identifier: Apache-2.0
 *
 * Four ids side by side, on the host: a condition on each of them costs no branch.
 */
#ifndef TP_LANES_H
#define TP_LANES_H

#include "formats/matrix/lists.h"

#define TP_ID_LANES 4

typedef tropic_index tp_lanes __attribute__((vector_size(TP_ID_LANES * sizeof(tropic_index))));

static inline tp_lanes tp_lanes_load(const tropic_index *ids)
{
    tp_lanes l;
    memcpy(&l, ids, sizeof l);
    return l;
}

/* Lane k: of `count` entries, how many there are from the k-th on. */
static inline tp_lanes tp_lanes_left(tropic_index count)
{
    return count - (tp_lanes){0, 1, 2, 3};
}

/* The sum of all lanes. */
static inline tropic_index tp_lanes_sum(tp_lanes l)
{
#ifdef __clang__
    l += __builtin_shufflevector(l, l, 2, 3, 0, 1);
#else
    l += __builtin_shuffle(l, (tp_lanes){2, 3, 0, 1});
#endif
    return l[0] + l[1];
}

#endif

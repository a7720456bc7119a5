/* SPDX-License-Identifier: Apache-2.0
 *
 * Labels and their weights in shared memory, for label propagation on a GPU: a hash table of a warp or a block.
 *
 * A label stands there as its complement, its name, which is not 0: of several labels that weigh the same, the least
 * has the greatest name.
 */
#ifndef TP_LABEL_TABLE_CUH
#define TP_LABEL_TABLE_CUH

#include "algorithms/communities/communities.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/warp.cuh"

/* Weights of labels: numbers of arcs, or sums of 60 bits. */
template <bool WEIGHTED> struct tp_label_sum {
    using type = unsigned;
};
template <> struct tp_label_sum<true> {
    using type = unsigned long long;
};

template <bool WEIGHTED> struct tp_label_best {
    typename tp_label_sum<WEIGHTED>::type sum; /* 0: there is none */
    unsigned name;
};

/* Slots of which names and sums are 0 where they are free. */
template <bool WEIGHTED> struct tp_label_table {
    unsigned *names;
    typename tp_label_sum<WEIGHTED>::type *sums;
    unsigned mask; /* slots less 1; their number is a power of two */
};

/* One to one, so that no more labels can have the same upper bits than there are hashes with these. */
TP_FN unsigned tp_label_hash(unsigned name)
{
    name *= 0x9e3779b1u;
    name ^= name >> 15;
    name *= 0x85ebca77u;
    return name ^ name >> 13;
}

template <bool WEIGHTED>
TP_FN void tp_label_consider(tp_label_best<WEIGHTED> *best, typename tp_label_sum<WEIGHTED>::type sum, unsigned name)
{
    if (sum < best->sum || (sum == best->sum && name < best->name)) return;
    best->sum = sum;
    best->name = name;
}

/* The best of all lanes, for each of them. */
TP_FN tp_label_best<false> tp_label_warp_best(tp_label_best<false> mine)
{
    const unsigned sum = tp_warp_max(mine.sum);
    return {sum, tp_warp_max(mine.sum == sum ? mine.name : 0)};
}
TP_FN tp_label_best<true> tp_label_warp_best(tp_label_best<true> mine)
{
    const unsigned long long sum = ~tp_warp_min(~mine.sum);
    return {sum, tp_warp_max(mine.sum == sum ? mine.name : 0)};
}

/* The slot of a name; *claimed: it was free. There is a free one. */
template <bool WEIGHTED> TP_FN unsigned tp_label_slot(const tp_label_table<WEIGHTED> &t, unsigned name, bool *claimed)
{
    unsigned slot = tp_label_hash(name) & t.mask;
    for (;;) {
        const unsigned seen = atomicCAS(t.names + slot, 0u, name);
        *claimed = seen == 0;
        if (seen == 0 || seen == name) return slot;
        slot = (slot + 1) & t.mask;
    }
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * All arcs of a graph, shared out equally over warps: of which vertex each is, is looked up.
 */
#ifndef TP_COMMUNITY_WALK_CUH
#define TP_COMMUNITY_WALK_CUH

#include "spmv/device/warp.cuh"

/* Arcs that a warp takes at a time. (Not measured.) */
#define TP_WALK_ARCS 1024
/* Blocks on a multiprocessor of a kernel that walks. */
#define TP_WALK_BLOCKS 8

/* The lists of a graph. */
typedef struct tp_walk_lists {
    tropic_index n; /* above 0 */
    const tropic_offset *begin, *end;
} tp_walk_lists;

/* visit(v, k, is) for the positions k of all lists, v the last list that begins there or before; is it v's? */
template <typename VISIT> TP_FN void tp_walk_arcs(const tp_walk_lists &lists, VISIT visit)
{
    const tropic_offset from = __ldg(lists.begin), to = __ldg(lists.end + lists.n - 1);
    for (tropic_offset first = from + tp_warp() * TP_WALK_ARCS; first < to; first += tp_warps() * TP_WALK_ARCS) {
        const tropic_offset last = to - first < TP_WALK_ARCS ? to - 1 : first + TP_WALK_ARCS - 1;
        const tropic_index low = tp_list_of(lists.begin, 0, lists.n, first);
        const tropic_index high = tp_list_of(lists.begin, low, lists.n, last);
        for (tropic_offset k = first + tp_lane(); k <= last; k += TP_WARP) {
            const tropic_index v = tp_list_of(lists.begin, low, high + 1, k);
            visit(v, k, k < __ldg(lists.end + v));
        }
    }
}

/* Adds `more` to the place c of each lane that is in `lanes` and calls this: lanes with the same c together. */
TP_FN void tp_add_together(unsigned lanes, int64_t *sums, tropic_index c, int64_t more)
{
    const unsigned same = __match_any_sync(lanes, c), lane = (unsigned)tp_lane();
    int64_t sum = more;
    if (same != 1u << lane) {
        sum = 0;
        for (unsigned left = same; left; left &= left - 1) sum += __shfl_sync(same, more, __ffs((int)left) - 1);
    }
    if ((unsigned)__ffs((int)same) - 1 == lane) atomicAdd((unsigned long long *)sums + c, (unsigned long long)sum);
}

/* The same of counts, of one each. */
TP_FN void tp_count_together(unsigned lanes, tropic_index *counts, tropic_index c, int sign)
{
    const unsigned same = __match_any_sync(lanes, c);
    if (__ffs((int)same) - 1 == tp_lane()) atomicAdd(counts + c, sign * __popc(same));
}

#endif

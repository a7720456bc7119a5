/* SPDX-License-Identifier: Apache-2.0
 *
 * How many vertices have each number, on a GPU.
 */
#ifndef TP_MEMBERS_CUH
#define TP_MEMBERS_CUH

#include "spmv/device/warp.cuh"

/* What a thread counts of one number at a time, and how many such counts one after another. */
#define TP_COUNT_RUN 8

/* count[c] += the vertices with number c. Counts of one number, which are next to each other, are added up before they
 * go to memory: nearly all vertices may have one. (Over n / TP_COUNT_RUN places.) */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    tp_count_members(tropic_index n, const tropic_index *number, tropic_index *count)
{
    for (int64_t first = tp_warp() * TP_WARP * TP_COUNT_RUN; first < n; first += tp_threads() * TP_COUNT_RUN) {
        tropic_index now = -1, members = 0;
        for (int k = 0; k < TP_COUNT_RUN; k++) {
            const int64_t v = first + k * TP_WARP + tp_lane();
            const tropic_index c = v < n ? number[v] : -1;
            if (c != now) {
                if (members > 0) atomicAdd(count + now, members);
                now = c;
                members = 0;
            }
            members += c >= 0;
        }
        const tropic_index common = __shfl_sync(TP_EVERY_LANE, now, 0);
        if (__all_sync(TP_EVERY_LANE, now == common)) {
            const unsigned all = tp_warp_total((unsigned)members);
            members = tp_lane() == 0 ? (tropic_index)all : 0;
        }
        if (members > 0) atomicAdd(count + now, members);
    }
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_vector on the CPU: TP_LANES partial sums per destination, so that as many gathers and additions
 * are in flight; the lanes are added at the end, in a fixed order. A monoid that may stop early has
 * nothing to gain from lanes, which would read on past the entry that decides: it sums in order.
 */
static inline bool OP(sum_in_lanes)(const OP_STATE *s, const tp_arcs *in, tropic_index j,
                                    OP(value) * t)
{
#if OP_TERMINAL
    return OP(sum_in_order)(s, in, j, t);
#else
    const tropic_offset end = in->offsets[j + 1];
    tropic_offset k = in->offsets[j];
    OP(value) lane[TP_LANES], sum = OP(identity)();
    bool hit = false;
    for (int l = 0; l < TP_LANES; l++) lane[l] = OP(identity)();
    for (; k + TP_LANES <= end; k += TP_LANES)
        for (int l = 0; l < TP_LANES; l++) {
            const tropic_index i = in->ids[k + l];
            if (!OP(source)(s, i, j)) continue;
            lane[l] = OP(add)(lane[l], OP(multiply)(s, in->values, k + l, i, j));
            hit = true;
        }
    for (; k < end; k++) {
        const tropic_index i = in->ids[k];
        if (!OP(source)(s, i, j)) continue;
        sum = OP(add)(sum, OP(multiply)(s, in->values, k, i, j));
        hit = true;
    }
    for (int l = 0; l < TP_LANES; l++) sum = OP(add)(sum, lane[l]);
    *t = sum;
    return hit;
#endif
}

#define CSC_NAME csc_vector
#define CSC_SUM sum_in_lanes
#include "spmv/csc.h"

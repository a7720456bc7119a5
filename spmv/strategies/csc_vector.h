/* SPDX-License-Identifier: Apache-2.0
 *
 * csc_vector on the CPU: TP_PARTIAL_SUMS partial sums per long list, so that as many gathers and additions
 * are in flight; the lanes are added at the end, in a fixed order. A monoid that may stop early has
 * nothing to gain from lanes, which would read on past the entry that decides: it sums in order.
 */
#if !OP_TERMINAL
TP_FN bool OP(sum_lanes_of)(const OP_STATE *given, const tp_arcs *arcs, tropic_index j, bool dense, OP(value) *t)
{
    const OP_STATE s = OP(simple)(given, dense);
    const tp_arcs in = *arcs;
    const tropic_offset end = in.offsets[j + 1];
    tropic_offset k = in.offsets[j];
    OP(value) lane[TP_PARTIAL_SUMS], sum;
    bool hit = false;
    if (dense && OP_LOOKS_AT_ENTRIES && !in.values) __builtin_unreachable();
    for (int l = 0; l < TP_PARTIAL_SUMS; l++) lane[l] = OP(identity)();
    for (; k + TP_PARTIAL_SUMS <= end; k += TP_PARTIAL_SUMS)
        for (int l = 0; l < TP_PARTIAL_SUMS; l++) {
            const tropic_index i = in.ids[k + l];
            TP_NO_VECTORS;
            if (!OP(source)(&s, i, j)) continue;
            lane[l] = OP(add)(lane[l], OP(multiply)(&s, in.values, k + l, i, j));
            hit = true;
        }
    if (OP(sum_in_order)(&s, &in, j, k, end, &sum)) hit = true;
    for (int half = TP_PARTIAL_SUMS / 2; half > 0; half /= 2)
        for (int l = 0; l < half; l++) lane[l] = OP(add)(lane[l], lane[l + half]);
    *t = OP(add)(sum, lane[0]);
    return hit;
}

/* Apart from the loop over lists, whose registers it would take. */
static __attribute__((noinline)) bool OP(sum_in_lanes)(const OP_STATE *given, const tp_arcs *arcs, tropic_index j,
                                                       bool dense, OP(value) *t)
{
    return dense ? OP(sum_lanes_of)(given, arcs, j, true, t) : OP(sum_lanes_of)(given, arcs, j, false, t);
}
#endif

#define CSC_NAME csc_vector
#define CSC_PARTIAL_SUMS !OP_TERMINAL
#include "spmv/strategies/pull_list.h"

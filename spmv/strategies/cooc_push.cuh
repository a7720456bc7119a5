/* SPDX-License-Identifier: Apache-2.0
 *
 * cooc_scalar on the GPU: a thread per stored entry; products merge atomically. Moves two ids per
 * entry whatever the mask lets through.
 */
TP_FN void OP(push_entries)(const OP_STATE *s, const tp_arcs *in)
{
    for (tropic_offset first = tp_warp() * TP_WARP; first < in->count; first += tp_threads() * TP_FLIGHT) {
        tropic_index i[TP_FLIGHT], j[TP_FLIGHT];
        bool has[TP_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            const tropic_offset k = first + f * tp_threads() + tp_lane();
            has[f] = k < in->count;
            j[f] = has[f] ? __ldg(in->row_of + k) : 0;
            i[f] = has[f] ? __ldg(in->ids + k) : 0;
        }
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) has[f] = has[f] && OP(want)(s, j[f]) && OP(source)(s, i[f], j[f]);
#pragma unroll
        for (int f = 0; f < TP_FLIGHT; f++) {
            const tropic_offset k = first + f * tp_threads() + tp_lane();
            if (has[f]) OP(push)(s, j[f], OP(multiply)(s, in->values, k, i[f], j[f]));
        }
    }
}

TP_KERNEL void __launch_bounds__(TP_STEP_BLOCK) OP(cooc_scalar)(TP_STEP_PARAMETERS)
{
    (void)list, (void)count, (void)hubs;
    OP(push_entries)(&state, &arcs);
}

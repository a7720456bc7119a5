/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over a list, which both pulling strategies need. Read once per op, by spmv/instance.cuh.
 */

/* Adds the products of up to FLIGHT entries k, k + stride, ... before `end` to *t; `hit`: does
 * *t hold any product yet? Returns the same for afterwards. Loads are issued in rounds, so that
 * FLIGHT of each kind are on their way at once. */
template <int FLIGHT>
TP_FN bool OP(take)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_offset k,
                    tropic_offset end, int stride, OP(value) * t, bool hit)
{
    tropic_index i[FLIGHT];
    bool has[FLIGHT];
    OP(value) product[FLIGHT];
#pragma unroll
    for (int f = 0; f < FLIGHT; f++) {
        has[f] = k + f * stride < end;
        i[f] = has[f] ? __ldg(in->ids + k + f * stride) : 0;
    }
#pragma unroll
    for (int f = 0; f < FLIGHT; f++) has[f] = has[f] && OP(source)(s, i[f], j);
#pragma unroll
    for (int f = 0; f < FLIGHT; f++)
        if (has[f]) product[f] = OP(multiply)(s, in->values, k + f * stride, i[f], j);
#pragma unroll
    for (int f = 0; f < FLIGHT; f++)
        if (has[f]) {
            *t = hit ? OP(add)(*t, product[f]) : product[f];
            hit = true;
        }
    return hit;
}

/* The sum over the lanes that have one, in a fixed order. Every lane gets it (of `any`, one of the terms,
 * by its place among the lanes). */
TP_FN bool OP(sum_lanes)(OP(value) * t, bool hit)
{
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) {
        const OP(value) theirs = tp_shuffle_xor(*t, other);
        const bool their_hit = __shfl_xor_sync(TP_EVERY_LANE, (int)hit, other);
        if (their_hit) *t = hit ? OP(add)(*t, theirs) : theirs;
        hit = hit || their_hit;
    }
    return hit;
}

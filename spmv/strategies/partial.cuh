/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of parts of lists, and how a warp joins them in order. Read once per op, by spmv/strategies/cooc_segmented.cuh.
 */

/* A sum, and whether it has any terms. Where every entry counts, the identity stands for none. */
typedef struct OP(partial) {
    OP(value) t;
    bool hit;
} OP(partial);

template <bool ALL> TP_FN OP(partial) OP(join)(OP(partial) a, OP(partial) b)
{
    if (ALL) return {OP(add)(a.t, b.t), true};
    if (a.hit && b.hit) return {OP(add)(a.t, b.t), true};
    return b.hit ? b : a;
}
template <bool ALL> TP_FN OP(partial) OP(partial_up)(OP(partial) a, int by)
{
    return {tp_shuffle_up(a.t, by), ALL || __shfl_up_sync(TP_EVERY_LANE, (int)a.hit, by)};
}
template <bool ALL> TP_FN OP(partial) OP(partial_from)(OP(partial) a, int lane)
{
    return {tp_shuffle_from(a.t, lane), ALL || __shfl_sync(TP_EVERY_LANE, (int)a.hit, lane)};
}
/* Over the warp; every lane gets it. */
template <bool ALL> TP_FN OP(partial) OP(partial_sum)(OP(partial) a)
{
#pragma unroll
    for (int other = TP_WARP / 2; other > 0; other /= 2) {
        const OP(partial) b = {tp_shuffle_xor(a.t, other), ALL || __shfl_xor_sync(TP_EVERY_LANE, (int)a.hit, other)};
        /* (The lower lane's first, in both.) */
        a = tp_lane() & other ? OP(join)<ALL>(b, a) : OP(join)<ALL>(a, b);
    }
    return a;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums over a list, which both pulling strategies need. Read once per op, by spmv/ops/instantiate.cuh.
 */

/* Blocks of a dense kernel without a loop over lists that a multiprocessor must have registers for: all it can
 * hold, which hides latency best (H200: pairs a sixth faster than with 6), where values are small enough. */
#define TP_DENSE_EACH(value, entry) (sizeof(value) <= 8 && sizeof(entry) <= 8 ? 8 : 1)

/* Adds the products of up to FLIGHT entries k, k + stride, ... before `end` to *t; `hit`: does
 * *t hold any product yet? Returns the same for afterwards. Loads are issued in rounds, so that
 * FLIGHT of each kind are on their way at once. */
template <int FLIGHT>
TP_FN bool OP(take)(const OP_STATE *s, const tp_arcs *in, tropic_index j, tropic_offset k, tropic_offset end,
                    int stride, OP(value) *t, bool hit)
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

/* The sum over the lanes that have one, of each `width` lanes, a power of two, in a fixed order. Every lane gets it (of
 * `any`, one of the terms, by its place among the lanes). */
TP_FN bool OP(sum_some)(int width, OP(value) *t, bool hit)
{
#pragma unroll
    for (int other = width / 2; other > 0; other /= 2) {
        const OP(value) theirs = tp_shuffle_xor(*t, other);
        const bool their_hit = __shfl_xor_sync(TP_EVERY_LANE, (int)hit, other);
        if (their_hit) *t = hit ? OP(add)(*t, theirs) : theirs;
        hit = hit || their_hit;
    }
    return hit;
}
TP_FN bool OP(sum_lanes)(OP(value) *t, bool hit)
{
    return OP(sum_some)(TP_WARP, t, hit);
}

/* The sum of a list by one thread, in its order, as the CPU sums it. */
TP_FN bool OP(sum_alone)(const OP_STATE *s, const tp_arcs *in, tropic_index j, OP(value) *t)
{
    const tropic_offset end = __ldg(in->offsets + j + 1);
    bool hit = false;
    *t = OP(identity)();
    for (tropic_offset k = __ldg(in->offsets + j); k < end; k += TP_FLIGHT) {
        hit = OP(take)<TP_FLIGHT>(s, in, j, k, end, 1, t, hit);
        if (hit && OP(terminal)(*t)) break;
    }
    return hit;
}

/* The sum over the block, for its first warp. */
TP_FN bool OP(sum_block)(OP(value) *t, bool hit)
{
    __shared__ OP(value) sums[TP_WARP];
    __shared__ int hits[TP_WARP];
    const int warp = (int)(threadIdx.x / TP_WARP), warps = (int)(blockDim.x / TP_WARP);
    hit = OP(sum_lanes)(t, hit);
    __syncthreads();
    if (tp_lane() == 0) {
        sums[warp] = *t;
        hits[warp] = hit;
    }
    __syncthreads();
    if (warp > 0) return false;
    hit = tp_lane() < warps && hits[tp_lane()];
    if (hit) *t = sums[tp_lane()];
    return OP(sum_lanes)(t, hit);
}

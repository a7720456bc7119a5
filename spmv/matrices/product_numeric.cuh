/* SPDX-License-Identifier: Apache-2.0
 *
 * The numeric part of a product of matrices whose terms are known. Each lane of a warp sums an entry of a slice, in
 * order. The warp reads runs, and their values of A, side by side into shared memory, from where all lanes take them
 * one by one.
 */
#include "spmv/matrices/product_walk.cuh"
#include "spmv/matrices/symbolic_device.h"

/* Runs that a thread takes at once, with their values of B in flight. */
#define TP_RUNS_IN_FLIGHT 8

/* Runs of a warp, in parts that are aligned, so that a part takes few loads. */
typedef struct OP(runs) {
    struct __align__(16)
    {
        OP(taken) of[TP_RUNS_IN_FLIGHT];
    }
    source[TP_WARP / TP_RUNS_IN_FLIGHT];
    struct __align__(16)
    {
        unsigned of[TP_RUNS_IN_FLIGHT];
    }
    q[TP_WARP / TP_RUNS_IN_FLIGHT], bits[TP_WARP / TP_RUNS_IN_FLIGHT];
    struct __align__(16)
    {
        tropic_index of[TP_RUNS_IN_FLIGHT];
    }
    i[TP_WARP / TP_RUNS_IN_FLIGHT];
} OP(runs);

/* Runs from `at` on; where there are none any more, a run without entries. */
TP_FN void OP(read_runs)(const OP_STATE *s, const tp_device_numeric *p, tropic_offset at, tropic_offset end,
                         OP(runs) *runs)
{
    const int part = tp_lane() / TP_RUNS_IN_FLIGHT, place = tp_lane() % TP_RUNS_IN_FLIGHT;
    const bool there = at + tp_lane() < end;
    const tropic_offset c = there ? at + tp_lane() : end - 1;
    const unsigned k = tp_stream(p->symbolic.k + c), q = tp_stream(p->symbolic.q + c);
    const unsigned bits = tp_stream(p->symbolic.bits + c);
    const OP(taken) source = OP(take_source)(s, (tropic_index)k);
    const tropic_index i = __ldg(p->a_ids + k);
    __syncwarp();
    runs->source[part].of[place] = source;
    runs->q[part].of[place] = q;
    runs->bits[part].of[place] = there ? bits : 0;
    runs->i[part].of[place] = i;
    __syncwarp();
}

/* The sum of the lane's terms. B_VALUES: multiply looks at B's; ANY: add takes either term. */
template <bool B_VALUES, bool ANY>
TP_FN OP(value)
    OP(sum_runs)(const OP_STATE *s, const tp_device_numeric *p, tropic_offset at, tropic_offset end, OP(runs) *runs)
{
    const OP(entry) *b = (const OP(entry) *)p->b_values;
    const unsigned mine = 1u << tp_lane(), before = mine - 1;
    OP(value) sum = tp_sum_zero(p->sums_reals, OP(identity)());
    for (; at < end; at += TP_WARP) {
        const int count = end - at < TP_WARP ? (int)(end - at) : TP_WARP;
        OP(read_runs)(s, p, at, end, runs);
        for (int part = 0; part * TP_RUNS_IN_FLIGHT < count; part++) {
            const auto bits = runs->bits[part], q = runs->q[part];
            const auto source = runs->source[part];
            OP(entry) entries[TP_RUNS_IN_FLIGHT]; /* where the lane has a term */
#pragma unroll
            for (int f = 0; f < TP_RUNS_IN_FLIGHT; f++) {
                const unsigned ahead = (unsigned)__popc(bits.of[f] & before);
                if (bits.of[f] & mine) entries[f] = B_VALUES ? tp_constant(b + (q.of[f] + ahead)) : OP(one)();
            }
#pragma unroll
            for (int f = 0; f < TP_RUNS_IN_FLIGHT; f++) {
                if (!(bits.of[f] & mine)) continue;
                const OP(value) v = OP(times)(s, entries[f], source.of[f], runs->i[part].of[f], 0);
                sum = ANY ? v : OP(add)(sum, v);
            }
        }
    }
    return sum;
}

TP_KERNEL void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)
    OP(product_numeric)(const OP_STATE state, const __grid_constant__ tp_device_numeric p)
{
    __shared__ OP(runs) all[TP_PRODUCT_BLOCK_WARPS];
    OP(runs) *runs = all + threadIdx.x / TP_WARP;
    const tropic_offset slice = tp_warp(), entry = slice * TP_SLICE + tp_lane();
    if (slice >= p.symbolic.slices) return;
    const tropic_offset at = __ldg(p.symbolic.starts + slice), end = __ldg(p.symbolic.starts + slice + 1);
    OP(value) sum;
    if (p.b_values)
        sum = state.any ? OP(sum_runs)<true, true>(&state, &p, at, end, runs)
                        : OP(sum_runs)<true, false>(&state, &p, at, end, runs);
    else
        sum = state.any ? OP(sum_runs)<false, true>(&state, &p, at, end, runs)
                        : OP(sum_runs)<false, false>(&state, &p, at, end, runs);
    if (entry < p.count) ((OP(value) *)p.values)[entry] = sum;
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * The numeric part of a product of matrices whose terms are known. Each lane of a warp sums an entry of a slice, in
 * order. The warp reads runs, and their values of A, side by side into shared memory, from where all lanes take them
 * one by one.
 */
#include "spmv/matrices/product_walk.cuh"
#include "spmv/matrices/symbolic_device.h"

/* Runs whose values of B a thread has in flight. */
#define RUNS_IN_FLIGHT 8

/* Runs of a warp. */
typedef struct OP(runs) {
    OP(taken) source[TP_WARP];
    unsigned q[TP_WARP], bits[TP_WARP];
    tropic_index i[TP_WARP];
} OP(runs);

/* Runs from `at` on; where there are none any more, a run without entries. */
TP_FN void OP(read_runs)(const OP_STATE *s, const tp_device_numeric *p, tropic_offset at, tropic_offset end,
                         OP(runs) *runs)
{
    const bool there = at + tp_lane() < end;
    const tropic_offset c = there ? at + tp_lane() : end - 1;
    const unsigned k = tp_stream(p->symbolic.k + c), q = tp_stream(p->symbolic.q + c);
    const unsigned bits = tp_stream(p->symbolic.bits + c);
    const OP(taken) source = OP(take_source)(s, (tropic_index)k);
    const tropic_index i = __ldg(p->a_ids + k);
    __syncwarp();
    runs->source[tp_lane()] = source;
    runs->q[tp_lane()] = q;
    runs->bits[tp_lane()] = there ? bits : 0;
    runs->i[tp_lane()] = i;
    __syncwarp();
}

TP_KERNEL void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)
    OP(product_numeric)(const OP_STATE state, const __grid_constant__ tp_device_numeric p)
{
    __shared__ OP(runs) all[TP_PRODUCT_BLOCK_WARPS];
    OP(runs) *runs = all + threadIdx.x / TP_WARP;
    const tropic_offset slice = tp_warp(), entry = slice * TP_SLICE + tp_lane();
    const unsigned before = (1u << tp_lane()) - 1;
    OP(value) sum = tp_sum_zero(p.sums_reals, OP(identity)());
    tropic_offset at, end;
    if (slice >= p.symbolic.slices) return;
    at = __ldg(p.symbolic.starts + slice);
    end = __ldg(p.symbolic.starts + slice + 1);
    for (; at < end; at += TP_WARP) {
        const int count = end - at < TP_WARP ? (int)(end - at) : TP_WARP;
        OP(read_runs)(&state, &p, at, end, runs);
        for (int first = 0; first < count; first += RUNS_IN_FLIGHT) {
            OP(entry) entries[RUNS_IN_FLIGHT];
            unsigned has = 0;
#pragma unroll
            for (int f = 0; f < RUNS_IN_FLIGHT; f++) {
                const unsigned bits = runs->bits[first + f], bit = bits >> tp_lane() & 1;
                const unsigned q = runs->q[first + f] + (bit ? (unsigned)__popc(bits & before) : 0u);
                has |= bit << f;
                entries[f] = p.b_values ? tp_constant((const OP(entry) *)p.b_values + q) : OP(one)();
            }
#pragma unroll
            for (int f = 0; f < RUNS_IN_FLIGHT; f++) {
                if (!(has >> f & 1)) continue;
                const OP(value) v = OP(times)(&state, entries[f], runs->source[first + f], runs->i[first + f], 0);
                sum = state.any ? v : OP(add)(sum, v);
            }
        }
    }
    if (entry < p.count) ((OP(value) *)p.values)[entry] = sum;
}
#undef RUNS_IN_FLIGHT

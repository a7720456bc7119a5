/* SPDX-License-Identifier: Apache-2.0
 *
 * The numeric part of a product of matrices whose terms are known. Each lane sums one entry of a slice, in order. The
 * lanes of a slice read runs, and their values of A, side by side into shared memory, from where each takes them one by
 * one.
 */
#include "spmv/matrices/product_walk.cuh"
#include "spmv/matrices/symbolic_device.h"

/* Runs that a thread takes at once, with their values of B in flight, and blocks of a multiprocessor, at least. (H100:
 * of 4, 8 and 16, and of 6 and 8, the best: more registers to a thread leave none to other warps.) */
#define TP_RUNS_IN_FLIGHT 4
#define TP_NUMERIC_BLOCKS 8

/* Runs that a lane reads; those of a slice. */
#define TP_RUNS_EACH (TP_SLICE < TP_WARP ? 2 : 1)
#define TP_SLICE_RUNS (TP_SLICE * TP_RUNS_EACH)

/* Does the semiring's multiply look at what is summed over? 1 for one named secondi, else 0. */
#define TP_NUMERIC_READS_secondi secondi, 1
#define TP_NUMERIC_FLAG(name, flag, ...) flag
#define TP_NUMERIC_ASK(...) TP_NUMERIC_FLAG(__VA_ARGS__)
#define TP_NUMERIC_READS_I TP_NUMERIC_ASK(TP_JOIN2(TP_NUMERIC_READS, MUL), 0, 0)

/* Something of as many runs, aligned, so that it takes few loads. */
template <class T> struct alignas(16) tp_runs_part {
    T of[TP_RUNS_IN_FLIGHT];
};

/* Runs of a slice, in parts. */
#define TP_RUNS_PARTS (TP_SLICE_RUNS / TP_RUNS_IN_FLIGHT)
typedef struct OP(runs) {
    tp_runs_part<OP(taken)> source[TP_RUNS_PARTS];
    tp_runs_part<const OP(entry) *> first[TP_RUNS_PARTS]; /* of B */
    tp_runs_part<unsigned> bits[TP_RUNS_PARTS];
    tp_runs_part<tropic_index> i[TP_RUNS_PARTS];
} OP(runs);

/* Runs from `at` on; where there are none any more, runs without entries. */
TP_FN void OP(read_runs)(const OP_STATE *s, const tp_device_numeric *p, tropic_offset begin, unsigned at,
                         unsigned count, OP(runs) *runs)
{
    __syncwarp();
#pragma unroll
    for (int e = 0; e < TP_RUNS_EACH; e++) {
        const unsigned run = (unsigned)tp_lane() % TP_SLICE + e * TP_SLICE;
        const unsigned part = run / TP_RUNS_IN_FLIGHT, f = run % TP_RUNS_IN_FLIGHT;
        const bool there = at + run < count;
        const tropic_offset c = begin + (there ? at + run : 0);
        const unsigned k = tp_stream(p->symbolic.k + c);
        runs->first[part].of[f] = (const OP(entry) *)p->b_values + tp_stream(p->symbolic.q + c);
        runs->bits[part].of[f] = there ? __ldg(p->symbolic.bits + c) : 0;
        runs->source[part].of[f] = OP(take_source)(s, (tropic_index)k);
        if (TP_NUMERIC_READS_I) runs->i[part].of[f] = __ldg(p->a_ids + k);
    }
    __syncwarp();
}

/* The sum of the lane's terms. B_VALUES: multiply looks at B's; ANY: add takes either term. */
template <bool B_VALUES, bool ANY>
TP_FN OP(value)
    OP(sum_runs)(const OP_STATE *s, const tp_device_numeric *p, tropic_offset begin, unsigned count, OP(runs) *runs)
{
    const unsigned mine = 1u << tp_lane() % TP_SLICE, before = mine - 1, most = tp_warp_max(count);
    OP(value) sum = tp_sum_zero(p->sums_reals, OP(identity)());
    for (unsigned at = 0; at < most; at += TP_SLICE_RUNS) {
        OP(read_runs)(s, p, begin, at, count, runs);
#pragma unroll 1
        for (int part = 0; part < TP_RUNS_PARTS && at + part * TP_RUNS_IN_FLIGHT < most; part++) {
            const auto bits = runs->bits[part];
            const auto first = runs->first[part];
            const auto source = runs->source[part];
            OP(entry) entries[TP_RUNS_IN_FLIGHT]; /* where the lane has a term */
#pragma unroll
            for (int f = 0; f < TP_RUNS_IN_FLIGHT; f++) {
                const unsigned ahead = (unsigned)__popc(bits.of[f] & before);
                if (bits.of[f] & mine) entries[f] = B_VALUES ? tp_constant(first.of[f] + ahead) : OP(one)();
            }
#pragma unroll
            for (int f = 0; f < TP_RUNS_IN_FLIGHT; f++) {
                if (!(bits.of[f] & mine)) continue;
                const tropic_index i = TP_NUMERIC_READS_I ? runs->i[part].of[f] : 0;
                asm volatile(""); /* (else both ways are taken, and one of two sums chosen) */
                const OP(value) v = OP(times)(s, entries[f], source.of[f], i, 0);
                sum = ANY ? v : OP(add)(sum, v);
            }
        }
    }
    return sum;
}

TP_KERNEL void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS, TP_NUMERIC_BLOCKS)
    OP(product_numeric)(const OP_STATE state, const __grid_constant__ tp_device_numeric p)
{
    __shared__ OP(runs) all[TP_PRODUCT_BLOCK_THREADS / TP_SLICE];
    OP(runs) *runs = all + threadIdx.x / TP_SLICE;
    const tropic_offset entry = tp_thread(), slice = entry / TP_SLICE;
    const bool there = slice < p.symbolic.slices;
    const tropic_offset begin = there ? __ldg(p.symbolic.starts + slice) : 0;
    const unsigned count = there ? (unsigned)(__ldg(p.symbolic.starts + slice + 1) - begin) : 0;
    OP(value) sum;
    if (p.b_values)
        sum = state.any ? OP(sum_runs)<true, true>(&state, &p, begin, count, runs)
                        : OP(sum_runs)<true, false>(&state, &p, begin, count, runs);
    else
        sum = state.any ? OP(sum_runs)<false, true>(&state, &p, begin, count, runs)
                        : OP(sum_runs)<false, false>(&state, &p, begin, count, runs);
    if (entry < p.count) ((OP(value) *)p.values)[entry] = sum;
}

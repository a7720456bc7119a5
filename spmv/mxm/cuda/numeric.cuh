/* SPDX-License-Identifier: Apache-2.0
 *
 * The numeric part of a product of matrices whose terms are known. A warp sums the entries of a slice in shared memory.
 * Its lanes take terms side by side, so that rows of B are read in order and few lanes wait, and add them in order.
 */
#include "spmv/mxm/cuda/symbolic_device.h"
#include "spmv/mxm/cuda/walk.cuh"

/* Blocks of a multiprocessor, at least: loads that wait for loads want warps, more than a thread wants registers.
 * (H100, of 5, 6 and 8: kron 16 2.57, 2.44, 2.38 ms; urand 18 0.60, 0.59, 0.65; mesh 1024 0.28, 0.27, 0.26. Two steps
 * at a time and more take longer.) */
#define TP_NUMERIC_BLOCKS 8

/* Does the semiring's multiply look at the index summed over? 1 for one named secondi, else 0. */
#define TP_NUMERIC_READS_secondi secondi, 1
#define TP_NUMERIC_FLAG(name, flag, ...) flag
#define TP_NUMERIC_ASK(...) TP_NUMERIC_FLAG(__VA_ARGS__)
#define TP_NUMERIC_READS_I TP_NUMERIC_ASK(TP_JOIN2(TP_NUMERIC_READS, MUL), 0, 0)

/* The position in a slice: its number of terms, the last run that a step has had, and its arrays. */
typedef struct OP(slice) {
    unsigned count;
    int run;
    const uint64_t *starts, *steps;
    const uint8_t *places;
} OP(slice);

/* The step from term `at` on; where there is none any more, one without terms. */
TP_FN uint64_t OP(read_step)(const OP(slice) *slice, unsigned at)
{
    return at < slice->count ? __ldg((const unsigned long long *)slice->steps + at / TP_WARP) : 0;
}

/* The lane's run of a step, which is the next. */
TP_FN uint64_t OP(read_run)(OP(slice) *slice, uint64_t step)
{
    const unsigned here = TP_EVERY_LANE >> (TP_WARP - 1 - tp_lane()); /* this lane and those below */
    const int run = slice->run + __popc((unsigned)step & here);
    slice->run = __shfl_sync(TP_EVERY_LANE, run, TP_WARP - 1);
    return __ldg((const unsigned long long *)slice->starts + run);
}

/* Which sum the lane's term goes to, if there is one. */
TP_FN unsigned OP(read_place)(const OP(slice) *slice, unsigned at)
{
    return at + (unsigned)tp_lane() < slice->count ? slice->places[at + (unsigned)tp_lane()] : 0;
}

/* Adds the terms of the lanes that have one, turn by turn. */
template <bool ANY> TP_FN void OP(add_terms)(bool there, OP(value) term, unsigned turns, OP(value) *sum)
{
    const unsigned mine = there ? 1u << tp_lane() : 0;
    unsigned before = 0; /* lanes that have had their turn */
#pragma unroll 1
    do {
        const unsigned until = turns ? (turns & (0u - turns)) - 1 : TP_EVERY_LANE;
        if (mine & until & ~before) *sum = ANY ? term : OP(add)(*sum, term);
        __syncwarp();
        before = until;
        turns &= turns - 1;
    } while (before != TP_EVERY_LANE);
}

/* Adds the terms of a slice to sums. The starts of the next two steps are loaded while the values of a step are on
 * their way. B_VALUES: multiply looks at B's; ANY: add takes either term. */
template <bool B_VALUES, bool ANY>
TP_FN void OP(sum_terms)(const OP_STATE *s, const tp_device_numeric *p, OP(slice) slice, OP(value) *sums)
{
    uint64_t step = OP(read_step)(&slice, 0), next = OP(read_step)(&slice, TP_WARP);
    unsigned place = OP(read_place)(&slice, 0);
    uint64_t run = slice.count > 0 ? OP(read_run)(&slice, step) : 0;
    for (unsigned at = 0; at < slice.count; at += TP_WARP) {
        const bool there = at + (unsigned)tp_lane() < slice.count;
        const unsigned k = (unsigned)run, q = (unsigned)(run >> 32) + (unsigned)tp_lane();
        const unsigned turns = (unsigned)(step >> 32);
        OP(value) *sum = sums + place, v = OP(identity)();
        OP(taken) source;
        OP(entry) entry;
        tropic_index i;
        if (there) {
            source = OP(take_source)(s, (tropic_index)k);
            entry = B_VALUES ? tp_constant((const OP(entry) *)p->b_values + q) : OP(one)();
            i = TP_NUMERIC_READS_I ? __ldg(p->a_ids + k) : 0;
        }
        place = OP(read_place)(&slice, at + TP_WARP);
        step = next;
        next = OP(read_step)(&slice, at + 2 * TP_WARP);
        run = OP(read_run)(&slice, step);
        if (there) v = OP(times)(s, entry, source, i, 0);
        OP(add_terms)<ANY>(there, v, turns, sum);
    }
}

TP_KERNEL void __launch_bounds__(TP_NUMERIC_WARPS(sizeof(OP(value))) * TP_WARP, TP_NUMERIC_BLOCKS)
    OP(product_numeric)(const OP_STATE state, const __grid_constant__ tp_device_numeric p)
{
    __shared__ OP(value) all[TP_NUMERIC_WARPS(sizeof(OP(value)))][TP_SLICE];
    OP(value) *sums = all[threadIdx.x / TP_WARP];
    const tropic_offset number = tp_warp(), first = number * TP_SLICE;
    if (number >= p.symbolic.slices) return;
    const tropic_offset begin = __ldg(p.symbolic.terms + number);
    OP(slice) slice;
    slice.count = (unsigned)(__ldg(p.symbolic.terms + number + 1) - begin);
    slice.run = -1;
    slice.starts = p.symbolic.starts + __ldg(p.symbolic.runs + number);
    slice.steps = p.symbolic.steps + TP_SYMBOLIC_STEP(begin, number);
    slice.places = p.symbolic.places + begin;
    for (int c = tp_lane(); c < TP_SLICE; c += TP_WARP) sums[c] = tp_sum_zero(p.sums_reals, OP(identity)());
    __syncwarp();
    if (p.b_values) {
        if (state.any)
            OP(sum_terms)<true, true>(&state, &p, slice, sums);
        else
            OP(sum_terms)<true, false>(&state, &p, slice, sums);
    } else {
        if (state.any)
            OP(sum_terms)<false, true>(&state, &p, slice, sums);
        else
            OP(sum_terms)<false, false>(&state, &p, slice, sums);
    }
    for (tropic_offset c = tp_lane(); c < TP_SLICE && first + c < p.count; c += TP_WARP)
        ((OP(value) *)p.values)[first + c] = sums[c];
}

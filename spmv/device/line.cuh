/* SPDX-License-Identifier: Apache-2.0
 *
 * Lists in one line, whose places the threads of a block share out equally: so that one long list and many short ones
 * take as long. Includes no header of the CUDA toolkit.
 */
#ifndef TP_LINE_CUH
#define TP_LINE_CUH

#include "spmv/device/warp.cuh"

/* In shared memory: a list of each thread. Where it ends in the line, and what to add to a place in the line for that
 * in ids. COUNT: of places. */
template <int THREADS, class COUNT> struct tp_line {
    COUNT ends[THREADS], sums[THREADS / TP_WARP];
    tropic_offset base[THREADS];
};

/* All threads of a block meet. */
template <int THREADS> TP_FN void tp_line_meet(void)
{
    if (THREADS == TP_WARP)
        __syncwarp();
    else
        __syncthreads();
}

/* The sum of v over this lane and those before it. */
template <class COUNT> TP_FN COUNT tp_line_ends(COUNT v)
{
#pragma unroll
    for (int back = 1; back < TP_WARP; back *= 2) {
        const COUNT before = __shfl_up_sync(TP_EVERY_LANE, v, back);
        if (tp_lane() >= back) v += before;
    }
    return v;
}

/* Lines up the list of each thread; returns how long the line is. All have met since the line before was used. */
template <int THREADS, class COUNT>
TP_FN COUNT tp_line_up(tp_line<THREADS, COUNT> *line, tropic_offset begin, COUNT length)
{
    const int warp = (int)(threadIdx.x / TP_WARP);
    COUNT ends = tp_line_ends(length);
    if (THREADS > TP_WARP) {
        if (tp_lane() == TP_WARP - 1) line->sums[warp] = ends;
        __syncthreads();
        const COUNT sums = tp_line_ends(tp_lane() < THREADS / TP_WARP ? line->sums[tp_lane()] : (COUNT)0);
        const COUNT before = __shfl_sync(TP_EVERY_LANE, sums, warp > 0 ? warp - 1 : 0);
        if (warp > 0) ends += before;
    }
    line->ends[threadIdx.x] = ends;
    line->base[threadIdx.x] = begin - (tropic_offset)(ends - length);
    tp_line_meet<THREADS>();
    return line->ends[THREADS - 1];
}

/* Which thread's list is place e of the line in? */
template <int THREADS, class COUNT> TP_FN unsigned tp_line_owner(const tp_line<THREADS, COUNT> *line, COUNT e)
{
    unsigned owner = 0;
#pragma unroll
    for (unsigned step = THREADS / 2; step > 0; step /= 2)
        if (line->ends[owner + step - 1] <= e) owner += step;
    return owner;
}

/* The same, of lists low .. high, one of which it is. */
template <int THREADS, class COUNT>
TP_FN unsigned tp_line_owner_of(const tp_line<THREADS, COUNT> *line, unsigned low, unsigned high, COUNT e)
{
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (line->ends[middle] <= e)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The lists that places first .. end - 1 lie in, of which there are some. */
template <int THREADS, class COUNT>
TP_FN void tp_line_owners(const tp_line<THREADS, COUNT> *line, COUNT first, COUNT end, unsigned *low, unsigned *high)
{
    *low = tp_line_owner(line, first);
    *high = line->ends[*low] >= end ? *low : tp_line_owner(line, end - 1);
}

#endif

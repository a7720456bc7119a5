/* SPDX-License-Identifier: Apache-2.0
 *
 * A greedy colouring on a GPU: the state of all kernels, and how they tell the colours.
 */
#ifndef TP_SETS_PAINT_CUH
#define TP_SETS_PAINT_CUH

#include "algorithms/sets/coloring.h"
#include "spmv/device/kernel.cuh"

/* Vertices in their order are painted by blocks, by warps, or by some lanes each. */
enum { TP_PAINT_BY_BLOCK, TP_PAINT_BY_WARP, TP_PAINT_BY_LANES, TP_PAINT_WAYS };

/* In device memory. */
typedef struct tp_paint_state {
    unsigned long long taken[TP_PAINT_WAYS]; /* vertices of each way, or lots of them */
    int64_t begin[TP_PAINT_WAYS + 1];        /* of each way: the first place */
    unsigned most, left, ended;              /* colours; vertices that wait; blocks */
    unsigned broken;                         /* a wait did not end */
} tp_paint_state;

/* By the first thread of a kernel before all others. */
TP_FN void tp_paint_begin(tp_paint_state *state, tropic_index n)
{
    for (int way = 0; way < TP_PAINT_WAYS; way++) {
        state->taken[way] = 0;
        state->begin[way] = 0;
    }
    state->begin[TP_PAINT_WAYS] = n;
    state->most = state->left = state->ended = state->broken = 0;
}

/* By all threads of all blocks, once: the most colours, and how many vertices wait. The last block tells these, the
 * latter above 32 bits. -1: a wait did not end. */
TP_FN void tp_paint_tell(tp_paint_state *state, unsigned most, unsigned left, int64_t *result)
{
    most = tp_warp_max(most);
    left = tp_warp_total(left);
    if (tp_lane() == 0 && most > 0) atomicMax(&state->most, most);
    if (tp_lane() == 0 && left > 0) atomicAdd(&state->left, left);
    __syncthreads();
    if (threadIdx.x > 0) return;
    __threadfence();
    if (atomicInc(&state->ended, gridDim.x - 1) < gridDim.x - 1) return;
    __threadfence();
    const int64_t colors = (int64_t)atomicAdd(&state->most, 0u), waiting = (int64_t)atomicExch(&state->left, 0u);
    *result = atomicAdd(&state->broken, 0u) ? -1 : waiting << 32 | colors;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * A recorded loop on the GPU: one cooperative launch that goes from step to step by barriers. The text of
 * its body is written by spmv/loop/loop_source.c.
 */
#ifndef TP_LOOP_CUH
#define TP_LOOP_CUH

#include "spmv/vectors/mask_accum.h"
#include "spmv/device/kernel.cuh"
#include "spmv/loop/loop_item.h"

/* Threads of a block, of which so many are on a multiprocessor: all that it has registers for. */
#define TP_LOOP_BLOCK 512
#define TP_LOOP_EACH 2
/* Flags that a thread looks at together: the bytes of one load. */
#define TP_FLAGS 16

/* Is any of the group's flags set? NULL: they all are. */
TP_FN bool tp_any_flag(const uint8_t *flags, int64_t group, int64_t n)
{
    const int64_t begin = group * TP_FLAGS;
    bool any = false;
    if (!flags) return true;
    if (begin + TP_FLAGS <= n) {
        const uint4 f = *(const uint4 *)(flags + begin);
        return (f.x | f.y | f.z | f.w) != 0;
    }
    for (int64_t i = begin; i < n; i++) any = any || flags[i];
    return any;
}

/* do_place(i) for every place of the groups that `busy`; each lane looks at one group, then the warp takes the
 * busy ones' places side by side. do_place is called by all lanes, with -1 for no place. */
template <typename BUSY, typename DO> TP_FN void tp_each_place(int64_t n, const BUSY &busy, const DO &do_place)
{
    const int64_t groups = (n + TP_FLAGS - 1) / TP_FLAGS;
    const int in_group = tp_lane() % TP_FLAGS, second = tp_lane() / TP_FLAGS;
    for (int64_t first = tp_warp() * TP_WARP; first < groups; first += tp_warps() * TP_WARP) {
        const int64_t group = first + tp_lane();
        unsigned todo = __ballot_sync(TP_EVERY_LANE, group < groups && busy(group));
        while (todo) {
            const int a = __ffs((int)todo) - 1;
            todo &= todo - 1;
            const int b = todo ? __ffs((int)todo) - 1 : -1;
            const int mine = second ? b : a;
            const int64_t i = (first + mine) * TP_FLAGS + in_group;
            todo &= todo - (todo != 0);
            do_place(mine >= 0 && i < n ? i : -1);
        }
    }
}

/* Ends an iteration: shall there be another? `go` is what this thread found. */
TP_FN bool tp_loop_next(const tp_loop_program *p, int64_t done, bool go)
{
    tp_loop_state *state = p->state;
    const bool any = __syncthreads_or(go);
    if (threadIdx.x == 0 && any) atomicOr(&state->go[done % TP_LOOP_SLOTS], 1u);
    if (tp_thread() == 0) state->go[(done + 1) % TP_LOOP_SLOTS] = 0;
    tp_grid_barrier(&state->barrier);
    return *(volatile unsigned *)&state->go[done % TP_LOOP_SLOTS] != 0;
}

TP_FN void tp_loop_fill(const tp_loop_item *item, int64_t i)
{
    for (int b = 0; b < item->size; b++) ((char *)item->to)[i * item->size + b] = item->value.byte[b];
}

/* The library's arrays begin at multiples of 16 bytes; those that a view uses need not. */
TP_FN void tp_loop_copy(const tp_loop_item *item)
{
    const bool aligned = ((uintptr_t)item->to | (uintptr_t)item->from) % sizeof(uint4) == 0;
    const int64_t whole = aligned ? item->n / (int64_t)sizeof(uint4) : 0;
    for (int64_t k = tp_thread(); k < whole; k += tp_threads()) ((uint4 *)item->to)[k] = ((const uint4 *)item->from)[k];
    for (int64_t k = whole * (int64_t)sizeof(uint4) + tp_thread(); k < item->n; k += tp_threads())
        ((char *)item->to)[k] = ((const char *)item->from)[k];
}

#endif

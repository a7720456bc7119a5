/* SPDX-License-Identifier: Apache-2.0
 *
 * A recorded loop on the GPU: one cooperative launch that goes from step to step by barriers. The text of
 * its body is written by spmv/loop/loop_source.c.
 */
#ifndef TP_LOOP_CUH
#define TP_LOOP_CUH

#include "spmv/vectors/mask_accum.h"
#include "spmv/device/cluster.cuh"
#include "spmv/device/kernel.cuh"
#include "spmv/loop/loop_item.h"

/* Threads of a block, of which so many are on a multiprocessor: all that it has registers for. */
#define TP_LOOP_BLOCK 512
#define TP_LOOP_EACH 2
/* Flags that a thread looks at together: the bytes of one load; and a warp. */
#define TP_FLAGS 16
#define TP_RANGE (TP_WARP * TP_FLAGS)
/* For how many iterations a range is looked at after it was busy, or pushed to: this one and the next. */
#define TP_ACTIVE 2
/* What a push to place j has to say (spmv/strategies/csr_push.cuh). */
#define OP_PUSHED(s, j)                                                                                                \
    if ((s)->active) (s)->active[(j) / TP_RANGE] = TP_ACTIVE

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

/* do_place(i) for every place of the range's groups that are `busy`: whether there was one. Each lane looks at one
 * group, then the warp takes the busy ones' places side by side. do_place is called by all lanes, with -1 for no
 * place. */
template <typename BUSY, typename DO>
TP_FN bool tp_range_places(int64_t range, int64_t n, const BUSY &busy, const DO &do_place)
{
    const int64_t groups = (n + TP_FLAGS - 1) / TP_FLAGS, first = range * TP_WARP, group = first + tp_lane();
    const int in_group = tp_lane() % TP_FLAGS, second = tp_lane() / TP_FLAGS;
    unsigned todo = __ballot_sync(TP_EVERY_LANE, group < groups && busy(group));
    const bool any = todo != 0;
    while (todo) {
        const int a = __ffs((int)todo) - 1;
        todo &= todo - 1;
        const int b = todo ? __ffs((int)todo) - 1 : -1;
        const int mine = second ? b : a;
        const int64_t i = (first + mine) * TP_FLAGS + in_group;
        todo &= todo - (todo != 0);
        do_place(mine >= 0 && i < n ? i : -1);
    }
    return any;
}

/* The same for every range; with `active`, for those that are. A range whose groups were not busy, and that no product
 * was pushed to, in a whole iteration, stays so in the next: nothing but these changes its flags. `last`: this pass is
 * the iteration's last. */
template <typename BUSY, typename DO>
TP_FN void tp_each_place(uint8_t *active, bool last, int64_t n, const BUSY &busy, const DO &do_place)
{
    const int64_t ranges = (n + TP_RANGE - 1) / TP_RANGE, step = tp_warps();
    if (!active)
        for (int64_t range = tp_warp(); range < ranges; range += step) tp_range_places(range, n, busy, do_place);
    for (int64_t first = tp_warp(); first < ranges && active; first += step * TP_WARP) {
        const int64_t mine = first + tp_lane() * step;
        int left = mine < ranges ? *(volatile uint8_t *)(active + mine) : 0;
        const bool looks = left > 0;
        bool busy_there = false;
        for (unsigned todo = __ballot_sync(TP_EVERY_LANE, looks); todo; todo &= todo - 1) {
            const int lane = __ffs((int)todo) - 1;
            const bool any = tp_range_places(first + lane * step, n, busy, do_place);
            if (tp_lane() == lane) busy_there = any;
        }
        if (busy_there) left = TP_ACTIVE;
        if (looks && (busy_there || last)) active[mine] = (uint8_t)(left - last);
    }
}

TP_FN void tp_loop_barrier(const tp_loop_program *p)
{
    if (p->cluster)
        tp_cluster_barrier();
    else
        tp_grid_barrier(&p->state->barrier);
}

/* What the other blocks of a cluster tell this one, in shared memory. A barrier follows. */
TP_FN void tp_loop_begin(unsigned *told)
{
    if (threadIdx.x < TP_LOOP_SLOTS) told[threadIdx.x] = 0;
}

/* Ends an iteration: shall there be another? `go` is what this thread found. Blocks of a cluster tell each other. */
TP_FN bool tp_loop_next(const tp_loop_program *p, unsigned *told, int64_t done, bool go)
{
    unsigned *slots = p->cluster ? told : p->state->go, *now = slots + done % TP_LOOP_SLOTS;
    const bool any = __syncthreads_or(go), clears = p->cluster ? threadIdx.x == 0 : tp_thread() == 0;
    if (p->cluster && any && threadIdx.x < tp_cluster_blocks()) tp_cluster_store(now, (int)threadIdx.x, 1);
    if (!p->cluster && any && threadIdx.x == 0) atomicOr(now, 1u);
    if (clears) slots[(done + 1) % TP_LOOP_SLOTS] = 0;
    tp_loop_barrier(p);
    return *(volatile unsigned *)now != 0;
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

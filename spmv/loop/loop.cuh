/* SPDX-License-Identifier: Apache-2.0
 *
 * A recorded loop on the GPU: one launch that goes from step to step by barriers. The text of its body is written by
 * spmv/loop/loop_source.c. Where flags tell what is to be done, places are looked at by ranges, and an iteration with
 * little to do is left to one block: its barriers take 20 ns, and its own writes are in its first cache (H100: a level
 * of a path takes 3.6 us, and 6 to 10 by a cluster or the whole grid). The host launches the one after the other.
 */
#ifndef TP_LOOP_CUH
#define TP_LOOP_CUH

#include "spmv/write/mask_accum.h"
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
/* Called for each place j that a push reaches (spmv/strategies/csr_push.cuh). */
#define OP_PUSHED(j) tp_range_pushed(j)

/* Work of a warp in an iteration, in rounds of as many places, or arcs, as it has lanes. One block with more work for a
 * warp leaves the iteration to the grid (a lattice of 1200 x 1200, H100: 9.9 us a level with 8 or by the grid alone,
 * 10.2 and 11.4 with 16 and 32) ... */
#define TP_NARROW_WORK 8
/* ... which leaves so little in all to a block: a quarter of the most that its warps do if they share it evenly. */
#define TP_WIDE_WORK (TP_NARROW_WORK * TP_LOOP_BLOCK / TP_WARP / 4)
/* The grid sums its work up once in so many iterations, for the atomics take a microsecond. */
#define TP_LOOP_WEIGHS 32
/* Of one warp, so that the sum does not overflow; and arcs of one lane. */
#define TP_WORK_MAX 65536

/* Shared memory of a block. */
typedef struct tp_loop_shared {
    tp_ranges ranges;             /* those at hand */
    unsigned told[TP_LOOP_SLOTS]; /* words from the other blocks of a cluster */
} tp_loop_shared;
static __shared__ tp_loop_shared tp_loop;

TP_FN uint32_t tp_range_at(const tp_ranges *ranges, uint32_t range)
{
    const uint32_t q = (uint32_t)(range * ranges->inverse >> TP_INVERSE_BITS);
    return (range - q * ranges->warps) * ranges->each + q;
}

TP_FN void tp_range_pushed(tropic_index j)
{
    const tp_ranges *ranges = &tp_loop.ranges;
    if (ranges->left) ranges->left[tp_range_at(ranges, (uint32_t)j / TP_RANGE)] = TP_ACTIVE;
}

/* A group's flags of one array; NULL: they are all set. */
TP_FN unsigned tp_group_flags(const uint8_t *flags, int64_t begin)
{
    const uint4 f = flags ? *(const uint4 *)(flags + begin) : uint4{1, 1, 1, 1};
    return f.x | f.y | f.z | f.w;
}

/* Is any of the group's flags set, in one of the arrays? All are asked for before one is looked at. */
template <typename... FLAGS> TP_FN bool tp_any_flag(int64_t group, int64_t n, const FLAGS *...flags)
{
    const int64_t begin = group * TP_FLAGS;
    bool any = false;
    if (begin + TP_FLAGS <= n) return (tp_group_flags(flags, begin) | ...) != 0;
    for (int64_t i = begin; i < n; i++) any = any || ((!flags || flags[i]) || ...);
    return any;
}

/* do_place(i) for every place of the range's groups that are `busy`: how many rounds that were. Each lane looks at one
 * group, then the warp takes the busy ones' places side by side. do_place is called by all lanes, with -1 for no
 * place. */
template <typename BUSY, typename DO>
TP_FN unsigned tp_range_places(int64_t range, int64_t n, const BUSY &busy, const DO &do_place)
{
    const int64_t groups = (n + TP_FLAGS - 1) / TP_FLAGS, first = range * TP_WARP, group = first + tp_lane();
    const int in_group = tp_lane() % TP_FLAGS, second = tp_lane() / TP_FLAGS;
    unsigned todo = __ballot_sync(TP_EVERY_LANE, group < groups && busy(group)), rounds = 0;
    for (; todo; rounds++) {
        const int a = __ffs((int)todo) - 1;
        todo &= todo - 1;
        const int b = todo ? __ffs((int)todo) - 1 : -1;
        const int mine = second ? b : a;
        const int64_t i = (first + mine) * TP_FLAGS + in_group;
        todo &= todo - (todo != 0);
        do_place(mine >= 0 && i < n ? i : -1);
    }
    return rounds;
}

/* A word of the lane's quad. */
TP_FN unsigned tp_quad_word(uint4 quad, int lane, int word)
{
    const unsigned words[] = {quad.x, quad.y, quad.z, quad.w};
    unsigned mine = 0;
#pragma unroll
    for (int w = 0; w < 4; w++) {
        const unsigned theirs = __shfl_sync(TP_EVERY_LANE, words[w], lane);
        if (w == word) mine = theirs;
    }
    return mine;
}

/* do_place for every place of the warp's ranges that its lanes see from `first` on: places of groups that are busy. */
template <typename BUSY, typename DO>
TP_FN unsigned tp_round_places(const tp_ranges *ranges, uint32_t first, bool last, int64_t n, const BUSY &busy,
                               const DO &do_place)
{
    uint8_t *const left = ranges->left + tp_warp() * ranges->each;
    const uint32_t here = first + (uint32_t)tp_lane() * TP_FLAGS;
    const uint4 quad = here < ranges->each ? *(const uint4 *)(left + here) : uint4{};
    unsigned work = 0;
    /* All lanes go through a quad together; one lane for each of its bytes writes the iterations that are left. */
    for (unsigned quads = __ballot_sync(TP_EVERY_LANE, (quad.x | quad.y | quad.z | quad.w) != 0); quads;
         quads &= quads - 1) {
        const int lane = __ffs((int)quads) - 1, byte = tp_lane() % TP_FLAGS;
        const unsigned mine = tp_quad_word(quad, lane, byte / 4) >> (8 * (byte % 4)) & 0xff;
        const uint32_t at = first + (uint32_t)lane * TP_FLAGS;
        unsigned looks = __ballot_sync(TP_EVERY_LANE, tp_lane() < TP_FLAGS && mine != 0);
        const bool looked = looks >> tp_lane() & 1;
        bool was_busy = false;
        for (; looks; looks &= looks - 1) {
            const int q = __ffs((int)looks) - 1;
            const unsigned rounds = tp_range_places((at + q) * tp_warps() + tp_warp(), n, busy, do_place);
            if (tp_lane() == q) was_busy = rounds > 0;
            work += rounds;
        }
        if (looked && (was_busy || last)) left[at + tp_lane()] = (uint8_t)((was_busy ? TP_ACTIVE : mine) - last);
    }
    return work;
}

/* The same for every range that is looked at. A range whose groups were not busy, and that no product was pushed to, in
 * a whole iteration, stays so in the next: nothing but these changes its flags. `last`: this pass is the iteration's
 * last. *work grows by the rounds. */
template <typename BUSY, typename DO>
TP_FN void tp_each_place(bool last, int64_t n, unsigned *work, const BUSY &busy, const DO &do_place)
{
    const tp_ranges ranges = tp_loop.ranges;
    const int64_t count = (n + TP_RANGE - 1) / TP_RANGE, step = tp_warps();
    if (!ranges.left)
        for (int64_t range = tp_warp(); range < count; range += step)
            *work += tp_range_places(range, n, busy, do_place);
    /* (First asking which rounds have any takes longer: 4.8 us instead of 4.4 for 20 M places.) */
    for (uint32_t first = 0; first < ranges.each && ranges.left; first += TP_RANGE)
        *work += tp_round_places(&ranges, first, last, n, busy, do_place);
}

TP_FN void tp_loop_barrier(const tp_loop_program *p)
{
    if (p->narrow)
        __syncthreads();
    else if (p->cluster)
        tp_cluster_barrier();
    else
        tp_grid_barrier(&p->state->barrier);
}

/* A barrier follows. */
TP_FN void tp_loop_begin(const tp_loop_program *p)
{
    if (threadIdx.x < TP_LOOP_SLOTS) tp_loop.told[threadIdx.x] = 0;
    if (threadIdx.x == 0) tp_loop.ranges = p->narrow ? p->alone : p->wide;
}

/* Outcomes of an iteration. */
typedef enum tp_loop_turn { TP_LOOP_ENDS, TP_LOOP_GOES_ON, TP_LOOP_LEAVES } tp_loop_turn;

/* Of one block. */
TP_FN tp_loop_turn tp_loop_next_narrow(bool go, unsigned work)
{
    if (!__syncthreads_or(go)) return TP_LOOP_ENDS;
    return __syncthreads_or(work > TP_NARROW_WORK) ? TP_LOOP_LEAVES : TP_LOOP_GOES_ON;
}

/* Ends an iteration. `go` and `work` are this thread's findings; `go` asks for another iteration. Blocks of a cluster
 * tell each other. */
TP_FN tp_loop_turn tp_loop_next(const tp_loop_program *p, int64_t done, bool go, unsigned work)
{
    unsigned *slots = p->cluster ? tp_loop.told : p->state->go, *now = slots + done % TP_LOOP_SLOTS;
    const int64_t since = p->wide.left ? done - p->least : -1;
    const bool weighs = since >= 0 && since % TP_LOOP_WEIGHS == 0;
    bool any, clears;
    if (p->narrow) return tp_loop_next_narrow(go, work);
    any = __syncthreads_or(go);
    clears = p->cluster ? threadIdx.x == 0 : tp_thread() == 0;
    if (p->cluster && any && threadIdx.x < tp_cluster_blocks()) tp_cluster_store(now, (int)threadIdx.x, 1);
    if (!p->cluster && any && threadIdx.x == 0) atomicOr(now, 1u);
    if (clears) slots[(done + 1) % TP_LOOP_SLOTS] = 0;
    if (weighs && work > 0 && tp_lane() == 0) atomicAdd(&p->state->work, work < TP_WORK_MAX ? work : TP_WORK_MAX);
    if (since % TP_LOOP_WEIGHS == TP_LOOP_WEIGHS / 2 && tp_thread() == 0) p->state->work = 0;
    tp_loop_barrier(p);
    if (*(volatile unsigned *)now == 0) return TP_LOOP_ENDS;
    return weighs && *(volatile unsigned *)&p->state->work <= TP_WIDE_WORK ? TP_LOOP_LEAVES : TP_LOOP_GOES_ON;
}

/* Whoever goes on has the ranges as they are left. */
TP_FN void tp_loop_end(const tp_loop_program *p, int64_t done, tp_loop_turn turn)
{
    const tp_ranges *from = p->narrow ? &p->alone : &p->wide, *to = p->narrow ? &p->wide : &p->alone;
    for (int64_t r = tp_thread(); r < p->ranges && turn == TP_LOOP_LEAVES; r += tp_threads())
        to->left[tp_range_at(to, (uint32_t)r)] = from->left[tp_range_at(from, (uint32_t)r)];
    if (tp_thread() > 0) return;
    p->state->done = done;
    p->state->going = turn != TP_LOOP_ENDS;
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

/* SPDX-License-Identifier: Apache-2.0
 *
 * How a traversal goes from level to level without the host. Two launches of one kernel take turns:
 * a narrow one of a few blocks, whose barrier is cheap, while frontiers are small, and a wide one
 * of the whole GPU. Each takes levels until the frontier is the other's business, and one whose
 * turn it is not ends at once; so the host launches several ahead and seldom looks. (Measured on an
 * H200: a launch and a look at its result take 14.5 us, a barrier of all blocks 1.1, of one cluster
 * 0.4.)
 */
#ifndef TP_LEVELS_CUH
#define TP_LEVELS_CUH

#include "spmv/direction.h"
#include "spmv/device/kernel.cuh"
#include "spmv/device/levels_state.cuh"

/* Where a launch stands, in the shared memory of each block: the same in all. Thread 0 writes
 * it. */
typedef struct tp_cursor {
    int64_t level;      /* of the frontier to take next; 0 is the first */
    tropic_index begin; /* of it in order[] */
    tropic_index end;   /* where the next one begins */
    bool every, done;
    unsigned count, items;
    unsigned long long arcs;           /* of all frontiers so far */
    tropic_strategy strategy;          /* AUTO: the launch is over */
    unsigned steps[TROPIC_STRATEGIES]; /* of this launch */
} tp_cursor;

/* All blocks of the launch. What any thread wrote before, all see after. */
TP_FN void tp_levels_barrier(const tp_levels *t)
{
#if __CUDA_ARCH__ >= 900
    if (!t->wide) {
        asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
        asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
        return;
    }
#endif
    tp_grid_barrier(&t->search->barrier);
}

TP_FN tp_slot *tp_levels_slot(const tp_levels *t, int64_t level)
{
    return &t->search->slot[level % TP_SLOTS];
}

/* The items of the frontier's hubs; the next frontier's are in the other half. */
TP_FN tp_hub_chunk *tp_levels_items(const tp_levels *t, int64_t level)
{
    return t->items + (level % 2) * t->item_room;
}

/* The same for the lists of a frontier that a narrow launch may take. */
TP_FN tp_row_range *tp_levels_spans(const tp_levels *t, int64_t level)
{
    return t->spans + (level % 2) * TP_NARROW_VERTICES;
}

TP_FN void tp_levels_enter(const tp_levels *t, tp_cursor *at)
{
    const volatile tp_search *search = t->search;
    if (threadIdx.x != 0) return;
    at->level = search->level;
    at->begin = search->begin;
    at->every = search->every;
    at->done = search->done;
    at->arcs = search->arcs;
    for (int k = 0; k < TROPIC_STRATEGIES; k++) at->steps[k] = 0;
}

/* How to take the frontier; AUTO where this launch is not to. */
TP_FN tropic_strategy tp_levels_choose(const tp_levels *t, const tp_cursor *at, unsigned long long arcs)
{
    const unsigned part = t->wide ? 2 : 1;
    const bool narrow = !at->every && at->count <= TP_NARROW_VERTICES / part && arcs <= TP_NARROW_ARCS / part;
    const unsigned long long all = (unsigned long long)t->scatter.count;
    const unsigned long long unreached = t->terminal ? all - at->arcs - arcs : all;

    if (t->strategy != TROPIC_STRATEGY_AUTO && t->strategy != TROPIC_STRATEGY_CSR_PUSH) return t->strategy;
    if (narrow == t->wide) return TROPIC_STRATEGY_AUTO;
    if (narrow || t->strategy == TROPIC_STRATEGY_CSR_PUSH) return TROPIC_STRATEGY_CSR_PUSH;
    if (at->every) return t->start;
    return tp_should_pull((tropic_offset)arcs, t->gather.lists, (tropic_offset)unreached, t->alpha)
               ? t->pull
               : TROPIC_STRATEGY_CSR_PUSH;
}

/* Is there a level that this launch is to take? Prepares it, then. */
TP_FN bool tp_levels_next(const tp_levels *t, tp_cursor *at, tp_sink *sink)
{
    if (threadIdx.x == 0) {
        const volatile tp_slot *now = tp_levels_slot(t, at->level);
        const unsigned long long arcs = now->arcs;
        at->count = now->count;
        at->items = now->items;
        at->done = at->done || (at->count == 0 && !at->every);
        at->strategy = TROPIC_STRATEGY_AUTO;
        if (!at->done && at->level - t->kept < t->capacity) at->strategy = tp_levels_choose(t, at, arcs);
        if (at->strategy != TROPIC_STRATEGY_AUTO) {
            at->arcs += arcs;
            at->steps[at->strategy]++;
            at->end = t->fold == 0 ? at->begin + (tropic_index)at->count : at->begin == 0 ? t->fold : 0;
            sink->list = t->order + at->end;
            sink->slot = tp_levels_slot(t, at->level + 1);
            sink->items = tp_levels_items(t, at->level + 1);
            sink->spans = tp_levels_spans(t, at->level + 1);
            sink->offsets = t->scatter.offsets;
            if (blockIdx.x == 0) {
                tp_slot *later = tp_levels_slot(t, at->level + 2);
                later->count = later->items = later->hubs = 0;
                later->arcs = 0;
            }
        }
    }
    __syncthreads();
    return at->strategy != TROPIC_STRATEGY_AUTO;
}

/* The level is done, in all blocks. */
TP_FN void tp_levels_step(const tp_levels *t, tp_cursor *at)
{
    tp_levels_barrier(t);
    if (threadIdx.x != 0) return;
    at->level++;
    at->begin = at->end;
    at->every = false;
    if (blockIdx.x == 0) t->starts[at->level - t->kept] = at->begin;
}

TP_FN void tp_levels_leave(const tp_levels *t, const tp_cursor *at, const tp_emitter *out)
{
    tp_search *search = t->search;
    const unsigned long long reached = tp_warp_sum(out->reached);
    const unsigned long long reached_arcs = tp_warp_sum(out->reached_arcs);
    if (tp_lane() == 0 && reached > 0) {
        atomicAdd(&search->reached, reached);
        atomicAdd(&search->reached_arcs, reached_arcs);
    }
    if (tp_thread() == 0) {
        search->level = at->level;
        search->begin = at->begin;
        search->every = at->every;
        search->done = at->done;
        search->arcs = at->arcs;
        for (int k = 0; k < TROPIC_STRATEGIES; k++) search->steps[k] += at->steps[k];
    }
}

#endif

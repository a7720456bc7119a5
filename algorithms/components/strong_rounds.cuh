/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components on the GPU, in rounds. A round raises pairs along arcs until nothing changes: then v's
 * pair is the greatest of all that reach v and of all that v reaches. If both are w's, v is in w's component. Vertices
 * of a component have the same pair; so an arc whose ends have different ones lies in none, and is dropped, and so are
 * those between vertices whose component is known. The ends of the others begin anew in the next round.
 *
 * Each block sweeps over a part of the arcs, again and again, before it waits for others. What v is told of is not what
 * u knows, but what the greatest that reaches u knows, so that ways grow by their own length; and where v's pair says
 * that v is in w's component, w is told at once, and all that look up w with it.
 *
 * Source: Alabandi, Sands, Biros and Burtscher, A GPU Algorithm for Detecting Strongly Connected Components,
 * SC 2023, for rounds of two signatures and for sweeps of a block by itself.
 */
#ifndef TP_STRONG_ROUNDS_CUH
#define TP_STRONG_ROUNDS_CUH

#include "algorithms/components/strong_arcs.cuh"

/* Sweeps of a block over its part at most, before all blocks meet. (Simulated: from 8 to 32 alike on a lattice.) */
#define TP_STRONG_LOCAL 32
/* Arcs of a thread that are on their way at once: for more there are not registers enough. */
#define TP_STRONG_FLIGHT 2
/* Arcs that one block sweeps over alone, without barriers of all. (Not measured.) */
#define TP_STRONG_ALONE 4096

/* Shared memory of a block. */
typedef struct tp_strong_block {
    int64_t kept[TP_STRONG_WARPS];
    int64_t before, all; /* arcs that blocks before this one keep, and all do */
    unsigned changed;
} tp_strong_block;

/* (Not p->lists[side]: a local copy of the parameters would be made, to look that up.) */
TP_FN tp_strong_arc *tp_strong_side(const tp_strong_lists *p, int side)
{
    return side ? p->lists[1] : p->lists[0];
}

/* All blocks, or the first one alone. */
TP_FN void tp_strong_barrier(const tp_strong_lists *p, bool alone)
{
    if (alone)
        __syncthreads();
    else
        tp_grid_barrier(&p->state->barrier);
}

/* A half of v's pair, which was `pair`, rises to `value`. */
TP_FN void tp_strong_raise(const tp_strong_lists *p, tropic_index v, unsigned long long pair, int half, unsigned value)
{
    atomicMax(p->pairs + 2 * (int64_t)v + half, value);
    if (tp_strong_before(pair) != tp_strong_behind(pair)) return;
    const tropic_index w = tp_strong_vertex(tp_strong_before(pair));
    if (w != v) atomicMax(p->pairs + 2 * (int64_t)w + half, value);
}

/* A thread's next arcs of list[at ..], TP_STRONG_BLOCK apart, as far as they are before `end`. Has any changed? */
TP_FN bool tp_strong_take(const tp_strong_lists *p, const tp_strong_arc *list, int64_t at, int64_t end)
{
    tp_strong_arc arc[TP_STRONG_FLIGHT];
    unsigned long long tail[TP_STRONG_FLIGHT], head[TP_STRONG_FLIGHT];
    unsigned before[TP_STRONG_FLIGHT], behind[TP_STRONG_FLIGHT];
    bool changed = false;
#pragma unroll
    for (int f = 0; f < TP_STRONG_FLIGHT; f++) {
        const int further = f * TP_STRONG_BLOCK;
        arc[f] = list[at + (further < end - at ? further : 0)];
    }
#pragma unroll
    for (int f = 0; f < TP_STRONG_FLIGHT; f++) {
        tail[f] = tp_strong_pair(p->pairs, arc[f].from);
        head[f] = tp_strong_pair(p->pairs, arc[f].to);
    }
#pragma unroll
    for (int f = 0; f < TP_STRONG_FLIGHT; f++) {
        before[f] = tp_strong_half(p->pairs, tp_strong_vertex(tp_strong_before(tail[f])), 0);
        behind[f] = tp_strong_half(p->pairs, tp_strong_vertex(tp_strong_behind(head[f])), 1);
    }
#pragma unroll
    for (int f = 0; f < TP_STRONG_FLIGHT; f++) {
        const bool rises = before[f] > tp_strong_before(head[f]), falls = behind[f] > tp_strong_behind(tail[f]);
        if (rises) tp_strong_raise(p, arc[f].to, head[f], 0, before[f]);
        if (falls) tp_strong_raise(p, arc[f].from, tail[f], 1, behind[f]);
        changed = changed || rises || falls;
    }
    return changed;
}

/* Sweep number `sweep` over list[0 .. left-1]. Has it changed anything? If not, no pair can rise any more: no block has
 * changed one, so that all have read what is there now. */
TP_FN bool tp_strong_sweep(const tp_strong_lists *p, tp_strong_block *block, int side, int64_t left, bool alone,
                           unsigned sweep)
{
    const int64_t blocks = alone ? 1 : gridDim.x, each = (left + blocks - 1) / blocks;
    const int64_t begin = blockIdx.x * each, end = begin + each < left ? begin + each : left;
    const tp_strong_arc *list = tp_strong_side(p, side);
    bool ever = false;
    for (int local = 0; local < TP_STRONG_LOCAL; local++) {
        bool changed = false;
        for (int64_t k = begin + threadIdx.x; k < end; k += (int64_t)TP_STRONG_FLIGHT * TP_STRONG_BLOCK)
            changed |= tp_strong_take(p, list, k, end);
        if (!__syncthreads_or(changed)) break;
        ever = true;
    }
    if (alone) return ever;
    /* Numbers of sweeps rise: one that is a block ahead has seen that this sweep changed something. */
    if (ever && threadIdx.x == 0) *(volatile unsigned *)&p->state->changed = sweep;
    tp_grid_barrier(&p->state->barrier);
    if (threadIdx.x == 0) block->changed = *(volatile unsigned *)&p->state->changed;
    __syncthreads();
    return block->changed >= sweep;
}

/* May the arc lie within a component that is not known yet? */
TP_FN bool tp_strong_stays(const tp_strong_lists *p, const tp_strong_arc &arc)
{
    const unsigned long long pair = tp_strong_pair(p->pairs, arc.from);
    return pair == tp_strong_pair(p->pairs, arc.to) && tp_strong_before(pair) != tp_strong_behind(pair);
}

/* block->before and block->all, of what the blocks keep. */
TP_FN void tp_strong_add_up(const tp_strong_lists *p, tp_strong_block *block, bool alone)
{
    unsigned long long before = 0, all = 0;
    if (threadIdx.x < TP_WARP) {
        for (unsigned b = threadIdx.x; b < (alone ? 1 : gridDim.x); b += TP_WARP) {
            const unsigned long long kept = (unsigned long long)*(volatile int64_t *)(p->kept + b);
            all += kept;
            if (b < blockIdx.x) before += kept;
        }
        before = tp_warp_sum(before);
        all = tp_warp_sum(all);
        if (threadIdx.x == 0) {
            block->before = (int64_t)before;
            block->all = (int64_t)all;
        }
    }
    __syncthreads();
}

/* Copies the arcs that stay to the other list, in their order. Returns how many there are. */
TP_FN int64_t tp_strong_keep(const tp_strong_lists *p, tp_strong_block *block, int side, int64_t left, bool alone)
{
    const tp_strong_arc *list = tp_strong_side(p, side);
    tp_strong_arc *other = tp_strong_side(p, 1 - side);
    const int64_t warps = (alone ? 1 : gridDim.x) * (int64_t)TP_STRONG_WARPS, each = (left + warps - 1) / warps;
    const int lane = tp_lane(), own = (int)(threadIdx.x / TP_WARP);
    const int64_t begin = (blockIdx.x * (int64_t)TP_STRONG_WARPS + own) * each;
    const int64_t end = begin + each < left ? begin + each : left;
    int64_t kept = 0;
    for (int64_t first = begin; first < end; first += TP_WARP)
        kept += __popc(__ballot_sync(TP_EVERY_LANE, first + lane < end && tp_strong_stays(p, list[first + lane])));
    if (lane == 0) block->kept[own] = kept;
    __syncthreads();
    if (threadIdx.x == 0) {
        int64_t sum = 0;
        for (int w = 0; w < TP_STRONG_WARPS; w++) sum += block->kept[w];
        *(volatile int64_t *)(p->kept + blockIdx.x) = sum;
    }
    tp_strong_barrier(p, alone);
    tp_strong_add_up(p, block, alone);
    int64_t at = block->before;
    for (int w = 0; w < own; w++) at += block->kept[w];
    for (int64_t first = begin; first < end; first += TP_WARP) {
        const bool stays = first + lane < end && tp_strong_stays(p, list[first + lane]);
        const unsigned staying = __ballot_sync(TP_EVERY_LANE, stays);
        if (stays) other[at + __popc(staying & ((1u << lane) - 1))] = list[first + lane];
        at += __popc(staying);
    }
    tp_strong_barrier(p, alone);
    return block->all;
}

/* The ends of the arcs begin anew. */
TP_FN void tp_strong_begin_round(const tp_strong_lists *p, int side, int64_t left, bool alone)
{
    const int64_t threads = alone ? TP_STRONG_BLOCK : tp_threads();
    const tp_strong_arc *list = tp_strong_side(p, side);
    for (int64_t k = tp_thread(); k < left; k += threads) {
        const tp_strong_arc arc = list[k];
        tp_strong_reset(p->pairs, arc.from);
        tp_strong_reset(p->pairs, arc.to);
    }
    tp_strong_barrier(p, alone);
}

/* Rounds until no arc is left, or `limit` sweeps are made. Launched cooperatively. Once few arcs are left, the first
 * block goes on alone. */
static __global__ void __launch_bounds__(TP_STRONG_BLOCK, 1)
    tp_strong_rounds(const __grid_constant__ tp_strong_lists p, unsigned limit)
{
    __shared__ tp_strong_block block;
    int64_t left = *(volatile int64_t *)&p.state->left; /* before any block stores another one: see below */
    unsigned sweeps = *(volatile unsigned *)&p.state->sweeps;
    int side = *(volatile int32_t *)&p.state->side;
    bool alone = left <= TP_STRONG_ALONE;
    limit += sweeps;
    if (!alone) tp_grid_barrier(&p.state->barrier);
    if (alone && blockIdx.x > 0) return;
    while (left > 0 && sweeps < limit) {
        sweeps++;
        if (tp_strong_sweep(&p, &block, side, left, alone, sweeps)) continue;
        left = tp_strong_keep(&p, &block, side, left, alone);
        side = 1 - side;
        if (!alone && left <= TP_STRONG_ALONE) {
            alone = true;
            if (blockIdx.x > 0) return;
        }
        tp_strong_begin_round(&p, side, left, alone);
    }
    __syncthreads();
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    p.state->left = left;
    p.state->sweeps = sweeps;
    p.state->side = side;
}

#endif

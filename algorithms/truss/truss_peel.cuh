/* SPDX-License-Identifier: Apache-2.0
 *
 * Removes edges on a GPU, layer by layer (truss_peel.c has the rule for triangles that lose two at once), in one kernel
 * whose blocks meet after each turn. In a turn they
 *     look     through the edges that are left: take those of k triangles or less, keep the others in another list; if
 *              there are none, k becomes the least number that was seen
 *     shorten  lists of arcs, of which half are of edges that are gone
 *     remove   the edges of one layer. The next one is appended to the list of those taken; after the last, k is one
 *              more, and all look again
 *
 * The layer of an edge tells where it is: below the one at hand, it is gone; above, it is left. So it need not change
 * between layers. A warp takes some edges, by a counter, as their lists differ in length; or where
 * they are few, a part of one edge's list.
 */
#ifndef TP_TRUSS_PEEL_CUH
#define TP_TRUSS_PEEL_CUH

#include "algorithms/truss/truss_lists.cuh"
#include "spmv/device/kernel.cuh"

/* Threads of a block; there is one on each multiprocessor, since barriers of all want few. */
#define TP_TRUSS_BLOCK 1024
/* Edges of a lane that a warp looks at together, to add once to a counter; and arcs, to have them on their way. */
#define TP_TRUSS_FLIGHT 8
#define TP_TRUSS_ARCS 4
/* Lists are shortened when at most one of so many of their edges is left. */
#define TP_TRUSS_SHORTEN 2
/* An edge's layer, as long as it is left. */
#define TP_TRUSS_LEFT (~0u)

typedef enum tp_truss_kind { TP_TRUSS_LOOKS, TP_TRUSS_SHORTENS, TP_TRUSS_REMOVES, TP_TRUSS_DONE } tp_truss_kind;

/* What blocks tell each other in a turn. */
typedef struct tp_truss_slot {
    unsigned least;    /* number of triangles above k that was seen */
    unsigned appended; /* to those taken */
    unsigned kept;     /* in the other list */
    unsigned next;     /* share of the work, beyond the first of each warp */
} tp_truss_slot;

/* How far the work is, between two turns. */
typedef struct tp_truss_progress {
    tp_truss_kind kind;
    unsigned k, layer;
    unsigned begin, end; /* of those taken: the layer at hand */
    unsigned level;      /* where those taken with this k begin */
    unsigned left, listed;
    int in; /* which list has those left */
    int32_t truss;
    unsigned members; /* edges of the greatest k so far */
    int64_t levels;
    unsigned turn; /* modulo 3 */
} tp_truss_progress;

/* In device memory. */
typedef struct tp_truss_state {
    unsigned barrier;
    tp_truss_progress at;
    tp_truss_slot slots[3];
} tp_truss_state;

/* Parameters of the kernel: arrays of all edges. */
typedef struct tp_truss_work {
    tp_truss_lists t;
    unsigned *layer, *taken, *left[2];
    tp_truss_state *state;
} tp_truss_work;

/* Others may write it meanwhile. */
TP_FN unsigned tp_truss_now(const unsigned *at)
{
    return *(const volatile unsigned *)at;
}

/* ---- look ---- */

/* Where a warp's `count` go on, as its first lane asks. */
TP_FN unsigned tp_truss_room(unsigned *counter, unsigned count)
{
    unsigned at = 0;
    if (tp_lane() == 0 && count > 0) at = atomicAdd(counter, count);
    return __shfl_sync(TP_EVERY_LANE, at, 0);
}

/* Edges first .. first + TP_WARP * TP_TRUSS_FLIGHT - 1 of the list. */
TP_FN void tp_truss_look_some(const tp_truss_work &w, const tp_truss_progress &at, tp_truss_slot *slot, int64_t first,
                              unsigned *least)
{
    const unsigned before = (1u << tp_lane()) - 1;
    unsigned e[TP_TRUSS_FLIGHT], taken[TP_TRUSS_FLIGHT], kept[TP_TRUSS_FLIGHT], all_taken = 0, all_kept = 0;
#pragma unroll
    for (int f = 0; f < TP_TRUSS_FLIGHT; f++) {
        const int64_t i = first + f * TP_WARP + tp_lane();
        const bool there = i < at.left;
        e[f] = there ? w.left[at.in][i] : 0;
        const bool stays = there && w.layer[e[f]] == TP_TRUSS_LEFT;
        const unsigned support = stays ? (unsigned)w.t.support[e[f]] : 0;
        taken[f] = __ballot_sync(TP_EVERY_LANE, stays && support <= at.k);
        kept[f] = __ballot_sync(TP_EVERY_LANE, stays && support > at.k);
        if (stays && support > at.k && support < *least) *least = support;
        all_taken += (unsigned)__popc(taken[f]);
        all_kept += (unsigned)__popc(kept[f]);
    }
    unsigned to_taken = at.end + tp_truss_room(&slot->appended, all_taken);
    unsigned to_kept = tp_truss_room(&slot->kept, all_kept);
#pragma unroll
    for (int f = 0; f < TP_TRUSS_FLIGHT; f++) {
        if (taken[f] >> tp_lane() & 1) {
            w.taken[to_taken + (unsigned)__popc(taken[f] & before)] = e[f];
            w.layer[e[f]] = at.layer;
        }
        if (kept[f] >> tp_lane() & 1) w.left[1 - at.in][to_kept + (unsigned)__popc(kept[f] & before)] = e[f];
        to_taken += (unsigned)__popc(taken[f]);
        to_kept += (unsigned)__popc(kept[f]);
    }
}

TP_FN void tp_truss_look(const tp_truss_work &w, const tp_truss_progress &at, tp_truss_slot *slot, unsigned *least)
{
    const int64_t each = TP_WARP * TP_TRUSS_FLIGHT;
    for (int64_t first = tp_warp() * each; first < at.left; first += tp_warps() * each)
        tp_truss_look_some(w, at, slot, first, least);
}

/* ---- shorten ---- */

TP_FN void tp_truss_shorten_list(const tp_truss_work &w, unsigned layer, tropic_index v)
{
    const tropic_offset end = w.t.ends[v];
    const unsigned before = (1u << tp_lane()) - 1;
    tropic_offset to = w.t.offsets[v];
    for (tropic_offset from = to; from < end; from += TP_WARP * TP_TRUSS_ARCS) {
        tropic_index id[TP_TRUSS_ARCS];
        unsigned e[TP_TRUSS_ARCS];
        bool stays[TP_TRUSS_ARCS];
#pragma unroll
        for (int f = 0; f < TP_TRUSS_ARCS; f++) {
            const tropic_offset k = from + f * TP_WARP + tp_lane();
            id[f] = k < end ? w.t.ids[k] : 0;
            e[f] = k < end ? w.t.edge[k] : 0;
            stays[f] = k < end && w.layer[e[f]] >= layer;
        }
        __syncwarp(); /* these have been read, which may be written to */
#pragma unroll
        for (int f = 0; f < TP_TRUSS_ARCS; f++) {
            const unsigned those = __ballot_sync(TP_EVERY_LANE, stays[f]);
            const tropic_offset k = to + __popc(those & before);
            if (stays[f]) {
                w.t.ids[k] = id[f];
                w.t.edge[k] = e[f];
            }
            to += __popc(those);
        }
    }
    __syncwarp();
    if (tp_lane() == 0) w.t.ends[v] = to;
}

/* ---- remove ---- */

/* Takes 1 from the triangles of e; if k are left, it is of the next layer. */
TP_FN void tp_truss_lower(const tp_truss_work &w, const tp_truss_progress &at, tp_truss_slot *slot, unsigned e)
{
    unsigned *const support = (unsigned *)w.t.support + e;
    if (tp_truss_now(support) <= at.k) return;
    if (atomicSub(support, 1u) != at.k + 1) return;
    w.taken[at.end + tp_truss_take(&slot->appended)] = e;
    w.layer[e] = at.layer + 1;
}

/* e goes; f and g are the other edges of a triangle. If two go, the one with the smaller number takes 1. */
TP_FN void tp_truss_break(const tp_truss_work &w, const tp_truss_progress &at, tp_truss_slot *slot, unsigned e,
                          unsigned f, unsigned g)
{
    const unsigned of_f = tp_truss_now(w.layer + f), of_g = tp_truss_now(w.layer + g);
    if (of_f < at.layer || of_g < at.layer) return;
    if (of_g > at.layer && (of_f > at.layer || e < f)) tp_truss_lower(w, at, slot, g);
    if (of_f > at.layer && (of_g > at.layer || e < g)) tp_truss_lower(w, at, slot, f);
}

/* How edges of a layer are shared out: `each` together, or of one edge a part of its shorter list, of `parts`. */
typedef struct tp_truss_shares {
    unsigned each, parts, count;
} tp_truss_shares;

/* most: edges that a warp may take together. */
TP_FN tp_truss_shares tp_truss_share(unsigned edges, unsigned warps, unsigned most)
{
    const unsigned even = (edges + warps - 1) / warps, each = even < most ? even : most;
    const unsigned parts = edges < warps ? warps / edges : 1;
    return {each, parts, (edges + each - 1) / each * parts};
}

TP_FN void tp_truss_remove_share(const tp_truss_work &w, const tp_truss_progress &at, tp_truss_slot *slot,
                                 const tp_truss_shares &s, unsigned number)
{
    const unsigned first = at.begin + number / s.parts * s.each;
    tp_truss_pair mine = {0, 0, 0, 0, 0};
    if ((unsigned)tp_lane() < s.each && (unsigned)tp_lane() < at.end - first) {
        mine.edge = w.taken[first + (unsigned)tp_lane()];
        if (number % s.parts == 0) w.t.support[mine.edge] = (int32_t)at.k;
        if (at.k > 0) { /* else it is in no triangle */
            const tropic_index u = w.t.from[mine.edge], v = w.t.to[mine.edge];
            mine = tp_truss_ordered({w.t.offsets[u], w.t.ends[u], w.t.offsets[v], w.t.ends[v], mine.edge});
        }
    }
    if (s.parts > 1) {
        const tropic_offset length = mine.a_end - mine.a, lines = (length + TP_WARP - 1) / TP_WARP;
        const tropic_offset part = (lines + s.parts - 1) / s.parts * TP_WARP, skip = number % s.parts * part;
        mine.a += skip < length ? skip : length;
        if (part < mine.a_end - mine.a) mine.a_end = mine.a + part;
    }
    tp_truss_meet(w.t.ids, mine, [&](unsigned e, tropic_offset i, tropic_offset j) {
        tp_truss_break(w, at, slot, e, w.t.edge[i], w.t.edge[j]);
    });
}

TP_FN void tp_truss_remove(const tp_truss_work &w, const tp_truss_progress &at, tp_truss_slot *slot, unsigned most)
{
    const unsigned warps = (unsigned)tp_warps();
    const tp_truss_shares s = tp_truss_share(at.end - at.begin, warps, most);
    unsigned number = (unsigned)tp_warp();
    while (number < s.count) {
        tp_truss_remove_share(w, at, slot, s, number);
        if (s.count <= warps) return;
        number = warps + tp_truss_room(&slot->next, 1);
    }
}

/* ---- turns ---- */

/* Goes on from what all have told. */
TP_FN void tp_truss_go_on(tp_truss_progress *at, const volatile tp_truss_slot *told, unsigned all)
{
    const unsigned appended = told->appended, kept = told->kept, least = told->least;
    at->turn = at->turn == 2 ? 0 : at->turn + 1;
    if (at->kind == TP_TRUSS_LOOKS) {
        at->left = kept;
        at->in = 1 - at->in;
        if (appended == 0) {
            at->k = least;
            if (kept == 0) at->kind = TP_TRUSS_DONE;
            return;
        }
        at->level = at->begin;
        at->end = at->begin + appended;
        at->levels++;
        at->kind = TP_TRUSS_REMOVES;
        if (kept + appended > at->listed / TP_TRUSS_SHORTEN) return;
        at->kind = TP_TRUSS_SHORTENS;
        at->listed = kept + appended;
    } else if (at->kind == TP_TRUSS_SHORTENS) {
        at->kind = TP_TRUSS_REMOVES;
    } else {
        at->begin = at->end;
        at->end += appended;
        at->layer++;
        if (appended > 0) return;
        at->truss = (int32_t)at->k + 2;
        at->members = at->end - at->level;
        at->k++;
        at->kind = at->end == all ? TP_TRUSS_DONE : TP_TRUSS_LOOKS;
    }
}

/* Waits for the others, and reads what all have told. */
TP_FN void tp_truss_end_turn(const tp_truss_work &w, tp_truss_progress *at, tp_truss_slot *slot)
{
    tp_grid_barrier(&w.state->barrier);
    if (threadIdx.x == 0) {
        tp_truss_go_on(at, slot, (unsigned)w.t.count);
        /* The slot of the turn before this one, which all have read, is that of the one after the next. */
        if (blockIdx.x == 0) w.state->slots[at->turn == 2 ? 0 : at->turn + 1] = {TP_TRUSS_LEFT, 0, 0, 0};
    }
    __syncthreads();
}

/* At most so many turns. */
static __global__ void __launch_bounds__(TP_TRUSS_BLOCK)
    tp_truss_peel_kernel(const __grid_constant__ tp_truss_work w, unsigned turns, unsigned most)
{
    __shared__ tp_truss_progress now; /* the same in each block */
    if (threadIdx.x == 0) now = w.state->at;
    __syncthreads();
    for (; turns > 0 && now.kind != TP_TRUSS_DONE; turns--) {
        const tp_truss_progress at = now;
        tp_truss_slot *const slot = w.state->slots + at.turn;
        if (at.kind == TP_TRUSS_LOOKS) {
            unsigned least = TP_TRUSS_LEFT;
            tp_truss_look(w, at, slot, &least);
            least = ~tp_warp_max(~least);
            if (tp_lane() == 0 && least != TP_TRUSS_LEFT) atomicMin(&slot->least, least);
        } else if (at.kind == TP_TRUSS_SHORTENS) {
            for (int64_t v = tp_warp(); v < w.t.n; v += tp_warps()) tp_truss_shorten_list(w, at.layer, (tropic_index)v);
        } else {
            tp_truss_remove(w, at, slot, most);
        }
        tp_truss_end_turn(w, &now, slot);
    }
    if (tp_thread() == 0) w.state->at = now; /* which all have read long ago */
}

#endif

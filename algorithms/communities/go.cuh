/* SPDX-License-Identifier: Apache-2.0
 *
 * The vertices of a group go where they chose to, on the GPU, and wake their neighbours.
 */
#ifndef TP_GO_CUH
#define TP_GO_CUH

#include "algorithms/communities/moving.cuh"

/* Vertex v goes, if to >= 0. (By all lanes of a warp.) Returns how many did. */
TP_FN unsigned tp_go_to(const tp_move_work &w, tropic_index v, tropic_index to)
{
    const unsigned going = __ballot_sync(TP_EVERY_LANE, to >= 0);
    if (to >= 0) {
        const tropic_index from = w.place[v];
        const int64_t out = __ldg(w.vertex_out + v);
        w.place[v] = to;
        if (w.sets > 0) w.set[v] = w.set_of[to];
        tp_add_together(going, w.out, from, -out);
        tp_add_together(going, w.out, to, out);
        if (w.directed) {
            const int64_t in = __ldg(w.vertex_in + v);
            tp_add_together(going, w.in, from, -in);
            tp_add_together(going, w.in, to, in);
        }
        tp_count_together(going, w.size, from, -1);
        tp_count_together(going, w.size, to, 1);
    }
    __syncwarp();
    return (unsigned)__popc(going);
}

/* The best of all pieces of a vertex's table that are used. */
TP_FN tropic_index tp_go_best(const tp_move_work &w, tropic_index h)
{
    const tropic_index first = w.large.first[h];
    const tropic_index used = (tropic_index)((tp_move_large_places(w, h) + TP_MOVE_PLACES - 1) / TP_MOVE_PLACES);
    tp_move_best best = {w.large.growth[first], w.large.best[first]};
    for (tropic_index p = first + 1; p < first + used; p++)
        if (best.c < 0)
            best = {w.large.growth[p], w.large.best[p]};
        else
            tp_move_merge(&best, w.large.growth[p], w.large.best[p]);
    return best.c;
}

static __global__ void __launch_bounds__(TP_MOVE_BLOCK) tp_go(const __grid_constant__ tp_move_work w, int group)
{
    __shared__ unsigned first[TP_MOVE_BINS + 1];
    unsigned moved = 0;
    tp_move_first(w, first);
    const int64_t begin = first[group * TP_MOVE_CLASSES], end = first[(group + 1) * TP_MOVE_CLASSES];
    for (int64_t base = begin + tp_warp() * TP_WARP; base < end; base += tp_threads()) {
        const int64_t i = base + tp_lane();
        moved += tp_go_to(w, i < end ? w.order[i] : 0, i < end ? w.target[i] : -1);
    }
    for (int64_t base = tp_warp() * TP_WARP; base < w.large.count; base += tp_threads()) {
        const int64_t h = base + tp_lane();
        const tropic_index v = h < w.large.count ? w.large.vertex[h] : -1;
        const bool mine = v >= 0 && tp_move_group(w, v) == group;
        const tropic_index to = mine ? tp_go_best(w, (tropic_index)h) : -1;
        if (mine) {
            w.large.target[h] = to;
            w.large.own[h] = 0;
        }
        moved += tp_go_to(w, v, to);
    }
    if (tp_lane() == 0 && moved > 0) atomicAdd(&w.counts->moved, (unsigned long long)moved);
}

/* ---- neighbours ---- */

/* Those of arcs begin .. end - 1 that are in another community, unless they are in a group to come. */
template <int TEAM>
TP_FN void tp_wake_ends(const tp_move_work &w, int group, tropic_offset begin, tropic_offset end, tropic_index to)
{
    for (tropic_offset k = begin + (TEAM == 1 ? 0 : threadIdx.x % TEAM); k < end; k += TEAM) {
        const tropic_index u = __ldg(w.ids + k);
        const int theirs = w.group[u];
        if (theirs >= TP_MOVE_ACTIVE || (theirs > group && theirs != TP_MOVE_NO_GROUP)) continue;
        if (w.place[u] != to) w.group[u] = (uint8_t)(theirs | TP_MOVE_ACTIVE);
    }
}

template <int TEAM> TP_FN void tp_wake_class(const tp_move_work &w, int group, unsigned first, unsigned last)
{
    for (int64_t i = first + tp_thread() / TEAM; i < last; i += tp_threads() / TEAM) {
        const tropic_index v = w.order[i], to = w.target[i];
        if (to >= 0) tp_wake_ends<TEAM>(w, group, __ldg(w.lists.begin + v), __ldg(w.lists.end + v), to);
    }
}

TP_FN void tp_wake_group(const tp_move_work &w, const unsigned *bins, tp_move_pieces *pieces, int group)
{
    const unsigned *const first = bins + group * TP_MOVE_CLASSES;
    tp_move_each_piece<TP_MOVE_BLOCK>(w, group, false, pieces, [&](tropic_index p) {
        const tropic_index to = w.large.target[w.large.owner[p]];
        tropic_offset begin, end;
        if (to < 0) return;
        tp_move_piece_arcs(w, p, &begin, &end);
        tp_wake_ends<TP_MOVE_BLOCK>(w, group, begin, end, to);
    });
    tp_wake_class<TP_MOVE_BLOCK>(w, group, first[TP_MOVE_BY_BLOCK], first[TP_MOVE_BY_BLOCK + 1]);
    tp_wake_class<TP_WARP>(w, group, first[TP_MOVE_BY_WARP], first[TP_MOVE_BY_WARP + 1]);
    tp_wake_class<TP_MOVE_TEAM>(w, group, first[TP_MOVE_BY_TEAM], first[TP_MOVE_BY_TEAM + 1]);
    tp_wake_class<1>(w, group, first[TP_MOVE_BY_THREAD], first[TP_MOVE_BY_THREAD + 1]);
}

#endif

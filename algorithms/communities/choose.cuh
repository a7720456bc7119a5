/* SPDX-License-Identifier: Apache-2.0
 *
 * The vertices of a group choose a community, on the GPU.
 */
#ifndef TP_CHOOSE_CUH
#define TP_CHOOSE_CUH

#include "algorithms/communities/sets.cuh"

/* Shared memory of a block, beside the table. */
typedef struct tp_choose_block {
    unsigned first[TP_MOVE_BINS + 1], taken;
    unsigned long long own;
    tp_move_best best[TP_MOVE_WARPS];
    tp_move_pieces pieces;
} tp_choose_block;

/* Adds arcs begin .. end - 1 of v to the table; those to its own community to the result, of each thread. */
template <bool WEIGHTED, bool WITHIN, int TEAM>
TP_FN int64_t tp_choose_add(const tp_move_work &w, const tp_move_table &t, tropic_index v, tropic_index own,
                            tropic_offset begin, tropic_offset end)
{
    const tropic_index inside = WITHIN ? w.within[v] : 0;
    int64_t mine = 0;
    for (tropic_offset first = begin + threadIdx.x % TEAM; first < end; first += TP_MOVE_FLIGHT * TEAM) {
        tropic_index u[TP_MOVE_FLIGHT], c[TP_MOVE_FLIGHT];
        int64_t weight[TP_MOVE_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_MOVE_FLIGHT; f++) {
            const tropic_offset k = first + f * TEAM;
            u[f] = k < end ? __ldg(w.ids + k) : v;
            weight[f] = WEIGHTED && k < end ? __ldg(w.weights + k) : 1;
        }
#pragma unroll
        for (int f = 0; f < TP_MOVE_FLIGHT; f++) {
            c[f] = w.place[u[f]];
            if (u[f] == v || weight[f] == 0 || (WITHIN && w.within[u[f]] != inside)) c[f] = -1;
        }
#pragma unroll
        for (int f = 0; f < TP_MOVE_FLIGHT; f++) {
            if (c[f] == own)
                mine += weight[f];
            else if (c[f] >= 0)
                tp_move_add<WEIGHTED>(t, c[f], weight[f]);
        }
    }
    return mine;
}

/* The best of a table's communities, of each thread. */
template <bool WEIGHTED, int TEAM>
TP_FN void tp_choose_look(const tp_move_work &w, const tp_mover &m, const tp_move_table &t, tp_move_best *best)
{
    for (unsigned first = threadIdx.x % TEAM; first < t.places; first += TP_MOVE_FLIGHT * TEAM) {
        tropic_index c[TP_MOVE_FLIGHT];
        int64_t out[TP_MOVE_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_MOVE_FLIGHT; f++) {
            c[f] = first + f * TEAM < t.places ? t.key[first + f * TEAM] : -1;
            out[f] = c[f] >= 0 ? w.out[c[f]] : 0;
        }
#pragma unroll
        for (int f = 0; f < TP_MOVE_FLIGHT; f++)
            if (c[f] >= 0) tp_move_consider(w, m, c[f], tp_move_sum<WEIGHTED>(t, first + f * TEAM), out[f], best);
    }
}

/* ---- classes ---- */

/* A vertex of at most WIDTH arcs. */
template <bool WEIGHTED, bool WITHIN, int WIDTH>
TP_FN tropic_index tp_choose_few(const tp_move_work &w, const tp_mover &m, tropic_index v, int arcs)
{
    const tropic_offset begin = __ldg(w.lists.begin + v);
    tropic_index u[WIDTH], c[WIDTH];
    int64_t weight[WIDTH], out[WIDTH], own = 0;
#pragma unroll
    for (int k = 0; k < WIDTH; k++) {
        u[k] = k < arcs ? __ldg(w.ids + begin + k) : v;
        weight[k] = WEIGHTED && k < arcs ? __ldg(w.weights + begin + k) : 1;
    }
#pragma unroll
    for (int k = 0; k < WIDTH; k++) {
        c[k] = w.place[u[k]];
        if (u[k] == v || weight[k] == 0 || (WITHIN && w.within[u[k]] != w.within[v])) c[k] = -1;
        if (c[k] == m.own) own += weight[k];
    }
#pragma unroll
    for (int k = 0; k < WIDTH; k++) out[k] = c[k] >= 0 ? w.out[c[k]] : 0;
    tp_move_best best = tp_move_stay(w, m, own);
#pragma unroll
    for (int k = 0; k < WIDTH; k++) {
        int64_t sum = 0;
        bool again = false;
#pragma unroll
        for (int j = 0; j < WIDTH; j++) {
            if (c[j] == c[k]) sum += weight[j];
            if (j < k) again |= c[j] == c[k];
        }
        if (c[k] >= 0 && c[k] != m.own && !again) tp_move_consider(w, m, c[k], sum, out[k], &best);
    }
    return best.c;
}

template <bool WEIGHTED, bool WITHIN>
TP_FN void tp_choose_by_threads(const tp_move_work &w, unsigned first, unsigned last)
{
    for (int64_t i = first + tp_thread(); i < last; i += tp_threads()) {
        const tropic_index v = w.order[i];
        const int arcs = (int)tp_move_arcs(w, v);
        const tp_mover m = tp_move_mover(w, v);
        tropic_index best = -1;
        if (!WITHIN || m.alone)
            best = arcs <= TP_MOVE_FEW_ARCS / 2 ? tp_choose_few<WEIGHTED, WITHIN, TP_MOVE_FEW_ARCS / 2>(w, m, v, arcs)
                                                : tp_choose_few<WEIGHTED, WITHIN, TP_MOVE_FEW_ARCS>(w, m, v, arcs);
        w.target[i] = best;
    }
}

/* Vertices first .. last - 1, each by a team of lanes, or by a warp. */
template <bool WEIGHTED, bool WITHIN, int TEAM>
TP_FN void tp_choose_by_teams(const tp_move_work &w, tp_move_table t, unsigned first, unsigned last)
{
    for (int64_t base = first + tp_warp() * (TP_WARP / TEAM); base < last; base += tp_threads() / TEAM) {
        const int64_t i = base + tp_lane() / TEAM;
        const tropic_index v = w.order[i < last ? i : base];
        const tropic_offset begin = __ldg(w.lists.begin + v), end = __ldg(w.lists.end + v);
        const tp_mover m = tp_move_mover(w, v);
        const bool looks = i < last && (!WITHIN || m.alone);
        int64_t mine = 0;
        t.places = looks ? tp_move_places(end - begin) : 0;
        tp_move_clear<WEIGHTED, TEAM>(t);
        __syncwarp();
        if (looks) mine = tp_choose_add<WEIGHTED, WITHIN, TEAM>(w, t, v, m.own, begin, end);
        __syncwarp();
        tp_move_best best = tp_move_stay(w, m, tp_move_sum_of<TEAM>(mine));
        tp_choose_look<WEIGHTED, TEAM>(w, m, t, &best);
        __syncwarp();
        best = tp_move_best_of<TEAM>(best);
        if (tp_lane() % TEAM == 0 && i < last) w.target[i] = best.c;
    }
}

/* The block's best, in thread 0. */
TP_FN tp_move_best tp_choose_of_block(tp_choose_block *b, tp_move_best best)
{
    best = tp_move_best_of<TP_WARP>(best);
    if (tp_lane() == 0) b->best[threadIdx.x / TP_WARP] = best;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 1; k < TP_MOVE_WARPS; k++) tp_move_merge(&best, b->best[k].growth, b->best[k].c);
    return best;
}

/* The sum of all threads' arcs to their own community. */
TP_FN int64_t tp_choose_own(tp_choose_block *b, int64_t mine)
{
    const unsigned long long sum = (unsigned long long)tp_move_sum_of<TP_WARP>(mine);
    if (tp_lane() == 0 && sum > 0) atomicAdd(&b->own, sum);
    __syncthreads();
    return (int64_t)b->own;
}

template <bool WEIGHTED, bool WITHIN>
TP_FN void tp_choose_by_block(const tp_move_work &w, tp_move_table t, tp_choose_block *b, tropic_index i)
{
    const tropic_index v = w.order[i];
    const tropic_offset begin = __ldg(w.lists.begin + v), end = __ldg(w.lists.end + v);
    const tp_mover m = tp_move_mover(w, v);
    tp_move_best best = {0, -1};
    if (!WITHIN || m.alone) {
        if (threadIdx.x == 0) b->own = 0;
        t.places = tp_move_places(end - begin);
        tp_move_clear<WEIGHTED, TP_MOVE_BLOCK>(t);
        __syncthreads();
        const int64_t mine = tp_choose_add<WEIGHTED, WITHIN, TP_MOVE_BLOCK>(w, t, v, m.own, begin, end);
        best = tp_move_stay(w, m, tp_choose_own(b, mine));
        tp_choose_look<WEIGHTED, TP_MOVE_BLOCK>(w, m, t, &best);
        best = tp_choose_of_block(b, best);
    }
    if (threadIdx.x == 0) w.target[i] = best.c;
}

/* Vertices first .. last - 1, by whichever block comes. `taken` counts them. */
template <bool WEIGHTED, bool WITHIN>
TP_FN void tp_choose_by_blocks(const tp_move_work &w, const tp_move_table &t, tp_choose_block *b, unsigned *taken,
                               unsigned first, unsigned last)
{
    if (first == last) return;
    if (threadIdx.x == 0) b->taken = first + atomicAdd(taken, 1u);
    __syncthreads();
    for (;;) {
        const unsigned i = b->taken;
        if (i >= last) break;
        __syncthreads();
        if (threadIdx.x == 0) b->taken = first + atomicAdd(taken, 1u);
        tp_choose_by_block<WEIGHTED, WITHIN>(w, t, b, (tropic_index)i);
        __syncthreads();
    }
    __syncthreads();
}

/* Adds a piece to the table of its vertex. */
template <bool WEIGHTED, bool WITHIN> TP_FN void tp_choose_piece(const tp_move_work &w, tp_move_table t, tropic_index p)
{
    const tropic_index h = w.large.owner[p], v = w.large.vertex[h], own = w.place[v];
    const unsigned places = (unsigned)tp_move_large_places(w, h);
    const int64_t base = (int64_t)w.large.first[h] * TP_MOVE_PLACES;
    tropic_offset begin, end;
    if (WITHIN && w.size[own] > 1) return;
    tp_move_piece_arcs(w, p, &begin, &end);
    t.places = tp_move_places(end - begin);
    tp_move_clear<WEIGHTED, TP_MOVE_BLOCK>(t);
    __syncthreads();
    const int64_t mine = tp_choose_add<WEIGHTED, WITHIN, TP_MOVE_BLOCK>(w, t, v, own, begin, end);
    const unsigned long long sum = (unsigned long long)tp_move_sum_of<TP_WARP>(mine);
    if (tp_lane() == 0 && sum > 0) atomicAdd(w.large.own + h, sum);
    __syncthreads();
    for (unsigned at = threadIdx.x; at < t.places; at += TP_MOVE_BLOCK) {
        if (t.key[at] < 0) continue;
        const unsigned there = tp_move_place(w.large.keys + base, places, t.key[at]);
        atomicAdd(w.large.sums + base + there, (unsigned long long)tp_move_sum<WEIGHTED>(t, at));
    }
}

template <bool WEIGHTED> TP_FN tp_move_table tp_choose_part(const tp_move_table &t, unsigned from)
{
    return {t.key + from, t.low + from, WEIGHTED ? t.high + from : t.high, 0};
}

/* target[i] of each vertex of the group; of those whose lists are in pieces, tables. */
template <bool WEIGHTED, bool WITHIN>
TP_FN void tp_choose_group(const tp_move_work &w, const tp_move_table &t, tp_choose_block *b, int group)
{
    const tp_move_table of_warp = tp_choose_part<WEIGHTED>(t, threadIdx.x / TP_WARP * TP_MOVE_WARP_PLACES);
    const tp_move_table of_team = tp_choose_part<WEIGHTED>(t, threadIdx.x / TP_MOVE_TEAM * TP_MOVE_TEAM_PLACES);
    const unsigned *const first = b->first + group * TP_MOVE_CLASSES;
    if (!WEIGHTED && !WITHIN && w.sets > 0) {
        tp_sets_choose(w, (uint8_t *)t.low, &b->pieces, group, first[TP_MOVE_BY_WARP], first[TP_MOVE_BY_WARP + 1]);
        tp_choose_by_threads<false, false>(w, first[TP_MOVE_BY_THREAD], first[TP_MOVE_BY_THREAD + 1]);
        return;
    }
    tp_move_each_piece<TP_MOVE_BLOCK>(w, group, false, &b->pieces,
                                      [&](tropic_index p) { tp_choose_piece<WEIGHTED, WITHIN>(w, t, p); });
    tp_choose_by_blocks<WEIGHTED, WITHIN>(w, t, b, w.counts->taken + group, first[TP_MOVE_BY_BLOCK],
                                          first[TP_MOVE_BY_BLOCK + 1]);
    tp_choose_by_teams<WEIGHTED, WITHIN, TP_WARP>(w, of_warp, first[TP_MOVE_BY_WARP], first[TP_MOVE_BY_WARP + 1]);
    __syncthreads();
    tp_choose_by_teams<WEIGHTED, WITHIN, TP_MOVE_TEAM>(w, of_team, first[TP_MOVE_BY_TEAM], first[TP_MOVE_BY_TEAM + 1]);
    tp_choose_by_threads<WEIGHTED, WITHIN>(w, first[TP_MOVE_BY_THREAD], first[TP_MOVE_BY_THREAD + 1]);
}

/* The best community of each piece of the table of a vertex of the group, as far as it is used; leaves it empty. */
static __global__ void __launch_bounds__(TP_MOVE_BLOCK)
    tp_choose_pieces(const __grid_constant__ tp_move_work w, int group)
{
    __shared__ tp_choose_block block;
    tp_choose_block *const b = &block;
    tp_move_each_piece<TP_MOVE_BLOCK>(w, group, true, &b->pieces, [&](tropic_index p) {
        const tropic_index h = w.large.owner[p];
        const tp_mover m = tp_move_mover(w, w.large.vertex[h]);
        const int64_t base = (int64_t)p * TP_MOVE_PLACES;
        const int64_t left = tp_move_large_places(w, h) - (int64_t)(p - w.large.first[h]) * TP_MOVE_PLACES;
        const unsigned places = left < TP_MOVE_PLACES ? (unsigned)left : TP_MOVE_PLACES;
        tp_move_best best = tp_move_stay(w, m, (int64_t)w.large.own[h]);
        for (unsigned at = threadIdx.x; at < places; at += TP_MOVE_BLOCK) {
            const tropic_index c = w.large.keys[base + at];
            if (c < 0) continue;
            tp_move_consider(w, m, c, (int64_t)w.large.sums[base + at], w.out[c], &best);
            w.large.keys[base + at] = -1;
            w.large.sums[base + at] = 0;
        }
        best = tp_choose_of_block(b, best);
        if (threadIdx.x > 0) return;
        w.large.growth[p] = best.growth;
        w.large.best[p] = best.c;
    });
}

#endif

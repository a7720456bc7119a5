/* SPDX-License-Identifier: Apache-2.0
 *
 * Local moving where few communities are left, and arcs have no weights: communities have numbers of a byte, and each
 * lane of a warp counts the arcs to each of them for itself. (In a table, lanes that add to the same few places wait
 * for one another: Mycielskian 17 took 214 ms, and takes 100. H200.)
 */
#ifndef TP_SETS_CUH
#define TP_SETS_CUH

#include "algorithms/communities/moving.cuh"

/* The most sets: a lane adds up the counts of one. */
#define TP_SETS TP_WARP
/* Bytes that a warp counts in: counts of a lane are below 256, for a list has at most TP_MOVE_ARCS arcs. */
#define TP_SETS_BYTES (TP_SETS * TP_WARP)
/* Words of a set's counts. */
#define TP_SETS_WORDS (TP_WARP / 4)
/* Arcs of a lane that are on their way at once. (Not measured.) */
#define TP_SETS_FLIGHT 8
static_assert(TP_MOVE_ARCS / TP_WARP < 256, "a count of a lane is a byte");
static_assert(TP_MOVE_WARPS * TP_SETS_BYTES <= TP_MOVE_PLACES * 4, "counts are in the place of a table's words");

/* names, and set_of of the communities that there are. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_sets_number(const __grid_constant__ tp_move_work w)
{
    TP_FOR_EACH(c, w.lists.n)
    {
        if (w.size[c] == 0) continue;
        const unsigned k = atomicAdd(&w.counts->numbered, 1u);
        w.names[k] = (tropic_index)c;
        w.set_of[c] = (uint8_t)k;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_sets_spread(const __grid_constant__ tp_move_work w)
{
    TP_FOR_EACH(v, w.lists.n) w.set[v] = w.set_of[w.place[v]];
}

/* The set of a lane. */
typedef struct tp_sets_lane {
    tropic_index c; /* -1: none */
    int64_t out;
} tp_sets_lane;

/* How many of v's arcs begin .. end - 1 lead to the lane's set. counts: 0 before and after. */
TP_FN unsigned tp_sets_count(const tp_move_work &w, uint8_t *counts, tropic_index v, tropic_offset begin,
                             tropic_offset end)
{
    uint8_t *const mine = counts + tp_lane();
    unsigned *const words = (unsigned *)counts + tp_lane() * TP_SETS_WORDS;
    unsigned sum = 0; /* of two halves */
    for (tropic_offset first = begin + tp_lane(); first < end; first += TP_SETS_FLIGHT * TP_WARP) {
        tropic_index u[TP_SETS_FLIGHT];
        unsigned set[TP_SETS_FLIGHT];
#pragma unroll
        for (int f = 0; f < TP_SETS_FLIGHT; f++)
            u[f] = first + f * TP_WARP < end ? __ldg(w.ids + first + f * TP_WARP) : v;
#pragma unroll
        for (int f = 0; f < TP_SETS_FLIGHT; f++) set[f] = w.set[u[f]];
#pragma unroll
        for (int f = 0; f < TP_SETS_FLIGHT; f++)
            if (u[f] != v) mine[set[f] * TP_WARP]++;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < TP_SETS_WORDS; k++) {
        /* (So that no two lanes read from one bank.) */
        unsigned *const word = words + (k + tp_lane() / 4) % TP_SETS_WORDS;
        sum += (*word & 0xff00ffu) + (*word >> 8 & 0xff00ffu);
        *word = 0;
    }
    __syncwarp();
    return (sum & 0xffffu) + (sum >> 16);
}

/* target[i] of a vertex, by a warp. */
TP_FN void tp_sets_vertex(const tp_move_work &w, const tp_sets_lane &lane, uint8_t *counts, int64_t i)
{
    const tropic_index v = w.order[i];
    const tp_mover m = tp_move_mover(w, v);
    const int own = w.set[v];
    const unsigned count = tp_sets_count(w, counts, v, __ldg(w.lists.begin + v), __ldg(w.lists.end + v));
    tp_move_best best = tp_move_stay(w, m, (int64_t)__shfl_sync(TP_EVERY_LANE, count, own));
    if (count > 0 && tp_lane() != own) tp_move_consider(w, m, lane.c, (int64_t)count, lane.out, &best);
    best = tp_move_best_of<TP_WARP>(best);
    if (tp_lane() == 0) w.target[i] = best.c;
}

/* Adds a piece to the table of its vertex, where each set has its place. */
TP_FN void tp_sets_piece(const tp_move_work &w, const tp_sets_lane &lane, uint8_t *counts, tropic_index p)
{
    const tropic_index h = w.large.owner[p], v = w.large.vertex[h];
    const int64_t at = (int64_t)w.large.first[h] * TP_MOVE_PLACES + tp_lane();
    const int own = w.set[v];
    tropic_offset begin, end;
    tp_move_piece_arcs(w, p, &begin, &end);
    const unsigned count = tp_sets_count(w, counts, v, begin, end);
    if (count == 0) return;
    if (tp_lane() == own) {
        atomicAdd(w.large.own + h, (unsigned long long)count);
    } else {
        w.large.keys[at] = lane.c;
        atomicAdd(w.large.sums + at, (unsigned long long)count);
    }
}

/* Vertices first .. last - 1 of the group, and its pieces. counts: of all warps of the block. */
TP_FN void tp_sets_choose(const tp_move_work &w, uint8_t *counts, tp_move_pieces *pieces, int group, unsigned first,
                          unsigned last)
{
    uint8_t *const of_warp = counts + threadIdx.x / TP_WARP * TP_SETS_BYTES;
    tp_sets_lane lane = {-1, 0};
    if (tp_lane() < w.sets) {
        lane.c = w.names[tp_lane()];
        lane.out = w.out[lane.c];
    }
    for (int at = tp_lane() * 4; at < TP_SETS_BYTES; at += 4 * TP_WARP) *(unsigned *)(of_warp + at) = 0;
    __syncwarp();
    tp_move_each_piece<TP_WARP>(w, group, false, pieces, [&](tropic_index p) { tp_sets_piece(w, lane, of_warp, p); });
    for (int64_t i = first + tp_warp(); i < last; i += tp_warps()) tp_sets_vertex(w, lane, of_warp, i);
}

#endif

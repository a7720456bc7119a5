/* SPDX-License-Identifier: Apache-2.0
 *
 * Local moving on the GPU: parameters of its kernels, and tables of sums by community.
 *
 * By their arcs, vertices are of one of five classes: a thread compares all of FEW arcs; a quarter of a warp, a warp or
 * a block adds them up in a table in shared memory; and lists of more arcs are cut into pieces, whose sums go on into
 * one table in global memory, which is looked at when all are there. Where few sets are left and arcs have no weights,
 * each lane counts for itself instead (sets.cuh).
 */
#ifndef TP_MOVING_CUH
#define TP_MOVING_CUH

#include "algorithms/communities/growth.h"
#include "algorithms/communities/levels.h"
#include "algorithms/communities/walk.cuh"
#include "runtime/random.h"

#define TP_MOVE_BLOCK 256
#define TP_MOVE_WARPS (TP_MOVE_BLOCK / TP_WARP)
/* Blocks on a multiprocessor: as many as there is shared memory for. */
#define TP_MOVE_BLOCKS 4
/* Places of the table of a block, and most arcs whose communities go there: two thirds. */
#define TP_MOVE_PLACES 3072
#define TP_MOVE_ARCS (TP_MOVE_PLACES / 3 * 2)
/* The same of a warp, of a team of some lanes, and of a thread. (None is measured.) */
#define TP_MOVE_WARP_PLACES (TP_MOVE_PLACES / TP_MOVE_WARPS)
#define TP_MOVE_WARP_ARCS (TP_MOVE_WARP_PLACES / 3 * 2)
#define TP_MOVE_TEAM 8
#define TP_MOVE_TEAM_PLACES (TP_MOVE_PLACES / (TP_MOVE_BLOCK / TP_MOVE_TEAM))
#define TP_MOVE_TEAM_ARCS (TP_MOVE_TEAM_PLACES / 3 * 2)
#define TP_MOVE_FEW_ARCS 8
/* Arcs of a thread that are on their way at once. */
#define TP_MOVE_FLIGHT 4

/* Classes that are drawn into the order of vertices: of each group, one after the other. */
enum tp_move_class {
    TP_MOVE_BY_THREAD,
    TP_MOVE_BY_TEAM,
    TP_MOVE_BY_WARP,
    TP_MOVE_BY_BLOCK,
    TP_MOVE_CLASSES,
    TP_MOVE_BY_PIECES
};
#define TP_MOVE_BINS (TP_COMMUNITY_GROUPS * TP_MOVE_CLASSES)
/* Of a vertex's group: of those that are not looked at; and is it looked at in the next pass? */
#define TP_MOVE_NO_GROUP 127
#define TP_MOVE_ACTIVE 128
static_assert(TP_MOVE_BINS <= TP_WARP, "a warp adds up the bins");

/* In device memory; 0 before a pass. */
typedef struct tp_move_counts {
    unsigned active, sets; /* vertices and communities that there are after it */
    unsigned numbered;
    unsigned bins[TP_MOVE_BINS], placed[TP_MOVE_BINS];
    unsigned taken[TP_COMMUNITY_GROUPS]; /* vertices of blocks */
    unsigned large, pieces;              /* vertices of many arcs, when they are listed */
    unsigned long long moved;
} tp_move_counts;

typedef struct tp_move_work {
    tp_walk_lists lists;
    const tropic_index *ids;
    const int64_t *weights, *vertex_out, *vertex_in;
    bool directed;
    double factor;
    tropic_index *place;
    const tropic_index *within;
    int64_t *out, *in; /* of communities */
    tropic_index *size;
    uint8_t *group;
    tropic_index *order, *target; /* target[i] of vertex order[i]: -1: it stays */
    tp_levels_large large;
    int64_t most; /* communities */
    int sets;     /* these, if they are numbered, else 0: */
    uint8_t *set; /* of each vertex, the number of its community */
    uint8_t *set_of;
    tropic_index *names; /* of each number, the community; and of each community, the number */
    tp_move_counts *counts;
} tp_move_work;

TP_FN tropic_offset tp_move_arcs(const tp_move_work &w, tropic_index v)
{
    return __ldg(w.lists.end + v) - __ldg(w.lists.begin + v);
}

/* Places of a table for the communities of so many arcs: a third stays free. */
TP_FN unsigned tp_move_places(tropic_offset arcs)
{
    return (unsigned)arcs * 3 / 2;
}

TP_FN int tp_move_class_of(const tp_move_work &w, tropic_offset arcs)
{
    if (arcs > TP_MOVE_ARCS) return TP_MOVE_BY_PIECES;
    if (arcs <= TP_MOVE_FEW_ARCS) return TP_MOVE_BY_THREAD;
    if (w.sets > 0) return TP_MOVE_BY_WARP;
    if (arcs <= TP_MOVE_TEAM_ARCS) return TP_MOVE_BY_TEAM;
    return arcs <= TP_MOVE_WARP_ARCS ? TP_MOVE_BY_WARP : TP_MOVE_BY_BLOCK;
}

/* first[b] = where bin b begins in the order, for b = 0 .. TP_MOVE_BINS. (By the block.) */
TP_FN void tp_move_first(const tp_move_work &w, unsigned *first)
{
    if (threadIdx.x < TP_WARP) {
        const unsigned ends = tp_warp_ends(threadIdx.x < TP_MOVE_BINS ? w.counts->bins[threadIdx.x] : 0);
        if (threadIdx.x < TP_MOVE_BINS) first[threadIdx.x + 1] = ends;
        if (threadIdx.x == 0) first[0] = 0;
    }
    __syncthreads();
}

/* ---- tables ---- */

/* A table in shared memory. Sums are of 64 bits if there are weights: in two words, for there is no faster addition. */
typedef struct tp_move_table {
    tropic_index *key; /* -1: a place is free */
    unsigned *low, *high;
    unsigned places;
} tp_move_table;

/* The place of c, which is made if it is not there. */
TP_FN unsigned tp_move_place(tropic_index *key, unsigned places, tropic_index c)
{
    unsigned at = (unsigned)((uint64_t)((uint32_t)c * TP_GOLDEN_32) * places >> 32);
    for (;;) {
        const tropic_index there = atomicCAS(key + at, -1, c);
        if (there == c || there == -1) return at;
        at = at + 1 < places ? at + 1 : 0;
    }
}

template <bool WEIGHTED> TP_FN void tp_move_add(const tp_move_table &t, tropic_index c, int64_t weight)
{
    const unsigned at = tp_move_place(t.key, t.places, c), low = (unsigned)weight;
    const unsigned before = atomicAdd(t.low + at, low);
    if (!WEIGHTED) return;
    const unsigned high = (unsigned)((uint64_t)weight >> 32) + (before + low < before);
    if (high > 0) atomicAdd(t.high + at, high);
}

template <bool WEIGHTED> TP_FN int64_t tp_move_sum(const tp_move_table &t, unsigned at)
{
    return (int64_t)(WEIGHTED ? (uint64_t)t.high[at] << 32 | t.low[at] : t.low[at]);
}

template <bool WEIGHTED, int TEAM> TP_FN void tp_move_clear(const tp_move_table &t)
{
    for (unsigned at = threadIdx.x % TEAM; at < t.places; at += TEAM) {
        t.key[at] = -1;
        t.low[at] = 0;
        if (WEIGHTED) t.high[at] = 0;
    }
}

/* ---- the best community ---- */

typedef struct tp_move_best {
    double growth;
    tropic_index c; /* -1: its own */
} tp_move_best;

TP_FN uint8_t tp_move_group(const tp_move_work &w, tropic_index v)
{
    return w.group[v] & (TP_MOVE_ACTIVE - 1);
}

TP_FN tp_mover tp_move_mover(const tp_move_work &w, tropic_index v)
{
    tp_mover m;
    m.factor = w.factor;
    m.directed = w.directed;
    m.refining = w.within != nullptr;
    m.own = w.place[v];
    m.alone = w.size[m.own] == 1;
    m.group = tp_move_group(w, m.own);
    m.out = __ldg(w.vertex_out + v);
    m.in = w.directed ? __ldg(w.vertex_in + v) : 0;
    return m;
}

/* What staying grows by. weight: of arcs within its community. */
TP_FN tp_move_best tp_move_stay(const tp_move_work &w, const tp_mover &m, int64_t weight)
{
    const int64_t in = m.directed ? w.in[m.own] - m.in : 0;
    return {tp_growth(&m, weight, w.out[m.own] - m.out, in), -1};
}

/* out: the community's. */
TP_FN void tp_move_consider(const tp_move_work &w, const tp_mover &m, tropic_index c, int64_t weight, int64_t out,
                            tp_move_best *best)
{
    const double growth = tp_growth(&m, weight, out, m.directed ? w.in[c] : 0);
    if (!tp_is_better(growth, c, best->growth, best->c)) return;
    if (tp_may_be_barred(&m, c) && tp_is_barred(&m, w.size[c], tp_move_group(w, c))) return;
    *best = {growth, c};
}

TP_FN void tp_move_merge(tp_move_best *best, double growth, tropic_index c)
{
    if (c >= 0 && tp_is_better(growth, c, best->growth, best->c)) *best = {growth, c};
}

/* The best of all lanes' of a team, in each of them. (By all lanes of a warp.) */
template <int TEAM> TP_FN tp_move_best tp_move_best_of(tp_move_best best)
{
#pragma unroll
    for (int other = TEAM / 2; other > 0; other /= 2) {
        const double growth = __shfl_xor_sync(TP_EVERY_LANE, best.growth, other);
        const tropic_index c = __shfl_xor_sync(TP_EVERY_LANE, best.c, other);
        tp_move_merge(&best, growth, c);
    }
    return best;
}

template <int TEAM> TP_FN int64_t tp_move_sum_of(int64_t v)
{
#pragma unroll
    for (int other = TEAM / 2; other > 0; other /= 2) v += __shfl_xor_sync(TP_EVERY_LANE, v, other);
    return v;
}

/* ---- pieces of long lists ---- */

/* Pieces of a group's vertices, of which a block looks for some at a time. */
typedef struct tp_move_pieces {
    tropic_index list[TP_MOVE_BLOCK];
    unsigned count;
} tp_move_pieces;

/* Of the table of a vertex, so many places are used: where there are few communities, those of one piece. */
TP_FN int64_t tp_move_large_places(const tp_move_work &w, tropic_index h)
{
    const int64_t places = (int64_t)w.large.length[h] * TP_MOVE_PLACES, wanted = w.most * 3 / 2;
    if (w.sets > 0) return w.sets;
    return places < wanted ? places : wanted > TP_MOVE_PLACES ? wanted : TP_MOVE_PLACES;
}

template <int TEAM> TP_FN void tp_move_sync(void)
{
    if (TEAM == TP_WARP)
        __syncwarp();
    else
        __syncthreads();
}

/* Is a piece the group's; `used`: and is its part of the table in use? */
TP_FN bool tp_move_is_wanted(const tp_move_work &w, int group, bool used, int64_t p)
{
    const tropic_index h = w.large.owner[p];
    if (tp_move_group(w, w.large.vertex[h]) != group) return false;
    return !used || (p - w.large.first[h]) * TP_MOVE_PLACES < tp_move_large_places(w, h);
}

/* visit(p) for such pieces, each by a block or by a warp, in any order. Each begins after a barrier of these. */
template <int TEAM, typename VISIT>
TP_FN void tp_move_each_piece(const tp_move_work &w, int group, bool used, tp_move_pieces *pieces, VISIT visit)
{
    for (int64_t base = blockIdx.x; base < w.large.pieces; base += (int64_t)gridDim.x * blockDim.x) {
        const int64_t p = base + (int64_t)threadIdx.x * gridDim.x;
        __syncthreads();
        if (threadIdx.x == 0) pieces->count = 0;
        __syncthreads();
        if (p < w.large.pieces && tp_move_is_wanted(w, group, used, p))
            pieces->list[atomicAdd(&pieces->count, 1u)] = (tropic_index)p;
        __syncthreads();
        for (unsigned q = threadIdx.x / TEAM; q < pieces->count; q += TP_MOVE_BLOCK / TEAM) {
            visit(pieces->list[q]);
            tp_move_sync<TEAM>();
        }
    }
    __syncthreads();
}

/* The arcs of a piece. */
TP_FN void tp_move_piece_arcs(const tp_move_work &w, tropic_index p, tropic_offset *begin, tropic_offset *end)
{
    const tropic_index h = w.large.owner[p], v = w.large.vertex[h];
    *begin = __ldg(w.lists.begin + v) + (tropic_offset)(p - w.large.first[h]) * TP_MOVE_ARCS;
    *end = __ldg(w.lists.end + v);
    if (*end - *begin > TP_MOVE_ARCS) *end = *begin + TP_MOVE_ARCS;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Similarity of vertices on a GPU: parameters of the kernels of a block of rows.
 *
 * A row is found by one block of threads: from u over each neighbour w to all vertices that have w as a neighbour, each
 * of which has a cell in shared memory. Where few may be reached a hash table has the cells: rows are sorted into
 * classes by the size that these need. Where many may be, there is a cell for each vertex of a range, and each range of
 * the row is found by itself.
 */
#ifndef TP_SIMILARITY_DEVICE_CUH
#define TP_SIMILARITY_DEVICE_CUH

#include "algorithms/similarity/similarity.h"
#include "formats/matrix/list_at.h"
#include "spmv/device/warp.cuh"

/* Classes of rows: four sizes of hash tables, and ranges. */
typedef enum tp_similarity_class {
    TP_SIMILARITY_FEW,
    TP_SIMILARITY_SOME,
    TP_SIMILARITY_MORE,
    TP_SIMILARITY_MANY,
    TP_SIMILARITY_RANGES,
    TP_SIMILARITY_CLASSES
} tp_similarity_class;

/* Threads of a row's block, and cells of its hash table, of which no more than three quarters are used. The first two:
 * so that a multiprocessor has some 20 warps or more. The second has room for what 32 neighbours with 32 neighbours
 * each reach. Where no number is given: as many as shared memory has room for. (Not measured.) */
#define TP_SIMILARITY_FEW_THREADS TP_WARP
#define TP_SIMILARITY_FEW_CELLS 256
#define TP_SIMILARITY_SOME_THREADS 64
#define TP_SIMILARITY_SOME_CELLS 2048
#define TP_SIMILARITY_MORE_THREADS 256
#define TP_SIMILARITY_MORE_CELLS 8192
#define TP_SIMILARITY_MANY_THREADS 1024
#define TP_SIMILARITY_USED(cells) ((cells) / 4 * 3)

/* The best of a row are selected by warps, a place in each lane, if they are so few. */
#define TP_SIMILARITY_SELECTED TP_WARP
/* A key of no pair. Others: the row of the block, then `to` in the lower half. */
#define TP_SIMILARITY_NONE (~0ull)

/* Rows of so many steps are taken first: a block of threads takes about half a millisecond for these. (Not
 * measured.) */
#define TP_SIMILARITY_HEAVY ((int64_t)1 << 20)

/* In device memory, zero when a block begins. */
typedef struct tp_similarity_counts {
    unsigned heavy[TP_SIMILARITY_CLASSES], listed[TP_SIMILARITY_CLASSES]; /* the first in front, the others behind */
    unsigned long long next[TP_SIMILARITY_CLASSES];                       /* item of a class that is to be taken */
    unsigned long long emitted;                                           /* pairs */
    unsigned failed; /* a table was full, or the room for pairs, which cannot be */
} tp_similarity_counts;

/* Parameters of kernels. Pairs: a key and a score each. If the best are `selected`, those of row r stand at r * best
 * and on, and those of each range at first in lists of their own; else they are appended, in any order. */
typedef struct tp_similarity_work {
    tp_similarity s;
    tp_similarity_wanted wanted;
    bool selected;
    tropic_index first, rows;
    const int64_t *steps;
    tropic_index *list[TP_SIMILARITY_CLASSES]; /* `rows` places */
    unsigned cells[TP_SIMILARITY_CLASSES];     /* of the last: vertices of a range */
    int64_t ranges;
    tp_similarity_counts *counts;
    unsigned long long *keys, *part_keys;
    double *scores, *part_scores;
    int64_t room;
} tp_similarity_work;

/* The class of a row of so many steps; -1: it has no pairs. (Where there is one range, it is better than the largest
 * tables.) */
TP_FN int tp_similarity_class_of(const tp_similarity_work &w, tropic_index u, int64_t steps)
{
    const int64_t others = w.wanted.best > 0 ? (int64_t)w.s.n - 1 : (int64_t)w.s.n - 1 - u;
    const int64_t most = steps < others ? steps : others;
    if (most == 0) return -1;
    if (most <= TP_SIMILARITY_USED(w.cells[TP_SIMILARITY_FEW])) return TP_SIMILARITY_FEW;
    if (most <= TP_SIMILARITY_USED(w.cells[TP_SIMILARITY_SOME])) return TP_SIMILARITY_SOME;
    return w.ranges > 1 && most <= TP_SIMILARITY_USED(w.cells[TP_SIMILARITY_MANY]) ? TP_SIMILARITY_MANY
                                                                                   : TP_SIMILARITY_RANGES;
}

/* Rows of a class. */
TP_FN unsigned tp_similarity_listed(const tp_similarity_work &w, int number)
{
    return w.counts->heavy[number] + w.counts->listed[number];
}

TP_FN tropic_index tp_similarity_row(const tp_similarity_work &w, int number, int64_t k)
{
    const int64_t heavy = w.counts->heavy[number];
    return w.list[number][k < heavy ? k : w.rows - 1 - (k - heavy)];
}

/* Lists the rows of each class. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) tp_similarity_sort(const __grid_constant__ tp_similarity_work w)
{
    const int64_t stride = (int64_t)gridDim.x * TP_PASS_BLOCK;
    for (int64_t first = (int64_t)blockIdx.x * TP_PASS_BLOCK; first < w.rows; first += stride) {
        const int64_t r = first + threadIdx.x;
        const tropic_index u = w.first + (tropic_index)r;
        const int64_t steps = r < w.rows ? w.steps[u] : 0;
        const int mine = r < w.rows ? tp_similarity_class_of(w, u, steps) : -1;
        const bool is_heavy = steps >= TP_SIMILARITY_HEAVY;
        if (mine >= 0 && is_heavy) w.list[mine][atomicAdd(&w.counts->heavy[mine], 1u)] = (tropic_index)r;
        for (int c = 0; c < TP_SIMILARITY_CLASSES; c++) {
            const unsigned those = __ballot_sync(TP_EVERY_LANE, mine == c && !is_heavy);
            unsigned at = 0;
            if (those == 0) continue;
            if (tp_lane() == 0) at = atomicAdd(&w.counts->listed[c], (unsigned)__popc(those));
            at = __shfl_sync(TP_EVERY_LANE, at, 0) + (unsigned)__popc(those & ((1u << tp_lane()) - 1));
            if (mine == c && !is_heavy) w.list[c][w.rows - 1 - (tropic_index)at] = (tropic_index)r;
        }
    }
}

#endif

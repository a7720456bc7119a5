/* SPDX-License-Identifier: Apache-2.0
 *
 * The walk along a tile of the merge path of two matrices: by each thread, over its part; the ids are in shared memory.
 */
#ifndef TP_MERGE_WALK_CUH
#define TP_MERGE_WALK_CUH

#include "spmv/device/kernel.cuh"
#include "spmv/write/merge_path.cuh"

#include <cuda_pipeline_primitives.h>

#define WORD_BITS 32
/* Bytes of an id, or of where a row begins; and ids that are copied at once. */
#define PLACE ((unsigned)sizeof(tropic_index))
#define QUAD 4

/* Ids of x, from the one before the tile's; then of y, to the one behind the tile's. Both lie as in the device's
 * memory, so that quads are quads here, too. Behind them, where each row begins: at these places of the room, in bytes,
 * x's in the low half and y's in the high one; both are those before the tile's, if the row began earlier. */
typedef struct tp_merge_tile {
    alignas(QUAD * sizeof(tropic_index)) tropic_index room[TP_PATH_TILE + 4 * QUAD];
    uint32_t row_ends[TP_PATH_WORDS];
    tp_path_start from;
    int rows, length;
    unsigned x_room, y_room, begins; /* places of the tile's first ids, and of its first row's beginning */
} tp_merge_tile;

static __device__ __forceinline__ tropic_index id_at(const tp_merge_tile *t, unsigned place)
{
    return *(const tropic_index *)((const char *)t->room + place);
}

/* A place from -1, before the tile's, to `most`. */
static __device__ __forceinline__ int begin_of(const tp_arcs *arcs, int64_t row, tropic_offset from, int most)
{
    const tropic_offset begin = arcs->offsets ? arcs->offsets[row] - from : 0;
    return begin < -1 ? -1 : begin > most ? most : (int)begin;
}

/* How far behind a quad's beginning an id lies. */
static __device__ __forceinline__ int quad_shift(const tropic_index *id)
{
    return (int)((uintptr_t)id / PLACE % QUAD);
}

/* Has so many ids copied, which are there after a wait; `to` lies like `from`. */
static __device__ __forceinline__ void copy_ids(tropic_index *to, const tropic_index *from, int count)
{
    const int shift = quad_shift(from);
#pragma unroll 1
    for (int k = (int)threadIdx.x * QUAD - shift; k < count; k += QUAD * TP_PATH_BLOCK) {
        if (k >= 0 && k + QUAD <= count) {
            __pipeline_memcpy_async(to + k, from + k, QUAD * PLACE);
            continue;
        }
        for (int q = k < 0 ? 0 : k; q < k + QUAD && q < count; q++) __pipeline_memcpy_async(to + q, from + q, PLACE);
    }
}

/* reads_ids: if not, x or y is empty, and all ids count as equal. */
static __device__ __forceinline__ void load_tile(const tp_merge_path *path, bool reads_ids, tp_merge_tile *t)
{
    const tp_path_start from = path->starts[blockIdx.x], to = path->starts[blockIdx.x + 1];
    const int rows = (int)(to.row - from.row), xs = (int)(to.x - from.x), ys = (int)(to.y - from.y);
    const int before = from.x > 0, behind = to.y < path->y.count;
    const tropic_index *const x = path->x.ids + from.x - before, *const y = path->y.ids + from.y;
    const int x_at = reads_ids ? quad_shift(x) + before : before;
    const int x_end = (x_at + xs + QUAD) / QUAD * QUAD, y_at = x_end + (reads_ids ? quad_shift(y) : 0);
    const int begins = y_at + ys + 2;
    if (threadIdx.x < TP_PATH_WORDS) t->row_ends[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        t->from = from;
        t->rows = rows;
        t->length = rows + xs + ys;
        t->x_room = PLACE * (unsigned)x_at;
        t->y_room = PLACE * (unsigned)y_at;
        t->begins = PLACE * (unsigned)begins;
    }
    if (reads_ids) {
        copy_ids(t->room + x_at - before, x, xs + before);
        copy_ids(t->room + y_at, y, ys + behind);
    } else {
        for (int k = (int)threadIdx.x; k < begins; k += TP_PATH_BLOCK) t->room[k] = 0;
    }
    __syncthreads();
#pragma unroll 1
    for (int q = (int)threadIdx.x; q < rows + 2; q += TP_PATH_BLOCK) {
        const int64_t row = from.row + q < path->lists ? from.row + q : path->lists;
        const int x_begin = begin_of(&path->x, row, from.x, xs), y_begin = begin_of(&path->y, row, from.y, ys + 1);
        const unsigned end = (unsigned)(q - 1 + x_begin + y_begin);
        t->room[begins + q] = (tropic_index)(PLACE * ((unsigned)(x_at + x_begin) | (unsigned)(y_at + y_begin) << 16));
        if (q > 0 && q <= rows) atomicOr(&t->row_ends[end / WORD_BITS], 1u << end % WORD_BITS);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
}

/* How a thread's walk goes on: the next entries and the row's ends, by their places in the room; ids of the former, or
 * others, where the row has none; and the place of the row's ends. `last`: x's id before, in this row. */
typedef struct tp_merge_walk {
    unsigned x_at, y_at, x_end, y_end, ends_at;
    int steps;
    tropic_index x, y, last;
} tp_merge_walk;

/* Of a row's first `count` entries, which begin at these places, so many are x's. */
static __device__ unsigned merged_of_x(const tp_merge_tile *t, unsigned x, unsigned xs, unsigned y, unsigned ys,
                                       unsigned count)
{
    unsigned low = count > ys ? count - ys : 0, high = count < xs ? count : xs;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (id_at(t, x + PLACE * middle) <= id_at(t, y + PLACE * (count - 1 - middle)))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* w->steps is not positive: the thread has no position. */
static __device__ __forceinline__ void begin_walk(const tp_merge_tile *t, tp_merge_walk *w)
{
    const int first = (int)threadIdx.x * TP_PATH_WALK, rows = tp_walk_before(t->row_ends);
    w->steps = t->length - first < TP_PATH_WALK ? t->length - first : TP_PATH_WALK;
    if (w->steps <= 0) return;
    w->ends_at = t->begins + PLACE * (unsigned)(rows + 1);
    const uint32_t begins = (uint32_t)id_at(t, w->ends_at - PLACE), ends = (uint32_t)id_at(t, w->ends_at);
    w->x_end = ends & 0xffff;
    w->y_end = ends >> 16;
    const unsigned x = (begins & 0xffff) > t->x_room ? begins & 0xffff : t->x_room;
    const unsigned y = begins >> 16 > t->y_room ? begins >> 16 : t->y_room;
    const unsigned count = (unsigned)(first - rows) - (x - t->x_room + y - t->y_room) / PLACE;
    const unsigned of_x = merged_of_x(t, x, (w->x_end - x) / PLACE, y, (w->y_end - y) / PLACE, count);
    w->x_at = x + PLACE * of_x;
    w->y_at = y + PLACE * (count - of_x);
    w->last = w->x_at > (begins & 0xffff) ? id_at(t, w->x_at - PLACE) : -1;
    w->x = id_at(t, w->x_at);
    w->y = id_at(t, w->y_at);
}

/* Keeps what follows in a branch of its own, which becomes a few predicated instructions: fewer than those that select
 * between the old value and the new. (Lanes of a warp are at ends of rows at different steps.) */
#define PREDICATED asm volatile("")

/* A step of the walk: does it take the next entry of x, or of y, and do both have its id? Neither: the row ends. */
typedef struct tp_merge_step {
    bool x, y, both;
} tp_merge_step;

static __device__ __forceinline__ tp_merge_step next_of(const tp_merge_walk *w)
{
    const bool has_x = w->x_at < w->x_end, has_y = w->y_at < w->y_end;
    const tropic_index y = has_y ? w->y : TROPIC_INDEX_MAX;
    tp_merge_step next;
    next.x = has_x & (w->x <= y);
    next.y = has_y & !next.x;
    next.both = has_x & (w->x == y);
    return next;
}

static __device__ __forceinline__ void take(const tp_merge_tile *t, tp_merge_walk *w, const tp_merge_step *next,
                                            bool row_ends)
{
    if (row_ends) {
        PREDICATED;
        w->ends_at += PLACE;
        const uint32_t ends = (uint32_t)id_at(t, w->ends_at);
        w->x_end = ends & 0xffff;
        w->y_end = ends >> 16;
    }
    if (next->x) {
        PREDICATED;
        w->x_at += PLACE;
    }
    if (next->y) {
        PREDICATED;
        w->y_at += PLACE;
    }
    const tropic_index id = id_at(t, next->x ? w->x_at : w->y_at);
    w->x = next->x ? id : w->x;
    w->y = next->x ? w->y : id;
}

/* Where a walk stands. */
typedef struct tp_merge_place {
    bool of_x; /* at an entry of x, else of y */
    bool both; /* the other has this place, too */
    int x, y;  /* entries of x and y before it, in the tile */
    int step;
    int64_t row;
    tropic_index id;
} tp_merge_place;

/* item(place) at each of the thread's entries. */
template <typename ITEM> static __device__ __forceinline__ void walk(const tp_merge_tile *t, const ITEM &item)
{
    tp_merge_walk w;
    tp_merge_place p;
    begin_walk(t, &w);
#pragma unroll 4
    for (p.step = 0; p.step < w.steps; p.step++) {
        const tp_merge_step next = next_of(&w);
        const bool row_ends = !next.x & !next.y;
        if (!row_ends) {
            p.of_x = next.x;
            p.both = next.x ? next.both : w.y == w.last;
            p.id = next.x ? w.x : w.y;
            p.row = t->from.row + (w.ends_at - t->begins) / PLACE - 1;
            p.x = (int)(w.x_at - t->x_room) / (int)PLACE;
            p.y = (int)(w.y_at - t->y_room) / (int)PLACE;
            item(p);
        }
        if (next.x) w.last = w.x;
        if (row_ends) w.last = -1;
        take(t, &w, &next, row_ends);
    }
}

/* The same walk, in few instructions, of which all that is asked are bits of the thread's steps: those at entries of x
 * and of y, and those of either that the other has, too. */
static __device__ __forceinline__ void walk_steps(const tp_merge_tile *t, unsigned *x, unsigned *y, unsigned *both)
{
    const unsigned ends = tp_walk_bits(t->row_ends);
    unsigned of_x = 0, equal = 0;
    tp_merge_walk w;
    begin_walk(t, &w);
    *x = *y = *both = 0;
    if (w.steps <= 0) return;
    /* An x that y has, too, is followed by that of y. */
    const unsigned repeated = (w.y_at < w.y_end) & (w.y == w.last);
    /* (At steps behind the tile's last one there is no id.) */
#pragma unroll 4
    for (unsigned bit = 1, s = 0; s < TP_PATH_WALK; bit <<= 1, s++) {
        const tp_merge_step next = next_of(&w);
        if (next.x) {
            PREDICATED;
            of_x |= bit;
        }
        if (next.both) {
            PREDICATED;
            equal |= bit;
        }
        take(t, &w, &next, ends & bit);
    }
    const unsigned steps = TP_EVERY_LANE >> (TP_WARP - w.steps) & ~ends;
    equal &= steps;
    *x = of_x & steps;
    *y = ~of_x & steps;
    *both = equal | (*y & (equal << 1 | repeated));
}

#endif

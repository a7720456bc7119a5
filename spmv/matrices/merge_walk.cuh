/* SPDX-License-Identifier: Apache-2.0
 *
 * The walk along a tile of the merge path of two matrices: by each thread, over its part; the ids are in shared memory.
 */
#ifndef TP_MERGE_WALK_CUH
#define TP_MERGE_WALK_CUH

#include "spmv/device/kernel.cuh"
#include "spmv/matrices/merge_path.cuh"

#define WORD_BITS 32

/* Padded ids: of x, from the one before the tile's; then of y, to the one behind the tile's. Then where the rows begin
 * in these, 16 bits each: of x, then of y; the first of x is -1, if it began before the tile. */
typedef struct tp_merge_tile {
    tropic_index room[TP_PATH_PADDED(TP_PATH_TILE) + 8];
    uint32_t row_ends[TP_PATH_WORDS];
    tp_path_start from;
    int rows, length, x_count;
} tp_merge_tile;

static __device__ tropic_index x_id(const tp_merge_tile *t, int k)
{
    return t->room[TP_PATH_PADDED(k + 1)];
}
static __device__ tropic_index y_id(const tp_merge_tile *t, int k)
{
    return t->room[TP_PATH_PADDED(k + 1 + t->x_count)];
}
static __device__ int16_t *begins_of(tropic_index *room, int entries)
{
    return (int16_t *)(room + TP_PATH_PADDED(entries + 2) + 1);
}

static __device__ int16_t begin_of(const tp_arcs *arcs, int64_t row, tropic_offset from, int most)
{
    const tropic_offset begin = arcs->offsets ? arcs->offsets[row] - from : 0;
    return (int16_t)(begin < -1 ? -1 : begin > most ? most : begin);
}

static __device__ void load_tile(const tp_merge_path *path, bool reads_ids, tp_merge_tile *t)
{
    const tp_path_start from = path->starts[blockIdx.x], to = path->starts[blockIdx.x + 1];
    const int rows = (int)(to.row - from.row), xs = (int)(to.x - from.x), ys = (int)(to.y - from.y);
    int16_t *const x_begins = begins_of(t->room, xs + ys), *const y_begins = x_begins + rows + 2;
    if (threadIdx.x < TP_PATH_WORDS) t->row_ends[threadIdx.x] = 0;
    if (threadIdx.x == 0) {
        t->from = from;
        t->rows = rows;
        t->length = rows + xs + ys;
        t->x_count = xs;
    }
    __syncthreads();
    if (reads_ids) {
        const tropic_index *x_ids = path->x.ids + from.x, *y_ids = path->y.ids + from.y;
        const int y_more = ys + (to.y < path->y.count);
#pragma unroll 4
        for (int k = (int)threadIdx.x - (from.x > 0); k < xs; k += TP_PATH_BLOCK)
            t->room[TP_PATH_PADDED(k + 1)] = __ldg(x_ids + k);
#pragma unroll 4
        for (int k = (int)threadIdx.x; k < y_more; k += TP_PATH_BLOCK)
            t->room[TP_PATH_PADDED(k + 1 + xs)] = __ldg(y_ids + k);
    }
    for (int q = (int)threadIdx.x; q < rows + 2; q += TP_PATH_BLOCK) {
        const int64_t row = from.row + q < path->lists ? from.row + q : path->lists;
        const int x = x_begins[q] = begin_of(&path->x, row, from.x, xs);
        const int y = y_begins[q] = begin_of(&path->y, row, from.y, ys + 1);
        const int end = q - 1 + x + y;
        if (q > 0 && q <= rows) atomicOr(&t->row_ends[end / WORD_BITS], 1u << end % WORD_BITS);
    }
    __syncthreads();
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

/* Of the row's entries before the thread's first position, which x and y have from x_begin and y_begin on, so many are
 * x's. */
static __device__ int before_of_x(const tp_merge_tile *t, bool reads_ids, int x_begin, int xs, int y_begin, int ys,
                                  int count)
{
    int low = count > ys ? count - ys : 0, high = count < xs ? count : xs;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (!reads_ids || x_id(t, x_begin + middle) <= y_id(t, y_begin + count - 1 - middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* How a thread's walk goes on: where the room has the next ids, and the row's ends; and these ids, beyond all ids at a
 * row's end. `last`: x's id before, in this row. */
typedef struct tp_merge_walk {
    int q, steps;
    unsigned x_at, y_at, x_end, y_end, y_room;
    tropic_index x, y, last;
} tp_merge_walk;

template <bool READS_IDS>
static __device__ __forceinline__ tropic_index id_at(const tp_merge_tile *t, unsigned k, unsigned end)
{
    if (k >= end) return TROPIC_INDEX_MAX;
    return READS_IDS ? t->room[TP_PATH_PADDED(k)] : 0;
}

template <bool READS_IDS> static __device__ __forceinline__ void open_row(tp_merge_tile *t, tp_merge_walk *w)
{
    const int16_t *x_begins = begins_of(t->room, t->length - t->rows), *y_begins = x_begins + t->rows + 2;
    w->x_end = (unsigned)x_begins[w->q + 1] + 1;
    w->y_end = (unsigned)y_begins[w->q + 1] + w->y_room;
    w->x = id_at<READS_IDS>(t, w->x_at, w->x_end);
    w->y = id_at<READS_IDS>(t, w->y_at, w->y_end);
}

/* READS_IDS: if not, x or y is empty. w->steps is not positive: the thread has no position. */
template <bool READS_IDS> static __device__ __forceinline__ void begin_walk(tp_merge_tile *t, tp_merge_walk *w)
{
    const int16_t *x_begins = begins_of(t->room, t->length - t->rows), *y_begins = x_begins + t->rows + 2;
    const int first = (int)threadIdx.x * TP_PATH_WALK;
    w->steps = t->length - first < TP_PATH_WALK ? t->length - first : TP_PATH_WALK;
    const int q = w->q = tp_walk_before(t->row_ends);
    if (w->steps <= 0) return;
    const int x_begin = x_begins[q] > 0 ? x_begins[q] : 0, y_begin = y_begins[q] > 0 ? y_begins[q] : 0;
    const int count = first - q - x_begin - y_begin;
    const int x = x_begin + before_of_x(t, READS_IDS, x_begin, x_begins[q + 1] - x_begin, y_begin,
                                        y_begins[q + 1] - y_begin, count);
    w->last = READS_IDS && x > x_begins[q] ? x_id(t, x - 1) : -1;
    w->y_room = 1 + (unsigned)t->x_count;
    w->x_at = (unsigned)x + 1;
    w->y_at = (unsigned)(y_begin + count - (x - x_begin)) + w->y_room;
    open_row<READS_IDS>(t, w);
}

/* Takes the next entry, x's or y's. */
template <bool READS_IDS>
static __device__ __forceinline__ void go_on(const tp_merge_tile *t, tp_merge_walk *w, bool of_x)
{
    if (of_x)
        w->x_at++;
    else
        w->y_at++;
    const tropic_index id = id_at<READS_IDS>(t, of_x ? w->x_at : w->y_at, of_x ? w->x_end : w->y_end);
    if (of_x)
        w->x = id;
    else
        w->y = id;
}

/* item(place) at each of the thread's entries. */
template <bool READS_IDS, typename ITEM> static __device__ __forceinline__ void walk(tp_merge_tile *t, const ITEM &item)
{
    tp_merge_walk w;
    tp_merge_place p;
    begin_walk<READS_IDS>(t, &w);
#pragma unroll 4
    for (p.step = 0; p.step < w.steps; p.step++) {
        if (w.x == TROPIC_INDEX_MAX && w.y == TROPIC_INDEX_MAX) {
            w.q++;
            open_row<READS_IDS>(t, &w);
            w.last = -1;
            continue;
        }
        p.of_x = w.x <= w.y;
        p.both = READS_IDS && (p.of_x ? w.x == w.y : w.y == w.last);
        p.id = p.of_x ? w.x : w.y;
        p.row = t->from.row + w.q;
        p.x = (int)w.x_at - 1;
        p.y = (int)(w.y_at - w.y_room);
        item(p);
        if (p.of_x) w.last = w.x;
        go_on<READS_IDS>(t, &w, p.of_x);
    }
}

/* The same walk, in few instructions, of which all that is asked are bits of the thread's steps: those at entries of x
 * and of y, and those of either that the other has, too. */
template <bool READS_IDS>
static __device__ __forceinline__ void walk_steps(tp_merge_tile *t, unsigned *x, unsigned *y, unsigned *both)
{
    const unsigned ends = tp_walk_bits(t->row_ends);
    unsigned of_x = 0, equal = 0, steps;
    tp_merge_walk w;
    begin_walk<READS_IDS>(t, &w);
    *x = *y = *both = 0;
    if (w.steps <= 0) return;
    /* An x that y has, too, is followed by that of y. */
    const unsigned repeated = READS_IDS && w.y == w.last;
    /* (At steps behind the tile's last one there is no id.) */
#pragma unroll
    for (int s = 0; s < TP_PATH_WALK; s++) {
        if (ends >> s & 1) {
            w.q++;
            open_row<READS_IDS>(t, &w);
            continue;
        }
        const bool takes_x = w.x <= w.y;
        if (takes_x) of_x |= 1u << s;
        if (READS_IDS && w.x == w.y) equal |= 1u << s;
        go_on<READS_IDS>(t, &w, takes_x);
    }
    steps = ((1u << w.steps) - 1) & ~ends;
    equal &= steps;
    *x = of_x & steps;
    *y = ~of_x & steps;
    *both = equal | (*y & (equal << 1 | repeated));
}

#endif

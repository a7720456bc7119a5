/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in tiles, moved by a digit of their ids: the kernels of formats/matrix/transpose_digits.cu.
 */
#ifndef TP_TRANSPOSE_TILES_CUH
#define TP_TRANSPOSE_TILES_CUH

#include "formats/matrix/device.cuh"

#include <cub/block/block_scan.cuh>

/* Threads of a block, and entries that each has in registers: those of a tile with the same digit, some 16 to 32, are
 * written side by side. */
#define TP_MOVE_BLOCK 256
#define TP_MOVE_ITEMS 16
#define TP_MOVE_TILE (TP_MOVE_BLOCK * TP_MOVE_ITEMS)
#define TP_MOVE_WARPS (TP_MOVE_BLOCK / TP_WARP)
#define TP_MOVE_WARP_ITEMS (TP_WARP * TP_MOVE_ITEMS)
/* Blocks that a multiprocessor is to have. */
#define TP_MOVE_BLOCKS 4
/* Bits of a digit: a thread has one of its values at most. */
#define TP_MOVE_BITS 8
#define TP_MOVE_DIGITS (1 << TP_MOVE_BITS)
/* Lists that may begin in a tile before its threads search for theirs instead: the tile would last too long. */
#define TP_MOVE_LISTS_MAX (64 * TP_MOVE_TILE)
/* A state: nothing is known; a tile's own number, and one; or the sum up to its end. */
#define TP_MOVE_SUM 0x80000000u
/* States that are read at once. */
#define TP_MOVE_BACK 4

typedef tropic::cub::BlockScan<int, TP_MOVE_BLOCK> digit_scan;

/* Some bits of an id. */
typedef struct digit {
    int shift, bits;
} digit;

/* What a pass moves. A key is an id without the digit that the pass before went by, which its place tells. */
typedef struct moving {
    int64_t count, tiles;
    digit by, before;
    const unsigned *bins, *before_bins; /* where the entries of each value begin, of both digits */
    unsigned *states;                   /* [tile][digit] */
    unsigned *taken;
    /* The first pass: the matrix, and the first list that begins in each tile or later. */
    tp_arcs arcs;
    const int64_t *firsts;
    /* A later one. */
    const uint16_t *keys;
    const tropic_index *rows;
    const void *values;
    /* What is made. */
    uint16_t *keys_out; /* not in the last pass */
    tropic_index *rows_out;
    void *values_out;
    unsigned *begins; /* in the last pass: where lists begin; nowhere: all bits */
} moving;

static __device__ __forceinline__ unsigned digit_of(unsigned id, digit d)
{
    return id >> d.shift & ((1u << d.bits) - 1);
}
static __device__ __forceinline__ unsigned without(unsigned id, digit d)
{
    return (id & ((1u << d.shift) - 1)) | id >> (d.shift + d.bits) << d.shift;
}
static __device__ __forceinline__ unsigned with(unsigned key, digit d, unsigned value)
{
    return (key & ((1u << d.shift) - 1)) | value << d.shift | key >> d.shift << (d.shift + d.bits);
}

/* What a block has in shared memory: the tile in its new order. Before that, counters [TP_MOVE_WARPS][digits] in place
 * of the keys, and marks in place of the rows. */
typedef struct room {
    int *shift; /* [digits]: where an entry of the sorted tile goes is so far from where it is there */
    uint8_t *sorted;
    uint16_t *keys, *counters;
    tropic_index *rows, *marks;
    char *values;
    typename digit_scan::TempStorage *scan;
    int *warps; /* [TP_MOVE_WARPS] */
} room;

static __host__ __device__ inline size_t room_bytes(size_t size)
{
    return TP_MOVE_TILE * (sizeof(uint8_t) + sizeof(uint16_t) + sizeof(tropic_index) + size);
}

/* The ranks of a thread's entries, two in a word. */
typedef struct ranks {
    unsigned pairs[TP_MOVE_ITEMS / 2];
} ranks;

static __device__ __forceinline__ int rank_of(const ranks *r, int k)
{
    return (int)(k % 2 ? r->pairs[k / 2] >> 16 : r->pairs[k / 2] & 0xffff);
}
static __device__ __forceinline__ void add_rank(ranks *r, int k, int more)
{
    r->pairs[k / 2] += (unsigned)more << 16 * (k % 2);
}

/* The thread's k-th entry of a tile. */
static __device__ __forceinline__ int place_of(int k)
{
    return (int)(threadIdx.x / TP_WARP) * TP_MOVE_WARP_ITEMS + k * TP_WARP + (int)(threadIdx.x % TP_WARP);
}

/* The lanes, among those of `active`, that have this lane's digit. */
static __device__ __forceinline__ unsigned lanes_of(unsigned value, int bits, unsigned active)
{
    unsigned same = active;
#pragma unroll
    for (int b = 0; b < TP_MOVE_BITS; b++) {
        if (b >= bits) break;
        const bool set = value >> b & 1;
        const unsigned all = __ballot_sync(TP_EVERY_LANE, set);
        same &= set ? all : ~all;
    }
    return same;
}

/* The ranks: how many of the warp's entries before have the digit. */
static __device__ __forceinline__ void rank_in_warp(const unsigned *id, digit by, int n, uint16_t *counters, ranks *r)
{
    const int lane = (int)(threadIdx.x % TP_WARP);
    const unsigned below = (1u << lane) - 1;
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        const bool is = place_of(k) < n;
        const unsigned value = digit_of(id[k], by), active = __ballot_sync(TP_EVERY_LANE, is);
        const unsigned same = lanes_of(value, by.bits, active);
        const int before = is ? counters[value] : 0;
        if (k % 2 == 0) r->pairs[k / 2] = 0;
        add_rank(r, k, before + __popc(same & below));
        __syncwarp();
        if (is && (same >> lane) == 1) counters[value] = (uint16_t)(before + __popc(same)); /* the last of them */
        __syncwarp();
    }
}

/* Where the entries of a digit go that are in this tile: behind those of all tiles before, which are under way. */
static __device__ __forceinline__ unsigned look_back(const moving *p, int64_t tile, int d, int mine)
{
    const int digits = 1 << p->by.bits;
    volatile unsigned *const state = p->states + d;
    unsigned before = 0;
    int64_t t = tile - 1;
    state[tile * digits] = tile > 0 ? (unsigned)mine + 1 : TP_MOVE_SUM | (p->bins[d] + (unsigned)mine);
    if (tile == 0) return p->bins[d];
    for (;;) {
        unsigned found[TP_MOVE_BACK];
#pragma unroll
        for (int k = 0; k < TP_MOVE_BACK; k++) found[k] = t - k >= 0 ? state[(t - k) * digits] : 0;
#pragma unroll
        for (int k = 0; k < TP_MOVE_BACK; k++) {
            if (found[k] == 0) break;
            if (found[k] & TP_MOVE_SUM) {
                before += found[k] & ~TP_MOVE_SUM;
                state[tile * digits] = TP_MOVE_SUM | (before + (unsigned)mine);
                return before;
            }
            before += found[k] - 1;
            t--;
        }
    }
}

/* counters[w][d] = how many of the tile's entries come before the digit's of that warp; and the shifts. */
static __device__ __forceinline__ void place_digits(const moving *p, const room *m, int64_t tile)
{
    const int digits = 1 << p->by.bits, d = (int)threadIdx.x;
    int all = 0, before;
    if (d < digits)
#pragma unroll
        for (int w = 0; w < TP_MOVE_WARPS; w++) {
            const int mine = m->counters[w * digits + d];
            m->counters[w * digits + d] = (uint16_t)all;
            all += mine;
        }
    digit_scan(*m->scan).ExclusiveSum(all, before);
    if (d >= digits) return;
#pragma unroll
    for (int w = 0; w < TP_MOVE_WARPS; w++) m->counters[w * digits + d] += (uint16_t)before;
    m->shift[d] = (int)look_back(p, tile, d, all) - before;
}

/* row[k] = the list that entry k of this thread is in, of the tile that begins at `begin`. */
static __device__ __forceinline__ void find_rows(const moving *p, const room *m, int64_t tile, int n, tropic_index *row)
{
    const int64_t first = p->firsts[tile], last = p->firsts[tile + 1], begin = tile * TP_MOVE_TILE;
    const int lane = (int)(threadIdx.x % TP_WARP), warp = (int)threadIdx.x / TP_WARP;
    int latest = 0, before = 0;
    if (last - first > TP_MOVE_LISTS_MAX) {
        for (int k = 0; k < TP_MOVE_ITEMS; k++) {
            const int64_t low = first > 0 ? first - 1 : 0;
            row[k] = place_of(k) < n
                         ? (tropic_index)(low + tp_list_at(p->arcs.offsets + low, last - low, begin + place_of(k)))
                         : 0;
        }
        return;
    }
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) m->marks[threadIdx.x + k * TP_MOVE_BLOCK] = 0;
    __syncthreads();
    for (int64_t l = first + threadIdx.x; l < last; l += TP_MOVE_BLOCK) {
        const tropic_offset at = p->arcs.offsets[l];
        if (at < begin + n && p->arcs.offsets[l + 1] > at) m->marks[at - begin] = (int)(l - first) + 1;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        int mark = m->marks[place_of(k)];
#pragma unroll
        for (int back = 1; back < TP_WARP; back *= 2) {
            const int other = __shfl_up_sync(TP_EVERY_LANE, mark, back);
            if (lane >= back && other > mark) mark = other;
        }
        mark = mark > latest ? mark : latest;
        latest = __shfl_sync(TP_EVERY_LANE, mark, TP_WARP - 1);
        row[k] = mark;
    }
    if (lane == 0) m->warps[warp] = latest;
    __syncthreads();
    for (int w = 0; w < warp; w++) before = m->warps[w] > before ? m->warps[w] : before;
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) row[k] = (tropic_index)(first - 1 + (row[k] > before ? row[k] : before));
}

/* (What is read for the last time is not kept: the device's cache is for what is written, in parts of its lines.) */
template <bool FIRST>
static __device__ __forceinline__ void load_ids(const moving *p, int64_t begin, int n, unsigned *id)
{
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        const int64_t at = begin + place_of(k);
        id[k] = 0;
        if (place_of(k) < n) id[k] = FIRST ? (unsigned)__ldcs(p->arcs.ids + at) : (unsigned)__ldcs(p->keys + at);
    }
    if (FIRST) return;
    const int bins = 1 << p->before.bits;
    int low = 0, high = bins; /* before_bins[low] <= the thread's first place < before_bins[high] */
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (p->before_bins[middle] <= begin + place_of(0))
            low = middle;
        else
            high = middle;
    }
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        while (low + 1 < bins && p->before_bins[low + 1] <= begin + place_of(k)) low++;
        id[k] = with(id[k], p->before, (unsigned)low);
    }
}

template <typename T> static __device__ __forceinline__ void stage(const T *from, const ranks *r, int n, T *staged)
{
    T item[TP_MOVE_ITEMS];
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        if (place_of(k) < n) item[k] = __ldcs(from + place_of(k));
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        if (place_of(k) < n) staged[rank_of(r, k)] = item[k];
}

/* The tile, as it lies in shared memory, goes where it has to. */
template <typename V, bool LAST>
static __device__ __forceinline__ void write_tile(const moving *p, const room *m, int n)
{
    V *const values = (V *)p->values_out;
#pragma unroll 4
    for (int s = (int)threadIdx.x; s < n; s += TP_MOVE_BLOCK) {
        const unsigned value = m->sorted[s];
        const int64_t to = s + m->shift[value];
        p->rows_out[to] = m->rows[s];
        if (values) values[to] = ((const V *)m->values)[s];
        if (!LAST) p->keys_out[to] = m->keys[s];
        if (LAST && (s == 0 || m->sorted[s - 1] != value || m->keys[s - 1] != m->keys[s]))
            atomicMin(p->begins + with(m->keys[s], p->by, value), (unsigned)to);
    }
}

template <typename V, bool FIRST, bool LAST>
static __global__ void __launch_bounds__(TP_MOVE_BLOCK, TP_MOVE_BLOCKS) move_kernel(const __grid_constant__ moving p)
{
    extern __shared__ int4 memory[];
    __shared__ typename digit_scan::TempStorage scan;
    __shared__ int warps[TP_MOVE_WARPS], shift[TP_MOVE_DIGITS];
    __shared__ unsigned taken;
    char *const rows = (char *)memory, *const values = rows + TP_MOVE_TILE * sizeof(tropic_index);
    char *const keys = values + (p.values_out ? TP_MOVE_TILE * sizeof(V) : 0);
    const room m = {shift,
                    (uint8_t *)keys + TP_MOVE_TILE * sizeof(uint16_t),
                    (uint16_t *)keys,
                    (uint16_t *)keys,
                    (tropic_index *)rows,
                    (tropic_index *)rows,
                    values,
                    &scan,
                    warps};
    const int digits = 1 << p.by.bits, warp = (int)threadIdx.x / TP_WARP;
    if (threadIdx.x == 0) taken = atomicAdd(p.taken, 1u);
    for (int d = (int)threadIdx.x; d < TP_MOVE_WARPS * digits; d += TP_MOVE_BLOCK) m.counters[d] = 0;
    __syncthreads();
    const int64_t tile = taken, begin = tile * TP_MOVE_TILE;
    const int n = (int)(p.count - begin < TP_MOVE_TILE ? p.count - begin : TP_MOVE_TILE);
    unsigned id[TP_MOVE_ITEMS];
    ranks r;
    load_ids<FIRST>(&p, begin, n, id);
    rank_in_warp(id, p.by, n, m.counters + warp * digits, &r);
    __syncthreads();
    place_digits(&p, &m, tile);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) add_rank(&r, k, m.counters[warp * digits + digit_of(id[k], p.by)]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        if (place_of(k) >= n) continue;
        m.sorted[rank_of(&r, k)] = (uint8_t)digit_of(id[k], p.by);
        m.keys[rank_of(&r, k)] = (uint16_t)without(id[k], p.by);
    }
    if (FIRST && p.arcs.offsets) {
        tropic_index row[TP_MOVE_ITEMS];
        find_rows(&p, &m, tile, n, row);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TP_MOVE_ITEMS; k++)
            if (place_of(k) < n) m.rows[rank_of(&r, k)] = row[k];
    } else {
        stage((FIRST ? p.arcs.row_of : p.rows) + begin, &r, n, m.rows);
    }
    if (p.values_out) stage((const V *)(FIRST ? p.arcs.values : p.values) + begin, &r, n, (V *)m.values);
    __syncthreads();
    write_tile<V, LAST>(&p, &m, n);
}

#endif

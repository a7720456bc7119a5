/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in tiles, counted and moved by a digit of their keys: the kernels of formats/matrix/transpose_digits.cu.
 */
#ifndef TP_TRANSPOSE_TILES_CUH
#define TP_TRANSPOSE_TILES_CUH

#include "formats/matrix/device.cuh"

#include <cub/block/block_scan.cuh>

/* Threads of a block, and entries that each has in registers: those of a tile with the same digit, some 8, are written
 * side by side. */
#define TP_MOVE_BLOCK 512
#define TP_MOVE_ITEMS 16
#define TP_MOVE_TILE (TP_MOVE_BLOCK * TP_MOVE_ITEMS)
#define TP_MOVE_WARPS (TP_MOVE_BLOCK / TP_WARP)
#define TP_MOVE_WARP_ITEMS (TP_WARP * TP_MOVE_ITEMS)
/* Counters that are cleared at once. */
#define TP_MOVE_COUNTERS (int)(sizeof(int4) / sizeof(uint16_t))
/* Lists that may begin in a tile before its threads search for theirs instead: the tile would last too long. */
#define TP_MOVE_LISTS_MAX (64 * TP_MOVE_TILE)

typedef tropic::cub::BlockScan<int, TP_MOVE_BLOCK> digit_scan;

/* What a pass moves, by which digit. */
typedef struct moving {
    int64_t tiles;
    const int64_t *begins; /* of tiles, one more; NULL: each has TP_MOVE_TILE entries */
    int64_t count;
    int bits;    /* of the digit: the lowest ones of the key */
    int *counts; /* [digit][tile]: entries, then those that come before */
    /* The first pass: the matrix, and the first list that begins in each tile or later. */
    tp_arcs arcs;
    const int64_t *firsts;
    /* A later one. */
    const uint16_t *keys;
    const tropic_index *rows;
    const void *values;
    /* What is made. */
    uint16_t *keys_out; /* the rest of the keys; not in the last pass */
    tropic_index *rows_out;
    void *values_out;
} moving;

static __device__ int64_t tile_begin(const moving *p, int64_t tile)
{
    if (p->begins) return p->begins[tile];
    return tile * TP_MOVE_TILE < p->count ? tile * TP_MOVE_TILE : p->count;
}

/* (What is read for the last time is not kept: the device's cache is for what is written, in parts of its lines.) */
template <bool FIRST> static __device__ __forceinline__ unsigned key_at(const moving *p, int64_t k)
{
    return FIRST ? (unsigned)__ldcs(p->arcs.ids + k) : (unsigned)__ldcs(p->keys + k);
}

template <bool FIRST>
static __global__ void __launch_bounds__(TP_MOVE_BLOCK) count_kernel(const __grid_constant__ moving p)
{
    extern __shared__ int found[];
    const int digits = 1 << p.bits;
    const int64_t begin = tile_begin(&p, blockIdx.x), end = tile_begin(&p, blockIdx.x + 1);
    unsigned key[TP_MOVE_ITEMS];
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        const int64_t at = begin + threadIdx.x + k * TP_MOVE_BLOCK;
        key[k] = at < end ? key_at<FIRST>(&p, at) : 0;
    }
    for (int d = (int)threadIdx.x; d < digits; d += TP_MOVE_BLOCK) found[d] = 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        if (begin + threadIdx.x + k * TP_MOVE_BLOCK < end) atomicAdd(&found[key[k] & (digits - 1)], 1);
    __syncthreads();
    for (int d = (int)threadIdx.x; d < digits; d += TP_MOVE_BLOCK) p.counts[d * p.tiles + blockIdx.x] = found[d];
}

/* ---- a tile is moved ---- */

/* What a block has in shared memory. */
typedef struct room {
    int *shift;         /* [digits]: where an entry of the sorted tile goes is so far from where it is there */
    uint16_t *counters; /* [TP_MOVE_WARPS][digits] */
    uint16_t *sorted;   /* in their place, [TP_MOVE_TILE]: the digits of the sorted tile */
    char *staged;       /* and what else it is made of */
    typename digit_scan::TempStorage *scan;
    int *warps; /* [TP_MOVE_WARPS] */
} room;

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

/* The lanes, among those of `active`, that have this lane's digit. */
static __device__ __forceinline__ unsigned lanes_of(unsigned digit, int bits, unsigned active)
{
    unsigned same = active;
    for (int b = 0; b < bits; b++) {
        const bool set = digit >> b & 1;
        const unsigned with = __ballot_sync(TP_EVERY_LANE, set);
        same &= set ? with : ~with;
    }
    return same;
}

/* The ranks: how many of the warp's entries before have the digit. */
static __device__ __forceinline__ void rank_in_warp(const unsigned *key, int bits, int n, uint16_t *counters, ranks *r)
{
    const int lane = (int)(threadIdx.x % TP_WARP), first = (int)(threadIdx.x / TP_WARP) * TP_MOVE_WARP_ITEMS + lane;
    const unsigned below = (1u << lane) - 1;
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        const bool is = first + k * TP_WARP < n;
        const unsigned digit = key[k] & ((1u << bits) - 1), active = __ballot_sync(TP_EVERY_LANE, is);
        const unsigned same = lanes_of(digit, bits, active);
        const int before = is ? counters[digit] : 0;
        if (k % 2 == 0) r->pairs[k / 2] = 0;
        add_rank(r, k, before + __popc(same & below));
        __syncwarp();
        if (is && (same >> lane) == 1) counters[digit] = (uint16_t)(before + __popc(same)); /* the last of them */
        __syncwarp();
    }
}

/* counters[w][d] = how many of the tile's entries come before the digit's of that warp. The shifts were where entries
 * of the digits go. */
static __device__ __forceinline__ void sum_counters(const room *m, int digits)
{
    const int each = digits > TP_MOVE_BLOCK ? digits / TP_MOVE_BLOCK : 1, first = (int)threadIdx.x * each;
    int all = 0, before;
    for (int d = first; d < first + each && d < digits; d++)
#pragma unroll 4
        for (int w = 0; w < TP_MOVE_WARPS; w++) all += m->counters[w * digits + d];
    digit_scan(*m->scan).ExclusiveSum(all, before);
    for (int d = first; d < first + each && d < digits; d++) {
        m->shift[d] -= before;
#pragma unroll 4
        for (int w = 0; w < TP_MOVE_WARPS; w++) {
            const int mine = m->counters[w * digits + d];
            m->counters[w * digits + d] = (uint16_t)before;
            before += mine;
        }
    }
}

/* row[k] = the list that entry k of this thread is in, of the tile that begins at `begin`. */
static __device__ __forceinline__ void find_rows(const moving *p, const room *m, int64_t begin, int n,
                                                 tropic_index *row)
{
    const int64_t first = p->firsts[begin / TP_MOVE_TILE], last = p->firsts[begin / TP_MOVE_TILE + 1];
    const int lane = (int)(threadIdx.x % TP_WARP), warp = (int)threadIdx.x / TP_WARP;
    int *marks = (int *)m->staged, latest = 0, before = 0;
    if (last - first > TP_MOVE_LISTS_MAX) {
        for (int k = 0; k < TP_MOVE_ITEMS; k++) {
            const int s = warp * TP_MOVE_WARP_ITEMS + k * TP_WARP + lane;
            const int64_t low = first > 0 ? first - 1 : 0;
            row[k] = s < n ? (tropic_index)(low + tp_list_at(p->arcs.offsets + low, last - low, begin + s)) : 0;
        }
        return;
    }
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) marks[threadIdx.x + k * TP_MOVE_BLOCK] = 0;
    __syncthreads();
    for (int64_t l = first + threadIdx.x; l < last; l += TP_MOVE_BLOCK) {
        const tropic_offset at = p->arcs.offsets[l];
        if (at < begin + n && p->arcs.offsets[l + 1] > at) marks[at - begin] = (int)(l - first) + 1;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) {
        int mark = marks[warp * TP_MOVE_WARP_ITEMS + k * TP_WARP + lane];
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

/* The thread's entries of a tile, as they are, go to their ranks in shared memory, and from there to `to`. */
template <typename T> static __device__ __forceinline__ void move(const room *m, const T *value, ranks *r, int n, T *to)
{
    const int first = (int)(threadIdx.x / TP_WARP) * TP_MOVE_WARP_ITEMS + (int)(threadIdx.x % TP_WARP);
    T *staged = (T *)m->staged;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        if (first + k * TP_WARP < n) staged[rank_of(r, k)] = value[k];
    __syncthreads();
#pragma unroll 4
    for (int s = (int)threadIdx.x; s < n; s += TP_MOVE_BLOCK) to[s + m->shift[m->sorted[s]]] = staged[s];
}

/* Ranks the entries of a tile, and moves what is left of their keys. */
template <bool FIRST, bool LAST>
static __device__ __forceinline__ void move_keys(const moving *p, const room *m, int64_t begin, int n, ranks *r)
{
    const int digits = 1 << p->bits, warp = (int)threadIdx.x / TP_WARP;
    const int first = warp * TP_MOVE_WARP_ITEMS + (int)(threadIdx.x % TP_WARP);
    uint16_t *counters = m->counters + warp * digits;
    unsigned key[TP_MOVE_ITEMS];
    for (int d = (int)threadIdx.x; d < TP_MOVE_WARPS * digits / TP_MOVE_COUNTERS; d += TP_MOVE_BLOCK)
        ((int4 *)m->counters)[d] = make_int4(0, 0, 0, 0);
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        key[k] = first + k * TP_WARP < n ? key_at<FIRST>(p, begin + first + k * TP_WARP) : 0;
    __syncthreads();
    rank_in_warp(key, p->bits, n, counters, r);
    __syncthreads();
    sum_counters(m, digits);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++) add_rank(r, k, counters[key[k] & (digits - 1)]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        if (first + k * TP_WARP < n) m->sorted[rank_of(r, k)] = (uint16_t)(key[k] & (digits - 1));
    if (LAST) return;
    uint16_t *staged = (uint16_t *)m->staged;
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        if (first + k * TP_WARP < n) staged[rank_of(r, k)] = (uint16_t)(key[k] >> p->bits);
    __syncthreads();
#pragma unroll 4
    for (int s = (int)threadIdx.x; s < n; s += TP_MOVE_BLOCK) p->keys_out[s + m->shift[m->sorted[s]]] = staged[s];
}

template <typename V, bool FIRST, bool LAST>
static __device__ __forceinline__ void move_tile(const moving *p, const room *m, int64_t begin, int n)
{
    const int first = (int)(threadIdx.x / TP_WARP) * TP_MOVE_WARP_ITEMS + (int)(threadIdx.x % TP_WARP);
    const V *values = (const V *)(FIRST ? p->arcs.values : p->values);
    ranks r;
    move_keys<FIRST, LAST>(p, m, begin, n, &r);
    tropic_index row[TP_MOVE_ITEMS];
    if (FIRST) {
        __syncthreads();
        find_rows(p, m, begin, n, row);
    } else {
#pragma unroll
        for (int k = 0; k < TP_MOVE_ITEMS; k++)
            row[k] = first + k * TP_WARP < n ? __ldcs(p->rows + begin + first + k * TP_WARP) : 0;
    }
    move(m, row, &r, n, p->rows_out);
    if (!p->values_out) return;
    V value[TP_MOVE_ITEMS];
#pragma unroll
    for (int k = 0; k < TP_MOVE_ITEMS; k++)
        value[k] = first + k * TP_WARP < n ? __ldcs(values + begin + first + k * TP_WARP) : 0;
    move(m, value, &r, n, (V *)p->values_out);
}

template <typename V, bool FIRST, bool LAST>
static __global__ void __launch_bounds__(TP_MOVE_BLOCK, 2) move_kernel(const __grid_constant__ moving p)
{
    extern __shared__ int memory[];
    __shared__ typename digit_scan::TempStorage scan;
    __shared__ int warps[TP_MOVE_WARPS];
    const int digits = 1 << p.bits;
    const int64_t begin = tile_begin(&p, blockIdx.x), end = tile_begin(&p, blockIdx.x + 1);
    uint16_t *rest = (uint16_t *)(memory + digits);
    const room m = {memory, rest, rest, (char *)(rest + TP_MOVE_TILE), &scan, warps};
    if (begin == end) return;
    for (int d = (int)threadIdx.x; d < digits; d += TP_MOVE_BLOCK) m.shift[d] = p.counts[d * p.tiles + blockIdx.x];
    move_tile<V, FIRST, LAST>(&p, &m, begin, (int)(end - begin));
}

#endif

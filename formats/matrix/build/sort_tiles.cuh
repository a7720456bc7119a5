/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in tiles, for the passes of formats/matrix/build/sort_pass.cuh: their keys, how they are ranked by a digit,
 * and the sums that tiles learn from each other.
 */
#ifndef TP_SORT_TILES_CUH
#define TP_SORT_TILES_CUH

#include "formats/matrix/build/sort.cuh"

#include <cub/block/block_scan.cuh>

#include <type_traits>

/* Threads of a block, and blocks that a multiprocessor is to have. */
#define TP_SORT_BLOCK 512
#define TP_SORT_BLOCKS 2
#define TP_SORT_WARPS (TP_SORT_BLOCK / TP_WARP)
/* Bits of a digit at most, and its values that a thread then has. */
#define TP_SORT_BITS 11
#define TP_SORT_PER_THREAD ((1 << TP_SORT_BITS) / TP_SORT_BLOCK)
/* Bits of a digit that choose one of a warp's masks, where lanes meet; by the others they vote. */
#define TP_SORT_MASK_BITS 7
/* Lists that may begin in a tile before its threads search for theirs instead: the tile would last too long. */
#define TP_SORT_LISTS_MAX (1 << 18)
/* A state: nothing is known; a tile's own number, and one; or the sum up to its end. */
#define TP_SORT_SUM 0x80000000u
/* States that are read at once. */
#define TP_SORT_BACK 2

/* The value that an entry carries if it has none. */
typedef struct nothing {
} nothing;

template <typename C> __host__ __device__ constexpr int carried_bytes()
{
    return std::is_same<C, nothing>::value ? 0 : (int)sizeof(C);
}

/* Entries that a thread has in registers: as many as leave room for two blocks' tiles. `small`: on GPUs before Ampere,
 * whose multiprocessors have 64 KiB. */
template <typename K, typename C> __host__ __device__ constexpr int items_of(bool small)
{
    return (sizeof(K) + carried_bytes<C>() <= 8 ? 16 : sizeof(K) + carried_bytes<C>() <= 12 ? 12 : 8) / (small ? 2 : 1);
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define TP_SORT_SMALL true
#else
#define TP_SORT_SMALL false
#endif

/* Keys and carried values lie in one array where both are as wide: writes are longer. */
template <typename K, typename C> __host__ __device__ constexpr bool in_one_array()
{
    return sizeof(K) == carried_bytes<C>();
}
template <typename K> using pair_of = typename std::conditional<sizeof(K) == sizeof(uint32_t), uint2, ulonglong2>::type;

/* A pass. The key of an entry has its list and the other id, `key_bits` in all; the digits that are sorted by are its
 * lowest. On its way goes the key without the digit of the pass before, which its place tells, turned: the digit of the
 * next pass lies lowest, those of passes before highest. */
typedef struct moving {
    tp_unsorted from;      /* the first pass's input, */
    const int64_t *firsts; /* and the first list that begins in each tile or later */
    int64_t count;
    int key_bits, list_bits, other_bits;
    int bits, before_bits;              /* of this pass's digit, and of that of the pass before */
    int shared_bits;                    /* of the longest */
    const unsigned *bins, *before_bins; /* where the entries of each value begin, of both digits */
    unsigned *states;                   /* [tile][digit] */
    unsigned *taken;
    const void *keys, *carried; /* a later pass's input; keys: both, if they lie in one array */
    void *keys_out, *carried_out;
    tropic_index *ids_out; /* the last pass writes lists: */
    void *values_out;
    unsigned *begins; /* nowhere: all bits */
} moving;

/* Shared memory of a block: the tile in its new order; before that, in the same place, counters [TP_SORT_WARPS][digits]
 * and then marks, and in that of its digits, masks [TP_SORT_WARPS][]. */
template <typename K, typename C> struct room {
    K *keys;
    C *carried;
    uint16_t *counters;
    int *marks;
    uint16_t *digits;
    unsigned *masks;
    int *shift; /* [digits]: first how many of the tile have it, then how far an entry goes from its place there */
    uint16_t *before; /* [digits]: how many have lower ones */
};

static __host__ __device__ inline size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

template <typename K, typename C> static __host__ __device__ size_t tile_bytes(int entries, int bits)
{
    return larger((size_t)entries * (sizeof(K) + carried_bytes<C>()), sizeof(uint16_t) * TP_SORT_WARPS << bits);
}
static __host__ __device__ inline size_t digits_bytes(int entries)
{
    return larger((size_t)entries * sizeof(uint16_t), sizeof(unsigned) * TP_SORT_WARPS << TP_SORT_MASK_BITS);
}
template <typename K, typename C> static __host__ __device__ size_t room_bytes(int entries, int bits)
{
    return tile_bytes<K, C>(entries, bits) + digits_bytes(entries) + ((sizeof(int) + sizeof(uint16_t)) << bits);
}

template <typename K, typename C> static __device__ __forceinline__ room<K, C> room_at(char *memory, int n, int bits)
{
    room<K, C> m;
    m.keys = (K *)memory;
    m.carried = (C *)(memory + (size_t)n * sizeof(K));
    m.counters = (uint16_t *)memory;
    m.marks = (int *)memory;
    m.digits = (uint16_t *)(memory + tile_bytes<K, C>(n, bits));
    m.masks = (unsigned *)m.digits;
    m.shift = (int *)((char *)m.digits + digits_bytes(n));
    m.before = (uint16_t *)(m.shift + (1 << bits));
    return m;
}

/* ---- keys ---- */

/* The key of an entry as it is given. An entry that is left out has that of a list behind all. */
static __device__ __forceinline__ uint64_t key_at(const tp_unsorted *from, int list_bits, int other_bits, int64_t at)
{
    const int64_t k = from->mirror ? at / 2 : at;
    const bool mirrored = from->mirror && at % 2 != 0;
    uint64_t list = (uint64_t)__ldcs(from->list_ids + k);
    uint64_t other = from->other_ids ? (uint64_t)__ldcs(from->other_ids + k) : 0;
    if (mirrored) {
        const uint64_t was = list;
        list = other;
        other = was;
    }
    if (list == other && (mirrored || from->skip_loops)) {
        list = (uint64_t)from->lists;
        other = 0;
    }
    return from->others_ascend ? list | other << list_bits : list << other_bits | other;
}

/* The thread's k-th entry of a tile. */
template <int ITEMS> static __device__ __forceinline__ int place_of(int k)
{
    return (int)(threadIdx.x / TP_WARP) * ITEMS * TP_WARP + k * TP_WARP + (int)(threadIdx.x % TP_WARP);
}

/* The entries of a tile in a thread's registers: the key that travels on, and the digit and the rank in one word. */
template <typename K, int ITEMS> struct held {
    K key[ITEMS];
    unsigned rank[ITEMS];
};
#define RANK_BITS 16
static __device__ __forceinline__ unsigned digit_in(unsigned word)
{
    return word >> RANK_BITS;
}
static __device__ __forceinline__ unsigned rank_in(unsigned word)
{
    return word & ((1u << RANK_BITS) - 1);
}

template <typename K, int ITEMS>
static __device__ __forceinline__ void load_first(const moving *p, int64_t begin, int n, held<K, ITEMS> *h)
{
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        uint64_t key = 0;
        const int place = place_of<ITEMS>(k);
        if (place < n) key = key_at(&p->from, p->list_bits, p->other_bits, begin + place);
        h->rank[k] = (unsigned)key & ((1u << p->bits) - 1);
        h->key[k] = (K)(key >> p->bits);
    }
}

/* (Data that is read for the last time is not kept: the device's cache is for writes, in parts of its lines.) */
template <typename K, typename C, int ITEMS>
static __device__ __forceinline__ void load_later(const moving *p, int64_t begin, int n, held<K, ITEMS> *h, C *carried)
{
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const int64_t at = begin + place_of<ITEMS>(k);
        h->key[k] = 0;
        if (place_of<ITEMS>(k) >= n) continue;
        if constexpr (in_one_array<K, C>()) {
            const pair_of<K> both = __ldcs((const pair_of<K> *)p->keys + at);
            h->key[k] = (K)both.x;
            carried[k] = (C)both.y;
        } else {
            h->key[k] = __ldcs((const K *)p->keys + at);
        }
    }
}

/* The digit that place tells joins the key, and the pass's leaves it. `bins`, in shared memory, has where values of the
 * digit before begin. */
template <typename K, int ITEMS>
static __device__ __forceinline__ void turn_keys(const moving *p, const int *bins, int64_t begin, held<K, ITEMS> *h)
{
    const int values = 1 << p->before_bits, top = p->key_bits - p->bits - p->before_bits;
    const unsigned first = (unsigned)(begin + place_of<ITEMS>(0));
    int low = 0, high = values; /* bins[low] <= the thread's first place < bins[high] */
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if ((unsigned)bins[middle] <= first)
            low = middle;
        else
            high = middle;
    }
    unsigned end = low + 1 < values ? (unsigned)bins[low + 1] : ~0u;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        while (first + k * TP_WARP >= end) {
            low++;
            end = low + 1 < values ? (unsigned)bins[low + 1] : ~0u;
        }
        h->rank[k] = (unsigned)h->key[k] & ((1u << p->bits) - 1);
        h->key[k] = h->key[k] >> p->bits | (K)low << top;
    }
}

/* ---- ranks ---- */

/* Of each entry, how many of the warp's before have the digit. Lanes with the same low bits of it meet in a mask. */
template <int ITEMS>
static __device__ __forceinline__ void rank_in_warp(int bits, int n, uint16_t *counters, unsigned *masks,
                                                    unsigned *rank)
{
    const int lane = (int)(threadIdx.x % TP_WARP);
    const unsigned me = 1u << lane, low = (1u << TP_SORT_MASK_BITS) - 1;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const bool is = place_of<ITEMS>(k) < n;
        const unsigned digit = rank[k];
        unsigned *const mask = masks + (digit & low);
        if (is) atomicOr(mask, me);
        __syncwarp();
        unsigned same = *mask;
        const unsigned before = counters[digit];
#pragma unroll
        for (int b = TP_SORT_MASK_BITS; b < TP_SORT_BITS; b++) {
            if (b >= bits) break;
            const bool set = digit >> b & 1;
            const unsigned all = __ballot_sync(TP_EVERY_LANE, set);
            same &= set ? all : ~all;
        }
        rank[k] = digit << RANK_BITS | (before + __popc(same & (me - 1)));
        __syncwarp();
        *mask = 0;
        if (same >> lane == 1) counters[digit] = (uint16_t)(before + __popc(same)); /* the last of them */
        __syncwarp();
    }
}

typedef tropic::cub::BlockScan<int, TP_SORT_BLOCK, tropic::cub::BLOCK_SCAN_WARP_SCANS> digit_scan;

/* counters[w][d] = how many of the tile's entries come before the digit's of that warp; others learn of the tile. (A
 * word has the counters of two digits.) */
template <typename K, typename C>
static __device__ __forceinline__ void place_digits(const moving *p, const room<K, C> *m, int tile,
                                                    typename digit_scan::TempStorage *scan)
{
    const int values = 1 << p->bits, words = values / 2;
    unsigned *const counters = (unsigned *)m->counters;
    volatile unsigned *const state = p->states + tile * values;
    int sums[TP_SORT_PER_THREAD];
    for (int q = (int)threadIdx.x; q < words; q += TP_SORT_BLOCK) {
        unsigned all = 0;
#pragma unroll
        for (int w = 0; w < TP_SORT_WARPS; w++) all += counters[w * words + q];
        for (int d = 2 * q; d < 2 * q + 2; d++) {
            const unsigned mine = d % 2 ? all >> 16 : all & 0xffff;
            m->shift[d] = (int)mine;
            state[d] = tile > 0 ? mine + 1 : TP_SORT_SUM | (p->bins[d] + mine);
        }
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < TP_SORT_PER_THREAD; j++) {
        const int d = (int)threadIdx.x * TP_SORT_PER_THREAD + j;
        sums[j] = d < values ? m->shift[d] : 0;
    }
    digit_scan(*scan).ExclusiveSum(sums, sums);
#pragma unroll
    for (int j = 0; j < TP_SORT_PER_THREAD; j++) {
        const int d = (int)threadIdx.x * TP_SORT_PER_THREAD + j;
        if (d < values) m->before[d] = (uint16_t)sums[j];
    }
    __syncthreads();
    for (int q = (int)threadIdx.x; q < words; q += TP_SORT_BLOCK) {
        unsigned all = ((const unsigned *)m->before)[q];
#pragma unroll
        for (int w = 0; w < TP_SORT_WARPS; w++) {
            const unsigned mine = counters[w * words + q];
            counters[w * words + q] = all;
            all += mine;
        }
    }
}

/* The shifts: the entries of a digit that are in this tile go behind those of all tiles before, which are under way. A
 * thread looks back for several digits side by side. */
template <typename K, typename C>
static __device__ __forceinline__ void look_back(const moving *p, const room<K, C> *m, int tile)
{
    const int values = 1 << p->bits;
    volatile unsigned *const states = p->states + threadIdx.x;
    unsigned before[TP_SORT_PER_THREAD];
    int at[TP_SORT_PER_THREAD]; /* the tile that is next; below 0: all is known */
    bool pending = false;
#pragma unroll
    for (int j = 0; j < TP_SORT_PER_THREAD; j++) {
        const int d = (int)threadIdx.x + j * TP_SORT_BLOCK;
        before[j] = tile == 0 && d < values ? p->bins[d] : 0;
        at[j] = d < values ? tile - 1 : -1;
        pending |= at[j] >= 0;
    }
    while (pending) {
        unsigned found[TP_SORT_PER_THREAD][TP_SORT_BACK];
        pending = false;
#pragma unroll
        for (int j = 0; j < TP_SORT_PER_THREAD; j++)
#pragma unroll
            for (int k = 0; k < TP_SORT_BACK; k++)
                found[j][k] = at[j] >= k ? states[(at[j] - k) * values + j * TP_SORT_BLOCK] : 0;
#pragma unroll
        for (int j = 0; j < TP_SORT_PER_THREAD; j++) {
#pragma unroll
            for (int k = 0; k < TP_SORT_BACK; k++) {
                if (at[j] < 0 || found[j][k] == 0) break;
                const bool all = found[j][k] & TP_SORT_SUM;
                before[j] += all ? found[j][k] & ~TP_SORT_SUM : found[j][k] - 1;
                at[j] = all ? -1 : at[j] - 1;
                if (all)
                    states[tile * values + j * TP_SORT_BLOCK] =
                        TP_SORT_SUM | (before[j] + (unsigned)m->shift[(int)threadIdx.x + j * TP_SORT_BLOCK]);
            }
            pending |= at[j] >= 0;
        }
    }
#pragma unroll
    for (int j = 0; j < TP_SORT_PER_THREAD; j++) {
        const int d = (int)threadIdx.x + j * TP_SORT_BLOCK;
        if (d < values) m->shift[d] = (int)(before[j] - m->before[d]);
    }
}

#endif

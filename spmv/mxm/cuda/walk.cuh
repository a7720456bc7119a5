/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts that kernels of products of matrices share, with a semiring or without: the walk over a row's products, the
 * sort, and the bitmap. Includes no header of the CUDA toolkit.
 */
#ifndef TP_MXM_CUDA_WALK_CUH
#define TP_MXM_CUDA_WALK_CUH

#include "formats/matrix/list_at.h"
#include "spmv/device/warp.cuh"
#include "spmv/mxm/cuda/gustavson_device.h"
#include "spmv/write/mask_accum.h"

typedef unsigned long long tp_bits64;

/* The value that changes no sum: the identity, or -0.0 for sums of reals. */
template <class VALUE> TP_FN VALUE tp_sum_zero(bool sums_reals, VALUE identity)
{
    (void)sums_reals;
    return identity;
}
TP_FN float tp_sum_zero(bool sums_reals, float identity)
{
    return sums_reals ? -0.0f : identity;
}
TP_FN double tp_sum_zero(bool sums_reals, double identity)
{
    return sums_reals ? -0.0 : identity;
}

/* A warp walks over lists of B one by one if they have so many entries on average, else over several at once. */
#define TP_WALK_LONG 24
/* ... and if one is so long that 32 of them need more than 32 bits. */
#define TP_WALK_HUGE (1u << 26)

/* Columns first .. last - 1 of B; cut: there are others. */
typedef struct tp_walk_columns {
    int64_t first, last;
    bool cut;
} tp_walk_columns;

/* The parts that a list of so many entries is cut in, if they are at least 1 << split_bits, are 1 << bits. */
TP_FN int tp_split_bits(const tp_device_product *p, tropic_offset entries)
{
    const int bits = 63 - __clzll(entries >> p->split_bits);
    return bits < p->id_bits ? bits : p->id_bits;
}

/* Where the cuts of a list are, whose entries begin at `from`: the lists before have no more of them. */
TP_FN tropic_offset tp_splits_at(const tp_device_product *p, tropic_offset from)
{
    return from >> p->split_bits;
}

/* Positions from .. to of a list of B, which are all of it, become those of the columns. Both ends are looked for at
 * once, for each step waits for memory. */
TP_FN void tp_walk_cut(const tp_device_product *p, tp_walk_columns columns, tropic_offset *from, tropic_offset *to)
{
    tropic_offset low = *from, high = *to, low_end = *to, high_end = *to;
    const tropic_index *ids = p->b.ids;
    if (p->splits && *to - *from >= 1 << p->split_bits) {
        const tropic_offset start = *from;
        const int bits = tp_split_bits(p, *to - start), shift = p->id_bits - bits;
        const unsigned *splits = p->splits + tp_splits_at(p, start);
        const int c = (int)(columns.first >> shift), d = (int)(columns.last >> shift), parts = 1 << bits;
        if (c > 0) low = start + __ldg(splits + c);
        if (c + 1 < parts) low_end = start + __ldg(splits + c + 1);
        if (d < parts) high = d > 0 ? start + __ldg(splits + d) : start;
        if (d + 1 < parts) high_end = start + __ldg(splits + d + 1);
    } else {
        high = low;
    }
    while (low < low_end || high < high_end) {
        const tropic_offset at = low + (low_end - low) / 2, above = high + (high_end - high) / 2;
        const bool looks = low < low_end, looks_above = high < high_end;
        const tropic_index id = looks ? __ldg(ids + at) : 0, id_above = looks_above ? __ldg(ids + above) : 0;
        if (looks && id < columns.first)
            low = at + 1;
        else if (looks)
            low_end = at;
        if (looks_above && id_above < columns.last)
            high = above + 1;
        else if (looks_above)
            high_end = above;
    }
    *from = low;
    *to = high;
}

/* A warp's products at a time: product of entry k of A and position q of B. Those of lanes in order lie by ascending k.
 * Products of one turn, of turns 0 .. turns, have columns that differ. */
typedef struct tp_walk_step {
    bool active; /* has the lane one? */
    tropic_offset k, q;
    int turn, turns;
} tp_walk_step;

/* Calls each(step) for the products of entries k = begin .. end - 1 of A, `width` of them (at most a warp's lanes) at a
 * time, then `stride` on: by all lanes of a warp. */
template <class EACH>
TP_FN void tp_walk(const tp_device_product *p, tropic_offset begin, tropic_offset end, int width, tropic_offset stride,
                   tp_walk_columns columns, const EACH &each)
{
    for (tropic_offset base = begin; base < end; base += stride) {
        const tropic_offset k = base + tp_lane();
        tropic_offset from = 0, to = 0;
        unsigned length, most, all, ends;
        tp_walk_step s;
        if (tp_lane() < width && k < end) {
            const tropic_index i = __ldg(p->a.ids + k);
            from = __ldg(p->b.offsets + i);
            to = __ldg(p->b.offsets + i + 1);
            if (columns.cut && from < to) tp_walk_cut(p, columns, &from, &to);
        }
        length = (unsigned)(to - from);
        most = tp_warp_max(length);
        if (most == 0) continue;
        all = most < TP_WALK_HUGE ? tp_warp_total(length) : ~0u;
        s.turn = s.turns = 0;
        if (all >= (unsigned)width * TP_WALK_LONG || most >= TP_WALK_HUGE) {
            for (unsigned left = __ballot_sync(TP_EVERY_LANE, length > 0); left; left &= left - 1) {
                const int c = __ffs((int)left) - 1;
                const tropic_offset q = tp_shuffle_from(from, c);
                const unsigned entries = __shfl_sync(TP_EVERY_LANE, length, c);
                s.k = base + c;
                for (unsigned e = (unsigned)tp_lane(); e - (unsigned)tp_lane() < entries; e += TP_WARP) {
                    s.active = e < entries;
                    s.q = q + e;
                    each(s);
                }
            }
            continue;
        }
        ends = tp_warp_ends(length);
        for (unsigned e = (unsigned)tp_lane(); e - (unsigned)tp_lane() < all; e += TP_WARP) {
            const int owner = tp_warp_owner((int)ends, e < all ? (int)e : (int)all - 1);
            const int first = __shfl_sync(TP_EVERY_LANE, owner, 0);
            s.active = e < all;
            s.k = base + owner;
            s.q = tp_shuffle_from(to - (tropic_offset)ends, owner) + e;
            s.turn = owner - first;
            s.turns = __shfl_sync(TP_EVERY_LANE, s.turn, TP_WARP - 1);
            each(s);
        }
    }
}

/* Calls add() by the lanes that want it, so that those of one slot take turns in order. */
#define TP_WALK_TURNS 3 /* asking who has which slot costs as much as so many */
template <class ADD> TP_FN void tp_walk_add(const tp_walk_step *s, bool wanted, unsigned slot, const ADD &add)
{
    int turn = s->turn, turns = s->turns;
    if (turns > TP_WALK_TURNS) {
        const unsigned peers = __match_any_sync(TP_EVERY_LANE, wanted ? slot : ~(unsigned)tp_lane());
        turn = __popc(peers & ((1u << tp_lane()) - 1));
        turns = (int)tp_warp_max((unsigned)turn);
    }
    for (int t = 0; t <= turns; t++) {
        if (wanted && turn == t) add();
        __syncwarp();
    }
}

/* May place `id` of the mask's row, positions from .. to - 1, be written? */
TP_FN bool tp_walk_allows(const tp_device_product *p, tropic_offset from, tropic_offset to, tropic_index id)
{
    const tropic_offset at = tp_find_id(p->m.ids, from, to, id);
    return (at < to && p->m.ids[at] == id && tp_mask_allows(&p->allows, at)) != p->complement;
}

/* Do dot products of row r take a block? */
TP_FN bool tp_dots_is_large(const tp_device_product *p, tropic_index r)
{
    return p->a.offsets[r + 1] - p->a.offsets[r] > TP_DOTS_FEW / 2 ||
           p->m.offsets[r + 1] - p->m.offsets[r] > TP_DOTS_FEW;
}

/* ---- sort ---- */

/* Keys that lie `stride` apart in a lane, each pair in order. */
template <int K, class KEY> TP_FN void tp_lane_exchange(KEY (&keys)[K], int stride, int size, bool descends)
{
#pragma unroll
    for (int k = 0; k < K; k++)
        if ((k & stride) == 0) {
            const KEY x = keys[k], y = keys[(k | stride) % K];
            if ((x > y) != (descends != ((k & size) != 0))) {
                keys[k] = y;
                keys[(k | stride) % K] = x;
            }
        }
}

/* Keys of a warp, K of each lane, ascending: lane by lane, those of each in order (bitonic). Steps within lanes have
 * their registers by name; those between lanes are loops, which are short to compile, and as fast (H200, rows of 256
 * products: 7 % faster than without) but for few keys (rows of 49 products: 12 % slower). */
template <int K, class KEY> TP_FN void tp_warp_sort(KEY (&keys)[K])
{
    constexpr int steps = K <= 2 ? TP_WARP : 1;
#pragma unroll
    for (int size = 2; size <= K; size *= 2)
#pragma unroll
        for (int stride = size / 2; stride > 0; stride /= 2)
            tp_lane_exchange(keys, stride, size % K, size == K && (tp_lane() & 1));
#pragma unroll steps
    for (int lanes = 2; lanes <= TP_WARP; lanes *= 2) {
        const bool descends = tp_lane() & lanes;
#pragma unroll steps
        for (int across = lanes / 2; across > 0; across /= 2) {
            const bool least = ((tp_lane() & across) != 0) == descends;
#pragma unroll
            for (int k = 0; k < K; k++) {
                const KEY mine = keys[k], theirs = __shfl_xor_sync(TP_EVERY_LANE, mine, across);
                keys[k] = (mine < theirs) == least ? mine : theirs;
            }
        }
#pragma unroll
        for (int stride = K / 2; stride > 0; stride /= 2) tp_lane_exchange(keys, stride, 0, descends);
    }
}

/* ---- dense ---- */

/* Values of a column's flag. */
#define TP_DENSE_ALLOWED 1
#define TP_DENSE_HIT 2

/* Columns of a row of a number. */
TP_FN int tp_dense_columns(const tp_device_product *p, int64_t number)
{
    return min(p->columns, p->cols - p->firsts[number]);
}

/* Sets the flags of the row's columns, from `first` on, that the mask lets through. */
TP_FN void tp_dense_open(const tp_device_product *p, tropic_index row, tropic_index first, uint8_t *flags)
{
    const int64_t last = (int64_t)first + TP_PRODUCT_DENSE_COLS;
    const bool masked = p->m.offsets != NULL;
    for (int c = tp_lane(); c < TP_PRODUCT_DENSE_COLS; c += TP_WARP)
        flags[c] = masked && !p->complement ? 0 : TP_DENSE_ALLOWED;
    __syncwarp();
    if (masked) {
        const tropic_offset end = p->m.offsets[row + 1];
        tropic_offset q = tp_find_id(p->m.ids, p->m.offsets[row], end, first);
        for (q += tp_lane(); q < end && p->m.ids[q] < last; q += TP_WARP)
            if (tp_mask_allows(&p->allows, q)) flags[p->m.ids[q] - first] ^= TP_DENSE_ALLOWED;
        __syncwarp();
    }
}

/* ---- bitmap ---- */

/* The threads of a row: WARPS warps. */
template <int WARPS> TP_FN void tp_row_sync(void)
{
    if (WARPS == 1)
        __syncwarp();
    else
        __syncthreads();
}
template <int WARPS> TP_FN int tp_row_thread(void)
{
    return WARPS == 1 ? tp_lane() : (int)threadIdx.x;
}
template <int WARPS> TP_FN int tp_row_warp(void)
{
    return WARPS == 1 ? 0 : (int)(threadIdx.x / TP_WARP);
}
/* Which of the list's rows the threads have, and the shared memory of a row. */
template <int WARPS> TP_FN int64_t tp_row_number(void)
{
    return WARPS == 1 ? (int64_t)blockIdx.x * (blockDim.x / TP_WARP) + threadIdx.x / TP_WARP : (int64_t)blockIdx.x;
}

/* The row's products have columns from *first up to *last - 1. By all its threads. */
template <int WARPS>
TP_FN void tp_row_span(const tp_device_product *p, tropic_index row, tropic_index *first, tropic_index *last)
{
    unsigned before = 0, end = 0; /* before: columns behind the first, or at it */
    for (tropic_offset k = p->a.offsets[row] + tp_row_thread<WARPS>(); k < p->a.offsets[row + 1];
         k += WARPS * TP_WARP) {
        const tropic_index i = __ldg(p->a.ids + k);
        const tropic_offset from = __ldg(p->b.offsets + i), to = __ldg(p->b.offsets + i + 1);
        if (from == to) continue;
        before = max(before, (unsigned)(p->cols - __ldg(p->b.ids + from)));
        end = max(end, (unsigned)__ldg(p->b.ids + to - 1) + 1);
    }
    before = tp_warp_max(before);
    end = tp_warp_max(end);
    if (WARPS > 1) {
        __shared__ unsigned most[2];
        if (threadIdx.x < 2) most[threadIdx.x] = 0;
        __syncthreads();
        if (tp_lane() == 0) atomicMax(&most[0], before), atomicMax(&most[1], end);
        __syncthreads();
        before = most[0];
        end = most[1];
    }
    *first = (tropic_index)(p->cols - before);
    *last = (tropic_index)end;
}

/* The row of a number. */
TP_FN tropic_index tp_row_of(const tp_device_product *p, int64_t number)
{
    return p->list[number * p->stride];
}

/* Some columns of a row, as bits. */
typedef struct tp_spa {
    tropic_index row;
    tropic_index first, last; /* columns of the row that have products, or may have */
    int64_t at, until;        /* the bitmap's first column; the first that is not the block's */
    int words;                /* in use */
    tp_bits64 *hits;
    tp_bits64 *allowed; /* under a mask; forgotten when ranks are made, which lie there, too */
    unsigned *ranks;    /* by word: bits before it */
} tp_spa;

template <int WARPS> TP_FN tp_spa tp_spa_open(const tp_device_product *p, tropic_index row, char *shared)
{
    tp_spa s;
    s.row = row;
    tp_row_span<WARPS>(p, row, &s.first, &s.last);
    s.at = s.first;
    s.until = s.last;
    s.words = 0;
    s.hits = (tp_bits64 *)shared;
    s.allowed = s.hits + p->words;
    s.ranks = (unsigned *)s.allowed;
    return s;
}

/* The part of the row's columns that a block of a row in parts has. */
TP_FN void tp_spa_part(tp_spa *s, int part, int parts)
{
    const int64_t all = (int64_t)s->last - s->first;
    const int64_t share = ((all + parts - 1) / parts + TP_PRODUCT_WORD - 1) / TP_PRODUCT_WORD * TP_PRODUCT_WORD;
    s->at = s->first + part * share;
    s->until = s->at + share < s->last ? s->at + share : s->last;
}

/* Columns of the bitmap. */
TP_FN tp_walk_columns tp_spa_columns(const tp_spa *s)
{
    tp_walk_columns c;
    c.first = s->at;
    c.last = s->at + (int64_t)s->words * TP_PRODUCT_WORD;
    c.cut = s->at > s->first || c.last < s->last;
    return c;
}

/* Sets the bits of the columns from s->at on that the row has. */
template <int WARPS> TP_FN void tp_spa_mark(const tp_device_product *p, tp_spa *s)
{
    const int64_t left = (s->until - s->at + TP_PRODUCT_WORD - 1) / TP_PRODUCT_WORD;
    const tropic_offset begin = p->a.offsets[s->row], end = p->a.offsets[s->row + 1];
    const tropic_offset share = (end - begin + WARPS - 1) / WARPS;
    const int width = share < TP_WARP ? share < 1 ? 1 : (int)share : TP_WARP;
    const bool masked = p->m.offsets != NULL, complement = p->complement;
    const tropic_index *ids = p->b.ids;
    s->words = left < p->words ? (int)left : p->words;
    const tp_walk_columns columns = tp_spa_columns(s);
    tp_row_sync<WARPS>();
#pragma unroll 1 /* (an unrolled loop takes long to compile) */
    for (int w = tp_row_thread<WARPS>(); w < s->words; w += WARPS * TP_WARP) {
        s->hits[w] = 0;
        if (masked) s->allowed[w] = complement ? ~0ull : 0;
    }
    tp_row_sync<WARPS>();
    if (masked) {
        const tropic_offset mask_end = p->m.offsets[s->row + 1];
        tropic_offset q = tp_find_id(p->m.ids, p->m.offsets[s->row], mask_end, columns.first);
#pragma unroll 1
        for (q += tp_row_thread<WARPS>(); q < mask_end && p->m.ids[q] < columns.last; q += WARPS * TP_WARP) {
            const unsigned at = (unsigned)(p->m.ids[q] - columns.first);
            if (tp_mask_allows(&p->allows, q)) atomicXor((unsigned *)s->allowed + at / 32, 1u << at % 32);
        }
        tp_row_sync<WARPS>();
    }
    tp_walk(p, begin + (tropic_offset)tp_row_warp<WARPS>() * width, end, width, (tropic_offset)width * WARPS, columns,
            [=](const tp_walk_step &step) {
                if (!step.active) return;
                const unsigned at = (unsigned)(__ldg(ids + step.q) - columns.first), bit = 1u << at % 32;
                if (masked && !(((const unsigned *)s->allowed)[at / 32] & bit)) return;
                atomicOr((unsigned *)s->hits + at / 32, bit);
            });
    tp_row_sync<WARPS>();
}

/* Makes ranks; returns how many bits are set. `totals`: shared by the row's warps. */
template <int WARPS> TP_FN unsigned tp_spa_rank(tp_spa *s, unsigned *totals)
{
    const int share = (s->words + WARPS * TP_WARP - 1) / (WARPS * TP_WARP) * TP_WARP;
    const int begin = tp_row_warp<WARPS>() * share;
    const int end = begin + share < s->words ? begin + share : s->words;
    unsigned before = 0, all = 0;
    if (WARPS > 1) {
        unsigned mine = 0;
#pragma unroll 1
        for (int w = begin + tp_lane(); w < end; w += TP_WARP) mine += (unsigned)__popcll(s->hits[w]);
        mine = tp_warp_total(mine);
        if (tp_lane() == 0) totals[tp_row_warp<WARPS>()] = mine;
        __syncthreads();
#pragma unroll 4
        for (int w = 0; w < WARPS; w++) {
            if (w == tp_row_warp<WARPS>()) before = all;
            all += totals[w];
        }
    }
    for (int w = begin + tp_lane(); w - tp_lane() < end; w += TP_WARP) {
        const unsigned mine = w < end ? (unsigned)__popcll(s->hits[w]) : 0, ends = tp_warp_ends(mine);
        if (w < end) s->ranks[w] = before + ends - mine;
        before += __shfl_sync(TP_EVERY_LANE, ends, TP_WARP - 1);
    }
    if (WARPS == 1) all = before;
    if (tp_row_thread<WARPS>() == 0) s->ranks[s->words] = all;
    tp_row_sync<WARPS>();
    return all;
}

/* The first word from .. to at which as many bits have been before it. */
TP_FN int tp_spa_word(const tp_spa *s, int from, int to, unsigned rank)
{
    while (from < to) {
        const int middle = (from + to) / 2;
        if (s->ranks[middle] < rank)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

#endif

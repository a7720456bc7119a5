/* SPDX-License-Identifier: Apache-2.0
 *
 * A pass of formats/matrix/build/sort.cu: tiles of entries move by a digit.
 */
#ifndef TP_SORT_PASS_CUH
#define TP_SORT_PASS_CUH

#include "formats/matrix/build/sort_tiles.cuh"

/* ---- an entry's other id and its value ---- */

/* To the keys: the numbers of the lists that entries of the tile are in, from bit `top` on. */
template <typename K, typename C, int ITEMS>
static __device__ __forceinline__ void find_others(const moving *p, const room<K, C> *m, int tile, int n,
                                                   held<K, ITEMS> *h)
{
    __shared__ int warps[TP_SORT_WARPS];
    const tropic_offset *offsets = p->from.offsets;
    const int64_t first = p->firsts[tile], last = p->firsts[tile + 1], begin = (int64_t)tile * ITEMS * TP_SORT_BLOCK;
    const int lane = (int)(threadIdx.x % TP_WARP), warp = (int)threadIdx.x / TP_WARP;
    const int top = p->list_bits - p->bits;
    int latest = 0, before = 0;
    if (last - first > TP_SORT_LISTS_MAX) {
        const int64_t low = first > 0 ? first - 1 : 0;
        for (int k = 0; k < ITEMS; k++) {
            const int place = place_of<ITEMS>(k);
            if (place < n) h->key[k] |= (K)(low + tp_list_at(offsets + low, last - low, begin + place)) << top;
        }
        return;
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) m->marks[threadIdx.x + k * TP_SORT_BLOCK] = 0;
    __syncthreads();
    for (int64_t l = first + threadIdx.x; l < last; l += TP_SORT_BLOCK) {
        const tropic_offset at = offsets[l];
        if (at < begin + n && offsets[l + 1] > at) m->marks[at - begin] = (int)(l - first) + 1;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int mark = m->marks[place_of<ITEMS>(k)];
#pragma unroll
        for (int back = 1; back < TP_WARP; back *= 2) {
            const int other = __shfl_up_sync(TP_EVERY_LANE, mark, back);
            if (lane >= back && other > mark) mark = other;
        }
        mark = mark > latest ? mark : latest;
        latest = __shfl_sync(TP_EVERY_LANE, mark, TP_WARP - 1);
        m->marks[place_of<ITEMS>(k)] = mark;
    }
    if (lane == 0) warps[warp] = latest;
    __syncthreads();
    for (int w = 0; w < warp; w++) before = warps[w] > before ? warps[w] : before;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const int mark = m->marks[place_of<ITEMS>(k)];
        h->key[k] |= (K)(first - 1 + (mark > before ? mark : before)) << top;
    }
    __syncthreads();
}

template <typename V, typename C, int ITEMS>
static __device__ __forceinline__ void stage(const V *from, bool twice, int64_t begin, int n, const unsigned *rank,
                                             C *staged)
{
    V value[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const int64_t at = begin + place_of<ITEMS>(k);
        if (place_of<ITEMS>(k) < n) value[k] = __ldcs(from + (twice ? at / 2 : at));
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        if (place_of<ITEMS>(k) < n) staged[rank_in(rank[k])] = (C)value[k];
}

/* Stages the values that entries of the input carry: values of the matrix, in as many bytes or in 4; or their
 * numbers. */
template <typename C, int ITEMS>
static __device__ __forceinline__ void stage_first(const moving *p, int64_t begin, int n, const unsigned *rank,
                                                   C *staged)
{
    const tp_unsorted *from = &p->from;
    if constexpr (sizeof(C) == sizeof(uint64_t)) {
        stage<uint64_t, C, ITEMS>((const uint64_t *)from->values, from->mirror, begin, n, rank, staged);
    } else if (from->numbered) {
#pragma unroll
        for (int k = 0; k < ITEMS; k++) {
            const int64_t at = begin + place_of<ITEMS>(k);
            if (place_of<ITEMS>(k) < n) staged[rank_in(rank[k])] = (C)(from->mirror ? at / 2 : at);
        }
    } else if (from->size == sizeof(uint8_t)) {
        stage<uint8_t, C, ITEMS>((const uint8_t *)from->values, from->mirror, begin, n, rank, staged);
    } else if (from->size == sizeof(uint16_t)) {
        stage<uint16_t, C, ITEMS>((const uint16_t *)from->values, from->mirror, begin, n, rank, staged);
    } else {
        stage<uint32_t, C, ITEMS>((const uint32_t *)from->values, from->mirror, begin, n, rank, staged);
    }
}

/* ---- the tile, as it lies in shared memory, goes where it has to ---- */

template <typename K, typename C>
static __device__ __forceinline__ void write_tile(const moving *p, const room<K, C> *m, int n)
{
#pragma unroll 4
    for (int s = (int)threadIdx.x; s < n; s += TP_SORT_BLOCK) {
        const unsigned to = (unsigned)(s + m->shift[m->digits[s]]);
        if constexpr (in_one_array<K, C>()) {
            ((pair_of<K> *)p->keys_out)[to] = {m->keys[s], m->carried[s]};
        } else {
            ((K *)p->keys_out)[to] = m->keys[s];
            if constexpr (carried_bytes<C>() > 0) ((C *)p->carried_out)[to] = m->carried[s];
        }
    }
}

/* The list of entry s of the sorted tile, above its other id. */
template <typename K, typename C>
static __device__ __forceinline__ uint64_t place_in(const moving *p, const room<K, C> *m, int s)
{
    return (uint64_t)m->digits[s] << (p->key_bits - p->bits) | m->keys[s];
}

/* V: a value's bytes. */
template <typename V, typename K, typename C>
static __device__ __forceinline__ void write_lists(const moving *p, const room<K, C> *m, int n)
{
#pragma unroll 4
    for (int s = (int)threadIdx.x; s < n; s += TP_SORT_BLOCK) {
        const unsigned to = (unsigned)(s + m->shift[m->digits[s]]);
        const uint64_t place = place_in(p, m, s), list = place >> p->other_bits;
        p->ids_out[to] = (tropic_index)(place & (((uint64_t)1 << p->other_bits) - 1));
        if constexpr (carried_bytes<C>() > 0) ((V *)p->values_out)[to] = (V)m->carried[s];
        if (s == 0 || place_in(p, m, s - 1) >> p->other_bits != list) atomicMin(p->begins + list, to);
    }
}

template <typename K, typename C>
static __device__ __forceinline__ void write_last(const moving *p, const room<K, C> *m, int n)
{
    if constexpr (sizeof(C) != sizeof(uint32_t)) {
        write_lists<C>(p, m, n);
    } else {
        switch (p->from.size) {
        case sizeof(uint8_t): write_lists<uint8_t>(p, m, n); break;
        case sizeof(uint16_t): write_lists<uint16_t>(p, m, n); break;
        default: write_lists<uint32_t>(p, m, n);
        }
    }
}

/* ---- the pass ---- */

/* Loads the tile and ranks its entries by the digit. */
template <typename K, typename C, int ITEMS, bool FIRST>
static __device__ __forceinline__ void rank_tile(const moving *p, const room<K, C> *m, int tile, int n,
                                                 held<K, ITEMS> *h, C *carried)
{
    const int64_t begin = (int64_t)tile * ITEMS * TP_SORT_BLOCK;
    const int values = 1 << p->bits, warp = (int)threadIdx.x / TP_WARP;
    if constexpr (FIRST)
        load_first(p, begin, n, h);
    else
        load_later<K, C, ITEMS>(p, begin, n, h, carried);
    /* (While the tile is under way.) */
    for (int q = (int)threadIdx.x; q < values * TP_SORT_WARPS / 2; q += TP_SORT_BLOCK) ((unsigned *)m->counters)[q] = 0;
    for (int q = (int)threadIdx.x; q < TP_SORT_WARPS << TP_SORT_MASK_BITS; q += TP_SORT_BLOCK) m->masks[q] = 0;
    if constexpr (!FIRST)
        for (int d = (int)threadIdx.x; d < 1 << p->before_bits; d += TP_SORT_BLOCK)
            m->shift[d] = (int)p->before_bins[d];
    __syncthreads();
    if constexpr (!FIRST) turn_keys(p, m->shift, begin, h);
    rank_in_warp<ITEMS>(p->bits, n, m->counters + warp * values, m->masks + (warp << TP_SORT_MASK_BITS), h->rank);
}

template <typename K, typename C, bool FIRST, bool LAST>
static __global__ void __launch_bounds__(TP_SORT_BLOCK, TP_SORT_BLOCKS) move_kernel(const __grid_constant__ moving p)
{
    constexpr int ITEMS = items_of<K, C>(TP_SORT_SMALL), ENTRIES = ITEMS * TP_SORT_BLOCK;
    extern __shared__ int4 memory[];
    __shared__ typename digit_scan::TempStorage scan;
    __shared__ int taken;
    const room<K, C> m = room_at<K, C>((char *)memory, ENTRIES, p.shared_bits);
    const int warp = (int)threadIdx.x / TP_WARP;
    held<K, ITEMS> h;
    C carried[ITEMS];
    if (threadIdx.x == 0) taken = (int)atomicAdd(p.taken, 1u);
    __syncthreads();
    const int tile = taken;
    const int64_t begin = (int64_t)tile * ENTRIES;
    const int n = (int)(p.count - begin < ENTRIES ? p.count - begin : ENTRIES);
    rank_tile<K, C, ITEMS, FIRST>(&p, &m, tile, n, &h, carried);
    __syncthreads();
    place_digits(&p, &m, tile, &scan);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) h.rank[k] += m.counters[(warp << p.bits) + digit_in(h.rank[k])];
    __syncthreads();
    if constexpr (FIRST)
        if (!p.from.other_ids) find_others<K, C, ITEMS>(&p, &m, tile, n, &h);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        if (place_of<ITEMS>(k) >= n) continue;
        m.digits[rank_in(h.rank[k])] = (uint16_t)digit_in(h.rank[k]);
        m.keys[rank_in(h.rank[k])] = h.key[k];
        if constexpr (!FIRST && in_one_array<K, C>()) m.carried[rank_in(h.rank[k])] = carried[k];
    }
    if constexpr (carried_bytes<C>() > 0) {
        if constexpr (FIRST)
            stage_first<C, ITEMS>(&p, begin, n, h.rank, m.carried);
        else if constexpr (!in_one_array<K, C>())
            stage<C, C, ITEMS>((const C *)p.carried, false, begin, n, h.rank, m.carried);
    }
    look_back(&p, &m, tile);
    __syncthreads();
    if constexpr (LAST)
        write_last(&p, &m, n);
    else
        write_tile(&p, &m, n);
}

#endif

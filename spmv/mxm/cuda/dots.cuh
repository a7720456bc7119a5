/* SPDX-License-Identifier: Apache-2.0
 *
 * A product of matrices at the places of a mask, by dot products: row r of A lies in a hash table in shared memory,
 * where the entries of B's column j look for theirs, for each place (r,j). Sums are made in an order that depends on
 * the lists' lengths alone.
 */
#include "runtime/random.h"
#include "spmv/mxm/cuda/walk.cuh"

/* Row r of A, and its table, if it has one. */
typedef struct OP(dots_row) {
    tropic_offset from, to;
    const tropic_index *keys;
    const unsigned *at;
    unsigned slots; /* 2^bits; 0: the row is searched */
    int bits;
} OP(dots_row);

/* Where row r of A has i, from its first entry; -1: nowhere. */
TP_FN tropic_index OP(dots_find)(const tp_device_product *p, const OP(dots_row) *row, tropic_index i)
{
    if (row->slots == 0) {
        const tropic_offset k = tp_find_id(p->a.ids, row->from, row->to, i);
        return k < row->to && __ldg(p->a.ids + k) == i ? (tropic_index)(k - row->from) : -1;
    }
    for (unsigned s = tp_slot_32((unsigned)i, row->bits);; s = (s + 1) & (row->slots - 1)) {
        const tropic_index key = row->keys[s];
        if (key == i) return (tropic_index)row->at[s];
        if (key < 0) return -1;
    }
}

/* Sums at places `begin` .. `end` - 1 of the mask, all of row r, by `groups` of TP_DOTS_LANES lanes, of which this is
 * one. */
TP_FN void OP(dots_of_row)(const OP_STATE *state, const tp_device_product *p, uint8_t *has, const OP(dots_row) *row,
                           tropic_offset begin, tropic_offset end, int group, int groups)
{
    const int lane = tp_lane() % TP_DOTS_LANES;
    for (tropic_offset first = begin; first < end; first += groups) {
        const tropic_offset k = first + group;
        const bool wanted = k < end && tp_mask_allows(&p->allows, k);
        const tropic_index j = wanted ? __ldg(p->m.ids + k) : 0;
        const tropic_offset to = wanted ? __ldg(p->b.offsets + j + 1) : 0;
        OP(value) sum = OP(identity)();
        int hit = 0;
        for (tropic_offset q = wanted ? __ldg(p->b.offsets + j) + lane : 0; q < to; q += TP_DOTS_LANES) {
            const tropic_index i = __ldg(p->b.ids + q), at = OP(dots_find)(p, row, i);
            if (at < 0) continue;
            const OP(entry) entry = p->b.values ? tp_constant((const OP(entry) *)p->b.values + q) : OP(one)();
            const OP(value) v = OP(times)(state, entry, OP(take_source)(state, at), i, j);
            sum = hit && !state->any ? OP(add)(sum, v) : v;
            hit = 1;
        }
        __syncwarp();
#pragma unroll
        for (int other = TP_DOTS_LANES / 2; other > 0; other /= 2) {
            const OP(value) theirs = tp_shuffle_xor(sum, other);
            const int they = __shfl_xor_sync(TP_EVERY_LANE, hit, other);
            if (they) sum = hit && !state->any ? OP(add)(sum, theirs) : theirs;
            hit |= they;
        }
        if (lane > 0 || k >= end) continue;
        has[k] = (uint8_t)hit;
        if (hit) ((OP(value) *)p->values)[k] = sum;
    }
}

/* Fills the table by all threads of a row, whose keys are negative. */
TP_FN void OP(dots_fill)(const tp_device_product *p, const OP(dots_row) *row, tropic_index *keys, unsigned *at,
                         int thread, int threads)
{
    for (tropic_offset k = row->from + thread; k < row->to; k += threads) {
        const tropic_index i = __ldg(p->a.ids + k);
        unsigned s = tp_slot_32((unsigned)i, row->bits);
        while (atomicCAS((int *)keys + s, -1, (int)i) != -1) s = (s + 1) & (row->slots - 1);
        at[s] = (unsigned)(k - row->from);
    }
}

/* Rows `items` of the mask, or parts of them of TP_DOTS_PART places: by WARPS warps each. */
template <int WARPS>
TP_FN void OP(dots)(const OP_STATE *given, const tp_device_product *p, uint8_t *has, tropic_index r, int64_t part,
                    char *shared, unsigned slots)
{
    const int thread = tp_row_thread<WARPS>(), threads = WARPS * TP_WARP;
    tropic_index *keys = (tropic_index *)shared;
    unsigned *at = (unsigned *)(keys + slots);
    const tropic_offset begin = p->m.offsets[r] + part * TP_DOTS_PART, all = p->m.offsets[r + 1];
    const tropic_offset end = WARPS > 1 && begin + TP_DOTS_PART < all ? begin + TP_DOTS_PART : all;
    OP_STATE state = *given;
    OP(dots_row) row;
    row.from = p->a.offsets[r];
    row.to = p->a.offsets[r + 1];
    row.keys = keys;
    row.at = at;
    row.slots = row.to - row.from <= slots / 2 ? slots : 0;
    while (WARPS == 1 && row.slots > TP_WARP && row.to - row.from <= row.slots / 4) row.slots /= 2;
    row.bits = __ffs((int)row.slots) - 1;
    state.row = r;
    if (state.u) state.u = (const OP(taken) *)state.u + row.from;
    for (unsigned s = (unsigned)thread; s < row.slots; s += (unsigned)threads) keys[s] = -1;
    tp_row_sync<WARPS>();
    if (row.slots > 0) OP(dots_fill)(p, &row, keys, at, thread, threads);
    tp_row_sync<WARPS>();
    OP(dots_of_row)(&state, p, has, &row, begin, end, thread / TP_DOTS_LANES, threads / TP_DOTS_LANES);
}

#if TP_MAKES(TP_VARIANT_DOTS_WARP)
TP_KERNEL void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)
    OP(product_dots_warp)(const OP_STATE state, const __grid_constant__ tp_device_product p, uint8_t *has)
{
    extern __shared__ __align__(16) char shared[];
    const int64_t r = tp_row_number<1>();
    if (r >= p.a.lists || tp_dots_is_large(&p, (tropic_index)r)) return;
    if (p.m.offsets[r] == p.m.offsets[r + 1]) return;
    OP(dots)<1>(&state, &p, has, (tropic_index)r, 0, shared + threadIdx.x / TP_WARP * TP_DOTS_BYTES(TP_DOTS_FEW),
                TP_DOTS_FEW);
}
#endif
#if TP_MAKES(TP_VARIANT_DOTS_BLOCK)
TP_KERNEL void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)
    OP(product_dots_block)(const OP_STATE state, const __grid_constant__ tp_device_product p, uint8_t *has)
{
    extern __shared__ __align__(16) char shared[];
    const tropic_index *item = p.list + 2 * (int64_t)blockIdx.x;
    OP(dots)<TP_PRODUCT_BLOCK_WARPS>(&state, &p, has, item[0], item[1], shared, TP_DOTS_MANY);
}
#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * Rows of a product of matrices by accumulators. Dense: a row of few columns has a sum for each of them. Sparse: a
 * bitmap holds the columns of the row's entries. The number of bits set before a column is the position of its sum. The
 * warps of the row share the sums about equally; each makes its share in passes, of as many sums as its shared memory
 * holds.
 */
#include "spmv/mxm/cuda/walk.cuh"

/* The product of a step, of a row whose entries of A begin at `from`, in column j. */
TP_FN OP(value) OP(product_of)(const OP_STATE *s, const tp_device_product *p, const tp_walk_step *step,
                               tropic_offset from, tropic_index j)
{
    const OP(entry) entry = p->b.values ? tp_constant((const OP(entry) *)p->b.values + step->q) : OP(one)();
    const OP(taken) source = OP(take_source)(s, (tropic_index)(step->k - from));
    return OP(times)(s, entry, source, __ldg(p->a.ids + step->k), j);
}

/* Sums of words begin .. end - 1, which begin at `at` of T. */
TP_FN void OP(product_add_up)(const OP_STATE *s, const tp_device_product *p, const tp_spa *spa, int begin, int end,
                              OP(value) *sums)
{
    const unsigned before = spa->ranks[begin];
    const tropic_offset from = p->a.offsets[spa->row], to = p->a.offsets[spa->row + 1];
    const int64_t base = spa->at;
    const tp_bits64 *hits = spa->hits;
    const unsigned *ranks = spa->ranks;
    tp_walk_columns columns;
    columns.first = base + (int64_t)begin * TP_PRODUCT_WORD;
    columns.last = base + (int64_t)end * TP_PRODUCT_WORD;
    columns.cut = columns.first > spa->first || columns.last < spa->last;
#pragma unroll 1
    for (unsigned c = (unsigned)tp_lane(); c < ranks[end] - before; c += TP_WARP)
        sums[c] = tp_sum_zero(p->sums_reals, OP(identity)());
    __syncwarp();
    tp_walk(p, from, to, TP_WARP, (tropic_offset)TP_WARP, columns, [&](const tp_walk_step &step) {
        const tropic_index j = step.active ? __ldg(p->b.ids + step.q) : (tropic_index)columns.first;
        const unsigned at = (unsigned)(j - base), bit = at % TP_PRODUCT_WORD;
        const tp_bits64 word = hits[at / TP_PRODUCT_WORD];
        const bool wanted = step.active && (word >> bit & 1);
        const unsigned slot = ranks[at / TP_PRODUCT_WORD] + (unsigned)__popcll(word & ((1ull << bit) - 1)) - before;
        OP(value) v = OP(identity)();
        if (wanted) v = OP(product_of)(s, p, &step, from, j);
        tp_walk_add(&step, wanted, slot, [&] { sums[slot] = s->any ? v : OP(add)(sums[slot], v); });
    });
}

/* The warp's share of the bitmap's sums, which begin at `out` of T. */
TP_FN void OP(product_share)(const OP_STATE *s, const tp_device_product *p, const tp_spa *spa, int begin, int end,
                             tropic_offset out, OP(value) *sums)
{
    while (begin < end) {
        /* (The next word after so many sums, or one less: a word has no more than there is room for.) */
        const unsigned room = spa->ranks[begin] + (unsigned)p->sums;
        int next = tp_spa_word(spa, begin, end, room + 1);
        if (spa->ranks[next] > room) next--;
#pragma unroll 1
        for (int w = begin + tp_lane(); w < next; w += TP_WARP) {
            tropic_offset at = out + spa->ranks[w];
            for (tp_bits64 left = spa->hits[w]; left; left &= left - 1)
                p->ids[at++] = (tropic_index)(spa->at + (int64_t)w * TP_PRODUCT_WORD + __ffsll((long long)left) - 1);
        }
        if (spa->ranks[next] > spa->ranks[begin]) {
            const unsigned before = spa->ranks[begin], count = spa->ranks[next] - before;
            OP(product_add_up)(s, p, spa, begin, next, sums);
#pragma unroll 1
            for (unsigned c = (unsigned)tp_lane(); c < count; c += TP_WARP)
                ((OP(value) *)p->values)[out + before + c] = sums[c];
            __syncwarp();
        }
        begin = next;
    }
}

template <int WARPS> TP_FN void OP(product_spa_row)(const OP_STATE *state, const tp_device_product *p, char *shared)
{
    __shared__ unsigned totals[TP_PRODUCT_LARGE_THREADS / TP_WARP];
    const int parts = WARPS == TP_PRODUCT_LARGE_THREADS / TP_WARP ? p->parts : 1;
    const int64_t number = tp_row_number<WARPS>() / parts;
    const int part = (int)(tp_row_number<WARPS>() % parts);
    const int warp = tp_row_warp<WARPS>();
    OP(value) *sums =
        (OP(value) *)(shared + tp_product_sums_at(p->words, p->m.offsets != NULL)) + (int64_t)warp * p->sums;
    tropic_offset out;
    tp_spa spa;
    OP_STATE s = *state;
    if (number >= p->count) return; /* (of one warp: all threads of a row) */
    spa = tp_spa_open<WARPS>(p, tp_row_of(p, number), shared);
    out = p->offsets[spa.row];
    if (parts > 1) {
        tp_spa_part(&spa, part, parts);
        for (int q = 0; q < part; q++) out += p->part_counts[number * parts + q];
    }
    s.row = spa.row;
    if (s.u) s.u = (const OP(taken) *)s.u + p->a.offsets[spa.row];
    for (; spa.at < spa.until; spa.at += (int64_t)spa.words * TP_PRODUCT_WORD) {
        unsigned all;
        tp_spa_mark<WARPS>(p, &spa);
        all = tp_spa_rank<WARPS>(&spa, totals);
        if (all > 0) {
            const unsigned mine = (unsigned)((tp_bits64)all * (unsigned)warp / WARPS);
            const unsigned theirs = (unsigned)((tp_bits64)all * (unsigned)(warp + 1) / WARPS);
            const int begin = warp == 0 ? 0 : tp_spa_word(&spa, 0, spa.words, mine);
            const int end = warp + 1 == WARPS ? spa.words : tp_spa_word(&spa, 0, spa.words, theirs);
            OP(product_share)(&s, p, &spa, begin, end, out, sums);
        }
        out += all;
    }
}

/* A row of few columns, with a sum and a flag for each. */
TP_FN void OP(product_dense_row)(const OP_STATE *state, const tp_device_product *p, int64_t number, OP(value) *sums,
                                 uint8_t *flags)
{
    const tropic_index row = tp_row_of(p, number), first = p->firsts[number];
    const int columns = tp_dense_columns(p, number);
    const tropic_offset from = p->a.offsets[row], to = p->a.offsets[row + 1];
    const bool masked = p->m.offsets != NULL;
    tp_walk_columns all;
    tropic_offset out = p->offsets[row];
    OP_STATE s = *state;
    all.first = all.last = 0;
    all.cut = false;
    s.row = row;
    if (s.u) s.u = (const OP(taken) *)s.u + from;
    for (int c = tp_lane(); c < columns; c += TP_WARP) sums[c] = tp_sum_zero(p->sums_reals, OP(identity)());
    tp_dense_open(p, row, first, flags);
    tp_walk(p, from, to, TP_WARP, (tropic_offset)TP_WARP, all, [&](const tp_walk_step &step) {
        const tropic_index j = step.active ? __ldg(p->b.ids + step.q) : first;
        const int at = (int)(j - first);
        const bool wanted = step.active && (!masked || flags[at]);
        OP(value) v = OP(identity)();
        if (masked) __syncwarp();
        if (wanted) v = OP(product_of)(&s, p, &step, from, j);
        tp_walk_add(&step, wanted, (unsigned)at, [&] {
            sums[at] = s.any ? v : OP(add)(sums[at], v);
            flags[at] = TP_DENSE_HIT | TP_DENSE_ALLOWED;
        });
    });
    for (int c = tp_lane(); c - tp_lane() < columns; c += TP_WARP) {
        const bool hit = c < columns && flags[c] >= TP_DENSE_HIT;
        const unsigned hits = __ballot_sync(TP_EVERY_LANE, hit);
        if (hit) {
            const tropic_offset at = out + __popc(hits & ((1u << tp_lane()) - 1));
            p->ids[at] = first + c;
            ((OP(value) *)p->values)[at] = sums[c];
        }
        out += __popc(hits);
    }
}

#if TP_MAKES(TP_VARIANT_ROWS_DENSE)
TP_KERNEL void __launch_bounds__(TP_PRODUCT_BLOCK_THREADS)
    OP(product_dense)(const OP_STATE state, const __grid_constant__ tp_device_product p)
{
    extern __shared__ __align__(16) char shared[];
    const int64_t number = tp_row_number<1>();
    char *mine = shared + threadIdx.x / TP_WARP * (TP_PRODUCT_DENSE_COLS * (sizeof(OP(value)) + 1));
    if (number >= p.count) return;
    OP(product_dense_row)(&state, &p, number, (OP(value) *)mine,
                          (uint8_t *)mine + TP_PRODUCT_DENSE_COLS * sizeof(OP(value)));
}
#endif

#define SPA_KERNEL(name, threads, WARPS, at)                                                                           \
    TP_KERNEL void __launch_bounds__(threads)                                                                          \
        OP(name)(const OP_STATE state, const __grid_constant__ tp_device_product p)                                    \
    {                                                                                                                  \
        extern __shared__ __align__(16) char shared[];                                                                 \
        OP(product_spa_row)<WARPS>(&state, &p, shared + (at));                                                         \
    }
#if TP_MAKES(TP_VARIANT_ROWS_SPA_WARP)
/* (A row of one warp has a bitmap and room for sums of its own.) */
SPA_KERNEL(product_spa_warp, TP_PRODUCT_BLOCK_THREADS, 1,
           threadIdx.x / TP_WARP *
               ((tp_product_sums_at(p.words, p.m.offsets != NULL) + (unsigned)p.sums * (unsigned)sizeof(OP(value)) +
                 15u) /
                16u * 16u))
#endif
#if TP_MAKES(TP_VARIANT_ROWS_SPA_BLOCK)
SPA_KERNEL(product_spa_block, TP_PRODUCT_BLOCK_THREADS, TP_PRODUCT_BLOCK_WARPS, 0)
#endif
#if TP_MAKES(TP_VARIANT_ROWS_SPA_LARGE)
SPA_KERNEL(product_spa_large, TP_PRODUCT_LARGE_THREADS, TP_PRODUCT_LARGE_THREADS / TP_WARP, 0)
#endif
#undef SPA_KERNEL

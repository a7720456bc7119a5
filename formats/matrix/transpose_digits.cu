/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of a matrix on a GPU: a counting sort of its entries by the digits of their ids, the low digit
 * first. One digit is enough for a few lists, two for all but the widest matrices. A pass counts the digits of each
 * tile of entries; sums of the counts, by digit and tile, are where each tile's entries go; and a second pass moves
 * them. A digit that a pass has gone by travels no further: after the low one an entry is its row, its value and 16
 * bits.
 *
 * Tiles of the second pass end where a low digit ends. So the entries that come before a tile and a high digit are
 * those before the list of these two digits, and the sums of the counts are the offsets, too.
 *
 * Bytes of an entry, of a value of s: read 4, then 4 + s, moved as 6 + s, read 2, then 6 + s, moved as 4 + s.
 */
#include "formats/matrix/transpose.cuh"
#include "formats/matrix/transpose_tiles.cuh"

#include <cub/device/device_scan.cuh>

#define DOING "transposing a matrix"

/* Bits of a digit; its counters are to fit in shared memory, and to be cleared in whole words. */
#define DIGIT_BITS_MAX 12
#define BITS_MIN 2
/* Of the only one; two short ones cost small matrices less than one with many counters. */
#define ALONE_BITS_MAX 10
/* Threads of the one block that plans the second pass. */
#define PLAN_BLOCK 1024
/* Of arrays in working memory. */
#define ALIGNMENT 256

/* ---- the passes ---- */

/* The first list that begins in each tile or later. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    firsts_kernel(const __grid_constant__ tp_arcs arcs, int64_t tiles, int64_t *firsts)
{
    TP_FOR_EACH(t, tiles + 1)
    {
        int64_t low = 0, high = arcs.lists;
        while (low < high) {
            const int64_t middle = low + (high - low) / 2;
            if (__ldg(arcs.offsets + middle) < t * TP_MOVE_TILE)
                low = middle + 1;
            else
                high = middle;
        }
        firsts[t] = low;
    }
}

typedef tropic::cub::BlockScan<int, PLAN_BLOCK> plan_scan;

/* Tiles of the entries as the first pass leaves them, which end where its digits end; first_tile: of each digit. One
 * block. */
static __global__ void __launch_bounds__(PLAN_BLOCK)
    plan_kernel(const __grid_constant__ moving p, int64_t tiles, int64_t *begins, int *first_tile)
{
    __shared__ typename plan_scan::TempStorage scan;
    const int digits = 1 << p.bits, each = digits > PLAN_BLOCK ? digits / PLAN_BLOCK : 1;
    int mine = 0, before, all;
    for (int d = (int)threadIdx.x * each; d < (int)(threadIdx.x + 1) * each && d < digits; d++)
        mine += (p.counts[(d + 1) * p.tiles] - p.counts[d * p.tiles] + TP_MOVE_TILE - 1) / TP_MOVE_TILE;
    plan_scan(scan).ExclusiveSum(mine, before, all);
    for (int d = (int)threadIdx.x * each; d < (int)(threadIdx.x + 1) * each && d < digits; d++) {
        first_tile[d] = before;
        for (int64_t at = p.counts[d * p.tiles]; at < p.counts[(d + 1) * p.tiles]; at += TP_MOVE_TILE)
            begins[before++] = at;
    }
    for (int64_t c = all + threadIdx.x; c <= tiles; c += PLAN_BLOCK) begins[c] = p.count;
}

/* Of the last pass; low_bits: of the digits before its own. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const __grid_constant__ moving p, int low_bits, const int *first_tile, tropic_index lists,
                   tropic_offset *offsets)
{
    TP_FOR_EACH(l, (int64_t)lists + 1)
    {
        const int64_t tile = low_bits > 0 ? first_tile[l & ((1 << low_bits) - 1)] : 0;
        offsets[l] = l < lists ? p.counts[(l >> low_bits) * p.tiles + tile] : p.count;
    }
}

/* One block of working memory, and what is taken from it. */
typedef struct working {
    char *memory;
    size_t used;
} working;

template <typename T> static T *take(working *w, int64_t count)
{
    T *taken = (T *)(w->memory + w->used);
    w->used += ((size_t)count * sizeof(T) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return taken;
}

typedef struct plan {
    tropic_context *context;
    const tp_transposed *to;
    moving passes[2];
    int count; /* of passes */
    int64_t *firsts, *begins;
    int *first_tile;
    char *room; /* of sums */
    size_t room_bytes;
} plan;

static tropic_status sum_counts(plan *t, const moving *p)
{
    const auto run = [&] {
        return tropic::cub::DeviceScan::ExclusiveSum(t->room, t->room_bytes, p->counts, p->counts,
                                                     (p->tiles << p->bits) + 1, tp_cuda_of(t->context)->stream);
    };
    return tp_cuda_cub(t->context, DOING, run);
}

/* Everything that w has to have, or (w->memory NULL) how much that is. */
static tropic_status lay_out(plan *t, working *w)
{
    moving *first = &t->passes[0], *last = &t->passes[t->count - 1];
    const int64_t count = first->count;
    size_t bytes = 0;
    w->used = 0;
    t->firsts = take<int64_t>(w, first->tiles + 1);
    first->firsts = t->firsts;
    for (int q = 0; q < t->count; q++) {
        moving *p = &t->passes[q];
        p->counts = take<int>(w, (p->tiles << p->bits) + 1);
        t->room = NULL;
        if (!w->memory) TP_TRY(sum_counts(t, p));
        if (t->room_bytes > bytes) bytes = t->room_bytes;
    }
    t->room_bytes = bytes;
    t->room = take<char>(w, (int64_t)bytes);
    last->rows_out = t->to->ids;
    last->values_out = t->to->values;
    if (t->count == 1) return TROPIC_OK;
    last->begins = t->begins = take<int64_t>(w, last->tiles + 1);
    t->first_tile = take<int>(w, (int64_t)1 << first->bits);
    last->keys = first->keys_out = take<uint16_t>(w, count);
    last->rows = first->rows_out = take<tropic_index>(w, count);
    first->values_out = NULL;
    if (t->to->size > 0) last->values = first->values_out = take<char>(w, count * (int64_t)t->to->size);
    return TROPIC_OK;
}

static size_t shared_of(const moving *p, size_t size)
{
    const size_t digits = (size_t)1 << p->bits, counters = TP_MOVE_WARPS * digits * sizeof(uint16_t);
    const size_t staged = TP_MOVE_TILE * (sizeof(uint16_t) + (size > sizeof(int) ? size : sizeof(int)));
    return digits * sizeof(int) + (counters > staged ? counters : staged);
}

static tropic_status count(plan *t, const moving *p, bool first)
{
    const tp_cuda_grid grid = {p->tiles, TP_MOVE_BLOCK, 1, sizeof(int) << p->bits};
    TP_TRY(tp_cuda_check(
        t->context, cudaMemsetAsync(p->counts + (p->tiles << p->bits), 0, sizeof(int), tp_cuda_of(t->context)->stream),
        DOING));
    TP_TRY(tp_cuda_launch(t->context, DOING, grid, first ? count_kernel<true> : count_kernel<false>, *p));
    return sum_counts(t, p);
}

template <typename V> static tropic_status move_pass(plan *t, int q)
{
    const moving *p = &t->passes[q];
    const bool last = q == t->count - 1;
    const size_t shared = shared_of(p, t->to->size);
    void (*kernel)(moving) = q > 0  ? move_kernel<V, false, true>
                             : last ? move_kernel<V, true, true>
                                    : move_kernel<V, true, false>;
    TP_TRY(tp_cuda_check(
        t->context,
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared), DOING));
    return tp_cuda_launch(t->context, DOING, {p->tiles, TP_MOVE_BLOCK, 1, shared}, kernel, *p);
}

template <typename V> static tropic_status run(plan *t)
{
    const moving *first = &t->passes[0], *last = &t->passes[t->count - 1];
    TP_TRY(tp_pass(t->context, DOING, first->tiles + 1, firsts_kernel, first->arcs, first->tiles, t->firsts));
    TP_TRY(count(t, first, true));
    if (t->count > 1)
        TP_TRY(tp_cuda_launch(t->context, DOING, {1, PLAN_BLOCK}, plan_kernel, *first, last->tiles, t->begins,
                              t->first_tile));
    TP_TRY(move_pass<V>(t, 0));
    if (t->count > 1) TP_TRY(count(t, last, false));
    TP_TRY(tp_pass(t->context, DOING, (int64_t)t->to->lists + 1, offsets_kernel, *last, t->count > 1 ? first->bits : 0,
                   t->first_tile, t->to->lists, t->to->offsets));
    return t->count > 1 ? move_pass<V>(t, 1) : TROPIC_OK;
}

static tropic_status run_size(plan *t)
{
    switch (t->to->size) {
    case 0: return run<uint8_t>(t);
    case sizeof(uint8_t): return run<uint8_t>(t);
    case sizeof(uint16_t): return run<uint16_t>(t);
    case sizeof(uint32_t): return run<uint32_t>(t);
    default: return run<uint64_t>(t);
    }
}

static bool has_width(size_t size)
{
    return size <= sizeof(uint16_t) || size == sizeof(uint32_t) || size == sizeof(uint64_t);
}

/* Digits of equal length, the low one not the longer. */
static void choose_digits(plan *t, const tp_arcs *from)
{
    const int64_t count = from->count;
    int bits = BITS_MIN;
    while (((int64_t)1 << bits) < t->to->lists) bits++;
    t->count = bits > ALONE_BITS_MAX ? 2 : 1;
    t->passes[0].bits = bits / t->count;
    t->passes[0].tiles = tp_quotient_up(count, TP_MOVE_TILE);
    t->passes[0].count = count;
    t->passes[0].arcs = *from;
    if (t->count == 1) return;
    t->passes[1].bits = bits - t->passes[0].bits;
    t->passes[1].tiles = count / TP_MOVE_TILE + ((int64_t)1 << t->passes[0].bits);
    t->passes[1].count = count;
}

tropic_status tp_cuda_transpose_digits(tropic_context *context, const tp_arcs *from, const tp_transposed *to,
                                       bool *done)
{
    plan t = {};
    working w = {};
    int shared = 0;
    void *memory = NULL;
    tropic_status status;
    *done = false;
    t.context = context;
    t.to = to;
    choose_digits(&t, from);
    if (from->count == 0 || !has_width(to->size) || t.passes[t.count - 1].bits > DIGIT_BITS_MAX) return TROPIC_OK;
    TP_TRY(tp_cuda_check(
        context, cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, tp_cuda_of(context)->ordinal),
        DOING));
    /* (The kernels' own is small.) */
    if (shared_of(&t.passes[t.count - 1], to->size) + sizeof(digit_scan::TempStorage) + ALIGNMENT > (size_t)shared)
        return TROPIC_OK;
    TP_TRY(lay_out(&t, &w));
    TP_TRY(tp_cuda_allocate(context, &memory, w.used, DOING));
    w.memory = (char *)memory;
    status = lay_out(&t, &w);
    if (status == TROPIC_OK) status = run_size(&t);
    tp_cuda_release(context, memory);
    *done = status == TROPIC_OK;
    return status;
}

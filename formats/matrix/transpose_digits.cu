/* SPDX-License-Identifier: Apache-2.0
 *
 * The other orientation of a matrix on a GPU: a counting sort of its entries by the digits of their ids, the low digit
 * first. One pass over the ids counts all digits. Then a pass for each moves the entries: a tile ranks its own in
 * shared memory, learns from the tiles before it, which are under way, where they go, and writes those of a digit side
 * by side. The digit that a pass went by travels no further: whoever reads the entry finds it by its place. So ids of
 * up to 24 bits travel as 16. The last pass sees where lists begin.
 *
 * Bytes of an entry, of a value of s, for three digits: read 4; then 4 + s, 6 + s and 6 + s, and written 6 + s, 6 + s
 * and 4 + s.
 */
#include "formats/matrix/transpose.cuh"
#include "formats/matrix/transpose_tiles.cuh"

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/reverse_iterator.h>

#define DOING "transposing a matrix"

#define PASSES_MAX 3
/* Bits that a key has room for. */
#define KEY_BITS 16
/* Blocks that count, some for each multiprocessor. */
#define COUNT_BLOCKS 1024
/* Ids that a thread has in flight. */
#define COUNT_ITEMS 8
#define COUNT_TILE (COUNT_ITEMS * TP_PASS_BLOCK)
/* Counters of one digit in a block: lanes that find the same one then seldom wait for each other. And their distance,
 * so that they lie in different banks. */
#define COPIES 4
#define APART (PASSES_MAX * TP_MOVE_DIGITS + TP_WARP / COPIES)
/* Of arrays in working memory. */
#define ALIGNMENT 256

/* ---- how many entries have a digit ---- */

typedef struct counting {
    const tropic_index *ids;
    int64_t count;
    digit digits[PASSES_MAX];
    int passes;
    unsigned *bins; /* [passes][TP_MOVE_DIGITS + 1]: entries, then where they begin */
} counting;

static __device__ unsigned *bins_of(const counting *c, int pass)
{
    return c->bins + pass * (TP_MOVE_DIGITS + 1);
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK) count_kernel(const __grid_constant__ counting c)
{
    __shared__ unsigned found[COPIES * APART];
    unsigned *const mine = found + threadIdx.x % COPIES * APART;
    for (int k = (int)threadIdx.x; k < COPIES * APART; k += TP_PASS_BLOCK) found[k] = 0;
    __syncthreads();
    for (int64_t first = (int64_t)blockIdx.x * COUNT_TILE + threadIdx.x; first < c.count;
         first += (int64_t)gridDim.x * COUNT_TILE) {
        unsigned id[COUNT_ITEMS];
#pragma unroll
        for (int k = 0; k < COUNT_ITEMS; k++)
            id[k] = first + k * TP_PASS_BLOCK < c.count ? (unsigned)__ldcs(c.ids + first + k * TP_PASS_BLOCK) : 0;
#pragma unroll
        for (int k = 0; k < COUNT_ITEMS; k++) {
            if (first + k * TP_PASS_BLOCK >= c.count) break;
            for (int q = 0; q < c.passes; q++) atomicAdd(mine + q * TP_MOVE_DIGITS + digit_of(id[k], c.digits[q]), 1u);
        }
    }
    __syncthreads();
    for (int k = (int)threadIdx.x; k < c.passes * TP_MOVE_DIGITS; k += TP_PASS_BLOCK) {
        unsigned all = 0;
        for (int copy = 0; copy < COPIES; copy++) all += found[copy * APART + k];
        if (all > 0) atomicAdd(bins_of(&c, k / TP_MOVE_DIGITS) + k % TP_MOVE_DIGITS, all);
    }
}

typedef tropic::cub::BlockScan<unsigned, TP_MOVE_DIGITS> bin_scan;

/* A block for each digit. */
static __global__ void __launch_bounds__(TP_MOVE_DIGITS) bins_kernel(const __grid_constant__ counting c)
{
    __shared__ typename bin_scan::TempStorage scan;
    unsigned *const bins = bins_of(&c, (int)blockIdx.x);
    const unsigned mine = bins[threadIdx.x];
    unsigned before;
    bin_scan(scan).ExclusiveSum(mine, before);
    bins[threadIdx.x] = before;
    if (threadIdx.x == 0) bins[TP_MOVE_DIGITS] = (unsigned)c.count;
}

/* ---- the passes ---- */

/* The first list that begins in each tile or later. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    firsts_kernel(const __grid_constant__ tp_arcs arcs, int64_t tiles, int64_t *firsts)
{
    TP_FOR_EACH(t, tiles + 1)
    {
        firsts[t] = tp_first_at(arcs.lists, t * TP_MOVE_TILE, [&](int64_t l) { return __ldg(arcs.offsets + l); });
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const unsigned *begins, tropic_index lists, int64_t count, tropic_offset *offsets)
{
    /* (Where no list with entries follows, all bits are set.) */
    TP_FOR_EACH(l, (int64_t)lists + 1) offsets[l] = begins[l] < count ? (tropic_offset)begins[l] : count;
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
    const tp_arcs *from;
    const tp_transposed *to;
    counting counted;
    moving passes[PASSES_MAX];
    int count; /* of passes */
    int64_t *firsts;
    unsigned *cleared, *begins;
    size_t cleared_bytes;
    char *room; /* of the scan */
    size_t room_bytes;
} plan;

struct smaller {
    __device__ unsigned operator()(unsigned a, unsigned b) const
    {
        return a < b ? a : b;
    }
};

/* A list that is empty begins where the next one does. */
static tropic_status scan_begins(plan *t)
{
    const auto last = thrust::make_reverse_iterator(t->begins + t->to->lists + 1);
    const auto run = [&] {
        return tropic::cub::DeviceScan::InclusiveScan(t->room, t->room_bytes, last, last, smaller(),
                                                      (int64_t)t->to->lists + 1, tp_cuda_of(t->context)->stream);
    };
    return tp_cuda_cub(t->context, DOING, run);
}

/* What has to be 0: counters, states and tickets. */
static void lay_out_cleared(plan *t, working *w)
{
    const size_t begin = w->used;
    t->cleared = take<unsigned>(w, 0);
    t->counted.bins = take<unsigned>(w, (TP_MOVE_DIGITS + 1) * t->count);
    for (int q = 0; q < t->count; q++) {
        moving *p = &t->passes[q];
        p->taken = take<unsigned>(w, 1);
        p->states = take<unsigned>(w, p->tiles << p->by.bits);
        p->bins = t->counted.bins + q * (TP_MOVE_DIGITS + 1);
        if (q > 0) p->before_bins = t->passes[q - 1].bins;
    }
    t->cleared_bytes = w->used - begin;
}

/* Everything that w has to have, or (w->memory NULL) how much that is. Entries on their way lie in two places in turn;
 * of an odd number of passes on the way, the second is the result's. */
static tropic_status lay_out(plan *t, working *w)
{
    const int64_t count = t->from->count;
    w->used = 0;
    lay_out_cleared(t, w);
    t->begins = take<unsigned>(w, (int64_t)t->to->lists + 1);
    t->firsts = take<int64_t>(w, t->passes[0].tiles + 1);
    t->passes[0].firsts = t->firsts;
    t->room = NULL;
    if (!w->memory) TP_TRY(scan_begins(t));
    t->room = take<char>(w, (int64_t)t->room_bytes);
    for (int q = 0; q < t->count; q++) {
        moving *p = &t->passes[q];
        const bool in_result = (t->count - 1 - q) % 2 == 0;
        if (q > 0) {
            p->keys = t->passes[q - 1].keys_out;
            p->rows = t->passes[q - 1].rows_out;
            p->values = t->passes[q - 1].values_out;
        }
        p->rows_out = in_result ? t->to->ids : q > 1 ? t->passes[q - 2].rows_out : take<tropic_index>(w, count);
        if (q < t->count - 1) p->keys_out = q > 1 ? t->passes[q - 2].keys_out : take<uint16_t>(w, count);
        p->values_out = NULL;
        if (t->to->size > 0)
            p->values_out = in_result ? t->to->values
                            : q > 1   ? t->passes[q - 2].values_out
                                      : take<char>(w, count * (int64_t)t->to->size);
    }
    t->passes[t->count - 1].begins = t->begins;
    return TROPIC_OK;
}

static tropic_status count_digits(plan *t)
{
    const cudaStream_t stream = tp_cuda_of(t->context)->stream;
    const size_t lists = ((size_t)t->to->lists + 1) * sizeof *t->begins;
    const int nowhere = 0xff; /* all bits, byte by byte */
    TP_TRY(tp_cuda_check(t->context, cudaMemsetAsync(t->cleared, 0, t->cleared_bytes, stream), DOING));
    TP_TRY(tp_cuda_check(t->context, cudaMemsetAsync(t->begins, nowhere, lists, stream), DOING));
    TP_TRY(tp_cuda_launch(t->context, DOING, {COUNT_BLOCKS, TP_PASS_BLOCK}, count_kernel, t->counted));
    return tp_cuda_launch(t->context, DOING, {t->count, TP_MOVE_DIGITS}, bins_kernel, t->counted);
}

template <typename V> static tropic_status move_pass(plan *t, int q)
{
    const moving *p = &t->passes[q];
    const bool last = q == t->count - 1;
    const size_t shared = room_bytes(t->to->size);
    void (*kernel)(moving) = q > 0  ? last ? move_kernel<V, false, true> : move_kernel<V, false, false>
                              : last ? move_kernel<V, true, true>
                                    : move_kernel<V, true, false>;
    TP_TRY(tp_cuda_check(
        t->context,
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared), DOING));
    return tp_cuda_launch(t->context, DOING, {p->tiles, TP_MOVE_BLOCK, 1, shared}, kernel, *p);
}

template <typename V> static tropic_status run(plan *t)
{
    const int64_t tiles = t->passes[0].tiles;
    if (t->from->offsets) TP_TRY(tp_pass(t->context, DOING, tiles + 1, firsts_kernel, *t->from, tiles, t->firsts));
    TP_TRY(count_digits(t));
    for (int q = 0; q < t->count; q++) TP_TRY(move_pass<V>(t, q));
    TP_TRY(scan_begins(t));
    return tp_pass(t->context, DOING, (int64_t)t->to->lists + 1, offsets_kernel, t->begins, t->to->lists,
                   t->from->count, t->to->offsets);
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

/* As few digits as ids take, of about equal length. */
static void choose_digits(plan *t, int bits)
{
    int shift = 0;
    t->count = (bits + TP_MOVE_BITS - 1) / TP_MOVE_BITS;
    for (int q = 0; q < t->count; q++) {
        moving *p = &t->passes[q];
        p->by.shift = shift;
        p->by.bits = (bits - shift) / (t->count - q);
        p->before = q > 0 ? t->passes[q - 1].by : p->by;
        p->count = t->from->count;
        p->tiles = tp_quotient_up(p->count, TP_MOVE_TILE);
        shift += p->by.bits;
        t->counted.digits[q] = p->by;
    }
    t->passes[0].arcs = *t->from;
    t->counted.ids = t->from->ids;
    t->counted.count = t->from->count;
    t->counted.passes = t->count;
}

tropic_status tp_cuda_transpose_digits(tropic_context *context, const tp_arcs *from, const tp_transposed *to,
                                       bool *done)
{
    const int bits = tp_bits_of(to->lists);
    plan t = {};
    working w = {};
    int shared = 0;
    void *memory = NULL;
    tropic_status status;
    *done = false;
    if (from->count == 0 || !has_width(to->size) || bits > KEY_BITS + TP_MOVE_BITS) return TROPIC_OK;
    t.context = context;
    t.from = from;
    t.to = to;
    choose_digits(&t, bits);
    TP_TRY(tp_cuda_check(
        context, cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, tp_cuda_of(context)->ordinal),
        DOING));
    if (room_bytes(to->size) + sizeof(digit_scan::TempStorage) + TP_MOVE_DIGITS * sizeof(int) + ALIGNMENT >
        (size_t)shared)
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

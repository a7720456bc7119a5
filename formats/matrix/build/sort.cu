/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries in device memory become lists: a counting sort by the digits of their keys, the low digit first. A key has
 * the entry's list and, below, its other id; where other ids ascend already, lists alone are sorted by. One pass over
 * the input counts all digits. Then a pass for each moves the entries: a tile ranks its own in shared memory, learns
 * from the tiles before it, which are under way, where they go, and writes those of a digit side by side. The digit
 * that a pass went by travels no further: whoever reads the entry finds it by its place. So keys of up to 43 bits
 * travel as 32. The last pass sees where lists begin.
 *
 * Bytes of an entry with a value of 4, for keys that travel as 32 bits: counted 8 (of lists: 4); then read 12 (8), and
 * written 8; each further pass reads and writes 8.
 *
 * A tile writes its entries of a digit in parts of the device's sectors, which seem to cost more than whole ones: short
 * digits make longer parts, and more passes. Passes of a prototype of these kernels over 63.5 million R-MAT entries
 * with values of 4 bytes took 0.51 ms by 8 bits, 0.64 by 10 (2^20 rows) and 0.77 by 11 (2^21 rows): H200.
 *
 * Beside cub::DeviceRadixSort, which sorts by keys of both ids, a build takes 0.71 of the time (mean of 102 cases), and
 * a transpose 1.09: bench/results/2026-11-30-h200-sort.txt.
 */
#include "formats/matrix/build/sort_pass.cuh"

#include <cub/device/device_scan.cuh>
#include <thrust/iterator/reverse_iterator.h>

#define DOING "sorting entries"

/* Bits of a digit, unless keys travel as 32 bits by longer ones: see above; and at most, on GPUs with little memory. */
#define USUAL_BITS 9
#define SMALL_BITS 8
#define KEY_BITS_MAX 62
#define PASSES_MAX ((KEY_BITS_MAX + SMALL_BITS - 1) / SMALL_BITS)
/* Blocks that count, some for each multiprocessor. */
#define COUNT_BLOCKS 512
/* Entries that a thread has in flight. */
#define COUNT_ITEMS 8
#define COUNT_TILE (COUNT_ITEMS * TP_SORT_BLOCK)
/* Counters of one digit in a block: lanes that find the same one then seldom wait for each other. Their distance is
 * such that they lie in different banks. The last is the most counters in all. */
#define COPIES 4
#define APART (TP_WARP / COPIES)
#define COUNTERS_MAX 8192
/* Of arrays in working memory. */
#define ALIGNMENT 256

/* ---- how many entries have a digit ---- */

typedef struct counting {
    tp_unsorted from;
    int list_bits, other_bits;
    int passes, begin[PASSES_MAX], bits[PASSES_MAX], longest;
    int copies;
    unsigned *bins; /* [passes][1 << longest]: entries, then where they begin */
} counting;

static __global__ void __launch_bounds__(TP_SORT_BLOCK) count_kernel(const __grid_constant__ counting c)
{
    extern __shared__ unsigned counters[];
    const int all = c.passes << c.longest, apart = all + APART;
    unsigned *const mine = counters + (int)threadIdx.x % c.copies * apart;
    for (int k = (int)threadIdx.x; k < c.copies * apart; k += TP_SORT_BLOCK) counters[k] = 0;
    __syncthreads();
    for (int64_t first = (int64_t)blockIdx.x * COUNT_TILE + threadIdx.x; first < c.from.count;
         first += (int64_t)gridDim.x * COUNT_TILE) {
        uint64_t key[COUNT_ITEMS];
#pragma unroll
        for (int k = 0; k < COUNT_ITEMS; k++) {
            const int64_t at = first + k * TP_SORT_BLOCK;
            key[k] = at < c.from.count ? key_at(&c.from, c.list_bits, c.other_bits, at) : 0;
        }
#pragma unroll
        for (int k = 0; k < COUNT_ITEMS; k++) {
            if (first + k * TP_SORT_BLOCK >= c.from.count) break;
            for (int q = 0; q < c.passes; q++)
                atomicAdd(mine + (q << c.longest) + ((key[k] >> c.begin[q]) & ((1u << c.bits[q]) - 1)), 1u);
        }
    }
    __syncthreads();
    for (int k = (int)threadIdx.x; k < all; k += TP_SORT_BLOCK) {
        unsigned sum = 0;
        for (int copy = 0; copy < c.copies; copy++) sum += counters[copy * apart + k];
        if (sum > 0) atomicAdd(c.bins + k, sum);
    }
}

/* A block for each digit. */
static __global__ void __launch_bounds__(TP_SORT_BLOCK) bins_kernel(const __grid_constant__ counting c)
{
    __shared__ typename digit_scan::TempStorage scan;
    unsigned *const bins = c.bins + ((int)blockIdx.x << c.longest);
    int sums[TP_SORT_PER_THREAD];
#pragma unroll
    for (int j = 0; j < TP_SORT_PER_THREAD; j++) {
        const int d = (int)threadIdx.x * TP_SORT_PER_THREAD + j;
        sums[j] = d < 1 << c.longest ? (int)bins[d] : 0;
    }
    digit_scan(scan).ExclusiveSum(sums, sums);
#pragma unroll
    for (int j = 0; j < TP_SORT_PER_THREAD; j++) {
        const int d = (int)threadIdx.x * TP_SORT_PER_THREAD + j;
        if (d < 1 << c.longest) bins[d] = (unsigned)sums[j];
    }
}

/* ---- the passes ---- */

/* The first list that begins in each tile or later. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    firsts_kernel(const tropic_offset *offsets, tropic_index lists, int64_t tiles, int tile, int64_t *firsts)
{
    TP_FOR_EACH(t, tiles + 1)
    {
        firsts[t] = tp_first_at(lists, t * tile, [&](int64_t l) { return __ldg(offsets + l); });
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    offsets_kernel(const unsigned *begins, tropic_index lists, int64_t count, tropic_offset *offsets)
{
    /* (Where no list with entries follows, all bits are set.) */
    TP_FOR_EACH(l, (int64_t)lists + 1) offsets[l] = begins[l] < count ? (tropic_offset)begins[l] : count;
}

/* One block of working memory, and the bytes taken from it. */
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
    const tp_unsorted *from;
    const tp_sorted *to;
    counting counted;
    int key_bits;
    bool small; /* the kernels that are at hand are for GPUs with little memory */
    int64_t tiles;
    int tile; /* entries */
    int64_t *firsts;
    unsigned *taken, *states, *begins;
    size_t state_bytes;
    struct {
        void *keys, *carried;
    } way[2];   /* entries on their way lie in two places in turn */
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
    const auto last = thrust::make_reverse_iterator(t->begins + t->from->lists + 1);
    const auto run = [&] {
        return tropic::cub::DeviceScan::InclusiveScan(t->room, t->room_bytes, last, last, smaller(),
                                                      (int64_t)t->from->lists + 1, tp_cuda_of(t->context)->stream);
    };
    return tp_cuda_cub(t->context, DOING, run);
}

/* Everything that w has to have, or (w->memory NULL) how much that is. */
template <typename K, typename C> static tropic_status lay_out(plan *t, working *w)
{
    const int64_t count = t->from->count;
    const bool together = in_one_array<K, C>();
    w->used = 0;
    t->counted.bins = take<unsigned>(w, (int64_t)t->counted.passes << t->counted.longest);
    t->taken = take<unsigned>(w, t->counted.passes);
    t->states = take<unsigned>(w, t->tiles << t->counted.longest);
    t->begins = take<unsigned>(w, (int64_t)t->from->lists + 1);
    t->firsts = take<int64_t>(w, t->from->other_ids ? 0 : t->tiles + 1);
    t->room = NULL;
    if (!w->memory) TP_TRY(scan_begins(t));
    t->room = take<char>(w, (int64_t)t->room_bytes);
    for (int k = 0; k < 2 && k < t->counted.passes - 1; k++) {
        t->way[k].keys = take<char>(w, count * (int64_t)(sizeof(K) + (together ? sizeof(C) : 0)));
        t->way[k].carried = take<char>(w, together ? 0 : count * carried_bytes<C>());
    }
    return TROPIC_OK;
}

static tropic_status clear(plan *t, void *array, int byte, size_t bytes)
{
    return tp_cuda_check(t->context, cudaMemsetAsync(array, byte, bytes, tp_cuda_of(t->context)->stream), DOING);
}

static tropic_status count_digits(plan *t)
{
    const int nowhere = 0xff; /* all bits, byte by byte */
    counting *c = &t->counted;
    const int all = c->passes << c->longest;
    const size_t shared = (size_t)c->copies * (size_t)(all + APART) * sizeof(unsigned);
    const int64_t blocks = tp_quotient_up(t->from->count, COUNT_TILE);
    TP_TRY(clear(t, c->bins, 0, (size_t)all * sizeof *c->bins));
    TP_TRY(clear(t, t->taken, 0, (size_t)c->passes * sizeof *t->taken));
    TP_TRY(clear(t, t->begins, nowhere, ((size_t)t->from->lists + 1) * sizeof *t->begins));
    TP_TRY(tp_cuda_launch(t->context, DOING, {blocks < COUNT_BLOCKS ? blocks : COUNT_BLOCKS, TP_SORT_BLOCK, 1, shared},
                          count_kernel, *c));
    return tp_cuda_launch(t->context, DOING, {c->passes, TP_SORT_BLOCK}, bins_kernel, *c);
}

template <typename K, typename C> static tropic_status move_pass(plan *t, int q)
{
    const counting *c = &t->counted;
    const bool last = q == c->passes - 1;
    const size_t shared = room_bytes<K, C>(t->tile, c->longest);
    void (*kernel)(moving) = q > 0  ? last ? move_kernel<K, C, false, true> : move_kernel<K, C, false, false>
                              : last ? move_kernel<K, C, true, true>
                                    : move_kernel<K, C, true, false>;
    moving p = {};
    p.from = *t->from;
    p.firsts = t->firsts;
    p.count = t->from->count;
    p.key_bits = t->key_bits;
    p.list_bits = c->list_bits;
    p.other_bits = c->other_bits;
    p.bits = c->bits[q];
    p.before_bits = q > 0 ? c->bits[q - 1] : 0;
    p.shared_bits = c->longest;
    p.bins = c->bins + ((int64_t)q << c->longest);
    p.before_bins = q > 0 ? p.bins - ((int64_t)1 << c->longest) : NULL;
    p.states = t->states;
    p.taken = t->taken + q;
    p.keys = t->way[(q + 1) % 2].keys;
    p.carried = t->way[(q + 1) % 2].carried;
    p.keys_out = t->way[q % 2].keys;
    p.carried_out = t->way[q % 2].carried;
    p.ids_out = t->to->ids;
    p.values_out = t->to->values;
    p.begins = t->begins;
    TP_TRY(clear(t, t->states, 0, (size_t)(t->tiles << p.bits) * sizeof *t->states));
    TP_TRY(tp_cuda_check(
        t->context,
        cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared), DOING));
    return tp_cuda_launch(t->context, DOING, {t->tiles, TP_SORT_BLOCK, 1, shared}, kernel, p);
}

template <typename K, typename C> static tropic_status run_passes(plan *t)
{
    const tp_unsorted *from = t->from;
    if (!from->other_ids)
        TP_TRY(tp_pass(t->context, DOING, t->tiles + 1, firsts_kernel, from->offsets, from->others, t->tiles, t->tile,
                       t->firsts));
    TP_TRY(count_digits(t));
    for (int q = 0; q < t->counted.passes; q++) TP_TRY((move_pass<K, C>(t, q)));
    TP_TRY(scan_begins(t));
    return tp_pass(t->context, DOING, (int64_t)from->lists + 1, offsets_kernel, t->begins, from->lists, from->count,
                   t->to->offsets);
}

template <typename K, typename C> static tropic_status run(plan *t)
{
    working w = {};
    void *memory = NULL;
    tropic_status status;
    t->tile = items_of<K, C>(t->small) * TP_SORT_BLOCK;
    t->tiles = tp_quotient_up(t->from->count, t->tile);
    TP_TRY((lay_out<K, C>(t, &w)));
    TP_TRY(tp_cuda_allocate(t->context, &memory, w.used, DOING));
    w.memory = (char *)memory;
    status = lay_out<K, C>(t, &w);
    if (status == TROPIC_OK) status = run_passes<K, C>(t);
    tp_cuda_release(t->context, memory);
    return status;
}

template <typename K> static tropic_status run_size(plan *t)
{
    switch (t->from->size) {
    case 0: return run<K, nothing>(t);
    case sizeof(uint64_t): return run<K, uint64_t>(t);
    default: return run<K, uint32_t>(t);
    }
}

/* ---- digits ---- */

/* The digits of so many bits: as few as their usual length allows, or, if keys then travel as 32 bits, fewer and longer
 * ones. Returns whether keys travel as 64 bits. */
static bool choose_digits(plan *t, int bits)
{
    counting *c = &t->counted;
    const int key32 = t->key_bits - (int)(8 * sizeof(uint32_t)); /* a digit has so many at least */
    const int most = t->small ? SMALL_BITS : TP_SORT_BITS, usual = t->small ? SMALL_BITS : USUAL_BITS;
    int passes = (bits + usual - 1) / usual, left = bits;
    bool wide = false;
    if (key32 > bits / passes) {
        const int fewer = bits / key32;
        wide = fewer == 0 || (bits + fewer - 1) / fewer > most;
        if (!wide) passes = fewer;
    }
    c->passes = passes;
    for (int q = 0; q < passes; q++) {
        c->begin[q] = bits - left;
        c->bits[q] = (left + passes - q - 1) / (passes - q);
        left -= c->bits[q];
    }
    c->longest = c->bits[0];
    return wide;
}

tropic_status tp_cuda_sort(tropic_context *context, const tp_unsorted *from, const tp_sorted *to)
{
    const bool leaves_out = from->mirror || from->skip_loops;
    cudaFuncAttributes kernel;
    plan t = {};
    counting *c = &t.counted;
    bool wide;
    t.context = context;
    t.from = from;
    t.to = to;
    if (from->count == 0) return clear(&t, to->offsets, 0, ((size_t)from->lists + 1) * sizeof *to->offsets);
    TP_TRY(tp_cuda_check(context, cudaFuncGetAttributes(&kernel, (const void *)count_kernel), DOING));
    t.small = kernel.ptxVersion < 80;
    c->from = *from;
    c->list_bits = tp_bits_of((int64_t)from->lists + leaves_out);
    c->other_bits = tp_bits_of(from->others);
    t.key_bits = c->list_bits + c->other_bits;
    wide = choose_digits(&t, from->others_ascend ? c->list_bits : t.key_bits);
    c->copies = COUNTERS_MAX / (c->passes << c->longest);
    c->copies = c->copies < 1 ? 1 : c->copies < COPIES ? c->copies : COPIES;
    return wide ? run_size<uint64_t>(&t) : run_size<uint32_t>(&t);
}

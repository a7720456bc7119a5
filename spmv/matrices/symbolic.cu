/* SPDX-License-Identifier: Apache-2.0
 *
 * The terms of a product of matrices on a GPU, found once its entries are there, and summed.
 */
#include "spmv/matrices/symbolic.cuh"

#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/matrices/product_walk.cuh"
#include "spmv/matrices/working.cuh"
#include "spmv/ops/state.h"

#define DOING "the terms of a product"
/* Of each run k and q in arrays one after the other, and then the bits. */
#define RUN_WORDS 2
/* A warp takes some milliseconds for a slice of so many runs; rows with more terms have many warps in a product. */
#define RUNS_MAX (1u << 16)

typedef struct finding {
    tp_arcs a, b, t; /* by rows */
    tropic_offset slices;
} finding;

/* ---- a slice's terms ---- */

/* Slices that a warp has side by side. */
#define SIDE_BY_SIDE (TP_WARP / TP_SLICE)

/* Calls each(k, q, found) by all lanes, for ascending k, for as many entries of T, from `begin` on: A's entry k has a
 * term in the entries of the lanes in `found`, in each with B's entry q. */
template <class EACH>
static __device__ __forceinline__ void each_entry(const finding *p, tropic_offset begin, const EACH &each)
{
    const tropic_offset at = begin + tp_lane();
    const bool mine = at < p->t.count;
    const tropic_index j = mine ? p->t.ids[at] : 0;
    const tropic_index row = mine ? tp_list_of(p->t.offsets, 0, p->t.lists, at) : -1;
    for (unsigned left = __ballot_sync(TP_EVERY_LANE, mine); left;) {
        const int leader = __ffs((int)left) - 1;
        const tropic_index r = __shfl_sync(TP_EVERY_LANE, row, leader);
        const unsigned members = __ballot_sync(TP_EVERY_LANE, row == r);
        const bool member = row == r;
        const tropic_index first = __shfl_sync(TP_EVERY_LANE, j, leader);
        const tropic_index last = __shfl_sync(TP_EVERY_LANE, j, TP_WARP - 1 - __clz((int)members));
        const tropic_offset end = p->a.offsets[r + 1];
        for (tropic_offset base = p->a.offsets[r]; base < end; base += TP_WARP) {
            tropic_offset from = 0, to = 0;
            bool hit = false;
            if (base + tp_lane() < end) {
                const tropic_index i = __ldg(p->a.ids + base + tp_lane());
                to = __ldg(p->b.offsets + i + 1);
                from = tp_find_id(p->b.ids, __ldg(p->b.offsets + i), to, first);
                hit = from < to && __ldg(p->b.ids + from) <= last;
                if (to - from > (tropic_offset)last - first + 1) to = from + ((tropic_offset)last - first + 1);
            }
            for (unsigned hits = __ballot_sync(TP_EVERY_LANE, hit); hits; hits &= hits - 1) {
                const int owner = __ffs((int)hits) - 1;
                const tropic_offset low = tp_shuffle_from(from, owner), until = tp_shuffle_from(to, owner);
                const tropic_offset q = member ? tp_find_id(p->b.ids, low, until, j) : until;
                const bool found = q < until && __ldg(p->b.ids + q) == j;
                each(base + owner, q, __ballot_sync(TP_EVERY_LANE, found));
            }
        }
        left &= ~members;
    }
}

/* The lanes of the lane's slice. */
static __device__ __forceinline__ unsigned slice_lanes(void)
{
    return (0xffffffffu >> (TP_WARP - TP_SLICE)) << (tp_lane() / TP_SLICE * TP_SLICE);
}

/* The lanes in `found`, of the lane's slice, with which a run begins: q does not follow that of the one before. */
static __device__ __forceinline__ unsigned run_starts(unsigned found, tropic_offset q)
{
    const unsigned before = found & slice_lanes() & ((1u << tp_lane()) - 1);
    const tropic_offset there = tp_shuffle_from(q, before ? TP_WARP - 1 - __clz((int)before) : 0);
    return slice_lanes() & __ballot_sync(TP_EVERY_LANE, (found >> tp_lane() & 1) && (!before || there + 1 != q));
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_kernel(const __grid_constant__ finding p, tropic_offset *counts, bool *long_one)
{
    for (tropic_offset first = tp_warp() * SIDE_BY_SIDE; first < p.slices; first += tp_warps() * SIDE_BY_SIDE) {
        const tropic_offset slice = first + tp_lane() / TP_SLICE;
        tropic_offset runs = 0;
        each_entry(&p, first * TP_SLICE,
                   [&](tropic_offset, tropic_offset q, unsigned found) { runs += __popc(run_starts(found, q)); });
        if (tp_lane() % TP_SLICE > 0 || slice >= p.slices) continue;
        counts[slice] = runs;
        if (runs > RUNS_MAX) *long_one = true;
    }
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    fill_kernel(const __grid_constant__ finding p, const tropic_offset *starts, unsigned *k_of, unsigned *q_of,
                tp_slice_bits *bits_of)
{
    const unsigned before = (1u << tp_lane()) - 1;
    for (tropic_offset first = tp_warp() * SIDE_BY_SIDE; first < p.slices; first += tp_warps() * SIDE_BY_SIDE) {
        const tropic_offset slice = first + tp_lane() / TP_SLICE;
        tropic_offset at = slice < p.slices ? starts[slice] : 0;
        each_entry(&p, first * TP_SLICE, [&](tropic_offset k, tropic_offset q, unsigned found) {
            const unsigned begins = run_starts(found, q);
            if (begins >> tp_lane() & 1) {
                const unsigned later = begins & ~before & ~(1u << tp_lane());
                const unsigned until = later ? (later & (0u - later)) - 1 : ~0u;
                const tropic_offset run = at + __popc(begins & before);
                k_of[run] = (unsigned)k;
                q_of[run] = (unsigned)q;
                bits_of[run] =
                    (tp_slice_bits)((found & slice_lanes() & ~before & until) >> (tp_lane() / TP_SLICE * TP_SLICE));
            }
            at += __popc(begins);
        });
    }
}

/* ---- all ---- */

/* An array of the product's result, which keeps it. */
static tropic_status reserve(tropic_context *context, tp_symbolic *s, void *array, int64_t count, size_t size)
{
    void *made = NULL;
    const size_t bytes = (size_t)count * size;
    TP_TRY(tp_cuda_mirror_allocate(context, &s->memory, &made, bytes > 0 ? bytes : 1, DOING));
    memcpy(array, &made, sizeof made);
    s->bytes += bytes;
    return TROPIC_OK;
}

static tropic_status find(tropic_context *context, const finding *p, tp_symbolic *s)
{
    tp_working memory(context, DOING);
    tropic_offset *counts = NULL, *before = NULL;
    bool *long_one = NULL, is_long = false;
    TP_TRY(memory.make(&counts, p->slices));
    TP_TRY(memory.make(&long_one, 1));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(long_one, 0, sizeof *long_one, tp_cuda_of(context)->stream), DOING));
    TP_TRY(tp_pass(context, DOING, p->slices * TP_SLICE, count_kernel, *p, counts, long_one));
    TP_TRY(tp_cuda_download(context, &is_long, long_one, sizeof is_long));
    if (is_long) return TROPIC_OK;
    TP_TRY(memory.sum_before(counts, p->slices, &before));
    TP_TRY(tp_cuda_download(context, &s->runs, before + p->slices, sizeof s->runs));
    TP_TRY(reserve(context, s, &s->starts, p->slices + 1, sizeof *s->starts));
    TP_TRY(reserve(context, s, &s->words,
                   RUN_WORDS * s->runs + tp_quotient_up(s->runs * sizeof(tp_slice_bits), sizeof *s->words),
                   sizeof *s->words));
    TP_TRY(tp_cuda_check(context,
                         cudaMemcpyAsync(s->starts, before, ((size_t)p->slices + 1) * sizeof *before,
                                         cudaMemcpyDeviceToDevice, tp_cuda_of(context)->stream),
                         DOING));
    TP_TRY(tp_pass(context, DOING, p->slices * TP_SLICE, fill_kernel, *p, s->starts, s->words, s->words + s->runs,
                   (tp_slice_bits *)(s->words + RUN_WORDS * s->runs)));
    return tp_cuda_wait(context);
}

tropic_status tp_cuda_symbolic(tropic_context *context, const tp_arcs *a, const tp_arcs *b, const tp_device_lists *t,
                               tp_symbolic **made)
{
    finding p = {};
    tropic_status status = TROPIC_OK;
    tp_symbolic *s = (tp_symbolic *)tp_allocate_zero(&context->memory, 1, sizeof *s);
    *made = s;
    if (!s) return tp_out_of_memory(context, DOING);
    p.a = *a;
    p.b = *b;
    p.t.lists = a->lists;
    p.t.count = t->count;
    p.t.offsets = t->offsets.data;
    p.t.ids = t->ids.data;
    p.slices = tp_quotient_up(t->count, TP_SLICE);
    s->device = context->device_index;
    s->slices = p.slices;
    s->memory = context->memory;
    s->release = tp_cuda_mirror_release;
    if (a->count < TROPIC_INDEX_MAX && b->count < TROPIC_INDEX_MAX) status = find(context, &p, s);
    if (status == TROPIC_OK) return TROPIC_OK;
    if (status != TROPIC_OUT_OF_DEVICE_MEMORY) {
        tp_symbolic_free(made);
        return status;
    }
    tp_symbolic_drop(s);
    return TROPIC_OK;
}

tropic_status tp_cuda_numeric(tropic_context *context, const tropic_semiring *semiring, const tp_symbolic *symbolic,
                              const tp_arcs *a, const tp_arcs *b, tropic_offset count, void *values)
{
    const tp_cuda_kernels *kernels;
    tp_device_numeric p = {};
    tp_mxv_state state = {};
    void *arguments[] = {&state, &p};
    tp_cuda_grid grid = {};
    if (count == 0) return TROPIC_OK;
    state.mask.structure = true;
    state.u = semiring->uses_first ? a->values : NULL;
    state.any = semiring->add == TROPIC_ANY;
    p.symbolic.slices = symbolic->slices;
    p.symbolic.starts = symbolic->starts;
    p.symbolic.k = symbolic->words;
    p.symbolic.q = symbolic->words + symbolic->runs;
    p.symbolic.bits = (const tp_slice_bits *)(symbolic->words + RUN_WORDS * symbolic->runs);
    p.count = count;
    p.a_ids = a->ids;
    p.b_values = semiring->uses_second ? b->values : NULL;
    p.sums_reals = tp_semiring_sums_reals(semiring);
    p.values = values;
    TP_TRY(tp_cuda_specialise(context, semiring, true, TP_VARIANT_ROWS_NUMERIC, &kernels));
    grid.threads = TP_PRODUCT_BLOCK_THREADS;
    grid.blocks = tp_quotient_up(symbolic->slices * TP_SLICE, TP_PRODUCT_BLOCK_THREADS);
    TP_TRY(tp_cuda_launch_at(context, DOING, grid, kernels->product_numeric, arguments));
    return tp_cuda_wait(context);
}

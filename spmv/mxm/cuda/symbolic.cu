/* SPDX-License-Identifier: Apache-2.0
 *
 * The terms of a product of matrices on a GPU, found once its entries are there, and summed.
 */
#include "spmv/mxm/cuda/symbolic.cuh"

#include "semiring/semiring.h"
#include "spmv/cuda_backend.h"
#include "spmv/device/working.cuh"
#include "spmv/mxm/cuda/walk.cuh"
#include "spmv/ops/state.h"

#define DOING "the terms of a product"
/* A warp takes some milliseconds for a slice of so many runs; rows with more terms have many warps in a product. */
#define RUNS_MAX (1u << 16)

typedef struct finding {
    tp_arcs a, b, t; /* by rows */
    tropic_offset slices;
} finding;

/* ---- a slice's terms ---- */

/* Some terms of a slice, with one entry k of A, by all lanes. */
typedef struct found_terms {
    tropic_offset k, q; /* q: the lane's, if there is one */
    unsigned place;
    unsigned lanes; /* those that have a term */
    unsigned joins; /* of these, whose q follows that of the lane before, or of the last terms' last lane */
} found_terms;

/* Calls each(terms) for those of the slice's entries begin .. end - 1, all of `row`, by ascending k and q. */
template <class EACH>
static __device__ __forceinline__ void each_of_row(const finding *p, tropic_index row, tropic_offset slice,
                                                   tropic_offset begin, tropic_offset end, const EACH &each)
{
    const tropic_index first = __ldg(p->t.ids + begin), last = __ldg(p->t.ids + end - 1);
    const tropic_offset a_end = p->a.offsets[row + 1];
    for (tropic_offset base = p->a.offsets[row]; base < a_end; base += TP_WARP) {
        tropic_offset from = 0, to = 0;
        if (base + tp_lane() < a_end) {
            const tropic_index i = __ldg(p->a.ids + base + tp_lane());
            to = __ldg(p->b.offsets + i + 1);
            from = tp_find_id(p->b.ids, __ldg(p->b.offsets + i), to, first);
            if (to - from > (tropic_offset)last - first + 1) to = from + ((tropic_offset)last - first + 1);
            to = tp_find_id(p->b.ids, from, to, (int64_t)last + 1);
        }
        for (unsigned hits = __ballot_sync(TP_EVERY_LANE, from < to); hits; hits &= hits - 1) {
            const int owner = __ffs((int)hits) - 1;
            const tropic_offset low = tp_shuffle_from(from, owner), until = tp_shuffle_from(to, owner);
            unsigned before = 0; /* of the last terms, the last lane's bit */
            for (tropic_offset at = low; at < until; at += TP_WARP) {
                found_terms f;
                f.k = base + owner;
                f.q = at + tp_lane();
                const tropic_index j = f.q < until ? __ldg(p->b.ids + f.q) : 0;
                const tropic_offset place = f.q < until ? tp_find_id(p->t.ids, begin, end, j) : end;
                f.lanes = __ballot_sync(TP_EVERY_LANE, place < end && __ldg(p->t.ids + place) == j);
                f.joins = f.lanes & (f.lanes << 1 | before);
                f.place = (unsigned)(place - slice * TP_SLICE);
                before = f.lanes >> (TP_WARP - 1);
                each(f);
            }
        }
    }
}

/* The same for a slice. */
template <class EACH>
static __device__ __forceinline__ void each_of_slice(const finding *p, tropic_offset slice, const EACH &each)
{
    const tropic_offset end = min((slice + 1) * TP_SLICE, p->t.count);
    tropic_index row = 0;
    for (tropic_offset at = slice * TP_SLICE; at < end;) {
        row = tp_list_of(p->t.offsets, row, p->t.lists, at);
        const tropic_offset until = min(p->t.offsets[row + 1], end);
        each_of_row(p, row, slice, at, until, each);
        at = until;
        row++;
    }
}

/* Whether the lane has a term, which of the slice it is, and whether a run begins with it. */
typedef struct own_term {
    bool there, starts;
    unsigned number;
} own_term;

static __device__ __forceinline__ own_term own_of(const found_terms &f, unsigned before)
{
    const unsigned mine = 1u << tp_lane();
    own_term own;
    own.there = f.lanes & mine;
    own.number = before + __popc(f.lanes & (mine - 1));
    own.starts = own.there && (!(f.joins & mine) || own.number % TP_WARP == 0);
    return own;
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_kernel(const __grid_constant__ finding p, tropic_offset *terms_of, tropic_offset *runs_of, bool *long_one)
{
    for (tropic_offset slice = tp_warp(); slice < p.slices; slice += tp_warps()) {
        tropic_offset terms = 0, runs = 0;
        each_of_slice(&p, slice, [&](const found_terms &f) {
            runs += __popc(__ballot_sync(TP_EVERY_LANE, own_of(f, (unsigned)terms).starts));
            terms += __popc(f.lanes);
        });
        if (tp_lane() > 0) continue;
        terms_of[slice] = terms;
        runs_of[slice] = runs;
        if (runs > RUNS_MAX) *long_one = true;
    }
}

/* A step that gets terms, in shared memory. */
typedef struct open_step {
    unsigned taken[TP_SLICE / TP_WARP]; /* places of the turn's terms, as bits */
    unsigned starts, turns;
} open_step;

/* The lanes that `have` a term of the step put it there. */
static __device__ __forceinline__ void put_terms(open_step *step, bool have, const own_term &own, unsigned place)
{
    const unsigned all = __ballot_sync(TP_EVERY_LANE, have), bit = 1u << own.number % TP_WARP;
    const bool again = have && (step->taken[place / TP_WARP] >> place % TP_WARP & 1);
    const bool turns = __any_sync(TP_EVERY_LANE, again);
    __syncwarp();
    if (turns) {
        if (tp_lane() < TP_SLICE / TP_WARP) step->taken[tp_lane()] = 0;
        if (tp_lane() == __ffs((int)all) - 1) step->turns |= bit;
        __syncwarp();
    }
    if (have) atomicOr(&step->taken[place / TP_WARP], 1u << place % TP_WARP);
    if (have && own.starts) atomicOr(&step->starts, bit);
    __syncwarp();
}

/* Writes the step, and opens the next. */
static __device__ __forceinline__ void close_step(open_step *step, uint64_t *to)
{
    if (tp_lane() == 0) *to = step->starts | (uint64_t)step->turns << 32;
    __syncwarp();
    if (tp_lane() < TP_SLICE / TP_WARP) step->taken[tp_lane()] = 0;
    if (tp_lane() == 0) step->starts = step->turns = 0;
    __syncwarp();
}

static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    fill_kernel(const __grid_constant__ finding p, const tropic_offset *terms_before, const tropic_offset *runs_before,
                uint64_t *starts, uint64_t *steps, uint8_t *places)
{
    __shared__ open_step of_warps[TP_PASS_BLOCK / TP_WARP];
    open_step *step = &of_warps[threadIdx.x / TP_WARP];
    if (tp_lane() < TP_SLICE / TP_WARP) step->taken[tp_lane()] = 0;
    if (tp_lane() == 0) step->starts = step->turns = 0;
    __syncwarp();
    for (tropic_offset slice = tp_warp(); slice < p.slices; slice += tp_warps()) {
        const tropic_offset first = terms_before[slice], first_step = TP_SYMBOLIC_STEP(first, slice);
        tropic_offset run = runs_before[slice];
        unsigned terms = 0;
        each_of_slice(&p, slice, [&](const found_terms &f) {
            const own_term own = own_of(f, terms);
            const unsigned begins = __ballot_sync(TP_EVERY_LANE, own.starts);
            const unsigned until = terms + __popc(f.lanes), next = (terms / TP_WARP + 1) * TP_WARP;
            if (own.there) places[first + own.number] = (uint8_t)f.place;
            if (own.starts)
                starts[run + __popc(begins & ((1u << tp_lane()) - 1))] =
                    (uint64_t)f.k | (uint64_t)(unsigned)(f.q - own.number % TP_WARP) << 32;
            run += __popc(begins);
            put_terms(step, own.there && own.number < next, own, f.place);
            if (until >= next) close_step(step, steps + first_step + terms / TP_WARP);
            if (until > next) put_terms(step, own.there && own.number >= next, own, f.place);
            terms = until;
        });
        if (terms % TP_WARP > 0) close_step(step, steps + first_step + terms / TP_WARP);
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

/* The parts of s, by their places in its arrays. */
static tp_device_symbolic parts_of(const tp_symbolic *s)
{
    tp_device_symbolic d = {};
    d.slices = s->slices;
    d.terms = s->before;
    d.runs = s->before + s->slices + 1;
    d.starts = s->words;
    d.steps = s->words + s->runs;
    d.places = (const uint8_t *)(d.steps + TP_SYMBOLIC_STEP(s->terms, s->slices));
    return d;
}

/* *before = sums of counts before each slice, a part of s. */
static tropic_status sum_before(tropic_context *context, tp_working *memory, const tropic_offset *counts,
                                tropic_offset slices, tropic_offset *before, tropic_offset *all)
{
    tropic_offset *sums = NULL;
    TP_TRY(memory->sum_before(counts, slices, &sums));
    TP_TRY(tp_cuda_check(context,
                         cudaMemcpyAsync(before, sums, ((size_t)slices + 1) * sizeof *sums, cudaMemcpyDeviceToDevice,
                                         tp_cuda_of(context)->stream),
                         DOING));
    return tp_cuda_download(context, all, sums + slices, sizeof *all);
}

static tropic_status find(tropic_context *context, const finding *p, tp_symbolic *s)
{
    tp_working memory(context, DOING);
    tropic_offset *terms = NULL, *runs = NULL;
    bool *long_one = NULL, is_long = false;
    TP_TRY(memory.make(&terms, p->slices));
    TP_TRY(memory.make(&runs, p->slices));
    TP_TRY(memory.make(&long_one, 1));
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(long_one, 0, sizeof *long_one, tp_cuda_of(context)->stream), DOING));
    TP_TRY(tp_pass(context, DOING, p->slices * TP_WARP, count_kernel, *p, terms, runs, long_one));
    TP_TRY(tp_cuda_download(context, &is_long, long_one, sizeof is_long));
    if (is_long) return TROPIC_OK;
    TP_TRY(reserve(context, s, &s->before, 2 * (p->slices + 1), sizeof *s->before));
    TP_TRY(sum_before(context, &memory, terms, p->slices, s->before, &s->terms));
    TP_TRY(sum_before(context, &memory, runs, p->slices, s->before + p->slices + 1, &s->runs));
    TP_TRY(reserve(context, s, &s->words,
                   s->runs + TP_SYMBOLIC_STEP(s->terms, p->slices) +
                       tp_quotient_up(s->terms * sizeof(uint8_t), sizeof *s->words),
                   sizeof *s->words));
    const tp_device_symbolic d = parts_of(s);
    TP_TRY(tp_pass(context, DOING, p->slices * TP_WARP, fill_kernel, *p, d.terms, d.runs, (uint64_t *)d.starts,
                   (uint64_t *)d.steps, (uint8_t *)d.places));
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
    p.symbolic = parts_of(symbolic);
    p.count = count;
    p.a_ids = a->ids;
    p.b_values = semiring->uses_second ? b->values : NULL;
    p.sums_reals = tp_semiring_sums_reals(semiring);
    p.values = values;
    TP_TRY(tp_cuda_specialise(context, semiring, true, TP_VARIANT_BIT(TP_VARIANT_ROWS_NUMERIC), &kernels));
    grid.threads = TP_NUMERIC_WARPS(tropic_type_size(semiring->type)) * TP_WARP;
    grid.blocks = tp_quotient_up(symbolic->slices * TP_WARP, grid.threads);
    TP_TRY(tp_cuda_launch_at(context, DOING, grid, kernels->product_numeric, arguments));
    return tp_cuda_wait(context);
}

/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of rows on a GPU: kernels find the pairs of each class of rows; then pairs are put in order, and come to the
 * host.
 */
#include "algorithms/similarity/similarity_rows.cuh"
#include "spmv/cuda_backend.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#define DOING TP_SIMILARITY_DOING
/* tp_similarity_limits: of the best of each row, so that the host's caches hold them, and of all, whose number is not
 * known before. (Not measured; a step takes some picoseconds.) */
#define PAIRS_BEST ((int64_t)1 << 20)
#define PAIRS_ALL ((int64_t)1 << 24)
#define ROWS (1 << 22)
#define STEPS ((int64_t)1 << 34)
/* Bits of `to` in a key, below those of the row. */
#define TO_BITS 32
#define SCORE_BITS 64

typedef tropic::cub::DoubleBuffer<unsigned long long> words;

#define CLASS(threads, range)                                                                                          \
    {                                                                                                                  \
        threads,                                                                                                       \
        {                                                                                                              \
            tp_similarity_find<threads, range, false>, tp_similarity_find<threads, range, true>                        \
        }                                                                                                              \
    }
static const struct {
    int threads;
    void (*kernel[2])(tp_similarity_work, int); /* without weights, and with them */
} FIND[TP_SIMILARITY_CLASSES] = {
    CLASS(TP_SIMILARITY_FEW_THREADS, false),  CLASS(TP_SIMILARITY_SOME_THREADS, false),
    CLASS(TP_SIMILARITY_MORE_THREADS, false), CLASS(TP_SIMILARITY_MANY_THREADS, false),
    CLASS(TP_SIMILARITY_MANY_THREADS, true),
};

struct tp_similarity_space {
    tp_similarity_work w;
    int64_t blocks[TP_SIMILARITY_CLASSES]; /* that the device has room for */
    unsigned long long *keys[2];
    double *scores[2];
    tropic_offset *kept, *before; /* is a pair in the result? How many are before it? */
    char *room;                   /* for CUB */
    size_t bytes;
};

/* ---- sizes ---- */

static bool is_weighed(const tp_similarity_work *w)
{
    return w->s.weight != NULL;
}

static size_t cell_bytes(const tp_similarity_work *w, bool keyed)
{
    return (is_weighed(w) ? sizeof(double) : sizeof(unsigned)) + (keyed ? sizeof(tropic_index) : 0);
}

static size_t shared_bytes(const tp_similarity_work *w, int number)
{
    return w->cells[number] * cell_bytes(w, number != TP_SIMILARITY_RANGES);
}

static const void *kernel_of(const tp_similarity_work *w, int number)
{
    return (const void *)FIND[number].kernel[is_weighed(w)];
}

/* Cells of each class: of the last two as many as shared memory has room for. */
static tropic_status choose_cells(tropic_context *context, tp_similarity_work *w)
{
    const int64_t step = TP_SIMILARITY_MANY_THREADS;
    int limit = 0;
    TP_TRY(tp_cuda_check(
        context, cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, tp_cuda_of(context)->ordinal),
        DOING));
    const int64_t most = limit - (int64_t)sizeof(tp_similarity_shared<TP_SIMILARITY_MANY_THREADS>);
    int64_t range = most / (int64_t)cell_bytes(w, false) / step * step;
    if (range > w->s.n) range = tp_quotient_up(w->s.n, step) * step;
    w->cells[TP_SIMILARITY_FEW] = TP_SIMILARITY_FEW_CELLS;
    w->cells[TP_SIMILARITY_SOME] = TP_SIMILARITY_SOME_CELLS;
    w->cells[TP_SIMILARITY_MANY] = (unsigned)(most / (int64_t)cell_bytes(w, true) / step * step);
    w->cells[TP_SIMILARITY_MORE] = w->cells[TP_SIMILARITY_MANY] < TP_SIMILARITY_MORE_CELLS
                                       ? w->cells[TP_SIMILARITY_MANY]
                                       : TP_SIMILARITY_MORE_CELLS;
    w->cells[TP_SIMILARITY_RANGES] = (unsigned)range;
    w->ranges = tp_quotient_up(w->s.n, range);
    return TROPIC_OK;
}

static tropic_status fit_blocks(tropic_context *context, tp_similarity_space *p)
{
    for (int c = 0; c < TP_SIMILARITY_CLASSES; c++) {
        const void *kernel = kernel_of(&p->w, c);
        const size_t shared = shared_bytes(&p->w, c);
        int each = 0;
        TP_TRY(tp_cuda_check(
            context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared), DOING));
        TP_TRY(tp_cuda_check(
            context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, FIND[c].threads, shared), DOING));
        p->blocks[c] = (int64_t)tp_cuda_of(context)->processors * (each > 0 ? each : 1);
    }
    return TROPIC_OK;
}

/* ---- before blocks ---- */

/* By a warp for each vertex. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    count_steps(const __grid_constant__ tp_similarity s, int64_t *steps)
{
    for (int64_t u = tp_warp(); u < s.n; u += tp_warps()) {
        const tropic_offset end = __ldg(s.out.offsets + u + 1);
        unsigned long long sum = 0;
        for (tropic_offset k = __ldg(s.out.offsets + u) + tp_lane(); k < end; k += TP_WARP) {
            const tropic_index x = __ldg(s.out.ids + k);
            if (x != u) sum += (unsigned long long)__ldg(s.into + x);
        }
        sum = tp_warp_sum(sum);
        if (tp_lane() == 0) steps[u] = (int64_t)sum;
    }
}

tropic_status tp_cuda_similarity_survey(tp_run *run, tp_similarity *s, const tp_similarity_wanted *wanted,
                                        int64_t *steps, tp_similarity_limits *limits)
{
    tropic_context *context = run->context;
    const bool selected = wanted->best > 0 && wanted->best <= TP_SIMILARITY_SELECTED;
    tp_similarity_work w = {};
    int64_t *there;
    tp_cuda_use use(context);
    *limits = {};
    if (s->n == 0) return TROPIC_OK;
    w.s = *s;
    TP_TRY(choose_cells(context, &w));
    TP_TRY(tp_run_array(run, &there, s->n, sizeof *there, "steps of rows"));
    TP_TRY(tp_pass(context, DOING, (int64_t)s->n * TP_WARP, count_steps, *s, there));
    TP_TRY(tp_cuda_download(context, steps, there, (size_t)s->n * sizeof *steps));
    s->steps = there;
    limits->pairs = selected ? PAIRS_BEST : PAIRS_ALL;
    limits->steps = STEPS;
    limits->reached = TP_SIMILARITY_USED((int64_t)w.cells[TP_SIMILARITY_MANY]);
    limits->lists = w.ranges;
    limits->rows = selected ? (tropic_index)(PAIRS_BEST / wanted->best) : ROWS;
    limits->unsorted = wanted->best > 0 && !selected;
    return TROPIC_OK;
}

static tropic_status sort_pairs(tropic_context *context, tp_similarity_space *p, words *keys, words *values,
                                int64_t count, int low, int high)
{
    const auto sort = [&] {
        return tropic::cub::DeviceRadixSort::SortPairs(p->room, p->bytes, *keys, *values, count, low, high,
                                                       tp_cuda_of(context)->stream);
    };
    return tp_cuda_cub(context, DOING, sort);
}

static tropic_status sum_before(tropic_context *context, tp_similarity_space *p, int64_t count)
{
    const auto scan = [&] {
        return tropic::cub::DeviceScan::ExclusiveSum(p->room, p->bytes, p->kept, p->before, count,
                                                     tp_cuda_of(context)->stream);
    };
    return tp_cuda_cub(context, DOING, scan);
}

/* Arrays of places for so many pairs. */
static tropic_status make_arrays(tp_run *run, tp_similarity_space *p, int64_t places, tropic_index rows)
{
    tropic_context *context = run->context;
    size_t most = 0;
    for (int side = 0; side < 2; side++) {
        TP_TRY(tp_run_array(run, &p->keys[side], places, sizeof *p->keys[side], DOING));
        TP_TRY(tp_run_array(run, &p->scores[side], places, sizeof *p->scores[side], DOING));
    }
    for (int c = 0; c < TP_SIMILARITY_CLASSES; c++)
        TP_TRY(tp_run_array(run, &p->w.list[c], rows, sizeof *p->w.list[c], DOING));
    TP_TRY(tp_run_array(run, &p->w.counts, 1, sizeof *p->w.counts, DOING));
    if (p->w.wanted.best > 0) {
        TP_TRY(tp_run_array(run, &p->kept, places + 1, sizeof *p->kept, DOING));
        TP_TRY(tp_run_array(run, &p->before, places + 1, sizeof *p->before, DOING));
        TP_TRY(sum_before(context, p, places + 1));
        most = p->bytes;
    }
    if (!p->w.selected) {
        words keys(p->keys[0], p->keys[1]),
            values((unsigned long long *)p->scores[0], (unsigned long long *)p->scores[1]);
        TP_TRY(sort_pairs(context, p, &keys, &values, places, 0, SCORE_BITS));
    }
    if (p->bytes < most) p->bytes = most;
    return tp_run_array(run, &p->room, (int64_t)p->bytes, 1, DOING);
}

tropic_status tp_cuda_similarity_open(tp_run *run, const tp_similarity *s, const tp_similarity_wanted *wanted,
                                      const tp_similarity_limits *limits, int64_t pairs, const int64_t *steps,
                                      tp_similarity_space **space)
{
    tropic_context *context = run->context;
    const tropic_index rows = s->n < limits->rows ? s->n : limits->rows;
    tp_similarity_space *p = (tp_similarity_space *)tp_arena_zeros(&run->arena, 1, sizeof *p);
    int64_t places = pairs;
    tp_cuda_use use(context);
    (void)steps;
    TP_TRY(tp_arena_check(&run->arena, DOING));
    TP_TRY(tp_need_memory(context, &context->work, (size_t)pairs * TP_SIMILARITY_PAIR_BYTES,
                          "similarities of %d vertices", s->n));
    *space = p;
    if (s->n == 0) return TROPIC_OK;
    p->w.s = *s;
    p->w.wanted = *wanted;
    p->w.steps = s->steps;
    p->w.selected = wanted->best > 0 && !limits->unsorted;
    TP_TRY(choose_cells(context, &p->w));
    TP_TRY(fit_blocks(context, p));
    if (p->w.selected && places < (int64_t)rows * wanted->best) places = (int64_t)rows * wanted->best;
    if (places == 0) places = 1;
    TP_TRY(make_arrays(run, p, places, rows));
    p->w.keys = p->keys[0];
    p->w.scores = p->scores[0];
    p->w.part_keys = p->keys[1];
    p->w.part_scores = p->scores[1];
    p->w.room = places;
    return TROPIC_OK;
}

/* ---- a block ---- */

tropic_status tp_cuda_similarity_launch(tp_run *run, tp_similarity_space *p, const tp_similarity_block *block)
{
    tropic_context *context = run->context;
    const cudaStream_t stream = tp_cuda_of(context)->stream;
    tp_cuda_use use(context);
    p->w.first = block->first;
    p->w.rows = block->rows;
    TP_TRY(tp_cuda_check(context, cudaMemsetAsync(p->w.counts, 0, sizeof *p->w.counts, stream), DOING));
    if (p->w.selected) {
        const size_t bytes = (size_t)block->rows * (size_t)p->w.wanted.best * sizeof *p->w.keys;
        TP_TRY(tp_cuda_check(context, cudaMemsetAsync(p->w.keys, 0xff, bytes, stream), DOING)); /* none */
    }
    TP_TRY(tp_pass(context, DOING, block->rows, tp_similarity_sort, p->w));
    for (int c = TP_SIMILARITY_CLASSES - 1; c >= 0; c--) {
        const int64_t items = block->rows * (c == TP_SIMILARITY_RANGES ? p->w.ranges : 1);
        const tp_cuda_grid grid = {items < p->blocks[c] ? items : p->blocks[c], FIND[c].threads, 1,
                                   shared_bytes(&p->w, c)};
        TP_TRY(tp_cuda_launch(context, DOING, grid, FIND[c].kernel[is_weighed(&p->w)], p->w, c));
    }
    if (p->w.selected) TP_TRY(tp_pass(context, DOING, (int64_t)block->rows * TP_WARP, tp_similarity_join, p->w));
    return TROPIC_OK;
}

/* Scores above 0 become words, of which the least stands for the greatest score; and back. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK) turn_scores(unsigned long long *scores, int64_t count)
{
    TP_FOR_EACH(k, count) scores[k] = ~scores[k];
}

/* Sorts by row, and then by `to`, or, of the best, by score, and then by `to`. */
static tropic_status sort_all(tropic_context *context, tp_similarity_space *p, int64_t count, words *keys,
                              words *scores)
{
    int bits = TO_BITS + 1;
    while (bits < SCORE_BITS && (p->w.rows - 1) >> (bits - TO_BITS)) bits++;
    if (p->w.wanted.best == 0) return sort_pairs(context, p, keys, scores, count, 0, bits);
    TP_TRY(sort_pairs(context, p, keys, scores, count, 0, TO_BITS));
    TP_TRY(tp_pass(context, DOING, count, turn_scores, scores->Current(), count));
    TP_TRY(sort_pairs(context, p, scores, keys, count, 0, SCORE_BITS));
    TP_TRY(sort_pairs(context, p, keys, scores, count, TO_BITS, bits));
    return tp_pass(context, DOING, count, turn_scores, scores->Current(), count);
}

/* Is a pair in the result? Of those that were selected, unless there is none; of sorted ones, if it is one of the first
 * of its row. kept[count] = 0. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    keep(const __grid_constant__ tp_similarity_work w, const unsigned long long *keys, int64_t count,
         tropic_offset *kept)
{
    const int64_t best = w.wanted.best;
    TP_FOR_EACH(k, count + 1)
    {
        if (k == count)
            kept[k] = 0;
        else if (w.selected)
            kept[k] = keys[k] != TP_SIMILARITY_NONE;
        else
            kept[k] = k < best || keys[k - best] >> TO_BITS != keys[k] >> TO_BITS;
    }
}

/* Ends and scores of the pairs, side by side. kept NULL: of all. */
static __global__ void __launch_bounds__(TP_PASS_BLOCK)
    split(const unsigned long long *keys, const double *scores, int64_t count, const tropic_offset *kept,
          const tropic_offset *before, tropic_index first, tropic_index *from, tropic_index *to, double *score)
{
    TP_FOR_EACH(k, count)
    {
        const int64_t at = kept ? before[k] : k;
        if (kept && !kept[k]) continue;
        from[at] = first + (tropic_index)(keys[k] >> TO_BITS);
        to[at] = (tropic_index)(unsigned)keys[k];
        score[at] = scores[k];
    }
}

static tropic_status download(tropic_context *context, tp_similarity_space *p, int64_t count, words *keys,
                              words *scores, tp_similarity_block *block)
{
    tropic_index *from = (tropic_index *)keys->Alternate(), *to = from + count;
    double *score = (double *)scores->Alternate();
    block->count = count;
    if (p->w.wanted.best > 0) {
        TP_TRY(tp_pass(context, DOING, count + 1, keep, p->w, keys->Current(), count, p->kept));
        TP_TRY(sum_before(context, p, count + 1));
        TP_TRY(tp_cuda_download(context, &block->count, p->before + count, sizeof block->count));
    }
    TP_TRY(tp_pass(context, DOING, count, split, keys->Current(), (const double *)scores->Current(), count, p->kept,
                   p->before, block->first, from, to, score));
    TP_TRY(tp_cuda_download(context, block->from, from, (size_t)block->count * sizeof *from));
    TP_TRY(tp_cuda_download(context, block->to, to, (size_t)block->count * sizeof *to));
    return tp_cuda_download(context, block->score, score, (size_t)block->count * sizeof *score);
}

tropic_status tp_cuda_similarity_collect(tp_run *run, tp_similarity_space *p, tp_similarity_block *block)
{
    tropic_context *context = run->context;
    tp_similarity_counts counts;
    int64_t count = (int64_t)block->rows * p->w.wanted.best;
    tp_cuda_use use(context);
    words keys(p->keys[0], p->keys[1]);
    words scores((unsigned long long *)p->scores[0], (unsigned long long *)p->scores[1]);
    block->count = 0;
    TP_TRY(tp_cuda_download(context, &counts, p->w.counts, sizeof counts));
    if (counts.failed) return tp_fail(context, TROPIC_DEVICE_ERROR, "no room was left for similarities");
    if (!p->w.selected) {
        count = (int64_t)counts.emitted;
        if (count == 0) return TROPIC_OK;
        TP_TRY(sort_all(context, p, count, &keys, &scores));
    }
    return download(context, p, count, &keys, &scores, block);
}

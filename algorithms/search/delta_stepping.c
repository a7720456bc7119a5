/* SPDX-License-Identifier: Apache-2.0
 *
 * A traversal on the CPU by buckets of keys (delta-stepping): steps from the first bucket until nothing in it
 * changes, then from the next, until none is left or all targets lie in those that are done. No pass over all
 * vertices is made but by a strategy that pulls.
 */
#include "algorithms/search/search_cpu.h"
#include "algorithms/tuning.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Bins that the pool grows by: one in so many vertices, a byte each, and so many more. */
#define SLAB_PART ((int64_t)sizeof(tp_bin))
#define SLAB_MIN 64

typedef struct tp_bucketing {
    tp_traversal *t;
    const tp_kernels *kernels;
    tp_bucket_state *state;
    tp_bin_pool pool;
    tp_bins *bins;
    tp_share *shares;
    int threads;
    double width;    /* from the next buckets on: ids lie where the one in use has put them */
    uint32_t *front; /* pulling */
} tp_bucketing;

/* The bucket's bins are to be taken; how many ids they have. */
static int64_t offer(tp_bucketing *b, int32_t bucket)
{
    int64_t count = 0;
    for (int k = 0; k < b->threads; k++) {
        count += b->bins[k].count[bucket];
        b->bins[k].work.first = tp_bins_empty(&b->bins[k], bucket);
    }
    return count;
}

/* Buckets are empty, and begin at `base`. */
static void begin_at(tp_bucketing *b, double base)
{
    b->state->base = base;
    /* Zero: one bucket. And the reciprocal is to be finite. */
    b->state->per_width = b->width > 0 ? 1 / (b->width > DBL_MIN ? b->width : DBL_MIN) : 0;
}

/* Drops the stale ids of those that wait, and finds the least key of the others. */
static void drop_stale(tp_worker *worker, void *of)
{
    const tp_bucketing *b = of;
    tp_bins *own = &b->bins[worker->number];
    tp_bin *bin;
    while (!tp_pauses(worker) && (bin = tp_bin_next(worker, b->bins, b->threads))) {
        int32_t kept = 0;
        for (int32_t c = 0; c < bin->count; c++) {
            const double key = b->kernels->key(b->state, bin->id[c]);
            if (b->kernels->settled(b->state, bin->id[c])) continue;
            if (key < own->min_key) own->min_key = key;
            bin->id[kept++] = bin->id[c];
        }
        bin->count = kept;
        tp_bins_keep(own, TP_BUCKETS, bin);
    }
}

/* Puts the ids that wait into buckets. */
static void put_waiting(tp_worker *worker, void *of)
{
    tp_bucketing *b = of;
    tp_bins *own = &b->bins[worker->number];
    const tp_bucket_state *s = b->state;
    tp_bin *bin;
    while (!tp_pauses(worker) && (bin = tp_bin_next(worker, b->bins, b->threads))) {
        for (int32_t c = 0; c < bin->count; c++)
            tp_bins_put(own, &b->pool, tp_bucket(s->base, s->per_width, b->kernels->key(s, bin->id[c])), bin->id[c]);
        tp_bins_give(own, &b->pool, bin);
    }
}

/* All buckets are done: the first begins anew at the least key that waits. False: none does. */
static bool next_buckets(tp_bucketing *b)
{
    const tp_team team = tp_team_for(b->pool.context, offer(b, TP_BUCKETS) * TP_BUCKETS_FAR_ARCS);
    int64_t live, beyond = 0;
    double min_key = HUGE_VAL;
    for (int k = 0; k < b->threads; k++) b->bins[k].min_key = HUGE_VAL;
    tp_parallel(team, drop_stale, b);
    for (int k = 0; k < b->threads; k++) min_key = fmin(min_key, b->bins[k].min_key);
    begin_at(b, min_key);
    live = offer(b, TP_BUCKETS);
    tp_parallel(team, put_waiting, b);
    for (int k = 0; k < b->threads; k++) beyond += b->bins[k].count[TP_BUCKETS];
    if (beyond * TP_BUCKETS_WAITING > live * (TP_BUCKETS_WAITING - 1)) b->width *= 2;
    return live > 0;
}

/* The bins' ids as bits, as pulls look at them. */
static void mark(tp_bucketing *b)
{
    tp_worker worker = {0};
    tp_bin *bin;
    memset(b->front, 0, (size_t)TP_WORDS(b->t->scatter.lists) * sizeof *b->front);
    while ((bin = tp_bin_next(&worker, b->bins, b->threads))) {
        for (int32_t c = 0; c < bin->count; c++) tp_bit_take(b->front, bin->id[c], true);
        tp_bins_give(b->bins, &b->pool, bin);
    }
}

/* How many times as wide buckets are to be for several threads: those of sparse graphs, whose frontiers are narrow. */
static double wider(const tp_traversal *t, const tropic_context *context)
{
    const double degree = (double)t->scatter.count / t->scatter.lists;
    const double sparse = TP_SPARSE_DEGREE / fmax(degree, 1);
    return tp_threads_alone(context) ? 1 : fmax(1, fmin(context->threads, sparse) / TP_BUCKETS_WIDER);
}

/* One step from the ids in the bucket; false: it is empty. */
static bool bucket_step(tropic_context *context, tp_bucketing *b)
{
    tp_traversal *t = b->t;
    const int64_t all = (int64_t)t->scatter.lists + t->scatter.count;
    tp_sink sink = {.pool = &b->pool,
                    .bins = b->bins,
                    .threads = b->threads,
                    .shares = b->shares,
                    .step = t->levels + 1,
                    .offsets = t->scatter.offsets};
    const tp_step step = {.op = t->op,
                          .strategy = t->strategy == TROPIC_STRATEGY_AUTO ? TROPIC_STRATEGY_CSR_PUSH : t->strategy,
                          .state = t->state,
                          .gather = t->gather,
                          .scatter = t->scatter};
    const bool push = step.strategy == TROPIC_STRATEGY_CSR_PUSH;
    const int64_t count = offer(b, b->state->bucket);
    if (count == 0) return false;
    b->state->depth = (int32_t)t->levels + 1;
    if (!push) mark(b);
    tp_cpu_run(context, &step, &sink,
               push ? (int64_t)((double)all / t->scatter.lists * (double)count * TP_BUCKETS_FAR_ARCS) : all);
    t->levels++;
    t->steps[step.strategy]++;
    t->reached += sink.count;
    t->reached_arcs += sink.arcs;
    return true;
}

/* t->waits: the least value that does. */
static void find_waiting(tp_bucketing *b)
{
    for (int k = 0; k < b->threads; k++)
        for (int32_t bucket = b->state->bucket; bucket <= TP_BUCKETS; bucket++)
            for (const tp_bin *bin = b->bins[k].first[bucket]; bin; bin = bin->next)
                for (int32_t c = 0; c < bin->count; c++)
                    if (!b->kernels->settled(b->state, bin->id[c]))
                        b->kernels->add_held(b->state, bin->id[c], &b->t->waits);
}

/* The first bucket begins at the least key of frontier 0. */
static void put_first(tp_bucketing *b)
{
    tp_traversal *t = b->t;
    const tropic_index *heads = t->heads ? t->heads : &t->source, count = t->heads ? t->head_count : 1;
    double base = HUGE_VAL;
    for (tropic_index c = 0; c < count; c++) base = fmin(base, b->kernels->key(b->state, heads[c]));
    begin_at(b, base);
    for (tropic_index c = 0; c < count; c++) {
        const double key = b->kernels->key(b->state, heads[c]);
        tp_bins_put(b->bins, &b->pool, tp_bucket(base, b->state->per_width, key), heads[c]);
        t->reached_arcs += t->scatter.offsets[heads[c] + 1] - t->scatter.offsets[heads[c]];
    }
    t->reached = count;
}

static tropic_status run_buckets(tropic_context *context, tp_bucketing *b)
{
    const tropic_index n = b->t->scatter.lists;
    int32_t *bucket = &b->state->bucket;
    tropic_index final = 0; /* targets */
    do {
        for (*bucket = 0; *bucket < TP_BUCKETS; ++*bucket) {
            if (tp_cpu_enough(b->t, &final)) {
                find_waiting(b);
                return b->pool.status;
            }
            while (bucket_step(context, b)) {
                TP_TRY(b->pool.status);
                TP_TRY(tp_progress(context, (double)b->t->reached / n));
            }
        }
    } while (next_buckets(b));
    return b->pool.status;
}

tropic_status tp_cpu_traverse_buckets(tropic_context *context, tp_traversal *t)
{
    const tropic_index n = t->scatter.lists;
    tp_bucketing b = {.t = t,
                      .kernels = t->op->cpu,
                      .state = t->state,
                      .threads = context->threads,
                      .width = t->width * wider(t, context)};
    const size_t bins = (size_t)b.threads * sizeof *b.bins, share_bytes = (size_t)b.threads * sizeof *b.shares;
    const bool push = t->strategy == TROPIC_STRATEGY_AUTO || t->strategy == TROPIC_STRATEGY_CSR_PUSH;
    void *own = NULL, *shares = NULL, *front = NULL;
    tropic_status status;
    tp_bin_pool_open(&b.pool, context, n / SLAB_PART + SLAB_MIN);
    status = context->backend->allocate(context, &own, bins, "the buckets");
    if (status == TROPIC_OK) status = context->backend->allocate(context, &shares, share_bytes, "the buckets");
    if (status == TROPIC_OK && !push)
        status = context->backend->allocate(context, &front, (size_t)TP_WORDS(n) * sizeof *b.front, "the frontier");
    if (status == TROPIC_OK) {
        b.bins = own;
        b.shares = memset(shares, 0, share_bytes);
        tp_bins_open(b.bins, b.threads);
        b.state->bits.front = b.front = front;
        put_first(&b);
        status = b.pool.status;
    }
    if (status == TROPIC_OK) status = run_buckets(context, &b);
    tp_bin_pool_free(&b.pool);
    context->backend->release(context, front);
    context->backend->release(context, shares);
    context->backend->release(context, own);
    return status;
}

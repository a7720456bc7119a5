/* SPDX-License-Identifier: Apache-2.0
 *
 * The run of betweenness centrality over its sources: which method takes them, and where the run stops on the way.
 */
#include "algorithms/betweenness/bc_checkpoint.h"
#include "algorithms/betweenness/bc_error.h"
#include "algorithms/tuning.h"

/* Sources to search from before the method is chosen: one may lie in a small component. */
#define SOURCE_SAMPLES 8
/* About how long a chunk of the sources takes: a run that is ended loses at most so much. */
#define CHUNK_SECONDS 1.0
#define CHECKPOINT_SECONDS 60.0

static const double ZERO = 0;

/* The maximum of levels of a search that is not deep. */
static tropic_index max_levels(tropic_index n)
{
    tropic_index levels = 1;
    for (; n > 1; n /= 2) levels += TP_BC_DEEP;
    return levels;
}

/* *deep: the search from one of a few sources is deep. */
static tropic_status sample(tp_run *run, const tp_bc *bc, bool *deep)
{
    const tropic_index samples = bc->count < SOURCE_SAMPLES ? bc->count : SOURCE_SAMPLES;
    const tropic_run_report before = run->report;
    const int arrays = run->arena.count;
    tropic_status status = TROPIC_OK;
    int32_t *level;
    TP_TRY(tp_run_array(run, &level, run->n, sizeof *level, "levels"));
    *deep = false;
    tp_run_part(run, bc->from, 0);
    run->limits.depth = max_levels(run->n);
    for (tropic_index k = 0; k < samples && !*deep && status == TROPIC_OK; k++) {
        const tropic_index source = bc->sources[(int64_t)k * bc->count / samples];
        tp_traversal search = {0};
        status = tp_bfs_levels(run, source, level, NULL, NULL, &search);
        *deep = search.levels > run->limits.depth;
    }
    run->limits.depth = 0;
    run->report = before;
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

static tropic_status take(tp_run *run, const tp_bc *bc, tropic_bc_method method)
{
    const int arrays = run->arena.count;
    const tropic_status status = (bc->weighted                                                        ? tp_bc_weighted
                                  : tp_bc_suits_groups(run, bc) && method == TROPIC_BC_WORK_EFFICIENT ? tp_bc_near
                                  : method == TROPIC_BC_WORK_EFFICIENT ? tp_bc_queue_batches
                                  : method == TROPIC_BC_BATCHED        ? tp_bc_batched
                                                                       : tp_bc_products)(run, bc);
    tp_arena_release_since(&run->arena, arrays);
    return status;
}

static bool suits_queues(const tp_run *run)
{
    const int64_t n = run->n, arcs = run->out.count;
    return tp_run_symmetric(run) && n + arcs < TP_BACKEND_PART(run->context, brandes)->queue_max &&
           arcs < TP_BC_SPARSE * n;
}

/* Chooses the method by searches from a few sources, if options leave it open. */
static tropic_status choose(tp_run *run, const tp_bc *bc, tropic_bc_method *method)
{
    bool queues = suits_queues(run) || tp_bc_suits_groups(run, bc);
    if (*method != TROPIC_BC_AUTO || bc->weighted) return TROPIC_OK;
    if (run->strategy != TROPIC_STRATEGY_AUTO) {
        *method = TROPIC_BC_PRODUCTS;
        return TROPIC_OK;
    }
    if (!queues) TP_TRY(sample(run, bc, &queues));
    *method = TP_BACKEND_PART(run->context, brandes)->shallow;
    /* Products have neither multiplicities nor arcs. */
    if (queues)
        *method = TROPIC_BC_WORK_EFFICIENT;
    else if ((bc->classes || bc->total.arcs) && *method == TROPIC_BC_PRODUCTS)
        *method = TROPIC_BC_BATCHED;
    return TROPIC_OK;
}

/* A run in chunks. */
typedef struct driver {
    const tp_bc *bc;
    const tropic_bc_options *options;
    tropic_bc_method method;
    tp_bc_progress progress; /* at the end of the last chunk */
    tp_bc_identity identity; /* of the checkpoint */
    tp_bc_estimate estimate;
    double saved; /* when the checkpoint was written */
    bool unsaved; /* something was done since then */
} driver;

/* The maximum of sources that are drawn. */
static tropic_index max_drawn(const driver *d)
{
    const tropic_index samples = d->options->samples;
    return d->options->error > 0 && samples > 0 && samples < d->bc->count ? samples : d->bc->count;
}

static tropic_status check_error(tp_run *run, driver *d)
{
    const double error = d->options->error, confidence = d->estimate.confidence;
    tp_bc_estimate *e = &d->estimate;
    double error_min;
    if (error == 0 && d->options->confidence == 0) return TROPIC_OK;
    if (error == 0) return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "a confidence goes with an error");
    if (!(error > 0 && error < 1))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "error %g is not between 0 and 1", error);
    if (!(confidence > 0 && confidence < 1))
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "confidence %g is not between 0 and 1", confidence);
    if (d->bc->total.ends != 0)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT, "there is no bound for an error where end points count");
    e->drawn = max_drawn(d);
    e->look = 1;
    error_min = tp_bc_min_error(e);
    if (error_min > error && error_min < 1)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                       "error %g cannot be met by %d of %d sources: by so many, %.3g can", error, max_drawn(d), run->n,
                       error_min);
    if (error_min > error)
        return tp_fail(run->context, TROPIC_INVALID_ARGUMENT,
                       "error %g cannot be met: %d of %d sources are too few for any bound, draw more", error,
                       max_drawn(d), run->n);
    return TROPIC_OK;
}

static tropic_status make(tp_run *run, driver *d)
{
    const tp_bc *bc = d->bc;
    tp_bc_progress *p = &d->progress;
    *p = (tp_bc_progress){.n = run->n, .count = bc->count, .reached = bc->reached};
    p->sums = tp_arena_zeros(&run->arena, p->n, sizeof *p->sums);
    if (bc->total.squares) p->squares = tp_arena_zeros(&run->arena, p->n, sizeof *p->squares);
    TP_TRY(tp_arena_check(&run->arena, "the sums so far"));
    d->saved = tp_now();
    d->estimate =
        (tp_bc_estimate){.n = run->n,
                         .population = bc->count,
                         .confidence = d->options->confidence != 0 ? d->options->confidence : TROPIC_BC_CONFIDENCE};
    TP_TRY(check_error(run, d));
    if (!d->options->checkpoint) return TROPIC_OK;
    d->identity = tp_bc_identity_of(bc, d->options, max_drawn(d));
    return tp_bc_load(run->context, d->options->checkpoint, &d->identity, p);
}

/* Uploads the sums. */
static tropic_status put_back(tp_run *run, const driver *d)
{
    const tp_bc_progress *p = &d->progress;
    const size_t bytes = (size_t)p->n * sizeof *p->sums;
    TP_TRY(run->backend->upload(run->context, d->bc->total.centrality, p->sums, bytes));
    if (!p->squares) return TROPIC_OK;
    return run->backend->upload(run->context, d->bc->total.squares, p->squares, bytes);
}

/* Downloads the sums, which now are of `done` sources. */
static tropic_status fetch(tp_run *run, driver *d, tropic_index done)
{
    tp_bc_progress *p = &d->progress;
    const size_t bytes = (size_t)p->n * sizeof *p->sums;
    d->unsaved = false; /* while sums are incomplete, there is nothing to save */
    TP_TRY(run->backend->download(run->context, p->sums, d->bc->total.centrality, bytes));
    if (p->squares) TP_TRY(run->backend->download(run->context, p->squares, d->bc->total.squares, bytes));
    p->done = done;
    d->unsaved = true;
    return TROPIC_OK;
}

static tropic_status save(tp_run *run, driver *d)
{
    if (!d->options->checkpoint || !d->unsaved) return TROPIC_OK;
    TP_TRY(tp_bc_save(run->context, d->options->checkpoint, &d->identity, &d->progress));
    d->saved = tp_now();
    d->unsaved = false;
    return TROPIC_OK;
}

/* Saves, and reports a failure: the run goes on, and tries again when the next checkpoint is due, because the finished
 * work is worth more than the file. */
static void save_or_report(tp_run *run, driver *d)
{
    if (save(run, d) == TROPIC_OK) return;
    d->saved = tp_now();
    if (d->options->checkpoint_failed)
        d->options->checkpoint_failed(tropic_context_error(run->context), d->options->checkpoint_user);
}

/* Saves before the first chunk, so that a file that cannot be written is known before hours of work. */
static tropic_status try_checkpoint(tp_run *run, driver *d)
{
    d->unsaved = true;
    return save(run, d);
}

/* After how many sources the error is looked at next. The numbers are fixed: results must not depend on time. */
static tropic_index next_look(tropic_index done)
{
    int64_t next = TROPIC_BFS_BATCH;
    while (next <= done) next += (next / 3 + TROPIC_BFS_BATCH) / TROPIC_BFS_BATCH * TROPIC_BFS_BATCH;
    return next < INT32_MAX ? (tropic_index)next : INT32_MAX;
}

/* Is the error met? Fills the error of the report. */
static bool look(driver *d)
{
    tp_bc_estimate *e = &d->estimate;
    const tp_bc_progress *p = &d->progress;
    if (d->options->error == 0) return false;
    e->drawn = p->done;
    e->look = ++d->progress.looks;
    d->bc->report->error = tp_bc_error(e, p->sums, p->squares);
    return d->bc->report->error <= d->options->error;
}

/* How many sources the next chunk has. The last had `last` and took `seconds`; the method takes `step` at a time. */
static tropic_index next_chunk(tropic_index last, double seconds, tropic_index step)
{
    const double factor = seconds * 2 < CHUNK_SECONDS ? 2 : CHUNK_SECONDS / seconds;
    const double chunk = factor * last;
    if (last == 0 || chunk < step) return step;
    return chunk < INT32_MAX / 2 ? (tropic_index)(chunk / step) * step : INT32_MAX / 2;
}

static tropic_status run_chunks(tp_run *run, driver *d)
{
    const tropic_index count = max_drawn(d);
    const tp_bc_progress *p = &d->progress;
    const double every = d->options->checkpoint_seconds > 0 ? d->options->checkpoint_seconds : CHECKPOINT_SECONDS;
    tropic_index step = d->method == TROPIC_BC_PRODUCTS ? 1 : TROPIC_BFS_BATCH;
    tropic_index last = 0;
    double seconds = 0;
    if (d->method == TROPIC_BC_WORK_EFFICIENT || d->bc->weighted) {
        step = d->bc->count;
        TP_TRY(TP_BACKEND_PART(run->context, brandes)->room(run->context, run->n, d->bc->total.arcs != NULL, &step));
    }
    if (p->done > 0) {
        TP_TRY(put_back(run, d));
        /* If the checkpoint was written when the error was looked at, the error may have been met. */
        if (p->looks > 0 && (p->done == count || next_look(p->done - 1) == p->done)) {
            d->progress.looks--;
            if (look(d)) return TROPIC_OK;
        }
    }
    while (p->done < count) {
        const tropic_index stop = d->options->error > 0 ? next_look(p->done) : count;
        const tropic_index end = stop < count ? stop : count;
        const double start = tp_now();
        tropic_index chunk = next_chunk(last, seconds, step);
        tp_bc some;
        if (chunk > end - p->done) chunk = end - p->done;
        some = tp_bc_some(d->bc, p->done, chunk);
        TP_TRY(take(run, &some, d->method));
        TP_TRY(fetch(run, d, p->done + chunk));
        last = chunk;
        seconds = tp_now() - start;
        if (p->done == end && look(d)) break;
        if (tp_now() - d->saved >= every) save_or_report(run, d);
    }
    return TROPIC_OK;
}

static tropic_status in_chunks(tp_run *run, driver *d, tropic_index *done)
{
    tropic_status status = TROPIC_OK, saved;
    *done = 0;
    TP_TRY(make(run, d));
    d->bc->report->resumed = d->bc->count > 0 ? (double)d->progress.done / d->bc->count : 0;
    TP_TRY(try_checkpoint(run, d));
    if (d->progress.done < max_drawn(d)) status = choose(run, d->bc, &d->method);
    if (status == TROPIC_OK) status = run_chunks(run, d);
    *done = d->progress.done;
    if (status == TROPIC_OK) {
        save_or_report(run, d);
        return TROPIC_OK;
    }
    if (d->options->partial && *done > 0) {
        save_or_report(run, d);
        look(d);
        /* Undoes the additions of an unfinished chunk. */
        saved = put_back(run, d);
    } else {
        saved = save(run, d);
    }
    return saved == TROPIC_OK ? status : saved;
}

static tropic_status all_sources(tp_run *run, const tp_bc *given, const tropic_bc_options *options, tropic_index *done)
{
    tp_bc all = *given;
    const tp_bc *bc = &all;
    driver d = {.bc = bc, .options = options, .method = options->method};
    bool free_choice;
    *done = bc->count;
    if (options->error != 0) {
        TP_TRY(tp_run_array(run, &all.total.squares, run->n, sizeof(double), "squares"));
        TP_TRY(run->backend->fill(run->context, all.total.squares, TROPIC_FP64, &ZERO, run->n));
    }
    TP_TRY(run->backend->fill(run->context, all.total.centrality, TROPIC_FP64, &ZERO, run->n));
    if (options->error != 0 || options->confidence != 0 || options->checkpoint || options->partial) {
        /* Whether floats are exact enough depends on how many sources a chunk has, and that depends on time. Results
         * must not, so sums are doubles. */
        all.floats = false;
        return in_chunks(run, &d, done);
    }
    if (bc->count == 0) return TROPIC_OK;
    all.any_order = true;
    free_choice =
        d.method == TROPIC_BC_AUTO && run->strategy == TROPIC_STRATEGY_AUTO && !bc->weighted && tp_bc_plain(bc);
    /* A single source is judged by its own search, which is made again only if it is deep. */
    if (bc->count > 1 || !free_choice) TP_TRY(choose(run, bc, &d.method));
    if (free_choice && bc->count <= TP_BACKEND_PART(run->context, brandes)->single_source_max &&
        d.method != TROPIC_BC_WORK_EFFICIENT)
        return tp_bc_single_source(run, bc, max_levels(run->n));
    return take(run, bc, d.method);
}

tropic_status tp_bc_run(tp_run *run, const tp_bc *bc, const tropic_bc_options *options, tropic_index *done)
{
    const int arrays = run->arena.count;
    const tropic_status status = all_sources(run, bc, options, done);
    /* Working arrays are released before there are two results. */
    tp_arena_release_since(&run->arena, arrays);
    run->partial = status == TROPIC_CANCELLED && options->partial && *done > 0;
    return run->partial ? TROPIC_OK : status;
}
